"""What the documentation says of components, in messages and in forms, and the document does not."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from .document import Fault
from .limits import CALLBACKS, COMPONENTS, Json, Largest, Told

ROW, BUTTON, TEXT_INPUT, TEXT, LABEL, UPLOAD, RADIO, BOXES = 1, 2, 4, 10, 18, 19, 21, 22
_SELECTS = (3, 5, 6, 7, 8)
_LINK, _PREMIUM = 5, 6
_SCHEMES = ("http://", "https://", "discord://")


def walked(components: Iterable[Json]) -> Iterator[Json]:
    """Every component, what holds others before these."""
    for component in components:
        yield component
        inner = [component[key] for key in ("accessory", "component") if component.get(key)]
        yield from walked([*(component.get("components") or ()), *inner])


def of_message(largest: Largest, components: list[Json], *, v2: bool | None) -> Told:
    """Those of a message. `v2`: whether it is of the second version, None if nobody knows."""
    everything = list(walked(components))
    if v2 is None:
        v2 = any(each.get("type") != ROW for each in components)
    if v2:
        yield from largest.most("components", "components of the second version", len(everything), 40, COMPONENTS)
        texts = sum(len(each.get("content") or "") for each in everything if each.get("type") == TEXT)
        yield from largest.most("components", "characters of text displays", texts, 4000, COMPONENTS)
    else:
        yield from largest.most("components", "rows of a message", len(components), 5, COMPONENTS)
        for place, each in enumerate(components):
            if each.get("type") != ROW:
                yield Fault(f"components.{place}", "only rows stand in such a message", COMPONENTS)
    yield from _twice(everything)
    for each in everything:
        yield from _component(largest, each)


def modal(largest: Largest, form: Json) -> Told:
    """A form that is opened."""
    tops = form.get("components") or []
    yield from largest.most("title", "characters of a form's title", len(form.get("title") or ""), 45, CALLBACKS)
    yield from largest.most("components", "fields of a form", len(tops), 5, CALLBACKS)
    everything = list(walked(tops))
    yield from _twice(everything)
    for each in everything:
        yield from _field(largest, each)


def _component(largest: Largest, component: Json) -> Told:
    kind = component.get("type")
    where = str(component.get("custom_id") or component.get("label") or kind)
    words = len(component.get("custom_id") or "")
    yield from largest.most(where, "characters of a custom id", words, 100, COMPONENTS)
    if kind == ROW:
        yield from _row(largest, component)
    elif kind == BUTTON:
        yield from _button(largest, component, where)
    elif kind in _SELECTS:
        words = len(component.get("placeholder") or "")
        yield from largest.most(where, "characters of a list's placeholder", words, 150, COMPONENTS)
        yield from _choice(largest, component, where, "options of a list", 25, 1)
    elif kind == RADIO:
        yield from _choice(largest, component, where, "options of a group", 10, 1)
    elif kind == BOXES:
        yield from _choice(largest, component, where, "options of a group", 10, len(component.get("options") or ()))


def _row(largest: Largest, row: Json) -> Told:
    inner = row.get("components") or []
    yield from largest.most("row", "buttons of a row", len(inner), 5, COMPONENTS)
    if len(inner) > 1 and any(each.get("type") != BUTTON for each in inner):
        yield Fault("row", "a list stands alone in its row", COMPONENTS)


def _button(largest: Largest, button: Json, where: str) -> Told:
    style, label = button.get("style"), button.get("label") or ""
    yield from largest.most(where, "characters of a button", len(label), 80, COMPONENTS)
    if style != _PREMIUM and not label and not button.get("emoji"):
        yield Fault(where, "a button without words and emoji", COMPONENTS)
    if style == _PREMIUM and (label or button.get("emoji")):
        yield Fault(where, "a premium button has neither words nor emoji", COMPONENTS)
    needed = {_LINK: "url", _PREMIUM: "sku_id"}.get(style or 0, "custom_id")
    for key in ("url", "sku_id", "custom_id"):
        if bool(button.get(key)) != (key == needed):
            yield Fault(f"{where}.{key}", f"a button of style {style} has {needed} alone", COMPONENTS)
    if button.get("url") and not button["url"].startswith(_SCHEMES):
        yield Fault(f"{where}.url", f"leads to none of {', '.join(_SCHEMES)}", COMPONENTS)


def _choice(largest: Largest, component: Json, where: str, name: str, limit: int, usual: int) -> Told:
    """Something to choose from; as many as `usual` may be chosen where it does not say how many."""
    options = component.get("options")
    least, most = component.get("min_values"), component.get("max_values")
    least, most = 1 if least is None else least, usual if most is None else most
    if options is not None:
        yield from largest.most(where, name, len(options), limit, COMPONENTS)
        values = [each.get("value") for each in options]
        if len(set(values)) != len(values):
            yield Fault(where, "two options have one value", COMPONENTS)
        if most > len(options):
            yield Fault(f"{where}.max_values", f"{most} of {len(options)} options", COMPONENTS)
    if least > most:
        yield Fault(f"{where}.min_values", f"{least} is more than max_values, {most}", COMPONENTS)
    chosen = sum(bool(each.get("default")) for each in options or ())
    if chosen > most:
        yield Fault(where, f"{chosen} are chosen before, of at most {most}", COMPONENTS)
    named = len(component.get("default_values") or ())
    if named and not least <= named <= most:
        yield Fault(f"{where}.default_values", f"{named} are named before, of {least} to {most}", COMPONENTS)


def _field(largest: Largest, component: Json) -> Told:
    kind, where = component.get("type"), str(component.get("custom_id") or component.get("label"))
    if kind == LABEL:
        words = len(component.get("label") or "")
        yield from largest.most(where, "characters of a field's label", words, 45, COMPONENTS)
    elif kind == ROW:
        yield Fault(where, "rows in forms are deprecated: a label holds a field", COMPONENTS, 0)
    elif kind == TEXT_INPUT:
        yield from _text_input(largest, component, where)
    else:
        yield from _component(largest, component)
        if component.get("disabled"):
            yield Fault(where, "nothing in a form may be disabled", COMPONENTS)
        optional = kind in (*_SELECTS, BOXES, UPLOAD) and component.get("min_values") == 0
        if optional and component.get("required") is not False:
            yield Fault(f"{where}.min_values", "is 0, and the field is required", COMPONENTS)


def _text_input(largest: Largest, component: Json, where: str) -> Told:
    if component.get("label"):
        yield Fault(where, "the label of a text field is deprecated: a label component holds it", COMPONENTS, 0)
    longest, least = component.get("max_length") or 4000, component.get("min_length") or 0
    words, hint = len(component.get("value") or ""), len(component.get("placeholder") or "")
    yield from largest.most(where, "characters of a placeholder", hint, 100, COMPONENTS)
    if words > longest:
        yield Fault(f"{where}.value", f"{words} characters, of at most {longest}", COMPONENTS)
    if least > longest:
        yield Fault(f"{where}.min_length", f"{least} is more than max_length, {longest}", COMPONENTS)


def _twice(everything: Iterable[Json]) -> Told:
    seen: set[str] = set()
    for each in everything:
        name = each.get("custom_id")
        if name and name in seen:
            yield Fault(name, "two components have this custom id", COMPONENTS)
        seen.add(name or "")
