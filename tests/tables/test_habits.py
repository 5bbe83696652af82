"""Preferences and settings: kept whole, and harmless when they cannot be read."""

from __future__ import annotations

import pytest

from bot.backgammon import Rules, Variant
from bot.tables.habits import Preferences, ServerSettings

from .house import ANN, BOB, GUILD, House


async def test_everybody_begins_with_the_defaults(house: House) -> None:
    assert await house.habits.of_person(ANN.user) == Preferences()
    assert await house.habits.of_server(GUILD) == ServerSettings()


async def test_what_is_kept_comes_back_and_only_to_its_owner(house: House) -> None:
    preferences = Preferences(language="cs", auto_roll=False, blocked=(1, 2))
    settings = ServerSettings(language="ru", rules=Rules(length=7, variant=Variant.NACKGAMMON), claim_after=24)
    await house.habits.keep_person(ANN.user, preferences)
    await house.habits.keep_server(GUILD, settings)
    assert await house.habits.of_person(ANN.user) == preferences
    assert await house.habits.of_server(GUILD) == settings
    assert await house.habits.of_person(BOB.user) == Preferences()


@pytest.mark.parametrize("stored", [b"", b"nonsense", b"[]", b'{"auto_roll": "perhaps"}', b'{"language": 3}'])
async def test_what_cannot_be_read_counts_as_nothing(house: House, stored: bytes) -> None:
    await house.store.set_preferences(ANN.user, stored)
    assert await house.habits.of_person(ANN.user) == Preferences()


async def test_what_a_newer_bot_has_added_is_passed_over(house: House) -> None:
    await house.store.set_preferences(ANN.user, b'{"auto_roll": false, "unheard_of": 1}')
    assert await house.habits.of_person(ANN.user) == Preferences(auto_roll=False)


async def test_what_is_dropped_is_forgotten_at_once_and_by_the_store(house: House) -> None:
    await house.habits.keep_person(ANN.user, Preferences(language="cs"))
    await house.habits.drop_person(ANN.user)
    assert await house.habits.of_person(ANN.user) == Preferences()
    assert await house.store.preferences(ANN.user) is None
