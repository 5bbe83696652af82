"""One game between two seats: its phases as data, and the effect of each action on it.

Which seat may act when, proposals, undo and the score around the game are in `match`. A chouette has turns of its own,
but uses the same `Board`, bets and questions.
"""

from __future__ import annotations

from enum import Enum

from msgspec import Struct
from msgspec.structs import replace

from . import bet as cube
from .bet import Bet, Ending, Offer, Reply, Score
from .board import Board
from .opening import Opening
from .plays import Dice, Play
from .position import Side
from .rules import CubeRules, Rules


class Phase(Enum):
    """What a game waits for. `PARTNER`: only in a chouette, before the opening."""

    PARTNER = "partner"
    OPENING = "opening"
    CUBE = "cube"
    OFFER = "offer"
    ROLL = "roll"
    PLAY = "play"
    OVER = "over"


class Game(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """One board with one bet.

    `offer` is set in the phase `OFFER` and `board.dice` in the phase `PLAY`. `score` is None for money. `automatics`
    counts the automatic doubles, `settlements` those offered in this turn. A voided game is `OVER` without a result.
    """

    board: Board
    bet: Bet
    score: Score | None = None
    phase: Phase = Phase.OPENING
    offer: Offer | None = None
    automatics: int = 0
    settlements: int = 0

    @classmethod
    def start(cls, rules: Rules, score: Score | None) -> Game:
        """A game before its opening roll; seat 0 is white."""
        return cls(board=Board.start(rules.variant), bet=Bet(0, 1), score=score)

    @property
    def decider(self) -> Side | None:
        """The side whose decision is next; None before the opening roll and after the end."""
        return self.offer.answerer if self.offer else None if self.phase is Phase.OVER else self.board.turn

    def plays(self, rules: Rules) -> tuple[Play, ...]:
        """The legal plays of the roll on the board; none without a roll."""
        return self.board.plays(rules.max_on_point)

    def plays_itself(self, rules: Rules) -> bool:
        """Whether the bot may play the roll: there is one legal play, or it is a bear-off in which plays may be equal
        and the side on turn cannot turn a cube.
        """
        if len(self.plays(rules)) == 1:
            return True
        turn = self.board.turn
        assert turn is not None
        return self.board.is_bear_off and cube.double_fault(self.bet, turn, rules.bet, self.score) is not None


def placed(game: Game, opening: Opening, rules: Rules) -> Game:
    """A game that begins in a position, without an opening roll. The cube counts as turned where somebody owns it."""
    board = Board(opening.board(rules.variant), opening.turn, opening.dice)
    bet = replace(game.bet, value=opening.cube, owner=opening.owner, turned=opening.owner is not None)
    return _on_turn(replace(game, board=board, bet=bet), rules)


def opening_roll(game: Game, dice: Dice, rules: CubeRules) -> Game:
    """One die for white, one for black. Equal ones leave the phase as it is and may double the cube."""
    if dice[0] != dice[1]:
        return replace(game, board=game.board.opened(*dice), phase=Phase.PLAY)
    bet = cube.automatic(game.bet, rules, game.automatics)
    return replace(game, bet=bet, automatics=game.automatics + (bet != game.bet))


def double(game: Game, rules: CubeRules) -> Game:
    """The side on turn offers the cube. Raises `Illegal`."""
    assert game.board.turn is not None
    offer = cube.double(game.bet, game.board.turn, rules, game.score)
    return replace(game, phase=Phase.OFFER, offer=offer)


def reply(game: Game, answer: Reply, rules: CubeRules) -> Game:
    """Answer the offer. Raises `Illegal`."""
    assert game.offer is not None
    bet, offer = cube.answer(game.bet, game.offer, answer, rules)
    phase = Phase.OVER if bet.result else Phase.OFFER if offer else Phase.ROLL
    return replace(game, bet=bet, offer=offer, phase=phase)


def roll(game: Game, dice: Dice) -> Game:
    return replace(game, board=game.board.rolled(dice), phase=Phase.PLAY)


def move(game: Game, play: str, rules: Rules) -> Game:
    """The side on turn plays its roll; the next turn or the end follows. Raises `RefusedPlay`."""
    return made(game, game.board.read(play, rules.max_on_point), rules)


def made(game: Game, play: Play, rules: Rules) -> Game:
    """`move` with a play that has been parsed."""
    board = game.board.played(play)
    game = replace(game, board=board, settlements=0)
    if victory := board.won_by:
        winner, kind = victory
        points = cube.worth(game.bet, kind, rules.bet, game.bet.turned)
        return decided(game, winner, points, Ending.PLAYED)
    return _on_turn(game, rules)


def _on_turn(game: Game, rules: Rules) -> Game:
    """The game in the phase in which the side on turn decides next."""
    turn = game.board.turn
    assert turn is not None
    if game.board.dice is not None:
        return replace(game, phase=Phase.PLAY)
    barred = cube.double_fault(game.bet, turn, rules.bet, game.score)
    return replace(game, phase=Phase.ROLL if barred else Phase.CUBE)


def decided(game: Game, winner: Side, points: int, ending: Ending) -> Game:
    """End the game; `winner` receives `points`, which may be negative."""
    return replace(game, bet=cube.won(game.bet, winner, points, ending), phase=Phase.OVER, offer=None)


def voided(game: Game) -> Game:
    """End the game without a result."""
    return replace(game, phase=Phase.OVER, offer=None)
