"""A club of three people for each test."""

from collections.abc import AsyncIterator

import pytest

from bot.cogs import router

from .party import Party, party


@pytest.fixture(autouse=True)
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow the machine is, answers are those of a quick one: nothing is promised first."""
    monkeypatch.setattr(router, "_IN_TIME", 5.0)


@pytest.fixture
async def club() -> AsyncIterator[Party]:
    async with party() as made:
        yield made
        made.env.raise_errors()
