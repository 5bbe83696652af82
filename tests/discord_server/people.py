"""People at their screens: what a member can do with Discord's client, and nothing else."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from . import controls, messages, options, payloads
from .controls import (
    BUTTON,
    CHANNEL_SELECT,
    CHECKBOX,
    CHECKBOXES,
    LABEL,
    RADIO,
    ROW,
    SELECTS,
    STRING_SELECT,
    TEXT_INPUT,
    USER_SELECT,
    Field,
    Modal,
)
from .errors import ClientRefuses, Json
from .interactions import AUTOCOMPLETE, COMMAND, COMPONENT, MODAL_SUBMIT, Interaction
from .messages import Form
from .options import File, Resolved
from .world import Channel, Message, User, World


class Person(User):
    """Someone who plays. Made by `guild.member(...)`."""

    def __init__(self, world: World, name: str, locale: str) -> None:
        super().__init__(world, world.new_id(), name, locale)

    @property
    def dm(self) -> Channel:
        """The direct conversation with the bot."""
        return self.world.direct_channel(self)

    async def slash(self, channel: Channel, command: str, /, **given: Any) -> Interaction:
        """Sends a slash command; subcommands are separated by spaces. Choices can be given by name or value."""
        self._must_be_in(channel)
        data = options.fill(self, channel, command, given)
        return await Interaction(COMMAND, self, channel, data).send()

    async def autocomplete(self, channel: Channel, command: str, /, **given: Any) -> Interaction:
        """Types into a command; the last option given is the one being typed. See `.choices` of the answer."""
        self._must_be_in(channel)
        data = options.fill(self, channel, command, given, focused=list(given)[-1])
        return await Interaction(AUTOCOMPLETE, self, channel, data).send()

    async def context_menu(self, channel: Channel, command: str, target: "User | Message") -> Interaction:
        """Picks an app command from the menu of a person or a message."""
        self._must_be_in(channel)
        kind = 2 if isinstance(target, User) else 3
        found = options.find_command(self.world, self, channel, command, kind)
        resolved = Resolved(channel)
        if isinstance(target, User):
            resolved.user(target)
        else:
            self._must_see(target)
            resolved.data["messages"] = {str(target.id): payloads.message(target)}
        data = {"id": found["id"], "name": found["name"], "type": kind, "target_id": str(target.id)}
        return await Interaction(COMMAND, self, channel, data | resolved.part()).send()

    async def press(self, message: Message, name: str, *, stale: bool = False) -> Interaction:
        """Presses a button by label, emoji or custom id.

        With `stale` the screen is a little old: a button the message has had before can be pressed too, even if the
        message has gone in the meantime.
        """
        button = self._control(message, name, (BUTTON,), stale)
        if not button.get("custom_id"):
            raise ClientRefuses(f"{name!r} is a link")
        data = {"component_type": BUTTON, "custom_id": button["custom_id"], "id": button["id"]}
        return await Interaction(COMPONENT, self, message.channel, data, message).send()

    async def choose(
        self, message: Message, name: str, values: "Sequence[str | User | Channel]", *, stale: bool = False
    ) -> Interaction:
        """Chooses in a select menu, called by its placeholder or custom id: labels or values, people or channels."""
        select = self._control(message, name, SELECTS, stale)
        resolved = Resolved(message.channel)
        chosen = self._chosen(select, values, resolved)
        data = {
            "component_type": select["type"],
            "custom_id": select["custom_id"],
            "id": select["id"],
            "values": chosen,
        } | resolved.part()
        return await Interaction(COMPONENT, self, message.channel, data, message).send()

    async def submit(self, modal: Modal, values: Mapping[str, Any]) -> Interaction:
        """Fills in a modal, fields called by label or custom id, and sends it. Fields not named keep what they hold.

        Text for a text input, a label or value for a radio group, several for a select or a group of checkboxes, a
        bool for a checkbox.
        """
        opened = modal.opened_by
        if opened.person is not self:
            raise ClientRefuses(f"this modal is on {opened.person.name}'s screen")
        left = dict(values)
        resolved = Resolved(opened.channel)
        filled = {field.custom_id: self._filled(field, left, resolved) for field in modal.fields}
        if left:
            raise ClientRefuses(f"no such fields: {sorted(left)}; there are {[field.label for field in modal.fields]}")
        tops: list[Json] = []
        for top in modal.data["components"]:
            if top["type"] == LABEL:
                tops.append({"type": LABEL, "id": 0, "component": filled[top["component"]["custom_id"]]})
            elif top["type"] == ROW:
                inner = [filled[one["custom_id"]] for one in top["components"]]
                tops.append({"type": ROW, "id": 0, "components": inner})
        data = {"custom_id": modal.custom_id, "components": tops} | resolved.part()
        return await Interaction(MODAL_SUBMIT, self, opened.channel, data, opened.source).send()

    def say(
        self, channel: Channel, content: str = "", *, files: Iterable[File] = (), reply_to: Message | None = None
    ) -> Message:
        """Writes a message."""
        self._must_be_in(channel)
        form = Form({"content": content}, files={str(n): (one.filename, one.bytes) for n, one in enumerate(files)})
        kind = 19 if reply_to else 0
        return messages.add(messages.compose(channel, self, form, kind=kind, reference=reply_to))

    def delete(self, message: Message) -> None:
        """Deletes a message: their own, or anyone's with `manage_messages`."""
        self._must_see(message)
        if message.author is not self and not message.channel.allows(self, "manage_messages"):
            raise ClientRefuses(f"{self.name} may not delete this")
        messages.delete(message)

    def _must_be_in(self, channel: Channel) -> None:
        inside = channel.allows(self, "view_channel") if channel.guild else self in channel.people
        if not inside:
            raise ClientRefuses(f"{self.name} does not see {channel.name!r}")

    def _must_see(self, message: Message, *, stale: bool = False) -> None:
        self._must_be_in(message.channel)
        if (message.deleted and not stale) or message.ephemeral_for not in (None, self):
            raise ClientRefuses(f"{self.name} does not see this message: {message}")

    def _control(self, message: Message, name: str, types: tuple[int, ...], stale: bool) -> Json:
        self._must_see(message, stale=stale)
        versions = [message.components, *(reversed(message.earlier_components) if stale else ())]
        for components in versions[:-1]:
            try:
                return controls.find(components, name, types)
            except ClientRefuses:
                continue
        return controls.find(versions[-1], name, types)

    def _chosen(self, select: Json, values: "Sequence[str | User | Channel]", resolved: Resolved) -> list[str]:
        usual = len(select["options"]) if select["type"] == CHECKBOXES else 1
        if not select.get("min_values", 1) <= len(values) <= select.get("max_values", usual):
            raise ClientRefuses(f"this select does not take {len(values)} values")
        chosen = []
        for value in values:
            if select["type"] in (STRING_SELECT, RADIO, CHECKBOXES):
                known = [one for one in select["options"] if value in (one["label"], one["value"])]
                if not known:
                    raise ClientRefuses(f"no option {value!r}; there are {[one['label'] for one in select['options']]}")
                chosen.append(known[0]["value"])
            elif select["type"] == USER_SELECT and isinstance(value, User):
                chosen.append(resolved.user(value))
            elif select["type"] == CHANNEL_SELECT and isinstance(value, Channel):
                chosen.append(resolved.channel(value, self))
            else:
                raise ClientRefuses(f"a select of type {select['type']} does not take {value!r}")
        return chosen

    def _filled(self, field: Field, left: dict[str, Any], resolved: Resolved) -> Json:
        """One field's part of the submission; takes what it uses out of `left`."""
        component = field.component
        name = next((name for name in (field.custom_id, field.label) if name in left), None)
        given = left.pop(name) if name is not None else None
        data: Json = {"type": component["type"], "id": 0, "custom_id": field.custom_id}
        defaults = [one["value"] for one in component.get("options", []) if one.get("default")]
        if component["type"] in (*SELECTS, CHECKBOXES):
            given = defaults if given is None else given
            if not given and component.get("required", True) is False:
                return data | {"values": []}
            return data | {"values": self._chosen(component, given, resolved)}
        if component["type"] == RADIO:
            chosen = defaults if given is None else [given]
            if not chosen and component.get("required", True) is False:
                return data | {"value": None}
            return data | {"value": self._chosen(component, chosen, resolved)[0]}
        if component["type"] == CHECKBOX:
            return data | {"value": bool(component.get("default")) if given is None else bool(given)}
        if component["type"] != TEXT_INPUT:
            raise ClientRefuses(f"fields of type {component['type']} are not modelled")
        text = field.value if given is None else given
        least = max(component.get("min_length") or 0, 1 if component.get("required", True) else 0)
        if not least <= len(text) <= (component.get("max_length") or 4000) and (
            text or component.get("required", True)
        ):
            raise ClientRefuses(f"field {field.label!r} does not take {text!r}")
        return data | {"value": text}
