"""Requests that Discord takes: nobody who refuses everything is right."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from .examples import (
    CHANGE,
    COMMAND,
    CONVERSE,
    EDIT,
    EMOJIS,
    FOLLOWUP,
    FORM,
    HISTORY,
    ORIGINAL,
    PIXEL,
    POST,
    PRESS,
    SET,
    THREAD,
    THREAD_OF,
    TYPING,
    Request,
    answer,
    attached,
    boxes,
    button,
    choice,
    command,
    embedded,
    field,
    large,
    modal,
    of,
    offer,
    option,
    options,
    radio,
    row,
    second,
    select,
    shown,
    text,
    with_option,
    words,
)
from .limits import CALLBACKS, CHANNEL, COMMANDS, COMPONENTS, EMOJI, MESSAGE, THREADS, UPLOADS, USER


def taken(request: str, page: str, bodies: Mapping[str, Any], **said: Any) -> list[Request]:
    """Requests of one kind that are taken, their bodies by name."""
    return of(request, page, bodies, code=0, **said)


_ALL_CHOICES = [choice(f"{each:0100}", f"{each:0100}") for each in range(25)]

TAKEN = (
    *taken(
        POST,
        MESSAGE,
        {
            "2,000 characters": {"content": "x" * 2000},
            "a nonce of 25 characters": {"content": "x", "nonce": "x" * 25, "enforce_nonce": True},
            "a nonce that is a number": {"content": "x", "nonce": 1 << 60},
            "an embed alone": embedded(description="x" * 4096, fields=[{"name": "x", "value": "y"}]),
            "components alone": {"components": [row(button())]},
            "a silent message": {"content": "x", "flags": 1 << 12},
            "a reply": {"content": "x", "message_reference": {"message_id": "{theirs_id}"}},
            "a reply to a message that is gone, if it is still there": {
                "content": "x",
                "message_reference": {"message_id": "1", "fail_if_not_exists": False},
            },
            "some people to mention": {"content": "x", "allowed_mentions": {"parse": [], "users": ["1"]}},
        },
    ),
    *taken(
        HISTORY + "?limit=100",
        MESSAGE,
        {
            "100 messages of the history": None,
        },
    ),
    *taken(
        POST,
        UPLOADS,
        {
            "ten files": {"content": "x"},
        },
        files=(1,) * 10,
    ),
    *taken(
        POST,
        MESSAGE,
        {
            "an alt text of 1,024 characters": attached(0, description="x" * 1024),
        },
        files=(1,),
    ),
    *taken(
        EDIT,
        MESSAGE,
        {
            "an edit that keeps its file": attached("{file}"),
            "an edit that takes all files": {"content": "x", "attachments": []},
        },
    ),
    *taken(
        EDIT,
        MESSAGE,
        {
            "an edit that keeps its file and adds one": attached("{file}", 0),
        },
        files=(1,),
    ),
    *taken(
        POST,
        COMPONENTS,
        {
            "five rows of five buttons": shown(*(row(*(button(f"{a}{b}") for b in range(5))) for a in range(5))),
            "a button with an emoji alone": shown(row(button(label=None, emoji={"name": "🎲", "id": None}))),
            "a link": shown(row({"type": 2, "style": 5, "label": "x", "url": "https://example.org"})),
            "a list of which all may be chosen": shown(row(select(25, min_values=0, max_values=25))),
            "a list of people": shown(row({"type": 5, "custom_id": "who", "min_values": 0, "max_values": 25})),
            "components of the second version": second(
                {"type": 17, "components": [text(), {"type": 14}, row(button())]},
                {"type": 9, "components": [text()], "accessory": button(1)},
            ),
        },
    ),
    *taken(
        COMMAND,
        CALLBACKS,
        {
            "an answer to a command": answer(4, content="x", flags=1 << 6),
            "a promise to answer a command": answer(5, flags=1 << 6),
            "a form in answer to a command": modal(field(words())),
        },
    ),
    *taken(
        PRESS,
        CALLBACKS,
        {
            "a press that changes the message": answer(7, **attached("{file}")),
            "a promise to change the message": {"type": 6},
        },
    ),
    *taken(
        FORM,
        CALLBACKS,
        {
            "a form that changes the message it was opened from": answer(7, content="x"),
        },
    ),
    *taken(
        TYPING,
        CALLBACKS,
        {
            "25 choices of 100 characters": offer(*_ALL_CHOICES),
            "no choices": offer(),
        },
    ),
    *taken(
        FOLLOWUP,
        MESSAGE,
        {
            "more to say": {"content": "x", "flags": 1 << 6},
        },
    ),
    *taken(
        ORIGINAL,
        MESSAGE,
        {
            "an answer changed": {"content": "x", "attachments": []},
        },
    ),
    *taken(
        PRESS,
        COMPONENTS,
        {
            "a form of every field": modal(
                field(words(min_length=1, max_length=4000, value="x"), description="x" * 100),
                field(select(min_values=0, required=False)),
                field(radio(10)),
                field(boxes(10, min_values=0, max_values=10, required=False)),
                field({"type": 23, "custom_id": "yes", "default": True}),
            ),
            "checkboxes that are all chosen before": modal(field(boxes(options=options(3, default=True)))),
        },
    ),
    *taken(
        SET,
        COMMANDS,
        {
            "a command with every kind of option": [
                command(options=[option(f"o{each}", each) for each in range(3, 12)])
            ],
            "a command with a group": with_option(kind=2, options=[option("a", 1, options=[option()])]),
            "a command in other languages": [command(name_localizations={"cs": "hra", "ru": "игра"})],
            "choices of an option": with_option(choices=_ALL_CHOICES),
            "8,000 characters": large(8000),
            "commands of people and of messages": [{"type": kind, "name": "Play on"} for kind in (2, 3)],
            "a command for all places": [command(contexts=[0, 1, 2], integration_types=[0, 1])],
            "no commands": [],
        },
    ),
    *taken(
        THREAD_OF,
        THREADS,
        {
            "a thread of a message": {"name": "x" * 100, "auto_archive_duration": 60},
        },
    ),
    *taken(
        THREAD,
        THREADS,
        {
            "a private thread": {"name": "x", "type": 12, "auto_archive_duration": 10080},
        },
    ),
    *taken(
        CHANGE,
        CHANNEL,
        {
            "a thread that is put away": {"archived": True},
        },
    ),
    *taken(
        CONVERSE,
        USER,
        {
            "a conversation": {"recipient_id": "{person}"},
        },
    ),
    *taken(
        EMOJIS,
        EMOJI,
        {
            "an emoji": {"name": "die_1", "image": PIXEL},
        },
    ),
)

#: What is taken by Discord, though its papers do not name it or advise against it: a judge alone is stricter.
FROWNED_UPON = (
    *taken(
        POST,
        MESSAGE,
        {
            "what nobody knows": {"content": "x", "colour": "red"},
            "a flag that a bot may not set": {"content": "x", "flags": 1 << 6},
        },
    ),
    *taken(
        PRESS,
        COMPONENTS,
        {
            "a form of rows": modal(row(words(label="Play"))),
        },
    ),
)
