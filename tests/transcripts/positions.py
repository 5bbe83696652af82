"""What people hand over in one line: `id`, `xgid`, `match`, any `situation`, what they ask of chances, a bear-off."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from itertools import product

from bot.backgammon import Position, Refused, format_match_id, format_xgid, legal_plays, parse_match_id, parse_xgid
from bot.backgammon.asked_odds import parse_results, parse_rolls, parse_way
from bot.backgammon.bear_off import equal_play
from bot.backgammon.odds import equity, hit_chance, roll_chance, shots, thorp
from bot.backgammon.typed_position import match_id_of, parse_situation


def told(line: str) -> Iterator[str]:
    """What a line says, or why it says nothing."""
    kind, _, given = line.partition(" ")
    try:
        yield from _TOLD[kind](*json.loads(given))
    except (Refused, ValueError) as refusal:
        yield f"{type(refusal).__name__}: {refusal}"


def _id(text: str, checkers: int) -> Iterator[str]:
    position = Position.from_id(text, checkers)
    race = "race" if position.is_race else "contact"
    yield f"{position.own} {position.opponent} {position.pips} {race} {position.victory!r} {position.mirrored().id}"
    yield f"{position!r} {position.checkers} {position.mirrored().victory!r}"
    yield f"hits {shots(position)}"
    yield str(thorp(position))


def _xgid(text: str, checkers: int) -> Iterator[str]:
    xgid = parse_xgid(text, checkers)
    yield str(xgid)
    yield format_xgid(xgid)
    yield format_match_id(match_id_of(xgid))


def _match(text: str) -> Iterator[str]:
    match = parse_match_id(text)
    yield str(match)
    yield format_match_id(match)


def _situation(text: str) -> Iterator[str]:
    situation = parse_situation(text)
    yield f"{format_xgid(situation.xgid)} {situation.whole}"
    yield format_match_id(match_id_of(situation.xgid))


def _rolls(text: str) -> Iterator[str]:
    wanted = parse_rolls(text)
    yield f"{wanted} {roll_chance(wanted)}"


def _results(text: str) -> Iterator[str]:
    chances = parse_results(text)
    yield f"{chances} {equity(chances):.6f}"


def _way(text: str) -> Iterator[str]:
    distance, closed = parse_way(text)
    yield f"{distance} {sorted(closed)} {hit_chance(distance, closed)}"


def _bear_off(text: str, checkers: int) -> Iterator[str]:
    """For every roll the play that is as good as any, if there is one."""
    position = Position.from_id(text, checkers)
    found = ((high, low, legal_plays(position, (high, low))) for high, low in product(range(1, 7), repeat=2))
    best = {f"{high}{low}": equal_play(position, plays) for high, low, plays in found if high >= low}
    yield ", ".join(f"{dice} {play}" for dice, play in best.items() if play) or "none"


_TOLD: dict[str, Callable[..., Iterator[str]]] = {
    "id": _id,
    "xgid": _xgid,
    "match": _match,
    "situation": _situation,
    "rolls": _rolls,
    "results": _results,
    "way": _way,
    "bear-off": _bear_off,
}
