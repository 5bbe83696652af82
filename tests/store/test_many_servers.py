"""The ladders of many servers in one store: each is its own, wherever its keys lie."""

from __future__ import annotations

import asyncio
import random

from bot.ladder.facts import write_fact
from bot.ladder.fold import Book
from bot.ladder.listing import RATING
from bot.store import Entry, Store
from bot.tables.preferences import Preferences
from bot.tables.recounting import rebuild, verify
from bot.tables.standings import Ladders
from tests.ladder.facts import match_game

SERVERS, GAMES, PEOPLE = 6, 8, 5
DAY = 86_400.0


async def test_games_of_many_servers_at_once_are_counted_on_their_own(store: Store) -> None:
    chance, preferences = random.Random(5), Preferences(store)
    ladders = Ladders(store, preferences)
    books = {guild: Book() for guild in range(1, SERVERS + 1)}

    async def play(guild: int) -> None:
        rules = await ladders.rules(guild)
        for number in range(GAMES):
            fact = match_game(winner=chance.randrange(2), length=1, table=f"s{guild}t{number}", at=number * DAY)
            who = tuple(chance.sample(range(PEOPLE), 2))
            await store.ladder.enter(
                guild, fact.table, [Entry(1, write_fact(fact), tuple(1000 + each for each in who))]
            )
            numbers = {user: each for each, user in (await store.ladder.players(guild)).items()}
            seats = tuple(numbers[1000 + each] for each in who)
            books[guild].enter(fact, seats, rules.season(fact.ended_at), rules.day(fact.ended_at).toordinal())
            if number % 4 == 0:
                await ladders.counted(guild)

    await asyncio.gather(*map(play, books))
    for guild, book in books.items():
        view = await ladders.counted(guild)
        shown = dict(await view.page(RATING.list_key("backgammon", ""), 0, PEOPLE))
        ratings = {each: round(player.standing("backgammon").rating, 2) for each, player in book.players.items()}
        assert shown == ratings, guild
        assert (await verify(store, preferences, guild)).differences == ()
        await rebuild(store, preferences, guild)
        assert dict(await (await ladders.counted(guild)).page(RATING.list_key("backgammon", ""), 0, PEOPLE)) == ratings
