"""The name strips above and below the board: players, tags, times, pip counts, scores.

The strip of the side to act is a plate of brass with the question.
"""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from . import emblems, layout, sprites, surfaces
from .board import stamp
from .names import clean
from .pill import draw_pill, pill_width
from .roles import Mark, sign
from .scene import Scene
from .text import MISSING, Label, draw_text, label
from .theme import THEMES, Colour, Theme, mix

_EDGE, _CHECKER_X, _CHECKER = 28, 40, 42
_NAME_LEFT = 72
_GAP = 16
_COLUMN_GAP = 32
_TYPE, _SCORE_TYPE, _PIPS_TYPE = 38, 42, 36
_OF_TYPE, _LABEL_TYPE, _ASKED_TYPE, _TAG_TYPE = 30, 27, 30, 26
_SCORE_WIDTH, _LABEL_WIDTH, _TAG_WIDTH, _ROLE_WIDTH, _ASKED_WIDTH = 210, 130, 230, 180, 420
_ASKED_BESIDE_TIME = 300
_PILL, _PADDING, _PILL_GAP = 38, 14, 10
_CROWN = 28
_TIME_TYPE, _TIME_WIDTH, _WATCH, _WATCH_GAP = 34, 190, 32, 8
_SHORTEST_NAME = 240
_PLATE_ASIDE, _PLATE_RADIUS = 6, 12


@dataclass(frozen=True)
class _Inks:
    """The text colours of a strip."""

    text: Colour
    quiet: Colour
    pill: Colour
    pill_ink: Colour


def draw_strips(canvas: Image.Image, scene: Scene) -> None:
    """Both name strips. Tags are in the upper one, and in the lower one if they do not fit."""
    waiting = [tag for tag in map(clean, scene.tags) if tag]
    for seat in (1, 0):
        side = scene.seat(seat)
        top = layout.strip_top(seat)
        # The line between strip and frame belongs to the frame; text is centred in the visible part.
        y = top + layout.STRIP // 2 + (-1 if seat else 1)
        look = THEMES[scene.theme]
        if scene.turn == side:
            width, height = layout.WIDTH - 2 * _PLATE_ASIDE, layout.STRIP - 10
            above = y - height // 2
            box = (_PLATE_ASIDE, above, _PLATE_ASIDE + width, above + height)
            surfaces.lay_brass(canvas, box, _PLATE_RADIUS, look.brass)
        stamp(canvas, sprites.checker(scene.theme, scene.look(side), _CHECKER), _CHECKER_X, y)
        waiting = _draw_words(canvas, scene, side, y, waiting)


def _inks(scene: Scene, side: int) -> _Inks:
    look: Theme = THEMES[scene.theme]
    if scene.turn == side:
        quiet = mix(look.brass.ink, look.brass.face, 0.12 if look.frame.figure else 0)
        return _Inks(look.brass.ink, quiet, look.brass.foot, look.brass.ink)
    return _Inks(look.text, look.text_quiet, look.cell_asked, look.text)


def _draw_words(canvas: Image.Image, scene: Scene, side: int, y: int, tags: list[str]) -> list[str]:
    """The text of a strip; returns the tags that did not fit."""
    inks = _inks(scene, side)
    right = _draw_time(canvas, scene, side, _draw_numbers(canvas, scene, side, y, inks) - _COLUMN_GAP, y, inks)
    role = label(scene.roles[side], _TAG_TYPE, _ROLE_WIDTH, smallest=24) if scene.roles[side] else None
    asked = scene.asked if scene.turn == side else ""
    widest = _ASKED_WIDTH if scene.times == (None, None) else _ASKED_BESIDE_TIME
    said = label(asked, _ASKED_TYPE, widest, smallest=26, bold=False) if clean(asked) else None
    mark = _sign(scene, side)
    taken = (pill_width(role, _PADDING, mark) + _PILL_GAP if role else 0) + (said.width + _GAP if said else 0)
    right, left_over = _draw_tags(canvas, tags, _NAME_LEFT + taken, right, y, inks)
    room = max(right - _NAME_LEFT - taken, 1)
    name = label(clean(scene.names[side]) or MISSING, _TYPE, room, smallest=28)
    draw_text(canvas, name, _NAME_LEFT, y, inks.text)
    x = _NAME_LEFT + name.width + _GAP
    if role:
        draw_pill(canvas, role, x, y, _PILL, _PADDING, inks.pill, inks.pill_ink, mark)
        x += pill_width(role, _PADDING, mark) + _PILL_GAP + 4
    if said:
        draw_text(canvas, said, x, y + 2, inks.quiet)
    return left_over


def _sign(scene: Scene, side: int) -> Image.Image | None:
    """The sign before a role in a chouette: the crown of the captain, as in the cell; a small box."""
    if not scene.members:
        return None
    return sign(Mark.BOX) if side else emblems.crown(_CROWN)


@dataclass(frozen=True)
class _Score:
    """A score: points in large, match length in small digits."""

    points: Label
    length: Label | None

    @property
    def width(self) -> int:
        return self.points.width + (self.length.width + 3 if self.length else 0)


def _score(text: str) -> _Score:
    points, slash, length = clean(text).partition("/")
    if not slash or len(length) > 6:
        return _Score(label(text, _SCORE_TYPE, _SCORE_WIDTH), None)
    of = label(f"/{length.strip()}", _OF_TYPE, _SCORE_WIDTH // 2, smallest=22, bold=False)
    return _Score(label(points.strip(), _SCORE_TYPE, _SCORE_WIDTH - of.width), of)


def _draw_numbers(canvas: Image.Image, scene: Scene, side: int, y: int, inks: _Inks) -> int:
    """The score at the right, the pip count before it, aligned in both strips; returns their left edge."""
    scores = [_score(score) for score in scene.scores]
    widest = max(score.width for score in scores) if any(map(clean, scene.scores)) else 0
    right = layout.WIDTH - _EDGE
    if score := scores[side] if clean(scene.scores[side]) else None:
        x = right
        if score.length:
            draw_text(canvas, score.length, x, y + 2, inks.quiet, "r")
            x -= score.length.width + 3
        draw_text(canvas, score.points, x, y, inks.text, "r")
    right -= widest + _COLUMN_GAP if widest else 0
    counts = [label(str(scene.pips(each)), _PIPS_TYPE) for each in (0, 1)]
    draw_text(canvas, counts[side], right, y, inks.text, "r")
    words = label(scene.pips_label, _LABEL_TYPE, _LABEL_WIDTH, smallest=22, bold=False)
    draw_text(canvas, words, right - counts[side].width - 9, y + 2, inks.quiet, "r")
    return right - max(count.width for count in counts) - 9 - words.width


def _draw_time(canvas: Image.Image, scene: Scene, side: int, right: int, y: int, inks: _Inks) -> int:
    """The time left, aligned in both strips; returns the right edge of what may stand before it."""
    times = [each and label(each.words, _TIME_TYPE, _TIME_WIDTH, bold=each.urgent) for each in scene.times]
    widths = [each.width for each in times if each]
    if not widths:
        return right
    left = right - max(widths)
    if any(each and each.urgent for each in scene.times):
        left -= _WATCH + _WATCH_GAP
    if (words := times[side]) and (time := scene.times[side]):
        draw_text(canvas, words, right, y, inks.text, "r")
        if time.urgent:
            watch = emblems.stop_watch(_WATCH)
            canvas.paste(inks.text, (right - words.width - _WATCH_GAP - _WATCH, y - _WATCH // 2 - 1), watch)
    return left - _COLUMN_GAP


def _draw_tags(
    canvas: Image.Image, tags: list[str], left: int, right: int, y: int, inks: _Inks
) -> tuple[int, list[str]]:
    """Draw the tags that leave space for the name, from the right; returns the right edge of the name and the remaining
    tags.
    """
    drawn = 0
    for tag in tags:
        words = label(tag, _TAG_TYPE, _TAG_WIDTH, smallest=24, bold=False)
        width = words.width + 2 * _PADDING
        if right - width - left < _SHORTEST_NAME:
            break
        draw_pill(canvas, words, right - width, y, _PILL, _PADDING, inks.pill, inks.pill_ink)
        right -= width + _PILL_GAP
        drawn += 1
    return right, tags[drawn:]
