"""Runs: requests that go through several tables, each reviewed as by a request of its own."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bot.backgammon import Illegal
from bot.store import Store
from bot.tables.advice import known
from bot.tables.board_game import board_of
from bot.tables.review_requests import Request
from bot.tables.reviews import Fold, ReviewFault, count_decisions, kept_reviews, reviewable
from bot.tables.table import Table

MOST_TABLES = 100
"""Maximum tables of a run."""


async def counted_anew(store: Store, fold: Fold, request: Request, table: Table) -> Request:
    """The request for the next table of a run with its games and decisions, stored. Raises `Illegal` if the engine does
    not know its game.
    """
    if not known(board_of(table.state).rules):
        raise Illegal(ReviewFault.UNKNOWN_GAME)
    games = await reviewable(store, table)
    there = await kept_reviews(store, table, games)
    decisions = await count_decisions(store, fold, table, [game for game in games if game not in there])
    request = replace(request, games=tuple(games), decisions=decisions)
    await store.reviews.ask(request.name, msgspec.json.encode(request))
    return request
