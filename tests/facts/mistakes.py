"""The weights of the themes that say why a play was wrong: `python -m tests.facts.mistakes [--decisions N] FILE`.

The file holds judged plays (`judged_plays`) and is written first if it does not exist. Ridge regression with weights
that are not negative, because each number of `features` is larger where the mover stands better (but for `SHAPE`, whose
weights are free): first for all plans together, then for each plan, drawn towards the common ones. The figures printed
are of games that were not fitted, each fifth by weights of the others. `--keep` writes the weights of all games, with
these figures, to `bot/analysis/weights.json`.

A theme is clear, for or against the play, by the rule by which it is said (`bot.analysis.themes`), but whichever its
direction; its sign is right if it is against the play, as the loss is.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np

from bot.analysis.facts import Facts, facts
from bot.analysis.features import WEIGHTS, Plan, Theme, features, plan
from bot.analysis.themes import AGAINST, ENOUGH, SENTENCES, TOGETHER
from bot.analysis.verdicts import BLUNDER, ERROR
from bot.backgammon import Position
from tests.facts.judged_plays import read, write

SIZES = {theme: len(numbers) for theme, numbers in features(facts(Position.start())).items()}
THEMES = np.array([number for number, theme in enumerate(Theme) for _ in range(SIZES[theme])])
_FOLDS = 5
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
    """The plain comparison: own pips, pips of the other side, shots."""
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
            told = {theme: tell(Position(each.position), found, right) for theme, tell in SENTENCES.items()}
            sayable.append([told.get(theme) is not None for theme in Theme])
            plains.append(np.subtract(plain(right), plain(found)))
    return Data(*map(np.array, (games, kinds, lost, differences, plains, sayable)))


def ridge(x: Array, y: Array, penalty: float, prior: Array, least: Array) -> Array:
    """Weights of at least `least` (a row), by coordinate descent; the penalty is on the distance from `prior`, for
    columns scaled to a mean square of 1.
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
            weights[place] = max(least[place], free)
        if np.abs(weights - before).max() < 1e-7:
            break
    return weights / scale


def fitted(x: Array, known: Data, least: Array) -> Array:
    """A row of weights for each plan."""
    common = ridge(x, known.lost, _ALL, np.zeros(x.shape[1]), least)
    rows = [known.plans == number for number in range(len(Plan))]
    return np.array([ridge(x[some], known.lost[some], _OWN, common, least) for some in rows])


LEAST = np.where(list(Theme).index(Theme.SHAPE) == THEMES, -np.inf, 0.0)
_FREE = np.full(3, -np.inf)


class Seen(NamedTuple):
    """What is predicted of plays in games that were not fitted: their loss, plan and whether each theme can be said;
    the contributions of the themes, and the prediction from pips and shots alone.
    """

    lost: Array
    plans: Array
    sayable: Array
    themes: Array
    bare: Array

    def where(self, rows: Array) -> Seen:
        return Seen(*(each[rows] for each in self))


def cross_validated(judged: Data) -> Seen:
    """Each fifth of the games by weights fitted to the others."""
    found: list[Seen] = []
    for fold in range(_FOLDS):
        rows = judged.games % _FOLDS == fold
        known, unseen = judged.where(~rows), judged.where(rows)
        parts = unseen.differences * fitted(known.differences, known, LEAST)[unseen.plans]
        themes = np.array([parts[:, number == THEMES].sum(axis=1) for number in range(len(Theme))]).T
        bare = (unseen.plain * fitted(known.plain, known, _FREE)[unseen.plans]).sum(axis=1)
        found.append(Seen(unseen.lost, unseen.plans, unseen.sayable, themes, bare))
    return Seen(*map(np.concatenate, zip(*found, strict=True)))


def figures(seen: Seen) -> dict[str, float]:
    themes, predicted, wrong = seen.themes, seen.themes.sum(axis=1), seen.lost >= ERROR
    for_it, against = themes.max(axis=1), -themes.min(axis=1)
    right = for_it > against
    large = np.maximum(for_it, against) >= np.maximum(ENOUGH * seen.lost, AGAINST * np.minimum(for_it, against))
    clear = wrong & large & (np.where(right, predicted, -predicted) >= TOGETHER * seen.lost)
    sayable = np.where(seen.sayable, themes, 0).max(axis=1)
    said = (sayable >= np.maximum(ENOUGH * seen.lost, AGAINST * against)) & (predicted >= TOGETHER * seen.lost)
    return {
        "correlation with the loss": correlation(predicted, seen.lost),
        "correlation of pips and shots alone": correlation(seen.bare, seen.lost),
        "sign right where a theme is clear": float(right[clear].mean()),
        "share of errors with a clear theme": float(clear.sum() / wrong.sum()),
        "sign right of the largest theme of every error": float(right[wrong].mean()),
        "share of errors with a sentence": float(said[wrong].mean()),
        "share of blunders with a sentence": float(said[seen.lost >= BLUNDER].mean()),
    }


def correlation(one: Array, other: Array) -> float:
    return float(np.corrcoef(one, other)[0, 1])


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
    about = {"games": len(np.unique(judged.games)), "plays": len(judged.lost)}
    seen = cross_validated(judged)
    found = figures(seen)
    for name, figure in about.items():
        print(f"{name}: {figure}")
    for name, figure in found.items():
        print(f"{name}: {figure:.3f}")
    print("by plan: plays, then the same figures")
    for number, each in enumerate(Plan):
        some = seen.where(seen.plans == number)
        print(f"{each.value:8} {len(some.lost):6} " + " ".join(f"{figure:.3f}" for figure in figures(some).values()))
    if options.keep:
        weights = kept(fitted(judged.differences, judged, LEAST))
        figures_of = about | {name: round(figure, 4) for name, figure in found.items()}
        WEIGHTS.write_text(json.dumps({"figures": figures_of, "weights": weights}) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
