"""Records of a session's games: every action that was not taken back, and for programs that know only two players the
bet between captain and box.
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
from .units import rounded

#: (state before an action that was not taken back, the action, state after it)
SessionStep = tuple[Session, AnyAction, Session]
#: The bet between the box and the captain at the start.
_CAPTAINS = 0


def session_steps(
    start: Session, actions: Iterable[AnyAction], applied: Callable[[Session, AnyAction], Session] = apply
) -> dict[int, list[SessionStep]]:
    """The steps of each game of a log, by its number: from its set-up to its end. `applied`: `apply`, or a wrapper that
    observes each action, called once and in order.

    Steps that were taken back are left out, and so is what comes between a game and the next set-up. Raises what
    `apply` raises.
    """
    games: dict[int, list[SessionStep]] = {}
    for step in kept_steps(start, actions, applied, _left_in_the_meantime):
        before, _, after = step
        if Phase.OVER not in (before.game.phase, after.game.phase) or before.game.phase is not after.game.phase:
            games.setdefault(after.number, []).append(step)
    return games


def _left_in_the_meantime(state: Session, after: Session, gone: Sequence[SessionStep]) -> Iterator[SessionStep]:
    """Departures are not undone: the steps that they cause in the restored state."""
    back = state.before
    assert back is not None
    if after.game.bets != back.game.bets:
        yield back, next(action for _, action, _ in reversed(gone) if isinstance(action, Leave)), after


def captains_game(steps: Sequence[SessionStep]) -> GameRecord | None:
    """A finished game as the captain at its start played it against the box, up to the end of their bet; rolls of
    either side belong to it whoever makes them. None if it was voided or ended before a roll.
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
            # Every program that reads the record would make a forced play that was left unplayed.
            unplayed = isinstance(entries[-1], Moved) and entries[-1].play is None
            if unplayed and len(was.plays(before.rules)) == 1:
                entries.pop()
            return GameRecord(automatics=now.automatics, entries=tuple(entries), result=_written(now, after.rules))
    return None


def captains_rules(steps: Sequence[SessionStep]) -> Rules:
    """The rules of the captain's game, as rules between two players.

    Where the turn of any cube activates gammons for all, they counted if one had been turned and did not if none had.
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
    """The turns of the captain's cube between two states, and their answers.

    One action can cause several turns, and players who are away are answered for at once.
    """
    old, new = was.bets[_CAPTAINS], now.bets[_CAPTAINS]
    doubler = was.board.turn
    if doubler is None:
        return  # before the opening roll there are only automatic doubles
    dropped = new.result is not None and new.result.ending is Ending.DROPPED
    taken = new.value > old.value and new.owner is not None
    lies = _stage(now)
    if dropped and new.result:
        lies = _doublings(abs(rounded(new.result, now.unit).points), old)
    elif taken:
        lies = _doublings(new.value, old) - 1
    for stage in range(_stage(was) + 1, lies + 1):
        yield Turned(_turner(doubler, stage), old.value // new.start << stage + 1)
    if dropped or taken:
        yield Answered(_turner(doubler, lies).other, taken)


def _turner(doubler: Side, stage: int) -> Side:
    return doubler.other if stage == OfferStage.BEAVER else doubler


def _stage(game: Round) -> int:
    """How often the captain's cube has been turned in the running exchange, minus one."""
    exchange = game.exchange
    return exchange.offer.stage if exchange and _CAPTAINS in exchange.bets else -1


def _doublings(value: int, bet: Bet) -> int:
    return (value // bet.value).bit_length() - 1


def _written(game: Round, rules: Rules) -> Result:
    """The captain's result as records know it: a claim, or a settlement that pays as much, is a resignation, and half a
    point a whole one. The bet begins at 1, as it does for those programs: all is counted in what it began at.
    """
    bet = game.bets[_CAPTAINS]
    assert bet.result is not None
    start = game.bets[_CAPTAINS].start
    result = rounded(bet.result, game.unit * start)
    if result.ending in (Ending.PLAYED, Ending.DROPPED):
        return result
    worths = {cube.worth(bet, kind, rules.bet, game.any_turned) // start for kind in Kind}
    resigned = abs(result.points) in worths
    return Result(result.points, Ending.RESIGNED if resigned else Ending.SETTLED)
