"""How long from a press until the new message is out, beside a bot that does nothing but post a picture.

Both run as processes of their own against the same simulated Discord, over real sockets, in one run. Drawing is left
out: the picture is a fixed PNG of the usual size. Our bot keeps its tables on the embedded server, as it does in use.
Run: `python -m tests.bench.press [PRESSES]`.
"""

from __future__ import annotations

import asyncio
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import render
from bot.backgammon import Position
from tests.discord_server import DiscordServer
from tests.process.bots import PATIENCE, control, verb
from tests.seen_board import seen_board

PRESSES = 150
BAR = 1.5
#: Seconds between two presses: what follows a message, such as taking the buttons from the old one, is done by then.
_BREATH = 0.05

#: A bot that answers every command and every press by posting the picture, and hears of what ours hears of.
TRIVIAL = """
import io, os, sys, aiohttp, discord, yarl
from bot.user_agent import introduce
from discord.ext import commands
from discord.gateway import DiscordWebSocket
from discord.http import Route
Route.BASE = os.environ["DISCORD_API_BASE"]
DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(os.environ["DISCORD_GATEWAY_URL"])
picture = open(sys.argv[1], "rb").read()
intents = discord.Intents(guilds=True, guild_messages=True)
trace = aiohttp.TraceConfig()
introduce(trace)
bot = commands.AutoShardedBot(command_prefix="!", intents=intents, http_trace=trace)
def view():
    made = discord.ui.View(timeout=None)
    made.add_item(discord.ui.Button(label="Post", custom_id="post"))
    made.stop()
    return made
async def post(interaction):
    await interaction.response.send_message("Your turn.", file=discord.File(io.BytesIO(picture), "b.png"), view=view())
@bot.tree.command(description="Post")
async def start(interaction: discord.Interaction): await post(interaction)
@bot.event
async def on_interaction(interaction):
    if interaction.type is discord.InteractionType.component: await post(interaction)
@bot.event
async def setup_hook(): await bot.tree.sync()
bot.run(os.environ["DISCORD_TOKEN"], log_handler=None)
"""
#: Our bot, its pictures fixed.
OURS = """
import sys, render
picture = open(sys.argv[1], "rb").read()
render.draw = lambda scene: picture
from bot.__main__ import main
sys.exit(main(["run"]))
"""

Press = Callable[[], Awaitable[Any]]


async def timed(channel: Any, press: Press) -> float:
    """Milliseconds from a press to the next public message; an edited one counts too."""
    known = {message.content for message in channel.messages} | {"Your turn."}
    last = max((message.id for message in channel.messages), default=0)
    await asyncio.sleep(_BREATH)
    start = time.perf_counter()
    pressing = asyncio.create_task(press())  # type: ignore[arg-type]
    await channel.wait_for(lambda message: message.id > last or message.content not in known, timeout=PATIENCE)
    took = (time.perf_counter() - start) * 1000
    await pressing
    return took


@asynccontextmanager
async def trivial_bot(file: Path) -> AsyncIterator[Press]:
    """Presses of the trivial bot, timed."""
    async with DiscordServer() as discord:
        discord.world.response_seconds = PATIENCE
        channel = discord.guild("Club").channel("posts")
        ann = channel.guild.member("Ann")
        async with discord.bot_process({}, command=[sys.executable, "-c", TRIVIAL, str(file)]) as bot:
            await bot.ready()
            await ann.slash(channel, "start")
            first = channel.messages[-1]
            yield lambda: timed(channel, partial(ann.press, first, "Post"))


async def table_times(
    file: Path, presses: int, data: Path, timed: Callable[[str, Any, Press], Awaitable[None]]
) -> None:
    """So many presses after which somebody else must act: a take or a drop by button, and plays by command."""
    buttons = 0
    async with DiscordServer() as discord:
        discord.world.response_seconds = PATIENCE
        channel = discord.guild("Club").channel("backgammon")
        people = {name: channel.guild.member(name) for name in ("Ann", "Bob")}
        ann, bob = people.values()
        command = [sys.executable, "-c", OURS, str(file)]
        async with discord.bot_process({"PAINTERS": "0"}, data_dir=data, command=command) as bot:
            await bot.ready()
            for person in (ann, bob):
                panel = await person.slash(channel, "preferences")
                await person.press(panel.message, control(panel.message, "confirm"))
            await ann.slash(channel, "play", opponent=bob, length=0)
            challenge = await channel.wait_for(lambda message: message.buttons, timeout=PATIENCE)
            await bob.press(challenge, control(challenge, "join"))
            while buttons < presses:
                await channel.wait_for(lambda message: message.attachments and message.buttons, timeout=PATIENCE)
                live = [message for message in channel.messages if message.attachments and message.buttons][-1]
                on = {verb(button): button.custom_id for button in live.buttons}
                asked = next(line for line in live.content.splitlines() if "<@" in line)
                who = ann if ann.mention in asked else bob
                if "next" in on:
                    for person in (ann, bob):
                        await person.press(live, control(live, "next"))
                elif "take" in on or "double" in on:
                    buttons += 1
                    await timed("button", channel, partial(who.press, live, on.get("take") or on["double"]))
                elif "roll" in on:
                    await who.press(live, on["roll"])
                else:
                    play = seen_board(live.attachments[0].description).plays[0]
                    await timed("command", channel, partial(who.slash, channel, "move", play=play))


async def main(presses: int = PRESSES) -> None:
    """Print what was measured. Each press of ours is compared with one of the trivial bot's just before, so that a
    machine that gets slower or quicker does so for both."""
    start = Position.start()
    picture = render.draw(render.Scene(bottom=start.own, top=start.opponent, names=("Ann", "Bob")))
    trivial: list[float] = []
    ours: dict[str, list[float]] = {"button": [], "command": []}
    ratios: dict[str, list[float]] = {"button": [], "command": []}
    with tempfile.TemporaryDirectory() as directory:
        file = Path(directory, "board.png")
        file.write_bytes(picture)
        async with trivial_bot(file) as post:

            async def both(kind: str, channel: Any, press: Press) -> None:
                trivial.append(await post())
                ours[kind].append(await timed(channel, press))
                ratios[kind].append(ours[kind][-1] / trivial[-1])

            await table_times(file, presses, Path(directory, "data"), both)
    base = statistics.median(trivial)
    print(f"picture of {len(picture)} bytes, drawing aside, {os.cpu_count()} cores")
    print(f"{'':28}{'presses':>8}{'median ms':>12}{'slowest':>12}{'ratio':>8}")
    print(f"{'trivial bot, button':28}{len(trivial):8}{base:12.2f}{max(trivial):12.2f}{1:8.2f}")
    for name, times in ours.items():
        median, ratio = statistics.median(times), statistics.median(ratios[name])
        print(f"{'table, ' + name:28}{len(times):8}{median:12.2f}{max(times):12.2f}{ratio:8.2f}")
    worst = max(map(statistics.median, ratios.values()))
    print(f"at most {BAR} × the trivial bot: {'met' if worst <= BAR else 'missed'}")


if __name__ == "__main__":
    asyncio.run(main(*map(int, sys.argv[1:])))
