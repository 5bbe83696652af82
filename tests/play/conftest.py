"""One bot with three people for each test."""

from collections.abc import AsyncIterator

import pytest

from bot.ladder import rating
from bot.tables import outages, schedule

from .bot import OneBot, one_bot


@pytest.fixture(autouse=True)
def by_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    """The bot looks at nothing by itself meanwhile, and says that all is well when a test wants it."""
    monkeypatch.setattr(schedule, "PERIOD", 3600.0)
    monkeypatch.setattr(outages, "PERIOD", 3600.0)


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Matches are rated however few plays were made: most tests play a match to have one, and resign it at once."""
    monkeypatch.setattr(rating, "FEWEST_PLAYS", 0)
    monkeypatch.setattr(rating, "PLAYS_A_POINT", 0)


@pytest.fixture
async def bot() -> AsyncIterator[OneBot]:
    async with one_bot() as made:
        yield made
        made.env.raise_errors()
