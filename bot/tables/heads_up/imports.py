"""Imported matches: each is stored as a finished table of the member who imported it.

The channel in its keys is its owner's user id, so that it is deleted with their data. It has no server and no seed, and
its two players are names only, until the owner says which of them they were. It counts nowhere.
"""

from __future__ import annotations

import signal
import threading
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from enum import Enum
from typing import Any

from msgspec import Struct, json
from msgspec.structs import replace

from bot.backgammon import Illegal, Rules, Seat, sgf
from bot.backgammon.log import HEADS_UP
from bot.backgammon.mat import parse_matches
from bot.backgammon.record import GameRecord, Moved, Record, folded
from bot.backgammon.record_digest import game_digests
from bot.backgammon.record_faults import Note
from bot.engine.xg import is_xg, parse_xg
from bot.ogxm import is_ogxm, parse_ogxm
from bot.store import PACKED_AFTER, PACKING, Saved, Store, StoreError, place
from bot.store.imports import DRAFT, Opened, size_of
from bot.tables import games
from bot.tables.about import About
from bot.tables.new_table import check_room, new_id
from bot.tables.remarks import Remark
from bot.tables.repository import Change, TableRepository
from bot.tables.table import People, Person, Stage, Table, read_snapshot, snapshot, to_fields

LARGEST = 1_000_000
"""Maximum bytes of a file."""
MOST_MATCHES = 25
MOST_PLAYS = 20_000
LARGEST_ARCHIVE = 10_000_000
"""Maximum bytes of a `.zip`, or of a collection of `.ogxm`."""
LONGEST = 5
"""Maximum seconds of work for one file."""
LONGEST_XG = 2
"""Maximum seconds of work for one .xg."""
LONGEST_COMMENT = 500
"""Maximum characters kept of a comment."""
KEPT = 50
"""Matches kept per member; the oldest are deleted first."""
MOST_BYTES = 5_000_000
"""Bytes in the store per member; the oldest matches are deleted first."""

_PAGE = 1000
"""Entries per save, so that a long match blocks nobody."""
_AGAIN = 0.1
"""Seconds between attempts to interrupt work that takes too long."""


class ImportFault(Enum):
    """Why a file is not imported."""

    TOO_BIG = "The file is too big: I read files of up to 1 MB, `.zip` and collections of `.ogxm` of up to 10 MB."
    EMPTY = "There is nothing in this file."
    NO_TEXT = (
        "I cannot read files of this kind. Save the match as .mat, .txt, .sgf, .xg or .ogxm in the program it comes "
        "from, and send that."
    )
    GONE = "I could not fetch the file from Discord. Send it again."
    TOO_MANY_MATCHES = "There are more than {most} matches in this file. Split it."
    TOO_MANY_PLAYS = "There are more than {most} plays in this file. Split it."
    TOO_LONG = "Reading this file takes more than {most} seconds. Split it."
    NOTHING_FINISHED = "No game in this file is finished, so there is nothing to show."
    TOO_MUCH = "What is in this file takes more room than the {most} MB that I keep for a person. Split it."
    NOT_ZIP = "This `.zip` is damaged. Make it anew."
    TOO_MANY_FILES = "There are more than {most} files in this. Split it."
    TOO_WIDE = "Unpacked, this is larger than {most} MB. Split it."
    ENCRYPTED = "It is locked with a password."
    BAD_PATH = "Its name leads out of the `.zip`."
    NESTED = "A `.zip` in a `.zip` is not opened."
    NO_MATCH = "There is no match in this file."
    BEYOND = "I keep {most} such matches for you, and this would be one too many."
    NO_ROOM = "Matches from elsewhere, those of all people, take up all the room I have for them. Try again later."


class Brought(Struct, frozen=True):
    """A match of a file, as stored: its log, one entry per line, and its final state."""

    rules: Rules
    names: tuple[str, str]
    log: bytes
    state: bytes
    notes: tuple[Note, ...]
    remarks: tuple[Remark, ...] = ()
    digests: tuple[str, ...] = ()
    """Of the finished games, as of `game_digests`."""

    @property
    def size(self) -> int:
        """The approximate bytes that it takes in the store."""
        return size_of(self.log.splitlines(), {"state": self.state, "remarks": json.encode(self.remarks)})


def read_file(data: bytes) -> tuple[Brought, ...]:
    """The matches of a file, for a worker. Raises `InvalidRecord`, or `Illegal` if it is too much work."""
    with at_most(LONGEST_XG if is_xg(data) else LONGEST):
        return matches_of(records_of(data))


def matches_of(records: Sequence[Record]) -> tuple[Brought, ...]:
    """Those of a file that have a finished game. Raises `InvalidRecord`, or `Illegal` if there are none or too many."""
    if len(records) > MOST_MATCHES:
        raise Illegal(ImportFault.TOO_MANY_MATCHES, most=MOST_MATCHES)
    if sum(map(_plays, (game for record in records for game in record.games))) > MOST_PLAYS:
        raise Illegal(ImportFault.TOO_MANY_PLAYS, most=MOST_PLAYS)
    finished = [record for record in records if any(game.result for game in record.games)]
    if not finished:
        raise Illegal(ImportFault.NOTHING_FINISHED)
    return tuple(map(_brought, finished))


def records_of(data: bytes) -> tuple[Record, ...]:
    """The matches of one file of any format. Raises `InvalidRecord`, or `Illegal`."""
    if is_ogxm(data):
        return (parse_ogxm(data),)
    if is_xg(data):
        return (parse_xg(data),)
    if data.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"("):
        return (sgf.parse_sgf(data.decode("utf-8-sig", "replace")),)
    if not data.strip():
        raise Illegal(ImportFault.EMPTY)
    if b"\0" in data and not data.startswith((BOM_UTF16_LE, BOM_UTF16_BE)):
        raise Illegal(ImportFault.NO_TEXT)
    return parse_matches(data)


def _plays(game: GameRecord) -> int:
    return sum(isinstance(entry, Moved) for entry in game.entries)


def _brought(record: Record) -> Brought:
    start, actions, end = folded(record)
    lines = [games.HEADS_UP.header(start), *map(HEADS_UP.encode, actions)]
    log, remarks = b"\n".join(lines), tuple(_remarks(record))
    return Brought(record.rules, record.names, log, snapshot(end), record.notes, remarks, game_digests(record))


def _remarks(record: Record) -> Iterator[Remark]:
    for number, game in enumerate(record.games, 1):
        for comment in game.comments:
            about = game.entries[: comment.entry]
            rolls = sum(isinstance(entry, Moved) for entry in about)
            cube = bool(about) and not isinstance(about[-1], Moved)
            text = comment.text
            if len(text) > LONGEST_COMMENT:
                text = f"{text[: LONGEST_COMMENT - 1]}…"
            yield Remark(number, rolls + cube, text, cube)


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise `Illegal` after this many seconds of work. In a thread, which is no worker, there is no limit."""
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        yield
        return

    def too_long(number: int, frame: Any) -> None:
        raise Illegal(ImportFault.TOO_LONG, most=seconds)

    before = signal.signal(signal.SIGPROF, too_long)
    # Repeatedly: an exception raised during Python's garbage collection is lost.
    signal.setitimer(signal.ITIMER_PROF, seconds, _AGAIN)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)


async def keep(
    store: Store, user: int, found: Sequence[Brought], entropy: Callable[[int], bytes], now: Callable[[], float]
) -> tuple[list[Table], list[str]]:
    """Store the matches of a file for a member, the first of them first in their list. By `made_at`, which they share,
    `of_file` finds them.

    Also returns the ids of the matches deleted for them. Raises `Illegal` if there is no room; then nothing is stored.
    """
    total = sum(each.size for each in found)
    if total > MOST_BYTES:
        raise Illegal(ImportFault.TOO_MUCH, most=MOST_BYTES // 1_000_000)
    await check_room(store, total)
    own, most_of_all = await store.imports.of(user), await store.room.for_imports()
    if await store.imports.all() + total - max(0, own + total - MOST_BYTES) > most_of_all:
        raise Illegal(ImportFault.NO_ROOM)
    before, at = await store.imported_by(user), now()
    kept, gone = list[Table](), list[str]()
    try:
        for match in reversed(found):
            name = await new_id(store, entropy, DRAFT)
            size = match.size
            while (
                opened := await store.imports.open(name, user, size, MOST_BYTES, most_of_all, now())
            ) is Opened.PERSON:
                if not before:
                    break
                gone.append(before.pop())
                await store.forget(user, gone[-1])
            if opened is not Opened.OK:  # other members have imported something meanwhile
                raise Illegal(ImportFault.NO_ROOM)
            kept.insert(0, await _keep(store, user, match, name, at, now()))
    except Illegal:
        for table in kept:
            await store.forget(user, table.id)
        raise
    return kept, gone + await make_room(store, user)


async def _keep(store: Store, user: int, match: Brought, name: str, at: float, now: float) -> Table:
    """Store a match of a file that came `at` this time."""
    state = read_snapshot(games.HEADS_UP, match.state)
    about = About.brought(name, user, match.rules, at)
    seats = tuple(Person(-1 - seat, each) for seat, each in enumerate(match.names))
    table = Table(
        about=about,
        people=People(seats=seats),
        seed=b"",
        stage=Stage.CLOSED,
        state=state,
        acted_at=at,
        remarks=match.remarks or None,
        version=1,
    )
    entries, fields, version = match.log.splitlines(), to_fields(table), 0
    for first in range(0, len(entries), _PAGE):
        page = entries[first : first + _PAGE]
        last = first + _PAGE >= len(entries)
        saved = await store.save(user, name, version, fields, page, expire=None if last else DRAFT)
        if saved is not Saved.DONE:
            raise StoreError(f"match {name} was not saved: {saved.value}")
        fields, version = {}, version + 1
    await store.register(name, user, [user], now)
    await store.due.set(PACKING, place(user, name), now + PACKED_AFTER)
    return table


async def sit(repository: TableRepository, user: int, name: str, seat: Seat | None) -> Table:
    """Store which side of an imported match its owner was, None: neither; until then both are names only.

    Everything that asks whose a decision is asks the seats. Raises `Refused`.
    """

    async def work(table: Table) -> Change:
        names = (person.name for person in table.people.seats)
        seats = tuple(Person(user if each == seat else -1 - each, name) for each, name in enumerate(names))
        return Change(replace(table, people=replace(table.people, seats=seats)))

    return (await repository.change(user, name, work)).table


async def of_file(store: Store, repository: TableRepository, user: int, name: str) -> list[Table]:
    """The matches of a member that came with a file in which this one was, the first of the file first."""
    found = list[Table]()
    for each in await store.imported_by(user):
        with suppress(Illegal):  # written by a newer bot
            table = await repository.load(user, each)
            if table is not None:
                found.append(table)
    at = next((table.about.made_at for table in found if table.id == name), None)
    return [table for table in found if table.about.made_at == at]


async def make_room(store: Store, user: int) -> list[str]:
    """Delete a member's oldest matches beyond `KEPT`; returns their ids."""
    gone = (await store.imported_by(user))[KEPT:]
    for name in gone:
        await store.forget(user, name)
    return gone
