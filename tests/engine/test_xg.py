"""Files of eXtreme Gammon: what the engine package writes is read back, and what is damaged is refused."""

from __future__ import annotations

import struct
import zlib
from pathlib import Path

import pytest

from bot.backgammon import Ending, Illegal, Result, Side, Variant
from bot.backgammon.mat import parse_mat, parse_matches
from bot.backgammon.record import (
    Answered,
    Comment,
    Entry,
    GameRecord,
    InvalidRecord,
    Moved,
    Record,
    Turned,
    checked,
    widest_rules,
)
from bot.backgammon.record_faults import Mend, RecordFault
from bot.engine import xg
from bot.engine.engine import available
from bot.engine.xg_comments import plain_comments, plain_text
from bot.tables.heads_up import imports
from bot.tables.heads_up.imports import ImportFault, read_file
from bot.worker_pool import WorkerPool
from tests.backgammon.test_match_files import FILES, MATCH

if not available():
    pytest.skip("no engine on this machine", allow_module_level=True)

from bgsage import xg_file

from tests.engine.xg_files import archive, read, write_xg
from tests.facts.xg_files import MEMORY, SECONDS, fuzzed, opened, played


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_match_is_read_to_the_same_plays(file: Path) -> None:
    for record in parse_matches(file.read_bytes()):
        found = xg.parse_xg(write_xg(record))
        assert found.names == record.names and found.rules.length == record.rules.length
        assert played(found.games) == played(record.games)


async def test_mutilated_files_are_read_or_refused_within_the_limits() -> None:
    counted, outcomes, strange = await fuzzed(list(parse_matches(MATCH)), 60, 7)
    assert strange == [] and sum(counted.values()) == 60
    assert counted["refused"] > 10 and counted["same plays"] > 5
    assert max(each.seconds for each in outcomes) < SECONDS and max(each.memory for each in outcomes) < MEMORY


TURNED = [
    (Turned(Side.WHITE, 2), Answered(Side.BLACK, True)),
    (Turned(Side.WHITE, 2), Answered(Side.BLACK, False)),
    (Turned(Side.WHITE, 2), Turned(Side.BLACK, 4), Answered(Side.WHITE, True)),
    (Turned(Side.WHITE, 2), Turned(Side.BLACK, 4), Answered(Side.WHITE, False)),
    (Turned(Side.WHITE, 2), Turned(Side.BLACK, 4), Turned(Side.WHITE, 8), Answered(Side.BLACK, True)),
    (Turned(Side.WHITE, 2), Turned(Side.BLACK, 4), Turned(Side.WHITE, 8), Answered(Side.BLACK, False)),
]


@pytest.mark.parametrize("turned", TURNED, ids=str)
def test_every_answer_to_a_double_is_read(turned: tuple[Entry, ...]) -> None:
    opening = (Moved(Side.WHITE, (3, 1), "8/5 6/5"), Moved(Side.BLACK, (5, 2), "13/8 24/22"))
    last = turned[-1]
    assert isinstance(last, Answered)
    cube = 1 << sum(isinstance(each, Turned) for each in turned)
    points = 2 * cube if last.taken else (1 if last.side else -1) * cube // 2
    rules = widest_rules(0, Variant.BACKGAMMON, crawford=False, jacoby=False, automatics=0)
    game = GameRecord(entries=(*opening, *turned), result=Result(points, Ending.RESIGNED))
    record = checked(Record(rules, ("Ann", "Bob"), (game,)))
    found = xg.parse_xg(write_xg(record))
    assert found.games == record.games and found.games[0].entries[2:] == turned


def test_comments_are_kept_with_the_entry_they_are_about() -> None:
    record = parse_mat(MATCH)
    rich = r"{\rtf1\ansi\ansicpg1252{\fonttbl{\f0 Arial;}}\f0 Na\'efve\par \u382?\b  yes\b0 \{!\}}"
    said = (rich, "plain", "about the game", "of nothing", "", "about the drop")
    found = xg.parse_xg(write_xg(record, said, {(1, 1): 0, (1, 4): 5, (2, 3): 1, (2, 0): 2}))
    first, second = found.games
    assert first.comments == (Comment(1, "Naïve\nž yes{!}"),)
    assert second.comments == (Comment(0, "about the game"), Comment(3, "plain"))
    assert [(note.mend, note.details) for note in found.notes] == [
        (Mend.COMMENTS_LEFT_OUT, (("number", "2"),)),
    ]
    assert played(found.games) == played(record.games)


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("as it is", "as it is"),
        (r"{\rtf1 a\line b\tab c}", "a\nb\tc"),
        (r"{\rtf1{\*\generator Riched20}{\info{\title x}}shown}", "shown"),
        (r"{\rtf1\uc2\u8364??\u55357??\u56832??.}", "€😀."),
        (r"{\rtf1\ansicpg1251 \'cf\'f0}", "Пр"),
        (r"{\rtf1\ansicpg99999 \'e9}}}", "é"),
        ("{\\rtf1 a\x00\x07b}", "ab"),
        ("{\\rtf1 unclosed {\\b bold", "unclosed bold"),
    ],
)
def test_rich_text_becomes_plain(text: str, plain: str) -> None:
    assert plain_text(text) == plain


def test_comments_are_one_a_line() -> None:
    assert plain_comments(b"one\x01\x02two\r\n\r\n\xe9") == ["one\ntwo", "", "é"]


@pytest.mark.parametrize(
    ("offset", "value", "fault"),
    [(96, 3, RecordFault.OTHER_GAME), (92, -5, RecordFault.NO_SUCH_LENGTH), (556, 0, RecordFault.NOT_XG)],
)
def test_a_header_that_cannot_be_is_refused(offset: int, value: int, fault: RecordFault) -> None:
    data = bytearray(_inner(write_xg(parse_mat(MATCH))))
    struct.pack_into("<i", data, offset, value)
    with pytest.raises(InvalidRecord) as refusal:
        xg.parse_xg(archive(bytes(data)))
    assert refusal.value.reason is fault


def test_what_is_not_in_the_file_is_noted() -> None:
    data = _inner(write_xg(parse_mat(MATCH)))
    cut = xg.parse_xg(archive(data[: -3 * 2560]))
    assert [note.mend for note in cut.notes] == [Mend.CUT_SHORT]
    later = bytearray(data)
    struct.pack_into("<i", later, 2560 + 48, 3)
    struct.pack_into("<i", later, 2560 + 12, 1)
    with pytest.raises(InvalidRecord, match="score"):
        xg.parse_xg(archive(bytes(later)))


def test_plays_without_their_game_are_noted() -> None:
    """The header of the last game is missing: what follows the end of the game before is nobody's."""
    (record,) = parse_matches(MATCH)
    size, files = xg_file.TSAVEREC_SIZE, opened(write_xg(record))
    data = bytes(files.get("temp.xg") or b"")
    records = [data[first : first + size] for first in range(0, len(data), size)]
    header = max(place for place, each in enumerate(records) if each[8] == xg_file.TS_HEADER_GAME)
    found = xg.parse_xg(archive(b"".join(records[:header] + records[header + 1 :]), None))
    assert played(found.games) == played(record.games[:1])
    rolls = sum(isinstance(entry, Moved) for entry in record.games[1].entries)
    assert [(note.mend, note.details) for note in found.notes] == [(Mend.PLAYS_LEFT_OUT, (("number", str(rolls)),))]


def test_a_file_that_unpacks_to_too_much_is_refused_before_it_does() -> None:
    data = _inner(write_xg(parse_mat(MATCH)))
    with pytest.raises(InvalidRecord) as refusal:
        xg.parse_xg(archive(data + bytes(xg.MOST_UNPACKED)))
    assert refusal.value.reason is RecordFault.XG_TOO_BIG


async def test_a_registry_without_bounds_ends_at_the_limit_of_memory() -> None:
    whole = write_xg(parse_mat(MATCH))
    registry = zlib.compress(bytes(600_000_000))
    blobs = whole[8232:-36]
    stream = blobs + registry
    trailer = struct.pack("<IiiiiB15x", zlib.crc32(stream), 1, 1, len(registry), len(blobs), 1)
    pool = WorkerPool(1, patience=20)
    try:
        found = await pool.run(read, whole[:8232] + stream + trailer)
    finally:
        await pool.close()
    assert found.games is None and found.seconds < SECONDS and found.memory < MEMORY


def test_work_that_takes_too_long_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(imports, "LONGEST_XG", 0.001)
    longest = max(
        (record for file in FILES for record in parse_matches(file.read_bytes())), key=lambda each: len(each.games)
    )
    with pytest.raises(Illegal) as refusal:
        read_file(write_xg(longest))
    assert refusal.value.reason is ImportFault.TOO_LONG


def _inner(whole: bytes) -> bytes:
    """The records of a file."""
    return opened(whole).get("temp.xg") or b""
