"""A table as one value, from the challenge to the end, and its stored form.

The stored form is a record of fields. `about`, `secret` and `people` are written when the table is made; `people` alone
says who sits where. `state` is a cache of the log. `screen` holds what the channel has been shown, `advice` who is in
the team's thread; both are stored outside the version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot import dice
from bot.core.actions import Seat
from bot.core.clock import Clock
from bot.core.intent import Dice
from bot.core.log import UnreadableLog
from bot.core.refusal import Foreign, Illegal
from bot.core.state import TableState
from bot.tables import games, seats
from bot.tables.about import About, decoded, encoded
from bot.tables.aggregate import Versioned
from bot.tables.faults import TableTrouble
from bot.tables.game import AnyGame, Setup, State
from bot.tables.notices import Notice
from bot.tables.people import People, Person
from bot.tables.remarks import Remark
from bot.tables.waits import Waits

WORD_LENGTH = 40  # of a word for the dice, at most


class Stage(Enum):
    """The stage of a table between challenge and end."""

    CHALLENGE = "challenge"
    OPEN = "open"
    CLOSED = "closed"
    WITHDRAWN = "withdrawn"


class TableSummary(NamedTuple):
    """What a list shows of a table, without its state."""

    about: About
    people: People


class Screen(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the channel has been shown of a table or a league.

    `message` is the live message, posted at `posted_at` for the players `holders` (users); `base` and `shown` are
    versions: it shows the news after `base` up to `shown`, of game `game`. `mentioned`: open questions whose players
    were, last at `mentioned_at`. `posts`: for the nonce. `reminders` sent, `reminded`: whom, how often, when last.
    """

    message: int = 0
    posted_at: float = 0.0
    holders: tuple[int, ...] = ()
    base: int = 0
    shown: int = 0
    mentioned: tuple[int, ...] = ()
    mentioned_at: float = 0.0
    posts: int = 0
    game: int = 0
    reminders: int = 0
    reminded: tuple[tuple[int, int, float], ...] | UnsetType = UNSET


class Advice(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """A private thread of a table, such as that of a chouette's team.

    `thread` is its id, 0 while there is none; `told`: its first message is posted. `members` are the users known to be
    in it, `invited` all who may be. `intruders` those of them who should not read it and cannot be removed, of whom the
    captain has been told. `former`: threads abandoned for that reason. `ended`: it is closed or gone, and no other one
    is made. `changes` counts saves. `beside`: further threads of the table; only the first one counts and has others.
    """

    thread: int = 0
    told: bool = False
    members: tuple[int, ...] = ()
    invited: tuple[int, ...] = ()
    intruders: tuple[int, ...] = ()
    former: tuple[int, ...] = ()
    ended: bool = False
    changes: int = 0
    beside: tuple[Advice, ...] | UnsetType = UNSET

    @property
    def count(self) -> int:
        """How many threads there are, at places from 0."""
        return 1 + len(self.beside or ())

    def at(self, place: int) -> Advice:
        """The thread at a place, from 0: this one, or one beside it."""
        others = self.beside or ()
        return self if not place else others[place - 1] if place <= len(others) else Advice()

    def having(self, place: int, thread: Advice) -> Advice:
        """The same threads with another one at a place."""
        if not place:
            return replace(thread, beside=self.beside)
        others = tuple(self.at(each) for each in range(1, max(place, len(self.beside or ())) + 1))
        return replace(self, beside=(*others[: place - 1], thread, *others[place:]))


class OtherSchema(Exception):
    """The snapshot was written by another version."""


class _Snapshot(Struct, frozen=True):
    schema: int
    rules_version: int
    state: msgspec.Raw


class Table(Versioned, frozen=True, kw_only=True):
    """One table. `state` is None while it is a challenge; `news` of the latest actions, the oldest first.

    `language`: shared by all players when the last game began, if any was. State, course and news are of its game's
    types. `course`: None without a running game, or if another version has stored it. `version` 0: not stored yet.
    `acted_at`: of the last action; `paused_at`, `rests_until` (holiday): as of a `clock`. `notices`: not carried.
    """

    about: About
    people: People
    seed: bytes
    stage: Stage = Stage.CHALLENGE
    state: TableState | None = None
    course: Any = None
    news: tuple[Any, ...] = ()
    acted_at: float = 0.0
    language: str | None = None
    clock: Clock | None = None
    paused_at: int | None = None
    rests_until: int | None = None
    waits: Waits | None = None
    notices: tuple[Notice, ...] | None = None
    remarks: tuple[Remark, ...] | None = None
    screen: Screen = Screen()
    advice: Advice = Advice()

    @property
    def id(self) -> str:
        return self.about.id

    @property
    def channel(self) -> int:
        return self.about.channel

    def thread(self, place: int) -> Advice:
        """One of its private threads, as of `Advice.at`."""
        return self.advice.at(place)

    @property
    def imported(self) -> bool:
        return self.about.imported

    def is_of(self, user: int) -> bool:
        """Whether a user sits at it, or has imported it."""
        return self.channel == user if self.imported else self.seat_of(user) is not None

    @property
    def owner(self) -> int:
        """Who plays the computer at it in a direct message; 0 at any other table."""
        return next(person.user for person in self.people.seats if person.level is None) if self.about.direct else 0

    @property
    def game(self) -> AnyGame:
        return self.about.game

    def setup_of(self, kind: type[Setup]) -> Setup:
        """The options, of this type. Raises `Illegal` at the table of another game."""
        if not isinstance(self.about.setup, kind):
            raise Illegal(games.of_type(kind).elsewhere)
        return self.about.setup

    def state_of(self, kind: type[State]) -> State:
        """The state, of this type. Raises `Illegal` at the table of another game, and before the first action."""
        game = games.of_type(kind)
        if not isinstance(self.state, kind):
            raise Illegal(game.not_begun if self.game is game else game.elsewhere)
        return self.state

    def check_sits(self, user: int) -> None:
        """Raise `Foreign` if a user shares a seat and their partner sits."""
        team = self.people.team_of(user)
        if team and not self.sits(user):
            raise Foreign(TableTrouble.PARTNER_SITS, name=team.partner_of(user).name)

    def seated_so(self, state: TableState) -> Table:
        """The table with this state, and whoever sits by it where two share a seat."""
        people = self.people.sitting(state.sitter)
        return replace(self, state=state) if people is self.people else replace(self, state=state, people=people)

    @property
    def public(self) -> Table:
        """The same table without sealed words: everything in a channel is made of this."""
        return self if self.state is None else replace(self, state=self.state.public())

    @property
    def unshown(self) -> bool:
        """Whether the channel lacks the current state, or the message of it. Of tables that have not begun, only a
        lobby lives long enough for that to matter.
        """
        if self.stage is Stage.CHALLENGE:
            return self.game.gathers and not self.screen.message
        return self.state is not None and (self.screen.shown < self.version or not self.screen.message)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that count from the first roll on, in order of seats; seats without one are left out."""
        return tuple(word for first, word in self.dice_words if first == 1)

    @property
    def dice_words(self) -> tuple[tuple[int, str], ...]:
        """The words that are mixed into the dice, each with its first roll, in order of seats."""
        given = {user: (1, word) for user, word in self.people.words}
        given |= {each.user: (each.first, each.word) for each in self.people.later if each.first}
        return tuple(given[person.user] for person in self.people.everybody if person.user in given)

    @property
    def commitment(self) -> str:
        """The commitment to the seed, in full."""
        return dice.commitment(self.seed)

    @property
    def short_commitment(self) -> str:
        """The commitment as messages show it before the first roll."""
        return dice.short_commitment(self.seed)

    def roll(self, number: int) -> Dice:
        """Roll `number` of the table, from 1."""
        return dice.roll(self.seed, [word for first, word in self.dice_words if first <= number], number)

    def with_words_from(self, number: int) -> Table:
        """The same table; words that wait for the next game count from roll `number` on."""
        later = tuple(each if each.first else replace(each, first=number) for each in self.people.later)
        return self if later == self.people.later else replace(self, people=replace(self.people, later=later))

    def next_roll(self, state: TableState) -> Dice:
        return self.roll(state.rolls + 1)

    def seat_of(self, user: int) -> Seat | None:
        """A user's seat, as `seats.seat_of`; of two who share one, that of both."""
        if self.people.teams is not UNSET:
            return self.people.team_seat(user)
        return seats.seat_of(self.people.seats, self.state, user)

    def sits(self, user: int) -> bool:
        """Whether a user presses at a seat of the table: with a partner, only one of the two does."""
        return (seat := self.seat_of(user)) is not None and self.people.sits(seat, user)

    def has(self, user: int) -> bool:
        """Whether a user is at the table; one who has left a running session is not."""
        seat = self.seat_of(user)
        return seat is not None and (self.state is None or self.state.still_seated(seat))

    def plays(self, user: int) -> bool:
        """Whether a user plays in the running game, also after leaving while a bet of theirs is open."""
        return (seat := self.seat_of(user)) is not None and (self.state is None or self.state.in_game(seat))

    @property
    def takes_later_words(self) -> bool:
        """Whether words may be given in mid-game: where players join later, and where nobody was asked before."""
        return self.stage is Stage.OPEN and (self.game.gathers or bool(self.computers))

    def person(self, seat: Seat) -> Person:
        return self.people.seats[seat]

    @property
    def computers(self) -> tuple[Seat, ...]:
        return tuple(seat for seat, person in enumerate(self.people.seats) if person.level is not None)

    def opponent_of(self, user: int) -> Person | None:
        return next((person for person in self.people.seats if person.user != user), None)

    def with_name(self, user: int, name: str) -> Table:
        """The same table with a user's new name."""
        if self.people.teams is not UNSET:
            named_so = self.people.named(Person(user, name))
            return self if named_so is self.people else replace(self, people=named_so)
        named = seats.renamed(self.people.seats, user, lambda person: replace(person, name=name))
        return self if named == self.people.seats else replace(self, people=replace(self.people, seats=named))


_json = msgspec.json.Encoder()
_SOURCE = {"secret": "seed"}
_LATER = ("clock", "waits", "paused_at", "rests_until", "notices", "remarks")
_BESIDE = {each.name: each.type for each in msgspec.structs.fields(Table) if each.name in (*_LATER, "screen", "advice")}


def to_fields(table: Table, before: Table | None = None) -> dict[str, bytes]:
    """The fields that differ from those of `before`, or all of them; never `screen` and `advice`."""
    values = {
        "about": lambda it: encoded(it.about),
        "people": lambda it: _json.encode(it.people),
        "secret": lambda it: it.seed,
        "stage": lambda it: it.stage.value.encode(),
        "state": lambda it: snapshot(it.state) if it.state else b"",
        "course": lambda it: _json.encode(it.course),
        "news": lambda it: _json.encode(it.news),
        "acted_at": lambda it: _json.encode(it.acted_at),
    }
    fields = {
        field: encode(table)
        for field, encode in values.items()
        if before is None or getattr(table, _SOURCE.get(field, field)) is not getattr(before, _SOURCE.get(field, field))
    }
    if table.language != (before and before.language):
        fields["language"] = (table.language or "").encode()
    for name in _LATER:
        if (now := getattr(table, name)) is not getattr(before, name, None):
            fields[name] = _json.encode(now)
    return fields


def snapshot(state: TableState) -> bytes:
    write = games.of(state).codec
    return _json.encode(_Snapshot(write.schema, state.rules_version, msgspec.Raw(write.encode(state))))


def face_of(fields: Mapping[str, bytes]) -> TableSummary:
    """The summary in the fields `about` and `people`. Raises `UnreadableLog` for data of another program."""
    with _decoding():
        return TableSummary(decoded(fields["about"]), msgspec.json.decode(fields["people"], type=People))


def stage_of(fields: Mapping[str, bytes]) -> Stage:
    """The stage in the field `stage`."""
    return Stage(fields["stage"].decode())


def from_fields(version: int, fields: Mapping[str, bytes]) -> Table | None:
    """The table of a stored record; None if its snapshot is of another schema and its log has to be folded again.

    Raises `UnreadableLog` for a record of another program.
    """
    try:
        with _decoding():
            state = read_snapshot(face_of(fields).about.game, stored) if (stored := fields["state"]) else None
    except OtherSchema:
        return None
    return with_state(version, fields, state)


def with_state(version: int, fields: Mapping[str, bytes], state: TableState | None) -> Table:
    """The table of a stored record with this state. Raises as `from_fields`."""
    about, people = face_of(fields)
    with _decoding():
        return Table(
            about=about,
            people=people,
            seed=fields["secret"],
            stage=stage_of(fields),
            state=state,
            course=_course(about.game, fields.get("course", b"null")),
            news=msgspec.json.decode(fields["news"], type=tuple[about.game.news, ...]),
            acted_at=msgspec.json.decode(fields["acted_at"], type=float),
            language=fields.get("language", b"").decode() or None,
            version=version,
            **{name: msgspec.json.decode(fields[name], type=kind) for name, kind in _BESIDE.items() if name in fields},
        )


def _course(rules: AnyGame, data: bytes) -> Any:
    try:
        return msgspec.json.decode(data, type=rules.course | None)
    except msgspec.MsgspecError:  # of another schema: only a cache, like the state
        return None


@contextmanager
def _decoding() -> Iterator[None]:
    try:
        yield
    except (KeyError, ValueError, msgspec.MsgspecError) as error:
        raise UnreadableLog(f"not a table of this bot: {error}") from error


def read_snapshot(rules: AnyGame, data: bytes) -> Any:
    """Decode a state. Raises `OtherSchema`."""
    read = rules.codec
    try:
        stored = msgspec.json.decode(data, type=_Snapshot)
        if read.knows(stored.schema, stored.rules_version):  # each table has rules of its own version
            return read.state(bytes(stored.state))
    except (msgspec.MsgspecError, UnreadableLog) as error:
        raise OtherSchema from error
    raise OtherSchema
