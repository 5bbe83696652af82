"""Opening a sheet of Preferans, and gathering for it. The commands are in `preferans`."""

from __future__ import annotations

import asyncio

import discord

from bot.cogs.challenging import begins_again
from bot.cogs.gathering import (
    Opening,
    check_may_begin_again,
    moved_on,
    open_gathering,
    place_of,
    show_gathering,
    tell_rules,
)
from bot.cogs.services import Services, person_of, receipt_of
from bot.cogs.table_setup import word_form
from bot.preferans.sheet import Options
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.preferans.option_words import title_words
from bot.tables.games import PREFERANS
from bot.tables.preferans.gathering import Gathering
from bot.tables.preferans.typed import options_of
from bot.tables.table import Stage, Table
from bot.texts import N_


def gathering(services: Services) -> Gathering:
    """What gathers people: it keeps nothing."""
    return Gathering(services.store, services.repository, services.preferences, services.desk, services.now)


async def open_again(services: Services, answer: Answer, before: Table) -> None:
    """Open another sheet by the same convention. Raises `Foreign` or `Illegal`."""
    check_may_begin_again(answer, before)
    await open_sheet(services, answer, options_of(before), thread=False)


begins_again(PREFERANS, open_again)


async def open_sheet(services: Services, answer: Answer, options: Options, *, thread: bool) -> None:
    """Open a sheet, here or in a thread."""
    assert answer.interaction.guild_id is not None
    people, t = gathering(services), await services.presenter.texts_of(answer.interaction.guild_id)
    opening = Opening(
        gatherings=people,
        opens=lambda guild, channel, host, name, receipt: people.open(guild, channel, host, options, name, receipt),
        title=title_words(options, t),
        beside=N_("With `thread` you can open a sheet beside it."),
        there=N_("The sheet is in {thread}."),
        failed=N_("The sheet could not be posted: {reason}."),
    )
    await open_gathering(services, answer, opening, thread=thread)


async def press_join(services: Services, answer: Answer, press: Press) -> None:
    """The button Join; with the last one the sheet begins."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await gathering(services).join(place_of(answer), press.table, person, receipt)
    joined = outcome.table
    if joined.stage is Stage.OPEN:
        await asyncio.gather(show_gathering(services, answer, joined), services.serve(joined, answer, apart=True))
        return
    # The button is in the server's language until the sheet begins.
    rules = (await services.presenter.texts_of(joined.about.guild))("Rules")
    told = answer.t("You have joined. The rules are under **{rules}**.", rules=rules)
    await show_gathering(services, answer, joined, [told])


async def press_leave(services: Services, answer: Answer, press: Press) -> None:
    """The button Leave."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await gathering(services).leave(place_of(answer), press.table, person, receipt)
    await moved_on(services, answer, outcome, answer.t("You are off the sheet."))


async def call_off(services: Services, answer: Answer, table: str) -> None:
    """Nobody gathers any more."""
    interaction = answer.interaction
    moderator = interaction.permissions.manage_messages
    person, receipt = person_of(interaction.user), receipt_of(interaction)
    outcome = await gathering(services).call_off(place_of(answer), table, person, moderator, receipt)
    await moved_on(services, answer, outcome, answer.t("Done."))


async def press_rules(services: Services, answer: Answer, press: Press) -> None:
    """The button Rules."""
    table = await services.desk.table(place_of(answer), press.table)
    await tell_rules(answer, table)


def word(answer: Answer, press: Press) -> discord.ui.Modal:
    """The form for a word that is mixed into the dice."""
    return word_form(Press("pref_word", press.table, 1), answer.t)


async def take_word(services: Services, answer: Answer, press: Press, typed: str) -> None:
    """The word that was asked for."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    await gathering(services).give_word(place_of(answer), press.table, person, typed, receipt)
    await answer.say(answer.t("Your word is mixed into the dice."))
