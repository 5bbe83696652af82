"""A slash command as Discord's client fills it in: finding it, checking its options, converting them by their types."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from . import messages, payloads
from .errors import ClientRefuses, Json
from .world import BY_SERVER, Channel, User, World

if TYPE_CHECKING:
    from .people import Person

SUBCOMMAND, GROUP, STRING, INTEGER, BOOLEAN, USER, CHANNEL, NUMBER, FILE = 1, 2, 3, 4, 5, 6, 7, 10, 11


@dataclass(frozen=True)
class File:
    """A file a person uploads."""

    filename: str
    bytes: bytes


class Resolved:
    """The objects beside the ids: users with memberships, channels, files."""

    def __init__(self, channel: Channel) -> None:
        self._channel = channel
        self.data: dict[str, Json] = {}

    def part(self) -> Json:
        """The part of an interaction's data with them; there is none if nothing was resolved."""
        return {"resolved": self.data} if self.data else {}

    def user(self, user: User) -> str:
        guild = self._channel.guild
        self.data.setdefault("users", {})[str(user.id)] = payloads.user(user)
        if guild and user.id in guild.members:
            permissions = {"permissions": str(self._channel.permissions_of(user))}
            member = payloads.member(guild.members[user.id], with_user=False) | permissions
            self.data.setdefault("members", {})[str(user.id)] = member
        return str(user.id)

    def channel(self, channel: Channel, person: "Person") -> str:
        permissions = {"permissions": str(channel.permissions_of(person))}
        self.data.setdefault("channels", {})[str(channel.id)] = payloads.channel(channel) | permissions
        return str(channel.id)

    def file(self, file: File) -> str:
        uploaded = messages.attachment(self._channel.world, self._channel, file.filename, file.bytes)
        self.data.setdefault("attachments", {})[str(uploaded.id)] = payloads.attachment(uploaded) | {"ephemeral": True}
        return str(uploaded.id)


def installs(command: Json) -> list[int]:
    """The ways in which the bot may be installed where a command is offered."""
    return command.get("integration_types") or [BY_SERVER]


def find_command(world: World, person: "Person", channel: Channel, name: str, kind: int = 1) -> Json:
    """The registered command a person can pick here; guild commands come before global ones."""
    local = world.commands.get(channel.guild.id, []) if channel.guild else []
    known = [command for command in [*local, *world.commands[None]] if command["type"] == kind]
    found = next((command for command in known if command["name"] == name), None)
    if found is None:
        raise ClientRefuses(f"there is no command {name!r}; registered: {[one['name'] for one in known]}")
    contexts = found.get("contexts") or ([0] if found.get("dm_permission") is False else [0, 1])
    if channel.context not in contexts or not channel.ways(person) & set(installs(found)):
        raise ClientRefuses(f"{name!r} is not offered here")
    needed = found.get("default_member_permissions")
    if needed is not None and channel.guild:
        mine = channel.permissions_of(person)
        if not mine & 8 and (int(needed) == 0 or mine & int(needed) != int(needed)):
            raise ClientRefuses(f"{person.name} may not use {name!r}")
    return found


def fill(
    person: "Person", channel: Channel, name: str, given: Mapping[str, Any], *, focused: str | None = None
) -> Json:
    """The `data` of a command interaction; `name` is the command with its subcommands, separated by spaces."""
    first, *rest = name.split()
    command = find_command(channel.world, person, channel, first)
    resolved = Resolved(channel)
    data: Json = {"id": command["id"], "name": command["name"], "type": 1}
    if channel.guild and command.get("guild_id"):
        data["guild_id"] = command["guild_id"]
    place, known = data, command
    for step in rest:
        found = [option for option in known.get("options", []) if option["name"] == step and option["type"] <= GROUP]
        if not found:
            raise ClientRefuses(f"{known['name']!r} has no subcommand {step!r}")
        known = found[0]
        place["options"] = [{"type": known["type"], "name": step}]
        place = place["options"][0]
    declared = {option["name"]: option for option in known.get("options", [])}
    if any(option["type"] <= GROUP for option in declared.values()):
        raise ClientRefuses(f"{name!r} needs a subcommand: {sorted(declared)}")
    unknown = sorted(given.keys() - declared.keys())
    missing = [key for key, option in declared.items() if option.get("required") and key not in given]
    if unknown or (missing and focused is None):
        raise ClientRefuses(f"{name!r}: unknown options {unknown}, missing options {missing}; has {sorted(declared)}")
    filling = _Filling(person, resolved)
    place["options"] = [filling.option(declared[key], value, key == focused) for key, value in given.items()]
    return data | resolved.part()


@dataclasses.dataclass
class _Filling:
    """One person filling in the options of one command."""

    person: "Person"
    resolved: Resolved

    def option(self, option: Json, value: Any, focused: bool) -> Json:
        filled: Json = {"name": option["name"], "type": option["type"]}
        if focused:
            if not option.get("autocomplete"):
                raise ClientRefuses(f"option {option['name']!r} has no autocompletion")
            return filled | {"value": str(value), "focused": True}
        return filled | {"value": self._value(option, value)}

    def _value(self, option: Json, value: Any) -> Any:
        kind, name = option["type"], option["name"]
        if option.get("choices"):
            for choice in option["choices"]:
                names = {choice["name"], *(choice.get("name_localizations") or {}).values()}
                if value == choice["value"] or value in names:
                    return choice["value"]
            raise ClientRefuses(f"{value!r} is not among the choices of {name!r}: {option['choices']}")
        if kind == STRING and isinstance(value, str):
            return _within(option, value, len(value), "min_length", "max_length")
        if kind == INTEGER and isinstance(value, int) and not isinstance(value, bool):
            return _within(option, value, value, "min_value", "max_value")
        if kind == NUMBER and isinstance(value, int | float) and not isinstance(value, bool):
            return _within(option, value, value, "min_value", "max_value")
        if kind == BOOLEAN and isinstance(value, bool):
            return value
        if kind == USER and isinstance(value, User):
            return self.resolved.user(value)
        if kind == CHANNEL and isinstance(value, Channel):
            return self.resolved.channel(value, self.person)
        if kind == FILE and isinstance(value, File):
            return self.resolved.file(value)
        raise ClientRefuses(f"option {name!r} (type {kind}) cannot be {value!r}")


def _within(option: Json, value: Any, size: float, least: str, most: str) -> Any:
    if size < option.get(least, size) or size > option.get(most, size):
        raise ClientRefuses(f"{value!r} is outside the limits of option {option['name']!r}")
    return value
