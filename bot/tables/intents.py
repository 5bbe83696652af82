"""What people wish to do, as functions from the table as it stands to an action.

A wish leaves open what only the table knows: the seat, the dice, which bets or which proposal is meant.
"""

from __future__ import annotations

from collections.abc import Callable, Collection

from bot.backgammon import Foreign, Illegal, Kind, Reply, Seat, Stale, TableFault
from bot.backgammon.actions import (
    Abort,
    Accept,
    Beaver,
    Decline,
    Double,
    Drop,
    End,
    Move,
    Next,
    Raccoon,
    Resign,
    Roll,
    Settle,
    Take,
    Undo,
)
from bot.backgammon.plays import Dice
from bot.chouette import BOX, ChouetteFault, Session
from bot.chouette import actions as many
from bot.core.actions import Action
from bot.tables import games
from bot.tables.faults import TableTrouble
from bot.tables.table import State

#: What can be resigned, by its name in commands and buttons; None is the match.
KINDS: dict[str, Kind | None] = {
    "single": Kind.SINGLE,
    "gammon": Kind.GAMMON,
    "backgammon": Kind.BACKGAMMON,
    "match": None,
}
Throw = Callable[[], Dice]
#: (the state, the seat that acts, what throws the dice if they are to fall) to the action.
Intent = Callable[[State, Seat, Throw], Action]
#: Those who are meant; None: all that it can mean.
Whom = Collection[Seat] | None
_OF_SESSIONS = (many.Pass, many.Hold, many.DeclineBox)
_REPLIES: dict[Reply, type[Take | Drop | Beaver | Raccoon]] = {
    Reply.TAKE: Take,
    Reply.DROP: Drop,
    Reply.BEAVER: Beaver,
    Reply.RACCOON: Raccoon,
}


def plain(action: type[Undo | Abort | Next | End | many.Pass | many.Hold | many.DeclineBox]) -> Intent:
    """Any action that says no more than who acts."""

    def intent(state: State, seat: Seat, throw: Throw) -> Action:
        if action in _OF_SESSIONS:
            _session(state)
        return action(by=seat)

    return intent


def roll() -> Intent:
    """Roll the dice."""
    return lambda state, seat, throw: Roll(by=seat, dice=throw())


def move(text: str) -> Intent:
    """Play what the text says, in any notation the reader takes; logged in canonical notation."""

    def intent(state: State, seat: Seat, throw: Throw) -> Action:
        if seat != games.of(state).mover(state):
            return Move(by=seat, play=text)
        board = state.game.board
        if board.dice is None:
            return Move(by=seat, play=text)
        return Move(by=seat, play=str(board.read(text, state.rules.max_on_point)))

    return intent


def double(whom: Whom = None) -> Intent:
    """Offer the cube; in a chouette the box to `whom`, a member his own, or that of `whom` who let him decide.

    None: as `doubles_for` says.
    """

    def intent(state: State, seat: Seat, throw: Throw) -> Action:
        if not isinstance(state, Session):
            _only_heads_up(whom)
            return Double(by=seat)
        game, rules, own = state.game, state.options.cube, doubles_for(state, seat)
        if own == game.box and game.board.turn is BOX:
            bets = game.accessible(own, rules)
            if whom is not None:
                bets = tuple(_bet_with(state, each) for each in whom)
            return many.Double(by=seat, bets=bets)
        doublers = [own] if whom is None else [each for each in whom if each != game.box] or [own]
        return many.Double(by=seat, bets=tuple(bet for each in doublers for bet in game.accessible(each, rules)))

    return intent


def doubles_for(session: Session, seat: Seat) -> Seat:
    """Whose cubes somebody means: his own; if he may turn none, those of the first who lets him decide and may."""
    game, rules = session.game, session.options.cube
    for whose in (seat, *(each for each in game.line if session.players[each].delegate == seat)):
        if game.accessible(whose, rules):
            return whose
    return seat


def reply(answer: Reply, whom: Whom = None) -> Intent:
    """Answer a cube that is offered; in a chouette those of `whom`, None: all that still wait for this seat's answer.

    If none does any longer, it is all that he has answered and may answer anew.
    """

    def intent(state: State, seat: Seat, throw: Throw) -> Action:
        if not isinstance(state, Session):
            _only_heads_up(whom)
            return _REPLIES[answer](by=seat)
        bets = answerable(state, seat)
        if whom is not None:
            bets = tuple(bet for bet in bets if _concerns(state, bet, seat, whom))
        else:
            own = tuple(bet for bet in bets if seat in (state.game.bets[bet].white, state.game.bets[bet].black))
            bets = _unanswered(state, own or bets)
        return many.Answer(by=seat, replies=tuple((bet, answer) for bet in bets))

    return intent


def _unanswered(session: Session, bets: tuple[int, ...]) -> tuple[int, ...]:
    exchange = session.game.exchange
    left = () if exchange is None or exchange.extras else exchange.unanswered
    return tuple(bet for bet in bets if bet in left) or bets


def replies(answers: dict[int, Reply]) -> Intent:
    """A chouette: answers to several cubes at once, by bet."""
    return lambda state, seat, throw: many.Answer(by=seat, replies=tuple(sorted(answers.items(), key=lambda it: it[0])))


def answerable(session: Session, seat: Seat) -> tuple[int, ...]:
    """The cubes on the table that somebody may answer, for himself or for who has made him his delegate."""
    game, exchange = session.game, session.game.exchange
    if exchange is None or (exchange.extras and not exchange.extras.forced):
        return ()
    bets = (exchange.extras.bet,) if exchange.extras else exchange.bets
    return tuple(bet for bet in bets if seat in session.deciders(game.answerer(bet)))


def _concerns(session: Session, bet: int, seat: Seat, whom: Collection[Seat]) -> bool:
    """Whether an answer to these people, or for them, is one about this bet."""
    own = session.game.bets[bet]
    others = {own.white, own.black} - {seat}
    return bool(others & set(whom)) or (seat in whom and seat in (own.white, own.black))


def _bet_with(session: Session, member: Seat) -> int:
    bet = session.game.own_bet(member)
    if bet is None:
        raise Illegal(ChouetteFault.NOT_YOUR_BET)
    return bet


def _only_heads_up(whom: Whom) -> None:
    if whom is not None:
        raise Illegal(ChouetteFault.NOT_A_CHOUETTE)


def resign(kind: Kind | None, whom: Whom = None) -> Intent:
    """Offer to lose by `kind`; None: the match. In a chouette to `whom`, None: in all one's bets."""

    def intent(state: State, seat: Seat, throw: Throw) -> Action:
        if not isinstance(state, Session):
            _only_heads_up(whom)
            return Resign(by=seat, kind=kind)
        if kind is None:
            raise Illegal(TableFault.NOT_A_MATCH)
        return many.Resign(by=seat, kind=kind, bets=_bets_with(state, seat, whom))

    return intent


def settle(points: int, whom: Whom = None, winner: Seat | None = None) -> Intent:
    """Offer to end the game for so many points to the one who offers; in a chouette with `whom`.

    Whoever has a single bet need not say with whom.
    """

    def intent(state: State, seat: Seat, throw: Throw) -> Action:
        if not isinstance(state, Session):
            _only_heads_up(whom)
            return Settle(by=seat, points=points)
        bets = _bets_with(state, seat, whom)
        if whom is None and len(bets) > 1:
            raise Illegal(ChouetteFault.SETTLE_WITH_WHOM)
        return many.Settle(by=seat, points=points, bets=bets, winner=winner)

    return intent


def _bets_with(session: Session, seat: Seat, whom: Whom) -> tuple[int, ...]:
    """Somebody's open bets, or those with `whom`."""
    held = session.game.held(seat)
    if whom is None:
        return held
    bets = [session.game.bets[index] for index in held]
    return tuple(index for index, bet in zip(held, bets, strict=True) if {bet.white, bet.black} - {seat} <= set(whom))


def extra(give: bool) -> Intent:
    """Offer the lone taker an extra, or do not."""

    def intent(state: State, seat: Seat, throw: Throw) -> Action:
        session = _session(state)
        extras = session.game.exchange and session.game.exchange.extras
        own = [] if extras is None else [bet for bet in extras.asked if session.game.bets[bet].white == seat]
        if extras is not None and not own:
            own = [bet for bet in extras.asked if seat in session.deciders(session.game.bets[bet].white)]
        if not own:
            raise Stale(ChouetteFault.NO_EXTRA)
        return many.GiveExtra(by=seat, bet=own[0], give=give)

    return intent


def extras(stay: bool, refused: Collection[Seat] = (), dropped: Whom = ()) -> Intent:
    """The lone taker stays in and answers the extras, or changes to drop. `dropped` None: he drops them all at once."""

    def intent(state: State, seat: Seat, throw: Throw) -> Action:
        session = _session(state)
        at_once = dropped
        if at_once is None:
            offered = session.game.exchange and session.game.exchange.extras
            at_once = () if offered is None else tuple(session.game.bets[bet].white for bet in offered.given)
        return many.AnswerExtras(by=seat, stay=stay, refused=tuple(refused), dropped=tuple(at_once))

    return intent


def share(agree: bool) -> Intent:
    """Want a partner in the box, or want to be it; or not."""
    return lambda state, seat, throw: many.Share(by=seat, agree=agree)


def sit_out() -> Intent:
    """Sit out from the next game on; once more: come back."""
    return lambda state, seat, throw: many.SitOut(by=seat, out=not _session(state).players[seat].out)


def auto_pass() -> Intent:
    """Turn the switch over."""
    return lambda state, seat, throw: many.AutoPass(by=seat, on=not _session(state).players[seat].auto_pass)


def leave() -> Intent:
    """Leave a chouette."""

    def intent(state: State, seat: Seat, throw: Throw) -> Action:
        _session(state)
        return many.Leave(by=seat)

    return intent


def pause(on: bool) -> Intent:
    """Stop the clock of a chouette, or let it go on."""

    def intent(state: State, seat: Seat, throw: Throw) -> Action:
        _session(state)
        return many.Pause(by=seat, on=on)

    return intent


def paid(payment: int) -> Intent:
    """Say that a payment has been made."""
    return lambda state, seat, throw: many.Paid(by=seat, payment=payment)


def _session(state: State) -> Session:
    if not isinstance(state, Session):
        raise Illegal(ChouetteFault.NOT_A_CHOUETTE)
    return state


def accept(number: int | None = None) -> Intent:
    """Agree to what another proposes; `number` its question, None if there is only one."""
    return lambda state, seat, throw: Accept(by=seat, question=_proposal(state, seat, number))


def decline(number: int | None = None) -> Intent:
    """Refuse it."""
    return lambda state, seat, throw: Decline(by=seat, question=_proposal(state, seat, number))


def claim() -> Intent:
    """Claim the game; after two games of a match claimed in a row, the match."""
    return lambda state, seat, throw: games.of(state).claim(state, seat)


def _proposal(state: State, seat: Seat, number: int | None) -> int:
    """The question that is meant; of what was offered to several, one's own. Raises `Stale`, `Foreign` or `Illegal`."""
    rules = games.of(state)
    if number is not None:
        return rules.proposal_meant(state, seat, number)
    for_me = rules.proposals_for(state, seat)
    if len(for_me) == 1:
        return for_me[0]
    if for_me:
        raise Illegal(TableTrouble.WHICH_PROPOSAL)
    if any(Accept in question.answers for question in rules.questions(state)):
        raise Foreign(TableFault.NOT_YOURS_TO_ANSWER)
    raise Stale(TableFault.NOT_ASKED)
