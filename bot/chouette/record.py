"""The games of a session as they were played: every action that was not taken back, and what programs that know only
two players can be given of one, the bet between the captain and the box.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence

from msgspec.structs import replace

from bot.backgammon import Bet, Ending, Jacoby, Kind, OfferStage, Phase, Result, Rules, Side
from bot.backgammon import bet as cube
from bot.backgammon.actions import Move, OpeningRoll, Roll
from bot.backgammon.record import Answered, Entry, GameRecord, Moved, Turned
from bot.core.timeline import kept_steps

from .actions import AnyAction, Leave
from .round import Round
from .session import apply
from .state import Session

#: The state before an action that was not taken back, the action, and the state after it.
SessionStep = tuple[Session, AnyAction, Session]
#: The bet between the box and who was captain at the start.
_CAPTAINS = 0


def session_steps(
    start: Session, actions: Iterable[AnyAction], applied: Callable[[Session, AnyAction], Session] = apply
) -> dict[int, list[SessionStep]]:
    """What led from state to state in each game of a log, by its number: from its setting up to its end. `applied`:
    `apply`, or what looks on while it applies each action, once and in their order.

    What was taken back is left out, and with it whatever else happened meanwhile; so is what comes between a game and
    the setting up of the next one. Raises what `apply` raises.
    """
    games: dict[int, list[SessionStep]] = {}
    for step in kept_steps(start, actions, applied, _left_in_the_meantime):
        before, _, after = step
        if Phase.OVER not in (before.game.phase, after.game.phase) or before.game.phase is not after.game.phase:
            games.setdefault(after.number, []).append(step)
    return games


def _left_in_the_meantime(state: Session, after: Session, gone: Sequence[SessionStep]) -> Iterator[SessionStep]:
    """Nobody's leaving is taken back: what it brings about in the state that has come back."""
    back = state.before
    assert back is not None
    if after.game.bets != back.game.bets:
        yield back, next(action for _, action, _ in reversed(gone) if isinstance(action, Leave)), after


def captains_game(steps: Sequence[SessionStep]) -> GameRecord | None:
    """A finished game as the captain at its start played it against the box, up to the end of their bet; the rolls of
    their sides go on to be theirs whoever makes them. None if it was voided or ended before a roll.
    """
    if steps[-1][2].game.void:
        return None
    entries: list[Entry] = []
    for before, action, after in steps:
        was, now = before.game, after.game
        _enter(entries, before, action, after)
        entries += _turns(was, now)
        result = now.bets[_CAPTAINS].result
        if result and entries:
            # A forced play that nobody made any more would be made by every program that reads the record.
            unplayed = isinstance(entries[-1], Moved) and entries[-1].play is None
            if unplayed and len(was.plays(before.rules)) == 1:
                entries.pop()
            return GameRecord(automatics=now.automatics, entries=tuple(entries), result=_written(now, after.rules))
    return None


def captains_rules(steps: Sequence[SessionStep]) -> Rules:
    """The rules by which the captain's game came to its result, as rules between two.

    Where the turn of any cube frees all, gammons counted if one had been turned and did not if none had.
    """
    end = steps[-1][2]
    rules = end.rules
    if rules.money.jacoby is not Jacoby.ANY_CUBE:
        return rules
    closing = next((now.game for _, _, now in steps if now.game.bets[_CAPTAINS].result), end.game)
    jacoby = Jacoby.OFF if closing.any_turned else Jacoby.PER_CUBE
    return replace(rules, money=replace(rules.money, jacoby=jacoby))


def _enter(entries: list[Entry], before: Session, action: AnyAction, after: Session) -> None:
    """Add a roll or a play."""
    board = after.game.board
    match action:
        # Dice that fell when a window closed with a double are not used.
        case OpeningRoll() | Roll() if board.turn is not None and board.dice:
            entries.append(Moved(board.turn, board.dice, None))
        case Move():
            assert isinstance(entries[-1], Moved)
            entries[-1] = replace(entries[-1], play=str(before.game.board.read(action.play, before.rules.max_on_point)))
        case _:
            return


def _turns(was: Round, now: Round) -> Iterable[Entry]:
    """How often the captain's cube has been turned between two states, and how that was answered if it was.

    One action can bring about several turns, and those who are away answer at once.
    """
    old, new = was.bets[_CAPTAINS], now.bets[_CAPTAINS]
    doubler = was.board.turn
    if doubler is None:
        return  # before the opening roll there are only automatic doubles
    dropped = new.result is not None and new.result.ending is Ending.DROPPED
    taken = new.value > old.value and new.owner is not None
    lies = _stage(now)
    if dropped and new.result:
        lies = _doublings(abs(new.result.points), old)
    elif taken:
        lies = _doublings(new.value, old) - 1
    for stage in range(_stage(was) + 1, lies + 1):
        yield Turned(_turner(doubler, stage), old.value << stage + 1)
    if dropped or taken:
        yield Answered(_turner(doubler, lies).other, taken)


def _turner(doubler: Side, stage: int) -> Side:
    """Who turns the cube at a stage."""
    return doubler.other if stage == OfferStage.BEAVER else doubler


def _stage(game: Round) -> int:
    """How often the captain's cube, as it lies on the table, has been turned over, minus one."""
    exchange = game.exchange
    return exchange.offer.stage if exchange and _CAPTAINS in exchange.bets else -1


def _doublings(value: int, bet: Bet) -> int:
    return (value // bet.value).bit_length() - 1


def _written(game: Round, rules: Rules) -> Result:
    """The captain's result as records know it: a claim, or a settlement that pays as much, is a resignation."""
    bet = game.bets[_CAPTAINS]
    assert bet.result is not None
    if bet.result.ending in (Ending.PLAYED, Ending.DROPPED):
        return bet.result
    worths = {cube.worth(bet, kind, rules.bet, game.any_turned) for kind in Kind}
    resigned = abs(bet.result.points) in worths
    return Result(bet.result.points, Ending.RESIGNED if resigned else Ending.SETTLED)
