"""What the documentation says of commands and of what is offered while one is typed, and the document does not."""

from __future__ import annotations

import re

from .document import Fault
from .limits import CALLBACKS, COMMANDS, LOCALES, Json, Largest, Told

_NAME = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")
_CHAT, _PERSON, _MESSAGE = 1, 2, 3
_SUBCOMMANDS, _STRING, _WITH_CHOICES = (1, 2), 3, (3, 4, 10)
_LOCALES = frozenset(
    (
        *("bg", "cs", "da", "de", "el", "en-GB", "en-US", "es-419", "es-ES", "fi", "fr", "hi", "hr", "hu", "id", "it"),
        *("ja", "ko", "lt", "nl", "no", "pl", "pt-BR", "ro", "ru", "sv-SE", "th", "tr", "uk", "vi", "zh-CN", "zh-TW"),
    )
)


def choices(largest: Largest, form: Json) -> Told:
    """What an autocompletion offers."""
    offered = form.get("choices") or []
    yield from largest.most("choices", "choices that are offered", len(offered), 25, CALLBACKS)
    for each in offered:
        yield from _choice(largest, each, "choices")


def commands(largest: Largest, forms: list[Json]) -> Told:
    """All commands at once."""
    names = [(form.get("type") or _CHAT, form.get("name")) for form in forms]
    for name in sorted({str(name) for kind, name in names if names.count((kind, name)) > 1}):
        yield Fault(name, "there are two of this name", COMMANDS)
    for kind, what, limit in ((_CHAT, "", 100), (_PERSON, " of a person", 15), (_MESSAGE, " of a message", 15)):
        number = sum(each == kind for each, _ in names)
        yield from largest.most("commands", f"commands{what}", number, limit, COMMANDS)
    for form in forms:
        where = str(form.get("name"))
        if (form.get("type") or _CHAT) == _CHAT:
            yield from _command(largest, form, where)
            yield from largest.most(where, "characters of a command", command_size(form), 8000, COMMANDS)
        elif form.get("description"):
            yield Fault(where, "such a command has no description", COMMANDS)


def command_size(form: Json) -> int:
    """The characters of a command: names, descriptions and values, of each text its longest language."""
    size = 0
    for key in ("name", "description"):
        size += max(len(text or "") for text in (form.get(key), *(form.get(f"{key}_localizations") or {}).values()))
    for choice in form.get("choices") or ():
        size += max(len(text) for text in (choice["name"], *(choice.get("name_localizations") or {}).values()))
        size += len(str(choice["value"]))
    return size + sum(map(command_size, form.get("options") or ()))


def _command(largest: Largest, form: Json, where: str) -> Told:
    """A command, subcommand or option: all have names, descriptions and maybe options."""
    for text in (form.get("name"), *(form.get("name_localizations") or {}).values()):
        if not isinstance(text, str) or not _NAME.fullmatch(text) or text != text.lower():
            yield Fault(where, f"{text!r} is no name of a command or option", COMMANDS)
    if not form.get("description"):
        yield Fault(where, "has no description", COMMANDS)
    for text in (form.get("description"), *(form.get("description_localizations") or {}).values()):
        yield from largest.most(where, "characters of a description", len(text or ""), 100, COMMANDS)
    for key in ("name_localizations", "description_localizations"):
        yield from _known(form.get(key) or {}, f"{where} {key}")
    options = form.get("options") or []
    yield from largest.most(where, "options of a command", len(options), 25, COMMANDS)
    names = [each.get("name") for each in options]
    if len(set(names)) != len(names):
        yield Fault(where, "two options of one name", COMMANDS)
    needed = [bool(each.get("required")) for each in options]
    if sorted(needed, reverse=True) != needed:
        yield Fault(where, "what is required comes before what is not", COMMANDS)
    if len({each.get("type") in _SUBCOMMANDS for each in options}) > 1:
        yield Fault(where, "subcommands beside options", COMMANDS)
    for option in options:
        yield from _command(largest, option, f"{where} {option.get('name')}")
        yield from _option(largest, option, f"{where} {option.get('name')}")


def _option(largest: Largest, option: Json, where: str) -> Told:
    offered, kind = option.get("choices") or [], option.get("type")
    yield from largest.most(where, "choices of an option", len(offered), 25, COMMANDS)
    if offered and option.get("autocomplete"):
        yield Fault(where, "choices beside an autocompletion", COMMANDS)
    if (offered or option.get("autocomplete")) and kind not in _WITH_CHOICES:
        yield Fault(where, f"an option of type {kind} has no choices", COMMANDS)
    names = [each.get("name") for each in offered]
    if len(set(names)) != len(names):
        yield Fault(where, "two choices of one name", COMMANDS)
    for each in offered:
        yield from _choice(largest, each, where)
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        if None not in (option.get(low), option.get(high)) and option[low] > option[high]:
            yield Fault(where, f"{low} is more than {high}", COMMANDS)


def _choice(largest: Largest, choice: Json, where: str) -> Told:
    for text in (choice.get("name"), *(choice.get("name_localizations") or {}).values()):
        yield from largest.most(where, "characters of a choice's name", len(text or ""), 100, COMMANDS)
    yield from _known(choice.get("name_localizations") or {}, where)
    if isinstance(choice.get("value"), str):
        yield from largest.most(where, "characters of a choice's value", len(choice["value"]), 100, COMMANDS)


def _known(localizations: Json, where: str) -> Told:
    for locale in sorted(localizations.keys() - _LOCALES):
        yield Fault(where, f"{locale} is no language of Discord's", LOCALES)
