"""Which permissions the bot needs in a server and what for: one list for commands, threads, README and doctor.

Each is discord.py's name of a permission with Discord's own words for it.
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
#: Where people play.
NEEDED = _POSTING | _READING


class Use(Enum):
    """What is posted in a channel: by that it depends what the bot needs there."""

    BOARD = "boards"
    DAY = "the position of the day"
    PODIUM = "the podium of a season"
    LEAGUE = "a league"


#: By what is posted there. The answer of a day is a reply, and looked for among the last messages.
NEEDED_FOR: Mapping[Use, Mapping[str, str]] = {
    Use.BOARD: _POSTING,
    Use.DAY: _POSTING | _READING,
    Use.PODIUM: _POSTING,
    Use.LEAGUE: _POSTING,
}
#: Where a table is in a thread.
IN_THREADS = {"send_messages_in_threads": N_("Send Messages in Threads")}
#: In the chat of a voice channel, where without it nothing is permitted.
IN_VOICE = {"connect": N_("Connect")}
#: Where a table is to have a thread of its own.
FOR_THREADS = {"create_public_threads": N_("Create Public Threads"), **IN_THREADS}
#: For the private thread of a chouette's team. Nobody is asked for them: without them there is none.
FOR_ADVICE = {
    "create_private_threads": "Create Private Threads",
    "manage_threads": "Manage Threads",
    **IN_THREADS,
}
#: To give people roles. Nobody is asked for it: it is told where a role is chosen.
FOR_ROLES = {"manage_roles": "Manage Roles"}
_THREADS = (discord.ChannelType.public_thread, discord.ChannelType.news_thread, discord.ChannelType.private_thread)
_VOICES = (discord.ChannelType.voice, discord.ChannelType.stage_voice)
#: What a server that invites the bot is asked for.
INVITED = NEEDED | FOR_THREADS | FOR_ADVICE


def missing(may: discord.Permissions, wanted: Mapping[str, str]) -> list[str]:
    """Discord's words for what is wanted and not given."""
    return [words for name, words in wanted.items() if not getattr(may, name)]


def is_thread(kind: discord.ChannelType | None) -> bool:
    """Whether a channel of this kind is a thread of another one."""
    return kind in _THREADS


def in_place(wanted: Mapping[str, str], kind: discord.ChannelType | None) -> dict[str, str]:
    """What is wanted in a channel of this kind; in threads and voice channels other permissions let people speak."""
    if is_thread(kind):
        return {name: words for name, words in wanted.items() if name != "send_messages"} | IN_THREADS
    return dict(wanted) | (IN_VOICE if kind in _VOICES else {})


def lacking(client: discord.Client, guild: int, channel: int, use: Use = Use.BOARD) -> list[str]:
    """Discord's words for what keeps the bot from posting in a channel or thread what is to be posted there.

    As far as it is known without asking Discord: empty where the bot does not see the place.
    """
    known = client.get_guild(guild)
    place = known.get_channel_or_thread(channel) if known else None
    parent = place.parent if isinstance(place, discord.Thread) else place
    if known is None or parent is None:
        return []
    return missing(_given(parent, known.me), in_place(NEEDED_FOR[use], place.type if place else None))


def _given(place: GuildChannel, me: discord.Member) -> discord.Permissions:
    """What roles and channel give the bot, one by one.

    `discord.abc.GuildChannel.permissions_for` takes away with one permission what is of no use without it, so that one
    missing looks like several, and goes by roles that have been deleted.
    """
    everyone = me.guild.default_role
    levels = ([everyone], [role for role in me.roles if role != everyone], [me])
    said = [[place.overwrites_for(each).pair() for each in level] for level in levels]
    return given(me.guild_permissions, [[(yes.value, no.value) for yes, no in level] for level in said])


def given(by_roles: discord.Permissions, levels: Iterable[Iterable[tuple[int, int]]]) -> discord.Permissions:
    """What is permitted in a channel.

    `levels`: what the channel allows and denies as numbers of Discord's: everybody, then the roles one has, then
    oneself.
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
    """Exactly these."""
    return discord.Permissions(**dict.fromkeys(wanted, True))
