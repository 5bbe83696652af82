"""Where Discord's document says something else than its documentation, which then counts: at most ten rows."""

from __future__ import annotations

from typing import Any, NamedTuple

_DOCS = "https://docs.discord.com/developers"
_BOOLEAN = {"type": ["boolean", "null"]}
_BITS = {"type": ["string", "integer", "null"], "pattern": "^[0-9]+$"}


class Difference(NamedTuple):
    """`schema`, or a path of the API, and `path` in it: the part of the document; `becomes`: what stands there instead;
    `link`: who says so.
    """

    schema: str
    path: tuple[str, ...]
    becomes: Any
    says: str
    link: str


DIFFERENCES = (
    Difference(
        "SnowflakeType",
        (),
        {"oneOf": [{"type": "string", "pattern": "^(0|[1-9][0-9]*)$"}, {"type": "integer", "minimum": 0}]},
        "ids are whole numbers, written as such or as text; a file that comes with a form is named by its number in it",
        f"{_DOCS}/reference#id-serialization",
    ),
    Difference(
        "MessageCreateRequest",
        ("properties", "content", "maxLength"),
        2000,
        "a bot's message has 2,000 characters; 4,000 are for people with Nitro",
        f"{_DOCS}/resources/message#create-message",
    ),
    Difference(
        "MessageEditRequestPartial",
        ("properties", "content", "maxLength"),
        2000,
        "as when it is posted",
        f"{_DOCS}/resources/message#edit-message",
    ),
    Difference(
        "MessageEditRequestPartial",
        ("properties", "tts"),
        _BOOLEAN,
        "discord.py sends `tts` with edits as well; what an edit has no use for is passed over",
        "https://github.com/Rapptz/discord.py/blob/v2.6.4/discord/http.py#L150",
    ),
    Difference(
        "IncomingWebhookUpdateForInteractionCallbackRequestPartial",
        ("properties", "tts"),
        _BOOLEAN,
        "as with edits",
        "https://github.com/Rapptz/discord.py/blob/v2.6.4/discord/http.py#L150",
    ),
    Difference(
        "IncomingWebhookUpdateRequestPartial",
        ("properties", "tts"),
        _BOOLEAN,
        "as with edits",
        "https://github.com/Rapptz/discord.py/blob/v2.6.4/discord/http.py#L150",
    ),
    Difference(
        "ApplicationCommandUpdateRequest",
        ("properties", "nsfw"),
        _BOOLEAN,
        "a command may be kept for channels of adults",
        f"{_DOCS}/interactions/application-commands#application-command-object",
    ),
    Difference(
        "/channels/{channel_id}/permissions/{overwrite_id}",
        ("put", "requestBody", "content", "application/json", "schema", "properties"),
        {"id": {"type": "integer"}, "type": {"enum": [0, 1]}, "allow": _BITS, "deny": _BITS},
        "permissions are numbers written as text; discord.py sends the id as well",
        f"{_DOCS}/resources/channel#edit-channel-permissions",
    ),
)


def applied(document: dict[str, Any]) -> dict[str, Any]:
    """The document as the documentation has it. Raises `KeyError` if a row names what is not there."""
    for row in DIFFERENCES:
        part = document
        *above, last = *(("paths",) if row.schema.startswith("/") else ("components", "schemas")), row.schema, *row.path
        for key in above:
            part = part[key]
        part[last] = row.becomes
    return document
