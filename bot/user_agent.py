"""The User-Agent header, which Discord requires of every request."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from types import SimpleNamespace

import aiohttp

_NAME = "chouette"
_ADDRESS = "https://github.com/Rapptz/discord.py"


def own_version() -> str:
    """The installed version of the bot; 0 where it is run from a folder."""
    try:
        return version(_NAME)
    except PackageNotFoundError:
        return "0"


USER_AGENT = f"DiscordBot ({_ADDRESS}, {own_version()})"
"""In the documented form: a URL and a version."""


def introduce(trace: aiohttp.TraceConfig) -> None:
    """Add the header to every request of a session, including those that discord.py makes without the bot's token."""
    trace.on_request_start.append(_named)


async def _named(
    session: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestStartParams
) -> None:
    params.headers["User-Agent"] = USER_AGENT
