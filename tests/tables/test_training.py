"""Decks in the store: of two presses one counts, nobody sees another's cards, nothing of a newer bot is touched."""

from __future__ import annotations

import random

import msgspec
import pytest
from msgspec.structs import replace

from bot.backgammon import Illegal
from bot.engine.thoughts import Level
from bot.ladder.performance import Performance
from bot.store.decks import MOST
from bot.tables.training import Training, coming, is_beginner
from bot.training.cards import Card, card_of, name_of
from bot.training.common_cards import openings
from bot.training.deck import Deck, Entry, Origin
from bot.training.memory import Grade
from tests.tables.tables import ANN, BOB, CYD, Tables
from tests.training.test_cards import PLAYED

DAY = 739_000


def own(user: int, count: int) -> dict[str, Card]:
    """Cards of somebody alone: each is about the whole of a cube and a match that nobody else has."""
    stakes = [replace(PLAYED.stakes, away=(1 + place % 25, 1 + place // 25)) for place in range(count)]
    cards = [card_of(replace(PLAYED, stakes=each, error=0.1), 25 + user % 7) for each in stakes]
    return {name_of(each): each for each in cards}


async def add(tables: Tables, user: int, cards: dict[str, Card]) -> int:
    entry = msgspec.json.encode(Entry(origin=Origin.MISTAKE, lost=0.1))
    return await tables.store.decks.add(
        user, {name: (entry, msgspec.json.encode(each)) for name, each in cards.items()}
    )


def training_of(tables: Tables) -> Training:
    return Training(tables.store, tables.repository)


async def test_of_two_at_once_one_counts_and_repeated_it_is_done_once(tables: Tables) -> None:
    training = training_of(tables)
    kept = await training.open(ANN.user)
    name, card = next(iter(openings().items()))
    assert await training.show(kept, DAY, name, card, easy=False)
    assert await training.show(kept, DAY, name, card, easy=False), "the same again, as after a lost answer"
    shown = await training.read(ANN.user)
    assert shown.deck.showing == 1
    assert await training.answer(shown, DAY, "13/8", Grade.AGAIN)
    assert not await training.answer(shown, DAY, card.verdict.best, Grade.GOOD)
    assert not await training.remove(shown)
    after = await training.read(ANN.user)
    assert after.deck.picked == "13/8" and after.deck.done == 1 and not after.entries[name].gone


async def test_without_a_deck_nothing_is_collected_and_there_is_an_end_to_it(tables: Tables) -> None:
    cards = own(ANN.user, 500)
    assert await add(tables, ANN.user, cards) == 0 and not await tables.store.decks.cards(ANN.user)
    await training_of(tables).open(ANN.user)
    assert await add(tables, ANN.user, cards) == 500 and await add(tables, ANN.user, cards) == 0
    for other in range(3):
        await add(tables, ANN.user, own(ANN.user + 1 + other, 600))
    assert len(await tables.store.decks.cards(ANN.user)) == MOST


async def test_what_is_removed_does_not_come_back_with_another_review(tables: Tables) -> None:
    training, cards = training_of(tables), own(ANN.user, 1)
    await training.open(ANN.user)
    await add(tables, ANN.user, cards)
    ((name, card),) = cards.items()
    await training.show(await training.read(ANN.user), DAY, name, card, easy=False)
    assert await training.remove(await training.read(ANN.user))
    assert await add(tables, ANN.user, cards) == 0 and await training.card(ANN.user, name) is None
    assert name not in coming(await training.read(ANN.user), DAY, 3, beginner=True)


@pytest.mark.parametrize("looks", [2_000, pytest.param(10_000, marks=pytest.mark.long)])
async def test_nobody_sees_a_card_of_somebody_else(tables: Tables, looks: int) -> None:
    training, draw = training_of(tables), random.Random(1)
    decks = {person.user: own(person.user, 40) for person in (ANN, BOB, CYD)}
    assert len({name for cards in decks.values() for name in cards}) == 120
    for user, cards in decks.items():
        await training.open(user)
        assert await add(tables, user, cards) == 40
    seen, foreign, mine = 0, 0, 0
    day = DAY
    while seen < looks:
        day += 1
        for user in decks:
            while names := coming(kept := await training.read(user), day, 10, beginner=draw.random() < 0.5):
                name = names[0]
                card = await training.card(user, name)
                assert card is not None
                others = {each for other in decks if other != user for each in decks[other]}
                seen, foreign, mine = seen + 1, foreign + (name in others), mine + (name in decks[user])
                await training.show(kept, day, name, card, easy=False)
                shown = await training.read(user)
                await training.answer(shown, day, "x", draw.choice((Grade.AGAIN, Grade.GOOD)))
    assert foreign == 0 and mine > looks // 10
    for user in decks:
        for name in (each for other in decks if other != user for each in decks[other]):
            assert await training.card(user, name) is None


async def test_the_deck_of_a_newer_bot_is_refused_with_words_and_left_alone(tables: Tables) -> None:
    newer = b'{"showing":1,"invented":true}'
    await tables.store.decks.keep(ANN.user, b"", newer)
    with pytest.raises(Illegal, match="newer version"):
        await training_of(tables).open(ANN.user)
    assert (await tables.store.decks.read(ANN.user)).state == newer


def test_what_was_stored_once_is_still_read() -> None:
    state = (
        b'{"showing":3,"shown":"9d93bd0000000000","picked":"24/23 13/11","day":739000,"done":2,'
        b'"again":["6e7d4e0000000000"],"streak":2,"trained":739000,"recalled":"101","gathered":true,"easy":true}'
    )
    deck = msgspec.json.decode(state, type=Deck)
    assert deck.retention == 2 / 3 and deck.easy and msgspec.json.encode(deck) == state
    entry = b'{"origin":"mistake","lost":0.12,"memory":{"stability":2.3,"difficulty":2.1,"last":739000,"due":739002}}'
    assert msgspec.json.encode(msgspec.json.decode(entry, type=Entry)) == entry


def test_who_is_a_beginner() -> None:
    strong, weak = Performance(games=9, plays=100, lost=1_000_000), Performance(games=9, plays=100, lost=4_000_000)
    assert not is_beginner(strong, Level.BEGINNER) and is_beginner(weak, Level.EXPERT)
    few = Performance(games=1, plays=10, lost=1_000_000)
    assert is_beginner(few, Level.BEGINNER) and is_beginner(None, None) and not is_beginner(few, Level.EXPERT)
