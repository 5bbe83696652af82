"""What is done in the panel of `/preferences`, and on its pages about what is kept of a person."""

from __future__ import annotations

import io
import time
from typing import Any

import discord
from msgspec.structs import replace

from bot.cogs.context import Context, moved_on
from bot.cogs.theme_picture import theme_picture
from bot.languages import LANGUAGES
from bot.screens.panels.preferences import (
    SWITCHES,
    data_view,
    data_words,
    delete_view,
    delete_words,
    deleted_words,
    preference_view,
    preference_words,
)
from bot.tables import personal_data
from bot.tables.preferences import MOST_BLOCKED, THEMES

_FILE = "chouette-my-data.json"


async def show_preferences(ctx: Context) -> None:
    """The panel, for whoever asks for it."""
    preferences = await ctx.preferences()
    picture = await theme_picture(ctx, preferences.theme, ctx.t)
    await ctx.say(preference_words(preferences, ctx.t), preference_view(preferences, ctx.t), picture)


async def press_preference(ctx: Context) -> None:
    """A press in the panel."""
    before = after = await ctx.preferences()
    match ctx.press.extra:
        case "language":
            after = replace(before, language=ctx.chosen if ctx.chosen in LANGUAGES else None)
        case "theme":
            after = replace(before, theme=ctx.chosen if ctx.chosen in THEMES else None)
        case "blocked":
            after = replace(before, blocked=_people_chosen(ctx))
        case switch if switch in SWITCHES:
            after = replace(before, **{switch: not getattr(before, switch)})
        case "panel":
            pass
        case _:
            raise moved_on()
    if after != before:
        after = await ctx.services.preferences.keep_person(ctx.user, after)
    t = await ctx.person_texts()
    picture = await theme_picture(ctx, after.theme, t)
    await ctx.change(preference_words(after, t), preference_view(after, t), picture)


def _people_chosen(ctx: Context) -> tuple[int, ...]:
    """Whom somebody has chosen, bots and that person left out."""
    data: Any = ctx.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    people = (int(user) for user, about in users.items() if not about.get("bot"))
    return tuple(user for user in people if user != ctx.user)[:MOST_BLOCKED]


async def _show_data(ctx: Context) -> None:
    listed, named = await ctx.services.ladders.listed(ctx.guild, ctx.user), (await ctx.preferences()).named
    await ctx.change(data_words(ctx.t), data_view(ctx.t, listed, named=named))


async def press_personal(ctx: Context) -> None:
    """A press about one's data: the page, the file, the question whether to delete, deleting."""
    services, user, t = ctx.services, ctx.user, ctx.t
    kept = services.store, services.repository, services.preferences, services.ladders
    match ctx.press.extra:
        case "data":
            await _show_data(ctx)
        case "hide" | "unhide":
            await services.ladders.hide(ctx.guild, user, ctx.press.extra == "hide")
            await _show_data(ctx)
        case "named" | "unnamed":
            before = await ctx.preferences()
            await services.preferences.keep_person(user, replace(before, named=ctx.press.extra == "named"))
            await _show_data(ctx)
        case "export":
            file = io.BytesIO(await personal_data.export(*kept, user, time.time()))
            await ctx.say(t("This is what I keep of you."), file=discord.File(file, _FILE))
        case "delete":
            await ctx.change(delete_words(t), delete_view(t))
        case "delete_now":
            await ctx.change(deleted_words(await personal_data.delete(*kept, user), t))
        case _:
            raise moved_on()
