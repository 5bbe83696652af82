"""Roles that the bot gives to people and takes from them: which it may give, giving, taking.

Whoever lets people choose a role asks `unfit` when it is chosen, and shows `obstacle` beside it as long as there is
one. `Roles.give` checks both again each time, as roles change. Giving a role to a member who has it, or taking one they
do not have, does nothing, so either may be repeated until it has worked.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Iterator

import discord
from msgspec import Struct

from bot.core.refusal import Illegal
from bot.permissions import FOR_ROLES, given, missing
from bot.screens.discord_errors import DISCORD_ERRORS, Trouble, persist, trouble
from bot.tables.faults import RoleFault

_log = logging.getLogger(__name__)

_MOST_NAMED = 3
"""Permissions of a role that are named."""
_RENAMED = {"manage_guild": "Manage Server", "moderate_members": "Timeout Members", "use_external_emojis": "Use Emoji"}
"""Discord's words for permissions that discord.py calls otherwise."""
_UNKNOWN_MEMBER = 10007


class RoleFacts(Struct, frozen=True):
    """What is known of a role of a server. `permissions`: a number of Discord's."""

    id: int
    name: str
    position: int
    permissions: int
    managed: bool = False

    @property
    def rank(self) -> tuple[int, int]:
        """The higher of two roles has the larger one: of two in the same place the older one is the higher."""
        return self.position, -self.id


class Place(Struct, frozen=True):
    """What a channel allows and denies roles, by their ids, as numbers of Discord's."""

    channel: int
    roles: dict[int, tuple[int, int]]


def unfit_role(role: RoleFacts, everyone: RoleFacts, highest: RoleFacts, places: Iterable[Place]) -> Illegal | None:
    """Why the bot gives nobody a role, whatever it may do itself; None if it does. `highest`: its own highest role."""
    if role.id == everyone.id:
        return Illegal(RoleFault.EVERYBODY)
    if role.managed:
        return Illegal(RoleFault.MANAGED, role=role.name)
    if role.rank >= highest.rank:
        return Illegal(RoleFault.TOO_HIGH, role=role.name)
    if more := role.permissions & ~everyone.permissions:
        return Illegal(RoleFault.POWERFUL, role=role.name, powers=_named(more))
    return next(_powerful_in(role, everyone, places), None)


def _powerful_in(role: RoleFacts, everyone: RoleFacts, places: Iterable[Place]) -> Iterator[Illegal]:
    may = discord.Permissions(everyone.permissions | role.permissions)
    for place in places:
        if role.id in place.roles:
            said = [place.roles[each] for each in (everyone.id,) if each in place.roles]
            others = given(may, [said]).value
            if more := given(may, [said, [place.roles[role.id]]]).value & ~others:
                yield Illegal(RoleFault.POWERFUL_THERE, role=role.name, channel=place.channel, powers=_named(more))


def _named(permissions: int) -> str:
    named = [name for name, on in discord.Permissions(permissions) if on] or [f"{permissions:#x}"]
    words = [_RENAMED.get(name) or name.replace("_", " ").title() for name in named]
    return ", ".join(words[:_MOST_NAMED] + (["…"] if len(words) > _MOST_NAMED else []))


def unfit(guild: discord.Guild, role: int) -> Illegal | None:
    """The same of a role of a server as the bot knows it."""
    found = guild.get_role(role)
    if found is None:
        return Illegal(RoleFault.GONE)
    places = (
        Place(channel.id, {each.id: _said(overwrite) for each, overwrite in channel.overwrites.items()})
        for channel in guild.channels
    )
    return unfit_role(_facts(found), _facts(guild.default_role), _facts(guild.me.top_role), places)


def obstacle(guild: discord.Guild, role: int) -> Illegal | None:
    """What keeps the bot from giving somebody a role now: the role, or that it may give none; None if nothing does."""
    if missing(guild.me.guild_permissions, FOR_ROLES):
        return unfit(guild, role) or Illegal(RoleFault.MAY_NOT)
    return unfit(guild, role)


def _facts(role: discord.Role) -> RoleFacts:
    return RoleFacts(role.id, role.name, role.position, role.permissions.value, role.managed)


def _said(overwrite: discord.PermissionOverwrite) -> tuple[int, int]:
    allowed, denied = overwrite.pair()
    return allowed.value, denied.value


class Roles:
    """Gives and takes roles in the servers of `client`.

    Every method raises `Illegal` with a `RoleFault`: `NOT_NOW` if it may have worked, or may work later.
    """

    def __init__(self, client: discord.Client) -> None:
        self._client = client

    async def give(self, guild: int, user: int, role: int, reason: str) -> None:
        """Give a member a role. `reason`: what Discord's log of the server says of it."""
        if why := obstacle(self._known(guild), role):
            raise why
        await self._ask(guild, lambda: self._client.http.add_role(guild, user, role, reason=reason))

    async def take(self, guild: int, user: int, role: int, reason: str) -> None:
        """Take a role from somebody, who may have left; then there is nothing to take, nor of a role that is gone."""
        if self._known(guild).get_role(role) is None:
            return
        try:
            await self._ask(guild, lambda: self._client.http.remove_role(guild, user, role, reason=reason))
        except Illegal as error:
            if error.reason not in (RoleFault.GONE, RoleFault.NOT_A_MEMBER):
                raise

    def _known(self, guild: int) -> discord.Guild:
        known = self._client.get_guild(guild)
        if known is None or known.unavailable:
            raise Illegal(RoleFault.NOT_NOW)
        return known

    async def _ask(self, guild: int, call: Callable[[], Awaitable[None]]) -> None:
        try:
            await persist(call)
        except DISCORD_ERRORS as error:
            why = trouble(error)
            _log.info("a role of server %s is not given or taken: %s: %s", guild, why.value, error)
            raise Illegal(_fault(why, error)) from error


def _fault(why: Trouble, error: BaseException) -> RoleFault:
    if why is Trouble.GONE:
        unknown = isinstance(error, discord.HTTPException) and error.code == _UNKNOWN_MEMBER
        return RoleFault.NOT_A_MEMBER if unknown else RoleFault.GONE
    return RoleFault.MAY_NOT if why in (Trouble.FORBIDDEN, Trouble.REJECTED) else RoleFault.NOT_NOW
