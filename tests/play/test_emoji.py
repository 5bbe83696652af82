"""A bot whose application has emoji shows them; what it says is the same."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.screens import emoji
from tests.screens.emoji_known import NAMES

from .bot import OneBot


@pytest.fixture
async def dressed(bot: OneBot) -> AsyncIterator[OneBot]:
    """The bot, after `doctor --emoji` and a new start."""
    for name in NAMES:
        bot.env.backend.create_application_emoji(name)
    await bot.restart()
    yield bot
    emoji.forget()


async def test_a_match_with_emoji(dressed: OneBot) -> None:
    await dressed.play()
    seen: set[str] = set()
    for _ in range(6):
        for row in dressed.live.components:
            seen |= {f"{child.label} {child.emoji.name}" for child in row.children if child.emoji}
        seen |= {"words"} if "<:die" in dressed.live.content else set()
        await dressed.turn()
    assert "words" in seen and {each.partition("_")[0] for each in seen} >= {"Roll die5", "Double cube2"}
