"""Jellyfish's .mat, the match text that every backgammon program reads. A pair: `format_mat` and `parse_mat`.

Left column white, right column black. GNU Backgammon's import has quirks: after “Beavers” the next roll means that the
beaver was taken, so a beaver that is refused, or taken with no roll to follow, is written as a second “Doubles”; and
the result stands in the row of a drop. A white take with nothing beside it is padded with blanks, for it would see a
double of black's there. The format has no word for an automatic double, nor for a match resigned, of which GNU
Backgammon counts no more than a backgammon; comments name them, and the points it counts at something else.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from .bet import Ending
from .counted_elsewhere import comments
from .mat_lines import decoded, writings
from .mat_reading import VARIATIONS, read_match
from .position import Kind, Side
from .record import Answered, Entry, GameRecord, Moved, Record, Turned, first_cube, written_rules, written_scores
from .record_faults import InvalidRecord, Mend, Note, RecordFault
from .rules import Beavers, Jacoby

#: Where the right column begins, if the left one leaves it room.
_COLUMN = 34


class Wording(NamedTuple):
    """The wording of the two columns; the format's own is read by programs, for which a refused beaver is a double.

    `game` and `turns` (a double, a beaver, a raccoon) have a place for the number; `play` writes a play, `wins` the
    points of a game and whether they win the match, `resigns` the loser's resignation, if it is written.
    """

    game: str
    turns: tuple[str, str, str]
    takes: str
    drops: str
    refuses_beaver: str
    play: Callable[[str], str]
    wins: Callable[[int, bool], str]
    resigns: Callable[[bool], str]


def _won(points: int, match: bool) -> str:
    return f"Wins {points} point{'' if points == 1 else 's'}{' and the match' if match else ''}"


def _silent(match: bool) -> str:
    return ""


def legs(play: str) -> str:
    """A play with each hit at the end of a leg, `bar/22* 22/18` for `bar/22*/18`, as other programs write it."""
    return " ".join(leg for word in play.split() for leg in _legs(word))


def _legs(word: str) -> Iterator[str]:
    group, _, count = word.rstrip(")").partition("(")
    points = group.split("/")
    if not any(point.endswith("*") for point in points[1:-1]):
        yield word
        return
    start = points[0]
    for point in points[1:]:
        if point.endswith("*") or point is points[-1]:
            yield f"{start}/{point}"
            start = point.rstrip("*")
    # Of checkers that move the same way only the first one hits.
    yield from [f"{points[0]}/{points[-1].rstrip('*')}"] * (int(count or 1) - 1)


_FORMAT = Wording(
    game="Game {number}",
    turns=("Doubles => {number}", "Beavers => {number}", "Raccoons => {number}"),
    takes="Takes",
    drops="Drops",
    refuses_beaver="",
    play=legs,
    wins=_won,
    resigns=_silent,
)


def plain_name(name: str) -> str:
    """A name the format can hold: one line, no colons, commas or semicolons."""
    return " ".join(re.sub(r"[:;,]", " ", name).split()) or "?"


def format_mat(record: Record, note: str = "") -> str:
    """The record as text; names are reduced by `plain_name`. `note`: a line for people, which is not read back.

    Raises `InvalidRecord` if the first game begins in a position, which the format cannot say.
    """
    rules = record.rules
    if rules.opening is not UNSET:
        raise InvalidRecord(RecordFault.NO_OPENING)
    lines = [
        f'; [Variation "{VARIATIONS[rules.variant]}"]',
        *([f'; [Crawford "{"On" if rules.crawford else "Off"}"]'] if rules.length else []),
        f'; [Jacoby "{rules.bet.jacoby is not Jacoby.OFF}"]',
        f'; [Beaver "{rules.bet.animals is not Beavers.NONE}"]',
        f'; [Automatics "{" ".join(str(game.automatics) for game in record.games)}"]',
        f'; [Rules "{written_rules(rules)}"]',
        *(
            [f"; {plain_name(record.names[loser])} resigns the match"]
            if (loser := _resigner(record)) is not None
            else []
        ),
        *(f"; {said}" for said in comments(record, "mat").values()),
        *([f"; {note}"] if note else []),
        "",
        f" {rules.length} point match",
    ]
    return "\n".join([*lines, *in_columns(record, _FORMAT)]) + "\n"


def in_columns(record: Record, wording: Wording) -> Iterator[str]:
    """The lines of the games."""
    white, black = map(plain_name, record.names)
    for number, (game, score) in enumerate(zip(record.games, written_scores(record), strict=True), 1):
        yield ""
        yield f" {wording.game.format(number=number)}"
        yield _columns(f" {white} : {score[0]}", f"{black} : {score[1]}")
        rows = _rows(game, record.rules.length, first_cube(record, number - 1), wording)
        for row, (left, right) in enumerate(rows, 1):
            line = _columns(f"{row:3}) {left}", right)
            yield f"{line:<{_COLUMN}}" if left == _FORMAT.takes and not right else line


def _resigner(record: Record) -> Side | None:
    """The side that has resigned the whole match, not a game at some cube value; None if neither."""
    last = record.games[-1] if record.games and record.rules.length else None
    return (
        last.result.winner.other
        if last and last.result and last.result.winner is not None and _match(last, 1 << last.automatics)
        else None
    )


def _match(game: GameRecord, cube: int) -> bool:
    """Whether the game, begun with the cube at a value, ended with a resignation of the match."""
    if not game.result or game.result.ending is not Ending.RESIGNED:
        return False
    turned = sum(isinstance(entry, Turned) for entry in game.entries)
    return abs(game.result.points) not in {kind * cube << turned for kind in Kind}


def parse_mat(text: str | bytes) -> Record:
    """Read a match record, also of other programs; of several the first. Raises `InvalidRecord`.

    What was repaired is listed in the record's `notes`. Options that another program's file does not state are taken to
    be allowed: beavers, raccoons, automatic doubles.
    """
    matches = writings(decoded(text) if isinstance(text, bytes) else text)
    record = read_match(next(matches))
    try:
        second = next(matches, None)
    except InvalidRecord:
        return record
    if second is None:
        return record
    return replace(record, notes=(*record.notes, Note(Mend.MORE_MATCHES, second.line)))


def parse_matches(text: str | bytes) -> tuple[Record, ...]:
    """Read all match records of a text. Raises `InvalidRecord`."""
    return tuple(map(read_match, writings(decoded(text) if isinstance(text, bytes) else text)))


def _columns(left: str, right: str) -> str:
    """One line; at least two blanks separate the columns."""
    return f"{left:<{_COLUMN - 2}}  {right}".rstrip()


def _rows(game: GameRecord, length: int, cube: int, wording: Wording) -> list[tuple[str, str]]:
    """The two columns row by row; the result last, in the winner's column."""
    cells = list(_cells(game.entries, wording))
    if result := game.result:
        winner = result.winner or Side.WHITE
        if result.ending is Ending.RESIGNED and (said := wording.resigns(length > 0 and _match(game, cube))):
            cells.append((winner.other, said))
        points = abs(result.points)
        won = length > 0 and max(game.score[0] + result.points, game.score[1] - result.points) >= length
        cells.append((winner, wording.wins(points, won)))
    rows: list[tuple[str, str]] = []
    for side, cell in cells:
        if side is Side.WHITE or not rows or rows[-1][1]:
            rows.append(("", ""))
        left, right = rows[-1]
        rows[-1] = (cell, right) if side is Side.WHITE else (left, cell)
    return rows


def _cells(entries: Sequence[Entry], wording: Wording) -> Iterator[tuple[Side, str]]:
    for index, entry in enumerate(entries):
        turned = _turned_before(entries, index)
        match entry:
            case Moved(side, (first, second), play):
                yield side, f"{first}{second}: {wording.play(play or '')}".rstrip()
            case Turned(side, value):
                as_double = turned == 1 and not wording.refuses_beaver and not _goes_on(entries, index + 1)
                yield side, wording.turns[0 if as_double else turned].format(number=value)
            case Answered(side, taken):
                if wording.refuses_beaver or not (turned == 2 and _goes_on(entries, index)):
                    refused = wording.refuses_beaver if turned == 2 else ""
                    yield side, wording.takes if taken else refused or wording.drops


def _turned_before(entries: Sequence[Entry], index: int) -> int:
    """How often the cube was turned immediately before this entry."""
    run = 0
    while run < index and isinstance(entries[index - run - 1], Turned):
        run += 1
    return run


def _goes_on(entries: Sequence[Entry], index: int) -> bool:
    """Whether this answer to a beaver is a raccoon, or a take followed by a roll; True without further entries."""
    match entries[index : index + 2]:
        case [] | [Turned(), *_]:
            return True
        case [Answered(_, taken), Moved()]:
            return taken
        case _:
            return False
