"""Where the bot is not in a server of its own: a direct message with it, a server without it, a group; and people who
act there as members do in servers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeAlias

import discord
from simcord import Env
from simcord._modal import _submit_modal
from simcord.actors import MemberActor, _autocomplete, _component_click, _component_select, _slash
from simcord.actors import _dispatch_actor_interaction as dispatched
from simcord.backend import serializers
from simcord.backend.models import Channel
from simcord.builders import ChannelHandle, GuildHandle, UserHandle
from simcord.enums import AppCommandType, ChannelType, InteractionType
from simcord.results import InteractionResult, ResponseMessage

from tests.play.spots import Setting

#: Somebody who is in no server of the bot's, and those who are to be met with outside of them.
STRANGER = "Zoe"
OUTSIDE = ("Ann", "Bob", STRANGER)
#: A place of which nothing special is said.
HEARD = Setting(0, ("0",))
_GROUP = 3
_GROUP_SETTING = Setting(2, ("1",))


class Visitor(UserHandle):
    """Somebody in a channel of no server. For simcord, which knows no groups, a group is the direct message of whoever
    acts there, until the bot is told of it.
    """

    guild = None

    def __init__(self, env: Env, user: UserHandle, channel: Channel) -> None:
        super().__init__(env, user._user)
        self._channel = channel

    def _check(self, channel: ChannelHandle, *permissions: str) -> None:
        """Whoever is there may do everything."""

    @contextmanager
    def there(self) -> Iterator[None]:
        """In that channel."""
        direct = self._env.backend.dm_channels
        home = direct.get(self.id)
        direct[self.id] = self._channel.id
        try:
            yield
        finally:
            direct.pop(self.id)
            if home is not None:
                direct[self.id] = home

    async def slash(self, channel: ChannelHandle, name: str, /, **options: Any) -> Any:  # type: ignore[override]
        with self.there():
            return await _slash(self, channel, name, options)

    async def autocomplete(self, channel: ChannelHandle, name: str, option: str, value: str, /, **filled: Any) -> Any:  # type: ignore[override]
        with self.there():
            return await _autocomplete(self, channel, name, option, value, filled)

    async def click(self, message: Any, *, label: str | None = None, custom_id: str | None = None) -> Any:
        with self.there():
            return await _component_click(self, message, label=label, custom_id=custom_id)

    async def select(self, message: Any, values: Any, *, custom_id: str | None = None) -> Any:
        with self.there():
            return await _component_select(self, message, values, custom_id=custom_id)

    async def submit_modal(self, shown: Any, values: dict[str, Any]) -> Any:
        with self.there():
            return await _submit_modal(self, shown, values)

    async def context_menu(self, channel: ChannelHandle, name: str, target: Any) -> InteractionResult:
        """Pick a command under Apps, on a person or on a message there."""
        backend = self._env.backend
        if isinstance(target, ResponseMessage):
            kind, stored = AppCommandType.MESSAGE, backend.get_message(channel.id, target.id)
            resolved: dict[str, Any] = {
                "messages": {str(target.id): dict(serializers.message_payload(backend, stored))}
            }
        else:
            kind, user = AppCommandType.USER, backend.get_user(target.id)
            resolved = {"users": {str(target.id): dict(serializers.user_payload(user))}}
        found = backend.find_command(name, None, type=kind)
        assert found is not None
        data = {"id": found["id"], "name": name, "type": kind, "target_id": str(target.id), "resolved": resolved}
        with self.there():
            return await dispatched(self, InteractionType.APPLICATION_COMMAND, channel, data)


#: Somebody in a server or elsewhere.
Person: TypeAlias = MemberActor | Visitor


@dataclass(frozen=True)
class Outside:
    """A channel of no server, and its people by name."""

    handle: ChannelHandle
    people: Mapping[str, Visitor]

    @property
    def id(self) -> int:
        return self.handle.id


#: Where people are.
Place: TypeAlias = GuildHandle | Outside


def _place(env: Env, channel: Channel, users: Mapping[str, UserHandle]) -> Outside:
    people = {name: Visitor(env, user, channel) for name, user in users.items()}
    return Outside(ChannelHandle(env, None, channel), people)


def directs(env: Env, users: Mapping[str, UserHandle]) -> Iterator[tuple[Outside, Setting]]:
    """The direct messages with the bot of some who are in its servers, and of one who is not and has installed it."""
    for name in OUTSIDE:
        channel = env.backend.get_dm_channel(users[name].id)
        yield _place(env, channel, {name: users[name]}), Setting(1, ("1",) if name == STRANGER else ("0", "1"))


def group(env: Env, users: Mapping[str, UserHandle]) -> tuple[Outside, Setting]:
    """A group of those who have installed the bot."""
    people = {name: users[name] for name in OUTSIDE}
    recipients = [user.id for user in people.values()]
    channel = env.backend.create_channel(None, "group", type=ChannelType.DM, recipient_ids=recipients)
    channel.type = _GROUP  # type: ignore[assignment]  which simcord does not know
    return _place(env, channel, people), _GROUP_SETTING


def abroad(env: Env, unheard: Callable[[], Any]) -> tuple[GuildHandle, ChannelHandle]:
    """A server without the bot."""
    with unheard():
        guild = env.create_guild("Abroad")
        del env.backend.get_guild(guild.id).members[env.backend.bot_user.id]
        channel = guild.create_text_channel("talk")
    everyone = env.backend.get_guild(guild.id).everyone_role
    everyone.permissions |= discord.Permissions(use_external_apps=True).value
    return guild, channel
