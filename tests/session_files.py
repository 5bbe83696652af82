"""Match files of money sessions as long as one likes, every game of which is the same."""

from __future__ import annotations

_GAME = """
 Game {number}
 {white} : {score}                        Bob : 0
  1) 61: 13/7 8/7                62: 24/22 22/16
  2) 21: 7/5 6/5                 61: 24/18 16/15
  3) 31: 25/24 13/10             32: 25/23 18/15
      Wins 1 point
"""
A_GAME = 11
"""Decisions of such a game: six plays, and five times the cube could have been turned."""


def session(games: int, white: str = "Ann") -> bytes:
    """A file with a session of so many games."""
    played = (_GAME.format(number=n + 1, score=n, white=white) for n in range(games))
    return (" 0 point match\n" + "".join(played)).encode()
