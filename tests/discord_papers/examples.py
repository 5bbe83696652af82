"""Requests as examples, and parts of them that are in order.

Places in paths and bodies, such as `{channel}`, are filled in by who sends them (`test_refused.py`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from .document import INVALID
from .limits import SITE, Json

POST, EDIT = "POST /channels/{channel}/messages", "PATCH {message}"
COMMAND, PRESS = "POST /interactions/{command}/callback", "POST /interactions/{press}/callback"
TYPING, FORM = "POST /interactions/{typing}/callback", "POST /interactions/{form}/callback"
FOLLOWUP, ORIGINAL = "POST /webhooks/{bot}/{answered}", "PATCH /webhooks/{bot}/{answered}/messages/@original"
SET, EMOJIS = "PUT /applications/{bot}/commands", "POST /applications/{bot}/emojis"
THREAD, THREAD_OF, CHANGE = "POST /channels/{channel}/threads", "POST {message}/threads", "PATCH /channels/{thread}"
HISTORY, CONVERSE = "GET /channels/{channel}/messages", "POST /users/@me/channels"
V2 = 1 << 15
PIXEL = "data:image/png;base64,iVBORw0KGgo="


class Request(NamedTuple):
    """What is sent, why Discord refuses it (or takes it), and the page that says so.

    `code`: Discord's error code, 0 if it is taken. `files`: bytes by number. `by_judge`: a judge can know, else it
    depends on what only Discord does.
    """

    name: str
    request: str
    body: Any
    page: str
    code: int = INVALID
    files: tuple[int, ...] = ()
    by_judge: bool = True

    @property
    def link(self) -> str:
        """The page's address."""
        return SITE + self.page


def of(request: str, page: str, bodies: Mapping[str, Any], **said: Any) -> list[Request]:
    """Requests of one kind, their bodies by name."""
    return [Request(name, request, body, page, **said) for name, body in bodies.items()]


def row(*components: Json) -> Json:
    """Components beside each other."""
    return {"type": 1, "components": list(components)}


def button(number: int | str = 0, **other: Any) -> Json:
    """A button with words."""
    return {"type": 2, "style": 1, "custom_id": f"b{number}", "label": "Roll"} | other


def options(number: int, **other: Any) -> list[Json]:
    """What can be chosen; `other` is said of all."""
    return [{"label": f"Choice {each}", "value": str(each)} | other for each in range(number)]


def select(number: int = 2, **other: Any) -> Json:
    """A list of so many."""
    return {"type": 3, "custom_id": "list", "options": options(number)} | other


def shown(*components: Json, **other: Any) -> Json:
    """A message with words and components."""
    return {"content": "Your turn", "components": list(components)} | other


def second(*components: Json, **other: Any) -> Json:
    """A message of components of the second version."""
    return {"flags": V2, "components": list(components)} | other


def text(words: str = "Words") -> Json:
    """A text display."""
    return {"type": 10, "content": words}


def embedded(**embed: Any) -> Json:
    """A message with one embed."""
    return {"embeds": [{"title": "Score"} | embed]}


def attached(*numbers: int | str, **other: Any) -> Json:
    """A message whose files are these."""
    return {"content": "Board", "attachments": [{"id": number, "filename": "board.png"} | other for number in numbers]}


def answer(kind: int, **data: Any) -> Json:
    """A first answer to an interaction."""
    return {"type": kind, "data": data}


def offer(*choices: Json) -> Json:
    """What an autocompletion offers."""
    return answer(8, choices=list(choices))


def choice(name: str = "8/5", value: Any = "8/5") -> Json:
    """Something that is offered."""
    return {"name": name, "value": value}


def field(component: Json, **label: Any) -> Json:
    """A field of a form."""
    return {"type": 18, "label": "Play", "component": component} | label


def words(**other: Any) -> Json:
    """A text input."""
    return {"type": 4, "custom_id": "words", "style": 1} | other


def radio(number: int = 2, **other: Any) -> Json:
    """One of so many."""
    return {"type": 21, "custom_id": "one", "options": options(number)} | other


def boxes(number: int = 2, **other: Any) -> Json:
    """Some of so many."""
    return {"type": 22, "custom_id": "some", "options": options(number)} | other


def modal(*fields: Json, **other: Any) -> Json:
    """A form."""
    return answer(9, **({"custom_id": "form", "title": "Play", "components": list(fields)} | other))


def command(**other: Any) -> Json:
    """A command that is in order."""
    return {"name": "play", "description": "Play a match", "type": 1} | other


def option(name: str = "length", kind: int = 3, **other: Any) -> Json:
    """An option that is in order."""
    return {"type": kind, "name": name, "description": "How long"} | other


def with_option(**other: Any) -> list[Json]:
    """A set of one command with one option."""
    return [command(options=[option(**other)])]


def large(size: int) -> list[Json]:
    """One command of so many characters in all, from 7,909 to 8,008: most of them are choices of 200."""
    full = [choice(f"{each:0100}", f"{each:0100}") for each in range(25)]
    last = choice("x" * 100, "x" * (size - 7908))
    offers = [
        option(name, description="d", choices=each) for name, each in zip("abc", (full, full[:14], [last]), strict=True)
    ]
    return [command(name="c", description="d", options=offers)]
