"""A hundred people press at once at fifty tables."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Awaitable, Iterable
from pathlib import Path

import pytest

from bot.backgammon.actions import Move, Roll
from tests.discord_server import Interaction, Person
from tests.process.refold import people_s, refolded
from tests.process.tabletop import PATIENCE, Evening, Tabletop, all_of, evening, kept, left_nothing

TABLES = 50
ROUNDS = 4
#: Callback types: a message, the promise of one, the promise of a change of the pressed message, and that change.
MESSAGE, PROMISE, LATER, UPDATE = 4, 5, 6, 7


def both_twice(top: Tabletop) -> list[Awaitable[Interaction]]:
    """Both people do what the live message asks of one of them, each twice at the same moment."""
    return [doing(top, person) for person in (*top.people, *top.people)]


def doing(top: Tabletop, person: Person) -> Awaitable[Interaction]:
    if top.labels == ["Move"]:
        return person.slash(top.channel, "move", play=top.plays[0])
    return person.press(top.live, "Roll")


async def at_once(club: Evening, tops: list[Tabletop]) -> list[Interaction]:
    """Everybody at the same moment; then the last board is awaited everywhere."""
    before = {top: top.look for top in tops}
    answers = await all_of([each for top in tops for each in both_twice(top)])
    await asyncio.gather(*(each.completed(15) for each in answers if each.type == PROMISE))
    await asyncio.gather(*(top.until(lambda top=top: top.look != before[top] and top.labels, 60) for top in tops))
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
    async with evening(tmp_path) as club:
        tops = [club.tabletop() for _ in range(TABLES)]
        for top in tops:
            await top.begin()
        done: Counter[int] = Counter()
        for _ in range(ROUNDS):
            answers = await at_once(club, tops)
            good = accepted(answers)
            for top in tops:
                done[top.channel.id] += 1
                here = [each for each in answers if each.channel is top.channel]
                assert len([each for each in here if each in good]) == 1, here
            for each in answers:
                assert each in good or refused(each), each
                assert each.seconds is not None and each.seconds < PATIENCE
        club.check_sound(crowded=True)
        for top in tops:
            assert len({message.content for message in top.boards}) == len(top.boards)
        assert await club.bot.terminate() == 0
    for top, (table, entries, actions) in zip(tops, await kept(tmp_path, tops), strict=True):
        people = people_s(actions)
        assert len(people) == done[top.channel.id] and {type(action) for action in people} <= {Move, Roll}
        assert refolded(table, people) == entries
