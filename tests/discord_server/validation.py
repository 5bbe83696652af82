"""Discord's limits for what a bot sends: messages, components, modals, choices, commands. Violations: code 50035."""

import re
from collections.abc import Iterable

import discord

from . import controls
from .controls import BUTTON, LABEL, ROW, SELECTS, STRING_SELECT, TEXT, TEXT_INPUT
from .errors import Json, Problems

Path = tuple[str | int, ...]

COMMAND_NAME = re.compile(r"[-_'\w\u0900-\u097F\u0E00-\u0E7F]{1,32}")
LINK_STYLE, PREMIUM_STYLE = 5, 6
LOCALES = frozenset(locale.value for locale in discord.Locale)
EMBED_LIMITS = {"title": 256, "description": 4096}


def message(
    form: Json, *, components_v2: bool, existing_files: Iterable[str] = (), new_files: Iterable[str] = ()
) -> None:
    """Checks what a message form says; files are checked by name only."""
    problems = Problems()
    if form.get("content") is not None:
        problems.at_most(("content",), len(str(form["content"])), 2000)
    if form.get("nonce") is not None:
        problems.at_most(("nonce",), len(str(form["nonce"])), 25)
    _embeds(problems, form.get("embeds") or [])
    for index, entry in enumerate(form.get("attachments") or []):
        problems.at_most(("attachments", index, "description"), len(entry.get("description") or ""), 1024)
        if str(entry.get("id")) not in {*existing_files, *new_files}:
            problems.add(("attachments", index, "id"), "BASE_TYPE_INVALID", "Attachment not found.")
    problems.at_most(("attachments",), len(form.get("attachments") or []), 10)
    problems.at_most(("files",), len(list(new_files)), 10)
    components = form.get("components") or []
    if components_v2:
        for key in ("content", "embeds"):
            if form.get(key):
                code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
                problems.add((key,), code, f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
        everything = list(controls.walk(components))
        problems.at_most(("components",), len(everything), 40)
        problems.at_most(("components",), sum(len(one["content"]) for one in everything if one["type"] == TEXT), 4000)
    else:
        problems.at_most(("components",), len(components), 5)
    _components(problems, ("components",), components, components_v2)
    _unique_custom_ids(problems, components)
    problems.raise_if_any()


def _embeds(problems: Problems, embeds: list[Json]) -> None:
    problems.at_most(("embeds",), len(embeds), 10)
    total = 0
    for index, embed in enumerate(embeds):
        for key, most in EMBED_LIMITS.items():
            problems.at_most(("embeds", index, key), len(embed.get(key) or ""), most)
            total += len(embed.get(key) or "")
        fields = embed.get("fields") or []
        problems.at_most(("embeds", index, "fields"), len(fields), 25)
        for number, one in enumerate(fields):
            problems.length(("embeds", index, "fields", number, "name"), one.get("name"), 1, 256)
            problems.length(("embeds", index, "fields", number, "value"), one.get("value"), 1, 1024)
            total += len(one.get("name") or "") + len(one.get("value") or "")
        for key, text, most in (("footer", "text", 2048), ("author", "name", 256)):
            words = (embed.get(key) or {}).get(text) or ""
            problems.at_most(("embeds", index, key, text), len(words), most)
            total += len(words)
    if total > 6000:
        problems.add(("embeds",), "MAX_EMBED_SIZE_EXCEEDED", "Embed size exceeds maximum size of 6000")


def _unique_custom_ids(problems: Problems, components: list[Json]) -> None:
    seen: set[str] = set()
    for component in controls.walk(components):
        custom_id = component.get("custom_id")
        if custom_id in seen:
            code = "COMPONENT_CUSTOM_ID_DUPLICATED"
            problems.add(("components",), code, f"Component custom id cannot be duplicated: {custom_id}")
        seen |= {custom_id} if custom_id else set()


def _components(problems: Problems, path: Path, components: list[Json], components_v2: bool) -> None:
    for index, component in enumerate(components):
        place = (*path, index)
        kind = component.get("type")
        if kind != ROW and not components_v2:
            problems.add((*place, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1,).')
        elif kind == ROW:
            _row(problems, (*place, "components"), component.get("components") or [])
        elif kind == TEXT:
            problems.length((*place, "content"), component.get("content"), 1, 4000)
        _components_within(problems, place, component)


def _components_within(problems: Problems, place: Path, component: Json) -> None:
    """What containers and sections hold, beyond rows."""
    if component.get("type") == ROW:
        return
    if component.get("components"):
        _components(problems, (*place, "components"), component["components"], True)
    accessory = component.get("accessory")
    if accessory and accessory["type"] == BUTTON:
        _button(problems, (*place, "accessory"), accessory)
    for index, item in enumerate(component.get("items") or []):
        problems.at_most((*place, "items", index, "description"), len(item.get("description") or ""), 1024)


def _row(problems: Problems, path: Path, inner: list[Json]) -> None:
    if not inner:
        problems.add(path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    problems.at_most(path, len(inner), 5)
    if len(inner) > 1 and any(one["type"] != BUTTON for one in inner):
        problems.add(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
    for index, one in enumerate(inner):
        if one["type"] == BUTTON:
            _button(problems, (*path, index), one)
        elif one["type"] in SELECTS:
            _select(problems, (*path, index), one)
        else:
            problems.add((*path, index, "type"), "UNION_TYPE_CHOICES", "This component cannot stand in a message's row")


def _button(problems: Problems, path: Path, button: Json) -> None:
    style = button.get("style")
    problems.at_most((*path, "label"), len(button.get("label") or ""), 80)
    if not button.get("label") and not button.get("emoji") and style != PREMIUM_STYLE:
        code = "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"
        problems.add(path, code, "A label or emoji is required for this button component")
    if style == LINK_STYLE:
        problems.length((*path, "url"), button.get("url"), 1, 512)
    elif style != PREMIUM_STYLE:
        problems.length((*path, "custom_id"), button.get("custom_id"), 1, 100)
    if style not in range(1, 7):
        problems.add((*path, "style"), "BASE_TYPE_CHOICES", "Value must be one of {1, 2, 3, 4, 5, 6}.")


def _select(problems: Problems, path: Path, select: Json) -> None:
    problems.length((*path, "custom_id"), select.get("custom_id"), 1, 100)
    problems.at_most((*path, "placeholder"), len(select.get("placeholder") or ""), 150)
    if select["type"] != STRING_SELECT:
        return
    options = select.get("options") or []
    if not 1 <= len(options) <= 25:
        problems.add((*path, "options"), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 25 in length.")
    seen: set[str] = set()
    for index, option in enumerate(options):
        problems.length((*path, "options", index, "label"), option.get("label"), 1, 100)
        problems.length((*path, "options", index, "value"), option.get("value"), 1, 100)
        problems.at_most((*path, "options", index, "description"), len(option.get("description") or ""), 100)
        if option.get("value") in seen:
            code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
            problems.add((*path, "options", index, "value"), code, "The specified option value is already used")
        seen.add(option.get("value") or "")
    if select.get("max_values", 1) > len(options):
        problems.add((*path, "max_values"), "NUMBER_TYPE_MAX", "max_values exceeds the number of options")


def modal(form: Json) -> None:
    """Checks a modal before a person sees it."""
    problems = Problems()
    problems.length(("title",), form.get("title"), 1, 45)
    problems.length(("custom_id",), form.get("custom_id"), 1, 100)
    tops = form.get("components") or []
    if not 1 <= len(tops) <= 5:
        problems.add(("components",), "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 5 in length.")
    for index, top in enumerate(tops):
        place: Path = ("components", index)
        if top["type"] == LABEL:
            problems.length((*place, "label"), top.get("label"), 1, 45)
            problems.at_most((*place, "description"), len(top.get("description") or ""), 100)
            _modal_field(problems, (*place, "component"), top["component"])
        elif top["type"] == ROW:
            for inner_index, inner in enumerate(top["components"]):
                problems.length((*place, "components", inner_index, "label"), inner.get("label"), 1, 45)
                _modal_field(problems, (*place, "components", inner_index), inner)
        elif top["type"] != TEXT:
            problems.add((*place, "type"), "UNION_TYPE_CHOICES", 'Value of field "type" must be one of (1, 10, 18).')
    _unique_custom_ids(problems, tops)
    problems.raise_if_any()


def _modal_field(problems: Problems, path: Path, component: Json) -> None:
    if component["type"] in SELECTS:
        _select(problems, path, component)
    elif component["type"] == TEXT_INPUT:
        problems.length((*path, "custom_id"), component.get("custom_id"), 1, 100)
        problems.at_most((*path, "placeholder"), len(component.get("placeholder") or ""), 100)
        problems.at_most((*path, "value"), len(component.get("value") or ""), component.get("max_length") or 4000)


def choices(form: Json) -> None:
    """Checks the choices an autocompletion offers."""
    problems = Problems()
    offered = form.get("choices") or []
    problems.at_most(("choices",), len(offered), 25)
    for index, choice in enumerate(offered):
        problems.length(("choices", index, "name"), choice.get("name"), 1, 100)
        if isinstance(choice.get("value"), str):
            problems.length(("choices", index, "value"), choice["value"], 1, 100)
    problems.raise_if_any()


def commands(forms: list[Json]) -> None:
    """Checks a whole set of commands."""
    problems = Problems()
    names = [(form.get("type", 1), form.get("name")) for form in forms]
    problems.at_most((), sum(kind == 1 for kind, _ in names), 100)
    for index, form in enumerate(forms):
        if names.index(names[index]) != index:
            code = "APPLICATION_COMMANDS_DUPLICATE_NAME"
            problems.add((index,), code, "Application command names must be unique")
        if form.get("type", 1) == 1:
            _command(problems, (index,), form)
            if _size(form) > 8000:
                code = "APPLICATION_COMMAND_TOO_LARGE"
                problems.add((index,), code, "Command exceeds maximum size (8000)")
        else:
            problems.length((index, "name"), form.get("name"), 1, 32)
    problems.raise_if_any()


def _command(problems: Problems, path: Path, form: Json) -> None:
    """A command, subcommand or option: all have names, descriptions and maybe options."""
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
    names = [option.get("name") for option in options]
    optional_seen = False
    for index, option in enumerate(options):
        place = (*path, "options", index)
        _command(problems, place, option)
        if names.index(names[index]) != index:
            code = "APPLICATION_COMMAND_OPTIONS_NAME_ALREADY_EXISTS"
            problems.add((*place, "name"), code, "Option name already exists in this options array")
        if option.get("required") and optional_seen:
            code = "APPLICATION_COMMAND_OPTIONS_REQUIRED_INVALID"
            problems.add(place, code, "Required options must be placed before non-required options")
        optional_seen |= not option.get("required")
        _option_choices(problems, place, option)


def _option_choices(problems: Problems, path: Path, option: Json) -> None:
    offered = option.get("choices") or []
    problems.at_most((*path, "choices"), len(offered), 25)
    if offered and option.get("autocomplete"):
        code = "APPLICATION_COMMAND_OPTIONS_AUTOCOMPLETE_INVALID"
        problems.add(path, code, "An option cannot have both choices and autocomplete")
    for index, choice in enumerate(offered):
        problems.length((*path, "choices", index, "name"), choice.get("name"), 1, 100)
        for key, text in (choice.get("name_localizations") or {}).items():
            _locale(problems, (*path, "choices", index, "name_localizations", key), key)
            problems.length((*path, "choices", index, "name_localizations", key), text, 1, 100)


def _name(problems: Problems, path: Path, name: object) -> None:
    if not isinstance(name, str) or not COMMAND_NAME.fullmatch(name) or name != name.lower():
        problems.add(path, "STRING_TYPE_REGEX", "String value did not match validation regex.")


def _locale(problems: Problems, path: Path, locale: str) -> None:
    if locale not in LOCALES:
        problems.add(path, "BASE_TYPE_CHOICES", "Value must be one of the locales.")


def _size(form: Json) -> int:
    """The characters of a command that count towards its maximum, in its longest language."""
    size = 0
    for key in ("name", "description"):
        texts = [form.get(key) or "", *(form.get(f"{key}_localizations") or {}).values()]
        size += max(map(len, texts))
    size += sum(len(choice["name"]) + len(str(choice["value"])) for choice in form.get("choices") or [])
    return size + sum(_size(option) for option in form.get("options") or [])


def thread(form: Json) -> None:
    """Checks a thread's name and how soon it hides."""
    problems = Problems()
    problems.length(("name",), form.get("name"), 1, 100)
    if form.get("auto_archive_duration") not in (None, 60, 1440, 4320, 10080):
        problems.add(("auto_archive_duration",), "BASE_TYPE_CHOICES", "Value must be one of (60, 1440, 4320, 10080).")
    problems.raise_if_any()
