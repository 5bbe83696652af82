"""Whom a table waits for and until when, as it is noted with every save and carried from there to each person's index.

It is made of what everybody may know: in a chouette it stays the same whoever has spoken under seal.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from bot.core.actions import Seat
from bot.core.question import Ask
from bot.core.state import TableState

_HOUR = 3600


class Wait(Enum):
    """What somebody has to do with what a table waits for."""

    MUST = "must"
    """They have to act."""
    OTHERS = "others"
    """Others have to."""
    ANSWER = "answer"
    """Somebody has proposed something to them."""


class Waits(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Whom a table waits for since its version `at`: seats that `must` act, those whose `answers` are owed, and the
    `others` who sit there. `asked`: the numbers of the questions.

    `since`: when it began to wait; `until`: by when they have to act by a clock of its own, None if there is none.
    """

    at: int
    asked: tuple[int, ...] = ()
    must: tuple[Seat, ...] = ()
    answers: tuple[Seat, ...] = ()
    others: tuple[Seat, ...] = ()
    since: float = 0.0
    until: float | None = None

    def of(self, seat: Seat) -> Wait | None:
        """What somebody has to do with it; None if nothing."""
        for wait, seats in ((Wait.MUST, self.must), (Wait.ANSWER, self.answers), (Wait.OTHERS, self.others)):
            if seat in seats:
                return wait
        return None

    def like(self, other: Waits) -> bool:
        """Whether another one says the same of whom it waits for."""
        return replace(self, at=other.at, since=other.since) == other

    def says(self, seat: Seat, guild: int, *, sits: bool = True) -> Said | None:
        """What the index of whoever has the seat says of the table; None if nothing. Not `sits`: somebody else acts for
        the seat.
        """
        wait = self.of(seat)
        if wait is not None and not sits:
            wait = Wait.OTHERS
        return None if wait is None else Said(wait, guild, self.since, self.until)


class Said(Struct, frozen=True, array_like=True):
    """What somebody's index says of a table of the server `guild`. Times as of `Waits`."""

    wait: Wait
    guild: int
    since: float
    until: float | None = None

    def deadline(self, claim_after: int) -> float:
        """When others may do something about it, in seconds since 1970: by the clock of the table, or where it has none
        after the hours that its server gives.

        What gives a table its time is asked in one place, `carrying.flag`.
        """
        return self.since + claim_after * _HOUR if self.until is None else self.until


def waits_of_state(state: TableState, people: int, new: Waits, before: Waits | None) -> Waits:
    """What an open table with so many seats waits for; that of `before` as long as it is the same, else with the times
    of `new`."""
    asked = tuple(each.number for each in state.questions if each.ask is not Ask.TABLE)
    must, answers = state.must_act, state.owed_consent
    there = [seat for seat in range(people) if state.still_seated(seat)]
    waiting, since, until = bool(must or answers), new.since, new.until if must else None
    if state.paused:
        must, answers, until = (), (), None
    elif state.seals and before and before.must and must and before.asked[:1] == asked[:1]:
        # Of the same question nothing changes by what anybody says.
        must, since, until = tuple(seat for seat in before.must if seat in there), before.since, before.until
    others = tuple(seat for seat in there if seat not in (*must, *answers)) if waiting else ()
    waits = Waits(new.at, asked, must, answers, others, since, until)
    return before if before and before.like(waits) else waits


def waits_of_challenge(people: int, at: int, made_at: float, expires_at: float, agreed: int = 0) -> Waits:
    """What a challenge waits for: if it is to somebody, for their answer; where so many of two teams have `agreed`, for
    those of both seats who have not.
    """
    if people < 2:
        return Waits(at)
    if agreed:
        return Waits(at, asked=(agreed,), answers=(0, 1), since=made_at, until=expires_at)
    return Waits(at, answers=(1,), others=(0,), since=made_at, until=expires_at)
