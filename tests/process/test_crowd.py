"""A hundred people press at once at fifty tables."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Iterable
from pathlib import Path

import pytest

from bot.backgammon.actions import Move, Roll
from tests.discord_server import Interaction, Person
from tests.process.bots import PATIENCE, Bots, PlayedTable, all_of, kept, left_nothing, running_bots
from tests.process.refold import people_s, refolded

TABLES = 50
ROUNDS = 4
#: Callback types: a message, the promise of one, the promise of a change of the pressed message, and that change.
MESSAGE, PROMISE, LATER, UPDATE = 4, 5, 6, 7


def both_twice(played: PlayedTable) -> list[Awaitable[Interaction]]:
    """Both people do what the live message asks of one of them, each twice at the same moment."""
    return [doing(played, person) for person in (*played.people, *played.people)]


def doing(played: PlayedTable, person: Person) -> Awaitable[Interaction]:
    if played.labels == ["Move"]:
        return person.slash(played.channel, "move", play=played.plays[0])
    return person.press(played.live, "Roll")


async def at_once(bots: Bots, tables: list[PlayedTable]) -> list[Interaction]:
    """Everybody at the same moment; then the last board is awaited everywhere."""
    before = {played: played.look for played in tables}
    answers = await all_of([each for played in tables for each in both_twice(played)])
    await asyncio.gather(*(each.completed(15) for each in answers if each.type == PROMISE))
    await asyncio.gather(
        *(played.until(lambda played=played: played.look != before[played] and played.labels, 60) for played in tables)
    )
    if any(each.type == LATER for each in answers):
        await asyncio.sleep(1)  # for the words that may follow
    return answers


def accepted(answers: Iterable[Interaction]) -> list[Interaction]:
    """Those that have moved the table on: a command is left without an answer, a pressed message loses its buttons, or
    is followed by a composer, which has a picture."""
    return [
        each
        for each in answers
        if left_nothing(each)
        or (each.type in (UPDATE, LATER) and all(message.attachments for message in each.followups))
    ]


def refused(answer: Interaction) -> bool:
    """Whether somebody was told alone, in words, why not; if it was late, after a promise in time."""
    words = answer.followups[-1] if answer.type == LATER and answer.followups else answer.message
    return answer.type in (MESSAGE, PROMISE, LATER) and words is not None and words.ephemeral and bool(words.content)


@pytest.mark.long
async def test_every_accepted_action_once_every_other_answered_in_words(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        tables = [bots.table() for _ in range(TABLES)]
        for played in tables:
            await played.begin()
        done: Counter[int] = Counter()
        for _ in range(ROUNDS):
            answers = await at_once(bots, tables)
            good = accepted(answers)
            for played in tables:
                done[played.channel.id] += 1
                here = [each for each in answers if each.channel is played.channel]
                assert len([each for each in here if each in good]) == 1, here
            for each in answers:
                assert each in good or refused(each), each
                assert each.seconds is not None and each.seconds < PATIENCE
        bots.check_sound(crowded=True)
        for played in tables:
            assert len({message.content for message in played.boards}) == len(played.boards)
        assert await bots.process.terminate() == 0
    for played, (table, entries, actions) in zip(tables, await kept(tmp_path, tables), strict=True):
        people = people_s(actions)
        assert len(people) == done[played.channel.id] and {type(action) for action in people} <= {Move, Roll}
        assert refolded(table, people) == entries
