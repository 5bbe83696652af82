"""Interactions: what a person did, how the bot answered in time, and the webhook behind the token."""

import asyncio
import secrets
import time
from contextlib import suppress
from typing import TYPE_CHECKING

from . import command_validation, component_validation, errors, messages, options, payloads
from .controls import Modal
from .errors import Json, Problems
from .messages import Form
from .world import BROUGHT_MAY, BY_PERSON, BY_SERVER, EPHEMERAL, LOADING, Channel, Message, World

if TYPE_CHECKING:
    from .people import Person

COMMAND, COMPONENT, AUTOCOMPLETE, MODAL_SUBMIT = 2, 3, 4, 5
MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, CHOICES, MODAL = 4, 5, 6, 7, 8, 9
TOKEN_SECONDS = 15 * 60
FOLLOW_UPS = 5


class Interaction:
    """One thing a person did, and for the test the answer to it.

    `type` is the callback type (None without one), `seconds` how long it took, `failed` that the person has read "This
    interaction failed". `message` is the message that came or was changed, of a press that was to be answered later
    what has followed; it and `content` stay up to date. `sent` is when the event left, by `time.monotonic()`. `edits`
    counts those of the pressed message through the webhook.
    """

    def __init__(
        self, kind: int, person: "Person", channel: Channel, data: Json, message: Message | None = None
    ) -> None:
        self.world: World = channel.world
        self.kind = kind
        self.person = person
        self.channel = channel
        self.data = data
        self.source = message
        self.id = self.world.new_id()
        self.token = secrets.token_urlsafe(64)
        self.ways = self._ways()
        self.created = self.world.now()
        self.type: int | None = None
        self.seconds: float | None = None
        self.failed = False
        self.finished = False
        self.original: Message | None = None
        self.followups: list[Message] = []
        self.followed_up = self.edits = 0
        self.modal: Modal | None = None
        self.choices: list[Json] = []
        self._answered = asyncio.Event()
        self.sent = 0.0

    def __repr__(self) -> str:
        return f"<Interaction type={self.type} failed={self.failed} {self.text!r}>"

    @property
    def message(self) -> Message | None:
        """The message the answer made or changed."""
        return self.followups[-1] if self.type == DEFERRED_UPDATE and self.followups else self.original

    @property
    def content(self) -> str:
        return self.message.content if self.message else ""

    @property
    def text(self) -> str:
        """Everything there is to read in the answer."""
        return self.message.text if self.message else ""

    @property
    def ephemeral(self) -> bool:
        return bool(self.message and self.message.ephemeral)

    async def completed(self, timeout: float = 120) -> "Interaction":
        """Waits until a deferred answer has been given (`@original` edited or deleted, or a followup).

        A busy machine has little time for what is folded with the lowest priority.
        """
        await self.world.until(lambda: self.finished, timeout, lambda: f"the deferred answer: {self}")
        return self

    async def send(self) -> "Interaction":
        """Sends it to the bot and waits for the answer, three seconds at most; if it is a promise, as long for the
        rest."""
        self.world.interactions[self.token] = self
        self.sent = time.monotonic()
        self.world.dispatch("INTERACTION_CREATE", self.payload(), 0)
        try:
            await asyncio.wait_for(self._answered.wait(), self.world.response_seconds)
        except TimeoutError:
            self.failed = self.type is None
        with suppress(TimeoutError):
            await self.world.until(lambda: self.finished or self.failed, self.world.response_seconds, lambda: "")
        return self

    def payload(self) -> Json:
        """What the gateway sends."""
        guild = self.channel.guild
        data: Json = {
            "id": str(self.id),
            "application_id": str(self.world.bot.id),
            "type": self.kind,
            "token": self.token,
            "version": 1,
            "data": self.data,
            "channel_id": str(self.channel.id),
            "channel": payloads.channel(self.channel) | {"permissions": str(self.channel.permissions_of(self.person))},
            "locale": self.person.locale,
            "app_permissions": str(self._app_permissions()),
            "entitlements": [],
            "authorizing_integration_owners": self._owners(),
            "context": self.channel.context,
            "attachment_size_limit": payloads.FILE_LIMIT,
        }
        if self.source:
            data["message"] = payloads.message(self.source)
        if guild is None:
            return data | {"user": payloads.user(self.person)}
        permissions = {"permissions": str(self.channel.permissions_of(self.person))}
        return data | {
            "guild_id": str(guild.id),
            "guild": {"id": str(guild.id), "locale": guild.locale, "features": []},
            "guild_locale": guild.locale,
            "member": payloads.member(guild.members[self.person.id]) | permissions,
        }

    def _ways(self) -> dict[int, str]:
        """How the bot has come here, and to whom; for a message that has come from an interaction, by that of it."""
        if self.source and self.source.interaction:
            return self.source.interaction.ways
        offered = {BY_SERVER, BY_PERSON}
        for command in (one for commands in self.world.commands.values() for one in commands):
            if command["id"] == self.data.get("id"):
                offered = set(options.installs(command))
        owners = {BY_SERVER: str(self.channel.guild.id) if self.channel.guild else "0", BY_PERSON: str(self.person.id)}
        return {way: owners[way] for way in sorted(self.channel.ways(self.person) & offered)}

    @property
    def alone(self) -> bool:
        """Whether the bot is only there because a person has brought it."""
        return BY_SERVER not in self.ways

    def _app_permissions(self) -> int:
        if self.alone or self.channel.guild is None:
            return BROUGHT_MAY
        return self.channel.permissions_of(self.world.bot)

    def _owners(self) -> Json:
        return {str(way): owner for way, owner in self.ways.items()}

    def metadata(self) -> Json:
        """How a message tells which interaction it came from."""
        data: Json = {
            "id": str(self.id),
            "type": self.kind,
            "user": payloads.user(self.person),
            "authorizing_integration_owners": self._owners(),
        }
        if self.kind == COMMAND:
            data |= {"name": self.data["name"], "command_type": self.data["type"]}
        if self.source:
            data["interacted_message_id"] = str(self.source.id)
        return data

    def answer(self, form: Form) -> Json:
        """The bot's callback; gives the body for `with_response`."""
        late = self.sent and time.monotonic() - self.sent > self.world.response_seconds
        if self.failed or late or self.world.now() - self.created > TOKEN_SECONDS:
            raise errors.unknown_interaction()
        if self.type is not None:
            raise errors.already_acknowledged()
        kind, data = form.data.get("type"), form.data.get("data") or {}
        self._allow(kind)
        if kind == UPDATE and self.source and self.source.deleted:
            raise errors.unknown_message()
        inner = Form(data, files=form.files)
        if kind == MESSAGE:
            self.original = self._write(inner, ephemeral=bool(data.get("flags", 0) & EPHEMERAL))
        elif kind == DEFERRED:
            self.original = self._placeholder(ephemeral=bool(data.get("flags", 0) & EPHEMERAL))
        elif kind == UPDATE and self.source:
            self.original = messages.update(self.source, inner)
        elif kind == DEFERRED_UPDATE:
            self.original = self.source
        elif kind == CHOICES:
            command_validation.choices(data)
            self.choices = data.get("choices") or []
        elif kind == MODAL:
            component_validation.modal(data)
            self.modal = Modal(data, self)
        self.type = kind
        self.seconds = time.monotonic() - self.sent
        self.finished = kind not in (DEFERRED, DEFERRED_UPDATE)
        self._answered.set()
        self.world.changed()
        return self._callback_body()

    def _allow(self, kind: object) -> None:
        allowed = {
            COMMAND: {MESSAGE, DEFERRED, MODAL},
            COMPONENT: {MESSAGE, DEFERRED, DEFERRED_UPDATE, UPDATE, MODAL},
            AUTOCOMPLETE: {CHOICES},
            MODAL_SUBMIT: {MESSAGE, DEFERRED} | ({DEFERRED_UPDATE, UPDATE} if self.source else set()),
        }[self.kind]
        if kind not in allowed:
            problems = Problems()
            problems.add(("type",), "INTERACTION_RESPONSE_TYPE", f"Type {kind} does not answer this interaction.")
            problems.raise_if_any()

    def _callback_body(self) -> Json:
        body: Json = {"interaction": {"id": str(self.id), "type": self.kind}, "resource": {"type": self.type}}
        if self.original:
            body["interaction"] |= {
                "response_message_id": str(self.original.id),
                "response_message_loading": self.original.loading,
                "response_message_ephemeral": self.original.ephemeral,
            }
        if self.original and self.type in (MESSAGE, UPDATE):
            body["resource"]["message"] = payloads.message(self.original)
        return body

    def _write(self, form: Form, *, ephemeral: bool, reference: Message | None = None) -> Message:
        kind, answered = (19, self.source or reference) if self.source or reference else (20, None)
        message = messages.compose(self.channel, self.world.bot, form, kind=kind, reference=answered)
        return self._publish(message, ephemeral)

    def _placeholder(self, *, ephemeral: bool) -> Message:
        """The message that says "thinking…"."""
        kind = 19 if self.source else 20
        message = Message(
            self.world, self.world.new_id(), self.channel, self.world.bot, kind, flags=LOADING, reference=self.source
        )
        return self._publish(message, ephemeral)

    def _publish(self, message: Message, ephemeral: bool) -> Message:
        message.interaction = self
        if ephemeral or (self.alone and self.channel.guild and not self._may_be_heard()):
            message.flags |= EPHEMERAL
            message.ephemeral_for = self.person
        return messages.add(message)

    def _may_be_heard(self) -> bool:
        """Whether everybody sees what an app says that a person has brought to a server."""
        return self.channel.allows(self.person, "use_external_apps")

    def followup(self, form: Form) -> Message:
        """The bot's next message; the first one after a deferral fills the placeholder."""
        self._need_open()
        self.followed_up += 1
        if self.alone and self.followed_up > FOLLOW_UPS:
            raise errors.spent()
        if self.original and self.original.loading and not self.original.deleted:
            message = messages.update(self.original, form)
        else:
            ephemeral = bool(form.data.get("flags", 0) & EPHEMERAL)
            message = self._write(form, ephemeral=ephemeral, reference=self.original)
            self.followups.append(message)
        self._finish()
        return message

    def find(self, message_id: str) -> Message:
        """`@original` or a followup by id."""
        self._need_open()
        mine = [message for message in [self.original, *self.followups] if message and not message.deleted]
        if message_id == "@original":
            mine = [message for message in mine if message is self.original]
        else:
            mine = [message for message in mine if str(message.id) == message_id]
        if not mine:
            raise errors.unknown_message()
        return mine[0]

    def edit(self, message_id: str, form: Form) -> Message:
        found = self.find(message_id)
        if found is self.source:
            # What was answered with a message of its own has that one as its original.
            assert self.type in (DEFERRED_UPDATE, UPDATE) and message_id == "@original", self
            self.edits += 1
        message = messages.update(found, form)
        self._finish()
        return message

    def delete(self, message_id: str) -> None:
        messages.delete(self.find(message_id))
        self._finish()

    def _finish(self) -> None:
        self.finished = True
        self.world.changed()

    def _need_open(self) -> None:
        if self.world.now() - self.created > TOKEN_SECONDS:
            raise errors.invalid_webhook_token()
        if self.type is None:
            raise errors.unknown_webhook()
