"""The store is nearly full, or full: what is new is refused with words, what is being played goes on."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from bot.store import StoreFull
from bot.store.room import Space
from tests.backgammon.test_match_files import MATCH
from tests.play.bot import OneBot, said
from tests.play.test_analysis import alone, finished, report

WORDS = "My memory is nearly full"


@pytest.fixture
def filled(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], None]:
    """Says how full the store is, in percent."""

    def fill(percent: int) -> None:
        async def space(*, anew: bool = False) -> Space:
            return Space(percent * 10_000_000, 1_000_000_000, 1_000_000_000)

        monkeypatch.setattr(bot.services.store.room, "space", space)

    return fill


async def test_new_tables_of_every_kind_are_refused(bot: OneBot, filled: Callable[[int], None]) -> None:
    await finished(bot)
    bot.hire("Eve", manage_guild=True)
    filled(90)
    before = len(bot.messages)
    other = bot.guild.create_text_channel("other")
    for command, options in (
        ("play", {"opponent": bot.people["Bob"]}),
        ("play", {}),
        ("play", {"opponent": bot.itself}),
        ("rematch", {}),
        ("chouette open", {}),
        ("preferans open", {}),
    ):
        assert WORDS in said(await bot.people["Ann"].slash(bot.channel, command, **options)), command
    assert WORDS in said(await bot.people["Eve"].slash(other, "league open", name="Winter", length=1))
    await bot.press("Ann", "Rematch")
    assert WORDS in alone(bot)[-1].content
    assert len(bot.messages) == before
    filled(89)
    await bot.slash("Ann", "play", opponent=bot.people["Bob"])
    assert len(bot.messages) == before + 1


async def test_files_and_analyses_are_refused_and_what_is_there_can_be_seen(
    bot: OneBot, filled: Callable[[int], None]
) -> None:
    table = await finished(bot)
    await report(bot, "Bob", table)
    other = await finished(bot)
    filled(90)
    for command in ("import", "analyze"):
        answer = await bot.people["Ann"].slash(bot.channel, command, file=("x.mat", MATCH.encode()))
        assert WORDS in said(answer), command
    assert WORDS in await bot.slash("Bob", "analyze", game=other)
    await bot.slash("Ann", "analyze", game=table)
    assert "Analysis of" in alone(bot)[-1].content
    assert await bot.services.store.imports.all() == 0


async def test_a_game_goes_on_and_a_challenge_of_before_is_accepted(bot: OneBot, filled: Callable[[int], None]) -> None:
    await bot.slash("Ann", "play", opponent=bot.people["Bob"], length=1)
    filled(95)
    await bot.press("Bob", "Accept challenge", bot.last)
    for _ in range(4):
        await bot.turn()
        await bot.move(bot.plays[-1])


async def test_when_nothing_can_be_saved_whoever_acts_is_told_why(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    await bot.play(length=1)
    version = (await bot.table()).version

    async def full(*args: object, **fields: object) -> None:
        raise StoreFull("no room")

    monkeypatch.setattr(bot.services.store, "save", full)
    await bot.slash(await bot.asked(), "move", play=bot.plays[-1])
    assert "My memory is full, so I could not save that." in alone(bot)[-1].content
    monkeypatch.undo()
    assert (await bot.table()).version == version
    await bot.move(bot.plays[-1])
