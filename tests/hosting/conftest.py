from __future__ import annotations

import math
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.hosting import checks_discord, checks_store, doctor
from bot.store import connection
from tests.hosting.clinic import Clinic, clinic


@pytest.fixture(autouse=True)
def _no_haste(monkeypatch: pytest.MonkeyPatch) -> None:
    """How fast and how large this machine is makes no difference."""
    monkeypatch.setattr(checks_store, "SLOW", math.inf)
    monkeypatch.setattr(checks_store, "LEAST_SPACE", 0)
    monkeypatch.setattr(connection, "PATIENCE", 60)
    monkeypatch.setattr(connection, "ANSWER_TIME", 60)
    monkeypatch.setattr(checks_discord, "ANSWER_TIME", 60)
    monkeypatch.setattr(doctor, "PATIENCE", 120)


@pytest.fixture
async def well(tmp_path: Path) -> AsyncIterator[Clinic]:
    """A clinic in which everything is well."""
    async with clinic(tmp_path) as place:
        yield place
