"""What draws pictures beside the loop ends when the bot does."""

from __future__ import annotations

import pytest

from bot.screens import painter
from bot.screens.painter import Painter


async def test_who_is_told_to_end_while_it_warms_up_begins_no_further_theme(monkeypatch: pytest.MonkeyPatch) -> None:
    warmed: list[tuple[str, ...]] = []
    hands = Painter()

    def warm(themes: tuple[str, ...]) -> None:
        warmed.append(themes)
        hands.close()

    monkeypatch.setattr(painter.render, "warm", warm)
    await hands.warm()
    assert len(warmed) == 1
