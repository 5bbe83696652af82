"""News of a match or money session, data from which sentences are made: one entry per action worth reporting."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Dice, Ending, Kind, Match, Phase, Seat, Side, Step, actions
from bot.backgammon.actions import Abort, AnyAction, Resign, Rest, Settle, Undo
from bot.core.proposals import about


class Over(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """How game `number` ended: `points` to the winner; no winner if it was voided or settled at zero.

    `kind` if the board was played out; `single`: it counts as a single game, by the Jacoby rule.
    """

    number: int
    winner: Seat | None = None
    points: int = 0
    ending: Ending | None = None
    kind: Kind | None = None
    single: bool = False
    score: tuple[int, int] = (0, 0)
    match_won: bool = False


class News(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """An action with the facts to report it.

    `version`: the table's version after it. `seat`: the player, also if the bot acted for them. `dice`: those played,
    or rolled. `cube`: the value offered, taken or reached. `proposal`: the one answered. `text` and `steps`: the play.
    """

    version: int
    action: AnyAction
    seat: Seat | None = None
    dice: Dice | None = None
    cube: int = 0
    proposal: Resign | Settle | Undo | Abort | Rest | None = None
    text: str = ""
    steps: tuple[Step, ...] = ()
    over: Over | None = None

    @property
    def side(self) -> Side | None:
        return None if self.seat is None else Side(self.seat)


def news_of(before: Match, action: AnyAction, after: Match, version: int) -> News:
    """The news of `action`, which led from `before` to `after`."""
    game = before.game
    seat = action.by
    if seat is None and isinstance(action, actions.Move | actions.Roll | actions.Flag) and game.decider is not None:
        seat = game.bet.seat(game.decider)
    meant = about(before.proposals, action)
    proposal = meant and meant.what
    news = News(version=version, action=action, seat=seat, proposal=proposal, over=_over(before, after))
    match action:
        case actions.OpeningRoll():
            return replace(news, dice=action.dice, cube=after.game.bet.value)
        case actions.Roll():
            return replace(news, dice=action.dice)
        case actions.Move():
            board = game.board
            play = board.read(action.play, before.rules.max_on_point)
            return replace(news, dice=board.dice, text=str(play), steps=play.steps)
        case actions.Double() | actions.Beaver() | actions.Raccoon():
            bet, offer = after.game.bet, after.game.offer
            return replace(news, cube=offer.taken(bet) if offer else bet.value)
        case actions.Take():
            return replace(news, cube=after.game.bet.value)
        case _:
            return news


def _over(before: Match, after: Match) -> Over | None:
    """The end of a game, if this action caused it."""
    game = after.game
    if game.phase is not Phase.OVER or before.game.phase is Phase.OVER:
        return None
    result = game.bet.result
    if result is None:
        return Over(number=after.number, score=after.score)
    winner = None if result.winner is None else game.bet.seat(result.winner)
    victory = game.board.won_by
    kind = victory[1] if victory and result.ending is Ending.PLAYED else None
    return Over(
        number=after.number,
        winner=winner,
        points=abs(result.points),
        ending=result.ending,
        kind=kind,
        single=kind not in (None, Kind.SINGLE) and abs(result.points) == game.bet.value,
        score=after.score,
        match_won=after.winner is not None,
    )
