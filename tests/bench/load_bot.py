"""The bot of `load`: as `python -m bot run`, but for what its arguments say.

`limited`: what it talks to is Discord to it, with the global limit. `slotless`: its painters draw without regard to
others on the machine. `PLACES` in the environment has the addresses of a Discord a shard, which all give their things
ids of that shard.
"""

from __future__ import annotations

import json
import os
import sys
from typing import Any

import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route
from msgspec.structs import replace

import bot.app
from bot.__main__ import main
from bot.app import Bot, create_bot
from bot.screens import painter
from bot.settings import Settings

PLACES = "LOAD_PLACES"


async def at_discord_itself(settings: Settings) -> Bot:
    """The bot, whose requests keep to Discord's pace."""
    assert settings.api_base
    Route.BASE = settings.api_base
    return await create_bot(replace(settings, api_base=None))


def shard_of(route: Route, shards: int) -> int:
    """The shard to whose things a request belongs. Tokens begin with theirs."""
    if route.webhook_token:
        return int(route.webhook_token[0])
    return (int(route.channel_id or route.guild_id or 0) >> 22) % shards


def go_to(places: list[list[str]]) -> None:
    """Each request and each connection to the gateway goes to the place of its shard: base of the API, gateway."""
    made, connect = Route.__init__, DiscordWebSocket.from_client

    def make(self: Route, method: str, path: str, **parameters: Any) -> None:
        made(self, method, path, **parameters)
        self.url = places[shard_of(self, len(places))][0] + self.url.removeprefix(self.BASE)

    async def connected(client: Any, **options: Any) -> DiscordWebSocket:
        return await connect(client, **options | {"gateway": yarl.URL(places[options["shard_id"] or 0][1])})

    Route.__init__ = make  # type: ignore[method-assign]
    DiscordWebSocket.from_client = connected  # type: ignore[method-assign,assignment]


if __name__ == "__main__":
    if "limited" in sys.argv:
        bot.app.create_bot = at_discord_itself
    if "slotless" in sys.argv:
        painter.slots_folder = lambda: None
    if PLACES in os.environ:
        go_to(json.loads(os.environ[PLACES]))
    sys.exit(main(["run"]))
