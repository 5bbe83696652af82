"""Common parts of challenges and gatherings: limits, ids, words for the dice."""

from __future__ import annotations

import hashlib
import math
import unicodedata
from collections.abc import Callable, Sequence

from msgspec.structs import replace

from bot.backgammon import Illegal, Stale
from bot.store import Admission, Store
from bot.tables.faults import ChallengeFault, StoreFault, TableTrouble
from bot.tables.people import Later
from bot.tables.preferences import PersonPreferences
from bot.tables.repository import REMEMBERED
from bot.tables.table import WORD_LENGTH, Person, Table

#: Why a request for a table is refused.
ADMISSIONS = {
    Admission.TOO_MANY_OPEN: ChallengeFault.TOO_MANY_OPEN,
    Admission.TOO_FAST: ChallengeFault.TOO_FAST,
    Admission.DECLINED: ChallengeFault.DECLINED,
}
#: How many members may give a word to one table.
MOST_WORDS = 10
#: Characters of a table's id, without similar-looking ones.
_ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
_ID_LENGTH = 6


async def admitted_id(
    store: Store, guild: int, host: Person, asked: Sequence[Person], receipt: str, now: float, lasts: float
) -> str:
    """The id of the table that an interaction requests, which counts as an open challenge of its maker from now on.

    A refused request leaves no trace: the id is claimed last, and lapses if no game follows. `asked`: who is
    challenged, nobody by an open challenge. `lasts`: seconds until the challenge expires. Raises `Illegal` if a limit
    is exceeded or the store is nearly full, `Stale` if this interaction had an id before.
    """
    name = id_from(hashlib.sha256(receipt.encode()).digest())
    if await store.is_claimed(name):
        raise Stale(TableTrouble.ALREADY_DONE)
    await check_room(store)
    first, beside = (asked[0].user if asked else None), [each.user for each in asked[1:]]
    admission = await store.limits.admit(guild, host.user, first, name, now, lasts, beside)
    if admission in ADMISSIONS:
        raise Illegal(ADMISSIONS[admission], name=", ".join(each.name for each in asked))
    if not await store.claim_id(name, _claimed_for(lasts)):
        raise Stale(TableTrouble.ALREADY_DONE)
    return name


async def claimed_id(store: Store, receipt: str, lasts: float) -> str:
    """The id of the table that an interaction requests where no limits apply.

    Raises `Stale` if this interaction had an id before, `Illegal` if the store is nearly full.
    """
    name = id_from(hashlib.sha256(receipt.encode()).digest())
    await check_room(store)
    if not await store.claim_id(name, _claimed_for(lasts)):
        raise Stale(TableTrouble.ALREADY_DONE)
    return name


async def check_room(store: Store, more: int = 0) -> None:
    """Raise `Illegal` if there is room only for running games, perhaps after `more` bytes."""
    if await store.room.nearly_full(more):
        raise Illegal(StoreFault.NEARLY_FULL)


def check_may_be_joined(host: PersonPreferences) -> None:
    """Raise `Illegal` for a host whose challenge to everyone nobody could accept."""
    if host.blocked is None:
        raise Illegal(ChallengeFault.BLOCKED_UNKNOWN)


async def new_id(store: Store, entropy: Callable[[int], bytes], lasts: float) -> str:
    """An unused table id; `entropy` returns this many random bytes, `lasts` as in `admitted_id`."""
    while True:
        name = id_from(entropy(_ID_LENGTH))
        if await store.claim_id(name, _claimed_for(lasts)):
            return name


def _claimed_for(lasts: float) -> int:
    """Seconds for which an id is reserved for a challenge: as long as anything of it is stored."""
    return math.ceil(lasts) + REMEMBERED


def id_from(entropy: bytes) -> str:
    return "".join(_ALPHABET[byte % len(_ALPHABET)] for byte in entropy[:_ID_LENGTH])


def checked_word(typed: str) -> str:
    """A validated word for the dice. Raises `Illegal` for one that cannot be shown on a line."""
    word = unicodedata.normalize("NFC", typed).strip()
    if not 0 < len(word) <= WORD_LENGTH or "|" in word or "`" in word or not word.isprintable():
        raise Illegal(ChallengeFault.BAD_WORD, most=WORD_LENGTH)
    return word


def seated(table: Table, seats: tuple[Person, ...]) -> Table:
    """The table with these members, and only their words."""
    users = {person.user for person in (table.people.everybody if table.people.teams else seats)}
    words = tuple(each for each in table.people.words if each[0] in users)
    return replace(table, people=replace(table.people, seats=seats, words=words))


def with_word(table: Table, user: int, word: str) -> Table:
    """The table with a member's word, replacing an earlier one. Raises `Illegal` if there are too many."""
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
