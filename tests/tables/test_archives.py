"""Files with files in them: what is read, what is refused, and how much of it."""

from __future__ import annotations

import io
import random
import struct
import warnings
from collections.abc import Mapping
from zipfile import ZIP_DEFLATED, ZIP_STORED, ZipFile

import pytest

from bot import limits
from bot.backgammon import Illegal
from bot.backgammon.mat import format_mat, parse_mat
from bot.backgammon.record import InvalidRecord, record_of
from bot.backgammon.record_digest import game_digests
from bot.ogxm import collection, format_ogxm, parse_ogxm
from bot.screens.all_games import NOTES, Written, packed
from bot.tables.heads_up import archives
from bot.tables.heads_up.archives import read_any
from bot.tables.heads_up.imports import LARGEST, ImportFault
from tests.backgammon.random_play import RULES, play_on
from tests.backgammon.test_match_files import FILES, MATCH


def zipped(files: Mapping[str, bytes], kind: int = ZIP_DEFLATED) -> bytes:
    out = io.BytesIO()
    with warnings.catch_warnings(), ZipFile(out, "w", kind) as made:
        warnings.simplefilter("ignore")
        for name, data in files.items():
            made.writestr(name, data)
    return out.getvalue()


def named(number: int) -> bytes:
    return MATCH.replace("Alice", f"Al{number:03}").encode()


# Digests


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_game_is_known_again_in_every_format(name: str) -> None:
    compared = 0
    for seed in range(12):
        record = record_of(RULES[name], play_on(random.Random(seed), RULES[name])[1], ("Al: the, 1st", "Bořek"))
        if not (there := game_digests(record)):
            continue
        assert there == game_digests(parse_mat(format_mat(record)))
        compared += len(there)
        try:
            data = format_ogxm(record)
        except InvalidRecord:
            continue  # of beavers, which the format does not have
        assert there == game_digests(parse_ogxm(data))
    assert compared


def test_other_players_rules_or_plays_are_other_games() -> None:
    texts = [
        MATCH,
        MATCH.replace("Alice", "Carol"),
        MATCH.replace("3 point match", "4 point match").replace(" and the match", ""),
        MATCH.replace("13/8 24/22", "13/11 13/8"),
    ]
    assert len({game_digests(parse_mat(text))[0] for text in texts}) == len(texts)
    assert len(set(game_digests(parse_mat(MATCH)))) == 2


# Reading


def test_a_zip_and_a_collection_are_read_and_each_match_is_there_once() -> None:
    records = [parse_mat(named(number)) for number in range(3)]
    collected = b"".join(map(format_ogxm, records))
    assert [parse_ogxm(each).names for each in collection(collected)] == [each.names for each in records]
    assert [each.names for each in read_any(collected).found] == [each.names for each in records]
    both = {f"{number}.mat": named(number) for number in range(3)} | {"games.ogxm": collected, NOTES: b"words"}
    found = read_any(zipped(both))
    assert [each.names for each in found.found] == [each.names for each in records]
    assert found.several and not found.refused


def test_what_is_damaged_is_refused_with_its_name_and_the_rest_is_read() -> None:
    files = {
        "good.mat": named(1),
        "bad.mat": b"hello",
        "sub/other.MAT": named(2),
        "inner.zip": zipped({"x.mat": named(3)}),
        "../up.mat": named(4),
        "/root.mat": named(5),
        "C:\\root.mat": named(6),
        "..\\up.mat": named(7),
        "picture.png": b"\x89PNG",
        "__MACOSX/._good.mat": b"\0\0",
        "wide.mat": b"x" * (LARGEST + 1),
        "part.ogxm": format_ogxm(parse_mat(named(8))) + format_ogxm(parse_mat(named(9)))[:-5],
    }
    found = read_any(zipped(files))
    assert [each.names[0] for each in found.found] == ["Al001", "Al002"]
    refused = {name: why.reason.name for name, why in found.refused}
    assert refused == {
        "bad.mat": "NO_LENGTH",
        "inner.zip": "NESTED",
        "../up.mat": "BAD_PATH",
        "/root.mat": "BAD_PATH",
        "C:\\root.mat": "BAD_PATH",
        "..\\up.mat": "BAD_PATH",
        "wide.mat": "TOO_BIG",
        "part.ogxm": "NOT_OGXM",
    }


def fault_of(data: bytes) -> ImportFault:
    with pytest.raises(Illegal) as caught:
        read_any(data)
    assert isinstance(caught.value.reason, ImportFault)
    return caught.value.reason


def test_a_bomb_is_not_unpacked(monkeypatch: pytest.MonkeyPatch) -> None:
    bomb = zipped({f"{number}.mat": bytes(archives.LARGEST_UNPACKED // 4) for number in range(5)})
    assert len(bomb) < archives.LARGEST_UNPACKED // 100
    assert fault_of(bomb) is ImportFault.TOO_WIDE
    # One that says of itself that it is small.
    entry = bomb.index(b"PK\x01\x02")
    lying = bytearray(zipped({"0.mat": bytes(2 * archives.LARGEST_UNPACKED)}))
    entry = lying.index(b"PK\x01\x02")
    struct.pack_into("<I", lying, entry + 24, 10)
    found = read_any(bytes(lying))
    assert not found.found and found.refused[0].name == "0.mat"
    monkeypatch.setattr(archives, "MOST_FILES", 3)
    assert fault_of(zipped({f"{number}.mat": named(number) for number in range(4)})) is ImportFault.TOO_MANY_FILES
    many = b"".join(format_ogxm(parse_mat(named(number))) for number in range(4))
    assert fault_of(many) is ImportFault.TOO_MANY_FILES


def test_nothing_in_it_and_no_zip_are_refused() -> None:
    assert fault_of(zipped({})) is ImportFault.NO_MATCH
    assert fault_of(zipped({"readme.md": b"words", "notes.txt": b"words"})) is ImportFault.NO_MATCH
    assert fault_of(b"PK\x03\x04" + bytes(100)) is ImportFault.NOT_ZIP


def test_a_locked_file_is_refused() -> None:
    locked = bytearray(zipped({"a.mat": named(1)}, ZIP_STORED))
    entry = locked.index(b"PK\x01\x02")
    locked[entry + 8] |= 1
    locked[6] |= 1
    (refused,) = read_any(bytes(locked)).refused
    assert refused.why.reason is ImportFault.ENCRYPTED


def test_a_damaged_zip_is_read_or_refused_in_words() -> None:
    data, chance, ways = zipped({f"{number}.mat": named(number) for number in range(3)}), random.Random(7), set[str]()
    for _ in range(300):
        at = chance.randrange(len(data))
        damaged = data[:at] + bytes([chance.randrange(256)]) + data[at + chance.randrange(3) :]
        try:
            found = read_any(damaged)
            ways.add("refused" if found.refused else "read")
        except (Illegal, InvalidRecord) as refusal:
            assert str(refusal)
            ways.add("none")
    assert ways == {"read", "refused", "none"}


# Writing


def test_what_is_too_large_for_a_message_is_in_several_files_without_loss() -> None:
    written = [
        Written(f"t{number}", format_mat(record).encode(), format_ogxm(record))
        for number, record in enumerate(map(parse_mat, (file.read_bytes() for file in FILES[:4])))
    ]
    (whole,) = packed(written, "en", limits.FILE)
    parts = packed(written, "en", len(whole) * 2 // 3)
    assert len(parts) > 1 and all(len(each) <= len(whole) * 2 // 3 for each in parts)
    names = [ZipFile(io.BytesIO(each)).namelist() for each in parts]
    assert [name for each in names for name in each if name != "games.ogxm"] == ["t0.mat", "t1.mat", "t2.mat", "t3.mat"]
    digests = [each.digests for part in parts for each in read_any(part).found]
    assert digests == [each.digests for each in read_any(whole).found] and len(digests) == 4
    assert packed(written, "en", len(whole)) == [whole]
