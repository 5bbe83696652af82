"""`/preferences` and `/settings`: one ephemeral panel each; a press changes one value and updates it."""

from __future__ import annotations

import io
import time
from collections.abc import Sequence
from typing import Any

import discord
from discord import app_commands
from discord.app_commands import locale_str
from msgspec.structs import replace

from bot.backgammon import EGYPTIAN, Beavers, CubeRules, Jacoby, Rules, Variant
from bot.cogs.context import Context, ServingCog, answered, moved_on
from bot.cogs.own_time import PRESSES, known_zone, press_time
from bot.cogs.places import WITH_US, usable
from bot.cogs.role_choice import chosen_role, obstacle_words
from bot.cogs.theme_picture import theme_picture
from bot.ladder.seasons import Seasons
from bot.languages import LANGUAGES
from bot.permissions import FOR_EVENTS, Use, lacking, missing
from bot.screens.panels.lists import AS_IS
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
from bot.screens.panels.settings import (
    A_DAY,
    BEAVERS,
    CAPS,
    CLAIM_AFTER,
    HOLIDAY_DAYS,
    LENGTHS,
    PACES,
    REMIND_AFTER,
    cube_view,
    daily_view,
    daily_words,
    default_rules_view,
    default_rules_words,
    holiday_view,
    holiday_words,
    lacking_words,
    ladder_view,
    ladder_words,
    no_events_words,
    setting_view,
    setting_words,
    week_view,
    week_words,
    zone_form,
)
from bot.screens.refused_words import refused_words
from bot.store import place
from bot.tables import personal_data
from bot.tables.preferences import MOST_BLOCKED, THEMES, ServerSettings
from bot.tables.refused_posts import ANSWER, CLUB_WEEK, PODIUM, QUESTION, RefusedPost
from bot.tables.schedule import CHAMPION, LEAGUE, SEASON

_FILE = "chouette-my-data.json"
#: Buttons of the other pages, and those that open them.
_ON_RULES_PAGE = frozenset(("rules_page", "length", "variant", "rules", "pace"))
_ON_LADDER_PAGE = frozenset(("ladder_page", "seasons", "podium", "champion", "a_day", "money_rated", "events"))
_ON_DAILY_PAGE = frozenset(("daily_page", "daily"))
_ON_WEEK_PAGE = frozenset(("week_page", "week"))
_ON_CUBE_PAGE = frozenset(("cube_page", "beavers", "cap"))
#: Refused posts to report when such a channel is chosen.
_CHOSEN_FOR = {"daily": (QUESTION, ANSWER), "podium": (PODIUM,), "week": (CLUB_WEEK,)}


class PanelCommands(ServingCog):
    """The two panels."""

    @app_commands.command(description=locale_str("How the bot treats you: language, colours, what it does for you"))
    @usable(WITH_US)
    @answered
    async def preferences(self, ctx: Context) -> None:
        await show_preferences(ctx)

    @app_commands.command(description=locale_str("This server's language, colours, times and default rules"))
    @app_commands.default_permissions(manage_guild=True)
    @answered
    async def settings(self, ctx: Context) -> None:
        await show_settings(ctx)


# `/preferences`


async def show_preferences(ctx: Context) -> None:
    """Send the panel."""
    preferences = await ctx.preferences()
    picture = await theme_picture(ctx, preferences.theme, ctx.t)
    await ctx.say(preference_words(preferences, ctx.t), preference_view(preferences, ctx.t), picture)


async def press_preference(ctx: Context) -> None:
    """A press in the panel."""
    if ctx.press.extra in PRESSES:
        await press_time(ctx)
        return
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
    """The chosen users, without bots and the user."""
    data: Any = ctx.interaction.data or {}
    users = data.get("resolved", {}).get("users", {})
    people = (int(user) for user, about in users.items() if not about.get("bot"))
    return tuple(user for user in people if user != ctx.user)[:MOST_BLOCKED]


async def _show_data(ctx: Context) -> None:
    listed = await ctx.services.ladders.listed(ctx.guild, ctx.user) if ctx.guild else None
    named = (await ctx.preferences()).named
    await ctx.change(data_words(ctx.t), data_view(ctx.t, listed, named=named))


async def press_personal(ctx: Context) -> None:
    """A press on the pages about personal data: page, file, confirmation, deletion."""
    services, user, t = ctx.services, ctx.user, ctx.t
    kept = services.store, services.repository, services.preferences, services.ladders
    match ctx.press.extra:
        case "data":
            await _show_data(ctx)
        case "hide" | "unhide" if ctx.guild:
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


# `/settings`


async def show_settings(ctx: Context) -> None:
    """Send the panel, to members who may use it."""
    await ctx.say(*await _first_page(ctx, await ctx.settings()))


async def press_setting(ctx: Context) -> None:
    """A press in the panel."""
    ctx.check_manages()  # the panel may be older than the user's permissions
    guild = ctx.guild
    before = after = await ctx.settings()
    value = ctx.chosen
    match ctx.press.extra:
        case "language":
            after = replace(before, language=value if value in LANGUAGES else None)
        case "theme" if value in THEMES:
            after = replace(before, theme=value)
        case "remind" if value in map(str, REMIND_AFTER):
            after = replace(before, remind_after=int(value))
        case "claim" if value in map(str, CLAIM_AFTER):
            after = replace(before, claim_after=int(value))
        case "length" if value in map(str, LENGTHS):
            after = replace(before, rules=replace(before.rules, length=int(value)))
        case "variant" if value in [variant.value for variant in Variant]:
            after = replace(before, rules=replace(before.rules, variant=Variant(value)))
        case "rules":
            after = replace(before, rules=_with_rules(before.rules, ctx.all_chosen))
        case "pace" if value in (AS_IS, *PACES):
            after = replace(before, pace=PACES.get(value))
        case "beavers" if value in map(str, BEAVERS):
            after = replace(before, rules=replace(before.rules, money=_with_beavers(before.rules.money, int(value))))
        case "cap" if value in map(str, CAPS):
            money = replace(before.rules.money, cube_cap=int(value) or None)
            after = replace(before, rules=replace(before.rules, money=money))
        case "seasons" if value in [each.value for each in Seasons]:
            after = replace(before, seasons=Seasons(value))
        case "podium":
            after = replace(before, podium=int(value) if value.isdecimal() else 0)
        case "champion":
            after = replace(before, champion=chosen_role(ctx))
        case "a_day" if value in map(str, A_DAY):
            after = replace(before, rated_a_day=int(value))
        case "money_rated":
            after = replace(before, money_rated=not before.money_rated)
        case "events":
            after = replace(before, events=not before.events)
        case "daily":
            after = replace(before, daily=int(value) if value.isdecimal() else 0)
        case "week":
            after = replace(before, week=int(value) if value.isdecimal() else 0)
        case "holiday_days" if value in map(str, HOLIDAY_DAYS):
            after = replace(before, holiday_days=int(value))
        case "first_page" | "holiday_page" | "rules_page" | "cube_page" | "ladder_page" | "daily_page" | "week_page":
            pass
        case _:
            raise moved_on()
    if after != before:
        after = await ctx.services.preferences.keep_server(guild, after)
        await ctx.services.schedule.notice(guild, after)
    if after.events != before.events:
        for league in await ctx.services.leagues.running(guild):
            await ctx.services.store.due.set(LEAGUE, place(guild, league.id), ctx.services.now())
    if after.champion != before.champion:
        await ctx.services.store.due.set(CHAMPION, str(guild), ctx.services.now())
    for name in _CHOSEN_FOR.get(ctx.press.extra, ()):
        await ctx.services.refused.try_anew(guild, name, ctx.services.now())
    if ctx.press.extra in _ON_DAILY_PAGE:
        await _show_daily(ctx, after)
        return
    t = ctx.t
    if ctx.press.extra in _ON_RULES_PAGE:
        await ctx.change(default_rules_words(after, t), default_rules_view(after, t))
    elif ctx.press.extra in ("holiday_page", "holiday_days"):
        await ctx.change(holiday_words(after, t), holiday_view(after, t))
    elif ctx.press.extra in _ON_WEEK_PAGE:
        await ctx.change(week_words(after, ctx.services.now(), await _about_week(ctx, after), t), week_view(after, t))
    elif ctx.press.extra in _ON_CUBE_PAGE:
        await ctx.change(default_rules_words(after, t), cube_view(after.rules, t))
    elif ctx.press.extra in _ON_LADDER_PAGE:
        await ctx.change(ladder_words(after, await _about_podium(ctx, after), t), ladder_view(after, t))
        if ctx.press.extra == "podium" and after.podium:
            await ctx.services.schedule.look(SEASON, str(guild))
    else:
        await ctx.change(*await _first_page(ctx, after))


async def _show_daily(ctx: Context, settings: ServerSettings) -> None:
    guild, t = ctx.guild, ctx.t
    await ctx.services.schedule.notice(guild, settings)  # reschedules what is shown or waiting
    waiting = await ctx.services.store.positions.count(guild)
    named = [(name, await ctx.services.refused.find(guild, name)) for name in (QUESTION, ANSWER)]
    told = [(name, each) for name, each in named if each and (name == ANSWER or each.about == str(settings.daily))]
    warnings = _warnings(ctx, settings.daily, Use.DAY, told)
    await ctx.change(daily_words(settings, waiting, warnings, t), daily_view(settings, t))


async def _about_podium(ctx: Context, settings: ServerSettings) -> list[str]:
    """What prevents the podiums of a server from being posted, and its champion from being given a role."""
    refused = await ctx.services.refused.find(ctx.guild, PODIUM)
    on = settings.podium and settings.seasons is not Seasons.OFF
    words = _warnings(ctx, settings.podium, Use.PODIUM, [(PODIUM, refused)] if refused and on else [])
    words += obstacle_words(ctx, settings.champion)
    known = ctx.interaction.guild
    lacks = missing(known.me.guild_permissions, FOR_EVENTS) if settings.events and known is not None else []
    return [*words, no_events_words(lacks, ctx.t)] if lacks else words


async def _about_week(ctx: Context, settings: ServerSettings) -> list[str]:
    """What prevents the club's week from being posted."""
    refused = await ctx.services.refused.find(ctx.guild, CLUB_WEEK) if settings.week else None
    return _warnings(ctx, settings.week, Use.WEEK, [(CLUB_WEEK, refused)] if refused else [])


def _warnings(ctx: Context, channel: int, use: Use, refused: Sequence[tuple[str, RefusedPost]]) -> list[str]:
    """Missing permissions in a chosen channel (0 for none), unless reported with the refused post."""
    missing = lacking(ctx.interaction.client, ctx.guild, channel, use) if channel else []
    said = {words for _, each in refused if each.channel == channel for words in each.lacking}
    words = [refused_words(name, each, ctx.t) for name, each in refused]
    return [*words, lacking_words(channel, missing, ctx.t)] if set(missing) - said else words


async def _first_page(ctx: Context, settings: ServerSettings) -> tuple[str, discord.ui.View, discord.File]:
    own = await ctx.services.presenter.own_texts(ctx.guild)
    picture = await theme_picture(ctx, settings.theme, ctx.t)
    return setting_words(settings, own, ctx.t), setting_view(settings, ctx.t), picture


async def take_zone(ctx: Context) -> None:
    """Set the typed time zone. Raises `Illegal` for an unknown or ambiguous one."""
    ctx.check_manages()
    guild = ctx.guild
    zone = await known_zone(ctx.typed)
    settings = replace(await ctx.settings(), time_zone=zone)
    settings = await ctx.services.preferences.keep_server(guild, settings)
    await ctx.services.schedule.notice(guild, settings)  # mornings and seasons begin at other times now
    await ctx.change(*await _first_page(ctx, settings))


def ask_zone(ctx: Context) -> discord.ui.Modal:
    """The modal for a time zone. Raises `Foreign` without permission."""
    ctx.check_manages()
    return zone_form(ctx.t)


def _with_beavers(money: CubeRules, most: int) -> CubeRules:
    """Rules with at most this many beavers in a game, without raccoons if there are none."""
    if not most:
        return replace(money, animals=Beavers.NONE)
    return replace(money, animals=max(money.animals, Beavers.BEAVER), beavers_per_bet=most)


def _with_rules(rules: Rules, names: Sequence[str]) -> Rules:
    money = replace(
        rules.money,
        jacoby=Jacoby.PER_CUBE if "jacoby" in names else Jacoby.OFF,
        animals=Beavers.RACCOON if "raccoons" in names else Beavers.BEAVER if "beavers" in names else Beavers.NONE,
        auto_doubles=max(rules.money.auto_doubles, 1) if "automatic" in names else 0,
    )
    return replace(
        rules,
        cube="cube" in names,
        crawford="crawford" in names,
        max_on_point=EGYPTIAN if "egyptian" in names else None,
        money=money,
    )
