"""What shows tables, as far as it needs no Discord."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import discord
import fakeredis
import pytest

from bot.screens import presenter
from bot.screens.painter import Painter
from bot.screens.presenter import Presenter
from bot.store import Store
from bot.tables.preferences import Preferences
from bot.tables.repository import TableRepository


async def test_only_of_the_last_servers_of_other_processes_the_language_is_remembered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(presenter, "_MOST_KNOWN", 2, raising=False)
    asked: list[int] = []

    async def fetch_guild(guild: int, *, with_counts: bool) -> Any:
        asked.append(guild)
        return SimpleNamespace(preferred_locale=discord.Locale.czech)

    client: Any = SimpleNamespace(get_guild=lambda guild: None, fetch_guild=fetch_guild)
    store = Store(fakeredis.FakeAsyncRedis(), "the test")
    shown = Presenter(client, TableRepository(store), Preferences(store), Painter())
    for guild in (1, 2, 2, 3, 1):
        assert (await shown.own_texts(guild)).language == "cs"
    assert asked == [1, 2, 3, 1]
