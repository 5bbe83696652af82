"""`/scores`: the table in picture and words, what it is refused for, and that it is kept."""

from __future__ import annotations

import pytest

from bot.backgammon import Xgid, format_xgid, xgid_of
from bot.cogs import scores
from bot.cogs.context import Context
from tests.backgammon.positions import board as placed

from .bot import OneBot

OTHER = format_xgid(Xgid(position=placed({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 3: 5}), length=7, score=(2, 4)))


async def test_a_typed_position_is_answered_in_picture_and_words(bot: OneBot) -> None:
    said = await bot.slash("Ann", "scores", position=OTHER)
    assert said.startswith("**Double to 2 by score**") and f"`{OTHER}`" in said
    rows = said.split("```")[1].strip("\n").splitlines()
    assert len(rows) == 8 and all(len(row) <= 34 for row in rows)
    assert all(row.split()[1:] == ["ND"] * 7 for row in rows[1:])
    assert "Money: **no double**" in said and "after the Crawford game" in said and "all at 3-ply" in said
    (picture,) = bot.private[-1].attachments
    assert picture["filename"] == "scores.png" and "5 needed: ND, ND, ND, ND, ND, ND, ND" in picture["description"]


async def test_it_is_worked_out_once(bot: OneBot) -> None:
    await bot.slash("Ann", "scores", position=OTHER)
    asked = bot.engine.asked
    assert asked == 43
    await bot.slash("Cyd", "scores", position=OTHER)
    assert bot.engine.asked == asked


async def test_of_a_board_without_hints_nothing_is_said(bot: OneBot) -> None:
    await bot.play(length=3)
    mine = format_xgid(xgid_of(await bot.match()))
    for who in ("Ann", "Bob"):
        for typed in ({}, {"position": mine}):
            assert "Hints are not allowed" in await bot.slash(who, "scores", **typed)
    assert bot.engine.asked == 0
    assert "by score**" in await bot.slash("Ann", "scores", position=OTHER)


async def test_where_hints_are_allowed_who_decides_has_it(bot: OneBot) -> None:
    await bot.play(length=3, hints=True)
    who = await bot.asked()
    assert "by score**" in await bot.slash(who, "scores")
    other = "Bob" if who == "Ann" else "Ann"
    assert "now that is not you" in await bot.slash(other, "scores")


@pytest.mark.parametrize(
    ("position", "said"),
    [
        ("nonsense", ""),
        (format_xgid(Xgid(position=placed({}, {6: 5}))), "is over"),
        (format_xgid(Xgid(position=placed({6: 15}, {6: 15}), cube=2, owner=1)), "on the other side"),  # type: ignore[arg-type]
    ],
)
async def test_what_has_no_such_table_is_refused(bot: OneBot, position: str, said: str) -> None:
    answer = await bot.slash("Ann", "scores", position=position)
    assert "by score**" not in answer and said in answer and bot.engine.asked == 0


async def test_what_the_engine_does_not_know_is_refused(bot: OneBot) -> None:
    await bot.play(variant="hypergammon", hints=True)
    assert "knows neither hypergammon" in await bot.slash(await bot.asked(), "scores")


async def test_progress_is_shown_while_it_is_worked_out(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []

    async def reword(_: Context, text: str) -> None:
        said.append(text)

    monkeypatch.setattr(scores, "_APART", 0.0)
    monkeypatch.setattr(Context, "reword", reword)
    await bot.slash("Ann", "scores", position=OTHER)
    assert said[0].startswith("I am looking at every score: 1 of 43") and len(said) == 42


async def test_a_silent_engine_is_told(bot: OneBot) -> None:
    bot.engine.silent = True
    assert "does not answer" in await bot.slash("Ann", "scores", position=OTHER)
    bot.engine.silent, bot.engine.available = False, False
    assert "no engine" in await bot.slash("Ann", "scores", position=OTHER)
