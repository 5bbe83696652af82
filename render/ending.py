"""The end of a session: winner, sheet of all games with a row per player, payments.

All lengths are pixels of a picture 1100 wide. Players are sorted by total, the leader on brass; the box of each game is
outlined. If there are too many games, the first ones are summed up.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from PIL import Image

from . import emblems, encode, marks, surfaces
from .board import stamp
from .frame import darken_strip, planked, sink
from .layout import FRAME, STRIP, WIDTH
from .names import clean
from .roles import Mark
from .sheet import GameRow, Sheet, carried
from .sheet import check as check_sheet
from .text import MISSING, Number, draw_text, label, number, signed
from .theme import THEMES, Colour, Theme, mix

MOST_GAMES = 8

_EDGE, _ASIDE = 30, 40
_HEAD = 150  # the middle of the headline, with medal and points
_MEDAL, _HEADLINE, _POINTS = 112, 76, 104
_SHEET_TOP, _SHEET_HEAD, _SHEET_FOOT = 238, 46, 8
_ROW, _LOW_ROW, _MANY = 60, 52, 8
_NAME_WIDTH, _TOTAL_WIDTH = 226, 140
_PITCH, _GAME, _NAME, _TOTAL, _SMALL = 102, 32, 36, 42, 28
_BOX = (72, 44, 9)
_PAY_TITLE, _PAY_ROW, _PAY_HIGH, _PAY_GAP = 44, 82, 70, 16
_FOOT = 44
_ARROW = 52


@dataclass(frozen=True)
class Payment:
    """A payment of this many points; `payer` and `payee` are indices of the sheet's players."""

    payer: int
    payee: int
    points: Number


@dataclass(frozen=True)
class SessionEnd:
    """The data of the end of a session, in the reader's language.

    Title and note of the `sheet` are in the strip; `headline` names the winners, with their `points`. `settling` is the
    title of the payments. The legend of the sheet names the box.
    """

    sheet: Sheet
    headline: str
    points: str = ""
    settling: str = ""
    payments: tuple[Payment, ...] = ()


def draw_ending(end: SessionEnd) -> bytes:
    """The picture as a PNG, 1100 wide. Raises `ValueError` for an invalid session."""
    return encode.png(compose_ending(end), end.sheet.theme)


def check(end: SessionEnd) -> None:
    """Raise `ValueError`, saying what is wrong, for an invalid session."""
    check_sheet(end.sheet)
    players = range(len(end.sheet.players))
    for payment in end.payments:
        if payment.payer not in players or payment.payee not in players or payment.payer == payment.payee:
            raise ValueError(f"player {payment.payer} cannot pay player {payment.payee}")


def compose_ending(end: SessionEnd) -> Image.Image:
    """The pixels before reduction to a palette. Raises `ValueError` for an invalid session."""
    check(end)
    sheet = end.sheet
    look = THEMES[sheet.theme]
    row = _LOW_ROW if len(sheet.players) > _MANY else _ROW
    foot = _SHEET_TOP + _SHEET_HEAD + row * len(sheet.players) + _SHEET_FOOT
    pays = -(-len(end.payments) // 2)
    height = foot + (_PAY_TITLE + 34 + pays * _PAY_ROW - 12 if pays else 0) + _FOOT
    canvas = planked(sheet.theme, height)
    darken_strip(canvas, look, 0, STRIP)
    sink(canvas, look, (FRAME, STRIP + 20, WIDTH - FRAME, height - FRAME), look.mat)
    _draw_title(canvas, sheet)
    _draw_headline(canvas, end, look)
    _draw_sheet(canvas, sheet, look, row, foot)
    if pays:
        _draw_payments(canvas, end, look, foot + _PAY_TITLE)
    return canvas


def _draw_title(canvas: Image.Image, sheet: Sheet) -> None:
    look, y = THEMES[sheet.theme], STRIP // 2
    note = label(sheet.note, 32, 420, smallest=24, bold=False)
    draw_text(canvas, note, WIDTH - _EDGE, y + 1, look.text_quiet, "r")
    title = label(sheet.title, 38, WIDTH - 2 * _EDGE - note.width - 30, smallest=28)
    draw_text(canvas, title, _EDGE, y, look.text)


def _draw_headline(canvas: Image.Image, end: SessionEnd, look: Theme) -> None:
    """The medal, the winner, and the points."""
    left = _ASIDE + 14
    if end.sheet.leaders():
        stamp(canvas, emblems.medal(end.sheet.theme, _MEDAL), left + _MEDAL / 2, _HEAD)
        left += _MEDAL + 24
    right = WIDTH - _ASIDE - 20
    points = label(end.points, _POINTS, 320, smallest=48)
    if clean(end.points):
        draw_text(canvas, points, right, _HEAD, look.brass.face, "r")
        right -= points.width + 30
    words = label(end.headline, _HEADLINE, right - left, smallest=36)
    draw_text(canvas, words, left, _HEAD, look.text)


def _draw_sheet(canvas: Image.Image, sheet: Sheet, look: Theme, row: int, foot: int) -> None:
    left, right = _ASIDE, WIDTH - _ASIDE
    canvas.paste(look.panel, (left, _SHEET_TOP), surfaces.plate(right - left, foot - _SHEET_TOP, 18))
    games = carried(sheet.games, MOST_GAMES)
    area = right - left - _NAME_WIDTH - _TOTAL_WIDTH - 20
    pitch = min(_PITCH, area // max(1, len(games)))
    first = left + 26 + _NAME_WIDTH + pitch // 2
    y = _SHEET_TOP + 26
    for column, game in enumerate(games):
        head = label(game.label, _SMALL, pitch - 8, smallest=16, bold=False)
        draw_text(canvas, head, first + column * pitch, y, look.text_quiet, "m")
    total = label(sheet.total, _SMALL, _TOTAL_WIDTH, smallest=20, bold=False)
    draw_text(canvas, total, right - 26, y, look.text_quiet, "r")
    totals, leaders = sheet.totals(), sheet.leaders()
    order = sorted(range(len(sheet.players)), key=lambda seat: -totals[seat])
    size = _fitted([points for game in games for points in game.points], pitch - 14)
    for place, seat in enumerate(order):
        top = _SHEET_TOP + _SHEET_HEAD + place * row
        leads = seat in leaders
        if leads:
            surfaces.lay_brass(canvas, (left + 8, top + 2, right - 8, top + row - 2), 12, look.brass)
        elif place % 2 == 0:
            canvas.paste(look.cell, (left + 8, top + 2), surfaces.plate(right - left - 16, row - 4, 12))
        y = top + row // 2
        name = label(clean(sheet.players[seat]) or MISSING, _NAME, _NAME_WIDTH - 10, smallest=26)
        draw_text(canvas, name, left + 26, y, look.brass.ink if leads else look.text)
        ground = look.brass.face if leads else look.panel if place % 2 else look.cell
        for column, game in enumerate(games):
            _draw_game(canvas, look, game, seat, first + column * pitch, y, size, ground, leads=leads)
        figure = label(signed(totals[seat]), _TOTAL, _TOTAL_WIDTH, smallest=16)
        draw_text(canvas, figure, right - 26, y, _ink(look, totals[seat], leads=leads, total=True), "r")


def _fitted(values: list[Number | None], room: int) -> int:
    """The largest type in which all figures of the games fit into a column."""
    texts = {signed(value) for value in values if value is not None}
    longest = [text for text in texts if len(text) == max(map(len, texts))]
    size = _GAME
    while size > 12 and any(label(text, size, bold=False).width > room for text in longest):
        size -= 1
    return size


def _draw_game(
    canvas: Image.Image,
    look: Theme,
    game: GameRow,
    seat: int,
    x: int,
    y: int,
    size: int,
    ground: Colour,
    *,
    leads: bool,
) -> None:
    """The points of a game; outlined for the box."""
    points = game.points[seat]
    if game.marks[seat] is Mark.BOX:
        width, height, radius = _BOX
        width = max(width, label(signed(points or 0), size, bold=False).width + 14)
        canvas.paste(
            look.brass.ink if leads else look.brass.face,
            (x - width // 2, y - height // 2),
            surfaces.outline(width, height, radius, 3),
        )
    words = MISSING if points is None else signed(points)
    draw_text(canvas, label(words, size, bold=False), x, y, _ink(look, points, leads=leads), "m")


def _ink(look: Theme, points: Number | None, *, leads: bool, total: bool = False) -> Colour:
    if leads:
        return mix(look.brass.ink, look.wax, 0.55) if points and points < 0 and look.frame.figure else look.brass.ink
    if points and points < 0:
        return look.bad
    return look.text if points or total else look.text_quiet


def _draw_payments(canvas: Image.Image, end: SessionEnd, look: Theme, y: int) -> None:
    """The payments, two per row, and the legend of the outline."""
    left, right = _ASIDE, WIDTH - _ASIDE
    box = next((words for mark, words in end.sheet.legend if mark is Mark.BOX), "")
    right_of_title = right - 10
    if clean(box):
        words = label(box, _SMALL, 200, smallest=22, bold=False)
        draw_text(canvas, words, right - 6, y, look.text, "r")
        canvas.paste(look.brass.face, (right - 6 - words.width - 48, y - 14), surfaces.outline(36, 28, 7, 3))
        right_of_title -= words.width + 80
    title = label(end.settling, 36, right_of_title - left - 10, smallest=26)
    draw_text(canvas, title, left + 10, y, look.text)
    width = (right - left - _PAY_GAP) // 2
    for index, payment in enumerate(end.payments):
        x = left + index % 2 * (width + _PAY_GAP)
        top = y + 34 + index // 2 * _PAY_ROW
        canvas.paste(look.panel, (x, top), surfaces.plate(width, _PAY_HIGH, 16))
        _draw_payment(canvas, end, payment, x + 24, x + width - 24, top + _PAY_HIGH // 2)


def _draw_payment(canvas: Image.Image, end: SessionEnd, payment: Payment, left: int, right: int, y: int) -> None:
    look = THEMES[end.sheet.theme]
    points = label(number(payment.points), 46, 130, smallest=20)
    draw_text(canvas, points, right, y, look.brass.face, "r")
    room = (right - left - points.width - _ARROW - 3 * 18) // 2
    names = [clean(end.sheet.players[seat]) or MISSING for seat in (payment.payer, payment.payee)]
    payer, payee = (label(name, _NAME, room, smallest=26) for name in names)
    draw_text(canvas, payer, left, y, look.text)
    x = left + payer.width + 18
    mask, tip = _pointer()
    canvas.paste(look.brass.face, (x, y - tip), mask)
    draw_text(canvas, payee, x + _ARROW + 18, y, look.text)


@lru_cache(1)
def _pointer() -> tuple[Image.Image, int]:
    """A small right arrow as a mask, and the height of its middle."""
    margin = 26
    mask = Image.new("L", (_ARROW + 2 * margin, 60), 0)
    for tile in marks.arrow((margin, 30), (margin + _ARROW - 2, 30), 0):
        mask.paste(tile.body, tile.spot, tile.body)
    return mask.crop((margin, 0, margin + _ARROW, 60)), 30
