"""OGXM, the binary match format of HedgeHog and GammonView. A pair: `format_ogxm` and `parse_ogxm`.

The rules of the format run in the library of that name, whose JSON form is built and read here. It counts points from
white's bar (0) to black's (25) and writes dice the lower first. Data without a field, the rules by value and the proof
of the dice, are in its annotations, which other programs preserve unread.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator, Sequence
from itertools import combinations_with_replacement
from typing import Any, NamedTuple

from msgspec import UNSET

from bot.backgammon import Beavers, Ending, Jacoby, Position, Result, Side, Variant
from bot.backgammon.notation import parse_play
from bot.backgammon.position import BAR
from bot.backgammon.record import (
    Answered,
    Entry,
    GameRecord,
    Moved,
    Record,
    Turned,
    checked,
    first_board,
    first_cube,
    read_rules,
    read_score,
    widest_rules,
    written_rules,
)
from bot.backgammon.record_faults import InvalidRecord, RecordFault
from bot.backgammon.steps import point_name

try:
    import ogxm
except ImportError:  # not available on this machine
    ogxm = None

_ROLLS = tuple(combinations_with_replacement(range(1, 7), 2))
_DOUBLE, _TAKE, _DROP, _RESIGN, _RESIGN_MATCH = 21, 22, 23, 27, 28
#: White is colour 1, and winner 0.
_COLOURS = {Side.WHITE: 1, Side.BLACK: 0}
_RULES = "x-chouette-rules"
_PROOF = "x-chouette-dice"
_LONGEST = 4096


class Proof(NamedTuple):
    """The proof of the dice; with the seed only once it is public. `counts_from`: the first roll of each word; empty:
    roll 1 for all.
    """

    commitment: str
    words: Sequence[str]
    seed: bytes | None
    counts_from: Sequence[int] = ()


def format_ogxm(record: Record, proof: Proof | None = None) -> bytes:
    """The record as a file. Raises `InvalidRecord` if the format cannot express it."""
    if ogxm is None:
        raise InvalidRecord(RecordFault.NOT_HERE)
    rules = record.rules
    first = record.games[0].score if record.games else (0, 0)
    annotations = [(_RULES, written_rules(rules))]
    if proof:
        seed = None if proof.seed is None else proof.seed.hex()
        told: dict[str, Any] = {"commitment": proof.commitment, "words": list(proof.words), "seed": seed}
        if proof.counts_from:
            told["counts_from"] = list(proof.counts_from)
        annotations.append((_PROOF, json.dumps(told, ensure_ascii=False)))
    document: dict[str, Any] = {
        "match_length": rules.length,
        "player_white": record.names[0],
        "player_black": record.names[1],
        "variant": rules.variant.value,
        "crawford": rules.length > 0 and rules.crawford,
        "jacoby": rules.bet.jacoby is not Jacoby.OFF,
        "beavers": rules.bet.animals is not Beavers.NONE,
        "raccoons": rules.bet.animals is Beavers.RACCOON,
        "auto_doubles": rules.bet.auto_doubles > 0,
        "games": [_game(record, number) for number in range(len(record.games))],
        "annotations": [
            {"scope": "match", "key": key, "value": value}
            for key, value in sorted(annotations)
            if len(value.encode()) <= _LONGEST
        ],
    }
    if rules.length and first != (0, 0):
        document |= {"white_score_start": first[0], "black_score_start": first[1]}
        if rules.crawford and max(first) == rules.length - 1 and not record.games[0].crawford:
            document["crawford_before_start"] = True
    try:
        return ogxm.json_to_binary(document)
    except ogxm.OgxmError as error:
        raise InvalidRecord(RecordFault.NO_WORD) from error


def parse_ogxm(data: bytes) -> Record:
    """Read a file, also of another program. Raises `InvalidRecord`."""
    if ogxm is None:
        raise InvalidRecord(RecordFault.NOT_HERE)
    try:
        document = ogxm.binary_to_json(data)
        return _record(document)
    except (ogxm.OgxmError, UnicodeError) as error:
        raise InvalidRecord(RecordFault.NOT_OGXM, error=str(error)) from error
    except (KeyError, TypeError, ValueError, IndexError) as error:
        if isinstance(error, InvalidRecord):
            raise
        raise InvalidRecord(RecordFault.NOT_OGXM, error=f"{type(error).__name__}: {error}") from error


def collection(data: bytes) -> tuple[bytes, ...]:
    """The files of a collection, which is what several OGXM files are one after the other; of a single one itself.

    Raises `InvalidRecord`.
    """
    if ogxm is None:
        raise InvalidRecord(RecordFault.NOT_HERE)
    try:
        return tuple(ogxm.iter_stream(io.BytesIO(data)))
    except ogxm.StreamError as error:
        if error.offset == 0:
            return (data,)  # of an older version, or damaged, which its reader finds out
        raise InvalidRecord(RecordFault.NOT_OGXM, error=str(error)) from error


def is_ogxm(data: bytes) -> bool:
    return data.startswith(b"OGXM")


def _game(record: Record, number: int) -> dict[str, Any]:
    game = record.games[number]
    told: dict[str, Any] = {"plies": list(_plies(record, number))}
    if (cube := first_cube(record, number)) > 1:
        told["initial_cube_value"] = cube
    board, opening = first_board(record, number), record.rules.opening
    if board.turn is not None and opening is not UNSET:
        told["initial_board"] = _checkers(board.seen_by_white)
        if opening.owner is not None:
            told["initial_cube_owner"] = int(opening.owner)
    if (result := game.result) and result.winner is not None:
        told |= {"winner": int(result.winner), "points_won": abs(result.points)}
    return told


def _checkers(position: Position) -> list[int]:
    """The checkers from white's bar to black's, those of black negative."""
    white, black = position.own, position.opponent
    return [(white[BAR - place] if place < BAR else 0) - (black[place] if place else 0) for place in range(BAR + 1)]


def _plies(record: Record, number: int) -> Iterator[dict[str, Any]]:
    rules, game = record.rules, record.games[number]
    position, value = first_board(record, number).position, first_cube(record, number)
    for entry in game.entries:
        ply: dict[str, Any] = {"color": _COLOURS[entry.side]}
        match entry:
            case Turned():
                ply["action_id"] = _DOUBLE
            case Answered(_, taken):
                ply["action_id"] = _TAKE if taken else _DROP
                value *= 2 if taken else 1
            case Moved(side, dice, text):
                moves: list[dict[str, int]] = []
                if text:
                    play = parse_play(text, position, dice, rules.max_on_point)
                    position = play.result.mirrored()
                    for step in play.steps:
                        start = step.start if side else BAR - step.start
                        moves.append({"from": start, "pips": step.start - step.end})
                elif text is not None:
                    position = position.mirrored()
                ply |= {"action_id": _ROLLS.index((min(dice), max(dice))), "moves": moves}
        yield ply
    if (result := game.result) and result.ending is Ending.RESIGNED and result.winner is not None:
        kind, left = divmod(abs(result.points), value)
        if left or kind > 3:
            yield {"color": _COLOURS[result.winner.other], "action_id": _RESIGN_MATCH, "resign_value": 3}
        else:
            yield {"color": _COLOURS[result.winner.other], "action_id": _RESIGN, "resign_value": kind}


def _record(document: dict[str, Any]) -> Record:
    length = int(document["match_length"])
    told = {each["key"]: each["value"] for each in document.get("annotations", [])}
    variant = next((each for each in Variant if each.value == document.get("variant", Variant.BACKGAMMON.value)), None)
    if variant is None:
        raise InvalidRecord(RecordFault.OTHER_GAME)
    white, black = int(document.get("white_score_start", 0)), int(document.get("black_score_start", 0))
    games: list[GameRecord] = []
    score = read_score(length, white, black)
    crawford_played = bool(document.get("crawford_before_start", False))
    crawford = bool(document.get("crawford", False))
    for number, game in enumerate(document["games"], 1):
        cube = int(game.get("initial_cube_value", 1)) if "initial_board" not in game else 1
        if cube < 1 or cube & (cube - 1):
            raise InvalidRecord(RecordFault.NO_SUCH_CUBE, number=cube)
        result = _result(game)
        is_crawford = length > 1 and crawford and not crawford_played and max(score) == length - 1
        crawford_played = crawford_played or is_crawford
        entries = tuple(_entries(game["plies"], number))
        games.append(GameRecord(score, is_crawford, cube.bit_length() - 1, entries, result))
        points = result.points if result else 0
        if length:
            score = (score[0] + max(points, 0), score[1] + max(-points, 0))
        else:
            score = (score[0] + points, score[1] - points)
    if not games:
        raise InvalidRecord(RecordFault.NOTHING)
    if _RULES in told:
        rules = read_rules(told[_RULES], length)
    else:
        automatics = max(game.automatics for game in games)
        rules = widest_rules(
            length, variant, crawford=crawford, jacoby=bool(document.get("jacoby", False)), automatics=automatics
        )
    names = document.get("player_white") or "?", document.get("player_black") or "?"
    return checked(Record(rules, names, tuple(games)))


def _result(game: dict[str, Any]) -> Result | None:
    winner, points = game.get("winner"), int(game.get("points_won", 0))
    if winner not in (0, 1) or not points:
        return None
    return Result(-points if winner else points, Ending.RESIGNED)


def _entries(plies: Sequence[dict[str, Any]], number: int) -> Iterator[Entry]:
    for index, ply in enumerate(plies, 1):
        action = int(ply["action_id"])
        side = Side.WHITE if ply.get("color") else Side.BLACK
        if action < len(_ROLLS):
            low, high = _ROLLS[action]
            yield Moved(side, (high, low), " ".join(_steps(ply.get("moves", []), side)) or None)
        elif action == _DOUBLE:
            yield Turned(side, 0)
        elif action in (_TAKE, _DROP):
            yield Answered(side, action == _TAKE)
        elif action not in (24, 25, 26, _RESIGN, _RESIGN_MATCH, 29, 30):
            why = InvalidRecord(RecordFault.NOT_AN_ENTRY, text=str(action))
            raise InvalidRecord(RecordFault.IN_ENTRY, game=number, entry=index, why=why)


def _steps(moves: Sequence[dict[str, Any]], side: Side) -> Iterator[str]:
    for move in moves:
        start = int(move["from"]) if side else BAR - int(move["from"])
        yield f"{point_name(start)}/{point_name(max(start - int(move['pips']), 0))}"
