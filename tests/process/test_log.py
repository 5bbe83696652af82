"""What the one who hosts the bot gets to see of the running process: its log, and its figures for Prometheus."""

from __future__ import annotations

import asyncio
import re
import socket
import urllib.request
from pathlib import Path

import pytest
from prometheus_client.parser import text_string_to_metric_families

from tests.discord_server import DiscordServer
from tests.process.bots import PATIENCE, READY, PlayedTable


def free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        return found.getsockname()[1]


def scraped(address: str) -> dict[str, float]:
    """Every sample, by its name and labels."""
    with urllib.request.urlopen(f"http://{address}/metrics", timeout=20) as answer:
        text = answer.read().decode()
    return {
        sample.name + "".join(f" {name}={value}" for name, value in sorted(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
    }


def new_table(discord: DiscordServer) -> PlayedTable:
    """Two people in a channel of a new server."""
    discord.world.response_seconds = PATIENCE
    guild = discord.guild()
    return PlayedTable(guild.channel("table"), [guild.member(name) for name in ("Annabel", "Bobadil")])


async def test_prometheus_is_answered(tmp_path: Path) -> None:
    address = f"127.0.0.1:{free_port()}"
    async with DiscordServer() as discord:
        played = new_table(discord)
        async with discord.bot_process({"METRICS_ADDRESS": address}, data_dir=tmp_path) as bot:
            await bot.ready()
            await bot.says(READY)
            await played.begin()
            discord.fail_next("POST", r"/channels/\d+/messages$", status=500)
            await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
            await bot.says("verb=move ")
            found = await asyncio.to_thread(scraped, address)
            ended = await bot.terminate()
            assert ended == 0 and "Traceback" not in bot.stderr, bot.stderr
    assert found["chouette_actions_total outcome=done verb=play"] == 1
    assert found["chouette_actions_total outcome=done verb=move"] == 1
    assert found["chouette_acknowledge_seconds_count"] == 3 and found["chouette_board_seconds_count"] >= 1
    assert found["chouette_discord_errors_total kind=DOWN status=500"] == 1
    assert found["process_resident_memory_bytes"] > 0
    with pytest.raises(OSError, match="refused"):
        scraped(address)


async def test_an_address_that_is_taken_is_named(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        async with DiscordServer() as discord:
            bot = discord.bot_process({"METRICS_ADDRESS": address}, data_dir=tmp_path)
            await bot.start()
            assert await asyncio.wait_for(bot.wait(), 60) == 1
    assert f"The bot cannot start: METRICS_ADDRESS {address} cannot be used: " in bot.stderr
    assert "Traceback" not in bot.stderr, bot.stderr


async def test_whatever_the_level_no_token_and_no_name_is_written(tmp_path: Path) -> None:
    """Discord limits the bot meanwhile, of which discord.py writes with the address."""
    async with DiscordServer() as discord:
        played = new_table(discord)
        async with discord.bot_process({"LOG_LEVEL": "DEBUG"}, data_dir=tmp_path) as bot:
            await bot.ready()
            await bot.says(READY)
            await played.begin()
            faults = [
                discord.fail_next(method, path, status=429, retry_after=0.1)
                for method, path in (("POST", "/callback$"), ("POST", r"/messages$"), ("PATCH", "/messages/"))
            ]
            for _ in range(3):
                await played.shown(played.asked().slash(played.channel, "move", play=played.plays[0]))
                if "Roll" in played.labels:
                    await played.shown(played.asked().press(played.live, "Roll"))
            await bot.terminate()
        tokens = [discord.token, *discord.world.interactions]
        assert [fault.hits for fault in faults] == [1, 1, 1]
    assert "rate limited" in bot.stderr
    assert len(re.findall(r" INFO bot\.actions: action verb=move \S+ \S+ \S+ acknowledged=\d+ ", bot.stderr)) == 3
    people = [text for person in played.people for text in (person.name, str(person.id))]
    assert [secret for secret in (*tokens, *people) if secret in bot.stderr] == []
