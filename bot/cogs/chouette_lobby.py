"""The lobby of a chouette: opening it, its buttons, and the host's panel. The commands are in `chouette`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import discord

from bot.backgammon import Foreign, Illegal, Refused, Seat, Stale, TableFault
from bot.chouette import PRESETS, Options, with_value
from bot.cogs.challenging import begins_again
from bot.cogs.choices import chosen
from bot.cogs.services import Services, person_of, receipt_of
from bot.cogs.table_setup import missing_permissions, open_thread, post, tell_of_words, word_form
from bot.screens.answer import Answer
from bot.screens.challenge_words import rules_pages
from bot.screens.chouette.lobby_words import (
    joined_words,
    lobby_buttons,
    lobby_words,
    panel_view,
    panel_words,
)
from bot.screens.chouette.option_words import CUBES, TABLE, preset_name, value_of
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS, attempt, trouble
from bot.screens.faces import face_of
from bot.screens.fitting import pages
from bot.screens.names import plain
from bot.tables.chouette.typed import options_of
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.games import CHOUETTE
from bot.tables.repository import Outcome
from bot.tables.table import Person, Screen, Stage, Table

_NOBODY = discord.AllowedMentions.none()


async def open_again(services: Services, answer: Answer, before: Table) -> None:
    """Open a lobby by the rules of a session that is over. Raises `Foreign` or `Illegal`."""
    if before.seat_of(answer.interaction.user.id) is None:
        raise Foreign(TableFault.NOT_SEATED)
    if before.stage is not Stage.CLOSED:
        raise Illegal(TableTrouble.STILL_RUNNING)
    await open_lobby(services, answer, options_of(before), thread=False)


begins_again(CHOUETTE, open_again)


async def open_lobby(services: Services, answer: Answer, options: Options, *, thread: bool) -> None:
    """Open a lobby by these rules, here or in a thread."""
    interaction = answer.interaction
    assert interaction.guild_id is not None and interaction.channel_id is not None
    if missing := missing_permissions(interaction, answer.t, thread=thread):
        await answer.say(missing)
        return
    guild, host, channel = interaction.guild_id, person_of(interaction.user), interaction.channel_id
    try:
        name = await services.lobby.admit(guild, host, receipt_of(interaction), None if thread else channel)
        if thread:
            await answer.acknowledge()
            made = await open_thread(answer, ": ".join((answer.t("Chouette"), preset_name(options.preset, answer.t))))
            if made is None:
                await services.lobby.given_up(guild, host, name)
                return
            channel = made.id
        table = await services.lobby.open(guild, channel, host, options, name, receipt_of(interaction))
    except Illegal as error:
        if error.reason is not ChallengeFault.HELD:
            raise
        hint = answer.t("With `thread` you can open a chouette beside it.")
        await answer.say(" ".join((answer.t(ChallengeFault.HELD.value), hint)))
        return
    if await _publish(services, answer, table) and thread:
        await answer.say(answer.t("The chouette is in {thread}.", thread=f"<#{channel}>"))


async def _publish(services: Services, answer: Answer, table: Table) -> bool:
    """Post a lobby's message; without one the lobby is over, and False."""
    t = await services.presenter.texts_of(table.about.guild)
    try:
        message = await post(answer, table, lobby_words(table, t), lobby_buttons(table, t), _NOBODY)
    except DISCORD_ERRORS as error:
        await services.challenges.expire(table)
        await answer.say(answer.t("The chouette could not be posted: {reason}.", reason=answer.t(trouble(error).value)))
        return False
    await services.repository.shown(table, Screen(message=message))
    await tell_of_words(services, answer, table)
    return True


async def _show(services: Services, answer: Answer, table: Table, said: Sequence[str] = ()) -> None:
    """Bring the lobby's message up to date and answer whoever has changed it; `said` is for him alone.

    Of several who change it at once each shows it in turn, as it is by then: so what is shown last is the newest.
    """
    if not answer.pressed_public:
        for page in said:
            await answer.say(page)
    t = await services.presenter.texts_of(table.about.guild)
    async with services.presenter.lobby_turn(table.id):
        table = await services.repository.load(table.channel, table.id) or table
        words, buttons = lobby_words(table, t), lobby_buttons(table, t)
        if answer.pressed_public:
            await answer.change(words, buttons)
        elif table.screen.message:
            await _edit(answer, table, words, buttons)
    if answer.pressed_public:
        for page in said:
            await answer.say(page)


async def _edit(answer: Answer, table: Table, words: str, buttons: discord.ui.View) -> None:
    channel = answer.interaction.client.get_partial_messageable(table.channel, guild_id=table.about.guild)
    message = channel.get_partial_message(table.screen.message)
    await attempt(lambda: message.edit(content=words, view=buttons, allowed_mentions=_NOBODY))


def _where(answer: Answer) -> int:
    channel = answer.interaction.channel_id
    assert channel is not None
    return channel


async def join(services: Services, answer: Answer, table: str, seen: int | None = None) -> None:
    """Join a lobby; `seen`: the rules that were shown. Tells which of them are unusual."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await services.lobby.join(_where(answer), table, person, receipt, seen)
    await _show(services, answer, outcome.table, pages(joined_words(outcome.table, answer.t)))
    await tell_of_words(services, answer, outcome.table)


async def seat_computer(services: Services, answer: Answer, table: str, computer: Person) -> None:
    """The host has a computer sit down."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await services.lobby.seat_computer(_where(answer), table, person, computer, receipt)
    await _show(services, answer, outcome.table, (answer.t("It sits at the table."),))


async def dismiss_computer(services: Services, answer: Answer, table: str) -> None:
    """The host sends a computer away."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await services.lobby.dismiss_computer(_where(answer), table, person, receipt)
    await _show(services, answer, outcome.table, (answer.t("It has left the table."),))


async def leave(services: Services, answer: Answer, table: str) -> None:
    """Leave a lobby."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    outcome = await services.lobby.leave(_where(answer), table, person, receipt)
    await _moved_on(services, answer, outcome, answer.t("You have left."))


async def kick(services: Services, answer: Answer, table: str, user: int, name: str) -> None:
    """Send somebody away from a lobby."""
    interaction = answer.interaction
    person, receipt = person_of(interaction.user), receipt_of(interaction)
    moderator = interaction.permissions.manage_messages
    outcome = await services.lobby.kick(_where(answer), table, person, moderator, user, name, receipt)
    await _moved_on(services, answer, outcome, answer.t("Done."))


async def withdraw(services: Services, answer: Answer, table: str) -> None:
    """Call a lobby off."""
    interaction = answer.interaction
    moderator = interaction.permissions.manage_messages
    outcome = await services.lobby.withdraw(
        _where(answer), table, person_of(interaction.user), moderator, receipt_of(interaction)
    )
    await _moved_on(services, answer, outcome, answer.t("Done."))


async def _moved_on(services: Services, answer: Answer, outcome: Outcome, said: str) -> None:
    await services.lifecycle.after(outcome.table)
    await _show(services, answer, outcome.table, [said])


async def start(services: Services, answer: Answer, table: str, order: Sequence[Seat] | None = None) -> None:
    """The session begins."""
    interaction = answer.interaction
    if missing := missing_permissions(interaction, answer.t, thread=False):
        await answer.say(missing)
        return
    dropped = await services.lobby.drop_gone(_where(answer), table)
    try:
        outcome = await services.lobby.start(
            _where(answer), table, person_of(interaction.user), order, receipt_of(interaction)
        )
    except Refused:
        if dropped:
            await _show(services, answer, await services.desk.table(_where(answer), table))
        raise
    begun = outcome.table
    if not answer.pressed_public:
        await answer.say(answer.t("The chouette begins."))
    if dropped:
        names = answer.t.listed(f"**{plain(person.name)}**" for person in dropped)
        await answer.say(answer.t("No longer in this server, and so not at the table: {names}.", names=names))
    await asyncio.gather(_show(services, answer, begun), services.serve(begun, answer, apart=True))


async def tell_rules(answer: Answer, table: Table) -> None:
    """All rules, for whoever asks."""
    for page in rules_pages(face_of(table).terms(table, answer.t)):
        await answer.say(page)


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
    outcome = await services.lobby.agree(_where(answer), press.table, person, receipt, press.question)
    await _show(services, answer, outcome.table)


async def press_rules(services: Services, answer: Answer, press: Press) -> None:
    """The button Rules."""
    table = await services.desk.table(_where(answer), press.table)
    await tell_rules(answer, table)


def word(answer: Answer, press: Press) -> discord.ui.Modal:
    """The form for a word that is mixed into the dice."""
    return word_form(Press("lobby_word", press.table, 1), answer.t)


async def take_word(services: Services, answer: Answer, press: Press, typed: str) -> None:
    """The word that was asked for: before the session begins, or from its next game on."""
    person, receipt = person_of(answer.interaction.user), receipt_of(answer.interaction)
    table = await services.desk.table(_where(answer), press.table)
    if table.state is not None:
        await services.desk.give_word(table.channel, table.id, person, typed, receipt)
        await answer.say(answer.t("Your word is mixed into the dice from the next game on."))
        return
    await services.lobby.give_word(_where(answer), press.table, person, typed, receipt)
    await answer.say(answer.t("Your word is mixed into the dice."))


async def press_start(services: Services, answer: Answer, press: Press) -> None:
    """The button Start."""
    await start(services, answer, press.table)


async def press_options(services: Services, answer: Answer, press: Press) -> None:
    """The button that opens the host's panel."""
    await show_panel(services, answer, await services.desk.table(_where(answer), press.table))


async def press_panel(services: Services, answer: Answer, press: Press) -> None:
    """A choice in the host's panel: a preset, an option, or the value of an option."""
    table = await services.desk.table(_where(answer), press.table)
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
    await _show(services, answer, outcome.table)
