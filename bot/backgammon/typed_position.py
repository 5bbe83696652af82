"""Parser for positions as players paste them: an XGID, a Position ID, a Match ID, or the last two together, however
wrapped.

The result is an `Xgid`, white at the bottom; `match_id_of` gives the same as a Match ID.
"""

from __future__ import annotations

import re
from contextlib import suppress
from enum import Enum
from typing import NamedTuple

from bot.core.refusal import Illegal

from .ids import GameState, InvalidId, MatchId, Xgid, parse_match_id, parse_xgid
from .position import InvalidPosition, Position, Side

_XGID = re.compile(r"(?<![A-Za-z-])(?:[Xx][Gg][Ii][Dd] ?= ?)?([-A-Oa-o]{26}(?::-?[0-9DBR]{1,5}){9})(?![0-9A-Za-z:])")
_POSITION_ID = re.compile(r"(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{14})(?:==)?(?![A-Za-z0-9+/=])")
_MATCH_ID = re.compile(r"(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{12})(?![A-Za-z0-9+/=])")
#: What begins as an XGID, up to the next blank.
_BEGUN_XGID = re.compile(r"(?<![A-Za-z])[Xx][Gg][Ii][Dd] ?= ?([^\s`]*[^\s`.,;!?)])")
_CHECKERS = 15
#: The letters for checkers, by the first one of each side; what may stand at each place of an XGID's board; and what
#: its other parts may be: cube, owner, turn, dice, two scores, rules, length, highest cube.
_LETTERS = {first: frozenset(chr(ord(first) + more) for more in range(_CHECKERS)) for first in "Aa"}
_EITHER = _LETTERS["A"] | _LETTERS["a"] | {"-"}
_PLACES = (_EITHER - _LETTERS["A"], *[_EITHER] * 24, _EITHER - _LETTERS["a"])
_PARTS = (
    r"[0-5]?\d|6[0-2]",
    "-1|0|1",
    "-1|0|1",
    "00|[1-6]{2}|[DBR]",
    r"\d{1,5}",
    r"\d{1,5}",
    "[0-3]",
    r"\d{1,5}",
    r"\d{1,5}",
)
_SHOWN = 20
_LONGEST = 400
#: A word, or the beginning of a sentence: as long as an id by chance only.
_WORD = re.compile(r"(?<![A-Za-z0-9+/])[A-Za-z]?[a-z]+(?![A-Za-z0-9+/=])")
_LONGEST_MESSAGE = 10_000


class PositionFault(Enum):
    """Why a text shows no position."""

    NO_ID = "“{text}” is neither an XGID nor a Position ID nor a Match ID."
    CANNOT_BE = "What “{text}” says cannot stand on a board."
    XGID_BOARD = "The board of an XGID has 26 characters, but this one has {number}."
    XGID_LETTER = (
        "The board of this XGID has “{letter}” at place {place} of 26. There can be `-` for no checker, `A` to `O` for "
        "the checkers of one side (not at place 1), `a` to `o` for those of the other (not at place 26)."
    )
    XGID_CHECKERS = "This XGID has {number} checkers of one side on the board, but there are only {most}."
    XGID_PARTS = "An XGID has ten parts with colons between them, but this one has {number}."
    XGID_PART = "Part {place} of this XGID cannot be “{part}”."


class Situation(NamedTuple):
    """A parsed position. `whole`: the text gives the checkers; a Match ID alone does not, and the starting position is
    assumed. `scored`: it gives cube, score and length, which a Position ID alone does not; `exact`: also beavers, which
    no Match ID tells.
    """

    xgid: Xgid
    whole: bool = True
    scored: bool = True
    exact: bool = True


def parse_situation(text: str) -> Situation:
    """Read an XGID, a Position ID, a Match ID or the last two together. With a Position ID alone the side on roll is at
    the bottom, before its roll. Raises `Illegal`.
    """
    shown = " ".join(text.split())[:60]
    text = text[:_LONGEST]
    xgid = _XGID.search(text)
    try:
        if xgid:
            return Situation(parse_xgid(xgid[1]))
        if (begun := _BEGUN_XGID.search(text)) and (fault := _xgid_fault(begun[1])):
            raise fault
        key = _POSITION_ID.search(text)
        match = _MATCH_ID.search(text)
        if key is None and match is None:
            raise Illegal(PositionFault.NO_ID, text=shown)
        position = Position.from_id(key[1], checkers=_CHECKERS) if key else Position.start()
        said = parse_match_id(match[1]) if match else MatchId()
    except (InvalidId, InvalidPosition) as error:
        raise (xgid and _xgid_fault(xgid[1])) or Illegal(PositionFault.CANNOT_BE, text=shown) from error
    situation = Xgid(
        position=position if said.roller is Side.WHITE else position.mirrored(),
        cube=said.cube,
        owner=said.owner,
        turn=said.roller,
        dice=said.dice,
        offer="D" if said.doubled else "",
        score=said.score,
        crawford=said.crawford and said.length > 0,
        jacoby=said.jacoby and not said.length,
        length=said.length,
    )
    return Situation(situation, key is not None, match is not None, exact=False)


def _xgid_fault(said: str) -> Illegal | None:
    """What is wrong with something that is plainly meant as an XGID; None if that cannot be told."""
    board, *parts = said.split(":")
    if len(board) != len(_PLACES):
        return Illegal(PositionFault.XGID_BOARD, number=len(board))
    for place, (letter, allowed) in enumerate(zip(board, _PLACES, strict=True), 1):
        if letter not in allowed:
            return Illegal(PositionFault.XGID_LETTER, letter=letter, place=place)
    for first in "Aa":
        number = sum(ord(letter) - ord(first) + 1 for letter in board if letter in _LETTERS[first])
        if number > _CHECKERS:
            return Illegal(PositionFault.XGID_CHECKERS, number=number, most=_CHECKERS)
    if len(parts) != len(_PARTS):
        return Illegal(PositionFault.XGID_PARTS, number=len(parts) + 1)
    for place, (part, allowed) in enumerate(zip(parts, _PARTS, strict=True), 2):
        if not re.fullmatch(allowed, part):
            return Illegal(PositionFault.XGID_PART, place=place, part=part[:_SHOWN])
    return None


def situation_in(text: str) -> Situation | None:
    """The position in a message, among whatever else it says: its first XGID, else its first Position ID, with its
    Match ID if it has one. None if there is none. Raises `Illegal` for an XGID that cannot be.
    """
    text = text[:_LONGEST_MESSAGE]
    if xgid := _XGID.search(text):
        return parse_situation(xgid[1])
    ids = _WORD.sub(" ", text)
    if (key := _POSITION_ID.search(ids)) is None:
        return None
    match = _MATCH_ID.search(ids)
    for found in ([f"{key[1]} {match[1]}"] if match else []) + [key[1]]:
        with suppress(Illegal):
            return parse_situation(found)
    return None


def match_id_of(xgid: Xgid) -> MatchId:
    """The same situation as a Match ID. Raises `InvalidId` for a beaver or raccoon, which the format cannot hold."""
    if xgid.offer in ("B", "R"):
        raise InvalidId("a Match ID knows no beaver and no raccoon")
    roller = xgid.turn or Side.WHITE
    return MatchId(
        cube=xgid.cube,
        owner=xgid.owner,
        roller=roller,
        crawford=xgid.crawford,
        state=GameState.NONE if xgid.turn is None else GameState.PLAYING,
        turn=roller.other if xgid.offer else roller,
        doubled=xgid.offer == "D",
        dice=xgid.dice,
        length=xgid.length,
        score=xgid.score,
        jacoby=xgid.jacoby,
    )
