"""`TableState`: the base of the state of every game, with the defaults that most games share.

A state is stored by its fields alone; what is worked out from them are properties and methods.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import singledispatch
from typing import Self

from msgspec import UNSET

from .actions import Accept, Action, Claim, Next, Sat, Seat
from .question import Ask, Question, TableFault
from .refusal import Illegal


class TableState:
    """What the state of every table has, whatever is played there."""

    __slots__ = ()

    question: int
    """The number of the main question, the one the table waits for."""
    table_question: int = 1
    """The number of the questions `TABLE`: what may be done beside the main one."""
    number: int = 1
    """The number of the running game, or of the last one, from 1."""
    rolls: int
    """How many rolls the table has made."""
    paused: bool = False
    """Whether no reminders are sent."""
    seals: bool = False
    """Whether players give sealed answers, which the others must not learn before they count."""
    closed: bool
    """Whether the table is over for good."""
    rules_version: int
    """The version of the rules by which it is played."""

    @property
    def questions(self) -> tuple[Question, ...]:
        """All open questions, the main one first; none once the table is closed."""
        return questions_of(self)

    @property
    def over(self) -> bool:
        """Whether no game is running."""
        return self.closed

    @property
    def final(self) -> int:
        """The last game whose result can no longer be undone: the previous one, or the last one of a closed table."""
        return self.number if self.closed else self.number - 1

    @property
    def follows(self) -> bool:
        """Whether the bot begins the next game by itself, once the end of this one has been shown."""
        return self.over and any(Next in question.bot for question in self.questions[:1])

    @property
    def points(self) -> Sequence[int | str]:
        """What each seat has won so far; a fraction as text."""
        raise NotImplementedError

    def public(self) -> Self:
        """The state without what is sealed. Messages for a channel are made of this."""
        return self

    # People

    @property
    def served(self) -> tuple[Seat, ...]:
        """Seats for which the bot could act, if their preferences allow it."""
        return ()

    @property
    def waited_for(self) -> tuple[Seat, ...]:
        """All seats that the table waits for."""
        asked = (question for question in self.questions if question.ask is not Ask.TABLE)
        return tuple(dict.fromkeys(seat for question in asked for seat in question.waiting))

    @property
    def must_act(self) -> tuple[Seat, ...]:
        """Seats whose decision the table waits for, consent to proposals aside, as everyone may know it: where answers
        are sealed, all who are asked, whether or not they have answered.
        """
        asked = (each for each in self.questions if each.ask is not Ask.TABLE and Accept not in each.answers)
        return tuple(dict.fromkeys(seat for question in asked for seat in question.waiting))

    @property
    def owed_consent(self) -> tuple[Seat, ...]:
        """Seats that have not answered a proposal."""
        proposed = (question for question in self.questions if Accept in question.answers)
        return tuple(dict.fromkeys(seat for question in proposed for seat in question.waiting))

    @property
    def claimed_from(self) -> tuple[Seat, ...]:
        """Seats that lose the game if they stay silent for too long; none while time does not count."""
        return () if self.paused else self.waited_for

    def claim(self, seat: Seat, *, clock: bool = False) -> Action:
        """The action with which a seat claims the game, at a table with a `clock` all of it. Raises `Illegal` where
        games cannot be claimed.
        """
        return Claim(by=seat, whole=clock or UNSET)

    def rest(self, seat: Seat) -> Action:
        """The action with which a seat stops the clock, or asks for it. Raises `Illegal` where nothing can rest."""
        raise Illegal(TableFault.NO_REST)

    def go_on(self, seat: Seat) -> Action:
        """The action with which a seat lets the clock go on. Raises as `rest`."""
        raise Illegal(TableFault.NO_REST)

    @property
    def rests_for(self) -> int | None:
        """For how many milliseconds a paused table rests at most; None: until somebody lets it go on."""
        return None

    def proposals_for(self, seat: Seat) -> tuple[int, ...]:
        """The question numbers of the proposals that wait for the consent of a seat."""
        return tuple(each.number for each in self.questions if Accept in each.answers and seat in each.of)

    def proposal_meant(self, seat: Seat, number: int) -> int:
        """The question that a seat answers with a press on this one."""
        return number

    def still_seated(self, seat: Seat) -> bool:
        """Whether the person of this seat has not left the table."""
        return True

    def in_game(self, seat: Seat) -> bool:
        """Whether a seat plays in the running game, or played in the last one."""
        return True

    def sitter(self, seat: Seat) -> int:
        """Which of two who share a seat sits there, 0 or 1."""
        return 0

    def sit(self, seat: Seat) -> Sat:
        """The action with which the other one of two sits down. Raises `Illegal` where nobody shares a seat."""
        raise Illegal(TableFault.NO_PARTNER)

    @property
    def missed(self) -> tuple[Seat, ...]:
        """Seated players for whom leaving the server would change anything."""
        return ()

    def looked_for(self, action: Action) -> tuple[Seat, ...]:
        """Seats whose membership of the server is checked before an action: before the next game, all the `missed`."""
        return self.missed if isinstance(action, Next) else ()

    @property
    def urgent(self) -> tuple[Seat, ...]:
        """Those of the `missed` that the table waits for now."""
        return ()


@singledispatch
def questions_of(state: TableState) -> tuple[Question, ...]:
    """The open questions of a state. Each game registers its own, since its rules import its state, not vice versa."""
    raise NotImplementedError(type(state).__name__)
