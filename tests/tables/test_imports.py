"""What a worker makes of a file, and its limits."""

import gc

import pytest

from bot.backgammon import Illegal
from bot.backgammon.mat import format_mat, parse_mat
from bot.backgammon.record import record_of
from bot.backgammon.sgf import format_sgf
from bot.ogxm import format_ogxm
from bot.tables import games
from bot.tables.heads_up import imports
from bot.tables.heads_up.imports import ImportFault, read_file
from bot.tables.kept_games import reading
from bot.tables.table import read_snapshot
from tests.backgammon.test_match_files import FILES, MATCH


@pytest.mark.parametrize("kind", [format_mat, format_sgf, format_ogxm])
def test_every_kind_of_file_gives_a_log_that_folds_to_its_state(kind: object) -> None:
    assert callable(kind)
    written = kind(parse_mat(MATCH))
    (match,) = read_file(written if isinstance(written, bytes) else written.encode())
    with reading(games.HEADS_UP, match.log.splitlines()) as (start, actions):
        found = record_of(match.rules, actions, match.names).games
        assert start.score == (0, 0)
    assert found == parse_mat(MATCH).games
    assert read_snapshot(games.HEADS_UP, match.state).score == (1, 4)


def test_a_match_that_begins_later_has_its_score_in_the_header() -> None:
    text = MATCH[: MATCH.index(" Game 1")] + MATCH[MATCH.index(" Game 2") :]
    (match,) = read_file(text.encode())
    with reading(games.HEADS_UP, match.log.splitlines()) as (start, _):
        assert start.score == (1, 0)
    assert b"score" not in read_file(MATCH.encode())[0].log.splitlines()[0]


@pytest.mark.parametrize(
    ("limit", "value", "fault"),
    [
        ("MOST_PLAYS", 5, ImportFault.TOO_MANY_PLAYS),
        ("MOST_MATCHES", 0, ImportFault.TOO_MANY_MATCHES),
        ("LONGEST", 0.001, ImportFault.TOO_LONG),
    ],
)
def test_too_much_is_refused(monkeypatch: pytest.MonkeyPatch, limit: str, value: float, fault: ImportFault) -> None:
    monkeypatch.setattr(imports, limit, value)
    longest = max((file.read_bytes() for file in FILES), key=len)
    gc.disable()  # what a collection swallows is reported as an error of the test
    try:
        with pytest.raises(Illegal) as refusal:
            read_file(longest)
    finally:
        gc.enable()
    assert refusal.value.reason is fault


@pytest.mark.parametrize(
    ("data", "fault"),
    [(b"", ImportFault.EMPTY), (b" \r\n", ImportFault.EMPTY), (b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR", ImportFault.NO_TEXT)],
)
def test_what_is_no_text_is_called_so(data: bytes, fault: ImportFault) -> None:
    with pytest.raises(Illegal) as refusal:
        read_file(data)
    assert refusal.value.reason is fault


@pytest.mark.parametrize("encoding", ["utf-16", "utf-8-sig", "latin-1"])
def test_text_in_any_encoding_is_read(encoding: str) -> None:
    assert read_file(MATCH.encode(encoding)) == read_file(MATCH.encode())
