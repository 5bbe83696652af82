"""What the documentation says of messages, threads, emoji and packets to the gateway, and the document does not.

Pure functions from what is sent to faults; each names the page that it is from. Components are in `component_rules`,
commands in `command_rules`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from . import component_rules
from .document import Fault
from .limits import CHANNEL, COMPONENTS, EMOJI, FILE, GATEWAY, MESSAGE, REQUEST, THREADS, UPLOADS, Json, Largest, Told

EPHEMERAL, LOADING, SILENT, V2 = 1 << 6, 1 << 7, 1 << 12, 1 << 15
_EMPTY, _TOO_LARGE = 50006, 40005
_EMOJI_BYTES = 256 << 10


def message(
    largest: Largest, form: Json, files: Mapping[str, int], *, had: Iterable[str] | None, flags: int | None, new: bool
) -> Told:
    """A message that is posted (`new`) or changed.

    `files`: bytes by number. `had`: ids of the files it has, `flags`: those it has, None if that is not known.
    """
    v2 = bool(((flags or 0) | (form.get("flags") or 0)) & V2)
    yield from largest.most("content", "characters of a message", len(form.get("content") or ""), 2000, MESSAGE)
    yield from _files(largest, form, files, had)
    yield from _mentions(form.get("allowed_mentions") or {})
    yield from _embeds(largest, form.get("embeds") or [])
    second = None if flags is None and not v2 else v2
    yield from component_rules.of_message(largest, form.get("components") or [], v2=second)
    for key in ("content", "embeds", "sticker_ids", "poll") if v2 else ():
        if form.get(key):
            yield Fault(key, "cannot be beside components of the second version", COMPONENTS)
    filled = files or any(form.get(key) for key in ("content", "embeds", "components", "sticker_ids", "poll"))
    if new and not filled:
        yield Fault("", "an empty message", MESSAGE, _EMPTY)
    unnamed = files.keys() - {str(each.get("id")) for each in form.get("attachments") or ()}
    if not new and form.get("attachments") is not None and unnamed:
        words = f"files[{min(unnamed)}] comes and is not named: the message will not have it"
        yield Fault("attachments", words, MESSAGE, 0)
    if new:
        yield from largest.most("nonce", "characters of a nonce", len(str(form.get("nonce") or "")), 25, MESSAGE)


def posted_flags(form: Json, allowed: int) -> Told:
    """Only some flags may be set by a bot; Discord passes over the others."""
    if (form.get("flags") or 0) & ~allowed:
        yield Fault("flags", f"{form['flags']} has bits that a bot may not set", MESSAGE, 0)


def _files(largest: Largest, form: Json, files: Mapping[str, int], had: Iterable[str] | None) -> Told:
    listed = form.get("attachments")
    ids = [str(each.get("id")) for each in listed or ()]
    kept = list(had or ()) if listed is None else [each for each in ids if each not in files]
    yield from largest.most("files", "files of a message", len(files) + len(kept), 10, UPLOADS)
    for number, size in files.items():
        yield from largest.most(f"files[{number}]", "bytes of a file", size, FILE, UPLOADS, _TOO_LARGE)
    yield from largest.most("files", "bytes of a request", sum(files.values()), REQUEST, UPLOADS, _TOO_LARGE)
    for place, each in enumerate(listed or ()):
        words = len(each.get("description") or "")
        yield from largest.most(f"attachments.{place}.description", "characters of an alt text", words, 1024, MESSAGE)
    if len(set(ids)) != len(ids):
        yield Fault("attachments", "one is named twice", UPLOADS)
    known = None if had is None else {*had, *files}
    unknown = [each for each in ids if known is not None and each not in known]
    if unknown:
        words = f"the message has no {', '.join(unknown)}, and it does not come with this"
        yield Fault("attachments", words, UPLOADS)


def _embeds(largest: Largest, embeds: list[Json]) -> Told:
    yield from largest.most("embeds", "embeds", len(embeds), 10, MESSAGE)
    total = 0
    for embed in embeds:
        parts = [embed.get("title"), embed.get("description"), (embed.get("footer") or {}).get("text")]
        parts += [(embed.get("author") or {}).get("name")]
        fields = [field.get(key) for field in embed.get("fields") or () for key in ("name", "value")]
        if not all(fields):
            yield Fault("embeds", "a field without name or value", MESSAGE)
        parts += fields
        total += sum(len(part or "") for part in parts)
    yield from largest.most("embeds", "characters of all embeds", total, 6000, MESSAGE)


def _mentions(allowed: Json) -> Told:
    for kind in ("users", "roles"):
        if allowed.get(kind) and kind in (allowed.get("parse") or ()):
            yield Fault("allowed_mentions", f"all {kind} and some {kind} exclude each other", MESSAGE)


def thread(largest: Largest, form: Json, *, new: bool) -> Told:
    """One that is begun; or (not `new`) a channel or thread that is changed."""
    if new or "name" in form:
        name = form.get("name") or ""
        yield from largest.most("name", "characters of a channel's name", len(name), 100, THREADS)
        if not name.strip():
            yield Fault("name", "is empty", THREADS)
    yield from largest.most("topic", "characters of a topic", len(form.get("topic") or ""), 1024, CHANNEL)


def emoji(largest: Largest, form: Json) -> Told:
    """One of the application's that is made."""
    image = str(form.get("image") or "")
    kind, mark, data = image.partition(";base64,")
    if not (kind.startswith("data:image/") and mark):
        yield Fault("image", "is no picture as data", EMOJI)
    yield from largest.most("image", "bytes of an emoji", len(data) * 3 // 4, _EMOJI_BYTES, EMOJI)


def packet(largest: Largest, sent: Json, size: int) -> Told:
    """What is sent through the gateway, `size` bytes."""
    yield from largest.most("packet", "bytes of a packet to the gateway", size, 4096, GATEWAY)
    check = _PACKETS.get(sent.get("op", -1))
    if check is None:
        yield Fault("op", f"a bot does not send {sent.get('op')}", GATEWAY)
    else:
        yield from check(sent.get("d"))


def _identify(data: Any) -> Told:
    for key in ("token", "intents", "properties"):
        if key not in data:
            yield Fault(f"d.{key}", "is missing", GATEWAY)
    if not 50 <= data.get("large_threshold", 50) <= 250:
        yield Fault("d.large_threshold", "is not from 50 to 250", GATEWAY)


def _resume(data: Any) -> Told:
    for key in ("token", "session_id", "seq"):
        if key not in data:
            yield Fault(f"d.{key}", "is missing", GATEWAY)


def _heartbeat(data: Any) -> Told:
    if data is not None and not isinstance(data, int):
        yield Fault("d", "a heartbeat has the number of the last event", GATEWAY)


def _presence(data: Any) -> Told:
    if data.get("status") not in ("online", "dnd", "idle", "invisible", "offline"):
        yield Fault("d.status", f"{data.get('status')!r} is no status", GATEWAY)
    for activity in data.get("activities") or ():
        if not activity.get("name") or len(activity["name"]) > 128:
            yield Fault("d.activities", "an activity has a name of at most 128 characters", GATEWAY)


def _members(data: Any) -> Told:
    if ("query" in data) == ("user_ids" in data):
        yield Fault("d", "members are asked for by a query or by ids", GATEWAY)
    if len(data.get("user_ids") or ()) > 100:
        yield Fault("d.user_ids", "more than 100", GATEWAY)


def _voice(data: Any) -> Told:
    yield Fault("op", "this bot has no voice", GATEWAY)


_PACKETS: dict[int, Callable[[Any], Told]] = {
    1: _heartbeat,
    2: _identify,
    3: _presence,
    4: _voice,
    6: _resume,
    8: _members,
}
