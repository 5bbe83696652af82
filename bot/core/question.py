"""Open questions of a state, in the shape all games share.

An action is an answer to a question. An action that no open question allows is refused, and `TableFault` says why.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from enum import Enum
from functools import wraps
from typing import TypeVar

from msgspec import Struct

from .actions import Accept, Action, BetIndex, Decline, Seat

_State = TypeVar("_State")


class Ask(Enum):
    """What a question is about."""

    OPENING = "opening"
    CUBE = "cube"
    OFFER = "offer"
    ROLL = "roll"
    PLAY = "play"
    NEXT = "next"
    RESIGNATION = "resignation"
    SETTLEMENT = "settlement"
    UNDO = "undo"
    ABORT = "abort"
    REST = "rest"
    READY = "ready"
    TABLE = "table"
    EXTRAS = "extras"
    PARTNER = "partner"
    PAYMENT = "payment"


class Question(Struct, frozen=True):
    """One open question.

    `number` is never used twice at a table, not even after an undo. `of`: the seats any of which may answer, for
    themselves; empty if only the bot answers. `answers`: the types of action with which a seat answers; `bot`: those
    with which the bot may answer, since there is nothing to choose. `bets`: the indices of the bets it is about,
    heads-up always the only one. `free`: those of `of` for whom nobody waits; they may answer all the same. The
    questions `TABLE`, of one number, stay open through a game: what may be done beside what all wait for, one question
    for each group of seats that may do the same; nobody waits for any of them.
    """

    number: int
    ask: Ask
    of: tuple[Seat, ...]
    answers: tuple[type[Action], ...]
    bot: tuple[type[Action], ...] = ()
    bets: tuple[BetIndex, ...] = (BetIndex(0),)
    free: tuple[Seat, ...] = ()

    @property
    def waiting(self) -> tuple[Seat, ...]:
        """The seats that the table waits for."""
        return tuple(seat for seat in self.of if seat not in self.free)


def answered(open_now: Iterable[Question], action: Action) -> Question | None:
    """The open question that an action answers; None if no question allows it to the seat that acts."""
    kind = type(action)
    for question in open_now:
        if isinstance(action, Accept | Decline) and action.question != question.number:
            continue
        if kind in question.bot if action.by is None else kind in question.answers and action.by in question.of:
            return question
    return None


def about_the_table(
    number: int, offered: Mapping[type[Action], tuple[Seat, ...]], bot: Iterable[type[Action]]
) -> tuple[Question, ...]:
    """The questions `TABLE`: one for each group of seats with the same choices, the bot's last."""
    together: dict[tuple[Seat, ...], list[type[Action]]] = {}
    for kind, seats in offered.items():
        if seats:
            together.setdefault(seats, []).append(kind)
    asked = (Question(number, Ask.TABLE, seats, tuple(kinds), (), (), seats) for seats, kinds in together.items())
    return (*asked, Question(number, Ask.TABLE, (), (), tuple(bot), ()))


class TableFault(Enum):
    """Why an action does not answer any open question."""

    NOT_SEATED = "You do not play at this table."
    CLOSED = "This table is closed."
    NOT_STARTED = "The game has not begun yet."
    GAME_OVER = "This game is over."
    GAME_RUNNING = "The game is still running."
    NOT_YOUR_TURN = "It is not your turn."
    OFFER_OPEN = "The cube has been offered and must be answered first."
    NO_OFFER = "No cube is offered to you."
    ALREADY_ROLLED = "The dice have been rolled."
    NOT_ROLLED = "The dice must be rolled first."
    NOT_ASKED = "Nothing of that kind is waiting for your answer."
    NOT_YOURS_TO_ANSWER = "That waits for the other side's answer, not for yours."
    ALREADY_ASKED = "That has been asked already and waits for an answer."
    ALREADY_ANSWERED = "You have answered that already."
    NOTHING_TO_UNDO = "There is nothing that could be taken back."
    NO_SETTLEMENTS = "Settlements are not played here."
    SETTLE_BEFORE_ROLL = (
        "The dice have been rolled. A settlement can be offered again when this roll has been played, before the next "
        "one. So that the bot does not roll before you can: **Settle first** in `/preferences`."
    )
    SETTLED_ENOUGH = "Two settlements have been offered in this turn already."
    NOT_A_SESSION = "The games of a match follow by themselves."
    NOT_A_MATCH = "This is not a match."
    TOO_MANY_POINTS = "A settlement is for {most} points at most."
    NOT_CLAIMABLE = "A match can only be claimed after two games claimed in a row."
    YOUR_OWN_TURN = "You cannot claim while the table waits for you."
    NO_PARTNER = "Nobody shares a seat at this table."
    NO_REST = "Nothing runs here that could rest."
    RESTING = "The table rests: nobody can claim. `/resume` lets it go on."
    RESTING_ALREADY = "The table rests already. `/resume` lets it go on."
    NOT_RESTING = "The table does not rest."
    BOT_ROLLS = "The bot rolls for both sides to open the game."
    CHOICE_IS_YOURS = "This is for a player to decide, not for the bot."
    WRONG_DICE = "Dice show 1 to 6."


def memoize_last(ask: Callable[[_State], tuple[Question, ...]]) -> Callable[[_State], tuple[Question, ...]]:
    """Cache the questions of the last state: many callers ask about the same one in a row."""
    last: tuple[_State, tuple[Question, ...]] | None = None

    @wraps(ask)
    def memoized(state: _State) -> tuple[Question, ...]:
        nonlocal last
        known = last  # read once: another thread may replace it
        if known is None or known[0] is not state:
            last = known = state, ask(state)
        return known[1]

    return memoized
