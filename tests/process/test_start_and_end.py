"""How the process starts, or says why it cannot, and how it ends."""

from __future__ import annotations

import asyncio
import random
import socket
import sys
from pathlib import Path

import pytest

from bot import app
from bot.backgammon import replay
from tests.discord_server import BotProcess, DiscordServer
from tests.process.bots import kept, left_nothing, running_bots
from tests.process.refold import people_s, refolded

#: Seconds, more than any test lasts.
FOR_EVER = 3600.0


async def refusal(bot: BotProcess) -> str:
    """The only line that a bot that cannot start says beside its log, after it has ended with exit code 1."""
    await bot.start()
    assert await asyncio.wait_for(bot.wait(), 60) == 1
    assert "Traceback" not in bot.stderr, bot.stderr
    said = [line for line in bot.stderr.splitlines() if " INFO " not in line and " WARNING " not in line]
    assert len(said) == 1 and bot.stdout == "", bot.stderr
    return said[0]


@pytest.mark.parametrize(
    ("env", "words"),
    [
        ({"DISCORD_TOKEN": ""}, "DISCORD_TOKEN is not set"),
        ({"DISCORD_TOKEN": "wrong"}, "Discord does not accept DISCORD_TOKEN"),
        ({"DISCORD_TOKEN": "two words\nand a line"}, "DISCORD_TOKEN"),
        ({"DISCORD_API_BASE": "localhost"}, "DISCORD_API_BASE"),
        ({"SHARD_COUNT": "many"}, "SHARD_COUNT"),
        ({"SHARD_IDS": "3"}, "SHARD_IDS"),
        ({"LOG_LEVEL": "loud"}, "LOG_LEVEL"),
        ({"REDIS_URL": "localhost:6379"}, "localhost:6379"),
        ({"REDIS_URL": "redis://127.0.0.1:1/0"}, "127.0.0.1:1"),
        ({"REDIS_URL": "redis://nobody.invalid:6379"}, "nobody.invalid"),
        ({"DISCORD_API_BASE": "http://127.0.0.1:1/api/v10"}, "127.0.0.1:1"),
    ],
    ids=lambda value: "-".join(f"{name}={text}" for name, text in value.items()) if isinstance(value, dict) else "",
)
async def test_what_cannot_be_used_is_named_in_one_line(tmp_path: Path, env: dict[str, str], words: str) -> None:
    async with DiscordServer() as discord:
        said = await refusal(discord.bot_process(env, data_dir=tmp_path))
    assert said.startswith("The bot cannot start: ") and words in said


async def test_the_password_of_a_store_is_not_told(tmp_path: Path) -> None:
    async with DiscordServer() as discord:
        bot = discord.bot_process({"REDIS_URL": "redis://bot:secret@127.0.0.1:1/0"}, data_dir=tmp_path)
        assert "secret" not in await refusal(bot)
        assert "secret" not in bot.stderr


@pytest.mark.parametrize("case", ["a file", "below a file", "read-only"])
async def test_a_data_directory_that_cannot_be_used_is_named(tmp_path: Path, case: str) -> None:
    place = tmp_path / "data"
    if case == "read-only":
        place = Path("/proc/data")
    else:
        place.write_text("not a directory")
    data = place / "inner" if case == "below a file" else place
    async with DiscordServer() as discord:
        assert str(data) in await refusal(discord.bot_process(data_dir=data))


async def test_a_second_bot_leaves_the_data_to_the_first(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        played = bots.table()
        await played.begin()
        said = await refusal(bots.discord.bot_process(data_dir=tmp_path))
        assert str(tmp_path) in said and str(bots.process.pid) in said
        await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))


async def test_a_closed_port_for_the_gateway_is_waited_for(tmp_path: Path) -> None:
    """Discord's absence is no reason to give up: it may come back."""
    with socket.socket() as nobody:
        nobody.bind(("127.0.0.1", 0))
        address = f"ws://127.0.0.1:{nobody.getsockname()[1]}/gateway"
    env = {"DISCORD_GATEWAY_URL": address}
    async with DiscordServer() as discord, discord.bot_process(env, data_dir=tmp_path) as bot:
        await bot.says("logging in")
        await asyncio.sleep(2)
        assert bot.running
        ended = await bot.terminate()
    assert ended == 0


@pytest.mark.parametrize("seconds", [1.0, 1.3])
async def test_sigterm_while_it_starts_ends_it(tmp_path: Path, seconds: float) -> None:
    async with DiscordServer() as discord, discord.bot_process(data_dir=tmp_path) as bot:
        await bot.says("logging in")
        await asyncio.sleep(seconds - 1.0)
        ended = await bot.terminate()
    assert ended == 0
    assert "Traceback" not in bot.stderr, bot.stderr


async def test_sigterm_finishes_what_is_under_way(tmp_path: Path) -> None:
    """At twenty tables somebody has just acted: each action is whole, or has not happened."""
    chance = random.Random(5)
    async with running_bots(tmp_path) as bots:
        tables = [bots.table() for _ in range(20)]
        await asyncio.gather(*(played.begin() for played in tables))
        moving = {played: (played.asked(), played.plays[0]) for played in tables}
        doings = []
        for played, (who, play) in moving.items():
            doings.append(asyncio.ensure_future(who.slash(played.channel, "move", play=play)))
            await asyncio.sleep(chance.uniform(0, 0.02))
        ended = await bots.process.terminate()
        assert ended == 0
        assert "Traceback" not in bots.process.stderr, bots.process.stderr
        for doing in doings:
            doing.cancel()
        answered = {answer.channel for answer in bots.answers if left_nothing(answer)}
        whole = await kept(tmp_path, tables)
        assert answered
        for played, (table, entries, actions) in zip(tables, whole, strict=True):
            assert refolded(table, people_s(actions)) == entries and table.state == replay(table.about.setup, actions)
            assert len(people_s(actions)) == 1 or played.channel not in answered
        await bots.restart()
        for played, (table, _, _) in zip(tables, whole, strict=True):
            await played.until(lambda played=played, table=table: played.version == table.version and played.labels)
        bots.check_well()


async def test_sigterm_while_discord_does_not_answer(tmp_path: Path) -> None:
    """Discord takes for ever for everything: the action is kept, and the bot ends."""
    async with running_bots(tmp_path) as bots:
        played = bots.table()
        await played.begin()
        who, play = played.asked(), played.plays[0]
        assert app._FAREWELL < 5, "whoever looks after processes kills what has not ended in ten"
        bots.discord.latency = FOR_EVER
        doing = asyncio.ensure_future(who.slash(played.channel, "move", play=play))
        await asyncio.sleep(0.3)
        ended = await bots.process.terminate()
        assert ended == 0
        doing.cancel()
        bots.discord.latency = 0
        await bots.restart()
        table = await bots.stored(played)
        assert table
        await played.until(lambda: played.version == table.version and played.labels)
        assert "Traceback" not in bots.process.stderr, bots.process.stderr
    [(_, _, actions)] = await kept(tmp_path, [played])
    assert len(people_s(actions)) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only there does the server end with a bot that is killed")
async def test_no_server_outlives_its_bot(tmp_path: Path) -> None:
    async with running_bots(tmp_path) as bots:
        for ending in (bots.process.kill, bots.process.terminate):
            assert servers(tmp_path)
            await ending()
            for _ in range(100):
                if not servers(tmp_path):
                    break
                await asyncio.sleep(0.05)
            assert not servers(tmp_path)
            await bots.process.start()
            await bots.process.ready()


def servers(data: Path) -> list[int]:
    """The processes whose working directory is this data directory."""
    found = []
    for process in Path("/proc").glob("[0-9]*"):
        try:
            if process.joinpath("cwd").readlink() == data.resolve():
                found.append(int(process.name))
        except OSError:
            continue
    return found
