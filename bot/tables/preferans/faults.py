"""Reasons for refusals at a table of Preferans."""

from __future__ import annotations

from enum import Enum


class PreferansFault(Enum):
    """Why something is not possible with a sheet, or before there is one."""

    NO_SHEET = "There is no Preferans sheet in this channel. `/preferans open` opens one."
    NOT_A_SHEET = "That belongs to a Preferans sheet, and this table is not one."
    NOT_BEGUN = "The sheet begins when everybody is there."
    OVER = "This sheet did not come about."
    BEGUN = "The sheet has begun already."
    SEATED_ALREADY = "You are on this sheet already."
    NOT_JOINED = "You have not joined."
    NOT_YET = "{name} can settle this sheet at any time; everybody else can when nothing is written for long: {when}."
    GAMES_ONLY = "Only games of six to ten are compared."
    CHECKED = "A game of {game} is not whisted here, only checked: there is nothing to compare."
    NO_SUCH_TABLE = "By this convention there are no such hands."
    NOT_HOST = "Only {name} can call this sheet off, or a moderator."
