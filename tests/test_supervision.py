"""What works in the background goes on, whatever kills it."""

from __future__ import annotations

import asyncio
import logging

import pytest

from bot import supervision
from bot.supervision import in_background, stop, supervised


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


async def test_what_nobody_waits_for_and_dies_is_in_the_log_at_once(caplog: pytest.LogCaptureFixture) -> None:
    async def work() -> None:
        raise RuntimeError("a death")

    task = in_background(work(), "the toy")
    await asyncio.wait([task])
    await asyncio.sleep(0)
    (record,) = caplog.records
    assert record.levelno == logging.ERROR and record.getMessage() == "the background task the toy died"
    assert record.exc_info and str(record.exc_info[1]) == "a death"


async def test_what_ends_or_is_cancelled_is_no_death(caplog: pytest.LogCaptureFixture) -> None:
    ends, goes_on = in_background(asyncio.sleep(0)), in_background(asyncio.sleep(3600))
    await ends
    await stop(goes_on)
    await asyncio.sleep(0)
    assert goes_on.cancelled() and caplog.records == []


async def test_what_misses_that_it_is_cancelled_is_stopped_all_the_same() -> None:
    missed = 0

    async def work() -> None:
        nonlocal missed
        while True:
            try:
                await asyncio.sleep(3600)
            except asyncio.CancelledError:
                if missed == 2:
                    raise
                missed += 1

    tasks = [in_background(work()), in_background(asyncio.sleep(3600))]
    await asyncio.sleep(0)
    await stop(*tasks)
    assert missed == 2 and all(task.cancelled() for task in tasks)
