"""Who wants to play: what somebody would play, when two fit, and the list of a server as it changes.

Times are seconds since 1970, ratings whole numbers as they are shown.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from .clock import Days, Hours
from .pace import WantedPace

LENGTHS = (1, 3, 5, 7, 9, 11, 13, 15, 17, 21, 25)
"""Points of the matches that can be looked for."""
MOST_HOURS = 24
"""How long somebody can be on the list."""
FRESH = 120.0
"""Seconds after a press in which who has pressed counts as being there."""
_SOON, _LATER = 180.0, 12 * 3600.0
#: Seconds in which both have to be ready, where a turn takes minutes and where it takes hours.
OPENED_WITHIN = 600.0
"""Seconds in which the table of two who are ready has to be open."""

ALONE = 60.0
"""Seconds before a role is mentioned for somebody who has found nobody."""
_BETWEEN, _A_DAY, _MOST_A_DAY = 3600.0, 24 * 3600.0, 2
#: Seconds between two mentions of it in a server, and how often it is mentioned for a person in so long.


class LookingFault(Enum):
    """Why somebody is not put on the list, or does not get the opponent they have pressed."""

    NO_CHANNEL = (
        "This server has no list of who wants to play. Who may manage it names a channel for it in `/settings`."
    )
    NOTHING_CHOSEN = "Choose at least one length and one pace."
    DOOR_CLOSED = "You take no challenges at the moment; that is switched off in `/preferences`."
    UNRATED = "Your matches are not rated, as you have it in `/preferences`: look for unrated ones, or for either."
    AT_LIVE_TABLE = "You sit at a table where your time runs. Look for somebody when that is over."
    HAS_OPPONENT = "You have an opponent already: {name}."
    GONE = "That player is not on the list any more."
    YOURSELF = "That is you. Somebody else has to press it."
    DO_NOT_FIT = "You two cannot play that now: your rating, your rated games of today, or whom one of you plays with."
    OVER = "That is over. Look for somebody anew with `/looking`."
    NOT_YOURS = "This is between {names}."
    BUSY = "Too many people press at once. Try again."
    NEWER = "The list was written by a newer version of the bot. It is left alone until the bot is updated."


class Rated(Enum):
    """Whether somebody wants to play for ratings."""

    RATED = "rated"
    UNRATED = "unrated"
    EITHER = "either"


class Wish(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What somebody would play: any of these lengths, any of these paces (None: no clock), the dearest first, against a
    rating within the bounds, both included.
    """

    lengths: tuple[int, ...]
    paces: tuple[WantedPace | None, ...]
    rated: Rated = Rated.EITHER
    lowest: int | None = None
    highest: int | None = None

    def takes(self, rating: int) -> bool:
        """Whether a rating is within the bounds."""
        return (self.lowest is None or self.lowest <= rating) and (self.highest is None or rating <= self.highest)


class Seeker(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Somebody on the list until `until`. `since`: when they came to it, `at`: when they pressed last; `called`: the
    role was mentioned for them.
    """

    user: int
    name: str
    rating: int
    wish: Wish
    since: float
    at: float
    until: float
    called: bool = False


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What two play."""

    length: int
    pace: WantedPace | None
    rated: bool

    @property
    def patience(self) -> float:
        """Seconds in which both have to be ready."""
        return _LATER if isinstance(self.pace, Days | Hours) else _SOON


def agreed(longer: Seeker, other: Seeker, *, may_be_rated: bool) -> Terms | None:
    """What two would play, of whom the first has waited longer; None if they do not fit. `may_be_rated`: whether a
    match of theirs could be rated now.
    """
    mine, theirs = longer.wish, other.wish
    lengths = set(mine.lengths) & set(theirs.lengths)
    paces = [pace for pace in mine.paces if pace in theirs.paces]
    if longer.user == other.user or not (lengths and paces):
        return None
    if not (mine.takes(other.rating) and theirs.takes(longer.rating)):
        return None
    wanted = {mine.rated, theirs.rated}
    rated = may_be_rated and Rated.UNRATED not in wanted
    if Rated.RATED in wanted and not rated:
        return None
    return Terms(min(lengths), paces[0], rated)


def could_fit(longer: Seeker, other: Seeker) -> bool:
    """Whether they fit as far as their wishes go."""
    return any(agreed(longer, other, may_be_rated=each) for each in (True, False))


class Pairing(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """Two who have found each other, the longer waiting first, and who of them is `ready`; their table is opened once
    both are. `until`: by when. `table`: its id; `message`: the one that tells them, 0 while it is not posted.
    """

    number: int
    seekers: tuple[Seeker, Seeker]
    terms: Terms
    table: str
    until: float
    ready: tuple[int, ...] = ()
    message: int = 0

    @property
    def begins(self) -> bool:
        """Whether both are ready."""
        return all(each.user in self.ready for each in self.seekers)

    @property
    def absent(self) -> tuple[int, ...]:
        """Who had not pressed for a while when they found each other."""
        found = self.until - self.terms.patience
        return () if self.begins else tuple(each.user for each in self.seekers if found - each.at >= FRESH)

    def has(self, user: int) -> bool:
        return any(each.user == user for each in self.seekers)


class LookingList(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """The list of a server. `changes` counts what can be seen of it, `shown` is what the channel shows of that.

    `last`: the number of the last pairing. `message` in `channel` shows it, the `posts`th one. `calling`: those for
    whom the role is to be mentioned, which counts already among `calls`: for whom it was, and when.
    """

    seekers: tuple[Seeker, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    last: int = 0
    changes: int = 0
    shown: int = 0
    channel: int = 0
    message: int = 0
    posts: int = 0
    calling: tuple[int, ...] = ()
    calls: tuple[tuple[int, float], ...] = ()
    ended: tuple[Pairing, ...] = ()

    def seeker(self, user: int) -> Seeker | None:
        """Somebody who waits on it."""
        return next((each for each in self.seekers if each.user == user), None)

    def pairing_of(self, user: int) -> Pairing | None:
        return next((each for each in self.pairings if each.has(user)), None)

    def pairing(self, number: int) -> Pairing | None:
        return next((each for each in self.pairings if each.number == number), None)

    def names(self, user: int) -> bool:
        """Whether anything in it is of somebody."""
        told = any(each == user for each, _ in self.calls) or any(each.has(user) for each in self.ended)
        return told or self.seeker(user) is not None or self.pairing_of(user) is not None


def _changed(held: LookingList, *seekers: Seeker) -> LookingList:
    """The list with these on it, the longest waiting first."""
    ordered = tuple(sorted(seekers, key=lambda each: (each.since, each.user)))
    return replace(held, seekers=ordered, changes=held.changes + 1)


def entered(held: LookingList, seeker: Seeker) -> LookingList:
    """Somebody comes to the list, or says anew what they would play and keeps their place."""
    if before := held.seeker(seeker.user):
        seeker = replace(seeker, since=before.since, called=before.called)
    return _changed(held, *(each for each in held.seekers if each.user != seeker.user), seeker)


def left(held: LookingList, users: Collection[int]) -> LookingList:
    """These wait no longer."""
    staying = [each for each in held.seekers if each.user not in users]
    return held if len(staying) == len(held.seekers) else _changed(held, *staying)


def paired(held: LookingList, longer: Seeker, other: Seeker, terms: Terms, table: str, now: float) -> LookingList:
    """Two are off the list and have each other. Who has pressed a moment ago is there; if only one has, both are
    asked.
    """
    there = all(now - each.at < FRESH for each in (longer, other))
    pairing = Pairing(
        number=held.last + 1,
        seekers=(longer, other),
        terms=terms,
        table=table,
        until=now + (OPENED_WITHIN if there else terms.patience),
        ready=(longer.user, other.user) if there else (),
    )
    after = left(held, (longer.user, other.user))
    return replace(after, last=pairing.number, pairings=(*held.pairings, pairing))


def said_ready(held: LookingList, number: int, user: int, now: float) -> LookingList:
    """One of two is ready."""

    def said(pairing: Pairing) -> Pairing:
        if pairing.number != number or user in pairing.ready:
            return pairing
        one, other = (replace(each, at=now) if each.user == user else each for each in pairing.seekers)
        after = replace(pairing, seekers=(one, other), ready=(*pairing.ready, user))
        return replace(after, until=now + OPENED_WITHIN) if after.begins else after

    return replace(held, pairings=tuple(map(said, held.pairings)))


def played(held: LookingList, number: int) -> LookingList:
    """Two who have found each other play."""
    return replace(held, pairings=tuple(each for each in held.pairings if each.number != number))


def parted(held: LookingList, number: int, now: float, staying: Collection[int]) -> LookingList:
    """Nothing has come of a pairing; those `staying` are in their place again, unless their time is up."""
    pairing = held.pairing(number)
    if pairing is None:
        return held
    ended = (*held.ended, pairing) if pairing.message else held.ended
    after = replace(played(held, number), ended=ended)
    back = [each for each in pairing.seekers if each.user in staying and each.until > now]
    return _changed(after, *held.seekers, *back) if back else after


def lapsed(held: LookingList, now: float) -> Iterator[Pairing]:
    """The pairings whose time is up."""
    return (each for each in held.pairings if each.until <= now)


def without_late(held: LookingList, now: float) -> LookingList:
    """The list without those whose time is up, and without calls that limit nothing any more."""
    calls = tuple(each for each in held.calls if each[1] > now - _A_DAY)
    held = replace(held, calls=calls) if calls != held.calls else held
    return left(held, [each.user for each in held.seekers if each.until <= now])


def call_due(held: LookingList, seeker: Seeker) -> float | None:
    """When the role may be mentioned for somebody on the list, nights aside; None: never."""
    if seeker.called or held.calling:
        return None
    own = sorted(at for user, at in held.calls if user == seeker.user)
    times = [seeker.since + ALONE]
    times += [max(at for _, at in held.calls) + _BETWEEN] if held.calls else []
    times += [own[-_MOST_A_DAY] + _A_DAY] if len(own) >= _MOST_A_DAY else []
    return max(times) if max(times) < seeker.until else None


def calling(held: LookingList, now: float) -> LookingList:
    """The role is about to be mentioned for all for whom it may be; from now on it counts as done."""
    due = [each.user for each in held.seekers if (at := call_due(held, each)) is not None and at <= now]
    seekers = tuple(replace(each, called=True) if each.user in due else each for each in held.seekers)
    calls = (*held.calls, *((user, now) for user in due))
    return replace(held, seekers=seekers, calls=calls, calling=tuple(due), changes=held.changes + 1)
