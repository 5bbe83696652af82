"""The permissions the bot needs in a server, by purpose: one list for commands, threads, the page for hosts and doctor.

Each is discord.py's name of a permission with Discord's displayed name.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum

import discord
from discord.abc import GuildChannel

from bot.texts import N_

_POSTING = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
}
#: To find a message again, and to reply to one.
_READING = {"read_message_history": N_("Read Message History")}
#: In a table's channel.
NEEDED = _POSTING | _READING


class Use(Enum):
    """The use of a channel, which decides the permissions needed."""

    BOARD = "boards"
    DAY = "the position of the day"
    PODIUM = "the podium of a season"
    WEEK = "the club's week"
    LEAGUE = "a league"
    NIGHT = "a night of chouettes"
    LOOKING = "the list of who wants to play"


#: For a table in a thread.
IN_THREADS = {"send_messages_in_threads": N_("Send Messages in Threads")}
#: In the chat of a voice channel, where nothing else is possible without it.
IN_VOICE = {"connect": N_("Connect")}
#: For a table with a new thread.
FOR_THREADS = {"create_public_threads": N_("Create Public Threads"), **IN_THREADS}
#: By use. The answer of a position of the day is a reply, and searched for among the last messages, as is the club's
#: week. Who finds an opponent on the list of who wants to play gets a thread, as do
#: the tables of a night.
NEEDED_FOR: Mapping[Use, Mapping[str, str]] = {
    Use.BOARD: _POSTING,
    Use.DAY: _POSTING | _READING,
    Use.PODIUM: _POSTING,
    Use.WEEK: _POSTING | _READING,
    Use.LEAGUE: _POSTING,
    Use.NIGHT: _POSTING | FOR_THREADS,
    Use.LOOKING: _POSTING | FOR_THREADS,
}
#: For the private thread of a chouette's team. Optional: without them there is no thread.
FOR_ADVICE = {
    "create_private_threads": "Create Private Threads",
    "manage_threads": "Manage Threads",
    **IN_THREADS,
}
#: To give people roles. Nobody is asked for it: it is told where a role is chosen.
FOR_ROLES = {"manage_roles": "Manage Roles"}
#: To announce leagues as events of the server. Nobody is asked for it: it is told where events are switched on.
FOR_EVENTS = {"create_events": "Create Events"}
_THREADS = (discord.ChannelType.public_thread, discord.ChannelType.news_thread, discord.ChannelType.private_thread)
_VOICES = (discord.ChannelType.voice, discord.ChannelType.stage_voice)
#: Requested by the invitation link.
INVITED = NEEDED | FOR_THREADS | FOR_ADVICE


def missing(may: discord.Permissions, wanted: Mapping[str, str]) -> list[str]:
    """Discord's names of missing permissions."""
    return [words for name, words in wanted.items() if not getattr(may, name)]


def is_thread(kind: discord.ChannelType | None) -> bool:
    return kind in _THREADS


def in_place(wanted: Mapping[str, str], kind: discord.ChannelType | None) -> dict[str, str]:
    """The permissions needed in a channel of this kind; threads and voice channels have others for sending messages."""
    if is_thread(kind):
        return {name: words for name, words in wanted.items() if name != "send_messages"} | IN_THREADS
    return dict(wanted) | (IN_VOICE if kind in _VOICES else {})


def lacking(client: discord.Client, guild: int, channel: int, use: Use = Use.BOARD) -> list[str]:
    """Discord's names of permissions the bot lacks for this use of a channel or thread.

    From the cache: empty where the bot does not see the channel.
    """
    known = client.get_guild(guild)
    place = known.get_channel_or_thread(channel) if known else None
    parent = place.parent if isinstance(place, discord.Thread) else place
    if known is None or parent is None:
        return []
    return missing(_given(parent, known.me), in_place(NEEDED_FOR[use], place.type if place else None))


def _given(place: GuildChannel, me: discord.Member) -> discord.Permissions:
    """The bot's permissions in a channel, each by itself.

    `discord.abc.GuildChannel.permissions_for` also removes permissions that are useless without another one, so that
    one missing looks like several, and counts deleted roles.
    """
    everyone = me.guild.default_role
    levels = ([everyone], [role for role in me.roles if role != everyone], [me])
    said = [[place.overwrites_for(each).pair() for each in level] for level in levels]
    return given(me.guild_permissions, [[(yes.value, no.value) for yes, no in level] for level in said])


def given(by_roles: discord.Permissions, levels: Iterable[Iterable[tuple[int, int]]]) -> discord.Permissions:
    """Permissions in a channel, computed from roles and overwrites
    (https://discord.com/developers/docs/topics/permissions).

    `levels`: the channel's overwrites as (allow, deny) in Discord's numbers: of everyone, then of the roles, then of
    the member.
    """
    if by_roles.administrator:
        return by_roles
    value = by_roles.value
    for level in levels:
        said = list(level)
        for _, denied in said:
            value &= ~denied
        for allowed, _ in said:
            value |= allowed
    return discord.Permissions(value)


def permissions(wanted: Mapping[str, str]) -> discord.Permissions:
    return discord.Permissions(**dict.fromkeys(wanted, True))
