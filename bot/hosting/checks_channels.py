"""Checks of channels that servers have chosen: for positions of the day, podiums, the club's week, running leagues
and nights, who wants to play.

The channels are read from the store, which is not written; permissions are asked of Discord.
"""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import NamedTuple

import discord
from msgspec import Struct

from bot.core.refusal import Refused
from bot.hosting.checks_discord import MOST_NAMED, Server, Trouble, get, joined, sendable, whose
from bot.hosting.findings import Finding, advice, good
from bot.permissions import FOR_EVENTS, FOR_ROLES, NEEDED_FOR, Use, given, in_place, is_thread, missing
from bot.settings import Settings
from bot.store import EmbeddedServer, Store, StoreError, files
from bot.tables.leagues import Leagues
from bot.tables.night_log import Nights
from bot.tables.preferences import Preferences

MOST_CHANNELS = 50
"""Channels checked at most."""

_GIVE = "Give its role there these permissions, in the settings of the channel."
_GIVE_THERE = "Give its role there this permission, or switch that off in /settings."
_CHOOSE = "Choose another one, in /settings; a league or night that is shown there can be ended."


class _Member(Struct):
    roles: list[str]


class _Overwrite(Struct):
    id: str
    allow: str
    deny: str


class _Channel(Struct):
    type: int
    name: str = ""
    parent_id: str | None = None
    permission_overwrites: list[_Overwrite] = []


class _Chosen(NamedTuple):
    """A channel of a server, and its use."""

    server: Server
    channel: int
    use: Use


async def channels(settings: Settings) -> AsyncIterator[Finding]:
    """Missing permissions in channels chosen by servers."""
    if not sendable(settings.token):
        return
    try:
        async with _store(settings) as store:
            servers = await joined(settings) if store else []
            chosen = [each async for each in _chosen(store, servers)] if store else []
            unmet = [each async for each in _unmet(store, servers)] if store else []
        looked = chosen[:MOST_CHANNELS]
        me = (await whose(settings)).id if looked else ""
        worse = [finding for each in looked if (finding := await _look(settings, me, each))]
    except (StoreError, Trouble):  # reported by the checks of the store and of Discord
        return
    if chosen:
        first = "the first " if len(looked) < len(chosen) else ""
        what = "Channels of positions of the day, podiums, weeks, leagues, nights and lists that let the bot post"
        yield good(f"{what}: {len(looked) - len(worse)} of {first}{len(looked)}.")
    for finding in worse[:MOST_NAMED]:
        yield finding
    if len(worse) > MOST_NAMED:
        yield advice(f"Channels in which something is missing too: {len(worse) - MOST_NAMED}.", _GIVE)
    for finding in unmet[:MOST_NAMED]:
        yield finding


@asynccontextmanager
async def _store(settings: Settings) -> AsyncIterator[Store | None]:
    """The store, read-only; None if there is none yet. Raises `StoreError`."""
    directory = settings.data_dir.resolve()
    if settings.redis_url or (files.holds_data(directory) and files.in_use(directory)):
        store = await Store.connect(settings.redis_url or EmbeddedServer(directory).url)
        try:
            yield store
        finally:
            await store.close()
    elif files.holds_data(directory):
        async with EmbeddedServer(directory, settings.store_limit) as server:
            store = await Store.connect(server.url)
            try:
                yield store
            finally:
                await store.close()
    else:
        yield None


async def _chosen(store: Store, servers: list[Server]) -> AsyncIterator[_Chosen]:
    preferences, contests = Preferences(store), ((Leagues(store), Use.LEAGUE), (Nights(store), Use.NIGHT))
    for server in servers:
        wanted = await preferences.of_server(int(server.id))
        named = (
            (wanted.daily, Use.DAY),
            (wanted.podium, Use.PODIUM),
            (wanted.week, Use.WEEK),
            (wanted.looking, Use.LOOKING),
        )
        for channel, use in named:
            if channel:
                yield _Chosen(server, channel, use)
        for some, use in contests:
            try:
                running = await some.running(int(server.id))
            except Refused:  # written by a newer bot
                continue
            for channel in dict.fromkeys(held.channel for held in running):
                yield _Chosen(server, channel, use)


async def _unmet(store: Store, servers: list[Server]) -> AsyncIterator[Finding]:
    """Permissions that no invite asks for, missing in servers whose settings need them."""
    for server in servers:
        wanted, may = await Preferences(store).of_server(int(server.id)), discord.Permissions(int(server.permissions))
        if server.owner or may.administrator:
            continue
        for on, what, needs in (
            (wanted.looking_role, "give the role that is mentioned when somebody wants to play", FOR_ROLES),
            (wanted.champion, "give the role of the champion", FOR_ROLES),
            (wanted.events, "make events of leagues", FOR_EVENTS),
        ):
            if on and (lacking := missing(may, needs)):
                place = f"In {server.name} ({server.id})"
                yield advice(f"{place} the bot cannot {what}: it lacks {', '.join(lacking)}.", _GIVE_THERE)


async def _look(settings: Settings, me: str, chosen: _Chosen) -> Finding | None:
    """What is missing in a channel; None if nothing is. Raises `Trouble`."""
    server, number, use = chosen
    place = f"In {server.name} ({server.id}), channel {number}"
    try:
        channel = await get(settings, f"/channels/{number}", _Channel)
        parent = channel
        if channel.parent_id and is_thread(_kind(channel)):
            parent = await get(settings, f"/channels/{channel.parent_id}", _Channel)
        lacking = await _lacking(settings, me, chosen, channel, parent)
    except Trouble as trouble:
        if trouble.status == 404:
            return advice(f"{place}, in which {use.value} should be shown, is gone.", _CHOOSE)
        if trouble.status != 403:
            raise
        lacking = [NEEDED_FOR[use]["view_channel"]]
    if not lacking:
        return None
    return advice(f"{place}, the bot lacks what {use.value} needs: {', '.join(lacking)}.", _GIVE)


async def _lacking(settings: Settings, me: str, chosen: _Chosen, channel: _Channel, parent: _Channel) -> list[str]:
    """Discord's names of permissions that the bot, `me`, lacks in a channel; for a thread those of its `parent`
    count.
    """
    server = chosen.server
    by_roles = discord.Permissions(int(server.permissions))
    if server.owner or by_roles.administrator:
        return []
    held = (await get(settings, f"/guilds/{server.id}/members/{me}", _Member)).roles
    said = {each.id: (int(each.allow), int(each.deny)) for each in parent.permission_overwrites}
    levels = [[said[each] for each in who if each in said] for who in ([server.id], held, [me])]
    return missing(given(by_roles, levels), in_place(NEEDED_FOR[chosen.use], _kind(channel)))


def _kind(channel: _Channel) -> discord.ChannelType | None:
    return next((kind for kind in discord.ChannelType if kind.value == channel.type), None)
