"""The lobby of a chouette: opening it, its buttons, and the host's panel. The commands are in `chouette`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.backgammon import Refused, Seat, Stale
from bot.chouette import PRESETS, Options, with_value
from bot.cogs.challenging import begins_again
from bot.cogs.choices import chosen
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
from bot.cogs.table_setup import missing_permissions, word_form
from bot.screens.answer import Answer
from bot.screens.chouette.lobby_words import joined_words, panel_view, panel_words
from bot.screens.chouette.option_words import CUBES, TABLE, preset_name, value_of
from bot.screens.computer_words import computer_name
from bot.screens.custom_ids import Press
from bot.screens.fitting import pages
from bot.screens.names import plain
from bot.tables.chouette.typed import options_of
from bot.tables.faults import TableTrouble
from bot.tables.games import CHOUETTE
from bot.tables.table import Person, Table
from bot.texts import N_


async def open_again(services: Services, answer: Answer, before: Table) -> None:
    """Open a lobby by the rules of a session that is over. Raises `Foreign` or `Illegal`."""
    check_may_begin_again(answer, before)
    await open_lobby(services, answer, options_of(before), thread=False)


begins_again(CHOUETTE, open_again)


async def open_lobby(services: Services, answer: Answer, options: Options, *, thread: bool) -> None:
    """Open a lobby by these rules, here or in a thread."""
    assert answer.interaction.guild_id is not None
    lobby, t = services.lobby, await services.presenter.texts_of(answer.interaction.guild_id)
    opening = Opening(
        gatherings=lobby,
        opens=lambda guild, channel, host, name, receipt: lobby.open(guild, channel, host, options, name, receipt),
        title=": ".join((t("Chouette"), preset_name(options.preset, t))),
        beside=N_("With `thread` you can open a chouette beside it."),
        there=N_("The chouette is in {thread}."),
        failed=N_("The chouette could not be posted: {reason}."),
    )
    await open_gathering(services, answer, opening, thread=thread)


async def join(services: Services, answer: Answer, table: str, seen: int | None = None) -> None:
    """Join a lobby; `seen`: the rules that were shown. Tells which of them are unusual."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await services.lobby.join(place_of(answer), table, person, receipt, seen)
    await show_gathering(services, answer, outcome.table, pages(joined_words(outcome.table, answer.t)))


async def seat_computer(services: Services, answer: Answer, table: str, computer: Person) -> None:
    """The host has a computer sit down."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await services.lobby.seat_computer(place_of(answer), table, person, computer, receipt)
    await show_gathering(services, answer, outcome.table, (answer.t("It sits at the table."),))


async def dismiss_computer(services: Services, answer: Answer, table: str) -> None:
    """The host sends a computer away."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await services.lobby.dismiss_computer(place_of(answer), table, person, receipt)
    await show_gathering(services, answer, outcome.table, (answer.t("It has left the table."),))


async def leave(services: Services, answer: Answer, table: str) -> None:
    """Leave a lobby."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await services.lobby.leave(place_of(answer), table, person, receipt)
    await moved_on(services, answer, outcome, answer.t("You have left."))


async def kick(services: Services, answer: Answer, table: str, user: int, name: str) -> None:
    """Send somebody away from a lobby."""
    interaction = answer.interaction
    person, receipt = person_of(interaction.user), receipt_of(interaction)
    moderator = interaction.permissions.manage_messages
    outcome = await services.lobby.kick(place_of(answer), table, person, moderator, user, name, receipt)
    await moved_on(services, answer, outcome, answer.t("Done."))


async def withdraw(services: Services, answer: Answer, table: str) -> None:
    """Call a lobby off."""
    interaction = answer.interaction
    moderator = interaction.permissions.manage_messages
    outcome = await services.lobby.withdraw(
        place_of(answer), table, person_of(interaction.user), moderator, receipt_of(interaction)
    )
    await moved_on(services, answer, outcome, answer.t("Done."))


async def start(services: Services, answer: Answer, table: str, order: Sequence[Seat] | None = None) -> None:
    """The session begins."""
    interaction = answer.interaction
    if missing := missing_permissions(interaction, answer.t, thread=False):
        await answer.say(missing)
        return
    dropped = await services.lobby.drop_gone(place_of(answer), table)
    gathered = await services.desk.table(place_of(answer), table)
    users = [each.user for each in gathered.people.seats if each.known]
    t = await services.presenter.texts_among(gathered.about.guild, users)
    try:
        outcome = await services.lobby.start(
            place_of(answer),
            table,
            person_of(interaction.user),
            order,
            receipt_of(interaction),
            called=lambda level: computer_name(level, t),
        )
    except Refused:
        if dropped:
            await show_gathering(services, answer, await services.desk.table(place_of(answer), table))
        raise
    begun = outcome.table
    if not answer.pressed_public:
        await answer.say(answer.t("The chouette begins."))
    if dropped:
        names = answer.t.listed(f"**{plain(person.name)}**" for person in dropped)
        await answer.say(answer.t("No longer in this server, and so not at the table: {names}.", names=names))
    await asyncio.gather(show_gathering(services, answer, begun), services.serve(begun, answer, apart=True))


async def show_panel(services: Services, answer: Answer, table: Table) -> None:
    """The host's panel, a new one. Raises as `Lobby.check_may_change`."""
    services.lobby.check_may_change(table, answer.interaction.user.id)
    await answer.say(panel_words(table, None, answer.t), panel_view(table, None, answer.t))


async def press_join(services: Services, answer: Answer, press: Press) -> None:
    """The button Join."""
    await join(services, answer, press.table, press.question)


async def press_leave(services: Services, answer: Answer, press: Press) -> None:
    """The button Leave."""
    await leave(services, answer, press.table)


async def press_agree(services: Services, answer: Answer, press: Press) -> None:
    """The button by which somebody accepts changed rules."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await services.lobby.agree(place_of(answer), press.table, person, receipt, press.question)
    await show_gathering(services, answer, outcome.table)


async def press_rules(services: Services, answer: Answer, press: Press) -> None:
    """The button Rules."""
    table = await services.desk.table(place_of(answer), press.table)
    await tell_rules(answer, table)


def word(answer: Answer, press: Press) -> discord.ui.Modal:
    """The form for a word that is mixed into the dice."""
    return word_form(Press("lobby_word", press.table, 1), answer.t)


async def take_word(services: Services, answer: Answer, press: Press, typed: str) -> None:
    """The word that was asked for: before the session begins, or from its next game on."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    table = await services.desk.table(place_of(answer), press.table)
    if table.state is not None:
        await services.desk.give_word(table.channel, table.id, person, typed, receipt)
        await answer.say(answer.t("Your word is mixed into the dice from the next game on."))
        return
    await services.lobby.give_word(place_of(answer), press.table, person, typed, receipt)
    await answer.say(answer.t("Your word is mixed into the dice."))


async def press_start(services: Services, answer: Answer, press: Press) -> None:
    """The button Start."""
    await start(services, answer, press.table)


async def press_options(services: Services, answer: Answer, press: Press) -> None:
    """The button that opens the host's panel."""
    await show_panel(services, answer, await services.desk.table(place_of(answer), press.table))


async def press_panel(services: Services, answer: Answer, press: Press) -> None:
    """A choice in the host's panel: a preset, an option, or the value of an option."""
    table = await services.desk.table(place_of(answer), press.table)
    options = services.lobby.check_may_change(table, answer.interaction.user.id)
    value, name = chosen(answer), press.extra
    match press.verb:
        case "lobby_preset" if value in PRESETS:
            after, name = PRESETS[value], None
        case "lobby_option" if value in CUBES or value in TABLE:
            await answer.change(panel_words(table, value, answer.t), panel_view(table, value, answer.t))
            return
        case "lobby_value" if name in CUBES or name in TABLE:
            try:
                after = with_value(options, name, value_of(name, value))
            except ValueError as error:
                raise Stale(TableTrouble.MOVED_ON) from error
        case _:
            raise Stale(TableTrouble.MOVED_ON)
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await services.lobby.set_options(table.channel, table.id, person, after, receipt)
    await answer.change(panel_words(outcome.table, name, answer.t), panel_view(outcome.table, name, answer.t))
    await show_gathering(services, answer, outcome.table)
