"""What people do with nights, by a command of `/league` or `/chouette`, or by a button under the message of one."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

import discord
from msgspec import UNSET

from bot.chouette import PRESETS
from bot.cogs.context import Context, person_of
from bot.cogs.verbs import Verb
from bot.core.refusal import Foreign, Illegal
from bot.league.night_draw import more_rounds
from bot.league.night_entries import At, Form, Opened, Plan
from bot.league.night_state import NightFault, NightTable
from bot.permissions import FOR_THREADS, NEEDED, missing
from bot.screens.names import called, plain
from bot.screens.nights.pages import dice_pages, rules_pages, standing_pages, tables_pages
from bot.screens.nights.words import where
from bot.tables.appointments import read_appointment
from bot.tables.chouette.night_options import bank_of, night_options, written_options
from bot.tables.held_night import HeldNight
from bot.tables.night_faults import NightTrouble
from bot.texts import Texts

_Act = Callable[[Context, HeldNight], Awaitable[None]]
#: Maximum length of a night's name.
LONGEST_NAME = 40
#: The preset of a night whose opener names none, by plan; where there is none, sessions with the usual rules.
_USUAL = {Plan.FINAL: "fixed_turns"}


# Which one is meant


async def meant_night(ctx: Context, named: str | None, *, running: bool = True) -> HeldNight | None:
    """The night meant by a command of leagues: by id or typed name; without a name that of this channel or thread, or
    the only one that is on, if no league is. None if a league is meant.
    """
    if ctx.press.table:
        return None
    nights = ctx.services.nights.log
    if named is not None:
        return await nights.named(ctx.guild, named)
    on = await nights.running(ctx.guild)
    channel = ctx.interaction.channel
    here = {ctx.channel, channel.parent_id if isinstance(channel, discord.Thread) else ctx.channel}
    if near := [held for held in on if held.channel in here]:
        return near[0]
    leagues = await ctx.services.leagues.listed(ctx.guild)
    if any(not each.over for each in leagues.values()):
        return None
    if len(on) == 1:
        return on[0]
    listed = [] if running or leagues else list(await nights.listed(ctx.guild))
    return await nights.find(ctx.guild, listed[0]) if listed else None


async def pressed_night(ctx: Context) -> HeldNight:
    """The night under whose message, or about which, a button was pressed."""
    return await ctx.services.nights.log.find(ctx.guild, ctx.press.table)


def runs(ctx: Context, held: HeldNight) -> bool:
    """Whether the user has opened a night, or is a moderator."""
    return ctx.user == held.host.user or ctx.moderates or ctx.manages


def _check_runs(ctx: Context, held: HeldNight) -> None:
    if not runs(ctx, held):
        raise Foreign(NightTrouble.NOT_OPENER, name=held.host.name)


# Opening


async def open_night(
    ctx: Context,
    name: str,
    plan: Plan,
    size: int,
    rounds: int | None,
    preset: str | None,
    games: int | None,
    minutes: int | None,
    at: str | None,
) -> None:
    """Open a night here; whether the user may is checked before."""
    _check_place(ctx)
    title = called(name, 1000)
    if not 0 < len(title) <= LONGEST_NAME:
        raise Illegal(NightTrouble.NAME, most=LONGEST_NAME)
    if rounds is not None and plan is not Plan.ROUNDS:
        raise Illegal(NightTrouble.ONLY_ROUNDS)
    if any(held.channel == ctx.channel for held in await ctx.services.nights.log.running(ctx.guild)):
        raise Illegal(NightTrouble.ONE_A_CHANNEL)
    usual = _USUAL.get(plan, "") if games is None and minutes is None else ""
    options = night_options(plan, preset or (usual if usual in PRESETS else next(iter(PRESETS))), games, minutes)
    begins = read_appointment(at, ctx.services.now(), (await ctx.settings()).time_zone) if at else None
    made_at = ctx.interaction.created_at.timestamp()

    def opening(commitment: str) -> Opened:
        return Opened(
            at=made_at,
            name=title,
            form=Form(plan=plan, size=size, rounds=rounds or 2, bank=bank_of(options)),
            channel=ctx.channel,
            setup=written_options(options),
            commitment=commitment,
            begins=UNSET if begins is None else begins,
        )

    await ctx.acknowledge()
    held = await ctx.services.nights.log.open(ctx.guild, opening, ctx.person, ctx.receipt)
    await look_at(ctx, held)
    draw = (await ctx.server_texts())("Draw")
    await ctx.say(ctx.t("The night is open. When all have joined, press **{draw}**.", draw=draw))


def _check_place(ctx: Context) -> None:
    """Raise `Illegal` where the tables of a night can get no threads."""
    channel = ctx.interaction.channel
    if not isinstance(channel, discord.TextChannel):
        raise Illegal(NightTrouble.NOT_HERE)
    if lacking := missing(ctx.interaction.app_permissions, NEEDED | FOR_THREADS):
        raise Illegal(NightTrouble.NO_THREADS, permissions=ctx.t.listed(map(ctx.t, lacking)))


async def look_at(ctx: Context, held: HeldNight) -> None:
    """Bring a night up to date, and show what has changed."""
    await ctx.services.nights.clock.look(held.guild, held.id)


# People


async def join_night(ctx: Context, held: HeldNight) -> None:
    """Join a night; late comers sit down at a table if its plan has a place for them."""
    await ctx.services.nights.clock.check_late(held, ctx.user)
    await ctx.acknowledge()
    held = await ctx.services.nights.log.join(held.guild, held.id, ctx.person, ctx.receipt)
    await look_at(ctx, held)
    held = await ctx.services.nights.log.find(held.guild, held.id)
    said = [ctx.t("You are in the night **{name}**.", name=plain(held.name))]
    if (table := _table_of(held, ctx.user)) is not None:
        said.append(ctx.t("Your table: {table}", table=where(held, table, ctx.t)))
    elif held.evening.rounds and more_rounds(held.evening):
        said.append(ctx.t("You play from the next draw on."))
    await ctx.say("\n".join(said))


def _table_of(held: HeldNight, user: int) -> NightTable | None:
    """The table at which somebody plays now."""
    seat = held.seat_of(user)
    return next((table for table in held.evening.playing if seat in held.evening.there(table.at)), None)


async def leave_night(ctx: Context, held: HeldNight, member: discord.User | discord.Member | None = None) -> None:
    """Leave a night, or take somebody out of it who has opened it or moderates."""
    who = member or ctx.interaction.user
    if who.id != ctx.user:
        _check_runs(ctx, held)
    await ctx.services.nights.log.leave(held.guild, held.id, who.id, ctx.receipt)
    if who.id == ctx.user:
        await ctx.say(ctx.t("You have left the night **{name}**.", name=plain(held.name)))
    else:
        name = plain(person_of(who).name)
        await ctx.say(ctx.t("**{who}** is not in the night **{name}** any more.", who=name, name=plain(held.name)))
    await look_at(ctx, held)


async def draw_night(ctx: Context, held: HeldNight) -> None:
    """Draw the next round now."""
    _check_runs(ctx, held)
    await ctx.acknowledge()
    held = await ctx.services.nights.clock.draw(held, ctx.receipt)
    await look_at(ctx, held)
    await ctx.say(ctx.t("The round is drawn: each table has a thread of its own."))


async def end_night(ctx: Context, held: HeldNight) -> None:
    """End a night after the running games."""
    _check_runs(ctx, held)
    await ctx.acknowledge()
    held = await ctx.services.nights.log.end(held.guild, held.id, ctx.receipt)
    await look_at(ctx, held)
    held = await ctx.services.nights.log.find(held.guild, held.id)
    if held.settled:
        await ctx.say(ctx.t("The night **{name}** is over.", name=plain(held.name)))
    else:
        await ctx.say(ctx.t("The night **{name}** ends after the running games.", name=plain(held.name)))


async def sit_out_night(ctx: Context, held: HeldNight) -> None:
    """Sit out from the next draw on, or come back."""
    held = await ctx.services.nights.log.sit_out(held.guild, held.id, ctx.user, ctx.receipt)
    if held.seat_of(ctx.user) in held.evening.resting:
        await ctx.say(ctx.t("You sit out from the next draw on. `/league sit_out` or the button brings you back."))
    else:
        await ctx.say(ctx.t("You are in again."))


# What is to be read


def _telling(pages: Callable[[HeldNight, Texts], Sequence[str]]) -> _Act:
    async def tell(ctx: Context, held: HeldNight) -> None:
        for page in pages(held, ctx.t):
            await ctx.say(page)

    return tell


show_standing = _telling(standing_pages)
"""Send the standing."""


async def _show_mine(ctx: Context, held: HeldNight) -> None:
    """Say where the user plays."""
    if not held.has(ctx.user):
        raise Illegal(NightFault.NOT_IN_IT)
    if (table := _table_of(held, ctx.user)) is None:
        raise Illegal(NightTrouble.NOT_AT_TABLE)
    await say_table(ctx, held, table.at)


async def say_table(ctx: Context, held: HeldNight, at: At) -> None:
    """Tell people which table is theirs."""
    table = held.evening.table(at)
    assert table is not None
    await ctx.say(ctx.t("Your table: {table}", table=where(held, table, ctx.t)))


def _pressing(act: _Act) -> Callable[[Context], Awaitable[None]]:
    """The same under the message of a night."""

    async def press(ctx: Context) -> None:
        await act(ctx, await pressed_night(ctx))

    return press


#: What is done with a night by a button under its message, by the end of its word.
_BUTTONS: dict[str, _Act] = {
    "join": join_night,
    "leave": leave_night,
    "draw": draw_night,
    "out": sit_out_night,
    "mine": _show_mine,
    "standing": show_standing,
    "rules": _telling(rules_pages),
    "tables": _telling(tables_pages),
    "dice": _telling(dice_pages),
}
#: Their custom ids name a night in place of a table.
VERBS = tuple(Verb(f"night_{word}", press=_pressing(act), apart=True) for word, act in _BUTTONS.items())
