"""What every request passes: the record, the token, latency, planned failures and rate limits."""

import asyncio
import re
import time
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from aiohttp import web

from .errors import DiscordError, unauthorized
from .messages import Form, read_form

PREFIX = "/api/v10"
FORM: web.RequestKey[Form] = web.RequestKey("form", Form)
LIMIT = 5
LIMITED = (
    ("POST", re.compile(r"/channels/\d+/messages")),
    ("PATCH", re.compile(r"/channels/\d+/messages(?=/\d+)")),
    ("POST", re.compile(r"/webhooks/\d+/[^/]+")),
    ("PATCH", re.compile(r"/webhooks/\d+/[^/]+")),
)
Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]


@dataclass
class Request:
    """A request the bot has made; `at` is `time.monotonic()`, `status` None when the connection was cut.

    `by`: what let it in, the bot's `token`, which counts towards its global limit, or one of an interaction, for its
    `callback` or `webhook`.
    """

    at: float
    method: str
    path: str
    data: Any = field(default=None, repr=False)
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict, repr=False)
    status: int | None = None
    unmodelled: bool = False
    by: str = "token"


@dataclass
class Fault:
    """A planned failure, delay or stop of some requests to come; `hits` counts those it has met.

    `gate`: they wait before it until it is opened. `files`: only requests with files, or only those without.
    """

    method: str
    pattern: re.Pattern[str]
    times: int
    status: int | None = None
    after_accepting: bool = False
    code: int = 0
    message: str = ""
    retry_after: float = 1.0
    seconds: float = 0.0
    hits: int = 0
    gate: asyncio.Event | None = None
    files: bool | None = None

    def takes(self, request: web.Request, path: str) -> bool:
        """Whether it meets this request; counts if so."""
        if self.hits >= self.times or self.method != request.method or not self.pattern.search(path):
            return False
        if self.files not in (None, request.content_type.startswith("multipart/")):
            return False
        self.hits += 1
        return True

    def response(self, request: web.Request) -> web.Response:
        """The failure itself; without a status the connection is cut."""
        if self.status is None:
            if request.transport:
                request.transport.abort()
            return web.Response(status=500)
        if self.status == 429:
            return too_many(self.retry_after)
        words = self.message or f"{self.status}: planned failure"
        return web.json_response({"message": words, "code": self.code}, status=self.status)


def too_many(seconds: float, headers: dict[str, str] | None = None, *, everywhere: bool = False) -> web.Response:
    """The answer to one request too many: for its route, or `everywhere`."""
    body = {"message": "You are being rate limited.", "retry_after": round(seconds, 3), "global": everywhere}
    scope = "global" if everywhere else "user"
    said = {"Retry-After": str(int(seconds) + 1), "X-RateLimit-Scope": scope, "Via": "1.1 google"}
    said |= {"X-RateLimit-Global": "true"} if everywhere else {}
    return web.json_response(body, status=429, headers=said | (headers or {}))


def _let_in(request: web.Request, path: str) -> str:
    """`by` of a request."""
    if "Authorization" in request.headers:
        return "token"
    return "callback" if path.startswith("/interactions/") else "webhook"


class Traffic:
    """The middleware around all routes of the API, with its record."""

    def __init__(self, token: str, stopped: Callable[[], None], *, limits: bool, limit_seconds: float) -> None:
        """`stopped` is told when a request waits for a gate. `global_limit`, which tests may set, is that of requests
        with the bot's token in any second."""
        self.global_limit: int | None = None
        self._lately: deque[float] = deque()
        self._token = token
        self._stopped = stopped
        self._limits = limits
        self._limit_seconds = limit_seconds
        self._windows: dict[tuple[str, str], tuple[float, int]] = {}
        self.requests: list[Request] = []
        self.failures: list[Fault] = []
        self.delays: list[Fault] = []
        self.stops: list[Fault] = []
        self.latency = 0.0
        self.crashes: list[Exception] = []

    async def handle(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Lets a request through to its handler, or not."""
        if not request.path.startswith(PREFIX):
            return await handler(request)
        path = request.path.removeprefix(PREFIX)
        record = Request(time.monotonic(), request.method, path, by=_let_in(request, path))
        self.requests.append(record)
        delay = self.latency + sum(one.seconds for one in self.delays if one.takes(request, path))
        if delay:
            await asyncio.sleep(delay)
        for gate in [one.gate for one in self.stops if one.takes(request, path) and one.gate]:
            self._stopped()
            await gate.wait()
        fault = next((one for one in self.failures if one.takes(request, path)), None)
        try:
            form = request[FORM] = await read_form(request)
            record.data, record.files = form.entries or form.data, form.files
            self._check_token(request, path)
            if wait := self._too_many_everywhere(request):
                response: web.StreamResponse = too_many(wait, everywhere=True)
            elif fault and not fault.after_accepting:
                response = fault.response(request)
            else:
                response = await self._limited(request, path, handler)
        except DiscordError as error:
            response = web.json_response(error.body, status=error.status)
        except web.HTTPException as error:
            record.unmodelled = True
            response = web.json_response({"message": f"{error.status}: {error.reason}", "code": 0}, status=error.status)
        except (ConnectionError, web.RequestPayloadError):
            return web.Response(status=400)  # the bot has gone in the middle of it: nobody reads this
        except Exception as error:
            self.crashes.append(error)
            raise
        if fault and fault.after_accepting:
            response = fault.response(request)
        if response.headers.get("Content-Type", "").startswith("application/json"):
            response.headers["Content-Type"] = "application/json"  # Discord names no charset
        record.status = None if fault and fault.status is None else response.status
        return response

    def _check_token(self, request: web.Request, path: str) -> None:
        """A webhook's token is in its path; everything else needs the bot's."""
        by_path = path.startswith(("/webhooks/", "/interactions/"))
        if not by_path and request.headers.get("Authorization") != f"Bot {self._token}":
            raise unauthorized()

    def _too_many_everywhere(self, request: web.Request) -> float:
        """Seconds for which nothing more is taken from the bot; 0 if this is."""
        if self.global_limit is None or not request.headers.get("Authorization"):
            return 0.0
        now, lately = time.monotonic(), self._lately
        while lately and lately[0] <= now - 1:
            lately.popleft()
        if len(lately) >= self.global_limit:
            return lately[0] + 1 - now
        lately.append(now)
        return 0.0

    async def _limited(self, request: web.Request, path: str, handler: Handler) -> web.StreamResponse:
        """Five requests in (usually) five seconds for each bucket, if limits are on."""
        found = [pattern.match(path) for method, pattern in LIMITED if method == request.method]
        bucket = next(((request.method, match.group()) for match in found if match), None)
        if not self._limits or bucket is None:
            return await handler(request)
        now = time.monotonic()
        start, used = self._windows.get(bucket, (now, 0))
        if now - start >= self._limit_seconds:
            start, used = now, 0
        reset = start + self._limit_seconds - now
        headers = {
            "X-RateLimit-Limit": str(LIMIT),
            "X-RateLimit-Remaining": str(max(0, LIMIT - used - 1)),
            "X-RateLimit-Reset": f"{time.time() + reset:.3f}",
            "X-RateLimit-Reset-After": f"{reset:.3f}",
            "X-RateLimit-Bucket": f"{bucket[0].lower()}-{bucket[1].split('/')[1]}",
        }
        if used >= LIMIT:
            return too_many(reset, headers)
        self._windows[bucket] = (start, used + 1)
        try:
            response = await handler(request)
        except DiscordError as error:
            response = web.json_response(error.body, status=error.status)
        response.headers.update(headers)
        return response
