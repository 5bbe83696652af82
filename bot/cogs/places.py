"""Where people use the bot, and what may be used where.

The callback of every command says once where it may be: `usable` marks it, without a mark it is for servers of the bot
alone. From that follow its registration and its refusal elsewhere.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from enum import Enum, auto
from typing import Any, TypeAlias, TypeVar

import discord
from discord import app_commands

from bot.cogs.services import Interaction
from bot.core.refusal import Illegal
from bot.tables.faults import PlaceFault

Command: TypeAlias = app_commands.Command[Any, ..., Any] | app_commands.Group | app_commands.ContextMenu
_Callback = TypeVar("_Callback", bound=Callable[..., Any])


class Place(Enum):
    SERVER = auto()
    """A server of which the bot is a member."""
    DIRECT = auto()
    """A direct message with the bot."""
    ELSEWHERE = auto()
    """Another server, in which somebody uses their own install."""
    GROUP = auto()
    """A group, or a direct message with somebody else, by their own install."""


Places: TypeAlias = Collection[Place]

IN_SERVERS: Places = frozenset((Place.SERVER,))
WITH_US: Places = frozenset((Place.SERVER, Place.DIRECT))
"""Where the bot is a member."""
BUT_GROUPS: Places = frozenset((Place.SERVER, Place.DIRECT, Place.ELSEWHERE))
EVERYWHERE: Places = frozenset(Place)
"""Outside of `WITH_US` the bot answers interactions, and does nothing else."""


_FAULTS = {
    IN_SERVERS: PlaceFault.ONLY_SERVERS,
    WITH_US: PlaceFault.ONLY_WITH_US,
    BUT_GROUPS: PlaceFault.NOT_IN_GROUPS,
}
_MARK = "__usable__"


def place_of(interaction: Interaction) -> Place:
    """Where an interaction comes from. Asks nobody."""
    if interaction.guild_id is None:
        return Place.DIRECT if interaction.context.dm_channel else Place.GROUP
    return Place.ELSEWHERE if interaction.client.get_guild(interaction.guild_id) is None else Place.SERVER


def check_usable(place: Place, where: Places) -> None:
    """Raise `Illegal` for another place than these."""
    if place not in where:
        raise Illegal(_FAULTS[frozenset(where)])


def usable(where: Places) -> Callable[[_Callback], _Callback]:
    """Mark the callback of a command: it may be used in these places."""

    def marked(callback: _Callback) -> _Callback:
        setattr(callback, _MARK, where)
        return callback

    return marked


def usable_in(command: Command | None) -> Places:
    """Where a command, or any of a group, may be used. An unknown one may be asked for everywhere."""
    if command is None:
        return EVERYWHERE
    return frozenset[Place]().union(*(getattr(each.callback, _MARK, IN_SERVERS) for each in _leaves(command)))


def register(command: Command) -> None:
    """Have Discord offer a command where it, or any of its group, may be used."""
    where = usable_in(command)
    command.allowed_installs = app_commands.AppInstallationType(guild=True, user=where != IN_SERVERS)
    command.allowed_contexts = app_commands.AppCommandContext(
        guild=True, dm_channel=Place.DIRECT in where, private_channel=Place.GROUP in where
    )


def why_not_shown(interaction: Interaction) -> PlaceFault | None:
    """Why nothing may be posted for everybody at the user's request; None if it may be."""
    place, may = place_of(interaction), interaction.permissions
    if place not in (Place.SERVER, Place.ELSEWHERE):
        return None
    in_thread = isinstance(interaction.channel, discord.Thread)
    if not (may.send_messages_in_threads if in_thread else may.send_messages):
        return PlaceFault.MAY_NOT_WRITE
    return None if place is Place.SERVER or may.use_external_apps else PlaceFault.OWN_APPS_HIDDEN


def _leaves(command: Command) -> Iterator[app_commands.Command[Any, ..., Any] | app_commands.ContextMenu]:
    if not isinstance(command, app_commands.Group):
        yield command
        return
    for each in command.walk_commands():
        if not isinstance(each, app_commands.Group):
            yield each
