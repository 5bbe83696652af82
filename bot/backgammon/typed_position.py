"""Parser for positions as players paste them: an XGID, a Position ID, a Match ID, or the last two together, however
wrapped.

The result is an `Xgid`, white at the bottom; `match_id_of` gives the same as a Match ID.
"""

from __future__ import annotations

import re
from enum import Enum
from typing import NamedTuple

from bot.core.refusal import Illegal

from .ids import GameState, InvalidId, MatchId, Xgid, parse_match_id, parse_xgid
from .position import InvalidPosition, Position, Side

_XGID = re.compile(r"(?<![A-Za-z-])(?:[Xx][Gg][Ii][Dd] ?= ?)?([-A-Oa-o]{26}(?::-?[0-9DBR]{1,5}){9})(?![0-9A-Za-z:])")
_POSITION_ID = re.compile(r"(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{14})(?:==)?(?![A-Za-z0-9+/=])")
_MATCH_ID = re.compile(r"(?<![A-Za-z0-9+/])([A-Za-z0-9+/]{12})(?![A-Za-z0-9+/=])")
_CHECKERS = 15
_LONGEST = 400


class PositionFault(Enum):
    """Why a text shows no position."""

    NO_ID = "“{text}” is neither an XGID nor a Position ID nor a Match ID."
    CANNOT_BE = "What “{text}” says cannot stand on a board."


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
    try:
        if xgid := _XGID.search(text):
            return Situation(parse_xgid(xgid[1]))
        key = _POSITION_ID.search(text)
        match = _MATCH_ID.search(text)
        if key is None and match is None:
            raise Illegal(PositionFault.NO_ID, text=shown)
        position = Position.from_id(key[1], checkers=_CHECKERS) if key else Position.start()
        said = parse_match_id(match[1]) if match else MatchId()
    except (InvalidId, InvalidPosition) as error:
        raise Illegal(PositionFault.CANNOT_BE, text=shown) from error
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
