"""`/looking`: who wants to play puts themselves on the server's list, and is paired with whoever fits."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str

from bot.cogs.context import Context, ServingCog, answered, moved_on, number_in
from bot.cogs.verbs import Verb
from bot.core.looking import LookingFault, LookingList
from bot.core.refusal import Illegal
from bot.permissions import Use, lacking
from bot.screens.looking.form import Draft, form_view, form_words
from bot.screens.looking.words import (
    found_words,
    list_view,
    list_words,
    off_button,
    pages_of,
    pairing_view,
    pairing_words,
    waiting_words,
)
from bot.screens.panels.settings import lacking_words
from bot.screens.roles import Roles
from bot.tables.faults import RoleFault
from bot.texts import N_

_REASON = N_("The button below the list of who wants to play")


class LookingCommands(ServingCog):
    """The list of who wants to play."""

    @app_commands.command(description=locale_str("Look for somebody to play with, who wants to play the same"))
    @answered
    async def looking(self, ctx: Context) -> None:
        await show_form(ctx)


async def show_form(ctx: Context) -> None:
    """The form of what somebody would play, as they have filled it in last if they are on the list."""
    if await _channel(ctx) is None:
        return
    held = await ctx.services.looking.find(ctx.guild)
    seeker = held.seeker(ctx.user)
    await _show(ctx, Draft.of(seeker) if seeker else Draft())


async def _show(ctx: Context, draft: Draft) -> None:
    rating = await ctx.services.looking.rating(ctx.guild, ctx.user)
    await ctx.aside(form_words(rating, ctx.t), form_view(draft, ctx.t))


async def press_choice(ctx: Context) -> None:
    """A choice in the form."""
    field, _, written = ctx.press.extra.partition("/")
    draft = Draft.parse(written)
    after = draft and draft.changed(field, ctx.all_chosen)
    if after is None:
        raise moved_on()
    await _show(ctx, after)


async def press_enter(ctx: Context) -> None:
    """What is chosen counts: onto the list, or to a table with whoever fits."""
    if (draft := Draft.parse(ctx.press.extra)) is None:
        raise moved_on()
    if (channel := await _channel(ctx)) is None:
        return
    looking = ctx.services.looking
    wish = draft.wish(await looking.rating(ctx.guild, ctx.user))
    await _tell(ctx, channel, await looking.enter(ctx.guild, ctx.person, wish, draft.hours))


async def press_play(ctx: Context) -> None:
    """Play with somebody on the list."""
    if (channel := await _channel(ctx)) is None:
        return
    held = await ctx.services.looking.take(ctx.guild, ctx.person, number_in(ctx.press.extra))
    await _tell(ctx, channel, held)


async def _tell(ctx: Context, channel: int, held: LookingList) -> None:
    """Tell somebody where they are now, and see to what follows."""
    ctx.services.looking_clock.wake(ctx.guild)
    if pairing := held.pairing_of(ctx.user):
        await ctx.aside(found_words(pairing, ctx.user, channel, ctx.t))
    elif seeker := held.seeker(ctx.user):
        await ctx.aside(waiting_words(seeker, channel, ctx.t), off_button(ctx.t))


async def press_leave(ctx: Context) -> None:
    """Off the list."""
    await ctx.services.looking.leave(ctx.guild, ctx.user)
    ctx.services.looking_clock.wake(ctx.guild)
    await ctx.aside(ctx.t("You are not on the list any more."))


async def press_ready(ctx: Context) -> None:
    """One of two is ready."""
    held = await ctx.services.looking.ready(ctx.guild, ctx.press.question, ctx.user)
    ctx.services.looking_clock.wake(ctx.guild)
    if pairing := held.pairing(ctx.press.question):
        t = await ctx.server_texts()
        await ctx.change(pairing_words(pairing, t), pairing_view(pairing, t))


async def press_not(ctx: Context) -> None:
    """One of two does not want to play now. Raises as `Looking.refuse`."""
    await ctx.services.looking.refuse(ctx.guild, ctx.press.question, ctx.user)
    ctx.services.looking_clock.wake(ctx.guild)
    await ctx.say(ctx.t("You are not on the list any more."))


async def press_page(ctx: Context) -> None:
    """Another page of the list, for whoever turns it."""
    held, role = await ctx.services.looking.find(ctx.guild), (await ctx.settings()).looking_role
    page = min(number_in(ctx.press.extra.removeprefix("to")), pages_of(held) - 1)
    await ctx.aside(list_words(held, page, ctx.t), list_view(held, page, ctx.t, role=bool(role)))


async def press_role(ctx: Context) -> None:
    """The role that is mentioned here is given, or taken from who has it. Raises `Illegal` with a `RoleFault`."""
    role = (await ctx.settings()).looking_role
    member = ctx.interaction.user
    if not role or not isinstance(member, discord.Member):
        raise Illegal(RoleFault.GONE)
    roles, reason = Roles(ctx.interaction.client), (await ctx.server_texts())(_REASON)
    if any(each.id == role for each in member.roles):
        await roles.take(ctx.guild, ctx.user, role, reason)
        await ctx.say(ctx.t("I do not tell you any more when somebody wants to play."))
    else:
        await roles.give(ctx.guild, ctx.user, role, reason)
        await ctx.say(ctx.t("I tell you when somebody wants to play: at most once an hour, never at night."))


async def _channel(ctx: Context) -> int | None:
    """The channel of the list; None, after a reply, if the bot may not use it. Raises `Illegal` if there is none."""
    channel = (await ctx.settings()).looking
    if not channel:
        raise Illegal(LookingFault.NO_CHANNEL)
    if missing := lacking(ctx.interaction.client, ctx.guild, channel, Use.LOOKING):
        await ctx.say(lacking_words(channel, missing, ctx.t))
        return None
    return channel


VERBS = (
    Verb("look_form", press=show_form, apart=True),
    Verb("look_set", press=press_choice, private=True),
    Verb("look_enter", press=press_enter, private=True),
    Verb("look_play", press=press_play, apart=True),
    Verb("look_leave", press=press_leave, apart=True),
    Verb("look_ready", press=press_ready),
    Verb("look_not", press=press_not, apart=True),
    Verb("look_page", press=press_page, apart=True),
    Verb("look_role", press=press_role, apart=True),
)
