"""A board that is edited sinks under what is written after it: then the next turn of a person posts it anew, once."""

from __future__ import annotations

from typing import Any

import discord
import pytest

from bot.backgammon import Phase
from bot.chouette import Session
from bot.engine.thoughts import CubeThought, Level
from bot.tables.chouette.lobby import Lobby
from bot.tables.computer_player import ComputerPlayer

from .party import Party, private, walk
from .test_computer import EVEN, anns_cube, begun


@pytest.fixture(autouse=True)
async def playing(club: Party) -> None:
    """Ann plays the computer and is to roll, under a board that nothing lies below."""
    await begun(club)
    await anns_cube(club)
    await club.slash("Ann", "board")


async def round_of(club: Party) -> None:
    """Ann rolls and plays, the computer answers, and Ann is to roll again."""
    await club.turn()
    await played(club)


async def played(club: Party) -> None:
    """Ann plays, if she has rolled, and the computer answers."""
    await club.rested()
    await anns_cube(club)


async def chat(club: Party, *words: str) -> None:
    for each in words or ("nice roll",):
        await club.people["Bob"].send(club.channel, each)


def boards(club: Party) -> list[Any]:
    return [message for message in club.messages if message.attachments]


def at_the_bottom(club: Party) -> bool:
    """Whether nothing lies below the board, public or before somebody alone."""
    return club.live.id == max(club.env.backend.messages[club.channel.id])


async def test_with_nothing_below_it_the_board_is_edited(club: Party) -> None:
    posted = len(club.messages)
    for _ in range(3):
        await round_of(club)
    assert len(club.messages) == posted and at_the_bottom(club)


async def test_below_what_people_write_it_is_posted_anew_once_a_turn_and_the_old_one_loses_its_buttons(
    club: Party,
) -> None:
    for written in range(1, 9):
        posted, old = len(boards(club)), club.live
        await chat(club, f"message {written}")
        await round_of(club)
        assert len(boards(club)) == posted + 1 and at_the_bottom(club)
        assert not next(message for message in club.messages if message.id == old.id).components
    posted = len(boards(club))
    await round_of(club)
    assert len(boards(club)) == posted, "nothing has been written since"


async def test_it_waits_for_the_next_turn_however_much_is_written_in_this_one(club: Party) -> None:
    posted = len(boards(club))
    await chat(club)
    await club.press("Ann", "Roll")
    await chat(club)
    assert len(boards(club)) == posted, "it is the same turn"
    await played(club)
    assert len(boards(club)) == posted + 1 and at_the_bottom(club)


async def test_it_mentions_whose_turn_it_is(club: Party) -> None:
    await chat(club)
    await round_of(club)
    assert club.notified(club.live) == ["Ann"]


async def test_a_double_of_the_computer_lies_below_all_that_was_said(club: Party) -> None:
    club.engine.thought = CubeThought(0.5, 0.7, 1.0, EVEN)
    await club.turn()
    await chat(club, "it will double", "it will not")
    await club.turn()
    await club.rested()
    assert "doubles to 2" in club.live.content and at_the_bottom(club)


async def test_hints_more_refusals_and_composers_go_with_the_next_action_and_the_board_is_edited(club: Party) -> None:
    posted = len(club.messages)
    await club.press("Ann", "More")
    await club.slash("Ann", "hint")
    await club.slash("Ann", "take")
    await club.press("Ann", "Double")
    assert len(club.private) == 4, "the last one asks whether she is sure"
    await club.press("Ann", "Roll")
    assert len(club.private) == 1, "the composer alone"
    await club.slash("Ann", "hint")
    assert len(club.private) == 2
    await played(club)
    assert not club.private and len(club.messages) == posted and at_the_bottom(club)


async def test_steps_of_a_composer_are_no_action_that_clears_a_hint_away(club: Party) -> None:
    pressed = await club.press("Ann", "Roll")
    await club.slash("Ann", "hint")
    composer = private(pressed)
    step = next(each["label"] for each in walk(composer) if "/" in each.get("label", ""))
    await club.press("Ann", step, composer)
    assert len(club.private) == 2


async def test_what_one_opens_while_the_computer_thinks_lies_below_its_answer(club: Party) -> None:
    posted = len(boards(club))
    club.bot.services.computers.tempo = 0.3
    await club.press("Ann", "Roll")
    await club.move()
    assert (await club.match()).game.decider == 1
    await club.press("Ann", "More")
    await club.rested()
    club.bot.services.computers.tempo = 0.0
    assert len(boards(club)) == posted + 1 and at_the_bottom(club)


async def test_what_stays_lies_below_the_board_and_is_posted_over_once(club: Party) -> None:
    posted = len(boards(club))
    await club.slash("Ann", "pips")
    await round_of(club)
    assert club.private and len(boards(club)) == posted + 1 and at_the_bottom(club)
    await round_of(club)
    assert len(boards(club)) == posted + 1


async def test_what_somebody_else_sees_alone_hides_nothing(club: Party) -> None:
    posted = len(boards(club))
    await club.slash("Bob", "pips")
    await round_of(club)
    assert len(boards(club)) == posted


async def test_what_cannot_be_taken_back_stays_and_counts(club: Party) -> None:
    posted = len(boards(club))
    await club.slash("Ann", "hint")
    club.env.inject_error("DELETE", "/webhooks/*/*/messages/*", status=403, code=50013, times=1)
    await club.press("Ann", "Roll")
    await played(club)
    assert len(club.private) == 1 and len(boards(club)) == posted + 1 and at_the_bottom(club)


async def test_after_a_restart_what_may_lie_there_counts_once(club: Party) -> None:
    posted = len(boards(club))
    await club.slash("Ann", "hint")
    await club.restart()
    await round_of(club)
    assert len(boards(club)) == posted + 1 and at_the_bottom(club)
    await round_of(club)
    assert len(boards(club)) == posted + 1


async def test_where_the_bot_may_not_post_it_goes_on_editing(club: Party) -> None:
    backend, posted = club.env.backend, len(boards(club))
    for role in list(backend.get_guild(club.guild.id).roles.values()):
        left = discord.Permissions(role.permissions)
        left.update(send_messages=False, administrator=False)
        backend.edit_role(club.guild.id, role.id, {"permissions": left.value})
    backend.create_message(club.channel.id, club.people["Bob"].id, content="quiet, please")
    await club.env.settle()
    await round_of(club)
    assert len(boards(club)) == posted
    assert (await club.table()).screen.shown == (await club.table()).version


async def test_a_post_that_fails_is_made_up_for_and_made_once(club: Party, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bot.screens.discord_errors._PAUSES", (0.0,))
    posted = len(boards(club))
    await chat(club)
    club.env.inject_error("POST", "/channels/*/messages", status=403, code=50013, times=1)
    await round_of(club)
    await club.env.settle()
    table = await club.table()
    if table.unshown:
        await club.bot.services.lifecycle.show(table)
    assert len(boards(club)) == posted + 1 and at_the_bottom(club)
    assert (await club.table()).screen.message == club.live.id


async def ended(club: Party) -> None:
    """The game is voided and the table closed."""
    await club.slash("Ann", "abort")
    await club.rested()
    await club.slash("Ann", "end")


async def test_in_a_chouette_whose_box_is_a_computer_it_is_the_same(
    club: Party, monkeypatch: pytest.MonkeyPatch
) -> None:
    await ended(club)
    await club.slash("Ann", "chouette open")
    for level in (Level.BEGINNER, Level.EXPERT):
        await club.slash("Ann", "chouette computer", level=level.value)
    monkeypatch.setattr(Lobby, "_thrown", lambda *_: ((5, 6), (1, 2)))  # the first computer has the box
    await club.slash("Ann", "chouette start")
    await club.rested()
    ann, turns = ComputerPlayer(club.engine, Level.INTERMEDIATE, 0), 0
    while turns < 5:
        table = await club.table()
        session = table.state
        assert isinstance(session, Session) and session.game.phase is not Phase.OVER
        assert session.game.line[:2] == (1, 0)
        intent = await table.game.computer_decides(session, 0, ann)
        assert intent is not None
        posted = len(boards(club))
        await chat(club)
        acted = await club.bot.services.desk.act(table.channel, table.person(0), intent, receipt=f"ann-{table.version}")
        await club.bot.services.lifecycle.serve(acted.table)
        await club.rested()
        if session.game.phase is Phase.PLAY:
            turns += 1
            assert len(boards(club)) == posted + 1 and at_the_bottom(club)
        else:
            assert len(boards(club)) == posted, "it is the same turn"


async def test_in_a_thread_of_its_own_it_is_the_same(club: Party) -> None:
    await ended(club)
    await club.slash("Ann", "play", opponent="the bot")
    await club.rested()
    (club.channel,) = club.channel.threads
    await anns_cube(club)
    await round_of(club)
    posted = len(boards(club))
    await round_of(club)
    assert len(boards(club)) == posted
    await chat(club)
    await round_of(club)
    assert len(boards(club)) == posted + 1 and at_the_bottom(club)
