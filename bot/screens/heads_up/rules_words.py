"""Rules and challenges in words: what people agree to before they play."""

from __future__ import annotations

import discord

from bot.backgammon import CubeRules, Jacoby, Rules, Seat
from bot.screens.board_scene import variant_words
from bot.screens.buttons import GREEN, GREY, RED, button, view
from bot.screens.custom_ids import Press
from bot.screens.names import plain
from bot.tables.table import Stage, Table
from bot.texts import Texts


def title_words(rules: Rules, t: Texts) -> str:
    """What is played, in a few words."""
    variant = variant_words(rules.variant, t)
    if rules.length:
        return t.many("{variant}, a match to {number} point", "{variant}, a match to {number} points", rules.length,
                      variant=variant)  # fmt: skip
    return t("{variant}, a money session", variant=variant)


def rules_words(rules: Rules, t: Texts) -> list[str]:
    """Every rule in force, one a line."""
    lines: list[str] = []
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


def _money_words(money: CubeRules, t: Texts) -> list[str]:
    cap = money.cube_cap
    cube = t("Doubling cube.") if cap is None else t("Doubling cube up to {cap}.", cap=cap)
    animals = {
        0: t("No beavers."),
        1: t.many("Beavers: at most {number} a game.", "Beavers: at most {number} a game.", money.beavers_per_bet),
        2: t.many("Beavers and raccoons: {number} beaver a game.", "Beavers and raccoons: {number} beavers a game.",
                  money.beavers_per_bet),
    }  # fmt: skip
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


def challenge_words(table: Table, t: Texts) -> str:
    """The message of a challenge as it stands: open, accepted, declined or expired."""
    host, *others = table.people.seats
    rules = " ".join(rules_words(table.rules, t))
    who = plain(host.name)
    title = title_words(table.rules, t)
    if table.stage is Stage.WITHDRAWN:
        return t("**{who}**'s challenge ({title}) has expired.", who=who, title=title)
    if table.stage is not Stage.CHALLENGE:
        first = t("**{who}** against **{other}**: {title}.", who=who, other=plain(others[0].name), title=title)
        return "\n".join(filter(None, (first, _colour_words(table, t), _small_print(table, t))))
    if others:
        first = t("**{who}** challenges <@{other}>: {title}.", who=who, other=others[0].user, title=title)
    else:
        first = t("**{who}** looks for an opponent: {title}.", who=who, title=title)
    rules = " ".join(filter(None, (rules, _colour_words(table, t))))
    words = [first, rules, t("Open until <t:{time}:t>.", time=int(table.about.expires_at))]
    if given := len(table.people.words):
        words.append(t.many("{number} word given for the dice.", "{number} words given for the dice.", given))
    words.append(_small_print(table, t))
    return "\n".join(words)


def _colour_words(table: Table, t: Texts) -> str:
    """Whose checkers look how, where the challenger does not have the light ones."""
    light = table.about.light
    if light is None:
        return t("Colours are drawn.")
    return _dark_words(table, light, t) if light else ""


def _dark_words(table: Table, light: Seat, t: Texts) -> str:
    return t("**{who}** has the dark checkers.", who=plain(table.people.seats[1 - light].name))


def opening_words(table: Table, t: Texts) -> str:
    """The message with which a match or money session begins, and which is never edited."""
    white, black = table.people.seats
    first = t(
        "**{who}** against **{other}**: {title}.",
        who=plain(white.name), other=plain(black.name), title=title_words(table.rules, t),
    )  # fmt: skip
    rules = " ".join((*rules_words(table.rules, t), _dark_words(table, table.about.light or 0, t)))
    return "\n".join((first, rules, _small_print(table, t)))


def _small_print(table: Table, t: Texts) -> str:
    return t("-# Table `{table}` · dice commitment `{commitment}`", table=table.id, commitment=table.short_commitment)


def declined_words(table: Table, user: int, t: Texts) -> str:
    """What becomes of the message when somebody declines, or the challenger thinks better of it."""
    host, *others = table.people.seats
    title = title_words(table.rules, t)
    if user == host.user:
        return t("**{who}** has withdrawn the challenge ({title}).", who=plain(host.name), title=title)
    return t(
        "**{other}** declines **{who}**'s challenge ({title}).",
        other=plain(others[0].name), who=plain(host.name), title=title,
    )  # fmt: skip


def challenge_buttons(table: Table, t: Texts) -> discord.ui.View:
    """Accept, Decline and My word, while the challenge is open."""
    if table.stage is not Stage.CHALLENGE:
        return view([])
    return view(
        [
            button(t("Accept"), Press("join", table.id, 0), GREEN),
            button(t("Decline"), Press("refuse", table.id, 0), RED),
            button(t("My word"), Press("word", table.id, 0), GREY, "🎲"),
        ]
    )
