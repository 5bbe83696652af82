"""Where a judge listens: one for each simulated Discord of a test, in the process and over sockets.

Nothing of a test is changed for it: both are listened to where every request passes. What a judge refuses is not done
in simcord either, which answers as Discord would; `simcord_rules` has that, and what else simcord would let through.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch
from weakref import WeakKeyDictionary

from aiohttp import web
from simcord.backend.ops.base import BackendBase
from simcord.http import client, router

from tests.discord_server import gateway, server, traffic

from . import simcord_rules
from .judge import Judge, Sent
from .record import Record


class Hearing(Record):
    """What all simulated Discords hear that are listened to, each with a judge of its own."""

    def __init__(self) -> None:
        super().__init__()
        self._judges: WeakKeyDictionary[object, Judge] = WeakKeyDictionary()

    def judge(self, part: object) -> Judge:
        """That of a simulated Discord, named by a part of it."""
        if part not in self._judges:
            self._judges[part] = Judge(self)
        return self._judges[part]

    def unite(self, *parts: object) -> None:
        """These are parts of one Discord."""
        judge = Judge(self)
        self._judges.update(dict.fromkeys(parts, judge))


@contextmanager
def listening() -> Iterator[Hearing]:
    """Judges listen to every simulated Discord until the end of this block."""
    hearing = Hearing()
    refusing = simcord_rules.Refusing()
    with (
        patch.dict(router._ROUTES, POST=simcord_rules.posting(router._ROUTES["POST"])),
        patch.object(router, "_check_faults", refusing.checked(router._check_faults)),
        patch.object(router, "dispatch", _dispatched(hearing, refusing, router.dispatch)),
        patch.object(client.FakeWebhookAdapter, "request", _by_token(hearing, client.FakeWebhookAdapter.request)),
        patch.object(BackendBase, "emit", _emitted(hearing, BackendBase.emit)),
        patch.object(server.DiscordServer, "__init__", _built(hearing, server.DiscordServer.__init__)),
        patch.object(traffic, "read_form", _read(traffic.read_form)),
        patch.object(traffic.Traffic, "handle", _handled(hearing, traffic.Traffic.handle)),
        patch.object(gateway.Gateway, "dispatch", _told(hearing, gateway.Gateway.dispatch)),
        patch.object(gateway.Gateway, "_receive", _received(hearing, gateway.Gateway._receive)),
    ):
        yield hearing


def _heard(judge: Judge, event: str, payload: Mapping[str, Any]) -> None:
    """An event on its way to the bot."""
    if event == "INTERACTION_CREATE":
        judge.asks(dict(payload))
    elif event in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and "attachments" in payload:
        judge.knows(dict(payload))


# simcord


def _dispatched(hearing: Hearing, refusing: simcord_rules.Refusing, dispatch: Callable[..., Any]) -> Callable[..., Any]:
    def judged(backend: Any, method: str, path: str, **how: Any) -> Any:
        judge = hearing.judge(backend)
        files = {str(number): _length(file) for number, file in enumerate(how.get("files") or ())}
        sent = Sent(method, path, how.get("params") or {}, json.loads(json.dumps(how.get("json"))), files)
        with refusing.answering(judge.sent(sent)):
            answer = dispatch(backend, method, path, **how)
        judge.answered(sent, answer)
        return answer

    return judged


def _by_token(hearing: Hearing, request: Callable[..., Any]) -> Callable[..., Any]:
    async def heard(self: client.FakeWebhookAdapter, route: Any, *given: Any, **how: Any) -> Any:
        judge, path, well = hearing.judge(self.backend), client._path_of(route.url), False
        try:
            answer = await request(self, route, *given, **how)
            well = True
            return answer
        finally:
            judge.heard(path, well=well)

    return heard


def _length(file: Any) -> int:
    place = file.fp.tell()
    length = file.fp.seek(0, 2)
    file.fp.seek(place)
    return length - place


def _emitted(hearing: Hearing, emit: Callable[..., None]) -> Callable[..., None]:
    def heard(self: Any, event: str, payload: Mapping[str, Any]) -> None:
        _heard(hearing.judge(self), event, payload)
        emit(self, event, payload)

    return heard


# The server over sockets

_JUDGE: web.RequestKey[Judge] = web.RequestKey("judge", Judge)
_SENT: web.RequestKey[Sent] = web.RequestKey("sent", Sent)


def _built(hearing: Hearing, build: Callable[..., None]) -> Callable[..., None]:
    def built(self: server.DiscordServer, **how: Any) -> None:
        build(self, **how)
        hearing.unite(self.traffic, self.gateway)

    return built


def _read(read_form: Callable[[web.Request], Any]) -> Callable[[web.Request], Any]:
    """A request is judged when it has been read, before anything comes of it."""

    async def judged(request: web.Request) -> Any:
        form = await read_form(request)
        files = {number: len(content) for number, (_, content) in form.files.items()}
        path = request.rel_url.raw_path.removeprefix(traffic.PREFIX)
        agent = request.headers.get("User-Agent", "")
        sent = request[_SENT] = Sent(request.method, path, dict(request.query), form.body, files, agent)
        request[_JUDGE].sent(sent)
        return form

    return judged


def _handled(hearing: Hearing, handle: Callable[..., Any]) -> Callable[..., Any]:
    async def judged(self: traffic.Traffic, request: web.Request, handler: traffic.Handler) -> web.StreamResponse:
        judge = request[_JUDGE] = hearing.judge(self)
        response = await handle(self, request, handler)
        if (sent := request.get(_SENT)) and response.status < 300 and isinstance(response, web.Response):
            judge.answered(sent, json.loads(response.body) if response.body else None)  # type: ignore[arg-type]
        if sent and sent.path.startswith(("/interactions/", "/webhooks/")):
            judge.heard(sent.path, well=response.status < 300)
        return response

    return judged


def _told(hearing: Hearing, dispatch: Callable[..., None]) -> Callable[..., None]:
    def heard(self: gateway.Gateway, event: str, data: dict[str, Any], intent: int) -> None:
        _heard(hearing.judge(self), event, data)
        dispatch(self, event, data, intent)

    return heard


def _received(hearing: Hearing, receive: Callable[..., None]) -> Callable[..., None]:
    def judged(self: gateway.Gateway, connection: gateway.Connection, packet: dict[str, Any]) -> None:
        hearing.judge(self).packet(packet, len(json.dumps(packet)))
        receive(self, connection, packet)

    return judged
