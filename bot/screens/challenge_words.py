"""A challenge between two people in words, whatever they play: what they agree to before they play."""

from __future__ import annotations

from typing import NamedTuple

import discord

from bot.screens.buttons import GREEN, GREY, RED, button, view
from bot.screens.custom_ids import Press
from bot.screens.names import plain
from bot.tables.table import Stage, Table
from bot.texts import Texts


class Terms(NamedTuple):
    """What is played, in a few words, and every rule in force, one a line. `looks`: whose pieces look how, where a
    challenge has to say it; `settled`: the same once it is accepted."""

    title: str
    rules: tuple[str, ...] = ()
    looks: str = ""
    settled: str = ""


def challenge_words(table: Table, terms: Terms, t: Texts) -> str:
    """The message of a challenge as it stands: open, accepted, declined or expired."""
    host, *others = table.people.seats
    who, title = plain(host.name), terms.title
    if table.stage is Stage.WITHDRAWN:
        return t("**{who}**'s challenge ({title}) has expired.", who=who, title=title)
    if table.stage is not Stage.CHALLENGE:
        first = t("**{who}** against **{other}**: {title}.", who=who, other=plain(others[0].name), title=title)
        return "\n".join(filter(None, (first, terms.looks, _small_print(table, t))))
    if others:
        first = t("**{who}** challenges <@{other}>: {title}.", who=who, other=others[0].user, title=title)
    else:
        first = t("**{who}** looks for an opponent: {title}.", who=who, title=title)
    rules = " ".join(filter(None, (*terms.rules, terms.looks)))
    words = [first, *filter(None, (rules,)), t("Open until <t:{time}:t>.", time=int(table.about.expires_at))]
    if given := len(table.people.words):
        words.append(t.many("{number} word given for the dice.", "{number} words given for the dice.", given))
    words.append(_small_print(table, t))
    return "\n".join(words)


def opening_words(table: Table, terms: Terms, t: Texts) -> str:
    """The message with which a table of two begins, and which is never edited."""
    one, other = table.people.seats
    first = t(
        "**{who}** against **{other}**: {title}.", who=plain(one.name), other=plain(other.name), title=terms.title
    )
    rules = " ".join(filter(None, (*terms.rules, terms.settled)))
    return "\n".join(filter(None, (first, rules, _small_print(table, t))))


def _small_print(table: Table, t: Texts) -> str:
    return t("-# Table `{table}` · dice commitment `{commitment}`", table=table.id, commitment=table.short_commitment)


def declined_words(table: Table, terms: Terms, user: int, t: Texts) -> str:
    """What becomes of the message when somebody declines, or the challenger thinks better of it."""
    host, *others = table.people.seats
    title = terms.title
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
