"""The tables of one channel for each test."""

import pytest

from .tables import Tables


@pytest.fixture
def tables() -> Tables:
    return Tables()
