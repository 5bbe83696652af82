"""What people do in a chouette beside what two people do on one board: the entries of its log.

Actions of the board are those of `bot.backgammon.actions`; where a chouette needs to know which of many bets is meant,
they are refined here under the same name. A bet is named by its index in the running game, a person by his seat.
"""

from __future__ import annotations

from bot.backgammon import Dice, Reply, Seat, actions
from bot.backgammon.actions import Abort, Accept, Action, Claim, Decline, End, Move, Next, OpeningRoll, Roll, Undo
from bot.core.actions import BetIndex


class Double(actions.Double, frozen=True, tag="double"):
    """Offer these cubes, or say in the window that one will."""

    bets: tuple[BetIndex, ...]


class Resign(actions.Resign, frozen=True, tag="resign"):
    """Offer to lose these bets by this kind, each for itself."""

    bets: tuple[BetIndex, ...]


class Settle(actions.Settle, frozen=True, tag="settle"):
    """Offer to end these bets for `points` each to the one who offers. `winner`: who is taken to have won at 0."""

    bets: tuple[BetIndex, ...]
    winner: Seat | None = None


class Arrange(Action, frozen=True, tag="arrange"):
    """The session begins: the first line out of these rolls, or as `line` says. `at`: seconds since 1970."""

    dice: tuple[Dice, ...] = ()
    line: tuple[Seat, ...] = ()
    at: float = 0.0


class Pass(Action, frozen=True, tag="pass"):
    """In the window: not to double."""

    sealed = True


class Hold(Action, frozen=True, tag="hold"):
    """In the window: the captain is to wait."""

    sealed = True


class Lapse(Action, frozen=True, tag="lapse"):
    """Nobody holds any longer: the time for it is over."""


class Answer(Action, frozen=True, tag="answer"):
    """Answers to cubes that are offered: (bet, reply). What is not named stays open."""

    sealed = True
    replies: tuple[tuple[BetIndex, Reply], ...]


class GiveExtra(Action, frozen=True, tag="give_extra"):
    """Whoever dropped offers the lone taker an extra for this bet, or does not."""

    sealed = True
    bet: BetIndex
    give: bool


class AnswerExtras(Action, frozen=True, tag="answer_extras"):
    """The lone taker stays in, or changes to drop; of the extras offered he refuses some or drops some at once."""

    sealed = True
    stay: bool
    refused: tuple[Seat, ...] = ()
    dropped: tuple[Seat, ...] = ()


class Share(Action, frozen=True, tag="share"):
    """The box wants a partner, or somebody wants to be it; or not."""

    agree: bool


class DeclineBox(Action, frozen=True, tag="decline_box"):
    """The captain who has won the box does not want it."""


class Join(Action, frozen=True, tag="join"):
    """Sit down, at a seat of one's own: the next free one, or the one had before."""


class AddComputer(Action, frozen=True, tag="add_computer"):
    """The host has a computer sit down, at the next free seat."""


class Leave(Action, frozen=True, tag="leave"):
    """Leave the table. `seat`: whom the host sends away, or a moderator; None: oneself."""

    seat: Seat | None = None


class SitOut(Action, frozen=True, tag="sit_out"):
    """Sit out from the next game on, or come back."""

    out: bool


class AutoPass(Action, frozen=True, tag="auto_pass"):
    """Whether the captain need not wait for one's word in the window."""

    sealed = True
    on: bool


class Delegate(Action, frozen=True, tag="delegate"):
    """Who decides one's cubes while one is away; None: nobody."""

    sealed = True
    to: Seat | None


class Gone(Action, frozen=True, tag="gone"):
    """Somebody is no longer in the server: as if he sat out from the next game on, and nobody waits for his word."""

    seat: Seat


class Dismiss(Action, frozen=True, tag="dismiss"):
    """A moderator ends the session: after the running game, or now."""


class Pause(Action, frozen=True, tag="pause"):
    """Stop the clock, or let it go on."""

    on: bool


class Paid(Action, frozen=True, tag="paid"):
    """A payment, by its index, has been made."""

    payment: int


AnyAction = (
    OpeningRoll
    | Roll
    | Move
    | Double
    | Pass
    | Hold
    | Lapse
    | Answer
    | GiveExtra
    | AnswerExtras
    | Resign
    | Settle
    | Undo
    | Abort
    | Accept
    | Decline
    | Claim
    | Share
    | DeclineBox
    | Next
    | End
    | Arrange
    | Join
    | AddComputer
    | Leave
    | SitOut
    | AutoPass
    | Delegate
    | Gone
    | Dismiss
    | Pause
    | Paid
)
