"""Which permissions the bot needs in a server and what for: one list for commands, threads, README and doctor.

Each is discord.py's name of a permission with Discord's own words for it.
"""

from __future__ import annotations

from collections.abc import Mapping

import discord
from discord.abc import GuildChannel

from bot.texts import N_

#: To post a board.
_POSTING = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
}
NEEDED = {
    **_POSTING,
    "read_message_history": N_("Read Message History"),
}
#: Where a table is in a thread.
IN_THREADS = {"send_messages_in_threads": N_("Send Messages in Threads")}
#: Where a table is to have a thread of its own.
FOR_THREADS = {"create_public_threads": N_("Create Public Threads"), **IN_THREADS}
#: For the private thread of a chouette's team. Nobody is asked for them: without them there is none.
FOR_ADVICE = {
    "create_private_threads": "Create Private Threads",
    "manage_threads": "Manage Threads",
    **IN_THREADS,
}
#: What a server that invites the bot is asked for.
INVITED = NEEDED | FOR_THREADS | FOR_ADVICE


def missing(may: discord.Permissions, wanted: Mapping[str, str]) -> list[str]:
    """Discord's words for what is wanted and not given."""
    return [words for name, words in wanted.items() if not getattr(may, name)]


def in_place(wanted: Mapping[str, str], *, thread: bool) -> dict[str, str]:
    """What is wanted in a channel, or in a thread, where other permissions let people speak."""
    if not thread:
        return dict(wanted)
    return {name: words for name, words in wanted.items() if name != "send_messages"} | IN_THREADS


def lacking(client: discord.Client, guild: int, channel: int) -> list[str]:
    """Discord's words for what keeps the bot from posting a board in a channel or thread.

    As far as it is known without asking Discord: empty where the bot does not see the place.
    """
    known = client.get_guild(guild)
    place = known.get_channel_or_thread(channel) if known else None
    parent = place.parent if isinstance(place, discord.Thread) else place
    if known is None or parent is None:
        return []
    return missing(_given(parent, known.me), in_place(_POSTING, thread=isinstance(place, discord.Thread)))


def _given(place: GuildChannel, me: discord.Member) -> discord.Permissions:
    """What roles and channel give the bot, one by one.

    `place.permissions_for` takes away with one permission what is of no use without it, so that one missing looks like
    several, and goes by roles that have been deleted.
    """
    may = me.guild_permissions
    if may.administrator:
        return may
    value, everyone = may.value, me.guild.default_role
    for level in ([everyone], [role for role in me.roles if role != everyone], [me]):
        said = [place.overwrites_for(each).pair() for each in level]
        for _, denied in said:
            value &= ~denied.value
        for allowed, _ in said:
            value |= allowed.value
    return discord.Permissions(value)


def permissions(wanted: Mapping[str, str]) -> discord.Permissions:
    """Exactly these."""
    return discord.Permissions(**dict.fromkeys(wanted, True))
