"""simcord's page following the simulated server live, for several visitors in several channels.

Changes to simcord use its private names, only in this module and in `simulation`; therefore `pyproject.toml` pins its
version.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, Literal

from aiohttp import web
from discord import AppCommandType
from simcord import preview
from simcord.backend.errors import BackendError, SetupError
from simcord.builders import ChannelHandle
from simcord.preview import _snapshot
from simcord.preview._pages import _Page
from simcord.preview._server import PreviewServer

from bot.io_thread import run_in_io_thread
from bot.playground import page as looks
from bot.playground import welcome
from bot.playground.corrections import CORRECTIONS, replaced
from bot.playground.history import PlaygroundError
from bot.playground.simulation import Simulation

#: How many ports are tried.
_PORTS = 20

_place: ContextVar[ChannelHandle | None] = ContextVar("where the page that is served now is", default=None)
_visitor: ContextVar[int | None] = ContextVar("who a page that is opened now asks to be", default=None)


def _no_sidebar(*_: object) -> tuple[list[Any], dict[str, Any]]:
    page = {"hasPrevious": False, "hasNext": False, "previousCursor": None, "nextCursor": None}
    return [], {"query": "", "filter": "all", **page}


# simcord's list of messages is hidden here, but would read the whole history each time: 0.8 seconds at a thousand
# messages.
_snapshot._message_navigation = _no_sidebar  # pyright: ignore[reportPrivateImportUsage]


#: The signature of a PNG.
_PNG = b"\x89PNG\r\n\x1a\n"


class _Server(PreviewServer):
    """simcord's server on 127.0.0.1 with our script and style, on the first free port."""

    preview: LivePage
    # Any file registered here is replaced by ours in `_static`.
    _STATIC_FILES: ClassVar[dict[str, str]] = {
        **PreviewServer._STATIC_FILES,
        looks.SCRIPT: "app.js",
        welcome.PICTURE: "app.js",
    }

    async def start(self) -> None:
        wanted = self._requested_port
        for port in range(wanted, min(wanted + _PORTS, 65536)) if wanted else (0,):
            self._requested_port = port
            try:
                await super().start()
            except SetupError:
                await self.close()
            else:
                return
        raise PlaygroundError(f"Port {wanted} and those after it are taken. Choose another with --port.")

    async def _static(self, request: web.Request) -> web.Response:
        response: web.Response = await super()._static(request)
        if request.path == looks.SCRIPT:
            response.text = looks.script()
        elif request.path == "/preview.css":
            response.text = looks.styled(response.text or "")
        elif request.path == "/":
            response.text = looks.dressed(response.text or "", self.preview.capability)
        elif request.path == welcome.PICTURE:
            board = await run_in_io_thread(welcome.picture)
            return web.Response(body=board, content_type="image/png", headers=self._SECURITY_HEADERS)
        elif changes := CORRECTIONS.get(request.path):
            response.text = replaced(response.text or "", changes)
        return response

    async def _pages(self, request: web.Request) -> web.Response:
        name, place = looks.asked(request.headers.get(looks.QUERY_HEADER, ""))
        with self.preview.opening(name, place):
            return await super()._pages(request)


class LivePage(preview.Preview):
    """simcord's page, following the bot, in the channel or one of its threads.

    A page that polls (twice a second) is published again if something has happened meanwhile.
    """

    # A sleeping laptop keeps its page. If there are too many, the longest idle one is dropped.
    _PAGE_LEASE_SECONDS = 24 * 3600.0
    _home: ChannelHandle

    def __init__(self, simulation: Simulation, port: int, timezone: str) -> None:
        super().__init__(
            simulation.env,
            simulation.channel,
            simulation.members,
            layout="channel",
            display="responsive",
            width=960,
            height=720,
            locale="en-US",
            timezone=timezone,
            presentation_time=None,
            assets=None,
            port=port,
        )
        self._simulation = simulation
        self._server = _Server(self, port)
        self._turn = asyncio.Lock()
        self._seen: dict[str, int] = {}

    async def _prepare_asset(
        self,
        context_id: str | None,
        asset_id: str,
        *,
        download: bool = False,
        capture: bool = False,
        poster: bool = False,
        media_time: float | None = None,
    ) -> tuple[str, bytes, str]:
        """The bot's pictures unchanged. simcord validates each again for every tab, in a process and at most eight at
        once, so that a page with more of them showed gaps and blocked everything else.
        """
        _, record, body = self._authorized_asset(context_id, asset_id)
        if record.contentType == "image/png" and body.startswith(_PNG) and not (download or capture or poster):
            return record.contentType, body, record.filename
        return await super()._prepare_asset(
            context_id, asset_id, download=download, capture=capture, poster=poster, media_time=media_time
        )

    @property
    def address(self) -> str:
        return f"{self._origin}/"

    @property
    def channel(self) -> ChannelHandle:  # pyright: ignore[reportIncompatibleVariableOverride]
        """The channel of the page being served. simcord knows one channel for all pages."""
        return _place.get() or self._home

    @channel.setter
    def channel(self, channel: ChannelHandle) -> None:
        self._home = channel

    @contextmanager
    def _at(self, place: int | None, viewer: int) -> Iterator[None]:
        token = _place.set(self._simulation.place(place, viewer))
        try:
            yield
        finally:
            _place.reset(token)

    @contextmanager
    def opening(self, name: str | None, place: int | None) -> Iterator[None]:
        """While a page is opened: its viewer, and its channel. Unknown ones are ignored."""
        people = zip(self._simulation.people, self._simulation.members, strict=True)
        viewer = next((member.id for person, member in people if person.name == name), self.viewers[0].id)
        token = _visitor.set(viewer)
        try:
            with self._at(place, viewer):
                yield
        finally:
            _visitor.reset(token)

    async def __aenter__(self) -> LivePage:
        await super().__aenter__()
        # simcord opens every page at the selected message; ours open at the end.
        assert self._python is not None
        self._python.target_id = self._python.window_end_id = None
        return self

    def _open_page(self, viewer_id: Any = None, target_id: Any = None) -> _Page:
        self._prune_expired()
        tabs = [page for page in self._pages.values() if page not in (self._python, self._action_page)]
        if len(tabs) >= self._MAX_PAGES:
            self._close_page(min(tabs, key=lambda page: page.last_activity).id)
        return super()._open_page(_visitor.get() if viewer_id is None else viewer_id, target_id)

    def _viewer(self, viewer_id: Any) -> Any:
        """A user, who is a member of no server in a direct message. Raises as simcord."""
        viewer = super()._viewer(viewer_id)
        if self.channel.guild is not None:
            return viewer
        user = self._simulation.user(viewer.id)
        if user.dm_channel.id != self.channel.id:
            raise SetupError("that is somebody else's direct message")
        return user

    def _page_payload(self, page: _Page) -> dict[str, Any]:
        self._follow(page)
        payload = super()._page_payload(page)
        looks.measure(payload)
        payload["places"] = [
            {
                "id": str(place.id),
                "name": f"# {place.name}" if place.guild else "Direct message with the bot",
                "here": place.id == page.channel_id,
                "direct": place.guild is None,
            }
            for place in self._simulation.places(page.viewer.id)
        ]
        payload["apps"] = self._apps(page)
        return payload

    def _apps(self, page: _Page) -> dict[str, Any]:
        """What stands under Apps for this viewer, and the people on whom it can be used."""
        locale = self._simulation.locales[page.viewer.id]

        def listed(kind: AppCommandType) -> list[dict[str, str]]:
            found = self.env.backend.visible_commands(
                user_id=page.viewer.id, channel_id=page.channel_id, type=kind.value
            )
            return [{"name": each["name"], "label": looks.localized(each, locale)} for each in found]

        return {
            "person": listed(AppCommandType.user),
            "message": listed(AppCommandType.message),
            "people": [{"id": str(number), "name": name} for number, name in self._simulation.everybody.items()],
        }

    async def _use_app(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        """A command is used on a message or a person. The page sees what it did when it polls."""
        page = self._get_page(context_id)
        try:
            name, number = str(body["name"]), int(body["target"])
            if body["on"] == "person":
                result = await page.viewer.context_menu(self.channel, name, self._member_handle(page, number))
            else:
                message = self._target_message(page, number)
                result = await self._simulation.use_on_message(page.viewer, self.channel, name, message)
        except (KeyError, ValueError, SetupError, BackendError):
            return {"rejected": True}
        if result.modal is not None:
            page.modal, page.modal_handle = result, f"m_{secrets.token_urlsafe(12)}"
        return {"rejected": False}

    def _follow(self, page: _Page) -> None:
        """Publish news for this viewer, if there are any."""
        happenings = self._simulation.happenings
        if page.status == "current" and self._seen.get(page.id) == happenings:
            return
        self._seen = {name: seen for name, seen in self._seen.items() if name in self._pages} | {page.id: happenings}
        old, revision = page.snapshot, page.revision
        self._advance_presentation_time()
        self._publish(page, reason="refresh")
        if looks.same_view(old, page.snapshot):
            page.snapshot, page.revision = old, revision

    def _publish(
        self,
        page: _Page,
        *,
        reason: Literal[
            "initial", "refresh", "snapshot", "navigation", "query", "presentation", "action", "capture"
        ] = "action",
    ) -> None:
        super()._publish(page, reason=reason)
        locale = page.snapshot["profile"]["locale"] = self._simulation.locales[page.viewer.id]
        commands = self.env.backend.visible_commands(user_id=page.viewer.id, channel_id=page.channel_id)
        looks.localize(page.command_catalog.get("entries", []), commands, locale)

    def _publish_message_pages(self, *, reason: str = "action") -> None:
        # simcord publishes all pages here, which refuses their visitors' next actions. They find out when they poll.
        if self._action_page is not None:
            self._publish(self._action_page, reason="action")

    async def _action(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        async with self._turn:  # simcord refuses a second action; here it waits for its turn
            page = self._pages.get(context_id or "")
            if page is None:
                return await super()._action(context_id, body)
            if page.modal is not None and isinstance(body, Mapping) and "modal_handle" not in body:
                # The visitor has left the form. simcord is not told of that, and would offer nothing in other lists.
                page.modal = page.modal_handle = None
                self._seen.pop(page.id, None)
            if isinstance(body, Mapping) and body.get("kind") == "apps":
                with self._at(page.channel_id, page.viewer.id):
                    return await self._use_app(context_id, body)
            if isinstance(body, Mapping) and isinstance(body.get("published_revision"), int):
                # It also refuses actions of visitors who have not seen the very latest state. simcord itself notices if
                # the target is gone.
                self._follow(page)
                body = {**body, "published_revision": page.revision}
            with self._at(page.channel_id, page.viewer.id):
                return await super()._action(context_id, body)
