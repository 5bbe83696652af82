"""Reasons why a lookup is refused."""

from __future__ import annotations

from enum import Enum


class FactFault(Enum):
    NOT_AN_ID = "“{text}” is neither a table nor a game. They are written like k7f3q2 and k7f3q2-4."
    UNKNOWN = "I know no table {table} that you can see."
    NO_SUCH_GAME = "Table {table} has no game {game}."
    NO_SUCH_MOVE = "This game has the moves 1 to {most}, both sides counted together."
    NO_POSITION_IN = "There is no position in this message: neither a board of mine nor an XGID or Position ID."
    NO_GAME_IN = "There is no game in this message: it is not of a table of mine, and names none, such as k7f3q2-4."
    NOTHING_IN = (
        "There is nothing to analyse in this message: neither the file of a match, nor a game or a board of mine, nor "
        "an XGID or Position ID."
    )
    NAME_A_POSITION = "There is no board here. Name a position: an XGID, Position ID or Match ID."
    NO_BOARD_HERE = (
        "Nothing is being played in this channel. Name a position (an XGID, Position ID or Match ID), or play with "
        "`/play`."
    )
    NO_SUCH_TOPIC = "There is no topic “{text}”. Near to it: {names}."
    NO_TABLE_HERE = "You have not played in this channel yet. Name a table, such as k7f3q2."
    NOT_OURS = "The dice of {table} were not mine: it was brought from elsewhere."
    STILL_PLAYED = "Game {game} of table {table} is still being played. Wait until it is over."
    NONE_FINISHED = "No game of table {table} is finished yet."
    NONE_TO_EXPORT = "None of your games is finished yet, or none of them can be had as a file."
    VOIDED = "Game {game} of table {table} was voided; there is nothing of it to show."
    NOT_AS_FILE = "The games of table {table} cannot be had as `.{kind}`."
    ELSEWHERE = "Table {table} belongs to another server. Its games are shown only there."
    TWO_PLAYERS_ONLY = (
        "This format knows two players. Name one game, such as {game}: it is given as its captain played it against "
        "the box. `.txt` has all games and everybody."
    )
    STILL_MADE = "What you asked for last is still being made. Wait until it is there."
    TOO_MANY_WAIT = "Too many people here are waiting for replays and files. Try again in a few minutes."
    NOT_MADE = "This could not be made. Nothing is lost; try again later."
    NO_REPLAY = "A sheet is not told anew move by move: `/export` has every line of it."
    HALF_A_SCORE = "A score needs both numbers: `away` and `opponent_away`."
