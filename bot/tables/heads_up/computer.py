"""The computer as one of two players: its answer to every question.

It is stateless: its action follows from the state, so it is the same after a restart.
"""

from __future__ import annotations

from bot.backgammon import Ask, Jacoby, Kind, Match, Phase, Question, Reply, Seat, Side, questions
from bot.backgammon.actions import Abort, Beaver, Double, Drop, Move, Raccoon, Resign, Rest, Take, Undo
from bot.backgammon.bet import courses
from bot.backgammon.match import resigned_points
from bot.core.actions import Accept, Decline, Next
from bot.core.intent import Intent
from bot.engine.thoughts import Stakes
from bot.tables.computer_player import (
    ComputerPlayer,
    always,
    chosen_play,
    equity_on_roll,
    hopeless,
    reply_to,
    roll_dice,
    stakes_of,
    wants_to_double,
)

#: Equity that it gives up to agree, in units of the cube.
_PEACE = 0.05
#: With a better chance than this, by one ply, it does not resign.
_FAINT = 0.05
REPLIES: dict[Reply, type[Take | Drop | Beaver | Raccoon]] = {
    Reply.TAKE: Take,
    Reply.DROP: Drop,
    Reply.BEAVER: Beaver,
    Reply.RACCOON: Raccoon,
}
_CONSENTS = (Ask.UNDO, Ask.ABORT, Ask.REST, Ask.RESIGNATION, Ask.SETTLEMENT)


def asked_of(match: Match, seat: Seat) -> Question | None:
    """The question a seat answers next, the opponent's proposals first; None while the table waits for the opponent.

    A player who has offered to resign waits for the answer.
    """
    own = [each for each in questions(match) if seat in each.waiting]
    consent = next((each for each in own if each.ask in _CONSENTS), None)
    offered = match.proposed(Resign)
    if consent is None and offered is not None and offered.what.by == seat:
        return None
    return consent or next(iter(own), None)


async def decided(match: Match, seat: Seat, player: ComputerPlayer) -> Intent | None:
    """A computer's next action; None if it has none. Raises `EngineUnavailable` or `Unsupported`."""
    question = asked_of(match, seat)
    if question is None:
        return None
    match question.ask:
        case Ask.CUBE:
            side, position = Side(seat), match.game.board.position
            stakes = stakes_of(match.game.bet, side, match.rules.bet, match.game.score)
            doubles = await wants_to_double(player, position, stakes)
            return always(Double(by=seat)) if doubles else roll_dice()
        case Ask.ROLL:
            return roll_dice()
        case Ask.OFFER:
            return always(REPLIES[await _reply(match, player)](by=seat))
        case Ask.PLAY:
            return await _play(match, seat, player)
        case Ask.NEXT:
            return always(Next(by=seat))
        case _:
            agrees = await _agrees(match, seat, question, player)
            return always((Accept if agrees else Decline)(by=seat, question=question.number))


def _stakes(match: Match) -> Stakes:
    """The stakes of the game as the side on turn sees them."""
    assert match.game.board.turn is not None
    return stakes_of(match.game.bet, match.game.board.turn, match.rules.bet, match.game.score)


async def _reply(match: Match, player: ComputerPlayer) -> Reply:
    game = match.game
    assert game.offer is not None
    ways = courses(game.bet, game.offer, match.rules.bet)
    return await reply_to(player, game.board.position, game.offer, ways, _stakes(match))


async def _play(match: Match, seat: Seat, player: ComputerPlayer) -> Intent:
    board, stakes = match.game.board, _stakes(match)
    assert board.dice is not None
    if board.position.is_race and _asked_nothing(match):
        best, *_ = await player.thinker.plays(board.position, board.dice, stakes, 1)
        if best.chances.win < _FAINT:
            best, *_ = await player.thinker.plays(board.position, board.dice, stakes, 2)
            if kind := hopeless(best.chances):
                return always(Resign(by=seat, kind=_counting(match, seat, kind)))
    plays = match.game.plays(match.rules)
    play = await chosen_play(player, board.position, board.dice, stakes, plays)
    return always(Move(by=seat, play=str(play)))


def _counting(match: Match, seat: Seat, kind: Kind) -> Kind:
    """The kind of loss that counts: under Jacoby a single game, in a match no more than the opponent needs to win
    it.
    """
    bet, score = match.game.bet, match.game.score
    if score is None:
        return Kind.SINGLE if match.rules.bet.jacoby is not Jacoby.OFF and not bet.turned else kind
    needed = score.away[Side(seat).other]
    return next(each for each in Kind if each is kind or each * bet.value >= needed)


def _asked_nothing(match: Match) -> bool:
    """Whether nothing has been proposed under this question: a refused proposal is not repeated."""
    return match.asked == max(match.question, match.table_question)


async def _agrees(match: Match, seat: Seat, question: Question, player: ComputerPlayer) -> bool:
    """Whether it accepts a proposal of the opponent."""
    what = next(each.what for each in match.proposals if each.number == question.number)
    if isinstance(what, Undo | Abort | Rest):
        return True
    value = match.game.bet.value
    if isinstance(what, Resign):
        if what.kind in (None, Kind.BACKGAMMON):
            return True
        # In a match a gammon is worth what the score makes of it, but counts as two here all the same.
        offered = resigned_points(match, what) / value
    else:
        offered = -what.points / value
    return offered >= await _equity(match, seat, player) - _PEACE


async def _equity(match: Match, seat: Seat, player: ComputerPlayer) -> float:
    """The equity of the game for a seat, in units of the cube."""
    game, stakes = match.game, _stakes(match)
    board = game.board
    if board.dice is not None:
        best, *_ = await player.thinker.plays(board.position, board.dice, stakes, 2)
        on_roll = best.equity
    else:
        thought = await player.thinker.cube(board.position, stakes)
        on_roll = equity_on_roll(thought, may_double=game.phase is Phase.CUBE)
    return on_roll if board.turn == seat else -on_roll
