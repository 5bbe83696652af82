"""Decks of people: which decisions are in whose deck, and what is stored when a card is shown, answered or removed.

Somebody has a deck from their first `/train` on; before that nothing is collected. A deck changes only from the state
in which it was read, so that of two presses at once one counts.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from enum import Enum
from typing import NamedTuple
from zoneinfo import ZoneInfo

import msgspec
from msgspec.structs import replace

from bot.analysis.report import FEW
from bot.analysis.verdicts import Kind, Verdict
from bot.backgammon import Illegal, Position, Seat, legal_plays
from bot.engine.evaluator import EngineUnavailable, Evaluator
from bot.engine.thoughts import Level, Unsupported
from bot.ladder.performance import Performance
from bot.store import Store
from bot.tables.board_game import board_of
from bot.tables.preferences import PersonPreferences
from bot.tables.repository import TableRepository
from bot.tables.reviews import Review, found_once, last_final
from bot.tables.table import Table
from bot.training.cards import Card, card_of, is_card, name_of, with_easy
from bot.training.common_cards import SETS, common_card
from bot.training.deck import Deck, Entry, Origin, after_answer, after_removal, in_turn, upcoming
from bot.training.memory import Grade

_log = logging.getLogger(__name__)

WEAK = (Level.FIRST_STEPS, Level.BEGINNER)
"""The levels whose plays beginners choose from, and how often each is asked."""
DRAWN = 8

PLIES = 2
"""Plies by which those plays are compared: with more, those far behind would not be looked at."""

CASUAL = 17.5
"""The performance rating from which somebody is a beginner here: that of a casual player, or worse."""


class TrainingFault(Enum):
    """Why a press on a card does nothing."""

    OLD = "This is not your latest card any more. Type `/train`."
    NEWER = "A newer version of the bot has written your cards, and I cannot read them. They are kept."


class Kept(NamedTuple):
    """A deck as it was read: the stored `state`, and what it says; what is known of its cards, by name."""

    user: int
    state: bytes
    deck: Deck
    entries: Mapping[str, Entry]


def whose(table: Table, seat: Seat) -> int | None:
    """The user whose decisions those of a seat are, for their deck; None if nobody's: a computer's, those of somebody
    who has deleted their data, of two who have shared a seat, or of a side of an imported match that nobody has said to
    have been.
    """
    if table.people.teams:
        return None
    person = table.person(seat)
    return person.user if person.known else None


def own_cards(table: Table, reviews: Iterable[Review]) -> dict[int, dict[str, tuple[Entry, Card]]]:
    """The cards that reviewed games of a table give, by whose they are and by name."""
    found: dict[int, dict[str, tuple[Entry, Card]]] = {}
    length = board_of(table.state).rules.length
    for verdict in (each for review in reviews for each in review.verdicts):
        user = whose(table, verdict.seat) if is_card(verdict) else None
        if user is not None:
            card = card_of(verdict, length)
            entry = Entry(origin=Origin.MISTAKE, lost=round(verdict.error, 4))
            found.setdefault(user, {}).setdefault(name_of(card), (entry, card))
    return found


async def collect(store: Store, table: Table, reviews: Iterable[Review], only: int | None = None) -> None:
    """Add the mistakes in reviewed games of a table to the decks of those who have one, or of one of them `only`.
    Idempotent.
    """
    for user, cards in own_cards(table, reviews).items():
        if only in (None, user) and await store.decks.has(user):
            encoded = {
                name: (msgspec.json.encode(entry), msgspec.json.encode(card)) for name, (entry, card) in cards.items()
            }
            await store.decks.add(user, encoded)


def day_of(now: float, preferences: PersonPreferences, server_zone: str) -> int:
    """The day of a person at a time (seconds since 1970), by their own zone, else by that of the server."""
    return datetime.fromtimestamp(now, ZoneInfo(preferences.quiet.zone or server_zone)).toordinal()


def is_beginner(performance: Performance | None, level: Level | None) -> bool:
    """Whether somebody is asked as a beginner: by their performance rating on the server; without enough decisions by
    the `level` of the computer that they chose last.
    """
    if performance is not None and performance.decisions >= FEW and performance.rating is not None:
        return performance.rating >= CASUAL
    return level is None or level <= Level.BEGINNER


class Training:
    """Reads and changes decks."""

    def __init__(self, store: Store, repository: TableRepository) -> None:
        self._store, self._repository = store, repository

    async def open(self, user: int) -> Kept:
        """Somebody's deck, which begins now if there is none. Raises `Illegal` if a newer bot has written it."""
        kept = await self.read(user)
        if not kept.state:
            await self._store.decks.keep(user, b"", msgspec.json.encode(kept.deck))
            kept = await self.read(user)
        if not kept.deck.gathered:
            await self._gather(user)
            kept = await self.read(user)
            if not kept.deck.gathered:
                await self._keep(kept, replace(kept.deck, gathered=True))
                kept = await self.read(user)
        return kept

    async def read(self, user: int) -> Kept:
        """Somebody's deck; an empty one, with an empty state, if there is none. Raises as `open`."""
        state, entries = await self._store.decks.read(user)
        try:
            deck = msgspec.json.decode(state, type=Deck) if state else Deck()
            known = {name: msgspec.json.decode(data, type=Entry) for name, data in entries.items()}
        except msgspec.MsgspecError as error:
            raise Illegal(TrainingFault.NEWER) from error
        return Kept(user, state, deck, known)

    async def card(self, user: int, name: str) -> Card | None:
        """The content of a card; None if it is gone. Raises as `open`."""
        if (common := common_card(name)) is not None:
            return common
        data = await self._store.decks.card(user, name)
        try:
            return msgspec.json.decode(data, type=Card) if data else None
        except msgspec.MsgspecError as error:
            raise Illegal(TrainingFault.NEWER) from error

    async def show(self, kept: Kept, day: int, name: str, card: Card, *, easy: bool) -> bool:
        """Note that a card is shown on a day; returns whether nobody else has changed the deck. An own `card` is stored
        as it is now, perhaps with plays for beginners.
        """
        deck, own = kept.deck.on(day).shows(name, easy=easy), common_card(name) is None
        return await self._keep(kept, deck, card=(name, msgspec.json.encode(card)) if own else None)

    async def answer(self, kept: Kept, day: int, picked: str, grade: Grade) -> bool:
        """Note the answer on a day to the card that is shown; returns as `show`."""
        deck, entry = after_answer(kept.deck.on(day), entry_of(kept, kept.deck.shown), picked, grade)
        return await self._keep(kept, deck, {kept.deck.shown: entry})

    async def remove(self, kept: Kept) -> bool:
        """Take the card that is shown out of the deck for good; returns as `show`."""
        name = kept.deck.shown
        deck, entry = after_removal(kept.deck, entry_of(kept, name))
        return await self._keep(kept, deck, {name: entry}, card=(name, b""))

    async def _keep(
        self,
        kept: Kept,
        deck: Deck,
        entries: Mapping[str, Entry] = {},
        card: tuple[str, bytes] | None = None,
    ) -> bool:
        changed = {name: msgspec.json.encode(entry) for name, entry in entries.items()}
        return await self._store.decks.keep(kept.user, kept.state, msgspec.json.encode(deck), changed, card)

    async def _gather(self, user: int) -> None:
        """Add the mistakes of all games analysed so far."""
        for name in await self._store.tables_of(user, most=None):
            channel = await self._store.channel_of(name)
            try:
                table = None if channel is None else await self._repository.load(channel, name)
            except Illegal as error:
                _log.info("no cards come from table %s: %s", name, error)
                continue
            if table is not None:
                await self.gather(table, user)

    async def gather(self, table: Table, user: int) -> None:
        """Add somebody's mistakes in the games of a table that have been analysed so far."""
        if table.state is None or not (games := range(1, last_final(table) + 1)):
            return
        reviews = await self._store.reviews.kept(table.channel, table.id, list(games))
        await collect(self._store, table, filter(None, map(found_once, reviews)), only=user)


def entry_of(kept: Kept, name: str) -> Entry:
    """What a deck knows of a card; of one that everybody has, and that it does not know yet, that it is new."""
    origin = next((each.origin for each in SETS if name in each.cards()), Origin.MISTAKE)
    return kept.entries.get(name) or Entry(origin=origin)


def coming(kept: Kept, day: int, a_day: int, *, beginner: bool) -> list[str]:
    """The cards that may come next on a day, the first one first; empty when all is done."""
    own = [(each.lost, name) for name, each in kept.entries.items() if each.origin is Origin.MISTAKE]
    offered: dict[Origin, Sequence[str]] = {
        each.origin: list(each.cards()) for each in SETS if beginner or not each.for_beginners
    }
    offered[Origin.MISTAKE] = [name for _, name in sorted(own, key=lambda each: (-each[0], each[1]))]
    return upcoming(kept.deck.on(day), kept.entries, in_turn(kept.entries, offered), a_day)


async def easier(thinker: Evaluator, card: Card) -> Card:
    """A card with plays that weak players make, where the engine answers; else as it is."""
    verdict = card.verdict
    if card.easy is not None or verdict.kind is not Kind.PLAY or not thinker.available:
        return card
    try:
        return with_easy(card, *await _judged(thinker, verdict), PLIES)
    except (EngineUnavailable, Unsupported) as error:
        _log.info("a card is shown without plays for beginners: %s", error)
        return card


async def _judged(thinker: Evaluator, verdict: Verdict) -> tuple[list[tuple[str, float]], list[str]]:
    """The plays compared at `PLIES`, the best first, with their losses; and those of weak players, the commonest first.

    Raises `EngineUnavailable` or `Unsupported`.
    """
    assert verdict.dice is not None
    position, dice, stakes = Position.from_id(verdict.position), verdict.dice, verdict.stakes
    texts = {play.packed: str(play) for play in legal_plays(position, dice)}
    judged = await thinker.plays(position, dice, stakes, PLIES)
    best = judged[0]
    losses = [(texts[each.packed], round(best.equity - each.equity, 4)) for each in judged if each.plies == best.plies]
    drawn = [
        texts[(await thinker.choice(position, dice, stakes, level, seed)).packed]
        for level in WEAK
        for seed in range(DRAWN)
    ]
    return losses, sorted(dict.fromkeys(drawn), key=lambda each: -drawn.count(each))
