"""The panel below the board of a chouette: a cell for every member of the team."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from . import layout, marks, sprites
from .board import stamp
from .names import clean
from .pill import draw_pill
from .scene import Member, Scene, Tone
from .text import MISSING, Faces, draw_text, label
from .theme import THEMES, Colour, Theme

_RADIUS = 12
_ASIDE = 10
_OUTLINE = 4
_NAME_Y, _STATE_Y, _SCORE_Y = 26, 56, 86
_TYPE = 27
_SMALL_TYPE = 22
_PILL_HEIGHT = 30
_PILL_PADDING, _PILL_GAP = 8, 6
_SHORTEST_ROLE = 36
_FADED = 0.5


def draw_panel(canvas: Image.Image, scene: Scene, faces: Faces) -> None:
    """Draw the cells of all members, captain first."""
    for index, member in enumerate(scene.members):
        left, top, width = layout.cell(index, len(scene.members))
        canvas.paste(_cell(member, width, scene.theme, faces), (left, top))


@lru_cache(64)
def _cell(member: Member, width: int, theme: str, faces: Faces) -> Image.Image:
    """A member's cell. Shared: copy from it, never draw on it; from one picture to the next few of them change."""
    look = THEMES[theme]
    cell = _empty_cell(width, theme, member.acts).copy()
    if cube := member.cube:
        sprite = sprites.cube(theme, cube.value, layout.MEMBER_CUBE, cube.owner)
        sprite = sprites.faded(sprite) if cube.dead else sprite
        stamp(cell, sprite, layout.CELL_MARGIN + layout.CELL_WELL / 2, layout.cell_cube(cube.owner))
    room = width - layout.CELL_TEXT - _ASIDE
    name = label(clean(member.name) or MISSING, _TYPE, room, faces=faces)
    draw_text(cell, name, layout.CELL_TEXT, _NAME_Y, look.text)
    state = label(member.state, _SMALL_TYPE, room, smallest=_SMALL_TYPE, faces=faces)
    draw_text(cell, state, layout.CELL_TEXT, _STATE_Y, _ink(member.tone, look))
    score = label(member.score, 26, room, faces=faces)
    _draw_role(cell, member, room - score.width, look, faces)
    draw_text(cell, score, width - _ASIDE, _SCORE_Y, look.text_quiet, "r")
    return Image.blend(cell, Image.new("RGB", cell.size, look.strip), _FADED) if member.out else cell


@lru_cache(16)
def _empty_cell(width: int, theme: str, outlined: bool) -> Image.Image:
    """A cell with the well of its cube. Shared: copy it, never draw on it."""
    look, height = THEMES[theme], layout.CELL_HEIGHT
    cell = Image.new("RGB", (width, height), look.strip)
    cell.paste(look.cell, (0, 0), marks.plate(width, height, _RADIUS))
    if outlined:
        cell.paste(look.accent, (0, 0), marks.outline(width, height, _RADIUS, _OUTLINE))
    cell.paste(
        look.tag,
        (layout.CELL_MARGIN, layout.CELL_MARGIN),
        marks.plate(layout.CELL_WELL, height - 2 * layout.CELL_MARGIN, _RADIUS - 4),
    )
    return cell


def _ink(tone: Tone, look: Theme) -> Colour:
    return {Tone.PLAIN: look.text_quiet, Tone.ASKED: look.accent, Tone.GOOD: look.good, Tone.BAD: look.bad}[tone]


def _draw_role(cell: Image.Image, member: Member, room: int, look: Theme, faces: Faces) -> None:
    """The member's role on a pill left of his score, unless too little of the word would be left."""
    inside = room - 2 * _PILL_PADDING - _PILL_GAP
    words = label(member.role, _SMALL_TYPE, max(1, inside), smallest=_SMALL_TYPE, faces=faces)
    if words.width >= _SHORTEST_ROLE:
        ground, ink = look.accent, look.accent_ink
        draw_pill(cell, words, layout.CELL_TEXT, _SCORE_Y, _PILL_HEIGHT, _PILL_PADDING, ground, ink)
