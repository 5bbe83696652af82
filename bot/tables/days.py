"""Positions of the day: which mistakes of a server's analysed games qualify, and the chosen one.

A position's name follows from what is visible of it, so that the same position of another game counts as the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from msgspec import Struct

from bot.analysis.verdicts import Verdict, candidates
from bot.backgammon import Illegal
from bot.store import Store
from bot.tables.board_game import board_of
from bot.tables.clock import MORNING
from bot.tables.repository import TableRepository
from bot.tables.reviews import Review, found_once, last_final
from bot.tables.standings import Ladders
from bot.tables.table import Table

ENOUGH = 0.05
"""The least error worth showing, in equity."""


class Origin(NamedTuple):
    """The verdict of this number, from 0, on a game of a table. `str` and `parse` are a pair."""

    channel: int
    table: str
    game: int
    verdict: int

    def __str__(self) -> str:
        return ":".join(map(str, self))

    @classmethod
    def parse(cls, text: str) -> Origin:
        channel, table, game, verdict = text.split(":")
        return cls(int(channel), table, int(game), int(verdict))


class Puzzle(Struct, frozen=True):
    """A position of the day: the `channel` it is shown in, its source, the engine's verdict.

    `choices`: in the order of its buttons. `length` of the match, 0 for money.
    """

    name: str
    channel: int
    at: int
    table: str
    game: int
    verdict: Verdict
    length: int
    choices: tuple[str, ...]
    engine: str
    preset: str


def write_puzzle(puzzle: Puzzle) -> bytes:
    return msgspec.json.encode(puzzle)


def read_puzzle(data: bytes | None) -> Puzzle | None:
    """Decode; None if there is none. Raises `msgspec.MsgspecError` for data of a newer bot."""
    return None if data is None else msgspec.json.decode(data, type=Puzzle)


def name_of(verdict: Verdict) -> str:
    """A name from the visible position, without cube and score: nobody should get the same checkers twice."""
    seen = verdict.position, sorted(verdict.dice or ()), verdict.kind, verdict.stage
    return hashlib.sha256(msgspec.json.encode(seen)).hexdigest()[:16]


async def note(store: Store, table: Table, reviews: Mapping[int, Review]) -> None:
    """Queue mistakes of members in reviewed games of a server; none of two who share a seat."""
    found = {
        name_of(verdict): str(Origin(table.channel, table.id, game, place))
        for game, review in reviews.items()
        for place, verdict in enumerate(review.verdicts)
        if verdict.error > ENOUGH and table.person(verdict.seat).known
    }
    if found and table.about.in_server and not table.people.teams:
        await store.positions.note(table.about.guild, found)


async def puzzle_of(
    store: Store, repository: TableRepository, ladders: Ladders, guild: int, name: str, origin: Origin
) -> Puzzle | None:
    """A waiting position, without a channel yet. None if it cannot be shown: its game is gone or does not count, or the
    mistake was a computer's, whose errors are noise, or that of a member whose data was deleted.
    """
    try:
        table = await repository.load(origin.channel, origin.table)
    except Illegal:
        return None
    if table is None or table.state is None or not table.about.in_server or origin.game > last_final(table):
        return None
    (kept,) = await store.reviews.kept(origin.channel, origin.table, [origin.game])
    review = found_once(kept)
    verdict = next(iter(review.verdicts[origin.verdict :]), None) if review else None
    if review is None or verdict is None or name_of(verdict) != name or verdict.error <= ENOUGH:
        return None
    if not table.person(verdict.seat).known or await ladders.is_struck(guild, table.id, origin.game):
        return None
    return Puzzle(
        name=name,
        channel=0,
        at=origin.channel,
        table=origin.table,
        game=origin.game,
        verdict=verdict,
        length=board_of(table.state).rules.length,
        choices=tuple(choice for choice, _ in candidates(verdict)),
        engine=review.engine,
        preset=review.preset,
    )


def day_of(at: float, time_zone: str) -> str:
    """The date of a time in a zone, as `2026-11-22`. Seconds since 1970."""
    return datetime.fromtimestamp(at, ZoneInfo(time_zone)).date().isoformat()


def morning_after(day: str, time_zone: str) -> float:
    """When the position shown on a day is answered, in seconds since 1970."""
    following = date.fromisoformat(day) + timedelta(days=1)
    return datetime.combine(following, time(MORNING), ZoneInfo(time_zone)).timestamp()
