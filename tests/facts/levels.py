"""How far the levels of the computer are apart: `python -m tests.facts.levels [GAMES] [LEVEL …]`.

Each level plays one-point games against the next lower one. Every game is played twice, with the same dice and the
sides changed. A line for each pair; exit 1 if a level wins less than it should. World class looks two plies ahead here:
what it sees with three, at ten times the price, comes on top of that.
"""

from __future__ import annotations

import random
import sys

import bgbot_cpp

from bot.backgammon import Dice, Position
from bot.engine import sage
from bot.engine.levels import NOISE
from bot.engine.thoughts import OFFERED, Level, Stakes

GAMES, LEAST = 2000, 0.54
"""How many games are played, and which share of them the better one has to win."""

ONE_POINT = Stakes(away=(1, 1))
_MOST_ROLLS = 2000


def play(board: list[int], dice: Dice, level: Level, noise: random.Random) -> list[int]:
    """The board after the play of a level, seen by itself."""
    plies = "1ply" if NOISE[level] else "2ply"
    found = sage._analyzer(plies).checker_play(board, *dice, **sage._told(ONE_POINT)).moves
    return list(max(found, key=lambda move: move.equity + noise.gauss(0, NOISE[level])).board)


def wins(first: Level, second: Level, seed: int) -> bool:
    """Whether who begins wins a game whose dice follow from the seed."""
    dice, noise = random.Random(seed), random.Random(seed + 1)
    board, players = sage._board(Position.start()), (first, second)
    while len(set(roll := (dice.randint(1, 6), dice.randint(1, 6)))) == 1:
        continue
    for turn in range(_MOST_ROLLS):
        board = play(board, roll, players[turn % 2], noise)
        if board[25] == 0 and not any(count > 0 for count in board[1:25]):
            return turn % 2 == 0
        board = list(bgbot_cpp.flip_board(board))
        roll = dice.randint(1, 6), dice.randint(1, 6)
    raise AssertionError("a game without an end")


def share(better: Level, worse: Level, games: int) -> float:
    """How many of the games the better one wins."""
    won = 0
    for pair in range(games // 2):
        won += wins(better, worse, 2 * pair) + (not wins(worse, better, 2 * pair))
        if not (pair + 1) % 50:
            print(f"  {2 * (pair + 1)} games: {won}", file=sys.stderr, flush=True)
    return won / (games // 2 * 2)


def main(games: int, levels: list[Level]) -> int:
    """1 if one of the levels wins too little against the one below."""
    failed = False
    for level in levels:
        lower = OFFERED[OFFERED.index(level) - 1]
        won = share(level, lower, games)
        failed |= won < LEAST
        print(f"{level.name.lower()} against {lower.name.lower()}: {games} games, {100 * won:.1f} %", flush=True)
    return int(failed)


if __name__ == "__main__":
    chosen = [Level[name.upper()] for name in sys.argv[2:]] or [*OFFERED[1:]]
    sys.exit(main(int(sys.argv[1]) if len(sys.argv) > 1 else GAMES, chosen))
