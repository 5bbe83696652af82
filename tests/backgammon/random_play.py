"""Random but sensible play, for property tests: every action comes from an open question."""

from __future__ import annotations

import random

from bot.backgammon import (
    CubeRules,
    Jacoby,
    Kind,
    Match,
    Question,
    Rules,
    Variant,
    actions,
    apply,
    questions,
    start,
)

RULES = {
    "money": Rules(),
    "match": Rules(length=5),
    "one point": Rules(length=1),
    "no Crawford": Rules(length=3, crawford=False),
    "no cube": Rules(cube=False),
    "nackgammon match": Rules(length=3, variant=Variant.NACKGAMMON),
    "hypergammon match": Rules(length=7, variant=Variant.HYPERGAMMON),
    "hypergammon money": Rules(variant=Variant.HYPERGAMMON),
    "all animals": Rules(money=CubeRules(animals=2, beavers_per_bet=3, auto_doubles=2)),
    "no cap": Rules(money=CubeRules(animals=2, cube_cap=None, jacoby=Jacoby.OFF), variant=Variant.HYPERGAMMON),
    "beavers not refusable": Rules(money=CubeRules(beaver_refusable=False, auto_doubles=1, cube_cap=8)),
    "Egyptian": Rules(max_on_point=5),
}


def some_answer(rng: random.Random, match: Match, question: Question) -> actions.AnyAction | None:
    """An answer to the question by somebody who may give it; None if nobody may."""
    choices = [(None, kind) for kind in question.bot] + [
        (seat, kind) for seat in question.of for kind in question.answers
    ]
    if not choices:
        return None
    by, kind = rng.choice(choices)
    dice = rng.randint(1, 6), rng.randint(1, 6)
    if kind is actions.OpeningRoll:
        return actions.OpeningRoll(by=by, dice=dice)
    if kind is actions.Roll:
        return actions.Roll(by=by, dice=dice)
    if kind is actions.Move:
        return actions.Move(by=by, play=str(rng.choice(match.game.plays(match.rules))))
    if kind is actions.Resign:
        kinds = [*Kind, None] if match.rules.length else list(Kind)
        return actions.Resign(by=by, kind=rng.choice(kinds))
    if kind is actions.Settle:
        return actions.Settle(by=by, points=rng.randint(-3, 3))
    if kind is actions.Accept:
        return actions.Accept(by=by, question=question.number)
    if kind is actions.Decline:
        return actions.Decline(by=by, question=question.number)
    return kind(by=by)


def next_action(rng: random.Random, match: Match, straying: float = 0.04) -> actions.AnyAction:
    """What somebody does next: mostly an answer to the main question, at times to another one."""
    while True:
        open_questions = questions(match)
        question = rng.choice(open_questions) if rng.random() < straying else open_questions[0]
        if action := some_answer(rng, match, question):
            return action


def play_on(
    rng: random.Random, rules: Rules, most: int = 300, straying: float = 0.04
) -> tuple[Match, list[actions.AnyAction]]:
    """A random log of at most so many actions, and the state it leads to."""
    match, log = start(rules), list[actions.AnyAction]()
    while not match.closed and len(log) < most:
        log.append(next_action(rng, match, straying))
        match = apply(match, log[-1])
    return match, log
