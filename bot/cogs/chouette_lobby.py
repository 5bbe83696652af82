"""The lobby of a chouette: opening, buttons, and the host's panel. The commands are in `chouette`."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

from bot.backgammon import Illegal, Refused, Seat
from bot.chouette import FEWEST_TO_START, PRESETS, ChouetteFault, Options, excluding, values, with_value
from bot.cogs.context import Context, moved_on
from bot.cogs.gathering import Opening, check_may_begin_again, open_gathering, show_gathering, show_left
from bot.cogs.table_setup import missing_permissions, tell_word
from bot.screens.chouette.lobby_words import joined_words, panel_view, panel_words
from bot.screens.chouette.option_words import CUBES, TABLE, line, preset_name, value_of
from bot.screens.computer_words import computer_name
from bot.screens.fitting import pages
from bot.screens.names import plain
from bot.tables.appointments import Appointment, AppointmentFault, read_appointment
from bot.tables.table import Person, Table
from bot.texts import N_, Texts

#: How many have to be there for a start by itself, if the host says nothing.
_ENOUGH = 4


async def open_again(ctx: Context, before: Table) -> None:
    """Open a lobby with the rules of a finished session. Raises `Foreign` or `Illegal`."""
    check_may_begin_again(ctx, before)
    await open_lobby(ctx, before.setup_of(Options), thread=False)


async def open_lobby(ctx: Context, options: Options, *, thread: bool, begins: Appointment | None = None) -> None:
    """Open a lobby with these rules, here or in a thread. `begins`: when it begins by itself."""
    lobby, t = ctx.services.lobby, await ctx.server_texts()
    opening = Opening(
        gatherings=lobby,
        opens=lambda channel, name: lobby.open(ctx.guild, channel, ctx.person, options, name, ctx.receipt, begins),
        title=": ".join((t("Chouette"), preset_name(options.preset, t))),
        beside=N_("With `thread` you can open a chouette beside it."),
        there=N_("The chouette is in {thread}."),
        failed=N_("The chouette could not be posted: {reason}."),
        begins=begins,
    )
    await open_gathering(ctx, opening, thread=thread)


async def appointment(ctx: Context, options: Options, at: str | None, people: int | None) -> Appointment | None:
    """When a lobby begins by itself, as it was typed; None if that was not. Raises `Illegal`."""
    if at is None:
        if people is not None:
            raise Illegal(AppointmentFault.ONLY_WITH_TIME)
        return None
    enough = people or min(_ENOUGH, options.room)
    if not FEWEST_TO_START <= enough <= options.room:
        raise Illegal(AppointmentFault.PEOPLE, least=FEWEST_TO_START, most=options.room)
    return Appointment(read_appointment(at, ctx.services.now(), (await ctx.settings()).time_zone), enough)


# `table` None: that of the pressed button.


async def join(ctx: Context, table: str | None = None) -> None:
    """Join a lobby; by button, with the rules it has shown. Lists unusual ones."""
    seen = None if table else ctx.press.question
    outcome = await ctx.services.lobby.join(ctx.channel, table or ctx.press.table, ctx.person, ctx.receipt, seen)
    await show_gathering(ctx, outcome.table, pages(joined_words(outcome.table, ctx.t)))


async def set_stake(ctx: Context, table: str, stake: int) -> None:
    """Choose one's stake before the start."""
    outcome = await ctx.services.lobby.set_stake(ctx.channel, table, ctx.person, stake, ctx.receipt)
    await show_gathering(ctx, outcome.table, (ctx.t("You begin with a stake of {stake}.", stake=stake),))


async def seat_computer(ctx: Context, table: str, computer: Person) -> None:
    """Add a computer, by the host."""
    outcome = await ctx.services.lobby.seat_computer(ctx.channel, table, ctx.person, computer, ctx.receipt)
    await show_gathering(ctx, outcome.table, (ctx.t("It sits at the table."),))


async def dismiss_computer(ctx: Context, table: str) -> None:
    """Remove a computer, by the host."""
    outcome = await ctx.services.lobby.dismiss_computer(ctx.channel, table, ctx.person, ctx.receipt)
    await show_gathering(ctx, outcome.table, (ctx.t("It has left the table."),))


async def leave(ctx: Context, table: str | None = None) -> None:
    """Leave a lobby."""
    outcome = await ctx.services.lobby.leave(ctx.channel, table or ctx.press.table, ctx.person, ctx.receipt)
    await show_left(ctx, outcome, ctx.t("You have left."))


async def kick(ctx: Context, table: str, user: int, name: str) -> None:
    """Remove a player from a lobby."""
    outcome = await ctx.services.lobby.kick(ctx.channel, table, ctx.person, ctx.moderates, user, name, ctx.receipt)
    await show_left(ctx, outcome, ctx.t("Done."))


async def withdraw(ctx: Context, table: str) -> None:
    """Call a lobby off."""
    outcome = await ctx.services.lobby.withdraw(ctx.channel, table, ctx.person, ctx.moderates, ctx.receipt)
    await show_left(ctx, outcome, ctx.t("Done."))


async def start(ctx: Context, table: str | None = None, order: Sequence[Seat] | None = None) -> None:
    """Start the session."""
    if missing := missing_permissions(ctx, thread=False):
        await ctx.say(missing)
        return
    table = table or ctx.press.table
    dropped = await ctx.services.lobby.drop_gone(ctx.channel, table)
    gathered = await ctx.services.desk.table(ctx.channel, table)
    users = [each.user for each in gathered.people.seats if each.known]
    t = await ctx.services.presenter.texts_among(gathered.about.guild, users)
    try:
        outcome = await ctx.services.lobby.start(
            ctx.channel, table, ctx.person, order, ctx.receipt, called=lambda level: computer_name(level, t)
        )
    except Refused:
        if dropped:
            await show_gathering(ctx, await ctx.services.desk.table(ctx.channel, table))
        raise
    begun = outcome.table
    if not ctx.pressed_public:
        await ctx.say(ctx.t("The chouette begins."))
    if dropped:
        names = ctx.t.listed(f"**{plain(person.name)}**" for person in dropped)
        await ctx.say(ctx.t("No longer in this server, and so not at the table: {names}.", names=names))
    await asyncio.gather(show_gathering(ctx, begun), ctx.serve(begun, apart=True))


async def show_panel(ctx: Context, table: Table | None = None) -> None:
    """Send a new host's panel. Raises as `Lobby.check_may_change`."""
    table = table or await ctx.table()
    ctx.services.lobby.check_may_change(table, ctx.user)
    await ctx.say(panel_words(table, None, ctx.t), panel_view(table, None, ctx.t))


def check_options(options: Options, t: Texts) -> None:
    """Raise `Illegal` for options that exclude each other; the refusal names both, with their values."""
    if pair := excluding(options):
        one, another = (line(name, values(options)[name], t) for name in pair)
        raise Illegal(ChouetteFault.EXCLUDES, one=one, another=another)


async def press_agree(ctx: Context) -> None:
    """Accept changed rules."""
    press = ctx.press
    outcome = await ctx.services.lobby.agree(ctx.channel, press.table, ctx.person, ctx.receipt, press.question)
    await show_gathering(ctx, outcome.table)


async def take_word(ctx: Context) -> None:
    """Submit a word: before the session, or from its next game on."""
    begun = (await ctx.table()).state is not None
    keeps = ctx.services.desk if begun else ctx.services.lobby
    await keeps.give_word(ctx.channel, ctx.press.table, ctx.person, ctx.typed, ctx.receipt)
    await tell_word(ctx, later=begun)


async def press_panel(ctx: Context) -> None:
    """A choice in the host's panel: a preset, an option, or the value of an option."""
    table = await ctx.table()
    options = ctx.services.lobby.check_may_change(table, ctx.user)
    value, name = ctx.chosen, ctx.press.extra
    match ctx.press.verb:
        case "lobby_preset" if value in PRESETS:
            after, name = PRESETS[value], None
        case "lobby_option" if value in CUBES or value in TABLE:
            await ctx.change(panel_words(table, value, ctx.t), panel_view(table, value, ctx.t))
            return
        case "lobby_value" if name in CUBES or name in TABLE:
            try:
                after = with_value(options, name, value_of(name, value))
            except ValueError as error:
                raise moved_on() from error
        case _:
            raise moved_on()
    check_options(after, ctx.t)
    outcome = await ctx.services.lobby.set_options(table.channel, table.id, ctx.person, after, ctx.receipt)
    await ctx.change(panel_words(outcome.table, name, ctx.t), panel_view(outcome.table, name, ctx.t))
    await show_gathering(ctx, outcome.table)
