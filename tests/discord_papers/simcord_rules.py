"""What simcord would let through: how it answers what a judge refuses, and what only Discord knows when something is
posted: nonces of before, permissions, what is there.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any
from weakref import WeakKeyDictionary

from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.backend.models import Message
from simcord.http._helpers import message_response
from simcord.http.router import Handler, RequestContext
from simcord.http.routes.messages import _send_permissions

from .document import INVALID
from .record import Refusal

NONCE_SECONDS = 300
"""For how long a nonce gives the first message back; the documentation says *a few minutes*."""

_POST = ["channels", "{channel_id}", "messages"]
_THREAD = [*_POST, "{message_id}", "threads"]
_MISSING_PERMISSIONS = 50013
_STATUS = {10015: 404, 40005: 413, 50001: 403}
_WORDS = {
    10015: "Unknown Webhook",
    40005: "Request entity too large",
    40060: "Interaction has already been acknowledged.",
    40094: "This interaction has reached the maximum number of follow-up messages",
    50001: "Missing Access",
    50006: "Cannot send an empty message",
    INVALID: "Invalid Form Body",
}


class Refusing:
    """Answers of Discord's to what is refused, given where simcord would begin to do what was asked."""

    def __init__(self) -> None:
        self._refusals: Sequence[Refusal] = ()

    @contextmanager
    def answering(self, refusals: Sequence[Refusal]) -> Iterator[None]:
        """The request of this block is refused for these, if there are any that Discord would not take."""
        self._refusals = [each for each in refusals if each.fault.code]
        try:
            yield
        finally:
            self._refusals = ()

    def checked(self, check_faults: Callable[..., None]) -> Callable[..., None]:
        """simcord's own check for planned failures, and what is refused after these."""

        def check(backend: Backend, method: str, path: str) -> None:
            check_faults(backend, method, path)
            if self._refusals:
                raise _error(self._refusals)

        return check


def _error(refusals: Sequence[Refusal]) -> BackendError:
    codes = {each.fault.code for each in refusals}
    code = codes.pop() if len(codes) == 1 else INVALID
    if code not in _WORDS:
        raise AssertionError(f"no words for Discord's code {code}")
    return BackendError(_STATUS.get(code, 400), code, _WORDS[code], errors=_tree(refusals) if code == INVALID else None)


def _tree(refusals: Sequence[Refusal]) -> dict[str, Any]:
    """Nested by where it is, as Discord does."""
    tree: dict[str, Any] = {}
    for fault in (each.fault for each in refusals):
        place = tree
        for step in filter(None, fault.where.split(".")):
            place = place.setdefault(step, {})
        place.setdefault("_errors", []).append({"code": fault.schema, "message": fault.what})
    return tree


def posting(routes: Sequence[tuple[list[str], Handler]]) -> list[tuple[list[str], Handler]]:
    """simcord's routes of what is posted, with the rules for messages and threads."""
    kept = [(template, handler) for template, handler in routes if template not in (_POST, _THREAD)]
    handlers = {tuple(template): handler for template, handler in routes}
    return [*kept, (_POST, _posted(handlers[tuple(_POST)])), (_THREAD, _begun(handlers[tuple(_THREAD)]))]


def _posted(post: Handler) -> Handler:
    """A nonce that its author has used lately gives the message of that time; a reply needs to read the history."""
    used: WeakKeyDictionary[Backend, dict[str, tuple[Message, float]]] = WeakKeyDictionary()

    def posted(ctx: RequestContext) -> Any:
        body, backend, channel = ctx.body(), ctx.backend, ctx.int_arg("channel_id")
        _send_permissions(ctx, channel)
        nonces = used.setdefault(backend, {})
        nonce = None if body.get("nonce") is None else str(body["nonce"])
        earlier = nonces.get(nonce) if nonce is not None and body.get("enforce_nonce") else None
        if earlier and _remembered(backend, *earlier):
            return message_response(ctx, earlier[0])
        reference = body.get("message_reference")
        if reference and (reference.get("type") or 0) == 0:
            _may_reply(ctx, channel, reference)
        answer = post(ctx)
        if nonce is not None:
            nonces[nonce] = backend.get_message(channel, int(answer["id"])), backend.clock.now().timestamp()
        return answer

    return posted


def _begun(begin: Handler) -> Handler:
    """A message has one thread at most."""

    def begun(ctx: RequestContext) -> Any:
        if ctx.int_arg("message_id") in ctx.backend.channels:
            raise BackendError(400, 160004, "A thread has already been created for this message")
        return begin(ctx)

    return begun


def _remembered(backend: Backend, message: Message, at: float) -> bool:
    there = backend.messages.get(message.channel_id, {}).get(message.id) is message
    return there and backend.clock.now().timestamp() - at < NONCE_SECONDS


def _may_reply(ctx: RequestContext, channel: int, reference: Mapping[str, Any]) -> None:
    backend = ctx.backend
    guild = backend.get_channel(channel).guild_id
    try:
        backend.require_permissions(guild, backend.bot_user.id, channel, "read_message_history")
    except BackendError as error:
        if error.code != _MISSING_PERMISSIONS:
            raise
        raise BackendError(403, 160002, "Cannot reply without permission to read message history") from None
    there = int(reference["message_id"]) in backend.messages.get(int(reference.get("channel_id") or channel), {})
    if not there and reference.get("fail_if_not_exists", True):
        errors = {"message_reference": {"_errors": [{"code": "REPLIES_UNKNOWN_MESSAGE", "message": "Unknown message"}]}}
        raise BackendError(400, INVALID, _WORDS[INVALID], errors=errors)
