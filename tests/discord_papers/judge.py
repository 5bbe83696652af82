"""The judge: looks at every request and gateway packet of a bot, and says what was wrong with which."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from . import command_rules, component_rules, rules
from .document import Fault, Operation, discord
from .limits import AGENT, CALLBACKS, CODES, USER, Json, Largest
from .record import Record, Refusal
from .rules import EPHEMERAL, SILENT, V2

_SUPPRESS, _VOICE = 1 << 2, 1 << 13
_ANSWERED, _UNKNOWN_WEBHOOK, _SPENT, _NO_MEMBER = 40060, 10015, 40094, 50001
_FOLLOW_UPS = 5
_SERVER, _BOT_DM = "0", 1
_DEFERRED = 5

#: What may answer which interaction: a command, a press, an autocompletion, a form. A form that was opened by a press
#: may change the message as a press may.
_ANSWERS = {2: {4, 5, 9}, 3: {4, 5, 6, 7, 9}, 4: {8}, 5: {4, 5, 6, 7}}


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


class Known(NamedTuple):
    """What is known of a message: the ids of its files, and its flags."""

    files: tuple[str, ...]
    flags: int


class Asked:
    """An interaction, by its token: what somebody did and on which message; the message that answers it; whether the
    bot has promised one (`deferred`), knows that it has been answered, or cannot know (`unsure`), as an answer of
    Discord's was lost or not what it should be. `alone`: the bot is only installed by a person there, and
    has followed up so often.
    """

    def __init__(self, kind: int, message: str | None, *, alone: bool) -> None:
        self.kind, self.message, self.alone = kind, message, alone
        self.follow_ups = 0
        self.original: str | None = None
        self.answered = self.unsure = self.deferred = False


class Judge:
    """One for each simulated Discord. What it has seen goes into a record, which others may share."""

    def __init__(self, record: Record | None = None) -> None:
        self.record = record or Record()
        self._messages: dict[str, Known] = {}
        self._asked: dict[str, Asked] = {}
        self._without_us: set[str] = set()

    @property
    def _largest(self) -> Largest:
        return self.record.largest

    # What comes to the bot

    def asks(self, interaction: Json) -> None:
        """Somebody has typed, pressed or filled in something."""
        message = interaction.get("message")
        if message:
            self.knows(message)
        self.record.asks(interaction)
        again = interaction["token"] in self._asked
        owners = interaction.get("authorizing_integration_owners")
        alone = bool(owners) and _SERVER not in owners
        if alone and interaction.get("context") != _BOT_DM:
            self._without_us.add(str(interaction["channel_id"]))
        asked = Asked(interaction["type"], message and str(message["id"]), alone=alone)
        self._asked[interaction["token"]] = asked
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
            faults, what = [Fault("", "there is no such route", sent.path, 0)], f"{sent.method} {sent.path}"
        else:
            operation, places = found
            self.record.routes[operation.route] += 1
            what = operation.route
            faults = list(operation.faults(places, sent.query, sent.body))
            try:
                faults += self._ruled(operation, places, sent)
            except (AttributeError, KeyError, TypeError, ValueError):
                if not faults:  # else what has not the shape that the document knows cannot be measured
                    raise
        return self.record.keep(what, faults)

    def answered(self, sent: Sent, answer: Any) -> None:
        """Discord has taken it, and answered so."""
        found = discord().find(sent.method, sent.path)
        if found is None:
            return
        operation, places = found
        asked = self._asked.get(places.get("interaction_token") or places.get("webhook_token") or "")
        if asked and operation.name == "create_interaction_response":
            asked.deferred = (sent.body or {}).get("type") == _DEFERRED
        if not isinstance(answer, dict):
            return
        resource = (answer.get("resource") or {}).get("message")
        message = resource or (answer if "attachments" in answer and "channel_id" in answer else None)
        if message:
            self.knows(message)
            first = resource or operation.name in ("get_original_webhook_message", "update_original_webhook_message")
            if asked and asked.original is None and (first or asked.deferred):
                asked.original = str(message["id"])

    def heard(self, path: str, *, well: bool) -> None:
        """The bot has heard, `well` or not, what became of a request by a token."""
        token, first = path.split("/")[3], path.endswith("/callback")
        if asked := self._asked.get(token):
            asked.unsure |= not well
            asked.answered |= well and first

    def packet(self, packet: Json, size: int) -> list[Refusal]:
        """What is wrong with what goes through the gateway, `size` bytes."""
        self.record.packets += 1
        return self.record.keep(f"gateway {packet.get('op')}", rules.packet(self._largest, packet, size))

    # The rules that concern an operation

    def _ruled(self, operation: Operation, places: Mapping[str, str], sent: Sent) -> Iterator[Fault]:
        if sent.agent is not None and not sent.agent.startswith("DiscordBot ("):
            yield Fault("User-Agent", f"{sent.agent!r} names no DiscordBot (url, version)", AGENT, 0)
        if sent.files and not operation.takes_files:
            yield Fault("files", "this takes none", operation.route, 0)
        body = sent.body if isinstance(sent.body, dict) else {}
        if places.get("channel_id") in self._without_us:
            yield Fault("channel_id", "the bot is no member there", CODES, _NO_MEMBER)
        match operation.name:
            case "create_message":
                yield from rules.message(self._largest, body, sent.files, had=(), flags=0, new=True)
                yield from rules.posted_flags(body, _SUPPRESS | SILENT | _VOICE | V2)
            case "update_message":
                yield from self._changed(body, sent, places["message_id"])
            case "create_interaction_response":
                yield from self._first(body, sent, places["interaction_token"])
            case "execute_webhook":
                yield from rules.message(self._largest, body, sent.files, had=(), flags=0, new=True)
                yield from rules.posted_flags(body, _SUPPRESS | SILENT | EPHEMERAL | V2)
                yield from self._late(places["webhook_token"])
                yield from self._spent(places["webhook_token"])
            case "update_original_webhook_message":
                asked = self._asked.get(places["webhook_token"])
                yield from self._changed(body, sent, asked and asked.original)
                yield from self._late(places["webhook_token"])
            case "update_webhook_message":
                yield from self._changed(body, sent, places["message_id"])
                yield from self._late(places["webhook_token"])
            case "create_thread" | "create_thread_from_message":
                yield from rules.thread(self._largest, body, new=True)
            case "update_channel":
                yield from rules.thread(self._largest, body, new=False)
            case "bulk_set_application_commands" | "bulk_set_guild_application_commands":
                yield from command_rules.commands(self._largest, sent.body or [])
                self.record.registers(sent.body or [])
            case "create_dm":
                if not body.get("recipient_id"):
                    yield Fault("recipient_id", "is missing", USER)
            case "create_application_emoji":
                yield from rules.emoji(self._largest, body)
            case _:
                pass

    def _changed(self, body: Json, sent: Sent, message: str | None) -> Iterator[Fault]:
        known = self._messages.get(message or "")
        had, flags = (None, None) if known is None else known
        yield from rules.message(self._largest, body, sent.files, had=had, flags=flags, new=False)
        yield from rules.posted_flags(body, _SUPPRESS | V2 | (flags or 0))

    def _first(self, body: Json, sent: Sent, token: str) -> Iterator[Fault]:
        """The first answer to an interaction."""
        kind, data = body.get("type"), body.get("data") or {}
        asked = self._asked.get(token)
        if asked is not None:
            if asked.answered and not asked.unsure:
                yield Fault("", "has been answered", CALLBACKS, _ANSWERED)
            allowed = _ANSWERS[asked.kind] - (set() if asked.message else {6, 7})
            if kind not in allowed:
                yield Fault("type", f"{kind} does not answer an interaction of type {asked.kind}", CALLBACKS)
        match kind:
            case 4:
                yield from rules.message(self._largest, data, sent.files, had=(), flags=0, new=True)
                yield from rules.posted_flags(data, _SUPPRESS | SILENT | EPHEMERAL | V2)
            case 5:
                yield from rules.posted_flags(data, EPHEMERAL)
            case 7:
                yield from self._changed(data, sent, asked and asked.message)
            case 8:
                yield from command_rules.choices(self._largest, data)
            case 9:
                yield from component_rules.modal(self._largest, data)
            case _:
                pass

    def _late(self, token: str) -> Iterator[Fault]:
        asked = self._asked.get(token)
        if asked is not None and not asked.answered and not asked.unsure:
            yield Fault("", "follows nothing: the interaction has not been answered", CALLBACKS, _UNKNOWN_WEBHOOK)

    def _spent(self, token: str) -> Iterator[Fault]:
        asked = self._asked.get(token)
        if asked is not None and asked.alone:
            asked.follow_ups += 1
            name = "follow-ups where the bot is no member"
            yield from self._largest.most("", name, asked.follow_ups, _FOLLOW_UPS, CALLBACKS, _SPENT)
