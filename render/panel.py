"""The panel below the board of a chouette, with a cell per member."""

from __future__ import annotations

from functools import lru_cache

from PIL import Image

from . import blocks, emblems, layout, sprites, surfaces
from .board import stamp
from .names import clean
from .pill import draw_pill
from .scene import Cube, Member, Scene, Tone
from .text import MISSING, draw_text, label
from .theme import THEMES, Colour, Theme

_RADIUS, _WELL_RADIUS = 14, 10
_ASIDE = 11
_OUTLINE = 4
_NAME_Y, _STATE_Y, _LAST_Y = 33, 72, 111
# The largest and smallest type, in wide cells and in those of which five stand in a row.
_NAME_TYPES, _STATE_TYPES = ((34, 26), (30, 24)), ((31, 20), (28, 16))
_SCORE_TYPE, _SMALL_SCORE = 32, 26
_WIDE = 250
_CROWN, _SEAL = 28, 44
_EXTRA_PITCH = layout.EXTRA_CUBE + 6
_PILL, _PILL_PADDING, _PILL_TYPE, _SMALL_PILL = 34, 8, 24, 20
_FADED = 0.5


def draw_panel(canvas: Image.Image, scene: Scene) -> None:
    for index, member in enumerate(scene.members):
        left, top, width = layout.cell(index, len(scene.members))
        cell = _cell(member, width, scene.theme, scene.light)
        canvas.paste(cell, (left - _OUTLINE, top - _OUTLINE))


@lru_cache(40)
def _cell(member: Member, width: int, theme: str, light: int) -> Image.Image:
    """A member's cell with its outline. Shared: copy it; few of them change between pictures."""
    look = THEMES[theme]
    cell = _empty_cell(width, theme, member.acts).copy()
    if cube := member.cube:
        sprite = _cube(theme, cube, layout.member_cube(width), light)
        x = _OUTLINE + layout.CELL_MARGIN + layout.cell_well(width) / 2
        owner = None if cube.offered_to is not None else cube.owner
        stamp(cell, sprites.faded(sprite) if cube.dead else sprite, x, _OUTLINE + layout.cell_cube(owner, width))
    if member.out:  # the result is not faded
        cell = Image.blend(cell, Image.new("RGB", cell.size, look.panel), _FADED)
    left, right = _OUTLINE + layout.cell_text(width), _OUTLINE + width - _ASIDE
    x = left
    if member.captain:
        crown = emblems.crown(_CROWN)
        cell.paste(look.brass.face, (x, _OUTLINE + _NAME_Y - _CROWN // 2 - 1), crown)
        x += _CROWN + 6
    size, smallest = _NAME_TYPES[width < _WIDE]
    name = label(clean(member.name) or MISSING, size, right - x, smallest=smallest)
    draw_text(cell, name, x, _OUTLINE + _NAME_Y, look.text_quiet if member.out else look.text)
    size, smallest = _STATE_TYPES[width < _WIDE]
    bold = member.tone is not Tone.PLAIN
    state = label(member.state, size, right - left + 4, smallest=smallest, bold=bold)
    draw_text(cell, state, left, _OUTLINE + _STATE_Y, _ink(member.tone, look))
    _draw_last_line(cell, member, left, right, theme, light)
    return cell


def _cube(theme: str, cube: Cube, size: int, light: int) -> Image.Image:
    """A cube: of brass while centred, of its owner's material, tilted and of the other's if offered."""
    if cube.offered_to is not None:
        return blocks.cube(theme, cube.value, size, (1 - cube.offered_to) ^ light, blocks.TILT - 2)
    return blocks.cube(theme, cube.value, size, None if cube.owner is None else cube.owner ^ light)


def _draw_last_line(cell: Image.Image, member: Member, left: int, right: int, theme: str, light: int) -> None:
    """The seal, as many extra cubes and the role as fit, and the score at the right."""
    look, y = THEMES[theme], _OUTLINE + _LAST_Y
    seal = _SEAL + 6 if member.answered else 0
    score = label(member.score, _SCORE_TYPE, right - left)
    if left + seal + len(member.extras) * _EXTRA_PITCH > right - score.width:
        score = label(member.score, _SMALL_SCORE, right - left)
    draw_text(cell, score, right, y, look.text, "r")
    x, end = left, right - score.width - 6
    if member.answered:
        stamp(cell, emblems.seal(theme, _SEAL), x + _SEAL / 2 - 2, y)
    x += seal
    x = _draw_extras(cell, member.extras, x, end, theme, light)
    role = "" if member.captain else clean(member.role)
    room = end - x - 2 * _PILL_PADDING
    words = label(role, _PILL_TYPE, max(1, room), smallest=_SMALL_PILL)
    # A truncated role is omitted: the state implies it.
    if role and label(role, _SMALL_PILL).width <= room:
        draw_pill(cell, words, x, y, _PILL, _PILL_PADDING, look.brass.face, look.brass.ink)


def _draw_extras(cell: Image.Image, extras: tuple[Cube, ...], left: int, right: int, theme: str, light: int) -> int:
    """As many small cubes as fit, then the number of the others; returns their right edge."""
    y, room = _OUTLINE + _LAST_Y, (right - left + 6) // _EXTRA_PITCH
    shown = extras if len(extras) <= room else extras[: max(0, room - 1)]
    for index, extra in enumerate(shown):
        sprite = _cube(theme, extra, layout.EXTRA_CUBE, light)
        stamp(cell, sprite, left + index * _EXTRA_PITCH + layout.EXTRA_CUBE / 2, y)
    left += len(shown) * _EXTRA_PITCH
    if room and len(shown) < len(extras):
        more = label(f"+{len(extras) - len(shown)}", 26, right - left, smallest=18)
        draw_text(cell, more, left + 2, y, THEMES[theme].text_quiet)
        left += more.width + 8
    return left


@lru_cache(16)
def _empty_cell(width: int, theme: str, asked: bool) -> Image.Image:
    """A cell with the well of its cube. Shared: copy it, never draw on it."""
    look, height, around = THEMES[theme], layout.CELL_HEIGHT, 2 * _OUTLINE
    cell = Image.new("RGB", (width + around, height + around), look.panel)
    if asked:
        cell.paste(look.now.colour, (0, 0), surfaces.plate(width + around, height + around, _RADIUS + _OUTLINE))
    ground = look.cell_asked if asked else look.cell
    cell.paste(ground, (_OUTLINE, _OUTLINE), surfaces.plate(width, height, _RADIUS))
    well = surfaces.plate(layout.cell_well(width), height - 2 * layout.CELL_MARGIN, _WELL_RADIUS)
    cell.paste(look.tray, (_OUTLINE + layout.CELL_MARGIN, _OUTLINE + layout.CELL_MARGIN), well)
    return cell


def _ink(tone: Tone, look: Theme) -> Colour:
    return {Tone.PLAIN: look.text_quiet, Tone.ASKED: look.now.colour, Tone.GOOD: look.good, Tone.BAD: look.bad}[tone]
