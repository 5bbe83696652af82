"""Common parts of the pictures of every board game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from msgspec import UNSET
from msgspec.structs import replace as with_fields

from bot.backgammon import (
    Bet,
    CubeRules,
    Dice,
    Draft,
    Kind,
    OfferStage,
    Rules,
    Score,
    Side,
    Variant,
    actions,
    numbers,
)
from bot.backgammon import Step as PlayedStep
from bot.backgammon.bet import turnable
from bot.backgammon.steps import format_steps
from bot.screens.fitting import shortened
from bot.screens.names import called, kind_words
from bot.tables.table import Table
from bot.texts import Texts
from render import Cube, Die, Landing, LastPlay, Scene, Step


def draft_scene(
    scene: Scene, side: Side, draft: Draft, dice: Dice, latest: Sequence[PlayedStep], *, flipped: bool
) -> Scene:
    """The board of a player of `side` who is composing a play: the picks made, used dice faded, movable checkers and
    their landings, and the path of the `latest` steps.

    `scene`: the board as everyone sees it.
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
    movable = tuple(dict.fromkeys(pick.start for pick, _ in draft.options))
    return replace(
        scene,
        bottom=position.own,
        top=position.opponent,
        dice=tuple(lying),
        last=LastPlay(side, steps) if steps else None,
        movable=movable,
        chosen=movable[0] if len(movable) == 1 else None,
        landings=_landings(draft, alone=len(movable) == 1),
        banner="",
        flipped=flipped,
        asked=format_steps(draft.steps),
    )


def _landings(draft: Draft, *, alone: bool) -> tuple[Landing, ...]:
    """The landings of the next step; if only one checker can move (`alone`), also where it may continue to."""
    found = {step.end: Landing(step.end) for _, step in draft.options}
    going = [(draft.after(pick), step.end) for pick, step in draft.options] if alone else []
    while going:
        then, start = going.pop()
        for pick, step in then.options:
            if pick.start == start:
                found.setdefault(step.end, Landing(step.end, direct=False))
                going.append((then.after(pick), step.end))
    return tuple(found.values())


def banner_name(name: str) -> str:
    """A name short enough for the banner."""
    return shortened(name, 24)


def offer_words(who: str, stage: OfferStage, cube: int, t: Texts) -> str:
    """The banner of an offered cube."""
    who = banner_name(who)
    return {
        OfferStage.DOUBLE: t("{who} doubles to {cube}", who=who, cube=cube),
        OfferStage.BEAVER: t("{who} beavers to {cube}", who=who, cube=cube),
        OfferStage.RACCOON: t("{who} raccoons to {cube}", who=who, cube=cube),
    }[stage]


def resignation_words(who: str, kind: Kind | None, t: Texts) -> str:
    return t("{who} resigns {what}?", who=banner_name(who), what=kind_words(kind, t))


def names_of(table: Table) -> tuple[str, str]:
    """The names at the bottom and at the top."""
    white, black = table.people.seats
    return called(white.name), called(black.name)


def rule_tags(rules: Rules, game: int, t: Texts) -> Iterable[str]:
    """The variant and unusual rules of play, as tags of the game with this number."""
    if rules.variant is not Variant.BACKGAMMON:
        yield variant_words(rules.variant, t)
    if rules.max_on_point is not None:
        yield t("Egyptian rule")
    if rules.opening is not UNSET and game == 1:
        yield t("From a position")


def variant_words(variant: Variant, t: Texts) -> str:
    return {
        Variant.BACKGAMMON: t("backgammon"),
        Variant.NACKGAMMON: t("nackgammon"),
        Variant.HYPERGAMMON: t("hypergammon"),
    }[variant]


def lying_cube(bet: Bet, rules: CubeRules, score: Score | None = None) -> Cube | None:
    """The cube of a bet, open or decided; None where it stands at 1 and can never be turned."""
    live = turnable(with_fields(bet, result=None), rules, score)
    return Cube(bet.value, bet.owner, dead=not live) if live or bet.value > 1 else None


class Told(Protocol):
    """The part of a news entry that concerns the board, in any game; `side`: the mover."""

    @property
    def action(self) -> object: ...
    @property
    def proposal(self) -> object: ...
    @property
    def side(self) -> int | None: ...
    @property
    def steps(self) -> Sequence[PlayedStep]: ...


def last_play(news: Sequence[Told]) -> LastPlay | None:
    """The last play among these news, if the board is still as it left it."""
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
