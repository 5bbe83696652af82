"""Jellyfish's .mat, the match text that every backgammon program reads. A pair: `format_mat` and `parse_mat`.

Left column white, right column black. GNU Backgammon's import is particular: after `Beavers` the next roll means that
the beaver was taken, so a beaver that is refused, or taken with no roll to follow, is written as a second `Doubles`;
and the result stands in the row of a drop. The format has no word for an automatic double; a comment names them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from .bet import Result
from .mat_lines import decoded, writings
from .mat_reading import VARIATIONS, read_match
from .position import Side
from .record import Answered, Entry, GameRecord, Moved, Record, Turned, written_rules, written_scores
from .record_faults import InvalidRecord, Mend, Note
from .rules import Jacoby

#: Where the right column begins, if the left one leaves it room.
_COLUMN = 34


def plain_name(name: str) -> str:
    """A name that the format can carry: one line, no colons, commas or semicolons."""
    return " ".join(re.sub(r"[:;,]", " ", name).split()) or "?"


def format_mat(record: Record) -> str:
    """The record as text; names lose what `plain_name` takes from them."""
    rules = record.rules
    lines = [
        f'; [Variation "{VARIATIONS[rules.variant]}"]',
        *([f'; [Crawford "{"On" if rules.crawford else "Off"}"]'] if rules.length else []),
        f'; [Jacoby "{rules.bet.jacoby is not Jacoby.OFF}"]',
        f'; [Beaver "{rules.bet.animals > 0}"]',
        f'; [Automatics "{" ".join(str(game.automatics) for game in record.games)}"]',
        f'; [Rules "{written_rules(rules)}"]',
        "",
        f" {rules.length} point match",
    ]
    white, black = map(plain_name, record.names)
    for number, (game, score) in enumerate(zip(record.games, written_scores(record), strict=True), 1):
        lines += ["", f" Game {number}", _columns(f" {white} : {score[0]}", f"{black} : {score[1]}")]
        for row, (left, right) in enumerate(_rows(game, rules.length), 1):
            lines.append(_columns(f"{row:3}) {left}", right))
    return "\n".join(lines) + "\n"


def parse_mat(text: str | bytes) -> Record:
    """Read a match record; also those of other programs, of several the first. Raises `InvalidRecord`.

    What was untidy is told in the record's `notes`. What a file of another program does not say is taken to be
    allowed: beavers, raccoons, automatic doubles.
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
    """A line; at least two blanks tell the columns apart."""
    return f"{left:<{_COLUMN - 2}}  {right}".rstrip()


def _rows(game: GameRecord, length: int) -> list[tuple[str, str]]:
    """What stands in the two columns, row by row; last the result, in the winner's column."""
    cells = list(_cells(game.entries))
    if game.result:
        cells.append((game.result.winner or Side.WHITE, _wins(game.result, game.score, length)))
    rows: list[tuple[str, str]] = []
    for side, cell in cells:
        if side is Side.WHITE or not rows or rows[-1][1]:
            rows.append(("", ""))
        left, right = rows[-1]
        rows[-1] = (cell, right) if side is Side.WHITE else (left, cell)
    return rows


def _cells(entries: Sequence[Entry]) -> Iterator[tuple[Side, str]]:
    for index, entry in enumerate(entries):
        turned = _turned_before(entries, index)
        match entry:
            case Moved(side, (first, second), play):
                yield side, f"{first}{second}: {play or ''}".rstrip()
            case Turned(side, value):
                word = ("Doubles", "Beavers", "Raccoons")[turned]
                if turned == 1 and index + 1 < len(entries) and not _goes_on(entries, index + 1):
                    word = "Doubles"
                yield side, f"{word} => {value}"
            case Answered(side, taken):
                if not (turned == 2 and _goes_on(entries, index)):
                    yield side, "Takes" if taken else "Drops"


def _turned_before(entries: Sequence[Entry], index: int) -> int:
    """How often the cube was turned directly before this entry."""
    run = 0
    while run < index and isinstance(entries[index - run - 1], Turned):
        run += 1
    return run


def _goes_on(entries: Sequence[Entry], index: int) -> bool:
    """Whether this answer to a beaver is a raccoon, or a take after which the dice are rolled."""
    match entries[index : index + 2]:
        case [Turned(), *_]:
            return True
        case [Answered(_, taken), Moved()]:
            return taken
        case _:
            return False


def _wins(result: Result, score: tuple[int, int], length: int) -> str:
    points = abs(result.points)
    match_won = length and max(score[0] + result.points, score[1] - result.points) >= length
    return f"Wins {points} point{'' if points == 1 else 's'}{' and the match' if match_won else ''}"
