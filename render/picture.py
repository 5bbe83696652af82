"""The whole picture of a scene, layer by layer, and the warming of caches."""

from __future__ import annotations

import string
from collections.abc import Iterable
from dataclasses import replace
from functools import cache

from PIL import Image

from . import blocks, board, card, drafting, encode, ground, header, lastplay, layout, middle, panel, sprites, ways
from .scene import LastPlay, Member, Scene, Step, check
from .theme import THEMES

WARM_CUBES = (2, 4, 8)
# Contains every glyph that pictures share, and the letters of most names.
_REHEARSAL = Scene(
    bottom=(0,) * 6 + (8, 7) + (0,) * 18,
    top=(1,) + (0,) * 5 + (13,) + (0,) * 18 + (1,),
    names=(string.ascii_letters, string.digits + string.punctuation),
    tags=("Jacoby",),
    turn=0,
    last=LastPlay(0, (Step(8, 7, hit=True), Step(8, 7))),
    members=(Member("Anna", role="BOX", acts=True), Member("Bo", captain=True, out=True)),
)


def compose(scene: Scene) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an impossible board."""
    check(scene)
    canvas = _canvas(scene)
    header.draw_strips(canvas, scene)
    drafting.draw_lit_points(canvas, scene)
    lastplay.draw_ghosts(canvas, scene)
    board.draw_checkers(canvas, scene)
    board.draw_off(canvas, scene)
    board.draw_cube(canvas, scene)
    lastplay.draw_marks(canvas, scene)
    ways.draw_ways(canvas, scene)
    drafting.draw_draft(canvas, scene)
    if scene.end:
        card.draw_card(canvas, scene)
    else:
        middle.draw_middle(canvas, scene)
    panel.draw_panel(canvas, scene)
    return canvas


def _canvas(scene: Scene) -> Image.Image:
    """The empty board, with room below it for a chouette's panel."""
    height = layout.HEIGHT + layout.panel_height(len(scene.members))
    canvas = Image.new("RGB", (layout.WIDTH, height), None)
    ground.draw_ground(canvas, scene.theme, scene.seat(scene.numbers_from))
    if scene.members:
        canvas.paste(THEMES[scene.theme].panel, (0, layout.HEIGHT, layout.WIDTH, height))
    return canvas


def draw(scene: Scene) -> bytes:
    """The picture of a scene as a PNG, 1100 wide, and as high as `layout` says, higher with the panel of a chouette.

    A pure function of the scene, thread-safe. Raises `ValueError`, saying what is wrong, for an impossible board.
    """
    return encode.png(compose(scene), scene.theme)


def warm(themes: Iterable[str] = ("wood", "dark", "contrast")) -> None:
    """Render what all pictures of these themes share, so that the first one is as fast as the others."""
    for theme in themes:
        if theme not in THEMES:
            raise ValueError(f"unknown theme {theme!r}: there are {', '.join(THEMES)}")
        _warm(theme)


@cache
def _warm(theme: str) -> None:
    for side in (0, 1):
        sprites.checker(theme, side)
        sprites.edge(theme, side)
        for value in range(1, 7):
            for tilt in blocks.DICE_TILTS[:2]:
                blocks.die(theme, side, value, False, tilt)
    for value in (*WARM_CUBES, 64):
        blocks.cube(theme, value, layout.CUBE)
    for side in (0, 1):
        draw(replace(_REHEARSAL, theme=theme, numbers_from=side))
