"""Somebody at the playground without a browser, speaking the protocol of its page."""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import aiohttp
import discord

from bot.playground.options import Options
from bot.playground.people import PEOPLE, Person
from bot.playground.serving import serve
from bot.settings import Settings
from tests.playground import small_bot


class Hall:
    """A served playground. `words`: what its opening has printed."""

    def __init__(self, session: aiohttp.ClientSession, words: str) -> None:
        self.session, self.words = session, words
        found = re.search(r"http://127\.0\.0\.1:\d+/", words)
        assert found
        self.address = found[0]

    async def enter(self, name: str = "", place: str = "") -> Visitor:
        """Open the page, as somebody and somewhere."""
        async with self.session.get(self.address) as response:
            key = re.search(r'<meta name="playground" content="([\w-]+)">', await response.text())
        assert key
        visitor = Visitor(self, {"X-Simcord-Capability": key[1]})
        query = urlencode({"as": name, "in": place})
        await visitor.opened(query)
        return visitor


class Visitor:
    """One tab. `snapshot`: what it shows, which changes with `look` only."""

    def __init__(self, hall: Hall, headers: dict[str, str]) -> None:
        self._hall, self._headers = hall, headers
        self._numbers = itertools.count(1)
        self.snapshot: dict[str, Any] = {}

    async def opened(self, query: str) -> None:
        headers = {**self._headers, "X-Playground-Query": query}
        async with self._hall.session.post(f"{self._hall.address}api/pages", json={}, headers=headers) as response:
            self.snapshot = await response.json()
        self._headers["X-Simcord-Context"] = self.snapshot["context"]["id"]

    async def get(self, path: str) -> Any:
        """What the page's interface answers."""
        async with self._hall.session.get(f"{self._hall.address}{path}", headers=self._headers) as response:
            assert response.status == 200, await response.text()
            return await response.json()

    async def look(self) -> list[str]:
        """Look again: the messages, oldest first."""
        self.snapshot = await self.get("api/state")
        return [self.snapshot["messages"][name]["content"] for name in self.snapshot["timeline"]]

    async def act(self, kind: str, **values: Any) -> dict[str, Any]:
        """Do something; its receipt."""
        number = next(self._numbers)
        body = {
            "kind": kind,
            "protocol_version": 3,
            "sequence": number,
            "request_id": f"{id(self)}-{number}",
            "generation": self.snapshot["context"]["generation"],
            "bot_generation": self.snapshot["botGeneration"],
            "published_revision": self.snapshot["publishedRevision"],
            **values,
        }
        async with self._hall.session.post(
            f"{self._hall.address}api/action", json=body, headers=self._headers
        ) as response:
            receipt = await response.json()
        if receipt["rejected"]:
            self._numbers = itertools.count(receipt["expectedSequence"] + 1)
        return receipt

    async def run(self, command: str, **options: object) -> dict[str, Any]:
        """A slash command."""
        entries = (await self.get("api/commands"))["entries"]
        entry = next(each for each in entries if " ".join(each["path"]) == command)
        return await self.act(
            "run_command",
            command_id=entry["commandId"],
            path=entry["path"],
            schema_fingerprint=entry["schemaFingerprint"],
            options=options,
        )

    async def press(self, label: str) -> dict[str, Any]:
        """Press a button of what was last looked at."""
        for name, message in self.snapshot["messages"].items():
            for row, each in enumerate(message["components"]):
                for column, button in enumerate(each["components"]):
                    if button.get("label") == label:
                        key = f"message:{name}:component:{button.get('id') or f'{row}.components.{column}'}"
                        return await self.act("click", target_id=name, control_key=key)
        raise AssertionError(f"there is no button {label}")

    async def use(self, name: str, on: str, target: str) -> bool:
        """What stands under Apps on a message or a person; whether the bot could be asked."""
        body = {"kind": "apps", "name": name, "on": on, "target": target}
        address = f"{self._hall.address}api/action"
        async with self._hall.session.post(address, json=body, headers=self._headers) as response:
            return not (await response.json())["rejected"]


@asynccontextmanager
async def hall(
    data: Path,
    make_bot: Callable[[Settings], Awaitable[discord.Client]] = small_bot.make,
    people: tuple[Person, ...] = PEOPLE,
    port: int = 0,
) -> AsyncIterator[Hall]:
    """Serve a playground for the length of a `with`."""
    words: asyncio.Queue[str] = asyncio.Queue()
    serving = asyncio.create_task(serve(Options(data=data, port=port, people=people), make_bot, words.put_nowait))
    opening = asyncio.create_task(words.get())
    try:
        await asyncio.wait([serving, opening], return_when=asyncio.FIRST_COMPLETED, timeout=30)
        if serving.done():
            serving.result()
        async with aiohttp.ClientSession() as session:
            yield Hall(session, opening.result())
    finally:
        opening.cancel()
        serving.cancel()
        await asyncio.wait([serving])
