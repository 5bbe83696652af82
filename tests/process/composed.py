"""The services of compose.scale.yaml as plain processes: the same commands, environment and files.

Each store has an address of its own there. Here it has one on the loopback, which Linux gives to whoever asks.
"""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any

import yaml

from tests.discord_server import BotProcess, DiscordServer
from tests.store.servers import Cluster, Server

ROOT = Path(__file__).parents[2]
SCALE: dict[str, Any] = yaml.safe_load((ROOT / "compose.scale.yaml").read_text())
STORES = [name for name in SCALE["services"] if name.startswith("store-")]
BOTS = [name for name in SCALE["services"] if name.startswith("bot-")]


class Composed:
    """The file's services, with what they keep in a folder for each volume."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self._here = f"127.{random.randrange(1, 255)}.{random.randrange(1, 255)}."

    def said(self, text: str) -> str:
        """A text of the file with the addresses of this machine, and with the defaults of what is not set."""
        [config] = SCALE["networks"]["stores"]["ipam"]["config"]
        text = text.replace(config["subnet"].partition("0/")[0], self._here)
        return re.sub(r"\$\{\w+:-([^}]*)\}", r"\1", text)

    def folder(self, service: str) -> Path:
        """Its volume, in which its command runs."""
        [volume] = SCALE["services"][service]["volumes"]
        name, _, place = volume.partition(":")
        assert name in SCALE["volumes"] and place == "/data"
        return self.root / name

    def store(self, name: str) -> Server:
        """One store, not started."""
        service = SCALE["services"][name]
        program, *options = map(self.said, service["command"])
        assert program == "valkey-server"
        address = self.said(service["networks"]["stores"]["ipv4_address"])
        return Server(self.folder(name), *options, host=address)

    def cluster(self) -> Cluster:
        """All stores, not started."""
        return Cluster(self.root, [self.store(name) for name in STORES])

    def bot(self, name: str, discord: DiscordServer) -> BotProcess:
        """One bot, not started."""
        told = {key: self.said(value) for key, value in SCALE["services"][name]["environment"].items()}
        return discord.bot_process(told | {"DISCORD_TOKEN": discord.token}, data_dir=self.folder(name))
