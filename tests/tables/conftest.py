"""One house for each test."""

import pytest

from .house import House


@pytest.fixture
def house() -> House:
    return House()
