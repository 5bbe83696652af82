"""What Discord's documentation says of requests and its document does not: pure functions from what is sent to faults.

Each rule names the page of the documentation (August 2026) that it is from. `Largest` keeps the largest seen beside
each limit.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from .document import Fault

Json = dict[str, Any]
Told = Iterator[Fault]

MESSAGE = "resources/message"
COMPONENTS = "components/reference"
COMMANDS = "interactions/application-commands"
CALLBACKS = "interactions/receiving-and-responding"
UPLOADS = "reference#uploading-files"
GATEWAY = "events/gateway"
THREADS = "topics/threads"
LIMITS = "topics/rate-limits"

FILE = 10 << 20
"""Bytes of a file in a server without boosts."""

REQUEST = 25 << 20
"""Bytes of a request with files."""

ROW, BUTTON, SELECT, TEXT_INPUT, TEXT, LABEL = 1, 2, 3, 4, 10, 18
RADIO, BOXES, BOX = 21, 22, 23
_SELECTS = (3, 5, 6, 7, 8)
_LINK, _PREMIUM = 5, 6
EPHEMERAL, V2, LOADING, SILENT = 1 << 6, 1 << 15, 1 << 7, 1 << 12
_POSTED = 1 << 2 | SILENT | 1 << 13 | V2
_EDITED = 1 << 2 | V2
_ARCHIVES = (60, 1440, 4320, 10080)
_NAME = re.compile(r"^[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}$")
_COMMANDS, _SIZE = 100, 8000

#: What may answer which interaction: a ping, a command, a press, an autocompletion, a form. A form that was opened by a
#: press may change the message as a press may.
ANSWERS = {2: {4, 5, 9}, 3: {4, 5, 6, 7, 9}, 4: {8}, 5: {4, 5, 6, 7}}


class Largest:
    """The largest that was seen beside each limit."""

    def __init__(self) -> None:
        self.seen: dict[str, tuple[int, int]] = {}

    def see(self, name: str, value: int, limit: int) -> None:
        """`value` of what may be `limit` at most."""
        self.seen[name] = max(self.seen.get(name, (0, limit))[0], value), limit

    def join(self, other: Mapping[str, Iterable[int]]) -> None:
        """What another one has seen."""
        for name, (value, limit) in other.items():
            self.see(name, value, limit)


class Rules:
    """The rules, and what they have seen."""

    def __init__(self, largest: Largest) -> None:
        self._largest = largest

    def _most(self, where: str, name: str, value: int, limit: int, page: str) -> Told:
        self._largest.see(name, value, limit)
        if value > limit:
            yield Fault(where, f"{name}: {value} of at most {limit}", page)

    # Messages

    def message(
        self, form: Json, files: Mapping[str, int], *, had: Iterable[str] | None, flags: int, new: bool
    ) -> Told:
        """A message that is posted (`new`) or changed.

        `files`: bytes by number. `had`: ids of the files it has, None if that is not known. `flags`: those it has.
        """
        flags |= form.get("flags") or 0
        yield from self._most("content", "characters of a message", len(form.get("content") or ""), 2000, MESSAGE)
        yield from self._most("nonce", "characters of a nonce", len(str(form.get("nonce") or "")), 25, MESSAGE)
        yield from self._files(form, files, had)
        yield from _mentions(form.get("allowed_mentions") or {})
        yield from self._embeds(form.get("embeds") or [])
        yield from self._components(form.get("components") or [], v2=bool(flags & V2))
        if flags & V2:
            for key in ("content", "embeds", "sticker_ids", "poll"):
                if form.get(key):
                    yield Fault(key, "cannot be beside components of the second version", COMPONENTS)
        if (
            new
            and not files
            and not any(form.get(key) for key in ("content", "embeds", "components", "sticker_ids", "poll"))
        ):
            yield Fault("", "an empty message", MESSAGE)
        if not new and "nonce" in form:
            yield Fault("nonce", "an edit has none", MESSAGE)

    def posted_flags(self, form: Json, allowed: int) -> Told:
        """Only some flags may be set by a bot."""
        if (form.get("flags") or 0) & ~allowed:
            yield Fault("flags", f"{form['flags']} has bits that a bot may not set", MESSAGE)

    def _files(self, form: Json, files: Mapping[str, int], had: Iterable[str] | None) -> Told:
        listed = form.get("attachments")
        ids = [str(each.get("id")) for each in listed or ()]
        kept = list(had or ()) if listed is None else [each for each in ids if each not in files]
        yield from self._most("files", "files of a message", len(files) + len(kept), 10, UPLOADS)
        for number, size in files.items():
            yield from self._most(f"files[{number}]", "bytes of a file", size, FILE, UPLOADS)
        yield from self._most("files", "bytes of a request", sum(files.values()), REQUEST, UPLOADS)
        for place, each in enumerate(listed or ()):
            words = len(each.get("description") or "")
            yield from self._most(f"attachments.{place}.description", "characters of an alt text", words, 1024, MESSAGE)
        if len(set(ids)) != len(ids):
            yield Fault("attachments", "one is named twice", UPLOADS)
        known = None if had is None else {*had, *files}
        unknown = [each for each in ids if known is not None and each not in known]
        if unknown:
            yield Fault(
                "attachments", f"the message has no {', '.join(unknown)}, and it does not come with this", UPLOADS
            )

    def _embeds(self, embeds: list[Json]) -> Told:
        yield from self._most("embeds", "embeds", len(embeds), 10, MESSAGE)
        total = 0
        for embed in embeds:
            parts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
            parts += [(embed.get("author") or {}).get("name")]
            parts += [field[key] for field in embed.get("fields") or () for key in ("name", "value")]
            total += sum(len(part or "") for part in parts)
        yield from self._most("embeds", "characters of all embeds", total, 6000, MESSAGE)

    # Components

    def _components(self, components: list[Json], *, v2: bool) -> Told:
        everything = list(walked(components))
        if v2:
            yield from self._most("components", "components of the second version", len(everything), 40, COMPONENTS)
            texts = sum(len(each.get("content") or "") for each in everything if each.get("type") == TEXT)
            yield from self._most("components", "characters of text displays", texts, 4000, COMPONENTS)
        else:
            yield from self._most("components", "rows of a message", len(components), 5, COMPONENTS)
            for place, each in enumerate(components):
                if each.get("type") != ROW:
                    yield Fault(f"components.{place}", "only rows stand in such a message", COMPONENTS)
        yield from _twice(everything)
        for each in everything:
            yield from self._component(each)

    def _component(self, component: Json) -> Told:
        kind = component.get("type")
        where = str(component.get("custom_id") or component.get("label") or kind)
        if "custom_id" in component:
            yield from self._most(
                where, "characters of a custom id", len(component["custom_id"] or ""), 100, COMPONENTS
            )
        if kind == ROW:
            yield from self._row(component)
        elif kind == BUTTON:
            yield from self._button(component, where)
        elif kind in _SELECTS:
            yield from self._choice(component, where, "options of a list", 25)
        elif kind in (RADIO, BOXES):
            yield from self._choice(component, where, "options of a group", 10)

    def _row(self, row: Json) -> Told:
        inner = row.get("components") or []
        yield from self._most("row", "buttons of a row", len(inner), 5, COMPONENTS)
        if not inner:
            yield Fault("row", "is empty", COMPONENTS)
        if len(inner) > 1 and any(each.get("type") != BUTTON for each in inner):
            yield Fault("row", "a list stands alone in its row", COMPONENTS)

    def _button(self, button: Json, where: str) -> Told:
        style, label = button.get("style"), button.get("label") or ""
        yield from self._most(where, "characters of a button", len(label), 80, COMPONENTS)
        if style != _PREMIUM and not label and not button.get("emoji"):
            yield Fault(where, "a button without words and emoji", COMPONENTS)
        needed = {_LINK: "url", _PREMIUM: "sku_id"}.get(style or 0, "custom_id")
        for key in ("url", "sku_id", "custom_id"):
            if bool(button.get(key)) != (key == needed):
                yield Fault(f"{where}.{key}", f"a button of style {style} has {needed} alone", COMPONENTS)

    def _choice(self, component: Json, where: str, name: str, limit: int) -> Told:
        options = component.get("options")
        least, most = component.get("min_values"), component.get("max_values")
        chosen = [each for each in options or () if each.get("default")]
        if options is not None:
            yield from self._most(where, name, len(options), limit, COMPONENTS)
            values = [each.get("value") for each in options]
            if len(set(values)) != len(values):
                yield Fault(where, "two options have one value", COMPONENTS)
            if (most or 1) > len(options):
                yield Fault(f"{where}.max_values", f"{most} of {len(options)} options", COMPONENTS)
        if (least if least is not None else 1) > (most if most is not None else 1):
            yield Fault(f"{where}.min_values", "is more than max_values", COMPONENTS)
        if len(chosen) > (most if most is not None else 1):
            yield Fault(where, f"{len(chosen)} are chosen before, of at most {most or 1}", COMPONENTS)

    # Answers to interactions

    def modal(self, form: Json) -> Told:
        """A form that is opened."""
        tops = form.get("components") or []
        yield from self._most("title", "characters of a form's title", len(form.get("title") or ""), 45, CALLBACKS)
        yield from self._most("components", "fields of a form", len(tops), 5, CALLBACKS)
        everything = list(walked(tops))
        yield from _twice(everything)
        for each in everything:
            yield from self._field(each)

    def _field(self, component: Json) -> Told:
        kind, where = component.get("type"), str(component.get("custom_id") or component.get("label"))
        if kind == LABEL:
            yield from self._most(
                where, "characters of a field's label", len(component.get("label") or ""), 45, COMPONENTS
            )
        elif kind == ROW:
            yield Fault(where, "rows in forms are deprecated: a label holds a field", COMPONENTS)
        elif kind == TEXT_INPUT:
            if component.get("label"):
                yield Fault(where, "the label of a text field is deprecated: a label component holds it", COMPONENTS)
            longest, least = component.get("max_length") or 4000, component.get("min_length") or 0
            yield from self._most(
                where, "characters in a text field before", len(component.get("value") or ""), longest, COMPONENTS
            )
            yield from self._most(
                where, "characters of a placeholder", len(component.get("placeholder") or ""), 100, COMPONENTS
            )
            if least > longest:
                yield Fault(where, "min_length is more than max_length", COMPONENTS)
        else:
            yield from self._component(component)
            if component.get("disabled"):
                yield Fault(where, "nothing in a form may be disabled", COMPONENTS)

    def choices(self, form: Json) -> Told:
        """What an autocompletion offers."""
        offered = form.get("choices") or []
        yield from self._most("choices", "choices that are offered", len(offered), 25, CALLBACKS)
        for each in offered:
            for key in ("name", "value"):
                if isinstance(each.get(key), str):
                    yield from self._most(
                        f"choices.{key}", f"characters of a choice's {key}", len(each[key]), 100, COMMANDS
                    )

    # Commands

    def commands(self, forms: list[Json]) -> Told:
        """All commands at once."""
        names = [(form.get("type", 1), form.get("name")) for form in forms]
        for name in sorted({str(each) for each in names if names.count(each) > 1}):
            yield Fault(name, "there are two of this name", COMMANDS)
        yield from self._most("commands", "commands", sum(kind == 1 for kind, _ in names), _COMMANDS, COMMANDS)
        for kind, limit in ((2, 15), (3, 15)):
            here = sum(each == kind for each, _ in names)
            yield from self._most("commands", "commands of a person or message", here, limit, COMMANDS)
        for form in forms:
            if form.get("type", 1) == 1:
                yield from self._command(form, str(form.get("name")))
                yield from self._most(
                    str(form.get("name")), "characters of a command", command_size(form), _SIZE, COMMANDS
                )
            elif form.get("description"):
                yield Fault(str(form.get("name")), "such a command has no description", COMMANDS)

    def _command(self, form: Json, where: str) -> Told:
        yield from _names(form, where)
        if not form.get("description"):
            yield Fault(where, "has no description", COMMANDS)
        for text in (form.get("description"), *(form.get("description_localizations") or {}).values()):
            yield from self._most(where, "characters of a description", len(text or ""), 100, COMMANDS)
        options = form.get("options") or []
        yield from self._most(where, "options of a command", len(options), 25, COMMANDS)
        names = [each.get("name") for each in options]
        if len(set(names)) != len(names):
            yield Fault(where, "two options of one name", COMMANDS)
        needed = [bool(each.get("required")) for each in options]
        if sorted(needed, reverse=True) != needed:
            yield Fault(where, "what is required comes before what is not", COMMANDS)
        kinds = {each.get("type") in (1, 2) for each in options}
        if len(kinds) > 1:
            yield Fault(where, "subcommands beside options", COMMANDS)
        for option in options:
            yield from self._command(option, f"{where} {option.get('name')}")
            yield from self._option(option, f"{where} {option.get('name')}")

    def _option(self, option: Json, where: str) -> Told:
        offered, kind = option.get("choices") or [], option.get("type")
        yield from self._most(where, "choices of an option", len(offered), 25, COMMANDS)
        if offered and option.get("autocomplete"):
            yield Fault(where, "choices beside an autocompletion", COMMANDS)
        if (offered or option.get("autocomplete")) and kind not in (3, 4, 10):
            yield Fault(where, f"an option of type {kind} has no choices", COMMANDS)
        names = [each.get("name") for each in offered]
        if len(set(names)) != len(names):
            yield Fault(where, "two choices of one name", COMMANDS)
        for each in offered:
            for text in (each.get("name"), *(each.get("name_localizations") or {}).values()):
                yield from self._most(where, "characters of a choice's name", len(text or ""), 100, COMMANDS)
            if isinstance(each.get("value"), str):
                yield from self._most(where, "characters of a choice's value", len(each["value"]), 100, COMMANDS)
        for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
            if None not in (option.get(low), option.get(high)) and option[low] > option[high]:
                yield Fault(where, f"{low} is more than {high}", COMMANDS)

    # Threads, the gateway

    def thread(self, form: Json, *, new: bool) -> Told:
        """One that is begun or changed."""
        if new or "name" in form:
            name = form.get("name") or ""
            yield from self._most("name", "characters of a thread's name", len(name), 100, THREADS)
            if not name.strip():
                yield Fault("name", "is empty", THREADS)
        if form.get("auto_archive_duration") not in (None, *_ARCHIVES):
            yield Fault("auto_archive_duration", f"{form['auto_archive_duration']} is none of {_ARCHIVES}", THREADS)

    def packet(self, packet: Json, size: int) -> Told:
        """What is sent through the gateway."""
        yield from self._most("packet", "bytes of a packet to the gateway", size, 4096, GATEWAY)
        check = _PACKETS.get(packet.get("op", -1))
        if check is None:
            yield Fault("op", f"a bot does not send {packet.get('op')}", GATEWAY)
        else:
            yield from check(packet.get("d"))


def walked(components: Iterable[Json]) -> Iterator[Json]:
    """Every component, what holds others before these."""
    for component in components:
        yield component
        inner = [component[key] for key in ("accessory", "component") if component.get(key)]
        yield from walked([*(component.get("components") or ()), *inner])


def command_size(form: Json) -> int:
    """The characters of a command: names, descriptions and values, of each text its longest language."""
    size = 0
    for key in ("name", "description"):
        size += max(len(text or "") for text in (form.get(key), *(form.get(f"{key}_localizations") or {}).values()))
    for choice in form.get("choices") or ():
        size += max(len(text) for text in (choice["name"], *(choice.get("name_localizations") or {}).values()))
        size += len(str(choice["value"]))
    return size + sum(map(command_size, form.get("options") or ()))


def _names(form: Json, where: str) -> Told:
    for text in (form.get("name"), *(form.get("name_localizations") or {}).values()):
        if not isinstance(text, str) or not _NAME.match(text) or text != text.lower():
            yield Fault(where, f"{text!r} is no name of a command or option", COMMANDS)


def _twice(everything: Iterable[Json]) -> Told:
    seen: set[str] = set()
    for each in everything:
        name = each.get("custom_id")
        if name and name in seen:
            yield Fault(name, "two components have this custom id", COMPONENTS)
        seen.add(name or "")


def _mentions(allowed: Json) -> Told:
    for kind in ("users", "roles"):
        if allowed.get(kind) and kind in (allowed.get("parse") or ()):
            yield Fault("allowed_mentions", f"all {kind} and some {kind} exclude each other", MESSAGE)


def _identify(data: Any) -> Told:
    for key in ("token", "intents", "properties"):
        if key not in data:
            yield Fault(f"d.{key}", "is missing", GATEWAY)
    if not 50 <= data.get("large_threshold", 50) <= 250:
        yield Fault("d.large_threshold", "is not from 50 to 250", GATEWAY)


def _resume(data: Any) -> Told:
    for key in ("token", "session_id", "seq"):
        if key not in data:
            yield Fault(f"d.{key}", "is missing", GATEWAY)


def _heartbeat(data: Any) -> Told:
    if data is not None and not isinstance(data, int):
        yield Fault("d", "a heartbeat has the number of the last event", GATEWAY)


def _presence(data: Any) -> Told:
    if data.get("status") not in ("online", "dnd", "idle", "invisible", "offline"):
        yield Fault("d.status", f"{data.get('status')!r} is no status", GATEWAY)
    for activity in data.get("activities") or ():
        if not activity.get("name") or len(activity["name"]) > 128:
            yield Fault("d.activities", "an activity has a name of at most 128 characters", GATEWAY)


def _members(data: Any) -> Told:
    if ("query" in data) == ("user_ids" in data):
        yield Fault("d", "members are asked for by a query or by ids", GATEWAY)
    if len(data.get("user_ids") or ()) > 100:
        yield Fault("d.user_ids", "more than 100", GATEWAY)


def _voice(data: Any) -> Told:
    yield Fault("op", "this bot has no voice", GATEWAY)


_PACKETS: dict[int, Callable[[Any], Told]] = {
    1: _heartbeat,
    2: _identify,
    3: _presence,
    4: _voice,
    6: _resume,
    8: _members,
}
