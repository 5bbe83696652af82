"""The judge: looks at every request and gateway packet of a bot, and keeps what was wrong with which."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from .document import Fault, Operation, discord
from .rules import ANSWERS, CALLBACKS, EPHEMERAL, SILENT, V2, Json, Largest, Rules

_SUPPRESS, _VOICE = 1 << 2, 1 << 13


@dataclass(frozen=True)
class Sent:
    """A request as it left the bot. `path` follows the version; `files`: bytes by their number in `files[n]`; `agent`:
    the User-Agent, None where the simulator has no headers.
    """

    method: str
    path: str
    query: Mapping[str, Any] = field(default_factory=dict)
    body: Any = None
    files: Mapping[str, int] = field(default_factory=dict)
    agent: str | None = None


class Refusal(NamedTuple):
    """What Discord would not have taken."""

    what: str
    fault: Fault

    def __str__(self) -> str:
        return f"{self.what}: {self.fault}"


class Known(NamedTuple):
    """What is known of a message: the ids of its files, and its flags."""

    files: tuple[str, ...]
    flags: int


class Asked:
    """An interaction, by its token: what somebody did and on which message; whether the bot knows that it has been
    answered, or cannot know, as an answer of Discord's was lost or not what it should be.
    """

    def __init__(self, kind: int, message: str | None) -> None:
        self.kind, self.message = kind, message
        self.original: str | None = None
        self.answered = self.unsure = False


class Judge:
    """One for each simulated Discord."""

    def __init__(self) -> None:
        self.largest = Largest()
        self.routes: Counter[str] = Counter()
        self.packets = 0
        self.refusals: list[Refusal] = []
        self._rules = Rules(self.largest)
        self._messages: dict[str, Known] = {}
        self._asked: dict[str, Asked] = {}

    # What comes to the bot

    def asks(self, interaction: Json) -> None:
        """Somebody has typed, pressed or filled in something."""
        message = interaction.get("message")
        if message:
            self.knows(message)
        again = interaction["token"] in self._asked
        asked = self._asked[interaction["token"]] = Asked(interaction["type"], message and str(message["id"]))
        asked.unsure = again  # what is delivered twice is answered twice

    def knows(self, message: Json) -> None:
        """A message as Discord tells of it."""
        files = tuple(str(each["id"]) for each in message.get("attachments") or ())
        self._messages[str(message["id"])] = Known(files, message.get("flags") or 0)

    # What leaves it

    def sent(self, sent: Sent) -> list[Refusal]:
        """What is wrong with a request; it is kept too."""
        found = discord().find(sent.method, sent.path)
        if found is None:
            faults, what = [Fault("", "there is no such route", sent.path)], f"{sent.method} {sent.path}"
        else:
            operation, places = found
            self.routes[operation.route] += 1
            what = operation.route
            faults = [*operation.faults(places, sent.query, sent.body), *self._ruled(operation, places, sent)]
        return self._keep(what, faults)

    def answered(self, sent: Sent, answer: Any) -> None:
        """Discord has taken it, and answered so."""
        found = discord().find(sent.method, sent.path)
        if found is None:
            return
        _, places = found
        if isinstance(answer, dict):
            resource = (answer.get("resource") or {}).get("message")
            message = resource or (answer if "attachments" in answer and "channel_id" in answer else None)
            if message:
                self.knows(message)
                asked = self._asked.get(places.get("interaction_token") or places.get("webhook_token") or "")
                if asked and (resource or places.get("message_id") is None) and asked.original is None:
                    asked.original = str(message["id"])

    def heard(self, path: str, *, well: bool) -> None:
        """The bot has heard, `well` or not, what became of a request by a token."""
        token, first = path.split("/")[3], path.endswith("/callback")
        if asked := self._asked.get(token):
            asked.unsure |= not well
            asked.answered |= well and first

    def packet(self, packet: Json, size: int) -> list[Refusal]:
        """What is wrong with what goes through the gateway, `size` bytes."""
        self.packets += 1
        return self._keep(f"gateway {packet.get('op')}", [*self._rules.packet(packet, size)])

    def _keep(self, what: str, faults: list[Fault]) -> list[Refusal]:
        refusals = [Refusal(what, fault) for fault in faults]
        self.refusals += refusals
        return refusals

    # The rules that concern an operation

    def _ruled(self, operation: Operation, places: Mapping[str, str], sent: Sent) -> Iterator[Fault]:
        if sent.agent is not None and not sent.agent.startswith("DiscordBot ("):
            yield Fault("User-Agent", f"{sent.agent!r} names no DiscordBot (url, version)", "reference#user-agent")
        if sent.files and not operation.takes_files:
            yield Fault("files", "this takes none", operation.route)
        body = sent.body if isinstance(sent.body, dict) else {}
        match operation.name:
            case "create_message":
                yield from self._rules.message(body, sent.files, had=(), flags=0, new=True)
                yield from self._rules.posted_flags(body, _SUPPRESS | SILENT | _VOICE | V2)
            case "update_message":
                yield from self._changed(body, sent, places["message_id"])
            case "create_interaction_response":
                yield from self._first(body, sent, places["interaction_token"])
            case "execute_webhook":
                yield from self._rules.message(body, sent.files, had=(), flags=0, new=True)
                yield from self._rules.posted_flags(body, _SUPPRESS | SILENT | EPHEMERAL | V2)
                yield from self._late(places["webhook_token"])
            case "update_original_webhook_message":
                asked = self._asked.get(places["webhook_token"])
                yield from self._changed(body, sent, asked and asked.original)
                yield from self._late(places["webhook_token"])
            case "update_webhook_message":
                yield from self._changed(body, sent, places["message_id"])
                yield from self._late(places["webhook_token"])
            case "create_thread" | "create_thread_from_message":
                yield from self._rules.thread(body, new=True)
            case "update_channel":
                yield from self._rules.thread(body, new=False)
            case "bulk_set_application_commands" | "bulk_set_guild_application_commands":
                yield from self._rules.commands(sent.body or [])
            case _:
                pass

    def _changed(self, body: Json, sent: Sent, message: str | None) -> Iterator[Fault]:
        known = self._messages.get(message or "")
        had, flags = (None, 0) if known is None else known
        yield from self._rules.message(body, sent.files, had=had, flags=flags, new=False)
        yield from self._rules.posted_flags(body, _SUPPRESS | V2 | flags)

    def _first(self, body: Json, sent: Sent, token: str) -> Iterator[Fault]:
        """The first answer to an interaction."""
        kind, data = body.get("type"), body.get("data") or {}
        asked = self._asked.get(token)
        if asked is not None:
            if asked.answered and not asked.unsure:
                yield Fault("", "has been answered", CALLBACKS)
            allowed = ANSWERS[asked.kind] - (set() if asked.message else {6, 7})
            if kind not in allowed:
                yield Fault("type", f"{kind} does not answer an interaction of type {asked.kind}", CALLBACKS)
        match kind:
            case 4:
                yield from self._rules.message(data, sent.files, had=(), flags=0, new=True)
                yield from self._rules.posted_flags(data, _SUPPRESS | SILENT | EPHEMERAL | V2)
            case 5:
                yield from self._rules.posted_flags(data, EPHEMERAL)
            case 7:
                yield from self._changed(data, sent, asked and asked.message)
            case 8:
                yield from self._rules.choices(data)
            case 9:
                yield from self._rules.modal(data)
            case _:
                pass

    def _late(self, token: str) -> Iterator[Fault]:
        asked = self._asked.get(token)
        if asked is not None and not asked.answered and not asked.unsure:
            yield Fault("", "follows nothing: the interaction has not been answered", CALLBACKS)
