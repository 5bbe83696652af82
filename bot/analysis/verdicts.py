"""Verdicts: the cost of each decision and whether it counts, by XG's definitions, so that ratings are comparable.

Equities, and errors with them, are in units of the cube as it stood before the decision; in a match they are normalised
to that for the score (EMG).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

from msgspec import Struct

from bot.analysis.decisions import Decided, Played, Replied, Spoke, question
from bot.backgammon import Dice, OfferStage, Position, Reply, Seat, Side, legal_plays
from bot.engine.exchange import taken_once, worths
from bot.engine.reviews import Asked, Found, PlayFound
from bot.engine.thoughts import Chances, CubeThought, Stakes

ERROR, BLUNDER = 0.02, 0.08
"""The least error, and the least blunder, in equity; XG's terms."""

_WRONG = 0.001
"""A cube decision that loses less is not wrong."""

_CLOSE, _CLEAR, _LOST = 0.001, 0.2, -0.9
"""Thresholds of trivial cube decisions; see `_trivial`."""


class Kind(Enum):
    """The kind of a decision."""

    PLAY = "play"
    CUBE = "cube"
    ANSWER = "answer"


class Verdict(Struct, frozen=True, omit_defaults=True):
    """A decision and its cost.

    `position`: an id of GNU Backgammon's, seen by `side`, which is on roll. `chosen` and `best`: plays in notation, or
    a word of `Reply`, "double" or "roll". `near`: of an error in play, the plays examined with most plies, and the loss
    of each. `after` and `after_best`: the chances of `side` after each; equal for cubes. `stage`: which offer was
    answered. `luck`: that of the roll, in units of the cube, and `staked` as in `Decided`. `unseen`: for a best play
    that is hard to see, its lead over all others.

    `outcomes`: of a cube, its equity for `side` without a double ("roll") and after each answer (a word of `Reply`);
    empty in older verdicts. `plies`: the depth of the comparison, 0 in older verdicts. `market`: of a cube examined a
    second time, the share of sequences that lose the market, as in `CubeThought`.
    """

    seat: Seat
    side: Side
    turn: int
    kind: Kind
    position: str
    stakes: Stakes
    chosen: str
    best: str
    after: Chances
    after_best: Chances
    error: float
    counted: bool = False
    dice: Dice | None = None
    luck: float = 0.0
    stage: OfferStage = OfferStage.DOUBLE
    near: tuple[tuple[str, float], ...] = ()
    unseen: float = 0.0
    outcomes: tuple[tuple[str, float], ...] = ()
    plies: int = 0
    staked: int = 0
    market: float | None = None


DOUBLE, ROLL = "double", "roll"


def judged(decisions: Iterable[Decided], found: Mapping[Asked, Found]) -> tuple[Verdict, ...]:
    """The verdicts, in the order of the decisions."""
    return tuple(_verdict(each, found[question(each)]) for each in decisions)


def _verdict(decision: Decided, found: Found) -> Verdict:
    match decision.what, found:
        case Played() as played, PlayFound():
            return _of_play(decision, played, found)
        case Spoke() as spoke, CubeThought():
            return _of_cube(decision, spoke, found)
        case Replied() as replied, CubeThought():
            return _of_answer(decision, replied, found)
        case _:
            raise AssertionError("a question has been given the answer of another")


def _of_play(decision: Decided, played: Played, found: PlayFound) -> Verdict:
    position = Position(decision.position)
    texts = {play.packed: str(play) for play in legal_plays(position, played.dice)}
    error = 0.0 if found.forced else _lost(found.best.equity - found.played.equity)
    near = tuple((texts[each.packed], _lost(found.best.equity - each.equity)) for each in found.near)
    return Verdict(
        seat=decision.seat,
        side=decision.side,
        turn=decision.turn,
        kind=Kind.PLAY,
        position=position.id,
        stakes=decision.stakes,
        chosen=texts[found.played.packed],
        best=texts[found.best.packed],
        after=found.played.chances,
        after_best=found.best.chances,
        error=error,
        counted=not found.forced,
        dice=played.dice,
        luck=0.0 if played.given else round(found.luck, 6),
        near=near if error >= ERROR else (),
        unseen=round(found.unseen, 6),
        plies=found.best.plies,
        staked=decision.staked,
    )


def _of_cube(decision: Decided, spoke: Spoke, thought: CubeThought) -> Verdict:
    """The verdict on a double or roll; a double is worth what follows from best play of both sides."""
    answers = worths(thought, decision.stakes, OfferStage.DOUBLE, spoke.ways)
    turned = min(answers.values())
    best = DOUBLE if turned >= thought.stays and (spoke.doubled or turned > thought.stays) else ROLL
    error = _lost(max(turned, thought.stays) - (turned if spoke.doubled else thought.stays))
    shown = [way for way in Reply if way in answers and (way is not Reply.BEAVER or answers[way] < 0)]
    return _said(
        decision,
        Kind.CUBE,
        DOUBLE if spoke.doubled else ROLL,
        best,
        thought,
        error,
        {ROLL: thought.stays} | {way.value: answers[way] for way in shown},
        counted=not _trivial(thought) or error >= _WRONG,
    )


def _trivial(thought: CubeThought) -> bool:
    """Whether the decision is trivial, as XG defines it: doubling or not is the same, far too early or far too good, or
    all is lost anyway.
    """
    stays, taken, dropped = thought.stays, thought.taken, thought.dropped
    return (
        abs(stays - min(taken, dropped)) < _CLOSE
        or stays - taken > _CLEAR
        or stays - dropped > _CLEAR
        or (stays < _LOST and taken < _LOST)
    )


def _of_answer(decision: Decided, replied: Replied, thought: CubeThought) -> Verdict:
    """The verdict on an answer, worth what follows from best play of both sides; a beaver is answered by the
    doubler.
    """
    worth = worths(thought, decision.stakes, replied.stage, replied.ways)
    sign = 1 if replied.stage is OfferStage.BEAVER else -1
    best = max(sorted(worth, key=lambda way: (way is not replied.reply, way.value)), key=lambda way: sign * worth[way])
    error = _lost(sign * (worth[best] - worth[replied.reply]))
    counted = not replied.stage and abs(taken_once(thought, decision.stakes) - thought.dropped) >= _CLOSE
    stays = {} if replied.stage else {ROLL: thought.stays}
    return _said(
        decision,
        Kind.ANSWER,
        replied.reply.value,
        best.value,
        thought,
        error,
        stays | {way.value: worth[way] for way in Reply if way in worth},
        counted=counted or error >= _WRONG,
        stage=replied.stage,
    )


def _said(
    decision: Decided,
    kind: Kind,
    chosen: str,
    best: str,
    thought: CubeThought,
    error: float,
    outcomes: Mapping[str, float],
    *,
    counted: bool,
    stage: OfferStage = OfferStage.DOUBLE,
) -> Verdict:
    return Verdict(
        seat=decision.seat,
        side=decision.side,
        turn=decision.turn,
        kind=kind,
        position=Position(decision.position).id,
        stakes=decision.stakes,
        chosen=chosen,
        best=best,
        after=thought.chances,
        after_best=thought.chances,
        error=error,
        counted=counted,
        stage=stage,
        outcomes=tuple((way, round(equity, 6)) for way, equity in outcomes.items()),
        plies=thought.plies,
        market=thought.market,
    )


def right_outcome(verdict: Verdict) -> str:
    """The outcome of a cube with best play of both sides, as a key of `outcomes`; of an offer, the best answer."""
    if verdict.best != DOUBLE:
        return verdict.best
    answers = [each for each in verdict.outcomes if each[0] != ROLL]
    return min(answers, key=lambda each: each[1], default=(DOUBLE, 0.0))[0]


def candidates(verdict: Verdict) -> list[tuple[str, float | None]]:
    """The choices of a quiz in an order that reveals nothing, and the loss of each as far as known."""
    if verdict.kind is Kind.PLAY:
        found: dict[str, float | None] = dict(verdict.near)
    elif verdict.kind is Kind.CUBE:
        found = {DOUBLE: None, ROLL: None}
    elif verdict.stage is OfferStage.DOUBLE:
        found = {Reply.TAKE.value: None, Reply.DROP.value: None} | _losses(verdict)
    else:
        found = {Reply.TAKE.value: None, Reply.RACCOON.value: None, Reply.DROP.value: None} | _losses(verdict)
    found |= {verdict.chosen: verdict.error, verdict.best: 0.0}
    return sorted(found.items())


def _losses(verdict: Verdict) -> dict[str, float | None]:
    """The loss of each answer to an offer, compared with the best."""
    worth, sign = dict(verdict.outcomes), 1 if verdict.stage is OfferStage.BEAVER else -1
    return {way: _lost(sign * (worth[verdict.best] - worth[way])) for way in worth if way != ROLL}


def _lost(equity: float) -> float:
    return round(max(0.0, equity), 6)
