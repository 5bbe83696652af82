"""Games that nobody has to accept: against the computer, or of both sides.

They begin at once, in a thread if possible.
"""

from __future__ import annotations

from contextlib import AbstractAsyncContextManager, nullcontext
from functools import partial

import discord
from discord import app_commands
from discord.app_commands import locale_str
from msgspec import Struct
from msgspec.structs import replace

from bot import permissions
from bot.backgammon import Illegal, Rules, Seat, Variant
from bot.cogs.context import Context, moved_on
from bot.cogs.engine_guard import check_opening
from bot.cogs.places import Place
from bot.cogs.table_setup import missing_permissions, open_thread
from bot.core.clock import Pace
from bot.engine.thoughts import Level
from bot.screens.buttons import view
from bot.screens.computer_words import Wanted, computer_name, length_screen, level_screen, offer_words
from bot.screens.fitting import shortened
from bot.screens.lessons.items import learn_item
from bot.screens.lessons.words import lessons_offer
from bot.screens.names import apart
from bot.tables import games
from bot.tables.about import About
from bot.tables.challenges import LASTS
from bot.tables.faults import ChallengeFault
from bot.tables.preferences import ServerSettings
from bot.tables.table import Person, Table
from bot.texts import ENGLISH, N_, texts

DEFAULT = Level.FIRST_STEPS
"""The default level: beginners win about half of their games."""


_NAME = 20
"""Characters of a name beside the colour of a side."""


def level_choices() -> list[app_commands.Choice[int]]:
    """The levels as choices of a command, translatable."""
    english = texts(ENGLISH)
    return [
        app_commands.Choice(
            name=locale_str(offer_words(level, english), says=partial(offer_words, level)), value=level.value
        )
        for level in Level
    ]


async def play_computer(
    ctx: Context,
    setup: Struct,
    level: Level,
    *,
    light: Seat | None = 0,
    hints: bool = True,
    pace: Pace | None = None,
    weekdays: str | None = None,
    thread: bool | None = None,
) -> str | None:
    """Begin a game against the computer. `thread` None: in a new one if possible, else here. Returns the table, or None
    if permissions are missing or there is no thread.

    Raises `Illegal` for rules it cannot play, or without an engine.
    """
    check_playable(ctx, setup)
    t = await ctx.services.presenter.texts_among(ctx.guild, [ctx.user])
    computer = Person.computer(computer_name(level, t), level)
    told = N_("Your game against the computer is in {thread}.")
    return await begin_at_once(
        ctx, setup, ctx.person, computer, told, light=light, hints=hints, pace=pace, weekdays=weekdays, thread=thread
    )


async def play_both_sides(ctx: Context, setup: Struct, *, light: Seat | None = 0, thread: bool | None = None) -> None:
    """Begin a game of which the user plays both sides; `thread` as in `play_computer`. Hints are allowed."""
    t = await ctx.services.presenter.texts_among(ctx.guild, [ctx.user])
    name, whites = shortened(ctx.person.name, _NAME), light != 1
    sides = t("{who} (light)", who=name), t("{who} (dark)", who=name)
    host, other = (Person(ctx.user, each) for each in (sides if whites else reversed(sides)))
    told = N_("Your game with both sides is in {thread}.")
    await begin_at_once(ctx, setup, host, other, told, light=0 if whites else 1, hints=True, thread=thread)


async def begin_at_once(
    ctx: Context,
    setup: Struct,
    host: Person,
    other: Person,
    told: str,
    *,
    light: Seat | None,
    hints: bool,
    pace: Pace | None = None,
    weekdays: str | None = None,
    thread: bool | None = None,
) -> str | None:
    """Begin a game that nobody has to accept, and return its table; `thread` and None as in `play_computer`, and `told`
    names the thread. Raises as `check_opening`, and `Illegal` if this channel holds a table, or too many are open in a
    direct message.
    """
    await check_opening(ctx, setup)
    apart_from_here = _may_open_thread(ctx) if thread is None else thread
    if missing := missing_permissions(ctx, thread=apart_from_here):
        await ctx.say(missing)
        return None
    direct = ctx.place is Place.DIRECT
    if not apart_from_here and not direct and await ctx.services.store.held(ctx.channel):
        raise Illegal(ChallengeFault.HELD)
    name, now = await ctx.services.challenges.claim_at_once(ctx.receipt), ctx.services.now()
    channel, opened = ctx.channel, None
    if apart_from_here:
        await ctx.acknowledge()
        opened = await open_thread(ctx, f"{apart(host.name)} – {apart(other.name)}")
        if opened is None:
            return None
        channel = opened.id
    about = About(
        id=name,
        guild=ctx.guild,
        channel=channel,
        setup=setup,
        made_at=now,
        expires_at=now + LASTS,
        light=light,
        rated=False,
        hints=hints,
        pace=pace,
        weekdays=weekdays,
        direct=direct,
    )
    in_turn: AbstractAsyncContextManager[None] = (
        ctx.services.direct_games.beginning(ctx.user) if direct else nullcontext()
    )
    async with in_turn:
        outcome = await ctx.services.challenges.begin_at_once(about, host, other, ctx.receipt)
    if opened is None:
        await ctx.serve(outcome.table)
    elif await ctx.serve(outcome.table, apart=True):
        await ctx.aside(ctx.t(told, thread=opened.mention))
    return name


async def play_computer_again(ctx: Context, before: Table) -> None:
    """A rematch by the same rules, in the same place."""
    (seat,) = before.computers
    own = 1 - seat
    await play_computer(
        ctx,
        before.about.setup,
        before.person(seat).level or DEFAULT,
        light=int(own != before.about.light),
        hints=before.about.hints,
        pace=before.about.pace,
        weekdays=before.about.weekdays,
        thread=False,
    )


async def press_computer(ctx: Context) -> None:
    """The button Play the computer: choose a length, or take the last one."""
    check_available(ctx)
    last, usual = await _choices(ctx)
    words, items = length_screen(last, usual, ctx.t)
    if last is None and await _offers_lessons(ctx):
        words, items = f"{lessons_offer(ctx.t)}\n{words}", [*items, learn_item(ctx.t, row=2)]
    await ctx.aside(words, view(items))


async def _offers_lessons(ctx: Context) -> bool:
    """Whether the lessons are offered: once, to who has begun none."""
    own = await ctx.preferences()
    if own.told_of_lessons:
        return False
    await ctx.services.preferences.keep_person(ctx.user, replace(own, told_of_lessons=True))
    return not await ctx.services.store.lessons.of(ctx.user)


async def press_length(ctx: Context) -> None:
    """A length was chosen: choose a level."""
    _, usual = await _choices(ctx)
    words, items = level_screen(Wanted.parse(ctx.press.extra).length, usual, ctx.t)
    await ctx.aside(words, view(items))


async def press_level(ctx: Context) -> None:
    """A level was chosen: the game begins by the server's rules, and the choice is stored."""
    length, level = Wanted.parse(ctx.press.extra)
    if level is None:
        raise moved_on()
    rules = played_rules(await ctx.settings(), length)
    chosen = replace(await ctx.preferences(), computer_length=length, computer_level=level)
    await ctx.services.preferences.keep_person(ctx.user, chosen)
    await play_computer(ctx, rules, level)


async def usual_level(ctx: Context) -> Level:
    """The level chosen last, or the default."""
    return (await ctx.preferences()).computer_level or DEFAULT


async def _choices(ctx: Context) -> tuple[Wanted | None, Wanted]:
    """The last choice, None if there is none; and the one to mark: else by the server's rules and the default level."""
    own, level = await ctx.preferences(), await usual_level(ctx)
    if own.computer_length is not None and own.computer_level is not None:
        last = Wanted(own.computer_length, level)
        return last, last
    return None, Wanted((await ctx.settings()).rules.length, level)


def played_rules(settings: ServerSettings, length: int) -> Rules:
    """A server's rules as far as the engine can play them."""
    variant = settings.rules.variant
    known = Variant.BACKGAMMON if variant is Variant.HYPERGAMMON else variant
    return replace(settings.rules, length=length, variant=known, max_on_point=None)


def check_available(ctx: Context) -> None:
    """Raise `Illegal` without an engine."""
    if not ctx.services.computers.thinker.available:
        raise Illegal(ChallengeFault.NO_ENGINE)


def check_playable(ctx: Context, setup: Struct) -> None:
    """Raise `Illegal` if the computer cannot play these options, or needs a missing engine."""
    game = games.of(setup)
    if game.computer_needs_engine:
        check_available(ctx)
    game.check_computer(setup)


def _may_open_thread(ctx: Context) -> bool:
    """Whether the game can have a thread of its own."""
    return isinstance(ctx.interaction.channel, discord.TextChannel) and not permissions.missing(
        ctx.interaction.app_permissions, permissions.NEEDED | permissions.FOR_THREADS
    )
