"""What a decision has cost, and whether it counts: as XG does, so that a rating is the number that players know.

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
"""What is called an error, and what a blunder, from so much on; XG's words."""

_WRONG = 0.001
"""A cube decision that gives away less is not wrong."""

_CLOSE, _CLEAR, _LOST = 0.001, 0.2, -0.9
"""When a cube decision is trivial; see `_trivial`."""


class Kind(Enum):
    """What was decided."""

    PLAY = "play"
    CUBE = "cube"
    ANSWER = "answer"


class Verdict(Struct, frozen=True, omit_defaults=True):
    """A decision and what became of it.

    `position`: an id of GNU Backgammon's, seen by `side`, which is on roll. `chosen` and `best`: plays in notation, or
    a word of `Reply`, "double" or "roll". `near`: of an error in play, the plays that were looked at farthest, and what
    each loses. `after` and `after_best`: the chances of `side` then, which of cubes are the same. `stage`: which offer
    was answered. `luck`: that of the roll, in units of the cube, and `staked` as in `Decided`. `unseen`: of a best play
    that is not seen at once, by how much it was better than all others.

    `outcomes`: of a cube, what it is worth to `side` if it stays ("roll") and after each answer (a word of `Reply`);
    empty in what was found before they were kept. `plies`: how far the engine has looked at what it has compared, 0 if
    that was not kept.
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


DOUBLE, ROLL = "double", "roll"


def judged(decisions: Iterable[Decided], found: Mapping[Asked, Found]) -> tuple[Verdict, ...]:
    """What became of each, in their order."""
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
        luck=round(found.luck, 6),
        near=near if error >= ERROR else (),
        unseen=round(found.unseen, 6),
        plies=found.best.plies,
        staked=decision.staked,
    )


def _of_cube(decision: Decided, spoke: Spoke, thought: CubeThought) -> Verdict:
    """To double is worth what it comes to if both sides answer as is best from then on."""
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
    """Whether everybody knows what to do, as XG has it: to turn the cube or not is the same, or is far too early or too
    good to do so, or all is lost anyway.
    """
    stays, taken, dropped = thought.stays, thought.taken, thought.dropped
    return (
        abs(stays - min(taken, dropped)) < _CLOSE
        or stays - taken > _CLEAR
        or stays - dropped > _CLEAR
        or (stays < _LOST and taken < _LOST)
    )


def _of_answer(decision: Decided, replied: Replied, thought: CubeThought) -> Verdict:
    """An answer is worth what it comes to if both sides go on as is best; who answers a beaver is the doubler."""
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
    )


def right_outcome(verdict: Verdict) -> str:
    """What a cube comes to if both sides do what is best, as `outcomes` has it; of an offer, the best answer."""
    if verdict.best != DOUBLE:
        return verdict.best
    answers = [each for each in verdict.outcomes if each[0] != ROLL]
    return min(answers, key=lambda each: each[1], default=(DOUBLE, 0.0))[0]


def candidates(verdict: Verdict) -> list[tuple[str, float | None]]:
    """What one may choose from, in an order that tells nothing, and what each loses as far as that is known."""
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
    """What each answer to an offer loses to the best."""
    worth, sign = dict(verdict.outcomes), 1 if verdict.stage is OfferStage.BEAVER else -1
    return {way: _lost(sign * (worth[verdict.best] - worth[way])) for way in worth if way != ROLL}


def _lost(equity: float) -> float:
    return round(max(0.0, equity), 6)
