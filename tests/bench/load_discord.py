"""The Discord of one shard as a process of its own, whose argument is the shard, with the people who play there.

It prints where it is, reads one line of JSON after the other, and prints one of JSON when it has done that.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from tests.bench.load_town import LONG, SHARDS, Town
from tests.discord_server import DiscordServer
from tests.discord_server.process import ROOT
from tests.discord_server.world import User, World

#: The bot is the same everywhere.
BOT_ID = 1 << 40
_MOST = 1 << 24


class Simulator:
    """Such a process, seen from the bench."""

    def __init__(self, process: asyncio.subprocess.Process, places: list[str]) -> None:
        """`places`: the base of its API, and its gateway."""
        self._process, self.places = process, places

    async def ask(self, what: str, *args: Any) -> Any:
        """Have it do something: what that came to. Raises `RuntimeError` if it ends."""
        assert self._process.stdin
        self._process.stdin.write(json.dumps([what, *args]).encode() + b"\n")
        return await _answer(self._process)


@asynccontextmanager
async def simulator(shard: int) -> AsyncIterator[Simulator]:
    """The Discord of a shard."""
    command = sys.executable, "-m", __name__, str(shard)
    process = await asyncio.create_subprocess_exec(*command, cwd=ROOT, stdin=PIPE, stdout=PIPE, limit=_MOST)
    try:
        yield Simulator(process, await _answer(process))
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def _answer(process: asyncio.subprocess.Process) -> Any:
    assert process.stdout
    line = await process.stdout.readline()
    if not line:
        raise RuntimeError("a simulator has ended")
    return json.loads(line)


# In that process


class ShardWorld(World):
    """A world whose things have ids of one shard."""

    shard = 0

    def new_id(self) -> int:
        self._last_id = super().new_id()
        self._last_id += ((self.shard - (self._last_id >> 22)) % SHARDS) << 22
        return self._last_id


def _of_shard(shard: int, discord: DiscordServer) -> None:
    """Whatever this Discord makes tells by its id, or the first letter of its token, whose it is."""
    ShardWorld.shard = shard
    discord.world.__class__ = ShardWorld
    discord.world.bot = User(discord.world, BOT_ID, "Chouette", "en-US", bot=True)
    token = secrets.token_urlsafe
    secrets.token_urlsafe = lambda nbytes=None: f"{shard}{token(nbytes)}"


async def serve(shard: int) -> None:
    """Do what is asked until there is nobody who could."""
    async with DiscordServer(limits=True) as discord:
        discord.world.response_seconds = LONG
        _of_shard(shard, discord)
        town = Town(discord, shards=[shard])
        print(json.dumps([discord.api_base, discord.gateway_url]), flush=True)
        while line := await asyncio.to_thread(sys.stdin.readline):
            what, *args = json.loads(line)
            print(json.dumps(await _done(town, what, *args)), flush=True)
    os._exit(0)


async def _done(town: Town, what: str, *args: Any) -> Any:
    commands = town.discord.world.commands
    if what == "commands":
        return commands[None]
    if what == "ready":
        commands[None] = args[0]
        return town.ready()
    if what == "begin":
        return await town.begin(*args)
    assert what == "measure"
    stage = await town.measured(*args)
    return [stage.took, stage.each, stage.acknowledged, stage.shown, stage.discord]


if __name__ == "__main__":
    asyncio.run(serve(int(sys.argv[1])))
