"""The User-Agent header, which Discord requires of every request."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from types import SimpleNamespace

import aiohttp

_NAME = "chouette"
_ADDRESS = "https://github.com/Rapptz/discord.py"


def _version() -> str:
    try:
        return version(_NAME)
    except PackageNotFoundError:  # run from a folder, not installed
        return "0"


USER_AGENT = f"DiscordBot ({_ADDRESS}, {_version()})"
"""In the documented form: a URL and a version."""


def introduce(trace: aiohttp.TraceConfig) -> None:
    """Add the header to every request of a session, including those that discord.py makes without the bot's token."""
    trace.on_request_start.append(_named)


async def _named(
    session: aiohttp.ClientSession, request: SimpleNamespace, params: aiohttp.TraceRequestStartParams
) -> None:
    params.headers["User-Agent"] = USER_AGENT
