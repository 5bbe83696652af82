"""The name strips above and below the board: who plays, the tags, pip counts, scores, and whose turn it is."""

from __future__ import annotations

from PIL import Image

from . import layout, sprites
from .names import clean
from .pill import draw_pill
from .scene import Scene
from .text import MISSING, Faces, draw_text, label
from .theme import THEMES

_EDGE = 24
_NAME_LEFT = 78
_GAP = 30
_TYPE = 34
_SMALL_TYPE = 24
_SCORE_WIDTH = 190
_LABEL_WIDTH = 130
_TAG_WIDTH = 230
_ROLE_WIDTH = 180
_PILL, _PADDING, _PILL_GAP = 38, 13, 12
_SHORTEST_NAME = 240


def draw_strips(canvas: Image.Image, scene: Scene, faces: Faces) -> None:
    """Both name strips. Tags stand in the upper one; those it has no room for stand in the lower one."""
    numbers_left = _numbers_left(scene, faces)
    waiting = [tag for tag in map(clean, scene.tags) if tag]
    for seat in (1, 0):
        side = scene.seat(seat)
        top = layout.strip_top(seat)
        # The line between strip and frame belongs to the frame: the text is centred in what one sees.
        y = top + layout.STRIP // 2 + (-1 if seat else 1)
        look = THEMES[scene.theme]
        if scene.turn == side:
            canvas.paste(look.strip_on_turn, (0, top, layout.WIDTH, top + layout.STRIP))
            canvas.paste(look.accent, (0, top, 10, top + layout.STRIP))
        checker = sprites.small_checker(scene.theme, scene.look(side), 40)
        canvas.paste(checker, (48 - checker.width // 2, y - checker.height // 2), checker)
        _draw_numbers(canvas, scene, side, y, faces)
        left = _draw_role(canvas, scene, side, y, faces)
        name_right, waiting = _draw_tags(canvas, scene, waiting, left, numbers_left - _GAP, y, faces)
        name = label(clean(scene.names[side]) or MISSING, _TYPE, name_right - left, smallest=28, faces=faces)
        draw_text(canvas, name, left, y, look.text)


def _draw_role(canvas: Image.Image, scene: Scene, side: int, y: int, faces: Faces) -> int:
    """Draw what a side is in a chouette; return where its name begins."""
    role = clean(scene.roles[side])
    if not role:
        return _NAME_LEFT
    look = THEMES[scene.theme]
    words = label(role, _SMALL_TYPE, _ROLE_WIDTH, smallest=22, faces=faces)
    draw_pill(canvas, words, _NAME_LEFT, y, _PILL, _PADDING, look.accent, look.accent_ink)
    return _NAME_LEFT + words.width + 2 * _PADDING + _PILL_GAP


def _score_width(scene: Scene, faces: Faces) -> int:
    """The width of the column of scores: both strips share it, so that the pip counts stand below each other."""
    scores = [score for score in scene.scores if clean(score)]
    return max((label(score, _TYPE, _SCORE_WIDTH, faces=faces).width for score in scores), default=0)


def _pips_right(scene: Scene, faces: Faces) -> int:
    width = _score_width(scene, faces)
    return layout.WIDTH - _EDGE - (width + _GAP if width else 0)


def _numbers_left(scene: Scene, faces: Faces) -> int:
    """Where the pip counts and scores begin, so where names and tags have to end."""
    widest = max(label(str(scene.pips(side)), _TYPE).width for side in (0, 1))
    words = label(scene.pips_label, _SMALL_TYPE, _LABEL_WIDTH, smallest=22, bold=False, faces=faces)
    return _pips_right(scene, faces) - widest - 10 - words.width


def _draw_numbers(canvas: Image.Image, scene: Scene, side: int, y: int, faces: Faces) -> None:
    look = THEMES[scene.theme]
    score = label(scene.scores[side], _TYPE, _SCORE_WIDTH, faces=faces)
    draw_text(canvas, score, layout.WIDTH - _EDGE, y, look.text, "r")
    right = _pips_right(scene, faces)
    pips = label(str(scene.pips(side)), _TYPE)
    draw_text(canvas, pips, right, y, look.accent if scene.turn == side else look.text, "r")
    words = label(scene.pips_label, _SMALL_TYPE, _LABEL_WIDTH, smallest=22, bold=False, faces=faces)
    draw_text(canvas, words, right - pips.width - 10, y + 3, look.text_quiet, "r")


def _draw_tags(
    canvas: Image.Image, scene: Scene, tags: list[str], left: int, right: int, y: int, faces: Faces
) -> tuple[int, list[str]]:
    """Draw the tags that leave the name room, from the right; return where the name must end and the tags left over."""
    look = THEMES[scene.theme]
    drawn = 0
    for tag in tags:
        words = label(tag, _SMALL_TYPE, _TAG_WIDTH, smallest=22, faces=faces)
        width = words.width + 2 * _PADDING
        if right - width - left < _SHORTEST_NAME:
            break
        draw_pill(canvas, words, right - width, y, _PILL, _PADDING, look.tag, look.text)
        right -= width + _PILL_GAP
        drawn += 1
    return right, tags[drawn:]
