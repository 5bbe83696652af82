"""An HTTP adapter for calls by an interaction's token that are tried once: first answers, and those `tried_once`.

discord.py itself waits a second after a server error, and longer each time, before it retries. An answer has three
seconds in all; `Answer` retries at once. It also queues all other calls by one token, so that a composer would wait for
the board.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any

import aiohttp
import discord
from discord.http import Route, json_or_text
from discord.webhook.async_ import AsyncWebhookAdapter, async_context

_CALLBACK = "/callback"
_once: ContextVar[bool] = ContextVar("whether a call is tried once", default=False)


class PromptAdapter(AsyncWebhookAdapter):
    """Sends interaction responses, some of them without discord.py's retries and queue."""

    async def request(
        self,
        route: Route,
        session: aiohttp.ClientSession,
        *,
        payload: dict[str, Any] | None = None,
        multipart: list[dict[str, Any]] | None = None,
        **how: Any,
    ) -> Any:
        """As discord.py's own, except for what is tried once. Raises `discord.HTTPException` if Discord refuses it."""
        if not (route.path.endswith(_CALLBACK) or _once.get()):
            return await super().request(route, session, payload=payload, multipart=multipart, **how)
        form = aiohttp.FormData(quote_fields=False) if multipart else None
        for part in multipart or ():
            assert form is not None
            form.add_field(**part)
        async with session.request(
            route.method,
            route.url,
            data=form,
            json=None if multipart else payload,
            params=how.get("params"),
            proxy=how.get("proxy"),
            proxy_auth=how.get("proxy_auth"),
        ) as response:
            data = await json_or_text(response)
        if response.status >= 300:
            raise discord.HTTPException(response, data)
        return data


@contextmanager
def tried_once() -> Iterator[None]:
    """Calls by an interaction's token in this block go out at once, and are not retried."""
    before = _once.set(True)
    try:
        yield
    finally:
        _once.reset(before)


def answer_promptly() -> None:
    """Use this adapter for everything started in the current context."""
    async_context.set(PromptAdapter())
