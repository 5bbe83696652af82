"""The emoji of the application: whether they are there; and `doctor --emoji`, by which alone they are uploaded."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import discord
from discord.http import Route
from msgspec import Struct

from bot.hosting import checks_discord
from bot.hosting.findings import Finding, State, advice, good, must
from bot.screens.discord_errors import DISCORD_ERRORS
from bot.screens.emoji import shown_by
from bot.settings import Settings
from render import Emoji, draw_emoji

MOST = 2000
"""Emoji of an application."""

PATIENCE = 120.0
"""Timeout in seconds of all requests together; Discord limits how many emoji are uploaded in a minute."""

_AGAIN = "Run it again: what is there already stays."


class _Known(Struct):
    name: str


class _Emoji(Struct):
    items: list[_Known]


async def uploaded(settings: Settings) -> AsyncIterator[Finding]:
    """Whether all emoji are there, as they are drawn now; the bot does without."""
    number = checks_discord.bot_id(settings.token)
    if number is None or not checks_discord.sendable(settings.token):
        return
    try:
        found = await checks_discord.get(settings, f"/applications/{number}/emojis", _Emoji)
    except checks_discord.Trouble as trouble:
        told = trouble.finding
        yield advice(told.found, told.todo) if trouble.status else told
        return
    drawn, there = draw_emoji(), {each.name for each in found.items}
    if lacking := [each for each in drawn if each.name not in there]:
        yield advice(
            f"{len(lacking)} of the {len(drawn)} emoji for buttons and texts are missing; plain text stands for them.",
            "Run `python -m bot doctor --emoji` once, and again after an update.",
        )
    else:
        yield good(f"All {len(drawn)} emoji for buttons and texts are there.")


async def upload(settings: Settings) -> AsyncIterator[Finding]:
    """Upload what is missing, then delete older pictures of ours; emoji with other names stay."""
    async for finding in checks_discord.token(settings):
        if finding.state is State.MUST:
            yield finding
            return
    if settings.api_base:
        Route.BASE = settings.api_base
    try:
        async with asyncio.timeout(PATIENCE), discord.Client(intents=discord.Intents.none()) as client:
            await client.login(settings.token)
            yield await _uploaded(client, draw_emoji())
    except TimeoutError:
        yield must(f"The emoji took more than {PATIENCE:g} seconds.", _AGAIN)
    except DISCORD_ERRORS as error:
        yield must(f"The emoji could not be uploaded: {str(error).rstrip('.') or type(error).__name__}.", _AGAIN)


async def _uploaded(client: discord.Client, drawn: Sequence[Emoji]) -> Finding:
    there = await client.fetch_application_emojis()
    names = {each.name for each in there}
    missing = [each for each in drawn if each.name not in names]
    if len(there) + len(missing) > MOST:
        return advice(
            f"There are {len(there)} emoji; Discord keeps {MOST}, and {len(missing)} are to be added.",
            "Delete some in the developer portal: your application, Emojis.",
        )
    for each in missing:
        await client.create_application_emoji(name=each.name, image=each.png)
    current = {each.name for each in drawn}
    old = [each for each in there if shown_by(each.name) and each.name not in current]
    for each in old:
        await each.delete()
    if not missing and not old:
        return good(f"All {len(drawn)} emoji are there. Nothing was changed.")
    done = f"Emoji: {len(missing)} uploaded, {len(old)} old ones deleted."
    return good(f"{done} A bot that runs shows them after its next start.")
