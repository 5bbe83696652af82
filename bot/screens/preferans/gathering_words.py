"""The message of a gathering, and the one with which the sheet begins."""

from __future__ import annotations

import discord

from bot.preferans.sheet import Options
from bot.screens.buttons import GREEN, GREY, RED, button, view
from bot.screens.challenge_words import small_print, waiting_print
from bot.screens.custom_ids import Press
from bot.screens.fitting import fitted
from bot.screens.names import plain
from bot.screens.preferans.option_words import all_rules, changed, title_words
from bot.tables.table import Stage, Table
from bot.texts import Texts

#: Before the host's name, as Discord marks the owner of a server.
_HOST = "👑 "


def gathering_words(table: Table, t: Texts) -> str:
    """The players and the convention; or how the gathering ended."""
    options = table.setup_of(Options)
    if table.stage is Stage.WITHDRAWN:
        return t("**{who}**'s Preferans sheet did not come about.", who=plain(table.person(0).name))
    if table.stage is not Stage.CHALLENGE:
        return fitted(lambda most: ((), [_begun(table, most, t), small_print(table, t)]))

    def said(most: int) -> tuple[tuple[()], list[str]]:
        people = ", ".join(plain(each.name, most) for each in table.people.seats)
        there = t(
            "{number} of {most}: {people}",
            number=len(table.people.seats), most=options.convention.players, people=_HOST + people,
        )  # fmt: skip
        differs = (
            t("Some values are this company's own: see **{rules}**.", rules=t("Rules")) if changed(options) else ""
        )
        return (), [f"**{title_words(options, t)}**", differs, there, *waiting_print(table, t)]

    return fitted(said)


def begun_words(table: Table, t: Texts) -> str:
    """The players and the convention; never edited."""

    def said(most: int) -> tuple[tuple[()], list[str]]:
        rules = all_rules(table.setup_of(Options), t)
        return (), [_begun(table, most, t), title_words(table.setup_of(Options), t), *rules, small_print(table, t)]

    return fitted(said)


def _begun(table: Table, most: int, t: Texts) -> str:
    people = t.listed(f"**{plain(person.name, most)}**" for person in table.people.seats)
    return t("**Preferans** with {people}.", people=people)


def gathering_buttons(table: Table, t: Texts) -> discord.ui.View:
    """The buttons of a gathering."""
    if table.stage is not Stage.CHALLENGE:
        return view([])

    def press(verb: str) -> Press:
        return Press(f"pref_{verb}", table.id, 0)

    return view(
        [
            button(t("Join"), press("join"), GREEN),
            button(t("Rules"), press("rules"), GREY, "📖"),
            button(t("My word"), press("word"), GREY, "🎲"),
            button(t("Leave"), press("leave"), RED),
        ]
    )
