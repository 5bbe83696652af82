"""A small Discord for the doctor to look at, and what he finds when all is well."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path

import discord

from bot.hosting.doctor import examine
from bot.hosting.findings import Finding, State
from tests.discord_server import DiscordServer
from tests.discord_server.errors import Json
from tests.screens.emoji_known import FIRST, NAMES

BOT = 123456789012345678
TOKEN = f"{base64.urlsafe_b64encode(str(BOT).encode()).decode().rstrip('=')}.Gabcde.{'s3cret' * 6}"

#: What is said about each thing that is well.
WELL = {
    "settings": "The settings can be read.",
    "versions": "Bot ",
    "pictures": "A board is drawn",
    "czech": "The texts in cs are complete",
    "russian": "The texts in ru are complete",
    "directory": "The data directory",
    "store": "The store is ",
    "engine": "There is an engine on this machine",
    "token": "DISCORD_TOKEN has the form",
    "api": "Discord answers at",
    "clock": "clock agrees",
    "account": "Discord accepts the token: it is that of chouette",
    "starts": "connections left today: ",
    "gateway": "The gateway answers at ws://",
    "servers": "Servers that give the bot all it needs: ",
    "support": "Link to support",
    "pages": "Links in the developer portal",
    "installs": "Link by which people install the bot for themselves: https://discord.com/oauth2/authorize?",
    "link": "Invite link",
    "emoji": "All 15 emoji for buttons and texts are there.",
}


def emoji(name: str) -> Json:
    """An emoji of the application."""
    return {
        "id": str(FIRST + len(name)), "name": name, "roles": [], "require_colons": True, "managed": False,
        "animated": False, "available": True,
    }  # fmt: skip


class Clinic:
    """A Discord with one server that gives the bot everything, and the environment of a bot that is well."""

    def __init__(self, server: DiscordServer, data: Path) -> None:
        self.discord = server
        self.guild = server.guild("Club")
        self.permit(discord.Permissions.all())
        server.world.emojis += map(emoji, NAMES)
        self.environ = {
            "DISCORD_TOKEN": TOKEN,
            "DISCORD_API_BASE": server.api_base,
            "DISCORD_GATEWAY_URL": server.gateway_url,
            "DATA_DIR": str(data),
            "PATH": "/usr/bin",
        }

    def permit(self, permissions: discord.Permissions) -> None:
        """The bot has exactly these permissions."""
        self.guild.roles[0].permissions = 0
        self.guild.join(self.discord.bot, permissions=permissions.value)

    async def find(self, **environ: str) -> list[Finding]:
        """What the doctor finds with other variables too; he leaves no secret and no finding without advice."""
        findings = [finding async for finding in examine(self.environ | environ)]
        for finding in findings:
            assert bool(finding.todo) is (finding.state is not State.GOOD), finding
            assert TOKEN not in finding.found + finding.todo
            assert "s3cret" not in finding.found + finding.todo
        return findings

    async def wrong(self, *but: str, **environ: str) -> list[Finding]:
        """What is not well; everything else is, apart from what is named."""
        findings = await self.find(**environ)
        found = {what for what, words in WELL.items() if any(words in one.found for one in findings)}
        assert found == WELL.keys() - set(but), findings
        return [finding for finding in findings if finding.state is not State.GOOD]


@asynccontextmanager
async def clinic(tmp_path: Path) -> AsyncIterator[Clinic]:
    """A clinic whose data directory does not exist yet."""
    async with DiscordServer(token=TOKEN) as server:
        yield Clinic(server, tmp_path / "data")


def tree(place: Path) -> Mapping[str, bytes]:
    """Every file below a directory with its content, and every directory."""
    return {
        str(path.relative_to(place)): path.read_bytes() if path.is_file() else b"" for path in sorted(place.rglob("*"))
    }
