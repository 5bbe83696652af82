"""Lines of a `.mat` as programs and players write them: matches, games and the cells of both columns.

Nothing is replayed here; that is `mat_reading`. Programs agree on little: full columns leave one blank between them or
none, results are also stated of the loser, and files of several matches are concatenated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from .position import Side
from .record_faults import InvalidRecord, Mend, Note, RecordFault

#: Most characters of a line.
_LONGEST = 1000
#: Most characters of a quoted text.
_SHOWN = 60
#: A single cell that starts this many characters after the row number is in the right column.
_GAP = 9
#: The farthest the right column may start in a line without a row number.
_MIDDLE = 20

_LINES = re.compile(r"\r\n|\r|\n")
_BRACED = re.compile(r"\{[^{}]*\}")
_TAG = re.compile(r"[;#]\s*\[(\w+(?: \w+)*) \"(.*)\"\]\s*")
_COMMENTS = (";", "#", "//")
_LENGTH = re.compile(
    r"(?P<points>\d{1,4})[ -]points?[ -]match\b.{0,60}|match (?:to|length:?) (?P<to>\d{1,4})(?: points?)?"
    r"|(?P<money>unlimited|money)[ -](?:match|game|session|play)",
    re.IGNORECASE | re.ASCII,
)
_GAME = re.compile(r"game #?(\d{1,6})[.:]?(?: ?\(.*\))?", re.IGNORECASE | re.ASCII)
_SCORES = re.compile(r"(.*?) ?: ?(-?\d{1,9}) (.*) ?: ?(-?\d{1,9})", re.ASCII)
_NUMBER = re.compile(r"\s*\d{1,6}\s*[).](?=\s|$|[1-6])", re.ASCII)
_TOKEN = re.compile(
    r"(?<!\S)(?:([1-6])-?([1-6]) ?:|(?:(redoubles?|doubles?|beavers?|raccoons?)|(takes?|accepts?)"
    r"|(drops?|pass|passes|rejects?|declines?)|(wins?)|(los(?:s|es|ses|se))"
    r"|(resign(?:s|ed)?|concede[sd]?|gives up|forfeits?))\b)",
    re.IGNORECASE,
)
_VALUE = re.compile(r"(?:=?> ?|to |at )?(\d{1,9})[.!]?|[.!]?", re.IGNORECASE | re.ASCII)
_RESULT = re.compile(r"(?:by )?(\d{1,9})? ?(?:points?)?(?: ?and)?(?: ?the)?(?: ?match)?[.!]?", re.IGNORECASE | re.ASCII)


class Roll(NamedTuple):
    """A roll and the text after it."""

    dice: tuple[int, int]
    play: str


class Turn(NamedTuple):
    """A cube is turned to this value, None if none is written."""

    value: int | None


class Reply(NamedTuple):
    """An offer is taken or dropped; `word` as written."""

    taken: bool


class Won(NamedTuple):
    """A win by this many points; None: not stated."""

    points: int | None


class Lost(NamedTuple):
    """A loss; `resigned`: by resignation."""

    points: int | None
    resigned: bool


class Cell(NamedTuple):
    """The content of a column. `alone`: nothing else in its row tells which column it is."""

    line: int
    side: Side
    text: str
    what: Roll | Turn | Reply | Won | Lost
    alone: bool
    named: bool


class Scores(NamedTuple):
    """The line with the names and the points before a game."""

    line: int
    text: str
    names: tuple[str, str]
    points: tuple[int, int]


class Sheet:
    """The cells of one game."""

    def __init__(self, line: int, number: int) -> None:
        self.line, self.number = line, number
        self.scores: Scores | None = None
        self.cells: list[Cell] = []
        #: Comments, each with the number of cells up to what it is about.
        self.comments: list[tuple[int, str]] = []
        self.first_row_alone = False


class Writing:
    """The lines of one match; `length` 0 for money."""

    def __init__(self, line: int, length: int, tags: dict[str, str]) -> None:
        self.line, self.length, self.tags = line, length, tags
        self.sheets: list[Sheet] = []
        self.notes: list[Note] = []


def decoded(data: bytes) -> str:
    """Decode the bytes of a file, whichever program wrote it."""
    for mark, encoding in ((b"\xef\xbb\xbf", "utf-8-sig"), (b"\xff\xfe", "utf-16"), (b"\xfe\xff", "utf-16")):
        if data.startswith(mark):
            return data.decode(encoding, "replace")
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def shown(text: str) -> str:
    """A text shortened for quoting."""
    line = " ".join(text.split())
    return line if len(line) <= _SHOWN else f"{line[: _SHOWN - 1]}…"


def in_line(line: int, fault: RecordFault, **details: object) -> InvalidRecord:
    return InvalidRecord(RecordFault.IN_LINE, line=line, why=InvalidRecord(fault, **details))


def in_game(game: int, line: int, why: Exception) -> InvalidRecord:
    return InvalidRecord(RecordFault.IN_GAME, game=game, line=line, why=why)


def writings(text: str) -> Iterator[Writing]:
    """The matches of a text. Raises `InvalidRecord` for a line that belongs to none."""
    return _Reader(text).matches()


class _Reader:
    def __init__(self, text: str) -> None:
        self.lines = _LINES.split(text.removeprefix("\ufeff").removeprefix("ï»¿"))
        self.tags: dict[str, str] = {}
        self.early: list[Note] = []
        self.match: Writing | None = None

    def matches(self) -> Iterator[Writing]:
        number = 0
        for number, line in enumerate(self.lines, 1):
            if len(line.split()) == 0:
                continue
            if len(plain := " ".join(line.split())) > _LONGEST:
                raise in_line(number, RecordFault.TOO_LONG)
            before = self.match
            self.read(number, line.expandtabs(), plain)
            if before is not None and before is not self.match and before.sheets:
                yield before
        if self.match is None:
            raise InvalidRecord(RecordFault.NO_LENGTH, line=number)
        if not self.match.sheets:
            raise InvalidRecord(RecordFault.NO_GAMES, line=number)
        yield self.match

    def read(self, number: int, line: str, plain: str) -> None:
        match = self.match
        sheet = match.sheets[-1] if match and match.sheets else None
        if sheet and not sheet.scores and not sheet.cells and (scores := _SCORES.fullmatch(plain)):
            # Names may look like anything, a comment or a numbered row included.
            sheet.scores = _scores(number, plain, scores)
        elif tag := _TAG.fullmatch(line.strip()):
            self.tags[tag[1]] = tag[2]
        elif plain.startswith(_COMMENTS):
            if sheet and sheet.cells and (said := plain.lstrip(";#/ ")):
                sheet.comments.append((len(sheet.cells), said))
        elif head := _LENGTH.fullmatch(plain):
            length = 0 if head["money"] else int(head["points"] or head["to"])
            self.match, self.tags = Writing(number, length, self.tags), {}
            self.match.notes, self.early = self.early, []
        elif match is None:
            if _GAME.fullmatch(plain) or _NUMBER.match(line) or _SCORES.fullmatch(plain):
                raise in_line(number, RecordFault.LENGTH_FIRST, text=shown(line))
            self.early.append(Note(Mend.LEFT_OUT, number, (("text", shown(line)),)))
        elif game := _GAME.fullmatch(plain):
            self.begin(number, int(game[1]))
        elif sheet:
            self.row(sheet, number, line)
        elif _NUMBER.match(line) or _TOKEN.search(line):
            raise in_line(number, RecordFault.BEFORE_GAMES, text=shown(line))
        else:
            match.notes.append(Note(Mend.LEFT_OUT, number, (("text", shown(line)),)))

    def begin(self, line: int, number: int) -> None:
        """Begin a game, and with the first game after others a match."""
        match = self.match
        assert match is not None
        if number == 1 and match.sheets:
            self.match, self.tags = Writing(line, match.length, {**match.tags, **self.tags}), {}
            self.match.notes.append(Note(Mend.MATCH_BEGINS, line))
            match = self.match
        match.sheets.append(Sheet(line, number))

    def row(self, sheet: Sheet, number: int, line: str) -> None:
        """Add the cells of one line to a game."""
        assert self.match is not None
        if sheet.scores is None and not sheet.cells and ":" in line and not _NUMBER.match(line):
            raise in_game(sheet.number, number, InvalidRecord(RecordFault.NO_NAMES, text=shown(line)))
        said = [(comment.start(), comment[0].strip("{} ")) for comment in _BRACED.finditer(line)]
        line = _BRACED.sub(lambda comment: " " * len(comment[0]), line)
        numbered = _NUMBER.match(line)
        begin = numbered.end() if numbered else 0
        found = list(_TOKEN.finditer(line, begin))
        prefix = line[begin : found[0].start() if found else None].strip()
        named = _side_named(prefix, sheet) if prefix and found else None
        if prefix and named is None:
            if numbered or found:
                raise in_game(sheet.number, number, InvalidRecord(RecordFault.NOT_AN_ENTRY, text=shown(prefix)))
            self.match.notes.append(Note(Mend.LEFT_OUT, number, (("text", shown(line)),)))
            return
        for place, text in said:
            before = sum(token.start() < place for token in found)
            sheet.comments.append((len(sheet.cells) + before, " ".join(text.split())))
        if not found:
            return
        ends = [*(token.start() for token in found[1:]), len(line)]
        first_right = bool(found) and found[0].start() >= (begin + _GAP if numbered else _MIDDLE)
        for index, (token, end) in enumerate(zip(found, ends, strict=True)):
            rest = " ".join(line[token.end() : end].split())
            what = _what(token, rest)
            if what is None or index > 2:
                text = shown(line[token.start() : end])
                raise in_game(sheet.number, number, InvalidRecord(RecordFault.NOT_AN_ENTRY, text=text))
            side = Side.BLACK if index or first_right else Side.WHITE
            if named is not None and not index:
                side = named
            text = shown(line[token.start() : end])
            alone = len(found) == 1 and named is None
            if not sheet.cells and alone and side is Side.WHITE:
                sheet.first_row_alone = True
            elif sheet.first_row_alone and len(sheet.cells) == 1 and side is Side.WHITE and _plays_on(what):
                # The blanks before the first roll were stripped: it was in the right column.
                sheet.cells[0] = sheet.cells[0]._replace(side=Side.BLACK)
            sheet.cells.append(Cell(number, side, text, what, alone, named is not None))


def _what(token: re.Match[str], rest: str) -> Roll | Turn | Reply | Won | Lost | None:
    """Parse a cell; None if it is no part of a game."""
    first, second, turn, take, drop, wins, loses, resigns = token.groups()
    if first:
        return Roll((int(first), int(second)), rest)
    if turn:
        pieces = rest.split()
        value = _VALUE.fullmatch(rest)
        if value is None and len(pieces) > 2:
            return None
        return Turn(int(value[1]) if value and value[1] else None)
    if take or drop:
        plain = len(rest.split()) <= 3 and all(map(str.isalpha, rest.split()))
        return Reply(bool(take)) if plain or _VALUE.fullmatch(rest) else None
    result = _RESULT.fullmatch(rest)
    if result is None:
        return None
    points = int(result[1]) if result[1] else None
    if wins:
        return Won(points)
    return Lost(points, bool(resigns)) if loses or resigns else None


def _plays_on(what: Roll | Turn | Reply | Won | Lost) -> bool:
    return not isinstance(what, Won | Lost)


def _scores(line: int, text: str, found: re.Match[str]) -> Scores:
    names = found[1].strip() or "?", found[3].strip() or "?"
    return Scores(line, shown(text), names, (int(found[2]), int(found[4])))


def _side_named(name: str, sheet: Sheet) -> Side | None:
    """The side whose name precedes the cell's text."""
    names: Iterable[str] = sheet.scores.names if sheet.scores else ()
    called = name.rstrip(":").strip().casefold()
    return next((Side(side) for side, each in enumerate(names) if each.casefold() == called), None)
