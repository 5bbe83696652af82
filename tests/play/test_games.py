"""Whole matches and sessions in a channel, from the challenge to the result."""

from __future__ import annotations

import re

import pytest

from bot.backgammon import Phase, actions, log
from bot.tables.table import Stage

from .party import Party


def other(who: str) -> str:
    return {"Ann": "Bob", "Bob": "Ann"}[who]


async def resigned(club: Party, loser: str, kind: str) -> None:
    """One resigns, the other accepts."""
    answer = await club.people[loser].slash(club.channel, "resign", kind=kind)
    await club.press(loser, "Confirm", answer.response)
    await club.press(other(loser), "Accept resignation")


async def test_a_match_to_seven_with_its_crawford_game(club: Party) -> None:
    await club.play(length=7)
    assert "**Bob** accepts **Ann**'s challenge (backgammon, a match to 7 points)." in club.messages[0].content

    # A double taken, then a gammon resigned: four points.
    doubler = await club.until(Phase.CUBE)
    await club.confirmed(doubler, "Double")
    assert f"<@{club.people[other(doubler)].id}>, **{doubler}** doubles to 2: take or drop?" in club.live.content
    assert club.labels == ["Take", "Drop", "More"]
    await club.press(other(doubler), "Take")
    await resigned(club, "Ann", "gammon")
    assert (await club.match()).score == (0, 4)
    assert "Match to 7: **Ann** 0, **Bob** 4." in "\n".join(message.content for message in club.messages)

    # A double dropped.
    doubler = await club.until(Phase.CUBE)
    await club.confirmed(doubler, "Double")
    dropper = other(doubler)
    await club.confirmed(dropper, "Drop")
    score = (await club.match()).score
    assert score in ((1, 4), (0, 5))

    # Bob comes to one point from the end.
    while (await club.match()).score[1] < 6:
        await resigned(club, "Ann", "single")
    assert (await club.match()).game.score is not None
    crawford = (await club.match()).game.score
    assert crawford is not None and crawford.crawford
    assert club.seen.crawford
    for _ in range(4):
        await club.turn()
        assert "Double" not in club.labels
        assert (await club.match()).game.phase is Phase.PLAY, "nobody may double, so the bot rolls"
    refused = await club.slash(await club.asked(), "double")
    assert "The dice have been rolled." in refused

    # Ann wins it: afterwards the cube is back.
    await resigned(club, "Bob", "single")
    after = (await club.match()).game.score
    assert after is not None and not after.crawford
    await club.until(Phase.CUBE)
    await resigned(club, "Ann", "match")
    assert "🏆 **Bob** wins the match 7 :" in club.live.content
    assert "🏆" in club.live.content
    assert club.labels[:1] == ["Rematch"]
    table = await club.table()
    assert table.stage is Stage.CLOSED and table.state is not None and table.state.winner == 1
    assert await club.bot.services.store.held(club.channel.id) is None


async def test_a_money_session_with_a_beaver_and_a_refused_resignation(club: Party) -> None:
    await club.play()
    doubler = await club.until(Phase.CUBE)
    taker = other(doubler)
    await club.confirmed(doubler, "Double")
    await club.press(taker, "Beaver")
    assert f"**{taker}** beavers to 4" in club.live.content
    assert club.labels == ["Take", "Drop", "More"]
    await club.press(doubler, "Take")
    assert club.seen.cube == 4 and club.seen.owner is not None

    answer = await club.people[taker].slash(club.channel, "resign", kind="single")
    await club.press(taker, "Confirm", answer.response)
    assert f"**{taker}** offers to resign a single game: 4 points. Accept or decline?" in club.live.content
    await club.press(doubler, "Decline resignation")
    assert "refuses the resignation. The game goes on." in club.live.content
    assert (await club.match()).game.phase is not Phase.OVER

    await resigned(club, taker, "gammon")
    assert f"**{doubler}** wins 8 points." in club.live.content
    assert "Balance" not in club.live.content, "the first game's points are all there are"
    assert club.labels == ["Next", "End", "More"]

    await club.press("Ann", "Next")
    await club.press("Bob", "Next")
    assert (await club.match()).number == 2
    await resigned(club, "Ann", "single")
    await club.press("Ann", "End")
    assert "**Ann** ends the session." in club.live.content and "The session is over." in club.live.content
    assert club.labels[:1] == ["Rematch"]


@pytest.mark.parametrize(
    ("variant", "start"),
    [("hypergammon", "-aaa------------------AAA-"), ("nackgammon", "-bb---D-C---dD---c-d---BB-")],
)
async def test_other_set_ups_are_played_to_the_end(club: Party, variant: str, start: str) -> None:
    await club.play(length=1, variant=variant)
    assert f"XGID={start}" in await club.slash("Cyd", "position")
    turns = 0
    while (await club.table()).stage is Stage.OPEN:
        await club.turn()
        turns += 1
        assert turns < 300
    assert re.search(r"wins the match [123] : 0\.", club.live.content)
    entries = [
        log.decode_action(entry)
        for entry in (await club.bot.services.store.log(club.channel.id, (await club.table()).id))[1:]
    ]
    assert sum(isinstance(entry, actions.Move) for entry in entries) > 5
    assert isinstance(entries[-1], actions.End)


async def test_everybody_is_mentioned_once_for_every_question_over_a_whole_game(club: Party) -> None:
    """Every message that needs somebody else notifies him, nobody is notified for what he has just done himself."""
    await club.play(length=1)
    previous = ""
    seen = len(club.messages)
    assert club.notified(club.live) == [club.decider]
    while (await club.table()).stage is Stage.OPEN:
        previous = await club.asked()
        await club.turn()
        fresh = club.messages[seen:]
        seen = len(club.messages)
        table = await club.table()
        waiting = [] if table.stage is Stage.CLOSED else [await club.asked()]
        assert len(fresh) <= 1
        assert [name for message in fresh for name in club.notified(message)] == [
            name for name in waiting if name != previous
        ]
    assert club.notified(club.live) == []
