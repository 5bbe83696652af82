"""The course of somebody's performance rating: of the games of a server's list, and of the matches from elsewhere in
which they have said which side they were.

Nothing is stored for it: the shares stand in the list, and in the reviews beside imported matches.
"""

from __future__ import annotations

import logging

from bot.analysis.report import FEW, sums
from bot.backgammon import Illegal
from bot.ladder.performance import CoursePoint, JudgedGame, course
from bot.store import Store
from bot.tables.ladder_pages import Reader
from bot.tables.repository import TableRepository
from bot.tables.reviews import found_once, last_final
from bot.tables.table import Table

_log = logging.getLogger(__name__)


async def performance_course(
    store: Store, repository: TableRepository, reader: Reader, user: int
) -> tuple[CoursePoint, ...]:
    """The course of a user's performance rating on the server that is read, each game once, by its latest analysis."""
    return course([*await reader.judged(user), *await _imported(store, repository, user)], FEW)


async def _imported(store: Store, repository: TableRepository, user: int) -> list[JudgedGame]:
    """A user's shares of the analysed games that they have imported, at the time of the import."""
    found = list[JudgedGame]()
    for name in await store.imported_by(user):
        try:
            table = await repository.load(user, name)
        except Illegal as error:
            _log.info("nothing of table %s is in the course of a rating: %s", name, error)
            continue
        if table is not None:
            found += await _shares(store, table, user)
    return found


async def _shares(store: Store, table: Table, user: int) -> list[JudgedGame]:
    seat = table.seat_of(user)
    if seat is None:
        return []
    reviews = await store.reviews.kept(table.channel, table.id, range(1, last_final(table) + 1))
    played = [sums(review.verdicts).get(seat) for review in map(found_once, reviews) if review]
    shares = [each.share(seat) for each in played if each]
    return [JudgedGame(table.about.made_at, each.decisions, each.lost) for each in shares]
