"""What challenges and gatherings have in common: who may have one, its id, and words for the dice."""

from __future__ import annotations

import hashlib
import math
import unicodedata
from collections.abc import Callable

from msgspec.structs import replace

from bot.backgammon import Illegal, Stale
from bot.store import Admission, Store
from bot.tables.faults import ChallengeFault, StoreFault, TableTrouble
from bot.tables.preferences import PersonPreferences
from bot.tables.repository import REMEMBERED
from bot.tables.table import WORD_LENGTH, Later, Person, Table

#: Why one who asks for a table does not get it.
ADMISSIONS = {
    Admission.TOO_MANY_OPEN: ChallengeFault.TOO_MANY_OPEN,
    Admission.TOO_FAST: ChallengeFault.TOO_FAST,
    Admission.DECLINED: ChallengeFault.DECLINED,
}
#: How many people may give a word to one table.
MOST_WORDS = 10
#: Letters and digits of a table's id: none that look like one another.
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 6


async def admitted_id(
    store: Store, guild: int, host: Person, opponent: Person | None, receipt: str, now: float, lasts: float
) -> str:
    """The id of the table that one interaction asks for, which counts as an open challenge of its maker from now on.

    Whoever is refused leaves nothing behind, however often he asks: the id is claimed last, and lapses if no game comes
    of it. `lasts`: seconds for which the challenge stands. Raises `Illegal` if it is one too many or the store nearly
    full, `Stale` if this interaction has asked already.
    """
    name = id_from(hashlib.sha256(receipt.encode()).digest())
    if await store.is_claimed(name):
        raise Stale(TableTrouble.ALREADY_DONE)
    await check_room(store)
    admission = await store.limits.admit(guild, host.user, opponent and opponent.user, name, now, lasts)
    if admission in ADMISSIONS:
        raise Illegal(ADMISSIONS[admission], name=opponent.name if opponent else "")
    if not await store.claim_id(name, _claimed_for(lasts)):
        raise Stale(TableTrouble.ALREADY_DONE)
    return name


async def claimed_id(store: Store, receipt: str, lasts: float) -> str:
    """The id of the table that one interaction asks for where nobody has to be asked, so that nobody is kept from it.

    Raises `Stale` if this interaction has asked already, `Illegal` if the store is nearly full.
    """
    name = id_from(hashlib.sha256(receipt.encode()).digest())
    await check_room(store)
    if not await store.claim_id(name, _claimed_for(lasts)):
        raise Stale(TableTrouble.ALREADY_DONE)
    return name


async def check_room(store: Store, more: int = 0) -> None:
    """Raise `Illegal` if there is room only for what is being played; `more`: with so many bytes more."""
    if await store.room.nearly_full(more):
        raise Illegal(StoreFault.NEARLY_FULL)


def check_may_be_joined(host: PersonPreferences) -> None:
    """Raises `Illegal` for somebody whose challenge to everybody nobody could accept."""
    if host.blocked is None:
        raise Illegal(ChallengeFault.BLOCKED_UNKNOWN)


async def new_id(store: Store, entropy: Callable[[int], bytes], lasts: float) -> str:
    """An id that no table has; `entropy` gives so many random bytes, `lasts` as in `admitted_id`."""
    while True:
        name = id_from(entropy(_ID_LENGTH))
        if await store.claim_id(name, _claimed_for(lasts)):
            return name


def _claimed_for(lasts: float) -> int:
    """Seconds for which an id is kept for a challenge that stands so long: as long as anything of it is remembered."""
    return math.ceil(lasts) + REMEMBERED


def id_from(entropy: bytes) -> str:
    """A table's id out of random bytes."""
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in entropy[:_ID_LENGTH])


def checked_word(typed: str) -> str:
    """A word for the dice as it is kept. Raises `Illegal` for one that cannot be shown on a line."""
    word = unicodedata.normalize("NFC", typed).strip()
    if not 0 < len(word) <= WORD_LENGTH or "|" in word or "`" in word or not word.isprintable():
        raise Illegal(ChallengeFault.BAD_WORD, most=WORD_LENGTH)
    return word


def seated(table: Table, seats: tuple[Person, ...]) -> Table:
    """The table with these people, and no words but theirs."""
    users = {person.user for person in seats}
    words = tuple(each for each in table.people.words if each[0] in users)
    return replace(table, people=replace(table.people, seats=seats, words=words))


def with_word(table: Table, user: int, word: str) -> Table:
    """The table with somebody's word, in place of an earlier one of his. Raises `Illegal` if there are too many."""
    words = dict(table.people.words) | {user: word}
    if len(words) > MOST_WORDS:
        raise Illegal(ChallengeFault.WORDS_FULL)
    return replace(table, people=replace(table.people, words=tuple(words.items())))


def with_later_word(table: Table, user: int, word: str) -> Table:
    """The table with a word that counts from the next game on. Raises `Illegal` if there are too many."""
    people = table.people
    if len(people.words) + len(people.later) >= MOST_WORDS:
        raise Illegal(ChallengeFault.WORDS_FULL)
    return replace(table, people=replace(people, later=(*people.later, Later(user, word))))
