"""What Discord answers when something does not work, and what is made of it."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest

from bot.screens import discord_errors
from bot.screens.discord_errors import Trouble, attempt, persist, trouble


class Response:
    """As much of an HTTP response as discord.py's errors look at."""

    reason = "so"

    def __init__(self, status: int, **headers: str) -> None:
        self.status, self.headers = status, headers


def error(status: int, code: int = 0, **headers: str) -> discord.HTTPException:
    kind = {403: discord.Forbidden, 404: discord.NotFound}.get(status, discord.HTTPException)
    if status >= 500:
        kind = discord.DiscordServerError
    return kind(Response(status, **headers), {"code": code, "message": "so"})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "code", "kind"),
    [
        (404, 10003, Trouble.GONE),
        (404, 10004, Trouble.GONE),
        (404, 10008, Trouble.GONE),
        (404, 10062, Trouble.LATE),
        (404, 10015, Trouble.LATE),
        (401, 50027, Trouble.LATE),
        (400, 40060, Trouble.ANSWERED),
        (400, 30046, Trouble.TOO_OLD),
        (429, 30046, Trouble.TOO_OLD),
        (403, 50001, Trouble.FORBIDDEN),
        (403, 50013, Trouble.FORBIDDEN),
        (400, 50083, Trouble.FORBIDDEN),
        (403, 160002, Trouble.UNREAD),
        (400, 160005, Trouble.FORBIDDEN),
        (400, 160006, Trouble.THREADS),
        (400, 160007, Trouble.THREADS),
        (400, 30033, Trouble.PEOPLE),
        (401, 0, Trouble.FORBIDDEN),
        (403, 0, Trouble.FORBIDDEN),
        (404, 0, Trouble.GONE),
        (400, 50035, Trouble.REJECTED),
        (413, 40005, Trouble.REJECTED),
        (429, 0, Trouble.DOWN),
        (500, 0, Trouble.DOWN),
        (502, 0, Trouble.DOWN),
        (503, 0, Trouble.DOWN),
    ],
)
def test_the_table_of_answers(status: int, code: int, kind: Trouble) -> None:
    assert trouble(error(status, code)) is kind


@pytest.mark.parametrize(
    "failure",
    [aiohttp.ClientConnectionError(), aiohttp.ServerDisconnectedError(), TimeoutError(), ConnectionResetError()],
)
def test_a_cut_connection_is_discord_being_down(failure: Exception) -> None:
    assert trouble(failure) is Trouble.DOWN


def test_errors_of_ours_are_not_discords() -> None:
    with pytest.raises(ZeroDivisionError):
        trouble(ZeroDivisionError())


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Pauses are noted instead of made."""
    made: list[float] = []

    async def sleep(seconds: float) -> None:
        made.append(seconds)

    monkeypatch.setattr(discord_errors.asyncio, "sleep", sleep)
    return made


def failing(*errors: Exception) -> Any:
    """A call that fails with each of these before it succeeds."""
    left = list(errors)

    async def call() -> str:
        if left:
            raise left.pop(0)
        return "done"

    return call


async def test_what_must_get_through_is_tried_again_while_discord_is_down(pauses: list[float]) -> None:
    assert await persist(failing(error(503), TimeoutError(), error(429))) == "done"
    assert pauses == sorted(pauses) and len(pauses) == 3


async def test_after_four_tries_the_last_error_is_raised(pauses: list[float]) -> None:
    with pytest.raises(discord.DiscordServerError):
        await persist(failing(*[error(500) for _ in range(9)]))
    assert len(pauses) == 3


@pytest.mark.parametrize("lasting", [error(403), error(404, 10008), error(400, 30046), error(400, 50035)])
async def test_what_will_not_get_better_is_not_tried_again(pauses: list[float], lasting: Exception) -> None:
    with pytest.raises(type(lasting)):
        await persist(failing(lasting))
    assert pauses == []


async def test_what_may_fail_fails_silently_but_bugs_do_not() -> None:
    assert await attempt(failing(error(404, 10008))) is None
    assert await attempt(failing()) == "done"
    with pytest.raises(ZeroDivisionError):
        await attempt(failing(ZeroDivisionError()))


async def test_who_is_asked_to_wait_waits_as_long_as_asked_or_not_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    slept: list[float] = []

    async def sleep(seconds: float) -> None:
        slept.append(seconds)

    monkeypatch.setattr(discord_errors, "asyncio", SimpleNamespace(sleep=sleep, TimeoutError=TimeoutError))
    answers: list[Exception] = [error(429, **{"Retry-After": "1.5"}), error(500), error(429, **{"Retry-After": "9"})]

    async def call() -> None:
        raise answers.pop(0)

    with pytest.raises(discord.HTTPException):
        await persist(call, (0.1, 0.2, 0.3), patience=3.0)
    assert slept == [1.5, 0.2], "what comes too late is not tried again"
