"""What people, or the bot for them, do at a table of any game: the entries of its log.

An action names seats, never people. `by` is the seat that acts; None is the bot: what leaves no choice, what a
moderator or the clock decides. Each class says itself under which tag it is stored.
"""

from __future__ import annotations

from typing import ClassVar, NewType

from msgspec import UNSET, Struct, UnsetType

#: A place at the table, from 0. Logs and rules know seats; the table's record knows which member sits there.
Seat = int
#: A bet of the running game, by its place among them, which is no seat. Between two there is only the first.
BetIndex = NewType("BetIndex", int)


class Action(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, tag_field="do"):
    """Anything that moves a table on."""

    sealed: ClassVar[bool] = False
    """Whether it stays hidden until everyone who is asked has answered; the displayed log never names it before."""
    by: Seat | None = None


class Undo(Action, frozen=True, tag="undo"):
    """Propose to take back the last human action; rolls are not rolled again but discarded with what came before
    them.
    """


class Abort(Action, frozen=True, tag="abort"):
    """Ask to void the running game; by None it is voided at once."""


class Accept(Action, frozen=True, tag="accept"):
    """Agree to the proposal with this question number."""

    question: int


class Decline(Action, frozen=True, tag="decline"):
    """Refuse the proposal with this question number."""

    question: int


class Claim(Action, frozen=True, tag="claim"):
    """Win the game, or the match, because the opponent has been inactive for too long. The caller checks the clock.

    `whole`: the game counts as much as the opponent could still lose by it, and not just the cube.
    """

    match: bool = False
    whole: bool | UnsetType = UNSET


class Flag(Action, frozen=True, tag="flag"):
    """The time of the side that must act is up: it loses the match, or of a money session the game, for what that could
    still cost. By None, and an answer to no question. The caller checks the clock.
    """


class Rest(Action, frozen=True, tag="rest"):
    """Propose that the table rests: no clock runs, nobody is reminded, nothing can be claimed. By None it does at once,
    until those `of` these seats are ready.
    """

    of: tuple[Seat, ...] = ()


class Ready(Action, frozen=True, tag="ready"):
    """Go on after a rest. Where the bot has made the table rest, all who are asked must be ready; by None it goes on at
    once.
    """


class Sat(Action, frozen=True, tag="sat"):
    """Of two who share a seat, the one who did not sit does from now on. The caller checks whether that is allowed."""


class Next(Action, frozen=True, tag="next"):
    """Start the next game; by None in a match, where games follow by themselves."""


class End(Action, frozen=True, tag="end"):
    """End a money session between games; by None after long inactivity, or when the match is won."""
