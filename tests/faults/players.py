"""What random people want: an answer to some question that the table asks, as a command or as a press."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from bot.backgammon import Ask, Match, Phase, Question, Seat, questions
from bot.backgammon import actions as two
from bot.chouette import Session
from bot.chouette import actions as many
from bot.chouette import questions as session_questions
from bot.core import actions as core
from bot.core.actions import Action
from bot.tables.intents import KINDS
from bot.tables.table import Table


@dataclass(frozen=True, eq=False)
class Wish:
    """Somebody at `seat` wants to do something of this `kind`: with buttons of a verb, or by a command.

    `question`: the number that its button carries, None if there is none. `says`: what the action must hold. `old`: the
    component that he presses, and the message that showed it once.
    """

    seat: Seat
    kind: type[Action]
    verbs: tuple[str, ...] = ()
    question: int | None = None
    command: str = ""
    options: dict[str, Any] = field(default_factory=dict)
    says: dict[str, Any] = field(default_factory=dict)
    old: tuple[int, dict[str, Any]] | None = None

    def is_done_by(self, action: Action) -> bool:
        """Whether a logged action is what was wished."""
        if action.by != self.seat or not isinstance(action, self.kind):
            return False
        return all(getattr(action, name) == value for name, value in self.says.items())


#: How likely people answer so, where it is not 1.
_WEIGHTS: dict[type[two.Action], float] = {
    two.Move: 20,
    two.Roll: 6,
    two.Next: 6,
    two.Accept: 3,
    two.Decline: 1.5,
    two.Take: 3,
    two.Resign: 0.06,
    two.Settle: 0.06,
    two.Undo: 0.15,
    two.Abort: 0.02,
    two.Claim: 0.01,
    two.End: 0.1,
    many.Answer: 4,
    many.Leave: 0.01,
    many.SitOut: 0.03,
    many.AutoPass: 0.06,
    many.Delegate: 0.02,
    many.Join: 0.05,
    many.Pause: 0.01,
    many.Share: 3,
    many.Pass: 0.7,
    many.Hold: 0.4,
    many.DeclineBox: 0.2,
    many.Paid: 2,
}
#: Once people want to go home, only this.
_AT_LAST = (
    core.Ready,
    two.Drop,
    two.Accept,
    two.End,
    many.Answer,
    many.GiveExtra,
    many.AnswerExtras,
    many.Share,
    many.Paid,
)


def people_of(table: Table) -> list[Seat]:
    """The seats of people, without those of computers."""
    return [seat for seat in range(len(table.people.seats)) if seat not in table.computers]


def wish(chance: random.Random, table: Table, hurry: bool) -> Wish | None:
    """What somebody wants to do next; None where the table asks nothing. In a `hurry` games are to end soon."""
    state = table.state
    assert state is not None
    found = list(_wishes(chance, table, state))
    if hurry:
        at_last = list(_last_wishes(chance, table, state))
        found = at_last or found
    if not found:
        return None
    return chance.choices(found, [_WEIGHTS.get(each.kind, _WEIGHTS.get(each.kind.__base__, 1.0)) for each in found])[0]


def _wishes(chance: random.Random, table: Table, state: Match | Session) -> Iterator[Wish]:
    asked = session_questions(state) if isinstance(state, Session) else questions(state)
    for question in asked:
        for kind in question.answers:
            for seat in question.of:
                if seat in table.computers:
                    continue
                yield from _answer(chance, table, state, question, kind, seat)


def _last_wishes(chance: random.Random, table: Table, state: Match | Session) -> Iterator[Wish]:
    """What brings the table to its end: agree to a resignation, drop, else resign; between games end it."""
    people = people_of(table)
    if not isinstance(state, Session) and state.rules.length == 0 and state.game.phase is Phase.OVER:
        yield Wish(chance.choice(people), two.End, ("end",), state.question, "end")
        return
    if isinstance(state, Session) and state.game.phase is Phase.OVER and not state.closed:
        yield Wish(state.host, two.End, (), None, "chouette end")
        return
    agreeable = {each.number for each in state.proposals if isinstance(each.what, two.Resign)}
    for each in _wishes(chance, table, state):
        if each.kind in (two.Accept, two.Decline):
            if (each.kind is two.Accept) == (each.question in agreeable):
                yield each
        elif each.kind in _AT_LAST and each.kind is not two.End:
            yield each
    if isinstance(state, Session):
        game = state.game
        if game.phase in (Phase.CUBE, Phase.ROLL, Phase.PLAY) and not state.proposed(two.Resign):  # type: ignore[arg-type]
            # Where the box is out of the game others may still play for the cubes that they have taken over.
            seats = (game.box, *game.line)
            yield _resign(chance, table, state, next(filter(game.held, seats)), at_last=True)
    elif state.game.phase in (Phase.CUBE, Phase.ROLL, Phase.PLAY) and not state.proposed(two.Resign):
        yield _resign(chance, table, state, chance.choice(people), at_last=True)


def _answer(
    chance: random.Random, table: Table, state: Match | Session, question: Question, kind: type[Action], seat: Seat
) -> Iterator[Wish]:
    """How a seat may answer a question with this kind of action."""
    # What may be done beside it is pressed under what all wait for.
    number = state.question if question.ask is Ask.TABLE else question.number
    match kind:
        case two.Roll:
            yield Wish(seat, kind, ("roll",), number, "roll")
        case two.Move:
            play = str(chance.choice(state.game.plays(state.rules)))
            yield Wish(seat, kind, (), None, "move", {"play": play or "—"}, {"play": play})
        case two.Double | many.Double:
            yield Wish(seat, kind, ("double",), number, "double")
        case two.Take | two.Drop | two.Beaver | two.Raccoon:
            verb = kind.__name__.lower()
            yield Wish(seat, kind, (verb,), number, verb)
        case many.Answer:
            for verb in ("take", "drop", "beaver", "raccoon"):
                yield Wish(seat, kind, (verb, "answers"), number, verb)
        case many.Pass | many.Hold:
            verb = kind.__name__.lower()
            yield Wish(seat, kind, (verb,), number, verb)
        case many.GiveExtra:
            yield Wish(seat, kind, ("extra_give", "extra_keep"), number, "extra give")
        case many.AnswerExtras:
            yield Wish(seat, kind, ("stay", "leave_cube", "extras"), number, "extra drop")
        case many.Share:
            agree = chance.random() < 0.6
            verb = "share" if agree else "alone"
            yield Wish(seat, kind, (verb,), number, "chouette partner", {"agree": agree}, {"agree": agree})
        case two.Accept | two.Decline:
            verb = kind.__name__.lower()
            offer = next((each.offer for each in state.proposals if each.number == number), 0) if _many(state) else 0
            own = {"question": number}
            yield Wish(seat, kind, (verb,), offer or number, verb, {"offer": str(number)}, own)
        case two.Next:
            yield Wish(seat, kind, ("next",), number, "next")
        case core.Ready:
            yield Wish(seat, kind, ("resume",), number, "resume")
        case two.End if not _many(state):
            yield Wish(seat, kind, ("end",), state.question, "end")
        case two.End if chance.random() < 0.2:
            yield Wish(seat, kind, (), None, "chouette end")
        case two.Claim if table.about.direct:
            pass  # which is offered only where one plays people
        case two.Undo | two.Abort | two.Claim:
            yield Wish(seat, kind, (), None, kind.__name__.lower())
        case two.Resign | many.Resign:
            yield _resign(chance, table, state, seat)
        case two.Settle | many.Settle:
            yield _settle(chance, table, state, seat)
        case many.Paid:
            yield Wish(seat, kind, ("paid",), number, "chouette paid")
        case many.DeclineBox | many.SitOut | many.AutoPass | many.Leave | many.Join | many.Delegate | many.Pause:
            name = {many.DeclineBox: "decline_box", many.SitOut: "sit_out", many.AutoPass: "auto_pass"}
            yield Wish(seat, kind, (), None, f"chouette {name.get(kind, kind.__name__.lower())}")


def _many(state: Match | Session) -> bool:
    return isinstance(state, Session)


def _resign(chance: random.Random, table: Table, state: Match | Session, seat: Seat, *, at_last: bool = False) -> Wish:
    of_match = isinstance(state, Match) and state.rules.length > 0
    words = list(KINDS.items()) if of_match else [each for each in KINDS.items() if each[1]]
    word, kind = (words[-1] if of_match else words[0]) if at_last else chance.choice(words)
    options = {"kind": word}
    if not at_last and isinstance(state, Session) and chance.random() < 0.3:
        options["to"] = _somebody(chance, table)
    wished = many.Resign if isinstance(state, Session) else two.Resign
    return Wish(seat, wished, (), None, "resign", options, {"kind": kind})


def _settle(chance: random.Random, table: Table, state: Match | Session, seat: Seat) -> Wish:
    points = chance.randint(-3, 3)
    options: dict[str, Any] = {"points": points}
    if isinstance(state, Session):
        options["with"] = _somebody(chance, table)
        if not points:
            options["winner"] = _somebody(chance, table)
    return Wish(seat, many.Settle if isinstance(state, Session) else two.Settle, (), None, "settle", options)


def _somebody(chance: random.Random, table: Table) -> str:
    return chance.choice(table.people.seats).name


#: Verbs of buttons that old messages may still show, and what somebody who presses them wants.
OLD: dict[str, tuple[type[Action], ...]] = {
    "roll": (two.Roll,),
    "take": (two.Take, many.Answer),
    "drop": (two.Drop, many.Answer),
    "beaver": (two.Beaver, many.Answer),
    "raccoon": (two.Raccoon, many.Answer),
    "double": (two.Double,),
    "next": (two.Next,),
    "end": (two.End,),
    "pass": (many.Pass,),
    "hold": (many.Hold,),
    "accept": (two.Accept,),
    "decline": (two.Decline,),
    "share": (many.Share,),
    "alone": (many.Share,),
}
