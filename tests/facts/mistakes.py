"""The weights of the themes that say why a play was wrong: `python -m tests.facts.mistakes [--decisions N] FILE`.

The file holds judged plays (`judged_plays`) and is written first if it does not exist. Ridge regression with weights
that are not negative, because each number of `features` is larger where the mover stands better: first for all plans
together, then for each plan, drawn towards the common ones. A fifth of the games is kept out of the fit and gives the
figures that are printed. `--keep` writes the weights, with these figures, to `bot/analysis/weights.json`.

A theme is clear, for or against the play, by the rule by which it is said (`bot.analysis.themes`), without the rule
that it is against the play; its sign is right if it is.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bot.analysis.facts import Facts, facts
from bot.analysis.features import WEIGHTS, Plan, Theme, features, plan
from bot.analysis.themes import AGAINST, ENOUGH, SENTENCES
from bot.analysis.verdicts import BLUNDER, ERROR
from bot.backgammon import Position
from tests.facts.judged_plays import read, write

SIZES = {theme: len(numbers) for theme, numbers in features(facts(Position.start())).items()}
THEMES = np.array([number for number, theme in enumerate(Theme) for _ in range(SIZES[theme])])
BASELINE = [0, 1, 2]
"""The columns of the plain comparison: own pips, pips of the other side, shots."""

_FIFTH = 5
_ALL, _OWN = 30.0, 60.0
"""Penalties on the weights of all plans together, and on the distance of a plan's from these."""

Array = np.ndarray


class Data(NamedTuple):
    """A row for each play that is not the best: its game, plan, loss, and the best play's numbers minus its own."""

    games: Array
    plans: Array
    lost: Array
    differences: Array
    plain: Array
    sayable: Array

    def where(self, rows: Array) -> Data:
        return Data(*(each[rows] for each in self))


def vector(found: Facts) -> list[float]:
    numbers = features(found)
    return [number for theme in Theme for number in numbers[theme]]


def plain(found: Facts) -> list[float]:
    return [-found.mover.pips / 25, found.other.pips / 25, -found.other.rolls.hits / 36]


def data(file: Path) -> Data:
    plans, games, kinds, lost, differences, plains, sayable = list(Plan), [], [], [], [], [], []
    for each in read(file):
        (best, _), *others = each.plays
        right = facts(Position(best))
        for packed, loss in others:
            found = facts(Position(packed))
            games.append(each.game)
            kinds.append(plans.index(plan(Position(each.position))))
            lost.append(loss)
            differences.append(np.subtract(vector(right), vector(found)))
            sayable.append([tell(Position(each.position), found, right) is not None for tell in SENTENCES.values()])
            plains.append(np.subtract(plain(right), plain(found)))
    return Data(*map(np.array, (games, kinds, lost, differences, plains, sayable)))


def ridge(x: Array, y: Array, penalty: float, prior: Array, *, least: float) -> Array:
    """Weights of at least `least`, by coordinate descent; the penalty is on the distance from `prior`, for columns
    scaled to a mean square of 1.
    """
    scale = np.sqrt((x**2).mean(axis=0))
    scale[scale == 0] = 1.0
    x, weights = x / scale, prior * scale
    prior, gram, target = weights.copy(), x.T @ x, x.T @ y
    for _ in range(500):
        before = weights.copy()
        for place in range(len(weights)):
            rest = target[place] - gram[place] @ weights + gram[place, place] * weights[place]
            free = (rest + penalty * prior[place]) / (gram[place, place] + penalty)
            weights[place] = max(least, free)
        if np.abs(weights - before).max() < 1e-7:
            break
    return weights / scale


def fitted(known: Data, columns: Callable[[Data], Array], *, least: float = 0.0) -> Array:
    """A row of weights for each plan."""
    x = columns(known)
    common = ridge(x, known.lost, _ALL, np.zeros(x.shape[1]), least=least)
    rows = (known.plans == number for number in range(len(Plan)))
    return np.array([ridge(x[some], known.lost[some], _OWN, common, least=least) for some in rows])


def correlation(one: Array, other: Array) -> float:
    return float(np.corrcoef(one, other)[0, 1])


def told(weights: Array, bare: Array, unseen: Data) -> dict[str, float]:
    """The figures for weights of themes and, for comparison, of `plain` (a row for each plan)."""
    parts = unseen.differences * weights[unseen.plans]
    themes = np.array([parts[:, number == THEMES].sum(axis=1) for number in range(len(Theme))]).T
    predicted, by_bare = parts.sum(axis=1), (unseen.plain * bare[unseen.plans]).sum(axis=1)
    wrong, least = unseen.lost >= ERROR, ENOUGH * unseen.lost
    for_it, against = themes.max(axis=1), -themes.min(axis=1)
    right = for_it > against
    large = np.maximum(for_it, against) >= np.maximum(least, AGAINST * np.minimum(for_it, against))
    clear = wrong & large & (np.where(right, predicted, -predicted) >= least)
    sayable = np.where(unseen.sayable, themes, 0).max(axis=1)
    said = (sayable >= np.maximum(least, AGAINST * against)) & (predicted >= least)
    return {
        "correlation with the loss": correlation(predicted, unseen.lost),
        "correlation of pips and shots alone": correlation(by_bare, unseen.lost),
        "sign right where a theme is clear": float(right[clear].mean()),
        "share of errors with a clear theme": float(clear.sum() / wrong.sum()),
        "sign right of the largest theme of every error": float(right[wrong].mean()),
        "share of errors with a sentence": float(said[wrong].mean()),
        "share of blunders with a sentence": float(said[unseen.lost >= BLUNDER].mean()),
    }


def by_plan(weights: Array, bare: Array, unseen: Data) -> dict[str, list[float]]:
    """The same figures for each plan, with the number of plays first."""
    found: dict[str, list[float]] = {}
    for number, each in enumerate(Plan):
        some = unseen.where(unseen.plans == number)
        found[each.value] = [len(some.lost), *told(weights, bare, some).values()]
    return found


def kept(weights: Array) -> dict[str, dict[str, list[float]]]:
    return {
        each.value: {
            theme.value: [round(float(weight), 5) for weight in weights[row][number == THEMES]]
            for number, theme in enumerate(Theme)
        }
        for row, each in enumerate(Plan)
    }


def main(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.facts.mistakes")
    parser.add_argument("--decisions", type=int, default=10_000)
    parser.add_argument("--keep", action="store_true")
    parser.add_argument("file", type=Path)
    options = parser.parse_args(words)
    if not options.file.exists():
        write(options.file, options.decisions)
    counted = options.file.with_suffix(".npz")
    if not counted.exists():
        np.savez(counted, *data(options.file))
    judged = Data(*np.load(counted).values())
    kept_out = judged.games % _FIFTH == 0
    known, unseen = judged.where(~kept_out), judged.where(kept_out)
    weights = fitted(known, lambda some: some.differences)
    bare = fitted(known, lambda some: some.plain, least=-np.inf)
    found, plans = told(weights, bare, unseen), by_plan(weights, bare, unseen)
    for name, figure in found.items():
        print(f"{name}: {figure:.3f}")
    print("by plan: plays, then the same figures")
    for name, row in plans.items():
        print(f"{name:8} {row[0]:6} " + " ".join(f"{figure:.3f}" for figure in row[1:]))
    if options.keep:
        about = {
            "games": len(np.unique(judged.games)),
            "plays": len(judged.lost),
            "plays not fitted": len(unseen.lost),
            **{name: round(figure, 4) for name, figure in found.items()},
        }
        WEIGHTS.write_text(json.dumps({"figures": about, "weights": kept(weights)}, indent=1) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
