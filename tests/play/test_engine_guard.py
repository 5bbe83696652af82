"""What the engine says of a typed position: nothing of a board at which whoever asks plays without hints."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from bot.backgammon import Match, Rules, Side, Xgid, format_xgid, xgid_of
from bot.store import Carried
from bot.tables.table import Person, Table
from tests.backgammon.positions import board as placed

from .bot import OneBot
from .test_waiting import elsewhere

TABLES = 200


async def many(bot: OneBot) -> list[Table]:
    """Ann plays Bob at so many tables, each in another channel."""
    made: list[Table] = []
    ann, bob = (Person(bot.people[name].id, name) for name in ("Ann", "Bob"))
    for number in range(TABLES):
        if not number % 4:
            bot.later(700)  # for the limit on challenges
        challenge = await bot.services.challenges.make(
            bot.guild.id, 9_000_000 + number, ann, bob, Rules(length=3), f"made{number}"
        )
        accepted = await bot.services.challenges.accept(challenge.channel, challenge.id, bob, f"accepted{number}")
        made.append(accepted.table)
    return made


def written(table: Table) -> list[str]:
    """The board of a table as it may be typed: as it is, from the other side, without dice or score, after a play."""
    state = table.state
    assert isinstance(state, Match)
    it = xgid_of(state)
    after = state.plays[0].result
    boards = [
        it,
        replace(it, position=it.position.mirrored(), turn=it.turn and it.turn.other),
        replace(it, dice=None, length=0, score=(0, 0)),
        replace(it, position=after, turn=Side.BLACK, dice=None),
    ]
    return [format_xgid(each) for each in boards]


@pytest.mark.long
async def test_no_board_of_two_hundred_is_judged_for_who_plays_there(bot: OneBot) -> None:
    tables = await many(bot)
    boards = [*written(tables[0]), written(tables[-1])[0]]
    for board in boards:
        assert "engine" not in await bot.slash("Ann", "odds", position=board)
    assert "**By the engine**" in await bot.slash("Cyd", "odds", position=boards[0])
    other = format_xgid(Xgid(position=placed({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 3: 5})))
    assert "**By the engine**" in await bot.slash("Ann", "odds", position=other)


async def test_the_index_may_be_late(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a table says to its people is noted a moment after it is saved."""

    async def late(*_: object) -> list[Carried]:
        return []

    monkeypatch.setattr(bot.services.store.waits, "of", late)
    with elsewhere(bot):
        await bot.play(length=3)
        table = await bot.table()
    assert "engine" not in await bot.slash("Ann", "odds", position=written(table)[0])
