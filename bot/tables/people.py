"""Who sits at a table: members and computers, two who share a seat, and the words for the dice that they gave.

Logs name seats; this record alone says who they are, and it is what deleting a member's data overwrites.
"""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import category

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.engine.thoughts import Level

COMPUTER = 0
"""The user id of a computer."""
NOBODY = "N. N."
"""The name of a member whose data was deleted."""
#: Characters of the names in that of a team, so that the second is still seen.
_OF_TWO = 28
#: What joins pictures into one, and stands for a name of which nothing is seen.
_JOINING, _MISSING = "\u200d", "·"


class Person(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A member at a table: their user id and last known name; the `stake` chosen before a chouette that has any.

    After the deletion of their data the id is negative, unique at the table. `level`: a computer's level; computers
    have no user id, and members no level.
    """

    user: int
    name: str
    level: Level | None = None
    stake: int = 1

    @property
    def known(self) -> bool:
        """Whether it is a member whose data was not deleted."""
        return self.user > 0

    @classmethod
    def computer(cls, name: str, level: Level) -> Person:
        """A computer with its displayed name."""
        return cls(COMPUTER, name, level)


class Team(Struct, frozen=True, forbid_unknown_fields=True):
    """Two who share a seat, of whom one sits there and presses for both: the first one first."""

    people: tuple[Person, Person]

    def seated(self, sitter: int) -> Person:
        """The seat's person while one of the two, 0 or 1, sits there: that user, by the name of both."""
        one, other = (_beginning(person.name) for person in self.people)
        return Person(self.people[sitter].user, f"{one} & {other}")

    def with_person(self, user: int, now: Person) -> Team:
        """The same two, with somebody else for a user, or nobody changed."""
        one, other = self.people
        return Team((now if one.user == user else one, now if other.user == user else other))

    def place_of(self, user: int) -> int:
        """Which of the two a user is, 0 or 1."""
        return int(self.people[1].user == user)

    def partner_of(self, user: int) -> Person:
        """The other one."""
        return self.people[self.people[0].user == user]

    def has(self, user: int) -> bool:
        """Whether a user is one of the two."""
        return any(person.user == user for person in self.people)


def _beginning(name: str) -> str:
    """A name as part of another one, without characters that nobody sees, or that turn what follows them."""
    seen = "".join(each for each in name if each in _JOINING or not category(each).startswith("C")).strip()
    if len(seen) > _OF_TWO:
        return f"{seen[: _OF_TWO - 1].rstrip()}…"
    return seen if seen.strip(_JOINING) else _MISSING


class Later(Struct, frozen=True, forbid_unknown_fields=True):
    """A word for the dice given in mid-session: it counts from roll `first` of the next game on; 0 until then."""

    user: int
    word: str
    first: int = 0


class People(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """Who sits where, and the words for the dice (user, word) given before the first roll.

    Seat 0 is the challenger. An open challenge has one seat taken. `agreed`: before a chouette or two against two
    begins, the users who have accepted the current rules. `later`: words given after the start. `teams`: the two of
    each seat, where two share it; the seat's own person is then whoever sits, by the name of both.
    """

    seats: tuple[Person, ...]
    words: tuple[tuple[int, str], ...] = ()
    agreed: tuple[int, ...] = ()
    later: tuple[Later, ...] = ()
    teams: tuple[Team, ...] | UnsetType = UNSET

    @classmethod
    def of_teams(cls, teams: tuple[Team, ...], agreed: tuple[int, ...] = ()) -> People:
        """Teams, of each of which the first one sits."""
        return cls(seats=tuple(team.seated(0) for team in teams), agreed=agreed, teams=teams)

    @property
    def users(self) -> frozenset[int]:
        """All users in it: seated, or with a word for an open challenge."""
        seated = (person.user for person in self.everybody)
        given = (*(user for user, _ in self.words), *(each.user for each in self.later))
        return frozenset(user for user in (*seated, *given, *self.agreed) if user > 0)

    @property
    def everybody(self) -> tuple[Person, ...]:
        """All people at the seats, in their order, also those whose partner sits."""
        return self.seats if self.teams is UNSET else tuple(each for team in self.teams for each in team.people)

    @property
    def awaited(self) -> tuple[Person, ...]:
        """Of two against two, those who have not agreed to play while that still has to be done; else nobody."""
        return tuple(each for each in self.everybody if self.teams and each.user not in self.agreed)

    def agreeing(self, user: int) -> People:
        """The same people once a user has agreed."""
        return replace(self, agreed=(*self.agreed, user))

    def team_seat(self, user: int) -> Seat | None:
        """The seat that a user shares, whoever of the two sits; None where they share none."""
        return next((seat for seat, team in enumerate(self.teams or ()) if team.has(user)), None)

    def team_of(self, user: int) -> Team | None:
        """The two of whom a user is one."""
        return next((team for team in self.teams or () if team.has(user)), None)

    @property
    def seated(self) -> tuple[tuple[Person, Seat], ...]:
        """Everybody, each with their seat."""
        of = 1 if self.teams is UNSET else 2
        return tuple((person, place // of) for place, person in enumerate(self.everybody))

    def acts_for(self, seat: Seat, user: int) -> bool:
        """Whether a user still has to do what is asked of a seat: who sits there, and before two against two begins,
        who has not agreed.
        """
        if self.teams is not UNSET and self.agreed:
            return user not in self.agreed
        return self.sits(seat, user)

    def sits(self, seat: Seat, user: int) -> bool:
        """Whether a user presses at a seat, rather than their partner."""
        return self.teams is UNSET or self.seats[seat].user == user

    def sitting(self, sitter: Callable[[Seat], int]) -> People:
        """The same people once of each team the `sitter`, 0 or 1, sits."""
        if self.teams is UNSET:
            return self
        seats = tuple(team.seated(sitter(seat)) for seat, team in enumerate(self.teams))
        return self if seats == self.seats else replace(self, seats=seats)

    def named(self, now: Person) -> People:
        """The same people with a member of a team as they are named now."""
        return self._with(now.user, now)

    def without(self, user: int) -> People:
        """The people, one of them anonymous. The word stays, for the dice depend on it."""
        mine = next((place for place, person in enumerate(self.everybody) if person.user == user), None)
        if mine is None:  # the word was for an open challenge that another member accepted
            return replace(self, words=tuple(each for each in self.words if each[0] != user))
        nobody = Person(-1 - mine, NOBODY)
        people = self._with(user, nobody)
        return replace(
            people,
            seats=tuple(nobody if person.user == user else person for person in people.seats),
            words=tuple((nobody.user if giver == user else giver, word) for giver, word in people.words),
            agreed=tuple(each for each in people.agreed if each != user),
            later=tuple(replace(each, user=nobody.user) if each.user == user else each for each in people.later),
        )

    def _with(self, user: int, now: Person) -> People:
        """The same people, where they are teams with somebody else for a user; as before, the same sit."""
        if self.teams is UNSET:
            return self
        places = [team.place_of(person.user) for team, person in zip(self.teams, self.seats, strict=True)]
        teams = tuple(team.with_person(user, now) for team in self.teams)
        return self if teams == self.teams else replace(self, teams=teams).sitting(lambda seat: places[seat])

    def has_given(self, user: int) -> bool:
        """Whether a user has given a word for the dice."""
        return user in dict(self.words) or any(each.user == user for each in self.later)
