"""Places outside the bot's server in the simulated Discord: a direct message with it, another server, a group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, NamedTuple

import discord
from simcord.backend.models import Channel, Message
from simcord.builders import ChannelHandle, UserHandle, to_discord_message
from simcord.enums import ChannelType

from .bot import OneBot, said

_GROUP = 3
_DIRECT = 1
#: What an app may where a person has brought it.
_BROUGHT = discord.Permissions(embed_links=True, attach_files=True, mention_everyone=True).value


class Setting(NamedTuple):
    """What Discord says of such a place: its context, and in which ways the bot is installed there."""

    context: int
    ways: tuple[str, ...]

    @property
    def heard(self) -> bool:
        """Whether the bot is there, as it is in every direct message with it, and hears what happens."""
        return "0" in self.ways or self.context == _DIRECT

    def offers(self, command: Mapping[str, Any]) -> bool:
        """Whether a command is offered there."""
        installed = {int(way) for way in self.ways} & set(command["integration_types"])
        return self.context in command["contexts"] and bool(installed)

    def told(self, payload: dict[str, Any]) -> dict[str, Any]:
        """What an interaction says of the place."""
        person = (payload.get("member") or payload)["user"]["id"]
        owners = {"0": "0", "1": person}
        told = payload | {
            "context": self.context,
            "app_permissions": str(_BROUGHT),
            "authorizing_integration_owners": {way: owners[way] for way in self.ways},
        }
        if guild := payload.get("guild_id"):
            told["guild"] = {"id": guild, "locale": "en-US", "features": []}
        return told


class Spot:
    """One such place: what people type and press there, and what is seen. `ways`: how the bot is installed there."""

    def __init__(self, bot: OneBot, channel: Channel, people: Mapping[str, Any], context: int, *ways: str) -> None:
        self.bot, self.channel, self._people = bot, channel, people
        self.setting = Setting(context, ways)
        self.told = self.setting.told
        bot.spots[channel.id] = self

    async def slash(self, who: str, name: str, **options: Any) -> Any:
        """Type a command that is offered there."""
        found = self.bot.env.backend.find_command(name.split()[0], None)
        assert found is not None and self.setting.offers(found)
        with self._there():
            if isinstance(person := self._people[who], UserHandle):
                result = await person.slash(name, **options)
            else:
                result = await person.slash(ChannelHandle(self.bot.env, person.guild, self.channel), name, **options)
        assert result.acknowledged
        return result

    async def ask(self, who: str, name: str, **options: Any) -> str:
        """The same; what is answered."""
        return said(await self.slash(who, name, **options))

    async def typed(self, who: str, name: str, option: str, value: str) -> list[str]:
        """Type into an option of a command; what is offered."""
        with self._there():
            if isinstance(person := self._people[who], UserHandle):
                offered = await person.autocomplete(name, option, value)
            else:
                here = ChannelHandle(self.bot.env, person.guild, self.channel)
                offered = await person.autocomplete(here, name, option, value)
        return [each["name"] for each in offered]

    async def press(self, who: str, message: Any, label: str) -> Any:
        """Press a button of a message."""
        with self._there():
            result = await self._people[who].click(self._seen(message), label=label)
        assert result.acknowledged
        return result

    async def choose(self, who: str, message: Any, custom_id: str, *values: str) -> Any:
        """Choose in a list of a message."""
        with self._there():
            result = await self._people[who].select(self._seen(message), values, custom_id=custom_id)
        assert result.acknowledged
        return result

    def named(self, who: str) -> UserHandle:
        """Somebody, as one names them in an option there."""
        return _user(self.bot, who)

    @property
    def messages(self) -> list[Any]:
        """What everybody sees there, as Discord stores it."""
        return [each for each in self.bot.env.backend.messages[self.channel.id].values() if not each.is_ephemeral]

    def _seen(self, message: Any) -> Any:
        """A message as somebody sees it who presses it."""
        return to_discord_message(self.bot.env, message) if isinstance(message, Message) else message

    @contextmanager
    def _there(self) -> Iterator[None]:
        """simcord knows no groups: while something happens in one, it is the direct message of whoever acts."""
        known, backend = dict(self.bot.env.backend.dm_channels), self.bot.env.backend
        if self.channel.type == _GROUP:
            backend.dm_channels.update(dict.fromkeys(self.channel.recipient_ids, self.channel.id))
        try:
            yield
        finally:
            backend.dm_channels = known


def direct(bot: OneBot, who: str, *, installed: bool = False) -> Spot:
    """Somebody's direct message with the bot, perhaps `installed` by them."""
    user = _user(bot, who)
    ways = ("0", "1") if installed else ("0",)
    return Spot(bot, bot.env.backend.get_dm_channel(user.id), {who: user}, 1, *ways)


def group(bot: OneBot, *who: str) -> Spot:
    """A group of these people, who have installed the bot."""
    users = {name: _user(bot, name) for name in who}
    recipients = [user.id for user in users.values()]
    channel = bot.env.backend.create_channel(None, "group", type=ChannelType.DM, recipient_ids=recipients)
    channel.type = _GROUP  # type: ignore[assignment]  which simcord does not know
    return Spot(bot, channel, users, 2, "1")


def abroad(bot: OneBot, *who: str, **denied: bool) -> Spot:
    """A server without the bot, in which these people have installed it; what everybody there is `denied`."""
    backend = bot.env.backend
    with bot.unheard():
        guild = bot.env.create_guild("Abroad")
        del backend.get_guild(guild.id).members[backend.bot_user.id]
        people = {name: guild.add_member(_user(bot, name)) for name in who}
        channel = guild.create_text_channel("talk")
        everyone = backend.get_guild(guild.id).everyone_role
        everyone.permissions |= discord.Permissions(use_external_apps=True).value
        everyone.permissions &= ~discord.Permissions(**denied).value
    return Spot(bot, backend.get_channel(channel.id), people, 0, "1")


def _user(bot: OneBot, who: str) -> UserHandle:
    return UserHandle(bot.env, bot.env.backend.users[bot.people[who].id])
