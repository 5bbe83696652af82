"""eXtreme Gammon's .xg, read and never written; for a worker, with bgsage's reader of its archive and of its records.

The package unpacks without bounds and knows neither results nor comments nor a refused beaver: the bounds and these
fields are here. Every play is found again by the board after it, so that a file cannot state one that is illegal.
Offsets are bytes within a record. Source: XG_format.pas at extremegammon.com/xgformat.aspx.
"""

from __future__ import annotations

import re
import struct
import tempfile
import threading
import zlib
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec.structs import replace

from bot.backgammon import Position, Result, Side, Variant, legal_plays
from bot.backgammon.bet import Ending
from bot.backgammon.position import OFF, InvalidPosition
from bot.backgammon.record import (
    Answered,
    Comment,
    Entry,
    GameRecord,
    Moved,
    Record,
    Turned,
    checked,
    read_score,
    widest_rules,
)
from bot.backgammon.record_faults import InvalidRecord, Mend, Note, RecordFault
from bot.engine.engine import available
from bot.engine.xg_comments import plain_comments

if TYPE_CHECKING:
    from bgsage.xg_file import XgArchive

try:
    import resource
except ImportError:  # Windows
    resource = None

MOST_UNPACKED = 20_000_000
"""Maximum bytes of an archive's files, unpacked."""
MOST_MEMORY = 150_000_000
"""Maximum bytes of address space that reading takes, beyond those of the worker."""

_MAGIC = b"RGMH"
_MONEY = 99_999
"""The match length of a session for money."""
_RESIGNED = 100
"""The way a game ended is higher by this if it was resigned."""
_UNICODE = 24
"""The first version of the format whose header has the names in Unicode."""
_VARIANTS = {0: Variant.BACKGAMMON, 1: Variant.NACKGAMMON, 2: Variant.HYPERGAMMON}
_FAULTS = (ValueError, LookupError, TypeError, ArithmeticError, struct.error, zlib.error)
"""What bgsage raises for damaged files."""


class _Footer(NamedTuple):
    """The end of a game as written: its winner, the points won, 0 if there are none, and whether it was resigned."""

    winner: Side
    points: int
    resigned: bool = False


def is_xg(data: bytes) -> bool:
    return data.startswith(_MAGIC)


def parse_xg(data: bytes) -> Record:
    """Read a file. Raises `InvalidRecord`, also for one that needs too much memory.

    For a worker: the address space of the process is limited meanwhile.
    """
    if not available():
        raise InvalidRecord(RecordFault.XG_NOT_HERE)
    from bgsage.xg_file import XgArchive

    try:
        with _at_most(MOST_MEMORY), tempfile.TemporaryDirectory() as folder:
            (file := Path(folder) / "match.xg").write_bytes(data)
            files = _unpacked(XgArchive.load(file))
            return _Reader(files.get("temp.xg", b""), files.get("temp.xgc", b"")).record()
    except MemoryError as error:
        raise InvalidRecord(RecordFault.XG_TOO_BIG, most=MOST_UNPACKED // 1_000_000) from error
    except InvalidRecord:
        raise
    except _FAULTS as error:
        raise InvalidRecord(RecordFault.NOT_XG) from error


@contextmanager
def _at_most(size: int) -> Iterator[None]:
    """Raise `MemoryError` where the address space grows by more than `size` bytes, if the system can limit it. In a
    thread, which is no worker, there is no limit.
    """
    used = Path("/proc/self/statm")
    if resource is None or not used.exists() or threading.current_thread() is not threading.main_thread():
        yield
        return
    before = resource.getrlimit(resource.RLIMIT_AS)
    most = int(used.read_text().split()[0]) * resource.getpagesize() + size
    if before[0] != resource.RLIM_INFINITY:
        most = min(most, before[0])
    resource.setrlimit(resource.RLIMIT_AS, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_AS, before)


def _unpacked(archive: XgArchive) -> dict[str, bytes]:
    """The files with plays and comments."""
    files: dict[str, bytes] = {}
    left = MOST_UNPACKED
    for entry in archive.entries:
        if entry.name not in ("temp.xg", "temp.xgc") or entry.name in files:
            continue
        data = entry.blob
        if entry.compressed:
            unpacking = zlib.decompressobj()
            data = unpacking.decompress(entry.blob, left + 1)
            if len(data) <= left and not unpacking.eof:
                raise InvalidRecord(RecordFault.NOT_XG)
        left -= len(data)
        if left < 0:
            raise InvalidRecord(RecordFault.XG_TOO_BIG, most=MOST_UNPACKED // 1_000_000)
        files[entry.name] = data
    return files


class _Reader:
    """The records of a file, read one after another."""

    def __init__(self, data: bytes, comments: bytes) -> None:
        from bgsage import xg_file

        self.format, self.data = xg_file, data
        self.comments = dict(enumerate(plain_comments(comments)))
        self.notes: list[Note] = []
        self.games: list[GameRecord] = []
        self.footers: list[_Footer] = []
        self.strays = 0
        # Of the game being read
        self.position = Position.start()
        self.head: dict[str, Any] | None = None
        self.automatics = 0
        self.entries: list[Entry] = []
        self.said: list[Comment] = []
        self.over = False

    def record(self) -> Record:
        """The match. Raises `InvalidRecord`."""
        kinds = self.format
        records = list(kinds.iter_records(self.data))
        if not records or records[0][1] != kinds.TS_HEADER_MATCH:
            raise InvalidRecord(RecordFault.NOT_XG)
        header = kinds.parse_header(self.data)
        length = header["match_length"]
        if length == _MONEY:
            length = 0
        elif not 0 < length < _MONEY:
            raise InvalidRecord(RecordFault.NO_SUCH_LENGTH, length=length)
        variant = _VARIANTS.get(self.number(0, 96))
        if variant is None:
            raise InvalidRecord(RecordFault.OTHER_GAME)
        for offset, kind in records[1:]:
            if kind == kinds.TS_HEADER_GAME:
                self.close(length, None)
                self.open(offset, variant)
            elif self.head is None:
                self.strays += kind == kinds.TS_MOVE
            elif kind == kinds.TS_CUBE:
                self.cube(offset)
            elif kind == kinds.TS_MOVE:
                self.move(offset)
            elif kind == kinds.TS_FOOTER_GAME:
                winner, points = self.number(offset, 24), self.number(offset, 28)
                side, resigned = Side.BLACK if winner < 0 else Side.WHITE, self.number(offset, 32) >= _RESIGNED
                self.close(length, _Footer(side, points if winner else 0, resigned))
        self.close(length, None)
        if not self.games:
            raise InvalidRecord(RecordFault.NOTHING)
        rules = widest_rules(
            length,
            variant,
            crawford=bool(self.data[100]),
            jacoby=header["jacoby"],
            automatics=max(game.automatics for game in self.games),
        )
        found = checked(Record(rules, self.names(header["version"]), tuple(self.games)))
        self.compare(found)
        if self.strays:
            self.note(Mend.PLAYS_LEFT_OUT, number=str(self.strays))
        if left := sum(map(bool, self.comments.values())):
            self.note(Mend.COMMENTS_LEFT_OUT, number=str(left))
        return replace(found, notes=tuple(self.notes))

    def note(self, mend: Mend, **details: str) -> None:
        self.notes.append(Note(mend, 0, tuple(details.items())))

    def number(self, record: int, offset: int) -> int:
        return struct.unpack_from("<i", self.data, record + offset)[0]

    def names(self, version: int) -> tuple[str, str]:
        white, black = (self.name(version, short, long) for short, long in ((9, 880), (50, 1138)))
        return white, black

    def name(self, version: int, short: int, long: int) -> str:
        text = ""
        if version >= _UNICODE:
            text = self.data[long : long + 256].decode("utf-16-le", "replace").partition("\0")[0]
        if not text.strip():
            size = min(self.data[short], 40)
            text = self.data[short + 1 : short + 1 + size].decode("cp1252", "replace")
        return " ".join(re.sub(r"[\x00-\x1f\x7f]", " ", text).split()) or "?"

    def refusal(self, fault: RecordFault, **details: object) -> InvalidRecord:
        why = InvalidRecord(fault, **details)
        return InvalidRecord(RecordFault.IN_ENTRY, game=len(self.games) + 1, entry=len(self.entries) + 1, why=why)

    def side(self, player: int) -> Side:
        """White is player 1, the other one 2 or negative."""
        return Side.WHITE if player == 1 else Side.BLACK

    # Game by game

    def open(self, record: int, variant: Variant) -> None:
        self.head = head = self.format.parse_game_header(self.data, record)
        if (number := head["game_number"]) != (expected := len(self.games) + 1):
            self.note(Mend.GAME_NUMBERS, number=str(number), expected=str(expected))
        self.automatics = min(max(self.number(record, 64), 0), 63)
        self.entries, self.said, self.over = [], [], False
        self.position = Position.start(variant)
        start = self.format.read_position(self.data, record + self.format._HG_POSINIT)
        if self.board(start, Side.WHITE) != self.position:
            raise self.refusal(RecordFault.OTHER_START)
        for offset in (56, 60):
            self.say(self.number(record, offset), 0)

    def close(self, length: int, footer: _Footer | None) -> None:
        """End the game being read, if there is one."""
        if self.head is None:
            return
        if footer is None or not (footer.points or self.over):
            self.note(Mend.CUT_SHORT, game=str(len(self.games) + 1))
        result = None
        if footer and footer.points and not self.over:
            points = -footer.points if footer.winner else footer.points
            result = Result(points, Ending.RESIGNED)
            if not footer.resigned:
                self.note(Mend.NOT_PLAYED_OUT, game=str(len(self.games) + 1))
        if self.entries:
            score = self.score(length)
            crawford, entries = self.head["crawford"], tuple(self.entries)
            said = tuple(replace(each, entry=min(each.entry, len(entries))) for each in self.said)
            self.games.append(GameRecord(score, crawford, self.automatics, entries, result, said))
            self.footers.append(footer or _Footer(Side.WHITE, 0))
        elif self.said:
            self.note(Mend.COMMENTS_LEFT_OUT, number=str(len(self.said)))
        self.head = None

    def score(self, length: int) -> tuple[int, int]:
        """The score before the game. Of a session for money only the first is read: the balance follows from it."""
        assert self.head is not None
        if length or not self.games:
            score = read_score(length, self.head["score1"], self.head["score2"])
            if not self.games and score != (0, 0):
                self.note(Mend.BEGINS_LATER, score=f"{self.head['score1']} : {self.head['score2']}")
            return score
        (white, _), last = self.games[-1].score, self.footers[-1]
        white += -last.points if last.winner else last.points
        return white, -white

    def compare(self, found: Record) -> None:
        """Compare what is written at the ends of games with what was played. Raises `InvalidRecord`."""
        length = found.rules.length
        for number, (game, footer) in enumerate(zip(found.games, self.footers, strict=True), 1):
            if not game.result or not footer.points:
                continue
            winner, points = game.result.winner, abs(game.result.points)
            if winner is footer.winner and points == footer.points:
                continue
            enough = length and winner is not None and footer.points >= length - game.score[winner]
            if winner is footer.winner and enough and footer.points < points:
                self.note(Mend.CAPPED, written=str(footer.points), points=str(points))
                continue
            written = -footer.points if footer.winner else footer.points
            why = InvalidRecord(RecordFault.WRONG_END, result=game.result.points, points=written)
            raise InvalidRecord(RecordFault.OF_GAME, game=number, why=why)

    # Record by record

    def board(self, counts: Sequence[int], frame: Side) -> Position:
        """The board that a record shows, seen by the side on roll in `self.position`.

        `counts` are seen by `frame`, whose own checkers are positive, and the side to move is that same side.
        """
        checkers = sum(self.position.own)
        own, other = [0] * 26, [0] * 26
        for point, count in enumerate(counts[1:25], 1):
            if count > 0:
                own[point] = count
            else:
                other[25 - point] = -count
        own[25], other[25] = abs(counts[25]), abs(counts[0])
        own[OFF], other[OFF] = checkers - sum(own), checkers - sum(other)
        try:
            return Position.of(own, other)
        except InvalidPosition as error:
            raise self.refusal(RecordFault.OTHER_BOARD) from error

    def say(self, comment: int, entry: int) -> None:
        """Attach a comment to an entry, by its number from 1; 0: to the game."""
        if text := self.comments.pop(comment, ""):
            self.said.append(Comment(entry, text))

    def cube(self, record: int) -> None:
        """A chance to double. An answer: 0 a drop, 1 a take, 2 another turn of the cube."""
        cube = self.format.parse_cube_record(self.data, record)
        self.say(self.number(record, 292), len(self.entries) + 1)
        if cube["double"] != 1:
            return
        side = self.side(cube["actif"])
        self.entries.append(Turned(side, 0))
        for answer in (cube["take"], self.number(record, 24), self.number(record, 28)):
            side = side.other
            if answer in (0, 1):
                self.entries.append(Answered(side, answer == 1))
                self.over = answer == 0
                return
            if answer != 2:  # the game ended before the answer
                return
            self.entries.append(Turned(side, 0))

    def move(self, record: int) -> None:
        side = self.side(self.number(record, 64))
        first, second = self.number(record, 100), self.number(record, 104)
        if not (1 <= first <= 6 and 1 <= second <= 6):
            if first or second:
                raise self.refusal(RecordFault.NOT_AN_ENTRY, text=f"{first}{second}")
            return
        if self.entries and isinstance(last := self.entries[-1], Moved) and last.play is None:
            raise self.refusal(RecordFault.UNPLAYED, text=f"{first}{second}")
        before = self.format.to_mover_board(self.format.read_position(self.data, record + 9), 1 if not side else -1)
        if self.board(before, side) != self.position:
            raise self.refusal(RecordFault.OTHER_BOARD)
        after = self.board(self.format.read_position(self.data, record + 35), side)
        self.say(self.number(record, 2524), len(self.entries) + 1)
        dice = first, second
        plays = legal_plays(self.position, dice)
        play = next((play for play in plays if play.packed == after.packed), None)
        if play is None:
            if after != self.position:
                raise self.refusal(RecordFault.OTHER_PLAY, text=f"{first}{second}")
            self.entries.append(Moved(side, dice, None))
            return
        self.entries.append(Moved(side, dice, str(play)))
        self.over = play.result.own[OFF] == sum(play.result.own)
        self.position = play.result.mirrored()
