"""XGID and GNU Backgammon's Match ID: a whole situation in one line of text.

Two pairs, `parse_xgid` / `format_xgid` and `parse_match_id` / `format_match_id`, each with the frozen struct that holds
what the text says. The Position ID belongs to `Position`.
"""

from __future__ import annotations

import base64
import binascii
import string
from enum import IntEnum

from msgspec import Struct

from .plays import Dice
from .position import BAR, OFF, InvalidPosition, Position, Side


class InvalidId(ValueError):
    """A text that is not an XGID or Match ID. The message quotes it and says why."""


class Xgid(Struct, frozen=True, kw_only=True):
    """What an XGID says. White is the bottom seat.

    `position` is seen by white whoever is on turn. `turn` is None only before the opening roll. `dice` are None before
    the roll; `offer` is "D", "B" or "R" while a double, beaver or raccoon of the side on turn awaits its answer.
    `score` is (white, black). `crawford` only in a match, `jacoby` and `beavers` only for money (`length` 0).
    """

    position: Position
    cube: int = 1
    owner: Side | None = None
    turn: Side | None = Side.WHITE
    dice: Dice | None = None
    offer: str = ""
    score: tuple[int, int] = (0, 0)
    crawford: bool = False
    jacoby: bool = False
    beavers: bool = False
    length: int = 0
    max_cube: int = 10


class GameState(IntEnum):
    """The state of a game in a Match ID."""

    NONE = 0
    PLAYING = 1
    OVER = 2
    RESIGNED = 3
    DROPPED = 4


class MatchId(Struct, frozen=True, kw_only=True):
    """What a Match ID says. White is GNU Backgammon's player 0.

    `roller` is on roll, `turn` makes the next decision (they differ while an offer is open). `resigned` is the kind
    offered, 0 if none. `score` is (white, black); `length` 0 is money.
    """

    cube: int = 1
    owner: Side | None = None
    roller: Side = Side.WHITE
    crawford: bool = False
    state: GameState = GameState.PLAYING
    turn: Side = Side.WHITE
    doubled: bool = False
    resigned: int = 0
    dice: Dice | None = None
    length: int = 0
    score: tuple[int, int] = (0, 0)
    jacoby: bool = False


_SIGN: dict[Side | None, str] = {Side.WHITE: "1", Side.BLACK: "-1", None: "0"}
_SIDE = {sign: side for side, sign in _SIGN.items()}


def format_xgid(xgid: Xgid) -> str:
    """The XGID, `XGID=` included. Inverse of `parse_xgid`. Raises `InvalidId` for a value the format cannot hold."""
    _check_cube(xgid.cube)
    if min(*xgid.score, xgid.length, xgid.max_cube) < 0:
        raise InvalidId("the numbers of an XGID are not negative")
    white, black = xgid.position.own, xgid.position.opponent
    letters = ["-"] * 26
    for point in range(1, 26):
        if white[point]:
            letters[point] = string.ascii_uppercase[white[point] - 1]
        if black[point]:
            letters[25 - point] = string.ascii_lowercase[black[point] - 1]
    dice = xgid.offer or (f"{xgid.dice[0]}{xgid.dice[1]}" if xgid.dice else "00")
    flag = int(xgid.crawford) if xgid.length else xgid.jacoby + 2 * xgid.beavers
    fields = (
        "".join(letters),
        xgid.cube.bit_length() - 1,
        _SIGN[xgid.owner],
        _SIGN[xgid.turn],
        dice,
        *xgid.score,
        flag,
        xgid.length,
        xgid.max_cube,
    )
    return "XGID=" + ":".join(map(str, fields))


def _check_cube(value: int) -> None:
    if value < 1 or value & (value - 1):
        raise InvalidId(f"a cube shows a power of two, not {value}")


def parse_xgid(text: str, checkers: int = 15) -> Xgid:
    """Read an XGID, with or without `XGID=`. Checkers missing from `checkers` a side have been borne off.

    Raises `InvalidId`.
    """
    bare = text.strip()
    fields = (bare[5:] if bare[:5].upper() == "XGID=" else bare).split(":")
    if len(fields) != 10:
        raise InvalidId(f"{text!r} is not an XGID: it needs ten fields, not {len(fields)}")
    letters, exponent, owner, turn, dice, white_score, black_score, flag, length, max_cube = fields
    numbers = [_number(text, field) for field in (exponent, white_score, black_score, flag, length, max_cube)]
    if owner not in _SIDE or turn not in _SIDE:
        raise InvalidId(f"{text!r} is not an XGID: cube owner and turn are 1, 0 or -1")
    if numbers[0] > 62 or numbers[3] > (1 if numbers[4] else 3):
        raise InvalidId(f"{text!r} is not an XGID: its cube or its rules are out of range")
    offer = dice if dice in ("D", "B", "R") else ""
    if not offer and dice != "00" and (len(dice) != 2 or not set(dice) <= set("123456")):
        raise InvalidId(f"{text!r} is not an XGID: {dice!r} are no dice")
    rolled = None if offer or dice == "00" else (int(dice[0]), int(dice[1]))
    return Xgid(
        position=_xgid_position(text, letters, checkers),
        cube=1 << numbers[0],
        owner=_SIDE[owner],
        turn=_SIDE[turn],
        dice=rolled,
        offer=offer,
        score=(numbers[1], numbers[2]),
        crawford=bool(numbers[4] and numbers[3]),
        jacoby=not numbers[4] and bool(numbers[3] & 1),
        beavers=not numbers[4] and bool(numbers[3] & 2),
        length=numbers[4],
        max_cube=numbers[5],
    )


def _number(text: str, field: str) -> int:
    if not field.isascii() or not field.isdigit() or len(field) > 5:
        raise InvalidId(f"{text!r} is not an XGID: {field!r} should be a number")
    return int(field)


def _xgid_position(text: str, letters: str, checkers: int) -> Position:
    if len(letters) != 26:
        raise InvalidId(f"{text!r} is not an XGID: the board has 26 letters, not {len(letters)}")
    white, black = [0] * 26, [0] * 26
    for index, letter in enumerate(letters):
        if index != OFF and letter in string.ascii_uppercase[:15]:
            white[index] = string.ascii_uppercase.index(letter) + 1
        elif index != BAR and letter in string.ascii_lowercase[:15]:
            black[25 - index] = string.ascii_lowercase.index(letter) + 1
        elif letter != "-":
            raise InvalidId(f"{text!r} is not an XGID: {letter!r} cannot stand at place {index} of the board")
    for side in (white, black):
        if sum(side) > checkers:
            raise InvalidId(f"{text!r} shows {sum(side)} checkers on one side, more than {checkers}")
        side[OFF] = checkers - sum(side)
    try:
        return Position.of(white, black)
    except InvalidPosition as error:
        raise InvalidId(f"{text!r}: {error}") from None


#: Match ID: (field, bits), least significant first. Source: GNU Backgammon's manual, "A technical description of the
#: Match ID"; the last bit is set when the Jacoby rule is off.
_LAYOUT = (
    ("cube", 4),
    ("owner", 2),
    ("roller", 1),
    ("crawford", 1),
    ("state", 3),
    ("turn", 1),
    ("doubled", 1),
    ("resigned", 2),
    ("die_1", 3),
    ("die_2", 3),
    ("length", 15),
    ("white", 15),
    ("black", 15),
    ("no_jacoby", 1),
)


def format_match_id(match: MatchId) -> str:
    """The Match ID: 12 characters. Inverse of `parse_match_id`. Raises `InvalidId` for a value the format cannot
    hold.
    """
    _check_cube(match.cube)
    die_1, die_2 = match.dice or (0, 0)
    values = {
        "cube": match.cube.bit_length() - 1,
        "owner": 3 if match.owner is None else match.owner,
        "roller": match.roller,
        "crawford": match.crawford,
        "state": match.state,
        "turn": match.turn,
        "doubled": match.doubled,
        "resigned": match.resigned,
        "die_1": die_1,
        "die_2": die_2,
        "length": match.length,
        "white": match.score[0],
        "black": match.score[1],
        "no_jacoby": not match.jacoby,
    }
    key = position = 0
    for name, bits in _LAYOUT:
        if not 0 <= values[name] < 1 << bits:
            raise InvalidId(f"{name} {values[name]} does not fit into a Match ID")
        key |= values[name] << position
        position += bits
    return base64.b64encode(key.to_bytes(9, "little")).decode()


def parse_match_id(text: str) -> MatchId:
    """Read a Match ID. Raises `InvalidId`."""
    if len(text) != 12 or "=" in text:
        raise InvalidId(f"{text!r} is not a Match ID: it needs 12 characters")
    try:
        key = int.from_bytes(base64.b64decode(text, validate=True), "little")
    except (binascii.Error, ValueError):
        raise InvalidId(f"{text!r} is not a Match ID: it has letters that do not belong there") from None
    values: dict[str, int] = {}
    for name, bits in _LAYOUT:
        values[name] = key & (1 << bits) - 1
        key >>= bits
    dice = values["die_1"], values["die_2"]
    half_rolled = 0 in dice and dice != (0, 0)
    if key or values["owner"] == 2 or values["state"] > 4 or 7 in dice or half_rolled:
        raise InvalidId(f"{text!r} is not a Match ID: it says what cannot be")
    return MatchId(
        cube=1 << values["cube"],
        owner=None if values["owner"] == 3 else Side(values["owner"]),
        roller=Side(values["roller"]),
        crawford=bool(values["crawford"]),
        state=GameState(values["state"]),
        turn=Side(values["turn"]),
        doubled=bool(values["doubled"]),
        resigned=values["resigned"],
        dice=None if dice == (0, 0) else dice,
        length=values["length"],
        score=(values["white"], values["black"]),
        jacoby=not values["no_jacoby"],
    )
