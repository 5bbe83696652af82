"""Stored reviews of a table's finished games: the engine that made them, and its verdicts.

The same engine version gives the same review; those of other versions are made again.
"""

from __future__ import annotations

import zlib
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from enum import Enum
from typing import Protocol, TypeVar, TypeVarTuple

import msgspec
from msgspec import Struct

from bot.analysis.decisions import Decided, questions
from bot.analysis.report import Placed, sums
from bot.analysis.verdicts import Verdict
from bot.engine.reviews import PRESET, engine
from bot.ladder.notes import Analysis, write_note
from bot.store import Store
from bot.tables.board_game import on_board
from bot.tables.kept_games import LogSlice, game_log, games_over, read_ending, whole_log
from bot.tables.outbox import enter_finished
from bot.tables.repository import TableRepository
from bot.tables.standings import entries_of
from bot.tables.table import Stage, Table

MOST = 3000
"""Maximum decisions of one request."""
MOST_A_DAY = 10_000
"""Maximum decisions of a member within 24 hours."""

_T = TypeVar("_T")
_Args = TypeVarTuple("_Args")
_SPAN = 31_622
"""Game numbers are below this, so that a pair fits into one number of a custom id."""


class ReviewFault(Enum):
    """Why a game is not reviewed."""

    UNKNOWN_GAME = "My engine knows neither hypergammon nor the Egyptian rule, so I cannot analyse this."
    NOT_FINAL = (
        "Game {game} of table {table} may still be taken back. It can be analysed once the next one has begun, or the "
        "table is closed."
    )
    NO_ENGINE = "There is no engine on the machine I run on, so I cannot analyse games."
    STILL_MADE = "I am still analysing `{game}` for you. Wait for that, or cancel it."
    NOT_YOURS = "Only who has asked for an analysis may cancel it, and who may manage messages here."
    SPENT = (
        "In 24 hours I have analysed {spent} decisions for you, and analyse at most {most}. {left} are left, too few "
        "for this. There will be more {when}."
    )
    LONG_GAME = "Game {game} has {number} decisions, and I analyse at most {most} at a time."
    TOO_MANY_TABLES = "There are more than {most} matches in this. Split it."
    NOTHING_NAMED = "Name a game, such as k7f3q2-4, or a position, or give me a file."
    ANSWERED = "This position is answered by now, so votes on it do not count any more."
    ASKED_TODAY = "That is the position of the day. My engine says nothing of it before its answer has come."
    NOT_ANALYSED = "This game is not analysed yet. Type `/analyze`."


class Fold(Protocol):
    def __call__(self, work: Callable[[*_Args], _T], *args: *_Args) -> Awaitable[_T]: ...


class Review(Struct, frozen=True):
    """The verdicts of an engine of this name, with search depth `preset`, on a game."""

    engine: str
    preset: str
    verdicts: tuple[Verdict, ...]


def write_review(verdicts: Sequence[Verdict]) -> bytes:
    return zlib.compress(msgspec.json.encode(Review(engine(), PRESET, tuple(verdicts))))


def read_review(data: bytes | None) -> Review | None:
    """Decode; None if there is none, or it is of another engine or version."""
    review = found_once(data)
    return review if review and (review.engine, review.preset) == (engine(), PRESET) else None


def found_once(data: bytes | None) -> Review | None:
    """Decode, whichever engine or version made it; None if there is none, or it cannot be read."""
    try:
        return msgspec.json.decode(zlib.decompress(data or b""), type=Review)
    except (zlib.error, msgspec.MsgspecError):
        return None


def decided_in(log_slice: LogSlice) -> dict[int, tuple[Decided, ...]]:
    """The decisions of each game of a log, for a worker. Raises `UnreadableLog`."""
    with log_slice.reading() as (start, actions):
        return on_board(log_slice.rules).decided(start, actions, log_slice.at)


def part_of(first: int, last: int) -> int:
    """The games from `first` to `last` as one number of a custom id; 0 if they do not fit."""
    return first * _SPAN + last if last < _SPAN else 0


def range_of(part: int) -> tuple[int, int] | None:
    """The first and last game of a part; None if it stands for a game or a whole table."""
    return divmod(part, _SPAN) if part > _SPAN else None


def counted_in(log_slice: LogSlice) -> dict[int, int]:
    """The number of questions to the engine in each game of a log, for a worker. Raises `UnreadableLog`."""
    return {game: len(questions(decided)) for game, decided in decided_in(log_slice).items()}


async def count_decisions(store: Store, fold: Fold, table: Table, games: Sequence[int]) -> dict[int, int]:
    """The number of decisions of each of these games. Raises `WorkerFailed`, or `UnreadableLog`."""
    if not games:
        return {}
    one, timed = len(games) == 1, on_board(table.game).silence_decides
    log = game_log(store, table, games[0], timed=timed) if one else whole_log(store, table, timed=timed)
    found = await fold(counted_in, await log)
    return {game: found.get(game, 0) for game in games}


def grouped(games: Sequence[int], decisions: Mapping[int, int], most: int) -> list[tuple[int, int, int]]:
    """Consecutive games in groups of at most `most` decisions: first, last, decisions.

    Games missing in `decisions` have none. A game with too many by itself is left out.
    """
    groups: list[tuple[int, int, int]] = []
    fresh = True
    for game in games:
        number = decisions.get(game, 0)
        if number > most:
            fresh = True
        elif not fresh and groups[-1][2] + number <= most:
            groups[-1] = (groups[-1][0], game, groups[-1][2] + number)
        else:
            groups.append((game, game, number))
            fresh = False
    return [each for each in groups if each[2]]


def last_final(table: Table) -> int:
    """The last final game of a table; of an imported one the last game."""
    if table.state is None:
        return 0
    return games_over(table.state) if table.stage is Stage.CLOSED else table.state.final


async def reviewable(store: Store, table: Table) -> list[int]:
    """The games of a table with a final result, in order."""
    numbers = list(range(1, last_final(table) + 1))
    found = await store.endings(table.channel, table.id, numbers)
    pasts = [read_ending(table.game, data) if data else None for data in found]
    # In imported matches only the log says whether a game was voided.
    return [game for game, past in zip(numbers, pasts, strict=True) if not past or table.game.counts(past.finished)]


async def kept_reviews(store: Store, table: Table, games: Sequence[int]) -> dict[int, Review]:
    """The reviews of these games by the current engine; games without one are missing."""
    kept = await store.reviews.kept(table.channel, table.id, games)
    return {game: review for game, data in zip(games, kept, strict=True) if (review := read_review(data))}


def placed(reviews: dict[int, Review]) -> list[Placed]:
    return [Placed(game, verdict) for game, review in sorted(reviews.items()) for verdict in review.verdicts]


async def enter_analysis(
    store: Store, repository: TableRepository, table: Table, game: int, verdicts: Iterable[Verdict]
) -> None:
    """Enter an analysis in the server's list, unless it is there.

    Voided games, and those of no server, are in no list.
    """
    await enter_finished(store, repository, table)  # in case this has not been done yet
    guild = table.about.guild
    entry = None if not table.about.in_server else (await entries_of(store, guild, table.id, game)).get(game)
    if entry is None:
        return
    shares = tuple(each.share(seat) for seat, each in sums(verdicts).items() if each.decisions)
    analysis = Analysis(entry, engine(), PRESET, shares)
    await store.ladder.note_analysis(guild, write_note(analysis), analysis.id)
