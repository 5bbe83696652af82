"""Opening a sheet of Preferans, and gathering for it. The commands are in `preferans`."""

from __future__ import annotations

import asyncio

import discord

from bot.cogs.challenging import begins_again
from bot.cogs.services import Services, person_of, receipt_of
from bot.cogs.table_setup import missing_permissions, open_thread, post, tell_of_words, word_form
from bot.core.question import TableFault
from bot.core.refusal import Foreign, Illegal
from bot.preferans.sheet import Options
from bot.screens.answer import Answer
from bot.screens.challenge_words import rules_pages
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS, attempt, trouble
from bot.screens.faces import face_of
from bot.screens.preferans.gathering_words import gathering_buttons, gathering_words
from bot.screens.preferans.option_words import title_words
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.games import PREFERANS
from bot.tables.preferans.gathering import Gathering
from bot.tables.preferans.typed import options_of
from bot.tables.repository import Outcome
from bot.tables.table import Screen, Stage, Table

_NOBODY = discord.AllowedMentions.none()


def gathering(services: Services) -> Gathering:
    """What gathers people: it keeps nothing."""
    return Gathering(services.store, services.repository, services.preferences, services.desk, services.now)


async def open_again(services: Services, answer: Answer, before: Table) -> None:
    """Open another sheet by the same convention. Raises `Foreign` or `Illegal`."""
    if before.seat_of(answer.interaction.user.id) is None:
        raise Foreign(TableFault.NOT_SEATED)
    if before.stage is not Stage.CLOSED:
        raise Illegal(TableTrouble.STILL_RUNNING)
    await open_sheet(services, answer, options_of(before), thread=False)


begins_again(PREFERANS, open_again)


async def open_sheet(services: Services, answer: Answer, options: Options, *, thread: bool) -> None:
    """Open a sheet, here or in a thread."""
    interaction = answer.interaction
    assert interaction.guild_id is not None and interaction.channel_id is not None
    if missing := missing_permissions(interaction, answer.t, thread=thread):
        await answer.say(missing)
        return
    guild, host, channel = interaction.guild_id, person_of(interaction.user), interaction.channel_id
    people, receipt = gathering(services), receipt_of(interaction)
    try:
        name = await people.admit(guild, host, receipt, None if thread else channel)
        if thread:
            await answer.acknowledge()
            made = await open_thread(answer, title_words(options, answer.t))
            if made is None:
                await people.given_up(guild, host, name)
                return
            channel = made.id
        table = await people.open(guild, channel, host, options, name, receipt)
    except Illegal as error:
        if error.reason is not ChallengeFault.HELD:
            raise
        hint = answer.t("With `thread` you can open a sheet beside it.")
        await answer.say(" ".join((answer.t(ChallengeFault.HELD.value), hint)))
        return
    if await _publish(services, answer, table) and thread:
        await answer.say(answer.t("The sheet is in {thread}.", thread=f"<#{channel}>"))


async def _publish(services: Services, answer: Answer, table: Table) -> bool:
    """Post the message under which people gather; without one nobody can, and False."""
    t = await services.presenter.texts_of(table.about.guild)
    try:
        message = await post(answer, table, gathering_words(table, t), gathering_buttons(table, t), _NOBODY)
    except DISCORD_ERRORS as error:
        await services.challenges.expire(table)
        await answer.say(answer.t("The sheet could not be posted: {reason}.", reason=answer.t(trouble(error).value)))
        return False
    await services.repository.shown(table, Screen(message=message))
    await tell_of_words(services, answer, table)
    return True


async def _show(services: Services, answer: Answer, table: Table, said: str = "") -> None:
    """Bring the message up to date and answer whoever has changed it; `said` is for them alone."""
    if said and not answer.pressed_public:
        await answer.say(said)
    t = await services.presenter.texts_of(table.about.guild)
    async with services.presenter.lobby_turn(table.id):
        table = await services.repository.load(table.channel, table.id) or table
        words, buttons = gathering_words(table, t), gathering_buttons(table, t)
        if answer.pressed_public:
            await answer.change(words, buttons)
        elif table.screen.message and table.state is None:
            channel = answer.interaction.client.get_partial_messageable(table.channel, guild_id=table.about.guild)
            message = channel.get_partial_message(table.screen.message)
            await attempt(lambda: message.edit(content=words, view=buttons, allowed_mentions=_NOBODY))
    if said and answer.pressed_public:
        await answer.say(said)


def _where(answer: Answer) -> int:
    channel = answer.interaction.channel_id
    assert channel is not None
    return channel


async def press_join(services: Services, answer: Answer, press: Press) -> None:
    """The button Join; with the last one the sheet begins."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await gathering(services).join(_where(answer), press.table, person, receipt)
    joined = outcome.table
    if joined.stage is Stage.OPEN:
        await asyncio.gather(_show(services, answer, joined), services.serve(joined, answer, apart=True))
        return
    await _show(services, answer, joined, answer.t("You have joined. The rules are under **Rules**."))
    await tell_of_words(services, answer, joined)


async def press_leave(services: Services, answer: Answer, press: Press) -> None:
    """The button Leave."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await gathering(services).leave(_where(answer), press.table, person, receipt)
    await _moved_on(services, answer, outcome, answer.t("You are off the sheet."))


async def call_off(services: Services, answer: Answer, table: str) -> None:
    """Nobody gathers any more."""
    interaction = answer.interaction
    moderator = interaction.permissions.manage_messages
    person, receipt = person_of(interaction.user), receipt_of(interaction)
    outcome = await gathering(services).call_off(_where(answer), table, person, moderator, receipt)
    await _moved_on(services, answer, outcome, answer.t("Done."))


async def _moved_on(services: Services, answer: Answer, outcome: Outcome, said: str) -> None:
    await services.lifecycle.after(outcome.table)
    await _show(services, answer, outcome.table, said)


async def press_rules(services: Services, answer: Answer, press: Press) -> None:
    """The button Rules."""
    table = await services.desk.table(_where(answer), press.table)
    for page in rules_pages(face_of(table).terms(table, answer.t)):
        await answer.say(page)


def word(answer: Answer, press: Press) -> discord.ui.Modal:
    """The form for a word that is mixed into the dice."""
    return word_form(Press("pref_word", press.table, 1), answer.t)


async def take_word(services: Services, answer: Answer, press: Press, typed: str) -> None:
    """The word that was asked for."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    await gathering(services).give_word(_where(answer), press.table, person, typed, receipt)
    await answer.say(answer.t("Your word is mixed into the dice."))
