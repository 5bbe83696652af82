"""What can be looked up about a chouette: replays, files, the race, the dice."""

from __future__ import annotations

import io
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest
from PIL import Image

from bot.backgammon import Phase, mat, sgf
from bot.chouette import Order
from bot.screens.reference.faults import FactFault
from bot.texts import texts

from .bot import said
from .chouette import OneChouette, crew

FOUR = ("Ann", "Bob", "Cyd", "Dan")


@pytest.fixture
async def group() -> AsyncIterator[OneChouette]:
    async with crew() as made:
        yield made


async def a_game(group: OneChouette) -> str:
    """Four play a game in which the box resigns to all; the table's id."""
    await group.open(*FOUR)
    await group.until(box=False)
    await group.resign_all()
    assert (await group.session()).game.phase is Phase.OVER
    return (await group.table()).id


async def ask(group: OneChouette, who: str, name: str, **options: Any) -> Any:
    return await group.bot.people[who].slash(group.bot.channel, name, **options)


def content(group: OneChouette, message: Any) -> tuple[str, bytes]:
    """Name and bytes of the one file of a message."""
    (attachment,) = message.attachments
    blob = group.bot.env.backend.cdn.get(attachment.url)
    assert blob is not None
    return attachment.filename, blob


def refusal(reason: FactFault, **details: object) -> str:
    return texts("en")(reason.value, **details)


# Replays


async def test_a_finished_game_is_shown_to_everybody(group: OneChouette) -> None:
    table = await a_game(group)
    box, team = await group.box(), await group.team()
    shown = (await ask(group, "Eva", "replay", game=table)).response
    assert not shown.ephemeral
    name, picture = content(group, shown)
    assert name == f"{table}-1.webp"
    assert getattr(Image.open(io.BytesIO(picture)), "n_frames", 1) >= 3
    who, result = shown.content.splitlines()
    assert (
        who
        == f"**{box}** against {', '.join(f'**{each}**' for each in team[:2])}, and **{team[2]}**, game `{table}-1`."
    )
    assert result.startswith("Game 1: ") and f"**{box}** −3" in result
    description = shown.attachments[0].description
    assert "1) " in description and "accepts the resignation" in description
    assert group.bot.notified(shown.message) == []


async def test_a_running_game_is_not_shown(group: OneChouette) -> None:
    table = await a_game(group)
    await group.next()
    assert await group.bot.slash("Ann", "replay", game=f"{table}-2") == refusal(
        FactFault.STILL_PLAYED, table=table, game=2
    )
    assert await group.bot.slash("Ann", "export", game=f"{table}-2", format="txt") == refusal(
        FactFault.STILL_PLAYED, table=table, game=2
    )
    assert await group.bot.slash("Ann", "replay", game=f"{table}-3") == refusal(
        FactFault.NO_SUCH_GAME, table=table, game=3
    )


async def test_before_the_session_there_is_nothing_to_show(group: OneChouette) -> None:
    await group.bot.slash("Ann", "chouette open")
    table = await group.bot.services.store.held(group.bot.channel.id)
    for name, options in (("replay", {}), ("export", {"format": "txt"}), ("export", {"format": "mat"})):
        assert await group.bot.slash("Ann", name, game=table, **options) == refusal(
            FactFault.NONE_FINISHED, table=table
        )
    assert (await group.bot.slash("Ann", "race")).startswith("Nothing is being played in this channel.")


# Files


async def test_the_text_has_the_moves_and_the_ledger(group: OneChouette) -> None:
    table = await a_game(group)
    box, team = await group.box(), await group.team()
    for game in (table, f"{table}-1"):
        given = (await ask(group, "Eva", "export", game=game, format="txt")).response
        assert given.ephemeral and given.content == f"`{game}`: a chouette of {', '.join(FOUR)}"
        name, data = content(group, given)
        text = data.decode()
        assert name == f"{game}.txt" and text.startswith(f"{game}: a chouette of {', '.join(FOUR)}\n")
        assert f"Game 1. Box: {box} · captain: {team[0]} · then {', '.join(team[1:])}\n" in text
        assert re.search(rf"\n  1\) ({box}|{team[0]}) [1-6]-[1-6]: ", text)
        for member in team:
            assert f"\n  {box} pays {member} 1 (resigned)\n" in text
        assert (await group.table()).seed.hex() not in text


async def test_programs_that_know_two_are_given_the_captain_and_the_box(group: OneChouette) -> None:
    table = await a_game(group)
    box, team = await group.box(), await group.team()
    for kind, read in (("mat", mat.parse_mat), ("sgf", sgf.parse_sgf)):
        given = (await ask(group, "Eva", "export", game=f"{table}-1", format=kind)).response
        head, note = given.content.splitlines()
        assert head.startswith(f"`{table}-1`: {team[0]} – {box}, ") and "Only what captain and box" in note
        record = read(content(group, given)[1].decode())
        assert record.names == (team[0], box)
        (game,) = record.games
        assert game.result is not None and game.result.points == 1
        assert await group.bot.slash("Ann", "export", game=table, format=kind) == refusal(
            FactFault.TWO_PLAYERS_ONLY, game=f"{table}-1"
        )


async def test_tables_are_offered_with_as_many_names_as_there_is_room_for(group: OneChouette) -> None:
    table = await a_game(group)
    for name in ("replay", "export", "fairness"):
        choices = await group.bot.people["Ann"].autocomplete(group.bot.channel, name, "game", "")
        assert [choice["value"] for choice in choices] == [table, f"{table}-1"]
        assert choices[0]["name"] == f"{table} · {', '.join(FOUR)}"


# Facts


async def test_a_race_is_counted_and_advised_on(group: OneChouette) -> None:
    await group.open(*FOUR)
    await group.until(box=False)
    captain, box = (await group.team())[0], await group.box()
    text = await group.bot.slash("Eva", "race")
    assert text.startswith(f"**{captain}**: ") and f"**{box}**: " in text
    await group.place({5: 1, 4: 1}, {3: 2}, (2, 1))
    text = await group.bot.slash("Eva", "race")
    assert f"**{captain}** should double." in text and f"If doubled, **{box}** should" in text
    assert "Every bet has a cube of its own: the advice is for each of them, by where it lies." in text
    assert "It holds before the roll that lies on the board." in text


async def test_of_cubes_on_the_other_side_the_race_says_so(group: OneChouette) -> None:
    await group.open(*FOUR)
    await group.until(box=False)
    team, box = await group.team(), await group.box()
    await group.confirmed(team[1], "Double")
    await group.bot.press(team[0], "Roll")
    await group.bot.slash(box, "take")
    await group.turn()
    await group.until(box=False)
    await group.place({5: 1, 4: 1}, {3: 2}, (2, 1))
    text = await group.bot.slash("Eva", "race")
    assert f"Of these cubes some are on the other side now, with **{box}**." in text


async def test_match_equity_is_not_that_of_the_chouette(group: OneChouette) -> None:
    await group.open(*FOUR)
    assert "This match" not in await group.bot.slash("Ann", "odds", topic="equity")


async def test_the_dice_of_the_order_are_told_apart(group: OneChouette) -> None:
    await group.open(*FOUR)
    session = await group.session()
    assert session.options.order is Order.ROLL
    # The opening roll, and those that were equal, have fallen too.
    openings = 1
    text = await group.bot.slash("Ann", "fairness")
    first = re.search(r"Rolls 1 to (\d+) made the first order\.", text)
    assert first and 2 <= int(first[1]) <= session.rolls - openings
    assert f"{session.rolls} rolls so far." in text and "two people share a roll" in text


async def test_after_the_session_the_rolls_of_a_game_can_be_checked(group: OneChouette) -> None:
    table = await a_game(group)
    await group.next()
    await group.until(box=True)
    await group.resign_all()
    host = await group.name((await group.session()).host)
    await group.command(host, "chouette end")
    closed = await group.session_of(table)
    assert closed.closed
    listed: list[int] = []
    last_of_order = 0
    for game in (1, 2):
        result = await ask(group, "Eva", "fairness", game=f"{table}-{game}")
        text = said(result)
        if found := re.search(r"Rolls 1 to (\d+) made the first order\.", text):
            last_of_order = int(found[1])
        assert bool(found) is (game == 1)
        block = text.split(f"**Rolls of game `{table}-{game}`**")[1]
        rolls = [(int(number), int(one), int(two)) for number, one, two in re.findall(r"(\d+) (\d)-(\d)", block)]
        loaded = await group.bot.services.repository.load(group.bot.channel.id, table)
        assert loaded is not None
        assert all(loaded.roll(number) == (one, two) for number, one, two in rolls)
        listed += [number for number, _, _ in rolls]
    assert listed == list(range(last_of_order + 1, closed.rolls + 1))
