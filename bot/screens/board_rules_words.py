"""Texts of the rules between two: of a match, of a money session, of a game in a file."""

from __future__ import annotations

from msgspec import UNSET
from msgspec.structs import replace

from bot.backgammon import Beavers, CubeRules, Jacoby, Rules, Side, Sits, Variant, format_xgid
from bot.backgammon.typed_opening import opening_xgid
from bot.screens.board_scene import variant_words
from bot.texts import Texts


def title_words(rules: Rules, t: Texts) -> str:
    """A title of what is played."""
    variant = variant_words(rules.variant, t)
    if rules.length:
        return t.many("{variant}, a match to {number} point", "{variant}, a match to {number} points", rules.length,
                      variant=variant)  # fmt: skip
    return t("{variant}, a money session", variant=variant)


def brief_words(rules: Rules, t: Texts) -> str:
    """A shorter title: the length, and what is not plain backgammon."""
    length = t.many("{number} point", "{number} points", rules.length) if rules.length else t("for money")
    if rules.variant is Variant.BACKGAMMON:
        return length
    return t("{variant}, {length}", variant=variant_words(rules.variant, t), length=length)


def rules_words(rules: Rules, t: Texts) -> list[str]:
    """Every rule in force, one per line."""
    lines = [] if rules.opening is UNSET else [opening_words(rules, t), xgid_line(rules)]
    if rules.sits is not UNSET:
        lines.append(
            t("Two against two; partners change after each game.")
            if rules.sits is Sits.GAME
            else t("Two against two; who sits first plays all games.")
        )
    if not rules.bet.cube:
        lines.append(t("No doubling cube."))
    elif rules.length:
        lines.append(t("Doubling cube."))
        lines.append(t("Crawford rule.") if rules.crawford else t("No Crawford rule."))
    else:
        lines += _money_words(rules.money, t)
        lines.append(t("Settlements are allowed.") if rules.settlements else t("No settlements."))
    if rules.max_on_point is not None:
        lines.append(t("Egyptian rule: at most {number} checkers on a point.", number=rules.max_on_point))
    return lines


def unusual_words(rules: Rules, t: Texts, *, brief: bool = False) -> list[str]:
    """The rules that differ from the defaults; of a position in which they begin, in words, with `brief` in few."""
    usual = rules_words(Rules(length=rules.length, sits=rules.sits and Sits.GAME), t)
    begins = [] if rules.opening is UNSET else [t("From a position.") if brief else opening_words(rules, t)]
    plain = replace(rules, opening=UNSET)
    return [*begins, *(line for line in rules_words(plain, t) if line not in usual)]


def opening_words(rules: Rules, t: Texts) -> str:
    """That the first game begins in a position, and who is on turn there: the challenger has the first seat."""
    assert rules.opening is not UNSET
    if rules.opening.turn is Side.WHITE:
        return t("From a position, challenger on turn; not rated.")
    return t("From a position, opponent on turn; not rated.")


def xgid_line(rules: Rules) -> str:
    """The position in which the first game begins, for copying; the challenger is at the bottom."""
    return f"`{format_xgid(opening_xgid(rules))}`"


def _money_words(money: CubeRules, t: Texts) -> list[str]:
    cap = money.cube_cap
    cube = t("Doubling cube.") if cap is None else t("Doubling cube up to {cap}.", cap=cap)
    most = money.beavers_per_bet
    animals = {
        Beavers.NONE: t("No beavers."),
        Beavers.BEAVER: t.many("Beavers: at most {number} a game.", "Beavers: at most {number} a game.", most),
        Beavers.RACCOON: t.many(
            "Beavers and raccoons: {number} beaver a game.", "Beavers and raccoons: {number} beavers a game.", most
        ),
    }
    automatic = (
        t.many("Automatic doubles: at most {number}.", "Automatic doubles: at most {number}.", money.auto_doubles)
        if money.auto_doubles
        else t("No automatic doubles.")
    )
    jacoby = (
        t("No Jacoby rule.")
        if money.jacoby is Jacoby.OFF
        else t("Jacoby rule: gammons count only after the cube has been turned.")
    )
    return [cube, jacoby, animals[money.animals], automatic]
