"""A table as one value: what a channel holds, from the challenge to the end, and its way to and from the store.

What is stored is a record of fields. `about`, `secret` and `people` are written when the table is made; `people` is
the only place that says who sits where. `state` is a cache of the log. `screen` says what the channel has been shown,
`advice` who is in the team's thread; both are kept outside the version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from enum import Enum
from typing import Any, NamedTuple

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot import dice
from bot.core.actions import Seat
from bot.core.intent import Dice, TableState
from bot.core.log import UnreadableLog
from bot.engine.thoughts import Level
from bot.tables import games
from bot.tables.about import About, decoded, encoded
from bot.tables.aggregate import Versioned
from bot.tables.game import AnyGame

#: What stands for the Discord id of a computer.
COMPUTER = 0
#: The longest word a person may add to the dice.
WORD_LENGTH = 40
#: What stands for the name of somebody who has been taken out.
NOBODY = "N. N."


class Stage(Enum):
    """Where a table stands between the challenge and the end."""

    CHALLENGE = "challenge"
    OPEN = "open"
    CLOSED = "closed"
    WITHDRAWN = "withdrawn"


class Person(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody at a table: his Discord id and the name he was last seen under.

    Who has had himself taken out has left a negative number, nobody's, of which there are no two at a table. `level`:
    how well a computer plays; it has no number of Discord's, and people have no level.
    """

    user: int
    name: str
    level: Level | None = None

    @property
    def known(self) -> bool:
        """Whether it is somebody still."""
        return self.user > 0

    @classmethod
    def computer(cls, name: str, level: Level) -> Person:
        """A computer, under the name by which it is shown."""
        return cls(COMPUTER, name, level)


class Later(Struct, frozen=True, forbid_unknown_fields=True):
    """A word for the dice that somebody gave when the session had begun: it counts from roll `first` on, the first one
    of the game after that; 0 while no such game has begun.
    """

    user: int
    word: str
    first: int = 0


class People(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who sits where, and the words people gave for the dice (user, word) before the first roll.

    Seat 0 is the challenger. An open challenge has one seat taken. `agreed`: before a chouette begins, the users who
    know the rules as they are now. `later`: words given after the start.
    """

    seats: tuple[Person, ...]
    words: tuple[tuple[int, str], ...] = ()
    agreed: tuple[int, ...] = ()
    later: tuple[Later, ...] = ()

    @property
    def users(self) -> frozenset[int]:
        """All whom it names: at the table, or with a word for a challenge that anybody may accept."""
        seated = (person.user for person in self.seats)
        given = (*(user for user, _ in self.words), *(each.user for each in self.later))
        return frozenset(user for user in (*seated, *given, *self.agreed) if user > 0)

    def has_given(self, user: int) -> bool:
        """Whether somebody's word is in the dice, or will be."""
        return user in dict(self.words) or any(each.user == user for each in self.later)


class TableSummary(NamedTuple):
    """What a list needs to know of a table, and no state."""

    about: About
    people: People


class Screen(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What the channel has been shown of a table or a league.

    `message` is the live message, posted at `posted_at` for the people `holders` (users); `base` and `shown` are
    versions: it tells the news after `base` up to `shown`. `mentioned`: open questions whose people have been
    mentioned, last at `mentioned_at`. `posts` counts messages, for the nonce. `game`: the number of the game it shows.
    `reminders` sent since.
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


class Advice(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The private thread in which the team of a chouette talks.

    `thread` is its id, 0 while there is none; `told`: it has its first message. `members` are the users who are in it
    for certain, `invited` all who may be, these included. `intruders` are those of them who should not read and cannot
    be taken out, of whom whoever rolls for the team has been told. `former`: threads that were given up for that.
    `ended`: it is closed or gone, and no other one is made. `changes` counts what has been kept.
    """

    thread: int = 0
    told: bool = False
    members: tuple[int, ...] = ()
    invited: tuple[int, ...] = ()
    intruders: tuple[int, ...] = ()
    former: tuple[int, ...] = ()
    ended: bool = False
    changes: int = 0


class _Snapshot(Struct, frozen=True):
    schema: int
    rules_version: int
    state: msgspec.Raw


class Table(Versioned, frozen=True, kw_only=True):
    """One table. `state` is None while it is a challenge; `news` is what happened lately, the oldest first.

    `language`: the one that all who sat there shared when the last game began; None if there was no such thing.
    State, course and news are of its game's types. `course`: that of the running game, None if there is no such thing,
    or another version has kept it. `version` 0: not stored yet. `acted_at`: when somebody last did
    something.
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
    screen: Screen = Screen()
    advice: Advice = Advice()

    @property
    def id(self) -> str:
        return self.about.id

    @property
    def channel(self) -> int:
        return self.about.channel

    @property
    def imported(self) -> bool:
        """Whether somebody has brought it from elsewhere: it is his, of no server, and has no dice of ours."""
        return self.about.imported

    def is_of(self, user: int) -> bool:
        """Whether somebody has a seat at it, or has brought it."""
        return self.channel == user if self.imported else self.seat_of(user) is not None

    @property
    def game(self) -> AnyGame:
        """What is played here."""
        return self.about.game

    @property
    def public(self) -> Table:
        """The same table as everybody may see it: what is made for a channel is made of this."""
        return self if self.state is None else replace(self, state=self.game.public(self.state))

    @property
    def unshown(self) -> bool:
        """Whether the channel has yet to be shown what the table has come to, or has no message of it any more.

        Of what has not begun, only a lobby stays long enough for that to matter.
        """
        if self.stage is Stage.CHALLENGE:
            return self.game.gathers and not self.screen.message
        return self.state is not None and (self.screen.shown < self.version or not self.screen.message)

    @property
    def words(self) -> tuple[str, ...]:
        """The words that count from the first roll on, in order of seats; who gave none is left out."""
        return tuple(word for first, word in self.dice_words if first == 1)

    @property
    def dice_words(self) -> tuple[tuple[int, str], ...]:
        """The words that are mixed into the dice, each with the roll from which on it counts, in order of seats."""
        given = {user: (1, word) for user, word in self.people.words}
        given |= {each.user: (each.first, each.word) for each in self.people.later if each.first}
        return tuple(given[person.user] for person in self.people.seats if person.user in given)

    @property
    def commitment(self) -> str:
        """What proves the dice, whole."""
        return dice.commitment(self.seed)

    @property
    def short_commitment(self) -> str:
        """What proves the dice, as messages show it before the first roll."""
        return dice.short_commitment(self.seed)

    def roll(self, number: int) -> Dice:
        """Roll `number` of the table, from 1."""
        return dice.roll(self.seed, [word for first, word in self.dice_words if first <= number], number)

    def with_words_from(self, number: int) -> Table:
        """The same table; words that wait for the next game count from roll `number` on."""
        later = tuple(each if each.first else replace(each, first=number) for each in self.people.later)
        return self if later == self.people.later else replace(self, people=replace(self.people, later=later))

    def next_roll(self, state: TableState) -> Dice:
        """The dice that fall next."""
        return self.roll(state.rolls + 1)

    def seat_of(self, user: int) -> Seat | None:
        """Where somebody sits; None for a stranger."""
        return next((seat for seat, person in enumerate(self.people.seats) if person.user == user), None)

    def has(self, user: int) -> bool:
        """Whether somebody is at the table; who has left a session that goes on is not."""
        seat = self.seat_of(user)
        return seat is not None and (self.state is None or self.game.is_seated(self.state, seat))

    def plays(self, user: int) -> bool:
        """Whether the running game is somebody's; it is while a bet of theirs goes on, though they have left."""
        seat = self.seat_of(user)
        return seat is not None and (self.state is None or self.game.in_game(self.state, seat))

    @property
    def takes_later_words(self) -> bool:
        """Whether words may be given in mid-game: where some come later, and where nobody was asked before."""
        return self.stage is Stage.OPEN and (self.game.gathers or bool(self.computers))

    def person(self, seat: Seat) -> Person:
        """Who sits there."""
        return self.people.seats[seat]

    @property
    def computers(self) -> tuple[Seat, ...]:
        """The seats in which no people sit."""
        return tuple(seat for seat, person in enumerate(self.people.seats) if person.level is not None)

    def opponent_of(self, user: int) -> Person | None:
        """The other one of two."""
        return next((person for person in self.people.seats if person.user != user), None)

    def with_name(self, user: int, name: str) -> Table:
        """The same table; somebody at it is called `name` now."""
        seats = tuple(Person(user, name) if person.user == user else person for person in self.people.seats)
        return self if seats == self.people.seats else replace(self, people=replace(self.people, seats=seats))


_json = msgspec.json.Encoder()


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
    source = {"secret": "seed"}
    fields = {
        field: encode(table)
        for field, encode in values.items()
        if before is None or getattr(table, source.get(field, field)) is not getattr(before, source.get(field, field))
    }
    if table.language != (before and before.language):
        fields["language"] = (table.language or "").encode()
    return fields


def snapshot(state: TableState) -> bytes:
    """A state as it is stored."""
    write = games.of(state).codec
    return _json.encode(_Snapshot(write.schema, state.rules_version, msgspec.Raw(write.encode(state))))


def face_of(fields: Mapping[str, bytes]) -> TableSummary:
    """Who plays what, by the fields `about` and `people`. Raises `UnreadableLog` if they are not of this bot."""
    with _decoding():
        return TableSummary(decoded(fields["about"]), msgspec.json.decode(fields["people"], type=People))


def from_fields(version: int, fields: Mapping[str, bytes]) -> Table | None:
    """The table of a stored record; None if its snapshot is of another schema and its log has to be folded anew.

    Raises `UnreadableLog` for a record that is not of this bot.
    """
    try:
        with _decoding():
            stored = fields["state"]
            state = read_snapshot(face_of(fields).about.game, stored) if stored else None
    except OtherSchema:
        return None
    return with_state(version, fields, state)


def with_state(version: int, fields: Mapping[str, bytes], state: TableState | None) -> Table:
    """The table of a stored record, its state being this one. Raises as `from_fields`."""
    about, people = face_of(fields)
    rules = about.game
    with _decoding():
        return Table(
            about=about,
            people=people,
            seed=fields["secret"],
            stage=Stage(fields["stage"].decode()),
            state=state,
            course=_course(rules, fields.get("course", b"null")),
            news=msgspec.json.decode(fields["news"], type=tuple[rules.news, ...]),
            acted_at=msgspec.json.decode(fields["acted_at"], type=float),
            language=fields.get("language", b"").decode() or None,
            screen=msgspec.json.decode(fields["screen"], type=Screen) if "screen" in fields else Screen(),
            advice=msgspec.json.decode(fields["advice"], type=Advice) if "advice" in fields else Advice(),
            version=version,
        )


def _course(rules: AnyGame, data: bytes) -> Any:
    try:
        return msgspec.json.decode(data, type=rules.course | None)
    except msgspec.MsgspecError:  # of another schema: no more than a cache, as the state is
        return None


@contextmanager
def _decoding() -> Iterator[None]:
    try:
        yield
    except (KeyError, ValueError, msgspec.MsgspecError) as error:
        raise UnreadableLog(f"not a table of this bot: {error}") from error


class OtherSchema(Exception):
    """The snapshot was written by another version."""


def read_snapshot(rules: AnyGame, data: bytes) -> Any:
    """A state that was stored. Raises `OtherSchema`."""
    try:
        stored = msgspec.json.decode(data, type=_Snapshot)
    except msgspec.MsgspecError as error:
        raise OtherSchema from error
    # Of the rules, each table has its own version.
    read = rules.codec
    if not read.knows(stored.schema, stored.rules_version):
        raise OtherSchema
    try:
        return read.state(bytes(stored.state))
    except UnreadableLog as error:
        raise OtherSchema from error
