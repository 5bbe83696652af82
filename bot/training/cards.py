"""Cards: decisions to be learnt. A card is a position with dice or cube, score and rules, and says nothing of the game
it comes from, nor of whom that was played with.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from bot.analysis.course import decider_side
from bot.analysis.verdicts import Kind, Verdict, candidates
from bot.backgammon import Side
from bot.training.memory import Grade

ENOUGH = 0.06
"""The least loss of a mistake that becomes a card, in equity."""

ALMOST = 0.01
"""A choice that loses no more, in equity, is as good as right."""

FEWEST, MOST = 2, 5
"""How many choices a card has."""


class Card(Struct, frozen=True, forbid_unknown_fields=True, kw_only=True, omit_defaults=True):
    """A decision of White's to be learnt; its `verdict` has as `chosen` the mistake once made, which is `best` where
    none was. `length` of the match, 0 for money.

    `easy`: plays for beginners to choose from, among them the best and the mistake, with their losses, all compared at
    `easy_plies`; None where nobody has looked for them yet, empty where there are none.
    """

    verdict: Verdict
    length: int = 0
    easy: tuple[tuple[str, float], ...] | None = None
    easy_plies: int = 0


def card_of(verdict: Verdict, length: int) -> Card:
    """The card of a decision in a game: what tells of the game is left out, and who decides is White."""
    side = Side.WHITE if decider_side(verdict) is verdict.side else Side.BLACK
    return Card(
        verdict=replace(verdict, seat=0, side=side, turn=0, counted=False, luck=0.0, unseen=0.0, staked=0),
        length=length if verdict.stakes.away is not None else 0,
    )


def name_of(card: Card) -> str:
    """A name that follows from the task alone: the same decision of another game is the same card."""
    verdict = card.verdict
    task = verdict.position, sorted(verdict.dice or ()), verdict.kind, verdict.stage, verdict.stakes, card.length
    return hashlib.sha256(msgspec.json.encode(task)).hexdigest()[:16]


def asked(card: Card, *, beginner: bool) -> Verdict:
    """The decision as somebody is asked it: a beginner chooses among other plays, where they are known."""
    verdict = card.verdict
    if not beginner or not card.easy:
        return verdict
    lost = dict(card.easy)[verdict.chosen]
    return replace(verdict, near=card.easy, error=lost, plies=card.easy_plies)


def choices(verdict: Verdict, showing: str) -> list[tuple[str, float | None]]:
    """The choices, at most `MOST`, and what each loses; the right one stands anywhere. `showing` names what is
    shown: its order is the same whenever it is asked for.
    """
    found = candidates(verdict)
    needed = {verdict.best, verdict.chosen}
    others = sorted((each for each in found if each[0] not in needed), key=lambda each: (each[1] is None, each[1] or 0))
    wanted = {*needed, *(choice for choice, _ in others[: MOST - len(needed)])}
    shown = [each for each in found if each[0] in wanted]
    random.Random(showing).shuffle(shown)
    return shown


def graded(verdict: Verdict, lost: float | None, picked: str) -> Grade:
    """What a choice is worth, by its loss, None if that is not known."""
    if picked == verdict.best:
        return Grade.GOOD
    return Grade.HARD if lost is not None and lost <= ALMOST else Grade.AGAIN


def is_card(verdict: Verdict) -> bool:
    """Whether a decision becomes a card: it lost enough, and the mistake and the best choice differ."""
    return verdict.error >= ENOUGH and verdict.chosen != verdict.best


def with_easy(card: Card, judged: Sequence[tuple[str, float]], weak: Sequence[str], plies: int) -> Card:
    """A card with plays for beginners: the best, the mistake, and what weak players make of it, the commonest first.

    `judged`: all plays compared at so many plies, the best first, with their losses. There are none where another play
    is best at this depth, or too few are wrong.
    """
    verdict, losses = card.verdict, dict(judged)
    there = (verdict.best, verdict.chosen)
    if verdict.kind is not Kind.PLAY or not judged or judged[0][0] != verdict.best or verdict.chosen not in losses:
        return replace(card, easy=(), easy_plies=0)
    wrong = [each for each in dict.fromkeys(weak) if each in losses and each not in there]
    named = dict.fromkeys((*there, *wrong[: MOST - len(set(there))]))
    if len(named) < FEWEST:
        return replace(card, easy=(), easy_plies=0)
    return replace(card, easy=tuple((each, losses[each]) for each in named), easy_plies=plies)
