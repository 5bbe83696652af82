"""How fast `legal_plays` is, over a file of positions and rolls.

    python -m tests.bench.legal_plays [FILE]

FILE has one position a line (`id`, `dice`, `variant`); without it, the fact file of the tests is used. What is timed is
one call, from a fresh `Position` to the full list of plays with their steps; ids and notation are made on demand and so
not timed. Beside it run a plain depth-first search (`plain_search`, also an oracle for tests) and, where they are
installed, peers:

    pip install gym-backgammon bgsage

All of them take turns, pass by pass, so that all see the same noise of the machine. In each pass every position is
timed by itself: a contender's figure is the median of its passes' averages; a position's figure is its best pass, so
that one hiccup of the scheduler does not count, and the worst position is the largest of those.

A contender disagrees on a position if its set of results is not that of `legal_plays`; peers may have bugs or other
rules. Each is timed on what it offers: gym-backgammon gives plays with steps, several for one result; bgsage, written
in C++, gives the results without steps. Others install but have no place here: open_spiel cannot be given a position,
gnubg lists plays only by evaluating them, pgx knows only single steps.

This is a benchmark: a missed bar is printed, never an error.
"""

from __future__ import annotations

import gc
import importlib
import importlib.util
import json
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from importlib.metadata import distribution, version
from pathlib import Path
from statistics import fmean, median
from time import perf_counter_ns
from typing import Any, NamedTuple

from bot.backgammon import Position, legal_plays

FACTS = Path(__file__).parents[1] / "facts" / "legal_plays.jsonl"
PASSES = 7
#: Passes of the same work that differ more than this say something about the machine.
NOISY = 1.2

#: The bars: µs a position on average, µs for the worst position, share of the plain search's time.
AVERAGE_BAR = 30.0
WORST_BAR = 5000.0
RATIO_BAR = 1 / 4

#: Both sides after a play: (own, opponent), 26 counts each (0 borne off, 25 bar), each side numbered from itself.
Result = tuple[tuple[int, ...], tuple[int, ...]]


def plain_search(own: list[int], opponent: list[int], dice: Sequence[int]) -> set[Result]:
    """All results of legal plays, by trying every checker with every die in both orders; a dance leaves the board.

    Both sides are 26 counts (index 0 borne off, 25 bar), each numbered from itself. Nothing is changed in place.
    """
    first, second = dice
    orders = [(first,) * 4] if first == second else [(first, second), (second, first)]
    #: By (how many dice were used, their sum): the largest key is the longest play or the higher number.
    found: dict[tuple[int, int], set[Result]] = {}

    def search(own: list[int], opponent: list[int], order: tuple[int, ...], used: int) -> None:
        stuck = True
        if used < len(order):
            die = order[used]
            home = not any(own[7:])
            for start in (25,) if own[25] else range(24, 0, -1):
                if not own[start]:
                    continue
                end = start - die if start > die else 0
                if end == 0:
                    if not home or (start < die and any(own[start + 1 : 7])):
                        continue
                elif opponent[25 - end] > 1:
                    continue
                stuck = False
                own_after, opponent_after = own.copy(), opponent
                own_after[start] -= 1
                own_after[end] += 1
                if end and opponent[25 - end] == 1:
                    opponent_after = opponent.copy()
                    opponent_after[25 - end] = 0
                    opponent_after[25] += 1
                search(own_after, opponent_after, order, used + 1)
        if stuck:
            found.setdefault((used, sum(order[:used])), set()).add((tuple(own), tuple(opponent)))

    for order in orders:
        search(own, opponent, order, 0)
    return found[max(found)]


class Case(NamedTuple):
    """One line of the file."""

    id: str
    checkers: int
    dice: tuple[int, int]

    @property
    def position(self) -> Position:
        """A new one at each call, so that nothing it may have remembered helps."""
        return Position.from_id(self.id, checkers=self.checkers)


class Contender(NamedTuple):
    """One way to list the plays."""

    name: str
    #: Makes everything ready, untimed; the call it gives is what is timed.
    prepare: Callable[[Case], Callable[[], Any]]
    #: What the call gave, as results.
    results: Callable[[Case, Any], set[Result]]


def _ours() -> Contender:
    return Contender(
        "legal_plays",
        lambda case: partial(legal_plays, case.position, case.dice),
        lambda case, plays: {(play.result.own, play.result.opponent) for play in plays},
    )


def _plain() -> Contender:
    def prepare(case: Case) -> Callable[[], Any]:
        position = case.position
        return partial(plain_search, list(position.own), list(position.opponent), case.dice)

    return Contender("plain depth-first search", prepare, lambda case, results: results)


def _gym_backgammon() -> Contender:
    """gym-backgammon: the mover is its white, who goes down from 23 to 0 and rolls negative numbers."""
    # Its game needs nothing but the standard library; the package around it would load gym, and pyglet with a display.
    path = distribution("gym-backgammon").locate_file("gym_backgammon/envs/backgammon.py")
    spec = importlib.util.spec_from_file_location("_gym_backgammon_game", str(path))
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load {path}")
    module: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    white, black = module.WHITE, module.BLACK

    def prepare(case: Case) -> Callable[[], Any]:
        position = case.position
        own, opponent = position.own, position.opponent
        game = module.Backgammon()
        game.board = [
            (own[point], white) if own[point] else (opponent[25 - point], black) if opponent[25 - point] else (0, None)
            for point in range(1, 25)
        ]
        game.bar = [own[25], opponent[25]]
        # It counts on 15 checkers a side: hypergammon's missing twelve are borne off for it.
        game.off = [15 - sum(own[1:]), 15 - sum(opponent[1:])]
        game.players_positions = game.get_players_positions()
        game.state = game.save_state()
        return partial(game.get_valid_plays, white, (-case.dice[0], -case.dice[1]))

    def results(case: Case, plays: Iterable[Iterable[tuple[Any, int]]]) -> set[Result]:
        position = case.position
        ends: set[Result] = set()
        for play in plays or [()]:
            own, opponent = list(position.own), list(position.opponent)
            for source, target in play:
                start, end = 25 if source == module.BAR else source + 1, max(target + 1, 0)
                own[start] -= 1
                own[end] += 1
                if end and opponent[25 - end]:
                    opponent[25] += opponent[25 - end]
                    opponent[25 - end] = 0
            ends.add((tuple(own), tuple(opponent)))
        return ends

    return Contender(f"gym-backgammon {version('gym-backgammon')}", prepare, results)


def _bgsage() -> Contender:
    """bgsage: 26 counts, the mover's positive at his points and 25, the opponent's negative, his bar positive at 0."""
    # The compiled module itself: the function of the package around it only copies each board once more.
    module: Any = importlib.import_module("bgbot_cpp")

    def prepare(case: Case) -> Callable[[], Any]:
        own, opponent = case.position.own, case.position.opponent
        board = [opponent[25], *(own[point] - opponent[25 - point] for point in range(1, 25)), own[25]]
        return partial(module.possible_moves, board, *case.dice)

    def results(case: Case, boards: Sequence[Sequence[int]]) -> set[Result]:
        ends: set[Result] = set()
        for board in boards:
            own = [0, *(max(count, 0) for count in board[1:])]
            opponent = [0, *(max(-board[25 - point], 0) for point in range(1, 25)), board[0]]
            own[0], opponent[0] = case.checkers - sum(own), case.checkers - sum(opponent)
            ends.add((tuple(own), tuple(opponent)))
        return ends or {(case.position.own, case.position.opponent)}

    return Contender(f"bgsage {version('bgsage')}", prepare, results)


def _peers() -> list[Contender]:
    """Those that are installed; a line for each that is not."""
    peers: list[Contender] = []
    for name, load in {"gym-backgammon": _gym_backgammon, "bgsage": _bgsage}.items():
        try:
            peers.append(load())
        except ImportError:
            print(f"{name}: not installed")
    return peers


def _clear_caches() -> None:
    """Empty every function cache of the library, should it have any: each pass starts cold."""
    for name, module in list(sys.modules.items()):
        if name.startswith("bot."):
            for value in list(vars(module).values()):
                if callable(clear := getattr(value, "cache_clear", None)):
                    clear()


def _disagreements(contender: Contender, cases: Sequence[Case], expected: Sequence[set[Result]]) -> list[Case]:
    """Where a contender gives other results than `legal_plays`."""
    return [
        case
        for case, results in zip(cases, expected, strict=True)
        if contender.results(case, contender.prepare(case)()) != results
    ]


def _one_pass(contender: Contender, cases: Sequence[Case]) -> list[float]:
    """µs for each position."""
    calls = [contender.prepare(case) for case in cases]
    _clear_caches()
    gc.collect()  # nobody pays for another's garbage
    times: list[float] = []
    for call in calls:
        start = perf_counter_ns()
        plays = call()
        times.append((perf_counter_ns() - start) / 1000)
        del plays  # freed outside the timing
    return times


def _bar(what: str, figure: str, met: bool) -> str:
    return f"{what:<40} {figure:>10}  {'met' if met else 'MISSED'}"


def main(path: Path = FACTS, passes: int = PASSES) -> None:
    """Print the table and the bars."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines() if line.strip()]
    cases = [
        Case(line["id"], 3 if line["variant"].startswith("hypergammon") else 15, (line["dice"][0], line["dice"][1]))
        for line in lines
    ]
    ours, plain = _ours(), _plain()
    contenders = [ours, plain, *_peers()]

    # Before the timing, so that this also warms up the interpreter.
    expected = [ours.results(case, ours.prepare(case)()) for case in cases]
    disagreements = [_disagreements(contender, cases, expected) for contender in contenders]

    taken: list[list[list[float]]] = [[] for _ in contenders]
    for _ in range(passes):
        for contender, times in zip(contenders, taken, strict=True):
            times.append(_one_pass(contender, cases))
    averages = [[fmean(times) for times in of_one] for of_one in taken]
    typical = [median(of_one) for of_one in averages]
    worst = [max(map(min, zip(*of_one, strict=True))) for of_one in taken]

    print(f"{len(cases)} positions, {sum(map(len, expected))} results, {passes} passes")
    print(f"{'':<26} {'µs a position':>13} {'best pass':>10} {'worst position':>15} {'ratio':>8} {'disagrees on':>13}")
    rows = zip(contenders, typical, averages, worst, disagreements, strict=True)
    for contender, mine, of_passes, slowest, others in rows:
        print(
            f"{contender.name:<26} {mine:>13.1f} {min(of_passes):>10.1f} {slowest:>15.1f}"
            f" {mine / typical[0]:>8.2f} {len(others):>13}"
        )
    for case in disagreements[1][:5]:
        print(f"the plain search gives other results for {case.id} {case.dice}: one of the two is wrong")
    if typical[0] > NOISY * min(averages[0]):
        print(f"noisy: the median is over {NOISY} times the best pass, so other work was measured too; run it again")
    average, slowest, ratio = typical[0], worst[0], typical[0] / typical[1]
    print(_bar(f"average: at most {AVERAGE_BAR:.0f} µs", f"{average:.1f} µs", average <= AVERAGE_BAR))
    print(_bar(f"worst position: at most {WORST_BAR:.0f} µs", f"{slowest:.0f} µs", slowest <= WORST_BAR))
    print(_bar(f"share of the plain search: at most {RATIO_BAR}", f"{ratio:.2f}", ratio <= RATIO_BAR))


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
