"""A picture on its way: what draws it, beside the event loop, and what it shows in words."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NamedTuple

import render
from bot.screens.alt import alt_text, described
from bot.texts import Texts
from render import Scene, SessionEnd


class Picture(NamedTuple):
    """`draw` gives the PNG, `words` describe it to those who do not see it."""

    draw: Callable[[], bytes]
    words: str


def of_board(scene: Scene, t: Texts) -> Picture:
    """The picture of a board."""
    return Picture(partial(render.draw, scene), alt_text(scene, t))


def of_session(end: SessionEnd, t: Texts) -> Picture:
    """The picture of a session that is over."""
    return Picture(partial(render.draw_ending, end), described(end, t))
