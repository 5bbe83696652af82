"""The decisions of a game between two, out of its log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from bot.analysis.decisions import Decided, Played, Replied, Spoke
from bot.backgammon import Match, Phase, Reply
from bot.backgammon.actions import Beaver, Double, Drop, Move, OpeningRoll, Raccoon, Roll, Take
from bot.backgammon.bet import Offer, courses
from bot.backgammon.record import KeptStep
from bot.tables.computer_player import stakes_of

_REPLIES: dict[type, Reply] = {Take: Reply.TAKE, Drop: Reply.DROP, Beaver: Reply.BEAVER, Raccoon: Reply.RACCOON}


def decisions(steps: Sequence[KeptStep]) -> Iterator[Decided]:
    """The decisions in order. Dice that the position shows in which a game begins count as its first roll."""
    begins = steps[0][0].game.phase if steps else Phase.OPENING
    rolls = int(begins is Phase.PLAY)
    for before, action, after in steps:
        if isinstance(action, OpeningRoll | Roll) and after.game.board.dice:
            rolls += 1
        first = rolls == 1
        what = _decided(before, action, first and begins is Phase.OPENING, first and begins is Phase.PLAY)
        turn = before.game.board.turn
        if what is None or turn is None:
            continue
        game = before.game
        yield Decided(
            seat=turn if game.offer is None else game.offer.answerer,
            side=turn,
            turn=rolls + (game.offer is not None or isinstance(action, Double)),
            position=game.board.position.packed,
            stakes=stakes_of(game.bet, turn, before.rules.bet, game.score),
            what=what,
        )


def _decided(before: Match, action: object, opening: bool, given: bool) -> Played | Spoke | Replied | None:
    game = before.game
    match action:
        case Move():
            play = game.board.read(action.play, before.rules.max_on_point)
            assert game.board.dice is not None
            return Played(game.board.dice, play.packed, opening, given)
        case Roll() | Double() if game.phase is Phase.CUBE and game.board.turn is not None:
            return Spoke(isinstance(action, Double), courses(game.bet, Offer(game.board.turn), before.rules.bet))
        case Take() | Drop() | Beaver() | Raccoon() if game.offer is not None:
            return Replied(game.offer.stage, _REPLIES[type(action)], courses(game.bet, game.offer, before.rules.bet))
        case _:
            return None
