"""What people are told alone: how long it can be taken back, and what counts as lying below a board."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.screens import asides as module
from bot.screens.asides import Asides

from .test_discord_errors import error

ANN, BOB, CHANNEL, BOARD = 1, 2, 8, 100


class Channels:
    """A client that knows one channel by its last message; None if it knows none."""

    def __init__(self, last: int | None = BOARD) -> None:
        self.place: SimpleNamespace | None = SimpleNamespace(last_message_id=last)

    def get_channel(self, channel: int) -> SimpleNamespace | None:
        return self.place


class Interaction:
    """What has told somebody something, and can take it back unless it `fails`."""

    def __init__(self, user: int = ANN, *, pressed: int = 0, fails: Exception | None = None, number: int = 999) -> None:
        self.id, self.user, self.channel_id, self.followup = number, SimpleNamespace(id=user), CHANNEL, self
        self.message = SimpleNamespace(id=pressed) if pressed else None
        self.deleted: list[int] = []
        self.fails = fails

    async def delete_message(self, message: int) -> None:
        self.deleted.append(message)
        if self.fails:
            raise self.fails


def made(client: Channels | None = None) -> Asides:
    """Those of a channel in which a board has been posted."""
    asides = Asides(cast(discord.Client, client or Channels()))
    asides.board(CHANNEL, BOARD)
    return asides


def said(asides: Asides, message: int, by: Interaction | None = None, *, passing: bool = True) -> Interaction:
    by = by or Interaction()
    asides.said(cast(Any, by), message, passing=passing)
    return by


def below(asides: Asides, *users: int, board: int = BOARD, acting: int | None = None) -> bool:
    return asides.lie_below(CHANNEL, board, users or (ANN,), acting)


async def acts(asides: Asides, by: Interaction) -> None:
    asides.acted(cast(Any, by))
    await asides.rest(1.0)


def test_nothing_lies_below_a_board_that_is_the_last_message() -> None:
    assert not below(made()) and not below(made(Channels(BOARD - 1))), "Discord may tell of the board later"


@pytest.mark.parametrize("last", [BOARD + 1, None])
def test_a_later_message_lies_below_it_and_so_does_what_is_not_known(last: int | None) -> None:
    assert below(made(Channels(last)))
    unseen = Channels()
    unseen.place = None
    assert below(made(unseen))


def test_in_a_direct_message_a_later_board_lies_below_it() -> None:
    unseen = Channels()
    unseen.place = None
    asides = made(unseen)
    assert not asides.lie_below(CHANNEL, BOARD, (ANN,), None, direct=True)
    asides.board(CHANNEL, BOARD + 1)
    assert asides.lie_below(CHANNEL, BOARD, (ANN,), None, direct=True)
    assert not asides.lie_below(CHANNEL, BOARD + 1, (ANN,), None, direct=True)


def test_below_a_board_of_another_process_anything_may_lie() -> None:
    assert below(Asides(cast(discord.Client, Channels())))
    assert below(made(), board=BOARD - 1)


async def test_what_one_is_told_alone_lies_below_what_is_above_it_and_before_nobody_else() -> None:
    asides = made()
    said(asides, BOARD + 1)
    assert below(asides, ANN) and below(asides, BOB, ANN) and not below(asides, BOB)
    assert not below(asides, ANN, board=BOARD + 2)


@pytest.mark.parametrize("passing", [True, False])
async def test_what_goes_with_an_action_does_not_count_while_that_is_shown(passing: bool) -> None:
    asides = made()
    said(asides, BOARD + 1, passing=passing)
    assert below(asides, ANN, acting=ANN) is not passing
    assert below(asides, ANN, acting=BOB)


async def test_an_action_takes_back_what_was_told_before_by_what_has_told_it_but_not_what_was_pressed() -> None:
    asides, pressing = made(), Interaction(pressed=BOARD + 2)
    first, second = said(asides, BOARD + 1), said(asides, BOARD + 2)
    others, lasting = said(asides, BOARD + 3, Interaction(BOB)), said(asides, BOARD - 1, passing=False)
    await acts(asides, pressing)
    assert first.deleted == [BOARD + 1]
    assert not second.deleted and not others.deleted and not lasting.deleted and not pressing.deleted
    assert not below(asides, ANN)
    await acts(asides, Interaction())
    assert first.deleted == [BOARD + 1], "once"


async def test_what_one_was_told_only_after_acting_has_not_been_read_and_stays() -> None:
    asides = made()
    by = said(asides, BOARD + 2)
    await acts(asides, Interaction(number=BOARD + 1))
    assert not by.deleted and below(asides, ANN)


@pytest.mark.parametrize(("code", "stays"), [(10008, False), (50027, True)])
async def test_what_cannot_be_taken_back_stays_and_what_somebody_has_dismissed_does_not(code: int, stays: bool) -> None:
    asides = made()
    said(asides, BOARD + 1, Interaction(fails=error(404 if code == 10008 else 401, code)))
    await acts(asides, Interaction())
    assert below(asides, ANN) is stays


async def test_what_is_taken_back_by_its_own_press_is_gone() -> None:
    asides = made()
    by = said(asides, BOARD + 1)
    asides.gone(cast(Any, by), BOARD + 1)
    assert not below(asides, ANN)


async def test_nothing_is_taken_back_later_than_a_token_lasts_and_no_token_is_kept(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    later: list[tuple[float, Any]] = []
    loop = SimpleNamespace(call_later=lambda seconds, call, *args: later.append((seconds, lambda: call(*args))))
    monkeypatch.setattr(module.asyncio, "get_running_loop", lambda: loop)
    asides = made()
    by = said(asides, BOARD + 1)
    monkeypatch.undo()
    ((seconds, lapse),) = later
    assert seconds == 14 * 60
    lapse()
    assert not any(each.passing for each in asides._before.values())
    await acts(asides, Interaction())
    assert not by.deleted and below(asides, ANN), "it stays and counts"


async def test_of_many_messages_to_one_person_the_oldest_stay() -> None:
    asides, by = made(), Interaction()
    for message in range(1, 31):
        said(asides, BOARD + message, by)
    await acts(asides, Interaction())
    assert sorted(by.deleted) == [BOARD + message for message in range(11, 31)]
    assert below(asides, ANN, board=BOARD + 9) and not below(asides, ANN, board=BOARD + 10)


async def test_where_something_has_been_forgotten_it_may_lie_below(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "_MOST_PEOPLE", 2)
    asides = made()
    for user in (ANN, BOB, 3):
        said(asides, BOARD - 1, Interaction(user))
    assert len(asides._before) == 2 and below(asides, BOB)
    asides.board(CHANNEL, BOARD + 1)
    assert not below(asides, BOB, board=BOARD + 1), "the next board is known again"
