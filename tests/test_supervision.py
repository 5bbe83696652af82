"""What works in the background goes on, whatever kills it."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot import supervision
from bot.supervision import supervised


@pytest.fixture
def pauses(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """How long is waited, though nobody waits here."""
    waited: list[float] = []

    async def sleep(seconds: float) -> None:
        waited.append(seconds)

    monkeypatch.setattr(supervision.asyncio, "sleep", sleep)
    return waited


async def test_a_task_that_dies_is_logged_and_begun_again(
    pauses: list[float], caplog: pytest.LogCaptureFixture
) -> None:
    begun = 0

    async def work() -> None:
        nonlocal begun
        begun += 1
        if begun < 11:
            raise RuntimeError(f"death {begun}")

    await supervised("the toy", work)
    assert begun == 11 and pauses == [5, 10, 20, 40, 80, 160, 320, 600, 600, 600]
    assert len(caplog.records) == 10
    for number, record in enumerate(caplog.records, 1):
        assert record.levelno == logging.ERROR and "the toy" in record.getMessage()
        assert record.exc_info and str(record.exc_info[1]) == f"death {number}"


async def test_a_task_that_is_cancelled_ends(caplog: pytest.LogCaptureFixture) -> None:
    task = asyncio.create_task(supervised("the toy", asyncio.Event().wait))
    await asyncio.sleep(0)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    assert caplog.records == []
