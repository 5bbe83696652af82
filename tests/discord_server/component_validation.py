"""Discord's limits for components, in messages and in modals."""

from collections.abc import Iterable

from . import controls
from .controls import (
    BUTTON,
    CHECKBOX,
    CHECKBOXES,
    CONTAINER,
    FILE,
    FILE_UPLOAD,
    GALLERY,
    LABEL,
    RADIO,
    ROW,
    SECTION,
    SELECTS,
    SEPARATOR,
    STRING_SELECT,
    TEXT,
    TEXT_INPUT,
    THUMBNAIL,
)
from .errors import Json, Path, Problems

_LINK, _PREMIUM = 5, 6
_SCHEMES = ("http://", "https://", "discord://")
_SECOND_VERSION = (ROW, SECTION, TEXT, GALLERY, FILE, SEPARATOR, CONTAINER)
_IN_CONTAINERS = tuple(kind for kind in _SECOND_VERSION if kind != CONTAINER)


def of_message(problems: Problems, components: list[Json], *, components_v2: bool) -> None:
    """The components of a message; without `components_v2` only rows stand in it."""
    path: Path = ("components",)
    everything = list(controls.walk(components))
    if components_v2:
        problems.at_most(path, len(everything), 40)
        texts = [one.get("content") or "" for one in everything if one.get("type") == TEXT]
        problems.at_most(path, sum(map(len, texts)), 4000)
    else:
        problems.at_most(path, len(components), 5)
    _within(problems, path, components, _SECOND_VERSION if components_v2 else (ROW,))
    _unique_custom_ids(problems, everything)


def modal(form: Json) -> None:
    """Checks a modal before a person sees it."""
    problems = Problems()
    problems.length(("title",), form.get("title"), 1, 45)
    problems.length(("custom_id",), form.get("custom_id"), 1, 100)
    tops = form.get("components") or []
    problems.count(("components",), tops, 1, 5)
    for index, top in enumerate(tops):
        place: Path = ("components", index)
        if top.get("type") == LABEL:
            problems.length((*place, "label"), top.get("label"), 1, 45)
            problems.at_most((*place, "description"), len(top.get("description") or ""), 100)
            _field(problems, (*place, "component"), top.get("component") or {})
        elif top.get("type") == ROW:
            for number, inner in enumerate(top.get("components") or []):
                problems.length((*place, "components", number, "label"), inner.get("label"), 1, 45)
                problems.one_of((*place, "components", number, "type"), inner.get("type"), (TEXT_INPUT,))
                _field(problems, (*place, "components", number), inner)
        elif top.get("type") == TEXT:
            problems.length((*place, "content"), top.get("content"), 1, 4000)
        else:
            problems.one_of((*place, "type"), top.get("type"), (ROW, TEXT, LABEL))
    _unique_custom_ids(problems, controls.walk(tops))
    problems.raise_if_any()


def emoji(rows: list[Json], known: set[str]) -> None:
    """Checks the emoji of buttons in rows: one with an id is there."""
    problems = Problems()
    for index, row in enumerate(rows):
        for number, button in enumerate(row.get("components") or []):
            if (shown := (button.get("emoji") or {}).get("id")) and str(shown) not in known:
                place: Path = ("components", index, "components", number, "emoji", "id")
                problems.add(place, "BUTTON_COMPONENT_INVALID_EMOJI", "Invalid emoji")
    problems.raise_if_any()


def _within(problems: Problems, path: Path, components: list[Json], kinds: tuple[int, ...]) -> None:
    """Components of these kinds that stand beside each other."""
    for index, component in enumerate(components):
        place = (*path, index)
        problems.one_of((*place, "type"), component.get("type"), kinds)
        match component.get("type"):
            case 1:
                _row(problems, (*place, "components"), component.get("components") or [])
            case 9:
                inner = component.get("components") or []
                problems.count((*place, "components"), inner, 1, 3)
                _within(problems, (*place, "components"), inner, (TEXT,))
                _accessory(problems, (*place, "accessory"), component.get("accessory") or {})
            case 10:
                problems.length((*place, "content"), component.get("content"), 1, 4000)
            case 12:
                items = component.get("items") or []
                problems.count((*place, "items"), items, 1, 10)
                for number, item in enumerate(items):
                    _media(problems, (*place, "items", number), item)
            case 13:
                _url(problems, (*place, "file", "url"), (component.get("file") or {}).get("url"), ("attachment://",))
            case 14:
                problems.one_of((*place, "spacing"), component.get("spacing"), (None, 1, 2))
            case 17:
                inner = component.get("components") or []
                problems.count((*place, "components"), inner, 1, 40)
                problems.between((*place, "accent_color"), component.get("accent_color"), 0, 0xFFFFFF)
                _within(problems, (*place, "components"), inner, _IN_CONTAINERS)
            case _:
                pass


def _accessory(problems: Problems, place: Path, accessory: Json) -> None:
    problems.one_of((*place, "type"), accessory.get("type"), (BUTTON, THUMBNAIL))
    if accessory.get("type") == BUTTON:
        _button(problems, place, accessory)
    elif accessory.get("type") == THUMBNAIL:
        _media(problems, place, accessory)


def _media(problems: Problems, place: Path, item: Json) -> None:
    problems.at_most((*place, "description"), len(item.get("description") or ""), 1024)
    url = (item.get("media") or {}).get("url")
    _url(problems, (*place, "media", "url"), url, ("http://", "https://", "attachment://"))


def _url(problems: Problems, place: Path, url: object, schemes: tuple[str, ...], most: int = 2048) -> None:
    problems.length(place, url, 1, most)
    if isinstance(url, str) and url and not url.startswith(schemes):
        problems.add(place, "URL_TYPE_INVALID_SCHEME", f"Scheme must be one of {schemes}.")


def _unique_custom_ids(problems: Problems, components: Iterable[Json]) -> None:
    seen: set[str] = set()
    for component in components:
        custom_id = component.get("custom_id")
        if custom_id in seen:
            code = "COMPONENT_CUSTOM_ID_DUPLICATED"
            problems.add(("components",), code, f"Component custom id cannot be duplicated: {custom_id}")
        seen |= {custom_id} if custom_id else set()


def _row(problems: Problems, path: Path, inner: list[Json]) -> None:
    problems.count(path, inner, 1, 5)
    if len(inner) > 1 and any(one.get("type") != BUTTON for one in inner):
        problems.add(path, "COMPONENT_LAYOUT_WIDTH_EXCEEDED", "The specified component exceeds the maximum width")
    for index, one in enumerate(inner):
        problems.one_of((*path, index, "type"), one.get("type"), (BUTTON, *SELECTS))
        if one.get("type") == BUTTON:
            _button(problems, (*path, index), one)
        elif one.get("type") in SELECTS:
            _select(problems, (*path, index), one)


def _button(problems: Problems, path: Path, button: Json) -> None:
    style = button.get("style")
    words = button.get("label") or button.get("emoji")
    problems.one_of((*path, "style"), style, tuple(range(1, 7)))
    problems.at_most((*path, "label"), len(button.get("label") or ""), 80)
    if not words and style != _PREMIUM:
        code = "BUTTON_COMPONENT_LABEL_OR_EMOJI_REQUIRED"
        problems.add(path, code, "A label or emoji is required for this button component")
    if words and style == _PREMIUM:
        problems.add(path, "BUTTON_COMPONENT_INVALID_FIELD", "A premium button has neither label nor emoji")
    needed = {_LINK: "url", _PREMIUM: "sku_id"}.get(style, "custom_id") if isinstance(style, int) else "custom_id"
    for key in ("url", "sku_id", "custom_id"):
        if key != needed and button.get(key):
            problems.add((*path, key), "BUTTON_COMPONENT_INVALID_FIELD", f"A button of style {style} has no {key}")
    if needed == "url":
        _url(problems, (*path, "url"), button.get("url"), _SCHEMES, 512)
    else:
        problems.length((*path, needed), button.get(needed), 1, 100)


def _select(problems: Problems, path: Path, select: Json) -> None:
    problems.length((*path, "custom_id"), select.get("custom_id"), 1, 100)
    problems.at_most((*path, "placeholder"), len(select.get("placeholder") or ""), 150)
    least, most = _numbers(problems, path, select, 25, 1)
    if select.get("type") == STRING_SELECT:
        _options(problems, path, select, 1, 25, most)
    named = len(select.get("default_values") or ())
    if named and not least <= named <= most:
        code = "SELECT_COMPONENT_DEFAULT_VALUES_INVALID"
        problems.add((*path, "default_values"), code, f"{named} default values are not from {least} to {most}")


def _numbers(problems: Problems, path: Path, component: Json, limit: int, usual: int) -> tuple[int, int]:
    """How many may be chosen at least and at most; `usual` where it does not say."""
    problems.between((*path, "min_values"), component.get("min_values"), 0, limit)
    problems.between((*path, "max_values"), component.get("max_values"), 1, limit)
    least, most = component.get("min_values"), component.get("max_values")
    least, most = 1 if least is None else least, usual if most is None else most
    if least > most:
        problems.add((*path, "min_values"), "NUMBER_TYPE_MAX", "min_values must not exceed max_values")
    return least, most


def _options(problems: Problems, path: Path, component: Json, fewest: int, limit: int, most: int) -> None:
    """What is offered: `fewest` to `limit` options, of which `most` may be chosen."""
    options = component.get("options") or []
    problems.count((*path, "options"), options, fewest, limit)
    seen: set[str] = set()
    for index, option in enumerate(options):
        problems.length((*path, "options", index, "label"), option.get("label"), 1, 100)
        problems.length((*path, "options", index, "value"), option.get("value"), 1, 100)
        problems.at_most((*path, "options", index, "description"), len(option.get("description") or ""), 100)
        if option.get("value") in seen:
            code = "SELECT_COMPONENT_OPTION_VALUE_DUPLICATED"
            problems.add((*path, "options", index, "value"), code, "The specified option value is already used")
        seen.add(option.get("value") or "")
    if most > len(options):
        problems.add((*path, "max_values"), "NUMBER_TYPE_MAX", "max_values exceeds the number of options")
    if sum(bool(option.get("default")) for option in options) > most:
        problems.add((*path, "options"), "SELECT_COMPONENT_TOO_MANY_DEFAULT_VALUES", "Too many options are defaults")


def _field(problems: Problems, path: Path, component: Json) -> None:
    kind = component.get("type")
    kinds = (TEXT_INPUT, *SELECTS, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX)
    problems.one_of((*path, "type"), kind, kinds)
    problems.length((*path, "custom_id"), component.get("custom_id"), 1, 100)
    if component.get("disabled"):
        problems.add((*path, "disabled"), "MODAL_COMPONENT_DISABLED", "Components in modals cannot be disabled")
    if kind in SELECTS:
        _select(problems, path, component)
    elif kind == TEXT_INPUT:
        _text_input(problems, path, component)
    elif kind == RADIO:
        _options(problems, path, component, 2, 10, 1)
    elif kind == CHECKBOXES:
        _, most = _numbers(problems, path, component, 10, len(component.get("options") or ()))
        _options(problems, path, component, 1, 10, most)
    elif kind == FILE_UPLOAD:
        _numbers(problems, path, component, 10, 1)
    if component.get("min_values") == 0 and component.get("required") is not False:
        problems.add((*path, "min_values"), "NUMBER_TYPE_MIN", "min_values must be at least 1 if this is required")


def _text_input(problems: Problems, path: Path, component: Json) -> None:
    problems.one_of((*path, "style"), component.get("style"), (1, 2))
    problems.at_most((*path, "placeholder"), len(component.get("placeholder") or ""), 100)
    problems.between((*path, "min_length"), component.get("min_length"), 0, 4000)
    problems.between((*path, "max_length"), component.get("max_length"), 1, 4000)
    least, longest = component.get("min_length") or 0, component.get("max_length") or 4000
    if least > longest:
        problems.add((*path, "min_length"), "NUMBER_TYPE_MAX", "min_length must not exceed max_length")
    problems.at_most((*path, "value"), len(component.get("value") or ""), longest)
