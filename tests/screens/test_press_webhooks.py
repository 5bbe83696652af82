"""A pressed message is edited by its press: by the newest one, as long as that is valid, and never again after it has
failed.
"""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import pytest

from bot.screens.press_webhooks import PressWebhooks

from .test_discord_errors import error

MINUTE = 60.0


class Press:
    """The press of a message; each edit is noted, and fails if it is told to."""

    def __init__(self, message: int | None = 5, failure: Exception | None = None) -> None:
        self.message = None if message is None else SimpleNamespace(id=message)
        self.failure, self.edits = failure, list[dict[str, Any]]()

    async def edit_original_response(self, **changes: Any) -> None:
        self.edits.append(changes)
        if self.failure:
            raise self.failure


class Clock:
    """Stands still until it is set."""

    now = 1000.0

    def __call__(self) -> float:
        return self.now


def keeping(*presses: Any, clock: Clock | None = None) -> PressWebhooks:
    webhooks = PressWebhooks(clock or Clock())
    for press in presses:
        webhooks.keep(press)
    return webhooks


async def test_the_newest_press_of_a_message_edits_it() -> None:
    first, other, newest = Press(), Press(6), Press()
    webhooks = keeping(first, other, newest)
    assert await webhooks.edit(5, content="new", view=None)
    assert newest.edits == [{"content": "new", "view": None}] and first.edits == other.edits == []


async def test_without_a_press_there_is_no_edit() -> None:
    press = Press()
    webhooks = keeping(press, Press(None))
    assert not webhooks.edits(6) and not await webhooks.edit(6, view=None)
    webhooks.forget(5)
    webhooks.forget(5)
    assert not webhooks.edits(5) and not await webhooks.edit(5, view=None)
    assert press.edits == []


@pytest.mark.parametrize(("minutes", "used"), [(13.9, True), (14.1, False)])
async def test_a_press_is_kept_for_fourteen_minutes(minutes: float, used: bool) -> None:
    clock, press = Clock(), Press()
    webhooks = keeping(press, clock=clock)
    clock.now += minutes * MINUTE
    assert webhooks.edits(5) is used and await webhooks.edit(5, view=None) is used
    assert len(press.edits) == used


@pytest.mark.parametrize(
    "failure",
    [
        error(404, 10008),
        error(401, 50027),
        error(404, 10015),
        error(503),
        error(429),
        aiohttp.ClientOSError(),
        TimeoutError(),
    ],
    ids=repr,
)
async def test_one_that_has_failed_is_not_used_again(failure: Exception) -> None:
    press = Press(failure=failure)
    webhooks = keeping(press)
    assert not await webhooks.edit(5, view=None) and not await webhooks.edit(5, view=None)
    assert len(press.edits) == 1


async def test_a_newer_press_is_kept_when_an_older_one_has_failed_meanwhile() -> None:
    newer = Press()

    class Slow(Press):
        async def edit_original_response(self, **changes: Any) -> None:
            webhooks.keep(newer)  # type: ignore[arg-type]
            raise error(503)

    webhooks = keeping(Slow())
    assert not await webhooks.edit(5, view=None)
    assert await webhooks.edit(5, view=None) and newer.edits
