"""Positions for property tests: random ones, and those of the fact file."""

from __future__ import annotations

from hypothesis import strategies as st

from bot.backgammon import BAR, Position

dice = st.tuples(st.integers(1, 6), st.integers(1, 6))


def board(own: dict[int, int], opponent: dict[int, int]) -> Position:
    """A position from the occupied points of both sides, each in its own numbering; the rest of 15 is borne off."""
    sides: list[list[int]] = []
    for points in (own, opponent):
        side = [points.get(point, 0) for point in range(26)]
        side[0] = 15 - sum(side[1:])
        sides.append(side)
    return Position.of(*sides)


@st.composite
def positions(draw: st.DrawFn, checkers: int | None = None) -> Position:
    """Any position that can stand on a board, reachable or not; few points often, so that bear-offs come up."""
    size = draw(st.sampled_from([3, 15])) if checkers is None else checkers
    highest = draw(st.sampled_from([6, 12, BAR]))
    own, opponent = [0] * 26, [0] * 26
    for _ in range(size):
        own[draw(st.integers(0, highest))] += 1
    allowed = [point for point in range(26) if point in (0, BAR) or not own[25 - point]]
    for _ in range(size):
        opponent[draw(st.sampled_from(allowed))] += 1
    return Position.of(own, opponent)
