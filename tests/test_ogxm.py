"""OGXM there and back, and what its own library says of our files."""

from __future__ import annotations

import json
import random

import ogxm
import pytest
from msgspec.structs import replace

from bot.backgammon import Ending, Result, Rules, Side
from bot.backgammon.mat import parse_mat
from bot.backgammon.record import Answered, GameRecord, InvalidRecord, Moved, Record, Turned, record_of
from bot.ogxm import Proof, format_ogxm, is_ogxm, parse_ogxm
from tests.backgammon.random_play import RULES, play_on
from tests.backgammon.test_match_files import FILES


def sorted_dice(record: Record) -> Record:
    """The format knows no order of two dice."""
    games = tuple(
        replace(
            game,
            entries=tuple(
                replace(entry, dice=(max(entry.dice), min(entry.dice))) if isinstance(entry, Moved) else entry
                for entry in game.entries
            ),
        )
        for game in record.games
    )
    return replace(record, games=games, notes=())


def representable(record: Record) -> bool:
    beaver = any(
        isinstance(one, Turned) and isinstance(other, Turned)
        for game in record.games
        for one, other in zip(game.entries, game.entries[1:], strict=False)
    )
    settled = any(game.result and game.result.ending is Ending.SETTLED for game in record.games)
    return bool(record.games) and not beaver and not settled


@pytest.mark.parametrize("name", sorted(set(RULES) - {"Egyptian"}))
def test_ogxm_and_record_are_inverse(name: str) -> None:
    done = 0
    for seed in range(6):
        record = record_of(RULES[name], play_on(random.Random(seed), RULES[name])[1], ("Alice", "Bořek"))
        if representable(record):
            assert parse_ogxm(format_ogxm(record)) == sorted_dice(record)
            done += 1
    assert done


@pytest.mark.parametrize("file", FILES[:4], ids=lambda file: file.stem)
def test_a_real_match_goes_through_it(file: object) -> None:
    record = parse_mat(file.read_bytes())  # type: ignore[attr-defined]
    data = format_ogxm(record)
    assert is_ogxm(data)
    document = ogxm.binary_to_json(data)
    assert document["replay_complete"]
    assert ogxm.v2_problem(document) is None
    assert parse_ogxm(data) == sorted_dice(record)


OPENING = (Moved(Side.WHITE, (3, 1), "8/5 6/5"),)


def test_the_proof_of_the_dice_goes_into_it() -> None:
    record = Record(Rules(length=7), ("Alice", "Bob"), (GameRecord(entries=OPENING),))
    told = ogxm.binary_to_json(format_ogxm(record, Proof("ab12", ("luck", "žába"), b"\x01\x02")))["annotations"]
    proof = next(json.loads(each["value"]) for each in told if each["key"] == "x-chouette-dice")
    assert proof == {"commitment": "ab12", "words": ["luck", "žába"], "seed": "0102"}
    later = ogxm.binary_to_json(format_ogxm(record, Proof("ab12", ("luck", "žába"), None, (1, 9))))["annotations"]
    assert '"counts_from": [1, 9]' in "".join(each["value"] for each in later)
    hidden = ogxm.binary_to_json(format_ogxm(record, Proof("ab12", (), None)))["annotations"]
    assert '"seed": null' in next(each["value"] for each in hidden if each["key"] == "x-chouette-dice")


def test_a_beaver_is_refused_with_words() -> None:
    entries = (*OPENING, Turned(Side.BLACK, 2), Turned(Side.WHITE, 4), Answered(Side.BLACK, False))
    game = GameRecord(entries=entries, result=Result(2, Ending.DROPPED))
    with pytest.raises(InvalidRecord, match="no word"):
        format_ogxm(Record(Rules(), ("Alice", "Bob"), (game,)))


@pytest.mark.long
def test_a_damaged_file_is_a_record_or_refused() -> None:
    data = format_ogxm(parse_mat(FILES[0].read_bytes()))
    chance = random.Random(5)
    for _ in range(200):
        at = chance.randrange(len(data))
        damaged = data[:at] + bytes([chance.randrange(256)]) + data[at + chance.randrange(3) :]
        try:
            assert isinstance(parse_ogxm(damaged), Record)
        except InvalidRecord as refusal:
            assert str(refusal)
    with pytest.raises(InvalidRecord, match="not OGXM"):
        parse_ogxm(b"OGXM")
    with pytest.raises(InvalidRecord, match="not OGXM"):
        parse_ogxm(b"")
