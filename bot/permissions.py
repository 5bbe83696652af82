"""Which permissions the bot needs in a server and what for: one list for commands, threads, README and doctor.

Each is discord.py's name of a permission with Discord's own words for it.
"""

from __future__ import annotations

from collections.abc import Mapping

import discord

from bot.texts import N_

NEEDED = {
    "view_channel": N_("View Channel"),
    "send_messages": N_("Send Messages"),
    "attach_files": N_("Attach Files"),
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


def permissions(wanted: Mapping[str, str]) -> discord.Permissions:
    """Exactly these."""
    return discord.Permissions(**dict.fromkeys(wanted, True))
