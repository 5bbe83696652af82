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
from tests.process.refold import people_s, refolded
from tests.process.tabletop import evening, kept, left_nothing

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
    async with evening(tmp_path) as club:
        top = club.tabletop()
        await top.begin()
        said = await refusal(club.discord.bot_process(data_dir=tmp_path))
        assert str(tmp_path) in said and str(club.bot.pid) in said
        await top.shown(top.asked().slash(top.channel, "move", play=top.plays[0]))


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
    async with evening(tmp_path) as club:
        tops = [club.tabletop() for _ in range(20)]
        await asyncio.gather(*(top.begin() for top in tops))
        moving = {top: (top.asked(), top.plays[0]) for top in tops}
        doings = []
        for top, (who, play) in moving.items():
            doings.append(asyncio.ensure_future(who.slash(top.channel, "move", play=play)))
            await asyncio.sleep(chance.uniform(0, 0.02))
        ended = await club.bot.terminate()
        assert ended == 0
        assert "Traceback" not in club.bot.stderr, club.bot.stderr
        for doing in doings:
            doing.cancel()
        answered = {answer.channel for answer in club.answers if left_nothing(answer)}
        whole = await kept(tmp_path, tops)
        assert answered
        for top, (table, entries, actions) in zip(tops, whole, strict=True):
            assert refolded(table, people_s(actions)) == entries and table.state == replay(table.about.setup, actions)
            assert len(people_s(actions)) == 1 or top.channel not in answered
        await club.restart()
        for top, (table, _, _) in zip(tops, whole, strict=True):
            await top.until(lambda top=top, table=table: top.version == table.version and top.labels)
        club.check_well()


async def test_sigterm_while_discord_does_not_answer(tmp_path: Path) -> None:
    """Discord takes for ever for everything: the action is kept, and the bot ends."""
    async with evening(tmp_path) as club:
        top = club.tabletop()
        await top.begin()
        who, play = top.asked(), top.plays[0]
        assert app._FAREWELL < 5, "whoever looks after processes kills what has not ended in ten"
        club.discord.latency = FOR_EVER
        doing = asyncio.ensure_future(who.slash(top.channel, "move", play=play))
        await asyncio.sleep(0.3)
        ended = await club.bot.terminate()
        assert ended == 0
        doing.cancel()
        club.discord.latency = 0
        await club.restart()
        table = await club.stored(top)
        assert table
        await top.until(lambda: top.version == table.version and top.labels)
        assert "Traceback" not in club.bot.stderr, club.bot.stderr
    [(_, _, actions)] = await kept(tmp_path, [top])
    assert len(people_s(actions)) == 1


@pytest.mark.skipif(sys.platform != "linux", reason="only there does the server end with a bot that is killed")
async def test_no_server_outlives_its_bot(tmp_path: Path) -> None:
    async with evening(tmp_path) as club:
        for ending in (club.bot.kill, club.bot.terminate):
            assert servers(tmp_path)
            await ending()
            for _ in range(100):
                if not servers(tmp_path):
                    break
                await asyncio.sleep(0.05)
            assert not servers(tmp_path)
            await club.bot.start()
            await club.bot.ready()


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
