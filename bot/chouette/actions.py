"""Actions of a chouette beyond those of two players on one board: the entries of its log.

Actions of the board are those of `bot.backgammon.actions`; where a chouette needs to know which of many bets is meant,
a subclass here has the same name. A bet is named by its index in the running game, a player by their seat.
"""

from __future__ import annotations

from msgspec import UNSET, UnsetType

from bot.backgammon import Dice, Reply, Seat, actions
from bot.backgammon.actions import Abort, Accept, Action, Claim, Decline, End, Move, Next, OpeningRoll, Roll, Undo
from bot.core.actions import BetIndex


class Double(actions.Double, frozen=True, tag="double"):
    """Offer these cubes, or declare in the window that one will."""

    bets: tuple[BetIndex, ...]


class Resign(actions.Resign, frozen=True, tag="resign"):
    """Offer to lose these bets as this kind of loss, each separately."""

    bets: tuple[BetIndex, ...]


class Settle(actions.Settle, frozen=True, tag="settle"):
    """Offer to end these bets for `points` each, paid to the proposer. `winner`: who counts as the winner at 0.

    `engine`: what each of them is worth to the proposer by the engine, in hundredths of a point, where it was asked.
    """

    bets: tuple[BetIndex, ...]
    winner: Seat | None = None
    engine: tuple[int, ...] | UnsetType = UNSET


class Arrange(Action, frozen=True, tag="arrange"):
    """Start the session: the first line from these rolls, or as `line` gives it. `at`: seconds since 1970.
    `stakes`: by seat, where each has one.
    """

    dice: tuple[Dice, ...] = ()
    line: tuple[Seat, ...] = ()
    at: float = 0.0
    stakes: tuple[int, ...] | UnsetType = UNSET


class TimedNext(Next, frozen=True, tag="next_at"):
    """Start the next game, where the time matters to it. `at`: seconds since 1970."""

    at: float


class Pass(Action, frozen=True, tag="pass"):
    """In the window: decline to double."""

    sealed = True


class Hold(Action, frozen=True, tag="hold"):
    """In the window: ask the captain to wait."""

    sealed = True


class Lapse(Action, frozen=True, tag="lapse"):
    """End all holds, because their time is over."""


class Answer(Action, frozen=True, tag="answer"):
    """Answers to offered cubes: (bet, reply). Bets not named stay open."""

    sealed = True
    replies: tuple[tuple[BetIndex, Reply], ...]


class GiveExtra(Action, frozen=True, tag="give_extra"):
    """Offer the lone taker an extra for this bet after dropping, or decline to."""

    sealed = True
    bet: BetIndex
    give: bool


class AnswerExtras(Action, frozen=True, tag="answer_extras"):
    """The lone taker stays in, or changes to drop, and may refuse some of the offered extras or drop some at once."""

    sealed = True
    stay: bool
    refused: tuple[Seat, ...] = ()
    dropped: tuple[Seat, ...] = ()


class Share(Action, frozen=True, tag="share"):
    """The box asks for a partner or declines one; a candidate accepts or declines."""

    agree: bool


class DeclineBox(Action, frozen=True, tag="decline_box"):
    """The captain who has won the box declines it."""


class Join(Action, frozen=True, tag="join"):
    """Sit down at a seat of one's own: the next free one, or the one held before."""


class Knock(Action, frozen=True, tag="knock"):
    """Ask to be let in, at a seat of one's own as in `Join`. `at`: seconds since 1970."""

    at: float


class LetIn(Action, frozen=True, tag="let_in"):
    """Let in who has asked: they sit down."""

    seat: Seat


class NotNow(Action, frozen=True, tag="not_now"):
    """Refuse who has asked to be let in. `at`: seconds since 1970."""

    seat: Seat
    at: float


class AddComputer(Action, frozen=True, tag="add_computer"):
    """The host adds a computer at the next free seat."""


class Leave(Action, frozen=True, tag="leave"):
    """Leave the table. `seat`: the player removed by the host or a moderator; None: oneself."""

    seat: Seat | None = None


class SitOut(Action, frozen=True, tag="sit_out"):
    """Sit out from the next game on, or return."""

    out: bool


class AutoPass(Action, frozen=True, tag="auto_pass"):
    """Whether the captain need not wait for this player in the window."""

    sealed = True
    on: bool


class Delegate(Action, frozen=True, tag="delegate"):
    """Appoint who decides this player's cubes while they are away; None: no one."""

    sealed = True
    to: Seat | None


class Stake(Action, frozen=True, tag="stake"):
    """Play for this stake from the next game on."""

    stake: int


class Gone(Action, frozen=True, tag="gone"):
    """A player is no longer in the server: they sit out from the next game on and are not waited for."""

    seat: Seat


class Spent(Action, frozen=True, tag="spent"):
    """The bot notes that a player on roll was waited for so many milliseconds since the last action."""

    seat: Seat
    ms: int


class Dismiss(Action, frozen=True, tag="dismiss"):
    """A moderator ends the session: after the running game, or now."""


class Pause(Action, frozen=True, tag="pause"):
    """Stop or restart the clock."""

    on: bool


class Adopt(Action, frozen=True, tag="adopt"):
    """The table belongs to a night from now on: it has no host of its own."""


class Paid(Action, frozen=True, tag="paid"):
    """Mark a payment, by its index, as made."""

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
    | TimedNext
    | End
    | Arrange
    | Join
    | Knock
    | LetIn
    | NotNow
    | AddComputer
    | Leave
    | SitOut
    | AutoPass
    | Delegate
    | Stake
    | Gone
    | Spent
    | Dismiss
    | Pause
    | Adopt
    | Paid
)
