"""Whole matches and sessions in a channel, from the challenge to the result."""

from __future__ import annotations

import re

import pytest

from bot.backgammon import Phase, actions, log
from bot.tables.table import Stage

from .bot import OneBot


def other(who: str) -> str:
    return {"Ann": "Bob", "Bob": "Ann"}[who]


async def resigned(bot: OneBot, loser: str, kind: str) -> None:
    """One resigns, the other accepts."""
    answer = await bot.people[loser].slash(bot.channel, "resign", kind=kind)
    await bot.press(loser, "Confirm", answer.response)
    await bot.press(other(loser), "Accept resignation")


async def test_a_match_to_seven_with_its_crawford_game(bot: OneBot) -> None:
    await bot.play(length=7)
    assert "**Bob** accepts **Ann**'s challenge (backgammon, a match to 7 points)." in bot.messages[0].content

    # A double taken, then a gammon resigned: four points.
    doubler = await bot.until(Phase.CUBE)
    await bot.confirmed(doubler, "Double")
    assert f"<@{bot.people[other(doubler)].id}>, **{doubler}** doubles to 2: take or drop?" in bot.live.content
    assert bot.labels == ["Take", "Drop", "More"]
    await bot.press(other(doubler), "Take")
    await resigned(bot, "Ann", "gammon")
    assert (await bot.match()).score == (0, 4)
    assert "Match to 7: **Ann** 0, **Bob** 4." in "\n".join(message.content for message in bot.messages)

    # A double dropped.
    doubler = await bot.until(Phase.CUBE)
    await bot.confirmed(doubler, "Double")
    dropper = other(doubler)
    await bot.confirmed(dropper, "Drop")
    score = (await bot.match()).score
    assert score in ((1, 4), (0, 5))

    # Bob comes to one point from the end.
    while (await bot.match()).score[1] < 6:
        await resigned(bot, "Ann", "single")
    assert (await bot.match()).game.score is not None
    crawford = (await bot.match()).game.score
    assert crawford is not None and crawford.crawford
    assert bot.seen.crawford
    for _ in range(4):
        await bot.turn()
        assert "Double" not in bot.labels
        assert (await bot.match()).game.phase is Phase.PLAY, "nobody may double, so the bot rolls"
    refused = await bot.slash(await bot.asked(), "double")
    assert "The dice have been rolled." in refused

    # Ann wins it: afterwards the cube is back.
    await resigned(bot, "Bob", "single")
    after = (await bot.match()).game.score
    assert after is not None and not after.crawford
    await bot.until(Phase.CUBE)
    await resigned(bot, "Ann", "match")
    assert "🏆 **Bob** wins the match 7 :" in bot.live.content
    assert "🏆" in bot.live.content
    assert bot.labels[:1] == ["Rematch"]
    table = await bot.table()
    assert table.stage is Stage.CLOSED and table.state is not None and table.state.winner == 1
    assert await bot.services.store.held(bot.channel.id) is None


async def test_a_money_session_with_a_beaver_and_a_refused_resignation(bot: OneBot) -> None:
    await bot.play()
    doubler = await bot.until(Phase.CUBE)
    taker = other(doubler)
    await bot.confirmed(doubler, "Double")
    await bot.press(taker, "Beaver")
    assert f"**{taker}** beavers to 4" in bot.live.content
    assert bot.labels == ["Take", "Drop", "More"]
    await bot.press(doubler, "Take")
    assert bot.seen.cube == 4 and bot.seen.owner is not None

    answer = await bot.people[taker].slash(bot.channel, "resign", kind="single")
    await bot.press(taker, "Confirm", answer.response)
    assert f"**{taker}** offers to resign a single game: 4 points. Accept or decline?" in bot.live.content
    await bot.press(doubler, "Decline resignation")
    assert "refuses the resignation. The game goes on." in bot.live.content
    assert (await bot.match()).game.phase is not Phase.OVER

    await resigned(bot, taker, "gammon")
    assert f"**{doubler}** wins 8 points." in bot.live.content
    assert "Balance" not in bot.live.content, "the first game's points are all there are"
    assert bot.labels == ["Next", "End", "More"]

    await bot.press("Ann", "Next")
    await bot.press("Bob", "Next")
    assert (await bot.match()).number == 2
    await resigned(bot, "Ann", "single")
    await bot.press("Ann", "End")
    assert "**Ann** ends the session." in bot.live.content and "The session is over." in bot.live.content
    assert bot.labels[:1] == ["Rematch"]


@pytest.mark.parametrize(
    ("variant", "start"),
    [("hypergammon", "-aaa------------------AAA-"), ("nackgammon", "-bb---D-C---dD---c-d---BB-")],
)
async def test_other_set_ups_are_played_to_the_end(bot: OneBot, variant: str, start: str) -> None:
    await bot.play(length=1, variant=variant)
    assert f"XGID={start}" in await bot.slash("Cyd", "position")
    turns = 0
    while (await bot.table()).stage is Stage.OPEN:
        await bot.turn()
        turns += 1
        assert turns < 300
    assert re.search(r"wins the match [123] : 0\.", bot.live.content)
    entries = [
        log.decode_action(entry) for entry in (await bot.services.store.log(bot.channel.id, (await bot.table()).id))[1:]
    ]
    assert sum(isinstance(entry, actions.Move) for entry in entries) > 5
    assert isinstance(entries[-1], actions.End)


async def test_everybody_is_mentioned_once_for_every_question_over_a_whole_game(bot: OneBot) -> None:
    """Every message that needs somebody else notifies him, nobody is notified for what he has just done himself."""
    await bot.play(length=1)
    previous = ""
    seen = len(bot.messages)
    assert bot.notified(bot.live) == [bot.decider]
    while (await bot.table()).stage is Stage.OPEN:
        previous = await bot.asked()
        await bot.turn()
        fresh = bot.messages[seen:]
        seen = len(bot.messages)
        table = await bot.table()
        waiting = [] if table.stage is Stage.CLOSED else [await bot.asked()]
        assert len(fresh) <= 1
        assert [name for message in fresh for name in bot.notified(message)] == [
            name for name in waiting if name != previous
        ]
    assert bot.notified(bot.live) == []
