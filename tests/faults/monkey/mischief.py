"""What happens to people and the bot beside what they do: permissions go, time passes, messages and threads vanish."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from simcord.builders import ChannelHandle, GuildHandle
from simcord.enums import ChannelType

from .crowd import Crowd, Done, Json
from .world import OF_BOT, OF_PEOPLE

#: Hours in which nobody does anything.
_HOURS = (0.1, 1, 8, 16, 24, 24 * 8)
_THREADS: tuple[Json, ...] = (
    {"archived": True},
    {"archived": True, "locked": True},
    {"archived": False, "locked": False},
)
#: Seconds until everything that is due has been looked at.
_LOOKED = 15


class Mischief:
    """What happens to a crowd."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd, self._world, self._chance = crowd, crowd.world, crowd.chance
        self._robbed: list[Callable[[], None]] = []

    async def rob(self, guild: GuildHandle) -> Done:
        """Somebody, mostly the bot, may no longer do something in a channel."""
        channel = self._chance.choice(self._world.channels(guild))
        bot = self._chance.random() < 0.65
        who: Any = self._world.itself() if bot else self._chance.choice(self._crowd.people(guild))
        names = tuple(self._chance.sample(OF_BOT if bot else OF_PEOPLE, self._chance.choice((1, 1, 2))))
        self._world.take_away(channel, who, names)
        self._robbed.append(lambda: self._world.take_away(channel, who, ()))
        await self._world.env.settle()
        return f"{who.name} in {channel.name}: {names}", None

    async def give_back(self, guild: GuildHandle) -> Done | None:
        """They may do it again."""
        if not self._robbed:
            return None
        self._robbed.pop(self._chance.randrange(len(self._robbed)))()
        await self._world.env.settle()
        return "something", None

    async def silence(self, guild: GuildHandle) -> Done:
        """The engine says nothing, or takes its time, or speaks again."""
        engine, reviewer = self._world.engines
        engine.silent = self._chance.random() < 0.25
        reviewer.silent = self._chance.random() < 0.25
        slow = self._chance.random() < 0.5
        (reviewer.may_go_on.clear if slow else reviewer.may_go_on.set)()
        return f"{engine.silent} {reviewer.silent} {slow}", None

    async def wait(self, guild: GuildHandle) -> Done:
        """Nobody does anything for hours."""
        hours = self._chance.choice(_HOURS)
        self._world.hours.advance(hours * 3600)
        await asyncio.sleep(_LOOKED)
        await self._world.env.settle()
        return f"{hours} hours", None

    async def wreck(self, guild: GuildHandle) -> Done:
        """A moderator deletes a message, archives, locks, opens or deletes a thread, makes one, or a channel anew."""
        backend, channel = self._world.backend, self._chance.choice(self._world.channels(guild))
        match self._chance.randrange(5):
            case 0 | 1 if backend.messages[channel.id]:
                message = self._chance.choice(list(backend.messages[channel.id].values())[-5:])
                backend.delete_message(channel.id, message.id)
            case 2 if channel.is_thread:
                backend.edit_channel(channel.id, {}, thread_metadata=self._chance.choice(_THREADS))
            case 3 if channel.is_thread:
                backend.delete_channel(channel.id)
            case 3 if channel._channel.type == ChannelType.TEXT and self._chance.random() < 0.3:
                backend.delete_channel(channel.id)
                guild.create_text_channel(str(channel.name))
            case _:
                self._thread(guild, channel)
        await self._world.env.settle()
        return str(channel.name), None

    def _thread(self, guild: GuildHandle, channel: ChannelHandle) -> None:
        who = self._chance.choice(self._crowd.people(guild))
        self._world.backend.create_thread(channel._channel.permission_channel_id(), "aside", who.id)

    async def restart(self, guild: GuildHandle) -> Done:
        """The bot's process ends, and another one begins."""
        await self._world.restart()
        return "the bot", None

    def calm(self) -> None:
        """Everybody may do everything, and the engine speaks."""
        for give_back in self._robbed:
            give_back()
        engine, reviewer = self._world.engines
        engine.silent = reviewer.silent = False
        reviewer.may_go_on.set()
