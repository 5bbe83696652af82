"""The page of `/preferences` about time: reminders, direct messages, quiet hours and the zone of a person."""

from __future__ import annotations

import discord
from msgspec.structs import replace

from bot.cogs.context import Context, moved_on
from bot.cogs.verbs import Verb
from bot.core.refusal import Illegal
from bot.io_thread import run_in_io_thread
from bot.screens.panels.own_time import SWITCHES, night_form, time_view, time_words
from bot.tables.faults import TableTrouble
from bot.tables.nights import read_night
from bot.tables.preferences import PersonPreferences, Reminding
from bot.tables.time_zones import find, nearest
from bot.training.deck import MOST_A_DAY

PRESSES = frozenset(("time", "reminders", "cards", "train", *SWITCHES))
"""What is pressed on this page, and to open it."""


async def press_time(ctx: Context) -> None:
    """A press on the page."""
    before = after = await ctx.preferences()
    match ctx.press.extra:
        case "reminders" if ctx.chosen in [each.value for each in Reminding]:
            after = replace(before, reminders=Reminding(ctx.chosen))
        case "cards" if ctx.chosen in map(str, range(MOST_A_DAY + 1)):
            after = replace(before, cards_a_day=int(ctx.chosen))
        case "train" if ctx.guild or before.train_in:
            guild = 0 if before.train_in else ctx.guild
            await ctx.services.card_reminders.switch(ctx.user, guild)
            after = replace(before, train_in=guild, direct_refused=before.direct_refused and not guild)
        case "direct":
            after = replace(before, direct=not before.direct, direct_refused=False)
        case switch if switch in SWITCHES:
            after = replace(before, **{switch: not getattr(before, switch)})
        case "time":
            pass
        case _:
            raise moved_on()
    if after != before:
        after = await ctx.services.preferences.keep_person(ctx.user, after)
    await _show(ctx, after)


async def _show(ctx: Context, preferences: PersonPreferences) -> None:
    t = await ctx.person_texts()
    await ctx.change(time_words(preferences, t), time_view(preferences, t, in_server=bool(ctx.guild)))


def ask_night(ctx: Context) -> discord.ui.Modal:
    """The modal for quiet hours."""
    return night_form(ctx.services.preferences.remembered(ctx.user), ctx.t)


async def take_night(ctx: Context) -> None:
    """Set the typed hours. Raises `Illegal` for hours or a zone that cannot be, and within a week of a change."""
    night, place = read_night(ctx.typed)
    if night is not None and place:
        night = replace(night, zone=await known_zone(place))
    after = (await ctx.preferences()).with_night(night, ctx.services.now())
    await _show(ctx, await ctx.services.preferences.keep_person(ctx.user, after))


async def known_zone(typed: str) -> str:
    """The zone of this name. Raises `Illegal` for an unknown or ambiguous one, with the nearest names."""
    # Searching reads the files of all zones.
    found = await run_in_io_thread(find, typed)
    if len(found) != 1:
        names = found or await run_in_io_thread(nearest, typed)
        raise Illegal(TableTrouble.WHICH_ZONE if names else TableTrouble.NO_SUCH_ZONE, name=typed, names=names)
    return found[0]


VERBS = (
    Verb("quiet:ask", asks=ask_night, private=True, logged="preference"),
    Verb("quiet", takes=take_night, logged="preference"),
)
