"""The result card over the middle of the board: winner, score, points."""

# Pillow's signatures mention numpy, which nothing here needs: without it they are partly unknown.
# pyright: reportUnknownMemberType=false

from __future__ import annotations

from functools import lru_cache

from PIL import Image, ImageDraw, ImageFilter

from . import blocks, emblems, layout, sprites, surfaces
from .board import stamp
from .names import clean
from .scene import Cube, End, Scene
from .text import MISSING, Label, draw_text, label
from .theme import THEMES, Theme, mix

WIDTH = 700
_MEDAL = 104
_PAD, _RADIUS = 60, 26
_CHECKER, _SUM_CUBE = 60, 58
_NAME, _WORDS, _SCORE, _SUM = 80, 44, 136, 40
_ASIDE, _GAP = 44, 22
_DOT, _COLON = 20, 26


def draw_card(canvas: Image.Image, scene: Scene) -> None:
    """The card of a scene with an end; its height depends on its contents, which replace the banner."""
    end = scene.end
    if end is None:
        return
    look = THEMES[scene.theme]
    x = layout.BAR_LEFT + layout.BAR // 2
    rows = _rows(end)
    height = sum(high for _, high in rows)
    top = layout.MIDDLE - height // 2
    sprite = _lacquer(scene.theme, WIDTH, height)
    surfaces.lay(canvas, sprite, x - WIDTH // 2 - _PAD, top - _PAD)
    y = top
    for row, high in rows:
        middle = y + high // 2
        match row:
            case "medal":
                stamp(canvas, emblems.medal(scene.theme, _MEDAL), x, top + 2)
            case "name":
                _draw_name(canvas, scene, end, x, middle)
            case "words":
                words = label(end.words, _WORDS, WIDTH - 2 * _ASIDE, smallest=28, bold=False)
                draw_text(canvas, words, x, middle, look.brass.face, "m")
            case "score":
                _draw_score(canvas, end, look, x, middle)
            case "rule":
                canvas.paste(mix(look.panel, look.brass.face, 0.45), (x - 270, middle - 1, x + 270, middle + 1))
            case "sum":
                _draw_sum(canvas, scene, end, x, middle)
            case _:
                pass
        y += high


def _rows(end: End) -> list[tuple[str, int]]:
    """The rows of the card from top to bottom, with their heights."""
    rows = [("medal", 58) if end.crowned and end.winner is not None else ("space", 30)]
    if end.winner is not None:
        rows.append(("name", 96))
    if clean(end.words):
        rows.append(("words", 52))
    if any(map(clean, end.score)):
        rows.append(("score", 142))
    if end.sum:
        rows += [("rule", 16), ("sum", 78), ("space", 20)]
    else:
        rows.append(("space", 24))
    return rows


def _draw_name(canvas: Image.Image, scene: Scene, end: End, x: int, y: int) -> None:
    """The winner's checker and name."""
    if end.winner is None:
        return
    room = WIDTH - 2 * _ASIDE - _CHECKER - _GAP
    name = label(clean(scene.names[end.winner]) or MISSING, _NAME, room, smallest=44)
    left = x - (name.width + _CHECKER + _GAP) / 2
    stamp(canvas, sprites.checker(scene.theme, scene.look(end.winner), _CHECKER), left + _CHECKER / 2, y)
    draw_text(canvas, name, left + _CHECKER + _GAP, y, THEMES[scene.theme].text)


def _draw_score(canvas: Image.Image, end: End, look: Theme, x: int, y: int) -> None:
    """The score, the winner's first and in brass, separated by a colon."""
    room = WIDTH // 2 - _ASIDE - _DOT
    first = end.winner or 0
    for side, sign in ((first, -1), (1 - first, 1)):
        figure = label(end.score[side], _SCORE, room, smallest=40)
        ink = look.brass.face if side == end.winner else look.text
        draw_text(canvas, figure, x + sign * (_DOT / 2 + 28), y, ink, "r" if sign < 0 else "l")
    dot = surfaces.plate(_DOT, _DOT, _DOT // 2)
    for aside in (-1, 1):
        canvas.paste(look.text, (x - _DOT // 2, y - _DOT // 2 + aside * _COLON), dot)


def _draw_sum(canvas: Image.Image, scene: Scene, end: End, x: int, y: int) -> None:
    """Words and cubes in a row, reduced in size if there is no space."""
    look = THEMES[scene.theme]
    size = _SUM
    while True:
        parts = [
            part if isinstance(part, Cube) else label(part, size, WIDTH - 2 * _ASIDE, smallest=18) for part in end.sum
        ]
        width = sum(map(_width, parts)) + _GAP * (len(parts) - 1)
        if width <= WIDTH - 2 * _ASIDE or size <= 18:
            break
        size -= 2
    left = x - width / 2
    for part in parts:
        if isinstance(part, Cube):
            stuff = None if part.owner is None else scene.look(part.owner)
            stamp(canvas, blocks.cube(scene.theme, part.value, _SUM_CUBE, stuff), left + _SUM_CUBE / 2, y)
        else:
            draw_text(canvas, part, left, y, look.text)
        left += _width(part) + _GAP


def _width(part: Label | Cube) -> int:
    return _SUM_CUBE if isinstance(part, Cube) else part.width


@lru_cache(2)
def _lacquer(theme: str, width: int, height: int) -> Image.Image:
    """A dark lacquered plate with an edge of brass: one sprite with its shadow."""
    look = THEMES[theme]
    pad = _PAD
    sprite = Image.new("RGB", (width + 2 * pad, height + 2 * pad))
    mask = Image.new("L", sprite.size, 0)
    shadow = (pad, pad + 14, pad + width, pad + height + 14)
    ImageDraw.Draw(mask).rounded_rectangle(shadow, _RADIUS, fill=225)
    mask = surfaces.stepped(mask.filter(ImageFilter.GaussianBlur(18)), 20)
    for grow, colour in ((4, look.brass.foot), (3, look.brass.face), (0, look.panel)):
        plate = surfaces.plate(width + 2 * grow, height + 2 * grow, 24 + grow)
        sprite.paste(colour, (pad - grow, pad - grow), plate)
    inner = surfaces.outline(width - 20, height - 20, 16, 2)
    sprite.paste(mix(look.panel, look.brass.face, 0.38), (pad + 10, pad + 10), inner)
    mask.paste(255, (pad - 4, pad - 4), surfaces.plate(width + 8, height + 8, 28))
    sprite.putalpha(mask)
    return sprite
