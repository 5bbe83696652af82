"""Texts and buttons of a challenge between two, in any game."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import discord

from bot.ladder.rating import MOST_A_DAY
from bot.screens.buttons import GREEN, GREY, RED, button, view
from bot.screens.custom_ids import Press
from bot.screens.fitting import pages
from bot.screens.names import MOST, plain
from bot.screens.phone import beginnings, for_phone
from bot.tables.about import Unrated
from bot.tables.table import Stage, Table
from bot.texts import Texts

#: Lines of a challenge on a phone, besides two of small print.
_LINES = 4
#: Characters of a name in small print.
_NAME = 20
#: Lines of the first message of a game against a computer, besides its small print, and lengths of the name in it,
#: tried in turn.
_BRIEF, _BRIEF_NAMES = 2, (MOST, 20, 14, 10, 8, 6, 4)


class Terms(NamedTuple):
    """The title of what is played, a shorter one, and every rule in force, one per line. `unusual`: those that are not
    default. `looks`: who has which colours, where a challenge has to say it; `settled`: the same once it is accepted.
    """

    title: str
    rules: tuple[str, ...] = ()
    looks: str = ""
    settled: str = ""
    unusual: tuple[str, ...] = ()
    brief: str = ""


def challenge_words(table: Table, terms: Terms, t: Texts) -> str:
    """The message of a challenge in its current stage: open, accepted, declined or expired."""
    if table.people.teams:
        return pair_words(table, terms, t)
    host, *others = table.people.seats
    who, title = plain(host.name), terms.title
    if table.stage is Stage.WITHDRAWN:
        return t("**{who}**'s challenge ({title}) has expired.", who=who, title=title)
    if table.stage is not Stage.CHALLENGE:
        # The first message of the table names the players and rules.
        first = t(
            "**{other}** accepts **{who}**'s challenge ({title}).", who=who, other=plain(others[0].name), title=title
        )
        return "\n".join(filter(None, (first, small_print(table, t), unrated_words(table, t))))
    if others:
        first = t("**{who}** challenges <@{other}>: {title}.", who=who, other=others[0].user, title=title)
    else:
        first = t("**{who}** looks for an opponent: {title}.", who=who, title=title)
    return _open_words(first, counts_words(table, t), table, terms, t)


def _open_words(first: str, second: str, table: Table, terms: Terms, t: Texts) -> str:
    """The message of an open challenge with these two lines, and what of the rules is not usual as far as it fits."""
    small = [*waiting_print(table, t), *filter(None, (unrated_words(table, t),))]
    lines = for_phone(((first, second, unusual) for unusual in _unusual(terms, t)), _LINES + 2 - len(small))
    return "\n".join(filter(None, (*lines, *small)))


def pair_words(table: Table, terms: Terms, t: Texts) -> str:
    """The same of two against two; while it is open, with who has agreed and who has not."""
    people, title = table.people, terms.title
    if table.stage is Stage.WITHDRAWN:
        return t("**{who}**'s challenge ({title}) has expired.", who=plain(people.everybody[0].name), title=title)
    if table.stage is not Stage.CHALLENGE:
        one, other = (plain(person.name) for person in people.seats)
        first = t("**{one}** against **{other}**: all four agree ({title}).", one=one, other=other, title=title)
        return "\n".join((first, small_print(table, t)))
    host, partner, one, other = people.everybody
    first = t(
        "**{who}** with <@{partner}> challenges <@{one}> and <@{other}>: {title}.",
        who=plain(host.name), partner=partner.user, one=one.user, other=other.user, title=title,
    )  # fmt: skip

    def listed(agreed: bool) -> str:
        named = [each for each in people.everybody if (each.user in people.agreed) is agreed]
        return t.listed([plain(each.name, _NAME) for each in named])

    second = t("✅ {agreed} · ⏳ {awaited}", agreed=listed(agreed=True), awaited=listed(agreed=False))
    return _open_words(first, second, table, terms, t)


def counts_words(table: Table, t: Texts) -> str:
    """The league that a match counts for; empty for none."""
    counts = table.about.counts
    return t("🏆 Counts for **{name}**.", name=plain(counts.name)) if counts else ""


def _unusual(terms: Terms, t: Texts) -> Iterator[str]:
    """Differences from the defaults, in decreasing detail; empty if there are none."""
    unusual = tuple(filter(None, (*terms.unusual, terms.looks)))
    if not unusual:
        yield ""
        return
    for listed in beginnings(unusual, " "):
        yield t("Not usual: {rules}", rules=listed)
    yield t.many("{number} rule is not usual.", "{number} rules are not usual.", len(unusual))


def opening_words(table: Table, terms: Terms, t: Texts) -> str:
    """The opening message of a table of two, which is never edited."""
    if table.computers:
        return _brief_opening(table, terms, t)
    one, other = table.people.seats
    first = t(
        "**{who}** against **{other}**: {title}.", who=plain(one.name), other=plain(other.name), title=terms.title
    )
    rules = " ".join(filter(None, (*terms.rules, terms.settled)))
    return "\n".join(filter(None, (first, rules, counts_words(table, t), small_print(table, t))))


def _brief_opening(table: Table, terms: Terms, t: Texts) -> str:
    """The same against a computer, where no rules have to be agreed on: four lines on a phone, with unusual rules as
    far as they fit; all rules are under **More**.
    """
    one, other = table.people.seats

    def first(most: int, unusual: str) -> str:
        who, against = plain(one.name, most), plain(other.name)
        told = t("**{who}** – **{other}**: {title}.", who=who, other=against, title=terms.brief)
        return f"{told} {unusual}".rstrip()

    counted = t.many("{number} rule is not usual.", "{number} rules are not usual.", len(terms.unusual))
    listed = (*beginnings(terms.unusual, " "), counted, "") if terms.unusual else ("",)
    (head,) = for_phone(((first(most, each),) for each in listed for most in _BRIEF_NAMES), _BRIEF)
    table_line = t("-# Table `{table}`", table=table.id) + (f" · {rated}" if (rated := rated_words(table, t)) else "")
    return "\n".join((head, table_line, t("-# Commitment `{commitment}`", commitment=table.short_commitment)))


def rules_pages(terms: Terms) -> list[str]:
    """Every rule in force, in as few messages as possible."""
    return pages(filter(None, (f"**{terms.title}**", *terms.rules, terms.settled or terms.looks)))


def small_print(table: Table, t: Texts) -> str:
    """A table's id and commitment."""
    told = t("-# Table `{table}` · dice commitment `{commitment}`", table=table.id, commitment=table.short_commitment)
    return told + (f" · {rating}" if (rating := rated_words(table, t)) else "")


def rated_words(table: Table, t: Texts) -> str:
    """Whether the table is rated; empty where that does not apply."""
    return "" if table.about.rated is None else t("rated") if table.about.rated else t("not rated")


def unrated_words(table: Table, t: Texts) -> str:
    """The daily limit by which it is not rated, in small print; empty for none."""
    people = table.people.seats
    match table.about.unrated:
        case None:
            return ""
        case Unrated.PAIR:
            return t("-# Not rated: you two have had your rated matches of today.")
        case Unrated.HOST:
            who = people[0]
        case Unrated.OPPONENT:
            who = people[-1]
    return t("-# Not rated: {who} has had {number} rated matches today.", who=plain(who.name, _NAME), number=MOST_A_DAY)


def waiting_print(table: Table, t: Texts) -> tuple[str, str]:
    """The small print of a table that has not begun, with its expiry, one line on a phone each."""
    closes = t("-# Table `{table}` · closes <t:{time}:R>", table=table.id, time=int(table.about.expires_at))
    return (
        # A daily limit has a line of its own.
        closes + (f" · {rating}" if not table.about.unrated and (rating := rated_words(table, t)) else ""),
        t("-# Commitment `{commitment}`", commitment=table.short_commitment),
    )


def declined_words(table: Table, terms: Terms, user: int, t: Texts) -> str:
    """The message after it was declined, or withdrawn by the challenger."""
    host, *others = table.people.everybody
    title = terms.title
    if user == host.user:
        return t("**{who}** has withdrawn the challenge ({title}).", who=plain(host.name), title=title)
    return t(
        "**{other}** declines **{who}**'s challenge ({title}).",
        other=plain(next((each for each in others if each.user == user), others[0]).name), who=plain(host.name),
        title=title,
    )  # fmt: skip


def challenge_buttons(table: Table, t: Texts) -> discord.ui.View:
    """The buttons of an open challenge: accept, decline, rules, a word for the dice; for the challenger, withdraw."""
    if table.stage is not Stage.CHALLENGE:
        return view([])

    def press(verb: str) -> Press:
        return Press(verb, table.id, 0)

    named = len(table.people.seats) > 1
    answers = (
        [
            button(t("Accept challenge"), press("join"), GREEN),
            button(t("Decline challenge"), press("refuse"), RED),
        ]
        if named
        else [button(t("Play"), press("join"), GREEN)]
    )
    return view(
        [
            *answers,
            button(t("Rules"), press("challenge_rules"), GREY, "📖"),
            button(t("My word"), press("word"), GREY, "🎲"),
            button(t("Withdraw"), press("withdraw"), RED if not named else GREY),
        ]
    )
