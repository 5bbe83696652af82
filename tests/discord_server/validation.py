"""Discord's limits for what a bot sends, components and commands apart. Violations: code 50035."""

from collections.abc import Iterable, Mapping

from . import component_validation
from .errors import Json, Problems

EMBED_LIMITS = {"title": 256, "description": 4096}
ARCHIVES = (60, 1440, 4320, 10080)
_EMOJI_BYTES = 256 << 10


def message(
    form: Json, *, components_v2: bool, existing_files: Iterable[str] = (), new_files: Iterable[str] = ()
) -> None:
    """Checks what a message form says; files are checked by name only."""
    problems = Problems()
    old, new = list(existing_files), list(new_files)
    if form.get("content") is not None:
        problems.at_most(("content",), len(str(form["content"])), 2000)
    if form.get("nonce") is not None:
        problems.at_most(("nonce",), len(str(form["nonce"])), 25)
        if isinstance(form["nonce"], float | bool) or not isinstance(form["nonce"], int | str):
            problems.add(("nonce",), "NONCE_TYPE_INVALID", "A nonce is a string or an integer")
    problems.at_most(("sticker_ids",), len(form.get("sticker_ids") or []), 3)
    _embeds(problems, form.get("embeds") or [])
    _attachments(problems, form.get("attachments"), old, new)
    _allowed_mentions(problems, form.get("allowed_mentions") or {})
    if components_v2:
        for key in ("content", "embeds", "sticker_ids", "poll"):
            if form.get(key):
                code = "MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2"
                problems.add((key,), code, f"The '{key}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2")
    component_validation.of_message(problems, form.get("components") or [], components_v2=components_v2)
    problems.raise_if_any()


def _attachments(problems: Problems, listed: list[Json] | None, old: list[str], new: list[str]) -> None:
    ids = [str(entry.get("id")) for entry in listed or []]
    for index, entry in enumerate(listed or []):
        problems.at_most(("attachments", index, "description"), len(entry.get("description") or ""), 1024)
        if ids[index] not in {*old, *new}:
            problems.add(("attachments", index, "id"), "BASE_TYPE_INVALID", "Attachment not found.")
        if ids.index(ids[index]) != index:
            problems.add(("attachments", index, "id"), "BASE_TYPE_INVALID", "Attachment is listed twice.")
    kept = old if listed is None else [one for one in ids if one not in new]
    problems.at_most(("attachments",), len(kept) + len(new), 10)


def _allowed_mentions(problems: Problems, allowed: Json) -> None:
    parse = allowed.get("parse") or []
    for index, kind in enumerate(parse):
        problems.one_of(("allowed_mentions", "parse", index), kind, ("users", "roles", "everyone"))
    for kind in ("users", "roles"):
        problems.at_most(("allowed_mentions", kind), len(allowed.get(kind) or []), 100)
        if allowed.get(kind) and kind in parse:
            code = "MESSAGE_ALLOWED_MENTIONS_PARSE_EXCLUSIVE"
            problems.add(("allowed_mentions",), code, f'parse:["{kind}"] and {kind}: [ids...] are mutually exclusive.')


def _embeds(problems: Problems, embeds: list[Json]) -> None:
    problems.at_most(("embeds",), len(embeds), 10)
    total = 0
    for index, embed in enumerate(embeds):
        for key, most in EMBED_LIMITS.items():
            problems.at_most(("embeds", index, key), len(embed.get(key) or ""), most)
            total += len(embed.get(key) or "")
        problems.between(("embeds", index, "color"), embed.get("color"), 0, 0xFFFFFF)
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


def thread(form: Json) -> None:
    """Checks a thread that is begun."""
    problems = Problems()
    problems.length(("name",), form.get("name"), 1, 100)
    problems.one_of(("type",), form.get("type"), (None, 10, 11, 12))
    _channel(problems, form)
    problems.raise_if_any()


def channel(form: Json) -> None:
    """Checks what changes of a channel or thread."""
    problems = Problems()
    if "name" in form:
        problems.length(("name",), form["name"], 1, 100)
    problems.at_most(("topic",), len(form.get("topic") or ""), 1024)
    _channel(problems, form)
    problems.raise_if_any()


def _channel(problems: Problems, form: Json) -> None:
    if isinstance(form.get("name"), str) and not form["name"].strip():
        problems.add(("name",), "BASE_TYPE_REQUIRED", "This field is required")
    problems.one_of(("auto_archive_duration",), form.get("auto_archive_duration"), (None, *ARCHIVES))
    problems.between(("rate_limit_per_user",), form.get("rate_limit_per_user"), 0, 21600)


def emoji(form: Json) -> None:
    """Checks an emoji of the application that is made."""
    problems = Problems()
    problems.length(("name",), form.get("name"), 2, 32)
    kind, mark, data = str(form.get("image") or "").partition(";base64,")
    if not (kind.startswith("data:image/") and mark):
        problems.add(("image",), "BASE_TYPE_INVALID", "An emoji is a picture as data.")
    if len(data) * 3 // 4 > _EMOJI_BYTES:
        problems.add(("image",), "BINARY_TYPE_MAX_SIZE", "File cannot be larger than 256.0 kb.")
    problems.raise_if_any()


def application(form: Json) -> None:
    """Checks what changes of the application."""
    problems = Problems()
    problems.at_most(("description",), len(form.get("description") or ""), 400)
    problems.at_most(("tags",), len(form.get("tags") or []), 5)
    for index, tag in enumerate(form.get("tags") or []):
        problems.length(("tags", index), tag, 1, 20)
    problems.raise_if_any()


def recipient(form: Json) -> None:
    """Checks that somebody is named."""
    problems = Problems()
    if not str(form.get("recipient_id") or "").isdecimal():
        problems.add(("recipient_id",), "NUMBER_TYPE_COERCE", "Value is not a snowflake.")
    problems.raise_if_any()


def page(query: Mapping[str, str], most: int) -> None:
    """Checks how many things are asked for, and between which."""
    problems = Problems()
    limit = query.get("limit", "1")
    problems.between(("limit",), int(limit) if limit.isdecimal() else -1, 1, most)
    for key in ("before", "after", "around"):
        if not query.get(key, "0").isdecimal():
            problems.add((key,), "NUMBER_TYPE_COERCE", "Value is not a snowflake.")
    problems.raise_if_any()
