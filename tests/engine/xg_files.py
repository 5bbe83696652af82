"""Files of eXtreme Gammon, written by the engine package from records."""

from __future__ import annotations

import struct
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from bgsage import xg_file as xg

from bot.backgammon import Ending, Illegal, Position
from bot.backgammon.notation import parse_play
from bot.backgammon.position import BAR
from bot.backgammon.record import Answered, GameRecord, InvalidRecord, Moved, Record, Turned
from bot.backgammon.rules import Jacoby
from bot.engine.xg import parse_xg
from bot.tables.heads_up.imports import read_file

MONEY = 99_999


def counts(position: Position) -> list[int]:
    """The board as bgsage has it: seen by the side on roll, both bars as counts."""
    own, other = position.own, position.opponent
    return [other[BAR], *(own[point] - other[25 - point] for point in range(1, 25)), own[BAR]]


def write_xg(
    record: Record, comments: Sequence[str] = (), commented: dict[tuple[int, int], int] | None = None
) -> bytes:
    """The record as a file. `commented`: the number of the comment about an entry (from 1) of a game (from 1)."""
    records = [_header(record)]
    for number, game in enumerate(record.games, 1):
        at = {entry: comment for (of, entry), comment in (commented or {}).items() if of == number}
        records += _game(record, number, game, at)
    records.append(_blank(xg.TS_FOOTER_MATCH))
    return archive(b"".join(records), "\r\n".join(comments).encode("cp1252") if comments else None)


def archive(data: bytes, comments: bytes | None = None) -> bytes:
    prefix = bytearray(xg.RICH_HEADER_SIZE)
    struct.pack_into("<I", prefix, 0, xg.MAGIC_RGMH)
    made = xg.XgArchive(bytes(prefix), [])
    made.set("temp.xg", data)
    if comments is not None:
        made.set("temp.xgc", comments)
    return saved(made)


def saved(made: xg.XgArchive) -> bytes:
    with tempfile.TemporaryDirectory() as folder:
        made.save(file := Path(folder) / "match.xg")
        return file.read_bytes()


def _blank(kind: int, **numbers: int) -> bytes:
    """A record without anything; `numbers`: 32-bit values by offset, such as `at12=3`."""
    record = bytearray(xg.TSAVEREC_SIZE)
    record[8] = kind
    for offset, number in numbers.items():
        struct.pack_into("<i", record, int(offset.removeprefix("at")), number)
    return bytes(record)


def _header(record: Record) -> bytes:
    rules = record.rules
    head = bytearray(_blank(xg.TS_HEADER_MATCH, at92=rules.length or MONEY, at552=30, at556=xg.MAGIC_DMLI))
    head[100] = rules.length > 0 and rules.crawford
    head[101] = rules.bet.jacoby is not Jacoby.OFF
    for name, offset in zip(record.names, (880, 1138), strict=True):
        written = name.encode("utf-16-le")[:254]
        head[offset : offset + len(written)] = written
    return bytes(head)


def _game(record: Record, number: int, game: GameRecord, commented: dict[int, int]) -> list[bytes]:
    rules, position = record.rules, Position.start(record.rules.variant)
    template = bytearray(_blank(xg.TS_HEADER_GAME, at56=commented.get(0, -1), at60=-1, at64=game.automatics))
    template[20] = game.crawford
    score = game.score if rules.length else (max(game.score[0], 0), max(game.score[1], 0))
    records = [xg.build_game_header(bytes(template), counts(position), number, *score)]
    for index, entry in enumerate(game.entries, 1):
        actif, comment = -1 if entry.side else 1, commented.get(index, -1)
        match entry:
            case Moved(side, dice, text):
                after = position
                steps: list[tuple[int, int]] = []
                if text:
                    play = parse_play(text, position, dice, rules.max_on_point)
                    after, steps = play.result, [(step.start, step.end) for step in play.steps]
                template = bytearray(_blank(xg.TS_MOVE, at2524=comment))
                made = (counts(position), counts(after), *dice, steps, actif)
                records.append(xg.build_move_record(bytes(template), *made))
                position = after.mirrored() if text is not None else position
                assert side is entry.side
            case Turned() if not isinstance(game.entries[index - 2], Turned) or index == 1:
                records.append(_cube(game, index, counts(position), actif, comment))
            case Turned() | Answered():
                pass  # within the record of the double
    winner = game.result.winner if game.result else None
    if game.result and winner is not None:
        ending = 100 * (game.result.ending in (Ending.RESIGNED, Ending.SETTLED))
        won = (-1 if winner else 1, abs(game.result.points), ending + 1)
        records.append(xg.build_game_footer(_blank(xg.TS_FOOTER_GAME), 0, 0, *won))
    else:
        records.append(xg.build_game_footer(_blank(xg.TS_FOOTER_GAME), 0, 0, 0, 0, 0))
    return records


def _cube(game: GameRecord, index: int, board: list[int], actif: int, comment: int) -> bytes:
    answers: list[int] = []
    for entry in game.entries[index:]:
        if isinstance(entry, Turned):
            answers.append(2)
            continue
        if isinstance(entry, Answered):
            answers.append(int(entry.taken))
        break
    take, beaver, raccoon = (answers + [-1] * 3)[:3]
    template = _blank(xg.TS_CUBE, at24=beaver, at28=raccoon, at292=comment)
    return xg.build_cube_record(template, board, actif, double=1, take=take)


class Outcome(NamedTuple):
    """What became of a file: the seconds of work, and the most memory that the worker has had, in bytes."""

    games: tuple[GameRecord, ...] | None
    noted: bool
    seconds: float
    memory: int


def read(data: bytes) -> Outcome:
    """Read a file as the bot does, for a worker."""
    began = time.process_time()
    try:
        read_file(data)
        took = time.process_time() - began
        found = parse_xg(data)
    except (InvalidRecord, Illegal):
        return Outcome(None, False, time.process_time() - began, peak())
    return Outcome(found.games, bool(found.notes), took, peak())


def peak() -> int:
    """The largest address space that this process has had, in bytes."""
    words = next(line for line in Path("/proc/self/status").read_text().splitlines() if line.startswith("VmPeak"))
    return int(words.split()[1]) * 1024
