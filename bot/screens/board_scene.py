"""What pictures of every game on a board have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from msgspec.structs import replace as with_fields

from bot.backgammon import (
    Bet,
    CubeRules,
    Dice,
    Draft,
    Rules,
    Score,
    Side,
    Variant,
    actions,
    numbers,
)
from bot.backgammon import Step as PlayedStep
from bot.backgammon.bet import turnable
from bot.screens.names import called
from bot.tables.table import Table
from bot.texts import Texts
from render import Cube, Die, LastPlay, Scene, Step


def draft_scene(
    scene: Scene, side: Side, draft: Draft, dice: Dice, latest: Sequence[PlayedStep], *, flipped: bool
) -> Scene:
    """The board of somebody of `side` who is putting a play together: the picks made, the numbers used faded, what can
    move marked, and the way of the `latest` steps.

    `scene`: the board as everybody sees it.
    """
    position = draft.position if side is Side.WHITE else draft.position.mirrored()
    left = list(draft.left)
    lying: list[Die] = []
    for number in reversed(numbers(dice)):
        used = number not in left
        if not used:
            left.remove(number)
        lying.insert(0, Die(number, used))
    steps = tuple(Step(*step) for step in latest)
    return replace(
        scene,
        bottom=position.own,
        top=position.opponent,
        dice=tuple(lying),
        last=LastPlay(side, steps) if steps else None,
        movable=tuple(dict.fromkeys(pick.start for pick, _ in draft.options)),
        banner="",
        flipped=flipped,
    )


def names_of(table: Table) -> tuple[str, str]:
    """Who sits at the bottom and at the top."""
    white, black = table.people.seats
    return called(white.name), called(black.name)


def rule_tags(rules: Rules, t: Texts) -> Iterable[str]:
    """The variant and the rules of play that are not the usual ones."""
    if rules.variant is not Variant.BACKGAMMON:
        yield variant_words(rules.variant, t)
    if rules.max_on_point is not None:
        yield t("Egyptian rule")


def variant_words(variant: Variant, t: Texts) -> str:
    """The name of a set-up."""
    return {
        Variant.BACKGAMMON: t("backgammon"),
        Variant.NACKGAMMON: t("nackgammon"),
        Variant.HYPERGAMMON: t("hypergammon"),
    }[variant]


def lying_cube(bet: Bet, rules: CubeRules, score: Score | None = None) -> Cube | None:
    """The cube of a bet, open or decided; none where it stands at 1 and never can be turned."""
    live = turnable(with_fields(bet, result=None), rules, score)
    return Cube(bet.value, bet.owner, dead=not live) if live or bet.value > 1 else None


class Told(Protocol):
    """What a piece of news says of a board, whatever is played on it; `side`: who played."""

    @property
    def action(self) -> object: ...
    @property
    def proposal(self) -> object: ...
    @property
    def side(self) -> int | None: ...
    @property
    def steps(self) -> Sequence[PlayedStep]: ...


def last_play(news: Sequence[Told]) -> LastPlay | None:
    """The play that led to the board as it stands after all this."""
    for each in reversed(news):
        match each.action:
            case actions.Move() if each.steps and each.side is not None:
                return LastPlay(each.side, tuple(Step(*step) for step in each.steps))
            case actions.OpeningRoll() | actions.Next():
                return None
            case actions.Undo() | actions.Accept() if isinstance(each.proposal, actions.Undo):
                return None
            case _:
                continue
    return None
