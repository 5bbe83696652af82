"""GNU Backgammon replays what we export: same dice, plays, positions, cube and score, ply by ply.

It silently drops or repairs what it does not like, so every entry is compared, in order, with its board before and the
match state after it. Skipped where GNU Backgammon is not installed.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.backgammon import (
    Board,
    CubeRules,
    Ending,
    Jacoby,
    Kind,
    Position,
    Result,
    Rules,
    Side,
    actions,
    apply,
    parse_match_id,
    start,
)
from bot.backgammon.counted_elsewhere import counted_otherwise
from bot.backgammon.mat import format_mat
from bot.backgammon.plays import moved
from bot.backgammon.record import Answered, GameRecord, Moved, Record, Turned, record_of
from bot.backgammon.sgf import format_sgf

from .gnubg import GNUBG, understood
from .random_play import RULES, next_action, play_on

pytestmark = pytest.mark.skipif(GNUBG is None, reason="GNU Backgammon is not installed (Debian package gnubg)")

#: What GNU Backgammon has no word for: a bound of five on a point.
NAMES = sorted(set(RULES) - {"Egyptian"})


def entries(record: Record) -> list[list[tuple[object, ...]]]:
    """Every game as GNU Backgammon should tell it; plays as (board before, board after)."""
    told: list[list[tuple[object, ...]]] = []
    for game in record.games:
        board, lines = Board.start(record.rules.variant), list[tuple[object, ...]]()
        for entry in game.entries:
            player = "XO"[entry.side]
            match entry:
                case Moved(side, dice, None):
                    lines.append(("set", player, dice))
                case Moved(side, dice, str(text)):
                    board = Board(board.position, side, dice)
                    after = board.played(board.read(text, None))
                    lines.append(("move", player, dice, board.position.id, after.position.id))
                    board = after
                case Turned():
                    lines.append(("double", player))
                case Answered(_, taken):
                    lines.append(("take" if taken else "drop", player))
        if game.result and game.result.ending in (Ending.RESIGNED, Ending.SETTLED):
            lines.append(("resign", "XO"[1 - (game.result.winner or 0)]))
        told.append(lines)
    return told


def heard(games: list[dict[str, Any]], checkers: int) -> list[list[tuple[object, ...]]]:
    """The same from GNU Backgammon's own list of the games."""
    return [[_heard(entry, checkers) for entry in game["game"]] for game in games]


def _heard(entry: dict[str, Any], checkers: int) -> tuple[object, ...]:
    kind, player = entry["action"], entry["player"]
    if kind == "set":
        return kind, player, tuple(entry["dice"])
    if kind != "move":
        return kind, player
    position = Position.from_id(entry["board"], checkers)
    after = Position(moved(position.packed, map(tuple, entry["move"] or ()))).mirrored()
    return kind, player, tuple(entry["dice"]), position.id, after.id


def cubes(game: GameRecord) -> Iterator[tuple[int, Side | None] | None]:
    """Value and owner of the cube after every entry; None while it is being turned or after a drop."""
    value, owner, turned = 1 << game.automatics, None, list[Side]()
    for entry in game.entries:
        match entry:
            case Turned():
                turned.append(entry.side)
                yield None
            case Answered(_, taken):
                value, owner = value << len(turned), turned[0].other
                turned.clear()
                yield (value, owner) if taken else None
            case Moved():
                yield value, owner


def written(record: Record, folder: Path, name: str) -> list[Path]:
    files = [folder / f"{name}.sgf", folder / f"{name}.mat"]
    files[0].write_text(format_sgf(record))
    files[1].write_text(format_mat(record))
    return files


def compare(record: Record, told: dict[str, Any], file: Path) -> None:
    assert heard(told["games"], record.rules.variant.checkers) == entries(record)
    for game, heard_game, steps in zip(record.games, told["games"], told["steps"], strict=True):
        info = heard_game["info"]
        score = info["score-X"], info["score-O"]
        assert (score if record.rules.length else (score[0] - score[1], score[1] - score[0])) == game.score
        # The .mat format has no word for an automatic double: there the cube begins at 1.
        mat = file.suffix == ".mat"
        factor = 1 << game.automatics if mat else 1
        if game.result:
            assert info["winner"] == "XO"[game.result.winner or 0]
        if game.result and factor == 1:
            assert info["points-won"] == abs(game.result.points)
        for expected, (_, match_id) in zip(cubes(game), steps, strict=False):
            state = parse_match_id(match_id)
            assert state.length == record.rules.length
            # From a .mat it takes the Crawford rule for granted.
            assert state.crawford == game.crawford or (mat and not record.rules.crawford)
            if expected:
                assert (state.cube * factor, state.owner) == expected


def test_a_match_and_sessions_come_back_ply_by_ply(tmp_path: Path) -> None:
    records: list[Record] = []
    files: list[Path] = []
    for seed, name in enumerate(NAMES * 3):
        record = record_of(RULES[name], play_on(random.Random(seed), RULES[name], most=250)[1], ("Alice", "Bob"))
        # A settlement that no resignation amounts to has no word in either format.
        games = tuple(game for game in record.games if not game.result or game.result.ending is not Ending.SETTLED)
        if games and games == record.games:
            records += [record] * 2
            files += written(record, tmp_path, f"{seed}")
    assert len(files) > 20
    wrong: list[str] = []
    for record, told, file in zip(records, understood(files, tmp_path), files, strict=True):
        try:
            compare(record, told, file)
        except AssertionError as difference:
            wrong.append(f"{file.name}: {difference}")
    assert not wrong, "\n".join(wrong)[:5000]


def session() -> Record:
    """A money session with an automatic double, beavers, a raccoon, drops, resignations refused and accepted."""
    log: list[actions.AnyAction] = []
    match = start(Rules(money=CubeRules(animals=2, auto_doubles=2)))

    def do(*said: actions.AnyAction) -> None:
        nonlocal match
        for action in said:
            match = apply(match, action)
            log.append(action)

    def resign(by: int, kind: Kind, answer: type[actions.Accept | actions.Decline]) -> None:
        do(actions.Resign(by=by, kind=kind))
        do(answer(by=1 - by, question=match.asked))

    do(actions.OpeningRoll(dice=(4, 4)), actions.OpeningRoll(dice=(3, 1)), actions.Move(by=0, play="8/5 6/5"))
    do(actions.Double(by=1), actions.Beaver(by=0), actions.Take(by=1))
    do(actions.Roll(by=1, dice=(6, 4)), actions.Move(by=1, play="24/14"))
    resign(1, Kind.SINGLE, actions.Decline)
    do(actions.Roll(by=0, dice=(5, 2)))
    resign(1, Kind.GAMMON, actions.Accept)
    do(actions.Next(by=0), actions.Next(by=1))
    do(actions.OpeningRoll(dice=(1, 2)), actions.Move(by=1, play="13/11 6/5"))
    do(actions.Double(by=0), actions.Beaver(by=1), actions.Raccoon(by=0), actions.Take(by=1))
    do(actions.Roll(by=0, dice=(6, 6)), actions.Move(by=0, play="24/18(2) 13/7(2)"))
    do(actions.Double(by=1), actions.Drop(by=0))
    do(actions.Next(by=0), actions.Next(by=1))
    do(actions.OpeningRoll(dice=(6, 5)), actions.Move(by=0, play="24/13"))
    do(actions.Double(by=1), actions.Beaver(by=0), actions.Drop(by=1))
    do(actions.Next(by=0), actions.Next(by=1))
    do(actions.OpeningRoll(dice=(2, 1)), actions.Move(by=0, play="13/11 6/5"))
    return record_of(match.rules, log, ("Alice", "Bob"))


def test_beaver_raccoon_resignation_and_automatics_come_back(tmp_path: Path) -> None:
    record = session()
    assert [game.result and game.result.points for game in record.games] == [16, -8, 2, None]
    files = written(record, tmp_path, "session")
    for told, file in zip(understood(files, tmp_path), files, strict=True):
        compare(record, told, file)


def test_a_take_with_no_roll_to_follow_is_no_double(tmp_path: Path) -> None:
    """Whoever doubled: right of a white take it would otherwise see black double."""
    records = [
        Record(Rules(length=length), ("Alice", "Bob"), (GameRecord(entries=entries, result=result),))
        for first in Side
        for length in (0, 7)
        for result in (Result(2, Ending.RESIGNED), Result(-2, Ending.RESIGNED), None)
        for entries in [
            (Moved(first, (3, 1), "8/5 6/5"), Turned(first.other, 2), Answered(first, True)),
        ]
    ]
    files = [written(record, tmp_path, str(number))[1] for number, record in enumerate(records)]
    for record, told, file in zip(records, understood(files, tmp_path), files, strict=True):
        compare(record, told, file)


def ended(length: int, automatics: int, turned: int, points: int) -> Record:
    """A game that ended at any number of points, after the cube was turned so often; and one that follows."""
    entries: list[Moved | Turned | Answered] = [Moved(Side.WHITE, (3, 1), "8/5 6/5")]
    for number in range(turned):
        doubler = Side((number + 1) % 2)
        entries += [Turned(doubler, 2 << automatics + number), Answered(doubler.other, True)]
        entries.append(Moved(doubler, ((6, 4), (2, 1))[number], ("24/14", "13/10")[number]))
    ending = Ending.RESIGNED if points else Ending.SETTLED
    games = (
        GameRecord(automatics=automatics, entries=tuple(entries), result=Result(points, ending)),
        GameRecord(entries=tuple(entries[:1])),
    )
    rules = Rules(length=length) if length else Rules(money=CubeRules(auto_doubles=automatics))
    return Record(rules, ("Alice", "Bob"), games)


def doubled_by_themselves(seed: int, rules: Rules) -> Record:
    """A session in which the cube often doubles by itself, and is turned and dropped less often than it might be."""
    rng = random.Random(seed)
    match, log = start(rules), list[actions.AnyAction]()
    while not match.closed and len(log) < 300:
        action = next_action(rng, match, straying=0.01)
        rare = {actions.Double: 0.25, actions.Drop: 0.2, actions.Decline: 0.4}.get(type(action), 1)
        if rng.random() < rare:
            if isinstance(action, actions.OpeningRoll) and rng.random() < 0.3:
                action = actions.OpeningRoll(dice=(3, 3))
            log.append(action)
            match = apply(match, action)
    return record_of(rules, log, ("Alice", "Bob"))


def test_it_counts_what_we_say_that_other_programs_count(tmp_path: Path) -> None:
    """Drops and games after an automatic double, resignations and settlements at any number of points."""
    records = [
        ended(length, automatics, turned, points)
        for length, most in ((0, 3), (7, 1))
        for automatics in range(most)
        for turned in range(3)
        for points in (0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 16, 24, -1, -5)
    ]
    for money in (CubeRules(auto_doubles=2), CubeRules(auto_doubles=2, animals=2, jacoby=Jacoby.OFF)):
        records += [doubled_by_themselves(seed, Rules(money=money)) for seed in range(6)]
    files = [file for number, record in enumerate(records) for file in written(record, tmp_path, str(number))]
    differing = dict.fromkeys((".mat", ".sgf"), 0)
    for number, (told, file) in enumerate(zip(understood(files, tmp_path), files, strict=True)):
        record = records[number // 2]
        said = {each.game: each for each in counted_otherwise(record, file.suffix[1:])}
        for game, (ours, heard_game) in enumerate(zip(record.games, told["games"], strict=False), 1):
            if ours.result:
                points = abs(ours.result.points)
                counted = heard_game["info"].get("points-won") or 0
                assert counted == (said[game].elsewhere if game in said else points), (file.name, game)
                differing[file.suffix] += counted != points
    assert min(differing.values()) > 50
