"""The README's picture of a telephone: two messages of the bot as an app shows them, words, board and buttons.

What is said, drawn and pressed is the bot's own; only what surrounds it is drawn here, on a screen 780
pixels wide.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from typing import NamedTuple

import discord
from PIL import Image, ImageDraw

import render
from bot.backgammon import Draft, Match, Pick
from bot.screens.board_scene import draft_scene
from bot.screens.composer import Composed, composer_screen
from bot.screens.faces import face_of
from bot.screens.live import components, content
from bot.texts import Texts
from render import Scene
from render.text import Label, draw_text, label

from .example import ACTIONS, NAMES, table

_WIDTH, _GAP = 780, 32
_LEFT, _RIGHT = 132, 28
_TYPE, _LINE, _SMALL = 31, 43, 25
_BAR, _AVATAR = 104, 80
_BUTTON, _BUTTON_PAD, _BUTTON_GAP, _ROUND = 76, 30, 14, 16

_GROUND, _DARK = (49, 51, 56), (30, 31, 34)
_TEXT, _QUIET, _WHITE = (219, 222, 225), (148, 155, 164), (255, 255, 255)
_MENTION, _BLURPLE, _CODE = (61, 66, 105), (88, 101, 242), (43, 45, 49)
_STYLES = {
    discord.ButtonStyle.primary: _BLURPLE,
    discord.ButtonStyle.success: (36, 128, 70),
    discord.ButtonStyle.danger: (218, 55, 60),
}
_GREY = (78, 80, 88)
_PARTS = re.compile(r"(?P<bold>\*\*.+?\*\*)|(?P<code>`.+?`)|(?P<mention><@\d+>)")


class _Message(NamedTuple):
    """What is shown: for one person `alone` or for all, words, picture and buttons."""

    alone: bool
    words: str
    scene: Scene
    buttons: discord.ui.View


def draw_phone(t: Texts) -> Image.Image:
    """The message with the board, and beside it the composer after the first step of a play."""
    left, right = screens(t)
    picture = Image.new("RGB", (2 * _WIDTH + _GAP, left.height), _WHITE)
    picture.paste(left, (0, 0))
    picture.paste(right, (_WIDTH + _GAP, 0))
    return picture


def screens(t: Texts) -> list[Image.Image]:
    """Both screens, of one height."""
    drawn = [_screen(message, t) for message in (_live(t), _composer(t))]
    shown = [Image.new("RGB", (_WIDTH, max(screen.height for screen in drawn)), _GROUND) for _ in drawn]
    for whole, screen in zip(shown, drawn, strict=True):
        whole.paste(screen, (0, 0))
    return shown


def phone_png(t: Texts) -> bytes:
    """The same as a PNG of 256 colours."""
    written = io.BytesIO()
    draw_phone(t).quantize(256, dither=Image.Dither.NONE).save(written, "PNG", optimize=True)
    return written.getvalue()


def _live(t: Texts) -> _Message:
    shown = table(ACTIONS[:5])
    return _Message(False, content(shown, 3, t, 0), face_of(shown).scene(shown, "wood", t), components(shown, t))


def _composer(t: Texts) -> _Message:
    shown = table(ACTIONS[:5])
    match = shown.state_of(Match)
    board = match.game.board
    assert board.dice is not None and board.turn is not None
    composed = Composed(((Pick(24, 4),),))
    draft = Draft(board.position, board.dice, composed.picks)
    words, buttons = composer_screen(shown.id, match.question, draft, composed, board.dice, t)
    scene = face_of(shown).scene(shown, "wood", t)
    return _Message(True, words, draft_scene(scene, board.turn, draft, board.dice, draft.steps, flipped=False), buttons)


def _screen(message: _Message, t: Texts) -> Image.Image:
    """A telephone's screen with one message."""
    screen = Image.new("RGB", (_WIDTH, 2400), _GROUND)
    pen = ImageDraw.Draw(screen)
    pen.rectangle((0, 0, _WIDTH, _BAR), fill=_DARK)
    draw_text(screen, label("#", 44), 32, _BAR / 2, _QUIET)
    draw_text(screen, label("backgammon", 34), 80, _BAR / 2, _WHITE)
    y = _BAR + 28
    pen.ellipse((28, y, 28 + _AVATAR, y + _AVATAR), fill=_BLURPLE)
    draw_text(screen, label("64", 38), 28 + _AVATAR / 2, y + _AVATAR / 2, _WHITE, "m")
    name = label("Chouette", _TYPE)
    draw_text(screen, name, _LEFT, y + 18, _WHITE)
    app = label("APP", 21)
    left = _LEFT + name.width + 14
    pen.rounded_rectangle((left, y, left + app.width + 18, y + 36), 7, fill=_BLURPLE)
    draw_text(screen, app, left + 9, y + 18, _WHITE)
    y += 52
    if message.alone:
        draw_text(screen, label("Only you can see this", _SMALL, bold=False), _LEFT, y + _LINE / 2, _QUIET)
        y += _LINE
    y = _draw_words(screen, message.words, y) + 14
    y = _draw_picture(screen, message.scene, y) + 22
    y = _draw_buttons(screen, message.buttons, y)
    return screen.crop((0, 0, _WIDTH, y + 36))


class _Piece(NamedTuple):
    """A word with its colours; `tight`: nothing stands between it and the one before."""

    words: Label
    ink: tuple[int, int, int]
    ground: tuple[int, int, int] | None
    tight: bool


def _pieces(line: str, size: int, ink: tuple[int, int, int]) -> Iterator[_Piece]:
    at, spaced = 0, True
    parts = [*_PARTS.finditer(line), None]
    for part in parts:
        plain = line[at : part.start() if part else len(line)]
        for index, word in enumerate(re.split(r"( +)", plain)):
            if word.strip():
                yield _Piece(label(word.replace("\\", ""), size, bold=False), ink, None, not spaced)
                spaced = False
            elif word or (index and not word):
                spaced = spaced or bool(word)
        if part is None:
            return
        at = part.end()
        if mention := part["mention"]:
            said = "@" + NAMES[int(mention[2:-1]) - 1]
            yield _Piece(label(said, size, bold=False), (201, 205, 251), _MENTION, not spaced)
        elif bold := part["bold"]:
            for index, word in enumerate(bold.strip("*").split(" ")):
                yield _Piece(label(word.replace("\\", ""), size), _WHITE, None, not spaced and not index)
        else:
            yield _Piece(label(part["code"].strip("`"), size - 4, bold=False), _TEXT, _CODE, not spaced)
        spaced = False


def _draw_words(screen: Image.Image, words: str, y: int) -> int:
    """Lines of text with what is bold, a mention or code in them; return where they end."""
    pen = ImageDraw.Draw(screen)
    for line in words.splitlines():
        small = line.startswith("-# ")
        size, ink = (_SMALL, _QUIET) if small else (_TYPE, _TEXT)
        high = 36 if small else _LINE
        x = _LEFT
        for piece in _pieces(line.removeprefix("-# "), size, ink):
            aside = 6 if piece.ground else 0
            x += 0 if piece.tight or x == _LEFT else 9
            if x > _LEFT and x + piece.words.width + 2 * aside > _WIDTH - _RIGHT:
                x, y = _LEFT, y + high
            if piece.ground:
                box = (x, y + 3, x + piece.words.width + 2 * aside, y + high - 3)
                pen.rounded_rectangle(box, 6, fill=piece.ground)
            draw_text(screen, piece.words, x + aside, y + high / 2, piece.ink)
            x += piece.words.width + 2 * aside
        y += high
    return y


def _draw_picture(screen: Image.Image, scene: Scene, y: int) -> int:
    board = Image.open(io.BytesIO(render.draw(scene))).convert("RGB")
    width = _WIDTH - _LEFT - _RIGHT
    board = board.resize((width, round(board.height * width / board.width)), Image.Resampling.LANCZOS)
    mask = Image.new("L", board.size, 0)
    ImageDraw.Draw(mask).rounded_rectangle((0, 0, board.width - 1, board.height - 1), 14, fill=255)
    screen.paste(board, (_LEFT, y), mask)
    return y + board.height


def _draw_buttons(screen: Image.Image, buttons: discord.ui.View, y: int) -> int:
    """Rows of buttons, which become more where the screen is narrow; return where they end."""
    pen = ImageDraw.Draw(screen)
    x, row = _LEFT, None
    for button in buttons.children:
        assert isinstance(button, discord.ui.Button) and button.label
        words = label(button.label, 29, bold=False)
        width = words.width + 2 * _BUTTON_PAD
        if x > _LEFT and (button.row != row or x + width > _WIDTH - _RIGHT):
            x, y = _LEFT, y + _BUTTON + _BUTTON_GAP
        row = button.row
        ground = _STYLES.get(button.style, _GREY)
        shown = 0.5 if button.disabled else 1.0
        ground, ink = (_mixed(colour, shown) for colour in (ground, _WHITE))
        pen.rounded_rectangle((x, y, x + width, y + _BUTTON), _ROUND, fill=ground)
        draw_text(screen, words, x + _BUTTON_PAD, y + _BUTTON / 2, ink)
        x += width + _BUTTON_GAP
    return y + _BUTTON


def _mixed(colour: tuple[int, int, int], share: float) -> tuple[int, int, int]:
    red, green, blue = (
        round(above * share + below * (1 - share)) for above, below in zip(colour, _GROUND, strict=True)
    )
    return red, green, blue
