"""What a challenge and the lobby of a chouette have in common: the id of a new table, and words for the dice."""

from __future__ import annotations

import hashlib
import unicodedata
from collections.abc import Callable

from msgspec.structs import replace

from bot.backgammon import Illegal, Stale
from bot.store import Admission, Store
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.table import WORD_LENGTH, Person, Table

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


async def id_for(store: Store, receipt: str) -> str:
    """The id of the table that one interaction asks for. Raises `Stale` if it has asked already."""
    name = _id_from(hashlib.sha256(receipt.encode()).digest())
    if not await store.claim_id(name):
        raise Stale(TableTrouble.ALREADY_DONE)
    return name


async def new_id(store: Store, entropy: Callable[[int], bytes]) -> str:
    """An id that no table has had; `entropy` gives so many random bytes."""
    while True:
        name = _id_from(entropy(_ID_LENGTH))
        if await store.claim_id(name):
            return name


def _id_from(entropy: bytes) -> str:
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
