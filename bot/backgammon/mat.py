"""Jellyfish's .mat, the match text that every backgammon program reads. A pair: `format_mat` and `parse_mat`.

Left column white, right column black. GNU Backgammon's import is particular: after `Beavers` the next roll means that
the beaver was taken, so a beaver that is refused, or taken with no roll to follow, is written as a second `Doubles`;
and the result stands in the row of a drop. The format has no word for an automatic double; a comment names them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from .bet import Ending, Result
from .position import Side, Variant
from .record import (
    Answered,
    Entry,
    GameRecord,
    InvalidRecord,
    Moved,
    Record,
    Turned,
    checked,
    read_rules,
    read_score,
    widest_rules,
    written_rules,
    written_scores,
)
from .rules import Jacoby, Rules

#: Where the right column begins, if the left one leaves it room.
_COLUMN = 34
#: A cell that begins left of this place belongs to the left column.
_MIDDLE = 20
_VARIATIONS = {
    Variant.BACKGAMMON: "Backgammon",
    Variant.NACKGAMMON: "NackGammon",
    Variant.HYPERGAMMON: "HyperGammon (3)",
}

_COMMENT = re.compile(r"[;#]\s*\[(\w+) \"(.*)\"\]\s*")
_LENGTH = re.compile(r"\s*(\d{1,4})\s+point match\s*", re.IGNORECASE | re.ASCII)
_GAME = re.compile(r"\s*Game\s+(\d+)\s*", re.IGNORECASE)
_POINTS = re.compile(r"-?[0-9]{1,9}")
_NUMBER = re.compile(r"\s*\d+\)")
_CELL = re.compile(r"\S+(?: \S+)*")
_ROLL = re.compile(r"([1-6])([1-6]):\s*(.*)")
_WINS = re.compile(r"wins (\d{1,9}) points?(?: and the match)?", re.IGNORECASE | re.ASCII)


def plain_name(name: str) -> str:
    """A name that the format can carry: one line, no colons, commas or semicolons."""
    return " ".join(re.sub(r"[:;,]", " ", name).split()) or "?"


def format_mat(record: Record) -> str:
    """The record as text; names lose what `plain_name` takes from them."""
    rules = record.rules
    lines = [
        f'; [Variation "{_VARIATIONS[rules.variant]}"]',
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


def parse_mat(text: str) -> Record:
    """Read a match record; also those of other programs. Raises `InvalidRecord`.

    What a file of another program does not say is taken to be allowed: beavers, raccoons, automatic doubles.
    """
    tags: dict[str, str] = {}
    length: int | None = None
    names = ("?", "?")
    games: list[GameRecord] = []
    score_follows = False
    for line in text.removeprefix("\ufeff").splitlines():
        if not line.strip():
            continue
        if score_follows and length is not None:
            # Names may look like anything, a comment or a numbered row included.
            white, black = _read_scores(line)
            names = (white[0], black[0])
            games[-1] = replace(games[-1], score=read_score(length, white[1], black[1]))
            score_follows = False
        elif comment := _COMMENT.fullmatch(line):
            tags[comment[1]] = comment[2]
        elif line.lstrip()[0] in ";#":
            continue
        elif length is None:
            if not (head := _LENGTH.fullmatch(line)):
                raise InvalidRecord(f"{line!r} should say how many points the match is to")
            length = int(head[1])
        elif _GAME.fullmatch(line):
            games.append(GameRecord())
            score_follows = True
        elif games:
            games[-1] = _read_row(games[-1], line)
        else:
            raise InvalidRecord(f"{line!r} stands before the first game")
    if length is None:
        raise InvalidRecord("there is no line that says how many points the match is to")
    automatics = [int(number) for number in tags.get("Automatics", "").split() if re.fullmatch("[0-9]{1,2}", number)]
    games = [
        replace(game, automatics=count) for game, count in zip(games, [*automatics, *[0] * len(games)], strict=False)
    ]
    return checked(Record(_rules(tags, length, automatics), names, tuple(games)))


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


def _read_scores(line: str) -> tuple[tuple[str, int], tuple[str, int]]:
    """Name and points of white and black: `Alice : 0    Bob : 3`."""
    left, _, black_points = line.rpartition(":")
    white, _, middle = left.partition(":")
    white_points, _, black = middle.strip().partition(" ")
    if not _POINTS.fullmatch(white_points) or not _POINTS.fullmatch(black_points.strip()):
        raise InvalidRecord(f"{line!r} should name the players and their score")
    return (white.strip() or "?", int(white_points)), (black.strip() or "?", int(black_points))


def _read_row(game: GameRecord, line: str) -> GameRecord:
    """The game with what one row adds to it."""
    number = _NUMBER.match(line)
    entries, result = list(game.entries), game.result
    for cell in _CELL.finditer(line, number.end() if number else 0):
        side = Side.WHITE if cell.start() < _MIDDLE else Side.BLACK
        text = cell[0]
        word = text.lower().split()[0]
        if roll := _ROLL.fullmatch(text):
            if entries and isinstance(entries[-1], Turned):
                entries.append(Answered(side, True))
            play = None if roll[3].lower() in ("", "cannot move") or set(roll[3]) == {"?"} else roll[3]
            entries.append(Moved(side, (int(roll[1]), int(roll[2])), play))
        elif wins := _WINS.fullmatch(text):
            points = int(wins[1])
            result = Result(-points if side else points, Ending.RESIGNED)
        elif word in ("doubles", "redoubles", "beavers", "raccoons"):
            # What a turn is to comes from the play; what the file says of it is not needed.
            entries.append(Turned(side, 0))
        elif word in ("takes", "drops"):
            entries.append(Answered(side, word == "takes"))
        elif word != "resigns":
            raise InvalidRecord(f"{text!r} in {line!r} is no roll and no cube action")
    return replace(game, entries=tuple(entries), result=result)


def _rules(tags: dict[str, str], length: int, automatics: list[int]) -> Rules:
    """The rules that the comments of a file tell, or else the widest."""
    if "Rules" in tags:
        return read_rules(tags["Rules"], length)
    variation = tags.get("Variation", "").lower()
    return widest_rules(
        length,
        next((variant for variant, name in _VARIATIONS.items() if name.lower() == variation), Variant.BACKGAMMON),
        crawford=tags.get("Crawford", "").lower() != "off",
        jacoby=tags.get("Jacoby", "").lower() != "false",
        automatics=max(automatics, default=0),
    )
