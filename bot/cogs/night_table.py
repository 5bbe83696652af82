"""What people do at a table of a night, or at a chouette that becomes one."""

from __future__ import annotations

from collections.abc import Sequence

import discord
from msgspec.structs import replace

from bot.chouette import CROWD, Options, Session
from bot.cogs.context import Context
from bot.cogs.night_verbs import leave_night, look_at, pressed_night, say_table
from bot.cogs.verbs import Verb
from bot.core.actions import Seat
from bot.core.refusal import Foreign, Illegal, Stale
from bot.league.night import check_change
from bot.league.night_entries import At, Form, Opened, Plan
from bot.league.night_state import NightFault
from bot.permissions import FOR_THREADS, NEEDED, missing
from bot.screens.nights.words import where
from bot.tables.chouette.night_options import check_split, written_options
from bot.tables.faults import TableTrouble
from bot.tables.held_night import Asked, HeldNight, Lair
from bot.tables.night_faults import NightTrouble
from bot.tables.table import Table

#: The most people whom two tables take.
_MOST_SPLIT = 12


async def night_of(ctx: Context, table: Table) -> HeldNight | None:
    """The night of a table; None if it belongs to none."""
    of = table.about.night
    return None if of is None else await ctx.services.nights.log.find(table.about.guild, of.night)


async def leave_with_night(ctx: Context, table: str | None) -> bool:
    """Who leaves a table of a night leaves the night; False at any other table."""
    found = await ctx.services.repository.load(ctx.channel, table) if table else await ctx.held()
    held = await night_of(ctx, found) if found is not None else None
    if held is None:
        return False
    await leave_night(ctx, held)
    return True


def _between_games(table: Table) -> Session:
    """The session, at which no game runs. Raises `Illegal` or `Stale`."""
    session = table.state_of(Session)
    if session.closed:
        raise Stale(TableTrouble.MOVED_ON)
    if not session.over:
        raise Illegal(NightTrouble.GAME_RUNS)
    return session


async def change_table(ctx: Context, table: Table, number: int) -> None:
    """Go to another table of the night whose table this is."""
    held = await night_of(ctx, table)
    seat = None if held is None else held.seat_of(ctx.user)
    if held is None:
        raise Illegal(NightTrouble.NOT_OF_NIGHT)
    if seat is None or not held.has(ctx.user):
        raise Illegal(NightFault.NOT_IN_IT)
    to: At = (held.evening.rounds, number)
    check_change(held.evening, seat, to)
    mine = held.evening.at(seat)
    own = await ctx.services.nights.tables.table_of(held, mine) if mine else None
    if own is not None and own.has(ctx.user):
        _between_games(own)
    held = await ctx.services.nights.log.move(held, seat, to, ctx.receipt, wish=True)
    await look_at(ctx, held)
    await say_table(ctx, await ctx.services.nights.log.find(held.guild, held.id), to)


def split_of(line: Sequence[Seat], newcomers: Sequence[Seat]) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Who stays and who goes when a chouette becomes two tables, of a line with its newcomers: half of all go, rounded
    down, the new ones first, the latest of them first, then the last of the line.
    """
    new = [seat for seat in reversed(newcomers) if seat in line]
    old = [seat for seat in line if seat not in new]
    going = tuple([*new, *reversed(old)][: len(line) // 2])
    return tuple(seat for seat in line if seat not in going), going


async def second_table(ctx: Context, table: Table) -> None:
    """Split a chouette of seven people or more: a second table, and both are a night of its host."""
    if table.about.night is not None:
        raise Illegal(NightTrouble.IN_NIGHT_ALREADY)
    session = _between_games(table)
    host = table.person(session.host)
    if ctx.user != host.user and not ctx.moderates:
        raise session.only_host()
    people = len(session.line)
    if people < CROWD:
        raise Illegal(NightTrouble.SPLIT_FROM, least=CROWD, number=people)
    if people > _MOST_SPLIT:
        raise Illegal(NightTrouble.SPLIT_MOST, most=_MOST_SPLIT, number=people)
    if set(session.computers) & set(session.line):
        raise Illegal(NightTrouble.NO_COMPUTERS)
    channel = ctx.interaction.channel
    place = channel.parent if isinstance(channel, discord.Thread) else channel
    if not isinstance(place, discord.TextChannel):
        raise Illegal(NightTrouble.NOT_HERE)
    if lacking := missing(place.permissions_for(place.guild.me), NEEDED | FOR_THREADS):
        raise Illegal(NightTrouble.NO_THREADS, permissions=ctx.t.listed(map(ctx.t, lacking)))
    stay, going = split_of(session.line, session.newcomers)
    check_split(session.options)
    options, t = table.setup_of(Options), await ctx.server_texts()
    made_at = ctx.interaction.created_at.timestamp()

    def opening(commitment: str) -> Opened:
        return Opened(
            at=made_at,
            name=t("Chouette"),
            form=Form(plan=Plan.TABLES),
            channel=place.id,
            setup=written_options(options),
            commitment=commitment,
            split=(stay, going),
            seats=len(table.people.seats),
        )

    await ctx.acknowledge()
    held = await ctx.services.nights.log.open(
        ctx.guild,
        opening,
        host,
        ctx.receipt,
        people=table.people.seats,
        tables={(1, 1): Lair(table.channel, table.id)},
    )
    await look_at(ctx, held)
    held = await ctx.services.nights.log.find(held.guild, held.id)
    second = held.evening.table((1, 2))
    assert second is not None
    await ctx.say(ctx.t("The second table is in {table}.", table=where(held, second, ctx.t)))


# Buttons


async def _asked(ctx: Context) -> tuple[HeldNight, Asked]:
    """What the user is asked. Raises `Foreign` or `Stale`."""
    held = await pressed_night(ctx)
    asked = held.asked
    if asked is None or asked.seat != ctx.press.question:
        _done_with(ctx)
        raise Stale(TableTrouble.MOVED_ON)
    if held.person(asked.seat).user != ctx.user:
        raise Foreign(NightTrouble.NOT_ASKED, name=held.person(asked.seat).name)
    return held, asked


def _done_with(ctx: Context) -> None:
    """Nothing is asked any more by the message that was pressed: its buttons go."""
    if (message := ctx.interaction.message) is not None:
        ctx.services.presenter.stale_buttons.take(ctx.channel, message.id)


async def press_go(ctx: Context) -> None:
    """Go to the table that has become too small."""
    held, asked = await _asked(ctx)
    own = await ctx.services.nights.tables.table_of(held, asked.source)
    if own is not None:
        _between_games(own)
    held = await ctx.services.nights.log.move(held, asked.seat, asked.to, ctx.receipt)
    await ctx.services.nights.log.ask(held, None)
    _done_with(ctx)
    await look_at(ctx, held)
    await say_table(ctx, held, asked.to)


async def press_stay(ctx: Context) -> None:
    """Stay, so that the next one is asked."""
    held, asked = await _asked(ctx)
    await ctx.services.nights.log.ask(held, replace(asked, seat=-1, stays=(*asked.stays, asked.seat)))
    _done_with(ctx)
    await look_at(ctx, held)
    await ctx.say(ctx.t("You stay at your table."))


async def press_second_table(ctx: Context) -> None:
    await second_table(ctx, await ctx.table())


VERBS = (
    Verb("night_go", press=press_go, apart=True),
    Verb("night_stay", press=press_stay, apart=True),
    Verb("second_table", press=press_second_table, apart=True),
)
