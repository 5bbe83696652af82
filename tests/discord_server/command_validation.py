"""Discord's limits for commands, and for what is offered while one is typed."""

import re

import discord

from .errors import Json, Path, Problems

COMMAND_NAME = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")
LOCALES = frozenset(locale.value for locale in discord.Locale)
_CHAT, _PERSON, _MESSAGE = 1, 2, 3
_MOST = {_CHAT: 100, _PERSON: 15, _MESSAGE: 15}
_SUBCOMMAND, _GROUP, _STRING, _INTEGER, _NUMBER, _LAST = 1, 2, 3, 4, 10, 11
_PERMISSIONS = 1 << 54


def choices(form: Json) -> None:
    """Checks the choices an autocompletion offers."""
    problems = Problems()
    offered = form.get("choices") or []
    problems.at_most(("choices",), len(offered), 25)
    for index, choice in enumerate(offered):
        _choice(problems, ("choices", index), choice)
    problems.raise_if_any()


def commands(forms: list[Json]) -> None:
    """Checks a whole set of commands."""
    problems = Problems()
    names = [(form.get("type") or _CHAT, form.get("name")) for form in forms]
    for kind, most in _MOST.items():
        problems.at_most((), sum(one == kind for one, _ in names), most)
    for index, form in enumerate(forms):
        kind = names[index][0]
        problems.one_of((index, "type"), kind, (_CHAT, _PERSON, _MESSAGE, 4))
        if names.index(names[index]) != index:
            code = "APPLICATION_COMMANDS_DUPLICATE_NAME"
            problems.add((index,), code, "Application command names must be unique")
        if kind == _CHAT:
            _command(problems, (index,), form)
            if _size(form) > 8000:
                code = "APPLICATION_COMMAND_TOO_LARGE"
                problems.add((index,), code, "Command exceeds maximum size (8000)")
        else:
            problems.length((index, "name"), form.get("name"), 1, 32)
            if form.get("description"):
                problems.add((index, "description"), "BASE_TYPE_MAX_LENGTH", "Such a command has no description")
        _where(problems, index, form)
    problems.raise_if_any()


def _where(problems: Problems, index: int, form: Json) -> None:
    """Who may use it, and where."""
    problems.between((index, "default_member_permissions"), form.get("default_member_permissions"), 0, _PERMISSIONS - 1)
    for key, known in (("contexts", (0, 1, 2)), ("integration_types", (0, 1))):
        given = form.get(key)
        if given is not None:
            problems.count((index, key), given, 1, len(known))
            for number, one in enumerate(given):
                problems.one_of((index, key, number), one, known)


def _command(problems: Problems, path: Path, form: Json, kind: int | None = None) -> None:
    """A command, subcommand or option (then of some `kind`): all have names, descriptions and maybe options."""
    _name(problems, (*path, "name"), form.get("name"))
    problems.length((*path, "description"), form.get("description"), 1, 100)
    for key, text in (form.get("name_localizations") or {}).items():
        _locale(problems, (*path, "name_localizations", key), key)
        _name(problems, (*path, "name_localizations", key), text)
    for key, text in (form.get("description_localizations") or {}).items():
        _locale(problems, (*path, "description_localizations", key), key)
        problems.length((*path, "description_localizations", key), text, 1, 100)
    options = form.get("options") or []
    problems.at_most((*path, "options"), len(options), 25)
    if len({option.get("type") in (_SUBCOMMAND, _GROUP) for option in options}) > 1:
        code = "APPLICATION_COMMAND_OPTIONS_TYPE_INVALID"
        problems.add((*path, "options"), code, "Sub-command and sub-command group option types are mutually exclusive")
    names = [option.get("name") for option in options]
    optional_seen = False
    for index, option in enumerate(options):
        place = (*path, "options", index)
        if names.index(names[index]) != index:
            code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
            problems.add((*place, "name"), code, "Option name already exists in this options array")
        if option.get("required") and optional_seen:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            problems.add(place, code, "Required options must be placed before non-required options")
        optional_seen |= not option.get("required")
        _option(problems, place, option, kind)


def _option(problems: Problems, path: Path, option: Json, above: int | None) -> None:
    """An option, subcommand or group, in a command or in something of the kind `above`."""
    kind = option.get("type")
    everything = tuple(range(1, _LAST + 1))
    inside = {None: everything, _GROUP: (_SUBCOMMAND,), _SUBCOMMAND: everything[2:]}
    problems.one_of((*path, "type"), kind, inside.get(above, ()))
    _command(problems, path, option, kind)
    offered = option.get("choices") or []
    problems.at_most((*path, "choices"), len(offered), 25)
    if offered and option.get("autocomplete"):
        code = "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID"
        problems.add(path, code, "An option cannot have both choices and autocomplete")
    if (offered or option.get("autocomplete")) and kind not in (_STRING, _INTEGER, _NUMBER):
        problems.add(path, "APPLICATION_COMMAND_OPTIONS_CHOICES_INVALID", "Options of this type have no choices")
    names = [choice.get("name") for choice in offered]
    for index, choice in enumerate(offered):
        if names.index(names[index]) != index:
            code = "APPLICATION_COMMAND_OPTIONS_CHOICE_NAME_ALREADY_EXISTS"
            problems.add((*path, "choices", index), code, "Option choice name already exists")
        _choice(problems, (*path, "choices", index), choice)
        of_kind = isinstance(choice.get("value"), str) == (kind == _STRING)
        if not of_kind:
            problems.add((*path, "choices", index, "value"), "BASE_TYPE_INVALID", "The value is of another type")
    _limits(problems, path, option)


def _limits(problems: Problems, path: Path, option: Json) -> None:
    problems.between((*path, "min_length"), option.get("min_length"), 0, 6000)
    problems.between((*path, "max_length"), option.get("max_length"), 1, 6000)
    for low, high in (("min_value", "max_value"), ("min_length", "max_length")):
        if None not in (option.get(low), option.get(high)) and option[low] > option[high]:
            problems.add((*path, low), "NUMBER_TYPE_MAX", f"{low} must not exceed {high}")


def _choice(problems: Problems, path: Path, choice: Json) -> None:
    problems.length((*path, "name"), choice.get("name"), 1, 100)
    if isinstance(choice.get("value"), str):
        problems.at_most((*path, "value"), len(choice["value"]), 100)
    elif not isinstance(choice.get("value"), int | float):
        problems.add((*path, "value"), "BASE_TYPE_REQUIRED", "This field is required")
    for key, text in (choice.get("name_localizations") or {}).items():
        _locale(problems, (*path, "name_localizations", key), key)
        problems.length((*path, "name_localizations", key), text, 1, 100)


def _name(problems: Problems, path: Path, name: object) -> None:
    if not isinstance(name, str) or not COMMAND_NAME.fullmatch(name) or name != name.lower():
        problems.add(path, "STRING_TYPE_REGEX", "String value did not match validation regex.")


def _locale(problems: Problems, path: Path, locale: str) -> None:
    if locale not in LOCALES:
        problems.add(path, "BASE_TYPE_CHOICES", "Value must be one of the locales.")


def _size(form: Json) -> int:
    """The characters of a command that count towards its maximum, in its longest language."""
    size = sum(_longest(form, key) for key in ("name", "description"))
    size += sum(_longest(choice, "name") + len(str(choice.get("value"))) for choice in form.get("choices") or [])
    return size + sum(_size(option) for option in form.get("options") or [])


def _longest(form: Json, key: str) -> int:
    return max(len(text or "") for text in (form.get(key), *(form.get(f"{key}_localizations") or {}).values()))
