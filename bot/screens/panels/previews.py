"""Previews of the themes, under the panels in which one is chosen."""

from __future__ import annotations

from bot.screens.panels.lists import themes
from bot.texts import Texts
from render import Cube, Scene

_OWN = {2: 1, 3: 1, 4: 2, 6: 2, 8: 2, 10: 1, 0: 6}
_OTHER = {13: 2, 14: 2, 16: 1, 18: 2, 20: 1, 24: 1}


def previews(chosen: str | None, t: Texts) -> list[Scene]:
    """A board in each theme, with its name as the player's; the chosen one is on turn."""
    return [
        Scene(
            bottom=_counts(_OWN),
            top=_counts(_OTHER),
            names=(name, ""),
            turn=0 if theme == chosen else None,
            cube=Cube(2, owner=0),
            pips_label=t("pips"),
            theme=theme,
        )
        for theme, name in themes(t)
    ]


def preview_alt(chosen: str | None, t: Texts) -> str:
    """The alt text of the previews."""
    shown = t("The same board in these colours, from above: {themes}.", themes=t.listed(name for _, name in themes(t)))
    now = next((name for theme, name in themes(t) if theme == chosen), None)
    return f"{shown} {t('Chosen: {theme}.', theme=now)}" if now else shown


def _counts(checkers: dict[int, int]) -> tuple[int, ...]:
    return tuple(checkers.get(point, 0) for point in range(26))
