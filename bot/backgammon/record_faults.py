"""Errors in files that should be match records, and repairs made while reading one.

Sentences are the values of enums and are translated where they are displayed.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from bot.core.refusal import Reasoned


class RecordFault(Enum):
    """Why a text is not a record, or is one of games that cannot have been played."""

    IN_GAME = "Game {game}, line {line}: {why}"
    IN_LINE = "In line {line}: {why}"
    IN_ENTRY = "Game {game}, entry {entry}: {why}"
    OF_GAME = "Game {game}: {why}"

    NO_LENGTH = "Up to line {line} nothing says how many points the match is to, such as “7 point match”."
    LENGTH_FIRST = "“{text}” stands before the line that says how many points the match is to."
    NO_GAMES = "Up to line {line} there is no game."
    BEFORE_GAMES = "“{text}” stands before the first game."
    NO_NAMES = "“{text}” should name the players and their score, such as “Alice : 0   Bob : 3”."
    TOO_LONG = "The line is too long to be one of a match."
    NOT_AN_ENTRY = "“{text}” is no roll and no cube action."
    WRONG_SCORE = "The score is {score}, but “{text}” is written."
    OVER_ALREADY = "The match is over, and no further game belongs to it."
    AFTER_THE_END = "The game is over, and “{text}” still follows."
    NOT_THEIR_TURN = "“{text}” stands in the wrong column: it is the other player’s turn."
    NO_OPENING = "A `.mat` begins every game from the start, and this one began in a position. Take `.sgf` or `.ogxm`."
    OPENING_DOUBLE = "The opening roll cannot be a double."
    NOT_OPENED = "“{text}” stands before the opening roll."
    NOT_OFFERED = "“{text}” answers no double."
    NO_RESULT = "The game is not over, and neither a result nor the next score is written."
    CALLED_ILLEGAL = "The file itself calls “{text}” an illegal play."
    UNPLAYED = "The roll before “{text}” has not been played."
    WRONG_RESULT = "“{text}” is written, but the game is worth {points}."
    WRONG_WINNER = "“{text}” is written, but the other player has won."
    NO_SUCH_RESULT = "{points} points are no possible result."
    WRONG_END = "The result is {result}, not {points}."
    TOO_MANY_AUTOMATICS = "{number} automatic doubles are too many."
    BAD_RULES = "The rules in the file cannot be read: {error}"
    OTHER_RULES = "The match is to {length} points, but the rules in the file say {other}."

    NOT_SGF = "This is not SGF: {text}"
    NOT_CLOSED = "This is not SGF: a bracket is not closed."
    CLOSED_TOO_OFTEN = "This is not SGF: a bracket too many is closed."
    OUTSIDE = "This is not SGF: {text} stands outside a game."
    BEFORE_NODE = "This is not SGF: {text} stands before the first node."
    NOTHING = "There is no game in this text."
    NO_PROPERTIES = "There is a game without properties."
    OTHER_GAME = "This is the record of another game than backgammon."
    NO_PLAYER = "There is a roll without a player."
    NOT_A_NUMBER = "“{text}” should be a number."
    NO_SUCH_CUBE = "A cube cannot show {number}."
    NO_SUCH_LENGTH = "A match cannot be to {length} points."

    NOT_OGXM = "This is not OGXM: {error}"
    NOT_HERE = "OGXM cannot be read or written on the machine I run on. Take `.mat` or `.sgf`."
    NOT_XG = "This file says that it is .xg, but it is damaged. Save it anew in eXtreme Gammon."
    XG_NOT_HERE = "Files of eXtreme Gammon cannot be read on the machine I run on. Save the match as `.mat` there."
    XG_TOO_BIG = "Unpacked, this file is larger than {most} MB. Save the match as `.mat` in eXtreme Gammon."
    OTHER_START = "The game does not begin with the usual set-up."
    OTHER_BOARD = "The board in the file is not the one that the plays before lead to."
    OTHER_PLAY = "The board after the roll {text} cannot be reached by it."

    NO_WORD = "This format has no word for something in these games, such as a beaver. Take `.mat` or `.sgf`."


class Mend(Enum):
    """An irregularity in a file that was repaired while reading."""

    CAPPED = "The result is written as {written}, capped to what the match needed; the game is worth {points}."
    NO_RESULT = "No result is written; by the next score it is {points}."
    DROP_IMPLIED = "The double is not answered; by the result it was dropped."
    TAKE_IMPLIED = "The double is not answered; the dice say that it was taken."
    NO_ROLLS = "The game ends before its first roll; 2-1 stands for it."
    OFFER_LEFT = "The double before the end was never answered; it is left out."
    BEGINS_LATER = "The first game begins at {score}: those before it are not in the file."
    FORCED = "The play is not written; it was the only one."
    NO_HIT = "“{text}” marks a hit where there is nothing to hit."
    LEGAL_AFTER_ALL = "“{text}” is called illegal, but is legal."
    NOT_PLAYED = "“{text}”: the roll counts as not played, for the game ends there."
    DANCE_ADDED = "The turn of a player who was closed out is not written; 2-1 stands for the roll."
    OTHER_COLUMN = "“{text}” stands in the other player’s column."
    CUBE_VALUE = "“{text}”: the cube is turned to {value}."
    AUTOMATICS = "The cube begins at {value}: automatic doubles that are not written."
    NO_SCORES = "The score before the game is not written."
    NO_CRAWFORD = "A cube is turned in what would be the Crawford game: there is no Crawford rule."
    GALAXY_MONEY = (
        "Backgammon Galaxy writes a game for money as a match to 16 points: it is read as money, with Jacoby."
    )
    NO_JACOBY = "A gammon counts though no cube was turned: there is no Jacoby rule."
    LEFT_OUT = "“{text}” is left out."
    MATCH_BEGINS = "A new match begins here though nothing says so."
    GAME_NUMBERS = "Game {number} stands in the file where game {expected} should: others may be missing."
    CUT_SHORT = "The end of game {game} is not in the file."
    NOT_PLAYED_OUT = "Game {game} is not played to its end in the file; it counts as resigned."
    PLAYS_LEFT_OUT = "Plays that stand in no game are left out: {number}. Another game may be missing."
    COMMENTS_LEFT_OUT = "Comments that belong to no move are left out: {number}."
    MORE_MATCHES = "Another match begins here; the file has more than one."


OF_RULES = frozenset((Mend.GALAXY_MONEY, Mend.NO_CRAWFORD, Mend.NO_JACOBY))
"""Repairs that concern the rules of the whole match."""


class InvalidRecord(Reasoned, ValueError):
    """A text that is no match record, or games that break the rules. The message says where and why."""


class Note(Struct, frozen=True):
    """A repair, first made in `line`, `times` in all; 0: of a file without lines. `str` is the sentence in English."""

    mend: Mend
    line: int
    details: tuple[tuple[str, str], ...] = ()
    times: int = 1

    def __str__(self) -> str:
        more = f" ({self.times} times)" if self.times > 1 else ""
        place = f"line {self.line}: " if self.line else ""
        return f"{place}{self.mend.value.format(**dict(self.details))}{more}"


def gathered(notes: Sequence[Note]) -> tuple[Note, ...]:
    """Notes in the order of their lines, merged by kind: the first of each, with the total number."""
    found: dict[Mend, Note] = {}
    for note in sorted(notes, key=lambda note: note.line):
        first = found.get(note.mend)
        found[note.mend] = replace(first, times=first.times + 1) if first else note
    return tuple(found.values())
