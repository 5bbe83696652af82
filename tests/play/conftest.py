"""A club of three people for each test."""

from collections.abc import AsyncIterator

import pytest

from .party import Party, party


@pytest.fixture
async def club() -> AsyncIterator[Party]:
    async with party() as made:
        yield made
        made.env.raise_errors()
