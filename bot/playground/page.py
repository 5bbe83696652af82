"""Changes to simcord's page: HTML and style, the list of commands, what counts as news.

Corrections of its scripts are in `corrections`, the empty channel in `welcome`. No private names of simcord are used
here; the page's data are plain JSON objects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from bot.playground import welcome
from bot.playground.corrections import replaced

_HERE = Path(__file__).parent
SCRIPT = "/playground.js"
#: The query of the page's address: `?as=Name&in=channel`.
QUERY_HEADER = "X-Playground-Query"

#: A phone's keyboard shrinks the page, so that the input stays above it.
_VIEWPORT = "width=device-width, initial-scale=1, interactive-widget=resizes-content"
_PEOPLE = '<nav id="people" aria-label="You act as"></nav>'
_PLACES = '<select id="place-picker" aria-label="Channel or thread" hidden></select>'
_EMPTY = 'id="channel-empty" class="channel-empty" hidden'

#: Keys that the visitor does not see, or that are no news.
_UNSEEN = ("publication", "publishedRevision", "profile", "lastAction", "activity")


def script() -> str:
    return (_HERE / "playground.js").read_text(encoding="utf-8")


def styled(css: str) -> str:
    return css + (_HERE / "playground.css").read_text(encoding="utf-8")


def dressed(html: str, key: str) -> str:
    """simcord's page as the playground's.

    `key` authorises the page's requests. It is part of the page, so that its address needs none: pages of other origins
    cannot read it.
    """
    return replaced(
        html,
        (
            ('content="width=device-width, initial-scale=1"', f'content="{_VIEWPORT}"'),
            ("</head>", f'<meta name="playground" content="{key}"><script src="{SCRIPT}"></script></head>'),
            ("<title>SimCord Preview</title>", "<title>Backgammon playground</title>"),
            ("<strong>SimCord</strong><small>Preview</small>", "<strong>Playground</strong>"),
            ('<label class="viewer-control">', f'{_PEOPLE}\n        <label class="viewer-control">'),
            ('<div class="channel-heading">', f'{_PLACES}\n                <div class="channel-heading">'),
            (f"<p {_EMPTY}>No messages in this channel.</p>", f"<section {_EMPTY}>{welcome.html()}</section>"),
        ),
    )


def asked(query: str) -> tuple[str | None, int | None]:
    """Viewer and channel in the query of an address."""
    fields = parse_qs(query.removeprefix("?"))
    place = fields.get("in", [""])[0]
    return fields.get("as", [None])[0], int(place) if place.isascii() and place.isdecimal() else None


def same_view(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether both snapshots look the same to a visitor."""
    return _seen(one) == _seen(other)


def _seen(snapshot: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in snapshot.items() if name not in _UNSEEN}


def measure(snapshot: Mapping[str, Any]) -> None:
    """Add the sizes of pictures to the page, so that nothing jumps when they load."""
    for message in snapshot["messages"].values():
        for file in message["attachments"]:
            asset = snapshot["assets"].get(file["asset_id"])
            if asset and file["width"] and file["height"]:
                asset.update(displayWidth=file["width"], displayHeight=file["height"])


def localize(entries: Iterable[dict[str, Any]], commands: Iterable[Mapping[str, Any]], locale: str) -> None:
    """Localise the page's list of commands, from what the bot has registered."""
    roots = {str(command["id"]): command for command in commands}
    for entry in entries:
        command = roots[entry["commandId"]]
        words = [localized(command, locale)]
        for part in entry["path"][1:]:
            command = next(option for option in command["options"] if option["name"] == part)
            words.append(localized(command, locale))
        entry["invocation"] = " ".join(words)
        entry["description"] = _description(command, locale)
        for shown, option in zip(entry["options"], command.get("options") or (), strict=True):
            shown["description"] = _description(option, locale)
            for choice, source in zip(shown["choices"], option.get("choices") or (), strict=True):
                choice["name"] = localized(source, locale)


def localized(thing: Mapping[str, Any], locale: str) -> str:
    """The name of a command or a choice as it is shown."""
    return str((thing.get("name_localizations") or {}).get(locale, thing["name"]))


def _description(thing: Mapping[str, Any], locale: str) -> str:
    return str((thing.get("description_localizations") or {}).get(locale, thing.get("description", "")))
