"""What a person can use on the screen: buttons, selects and modals, read from Discord's component JSON."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from .errors import ClientRefuses, Json

if TYPE_CHECKING:
    from .interactions import Interaction

ROW, BUTTON, STRING_SELECT, TEXT_INPUT, USER_SELECT, CHANNEL_SELECT = 1, 2, 3, 4, 5, 8
SECTION, TEXT, THUMBNAIL, GALLERY, FILE, SEPARATOR, CONTAINER = 9, 10, 11, 12, 13, 14, 17
LABEL, FILE_UPLOAD, RADIO, CHECKBOXES, CHECKBOX = 18, 19, 21, 22, 23
SELECTS = (STRING_SELECT, USER_SELECT, 6, 7, CHANNEL_SELECT)


def walk(components: list[Json]) -> Iterator[Json]:
    """Every component, containers before what they hold."""
    for component in components:
        yield component
        inner = list(component.get("components", []))
        inner += [component[key] for key in ("accessory", "component") if component.get(key)]
        yield from walk(inner)


def named(component: Json) -> set[str]:
    """All names by which a test may call a control: what is written on it, and its custom id."""
    emoji = (component.get("emoji") or {}).get("name")
    names = (component.get("label"), component.get("placeholder"), component.get("custom_id"), emoji)
    return {name for name in names if name}


@dataclass(frozen=True)
class Button:
    """A button as it is shown."""

    label: str
    custom_id: str | None
    style: int
    disabled: bool
    url: str | None
    emoji: str | None


@dataclass(frozen=True)
class Select:
    """A select menu as it is shown; `options` are the labels of a string select."""

    placeholder: str
    custom_id: str
    disabled: bool
    options: tuple[str, ...]


def buttons(components: list[Json]) -> list[Button]:
    return [
        Button(
            label=component.get("label") or "",
            custom_id=component.get("custom_id"),
            style=component["style"],
            disabled=bool(component.get("disabled")),
            url=component.get("url"),
            emoji=(component.get("emoji") or {}).get("name"),
        )
        for component in walk(components)
        if component["type"] == BUTTON
    ]


def selects(components: list[Json]) -> list[Select]:
    return [
        Select(
            placeholder=component.get("placeholder") or "",
            custom_id=component["custom_id"],
            disabled=bool(component.get("disabled")),
            options=tuple(option["label"] for option in component.get("options", [])),
        )
        for component in walk(components)
        if component["type"] in SELECTS
    ]


def find(components: list[Json], name: str, types: tuple[int, ...]) -> Json:
    """The one enabled control of these types called `name`; raises ClientRefuses if there is none, or more than one."""
    those = [component for component in walk(components) if component["type"] in types]
    found = [component for component in those if name in named(component) and not component.get("disabled")]
    if len(found) == 1:
        return found[0]
    shown = [f"{sorted(named(component))}{' (disabled)' if component.get('disabled') else ''}" for component in those]
    raise ClientRefuses(f"{len(found)} enabled controls are called {name!r}; shown: {', '.join(shown) or 'none'}")


@dataclass(frozen=True)
class Field:
    """A field of a modal: a text input, a select, a radio group or checkboxes, with the label a person reads."""

    label: str
    component: Json

    @property
    def custom_id(self) -> str:
        return self.component["custom_id"]

    @property
    def value(self) -> str:
        """The text already in it when it opens."""
        return self.component.get("value") or ""


class Modal:
    """A modal on a person's screen."""

    def __init__(self, data: Json, opened_by: "Interaction") -> None:
        self.data = data
        self.opened_by = opened_by
        self.title: str = data["title"]
        self.custom_id: str = data["custom_id"]

    @property
    def fields(self) -> list[Field]:
        """The fields from top to bottom."""
        found = []
        for top in self.data["components"]:
            if top["type"] == LABEL:
                found.append(Field(top["label"], top["component"]))
            elif top["type"] == ROW:
                found += [Field(inner.get("label") or "", inner) for inner in top["components"]]
        return found

    @property
    def text(self) -> str:
        """Everything there is to read: title, texts, labels and descriptions."""
        lines = [self.title]
        for component in walk(self.data["components"]):
            lines += [component[key] for key in ("content", "label", "description") if component.get(key)]
        return "\n".join(lines)
