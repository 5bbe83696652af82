"""A board that is edited sinks under what is written after it: then the next turn of a person posts it anew, once."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.backgammon import Phase
from bot.chouette import Session
from bot.engine.thoughts import CubeThought, Level
from bot.tables.chouette import lobby
from bot.tables.computer_player import ComputerPlayer

from .bot import OneBot, private, walk
from .test_computer import EVEN, anns_cube, begun


@pytest.fixture(autouse=True)
async def playing(bot: OneBot) -> None:
    """Ann plays the computer and is to roll, under a board that nothing lies below."""
    await begun(bot)
    await anns_cube(bot)
    await bot.slash("Ann", "board")


async def round_of(bot: OneBot) -> None:
    """Ann rolls and plays, the computer answers, and Ann is to roll again."""
    await bot.turn()
    await played(bot)


async def played(bot: OneBot) -> None:
    """Ann plays, if she has rolled, and the computer answers."""
    await bot.rested()
    await anns_cube(bot)


async def chat(bot: OneBot, *words: str) -> None:
    for each in words or ("nice roll",):
        await bot.people["Bob"].send(bot.channel, each)


def boards(bot: OneBot) -> list[Any]:
    return [message for message in bot.messages if message.attachments]


def at_the_bottom(bot: OneBot) -> bool:
    """Whether nothing lies below the board, public or before somebody alone."""
    return bot.live.id == max(bot.env.backend.messages[bot.channel.id])


async def test_with_nothing_below_it_the_board_is_edited(bot: OneBot) -> None:
    posted = len(bot.messages)
    for _ in range(3):
        await round_of(bot)
    assert len(bot.messages) == posted and at_the_bottom(bot)


async def test_below_what_people_write_it_is_posted_anew_once_a_turn_and_the_old_one_loses_its_buttons(
    bot: OneBot,
) -> None:
    for written in range(1, 9):
        posted, old = len(boards(bot)), bot.live
        await chat(bot, f"message {written}")
        await round_of(bot)
        assert len(boards(bot)) == posted + 1 and at_the_bottom(bot)
        assert not next(message for message in bot.messages if message.id == old.id).components
    posted = len(boards(bot))
    await round_of(bot)
    assert len(boards(bot)) == posted, "nothing has been written since"


async def test_it_waits_for_the_next_turn_however_much_is_written_in_this_one(bot: OneBot) -> None:
    posted = len(boards(bot))
    await chat(bot)
    await bot.press("Ann", "Roll")
    await chat(bot)
    assert len(boards(bot)) == posted, "it is the same turn"
    await played(bot)
    assert len(boards(bot)) == posted + 1 and at_the_bottom(bot)


async def test_it_mentions_whose_turn_it_is(bot: OneBot) -> None:
    await chat(bot)
    await round_of(bot)
    assert bot.notified(bot.live) == ["Ann"]


async def test_a_double_of_the_computer_lies_below_all_that_was_said(bot: OneBot) -> None:
    bot.engine.thought = CubeThought(0.5, 0.7, 1.0, EVEN)
    await bot.turn()
    await chat(bot, "it will double", "it will not")
    await bot.turn()
    await bot.rested()
    assert "doubles to 2" in bot.live.content and at_the_bottom(bot)


async def test_hints_more_refusals_and_composers_go_with_the_next_action_and_the_board_is_edited(
    bot: OneBot,
) -> None:
    posted = len(bot.messages)
    await bot.press("Ann", "More")
    await bot.slash("Ann", "hint")
    await bot.slash("Ann", "take")
    await bot.press("Ann", "Double")
    assert len(bot.private) == 4, "the last one asks whether she is sure"
    await bot.press("Ann", "Roll")
    assert len(bot.private) == 1, "the composer alone"
    await bot.slash("Ann", "hint")
    assert len(bot.private) == 2
    await played(bot)
    assert not bot.private and len(bot.messages) == posted and at_the_bottom(bot)


async def test_steps_of_a_composer_are_no_action_that_clears_a_hint_away(bot: OneBot) -> None:
    pressed = await bot.press("Ann", "Roll")
    await bot.slash("Ann", "hint")
    composer = private(pressed)
    step = next(each["label"] for each in walk(composer) if "/" in each.get("label", ""))
    await bot.press("Ann", step, composer)
    assert len(bot.private) == 2


async def test_what_one_opens_while_the_computer_thinks_lies_below_its_answer(bot: OneBot) -> None:
    posted = len(boards(bot))
    bot.services.computers.tempo = 0.3
    await bot.press("Ann", "Roll")
    await bot.move()
    assert (await bot.match()).game.decider == 1
    await bot.press("Ann", "More")
    await bot.rested()
    bot.services.computers.tempo = 0.0
    assert len(boards(bot)) == posted + 1 and at_the_bottom(bot)


async def test_what_stays_lies_below_the_board_and_is_posted_over_once(bot: OneBot) -> None:
    posted = len(boards(bot))
    await bot.slash("Ann", "pips")
    await round_of(bot)
    assert bot.private and len(boards(bot)) == posted + 1 and at_the_bottom(bot)
    await round_of(bot)
    assert len(boards(bot)) == posted + 1


async def test_what_somebody_else_sees_alone_hides_nothing(bot: OneBot) -> None:
    posted = len(boards(bot))
    await bot.slash("Bob", "pips")
    await round_of(bot)
    assert len(boards(bot)) == posted


async def test_what_cannot_be_taken_back_stays_and_counts(bot: OneBot) -> None:
    posted = len(boards(bot))
    await bot.slash("Ann", "hint")
    bot.env.inject_error("DELETE", "/webhooks/*/*/messages/*", status=403, code=50013, times=1)
    await bot.press("Ann", "Roll")
    await played(bot)
    assert len(bot.private) == 1 and len(boards(bot)) == posted + 1 and at_the_bottom(bot)


async def test_after_a_restart_what_may_lie_there_counts_once(bot: OneBot) -> None:
    posted = len(boards(bot))
    await bot.slash("Ann", "hint")
    await bot.restart()
    await round_of(bot)
    assert len(boards(bot)) == posted + 1 and at_the_bottom(bot)
    await round_of(bot)
    assert len(boards(bot)) == posted + 1


async def test_where_the_bot_may_not_post_it_goes_on_editing(bot: OneBot) -> None:
    backend, posted = bot.env.backend, len(boards(bot))
    for role in list(backend.get_guild(bot.guild.id).roles.values()):
        left = discord.Permissions(role.permissions)
        left.update(send_messages=False, administrator=False)
        backend.edit_role(bot.guild.id, role.id, {"permissions": left.value})
    backend.create_message(bot.channel.id, bot.people["Bob"].id, content="quiet, please")
    await bot.env.settle()
    await round_of(bot)
    assert len(boards(bot)) == posted
    assert (await bot.table()).screen.shown == (await bot.table()).version


async def test_a_post_that_fails_is_made_up_for_and_made_once(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screens.discord_errors._PAUSES", (0.0,))
    posted = len(boards(bot))
    await chat(bot)
    bot.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await round_of(bot)
    await bot.env.settle()
    table = await bot.table()
    if table.unshown:
        await bot.services.lifecycle.show(table)
    assert len(boards(bot)) == posted + 1 and at_the_bottom(bot)
    assert (await bot.table()).screen.message == bot.live.id


async def ended(bot: OneBot) -> None:
    """The game is voided and the table closed."""
    await bot.slash("Ann", "abort")
    await bot.rested()
    await bot.slash("Ann", "end")


async def test_in_a_chouette_whose_box_is_a_computer_it_is_the_same(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(bot)
    await bot.slash("Ann", "chouette open")
    for level in (Level.BEGINNER, Level.EXPERT):
        await bot.slash("Ann", "chouette computer", level=level.value)
    monkeypatch.setattr(lobby, "first_rolls", lambda *_: ((5, 6), (1, 2)))  # the first computer has the box
    await bot.slash("Ann", "chouette start")
    await bot.rested()
    ann, turns = ComputerPlayer(bot.engine, Level.INTERMEDIATE, 0), 0
    while turns < 5:
        table = await bot.table()
        session = table.state
        assert isinstance(session, Session) and session.game.phase is not Phase.OVER
        assert session.game.line[:2] == (1, 0)
        intent = await table.game.computer_decides(session, 0, ann)
        assert intent is not None
        posted = len(boards(bot))
        await chat(bot)
        acted = await bot.services.desk.act(table.channel, table.person(0), intent, receipt=f"ann-{table.version}")
        await bot.services.lifecycle.serve(acted.table)
        await bot.rested()
        if session.game.phase is Phase.PLAY:
            turns += 1
            assert len(boards(bot)) == posted + 1 and at_the_bottom(bot)
        else:
            assert len(boards(bot)) == posted, "it is the same turn"


async def test_in_a_thread_of_its_own_it_is_the_same(bot: OneBot) -> None:
    await ended(bot)
    await bot.slash("Ann", "play", opponent="the bot")
    await bot.rested()
    (bot.channel,) = bot.channel.threads
    await anns_cube(bot)
    await round_of(bot)
    posted = len(boards(bot))
    await round_of(bot)
    assert len(boards(bot)) == posted
    await chat(bot)
    await round_of(bot)
    assert len(boards(bot)) == posted + 1 and at_the_bottom(bot)
