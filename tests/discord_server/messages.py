"""Writing, changing and removing messages: the rules that hold however a message comes about."""

import json
import mimetypes
from collections.abc import Mapping
from dataclasses import dataclass, field
from io import BytesIO

from aiohttp import web
from multipart import MultipartParser, parse_options_header

from . import component_validation, controls, errors, payloads, validation
from .errors import Json
from .world import (
    COMPONENTS_V2,
    DIRECT_MESSAGES,
    GUILD_MEMBERS,
    GUILD_MESSAGES,
    GUILDS,
    LOADING,
    PRIVATE_THREAD,
    Attachment,
    Channel,
    Message,
    User,
    World,
)

NONCE_SECONDS = 300
RECIPIENT_ADD, RECIPIENT_REMOVE = 1, 2
#: Bytes of a request that are kept in memory: all.
_LARGE = 1 << 30
BOT_MAY_SET = COMPONENTS_V2 | 1 << 2 | 1 << 12


@dataclass
class Form:
    """What a request says: its JSON (an object, or a list's entries), and the files by their number in `files[n]`.

    `body` is that JSON as it came, None if there was none.
    """

    data: Json = field(default_factory=dict)
    entries: list[Json] = field(default_factory=list)
    files: dict[str, tuple[str, bytes]] = field(default_factory=dict)
    body: object = None


async def read_form(request: web.Request) -> Form:
    """Reads a JSON body, or `payload_json` with `files[n]`."""
    form = Form()
    kind, options = parse_options_header(request.headers.get("Content-Type", ""))
    try:
        if kind != "multipart/form-data":
            text = await request.text()
            body = json.loads(text) if text else None
            return Form(entries=body, body=body) if isinstance(body, list) else Form(body or {}, body=body)
        parts = BytesIO(await request.content.read())
        for part in MultipartParser(parts, options["boundary"], spool_limit=_LARGE, memory_limit=_LARGE):
            name = part.name or ""
            if name == "payload_json":
                form.data = form.body = json.loads(part.raw)
            elif name.startswith("files["):
                form.files[name[6:-1]] = (part.filename or "file", part.raw)
    except json.JSONDecodeError:
        raise errors.invalid_json() from None
    if any(len(content) > payloads.FILE_LIMIT for _, content in form.files.values()):
        raise errors.too_large()
    return form


def add(message: Message) -> Message:
    """Puts a finished message into its channel and tells the bot, unless only one person sees it."""
    message.world.messages[message.id] = message
    message.channel.everything.append(message)
    _tell("MESSAGE_CREATE", message)
    return message


def let_in(thread: Channel, user: User, by: User) -> None:
    """Somebody comes into a thread by somebody's hand. A private one says so in a message; an event about members is
    for those who hear of members, and for the one it is about.
    """
    if user.id in thread.thread_members:
        return
    thread.thread_members[user.id] = thread.world.timestamp()
    added = [payloads.thread_member(thread, user)]
    _members(thread, user, by, RECIPIENT_ADD, {"added_members": added, "removed_member_ids": []})


def take_out(thread: Channel, user: User, by: User) -> None:
    """Somebody goes out of a thread, by somebody's hand or, if that is his own, by himself."""
    if thread.thread_members.pop(user.id, None) is not None:
        gone: Json = {"added_members": [], "removed_member_ids": [str(user.id)]}
        _members(thread, user, by, RECIPIENT_REMOVE, gone)


def _members(thread: Channel, user: User, by: User, kind: int, changes: Json) -> None:
    world = thread.world
    assert thread.guild is not None
    data: Json = {"id": str(thread.id), "guild_id": str(thread.guild.id), "member_count": len(thread.thread_members)}
    world.dispatch("THREAD_MEMBERS_UPDATE", data | changes, GUILDS if user is world.bot else GUILD_MEMBERS)
    if thread.kind == PRIVATE_THREAD:
        add(Message(world, world.new_id(), thread, by, kind=kind, mentions=[user]))
    world.changed()


def _tell(event: str, message: Message) -> None:
    if message.ephemeral_for is None:
        intent = GUILD_MESSAGES if message.channel.guild else DIRECT_MESSAGES
        message.world.dispatch(event, payloads.message_event(message), intent)
    message.world.changed()


def post(channel: Channel, author: User, form: Form) -> Message:
    """The bot writes into a channel. A nonce it has used in the last minutes gives the message of that time."""
    data, world = form.data, channel.world
    used = author.id, str(data.get("nonce"))
    earlier = world.nonces.get(used) if data.get("nonce") is not None and data.get("enforce_nonce") else None
    if earlier and earlier.id in world.messages and earlier.age.total_seconds() < NONCE_SECONDS:
        return earlier
    may_speak_in(channel, author, form)
    if data.get("message_reference") and not channel.allows(author, "read_message_history"):
        raise errors.cannot_reply()
    reference = None
    if data.get("message_reference"):
        reference = world.messages.get(int(data["message_reference"]["message_id"]))
        if reference is None and data["message_reference"].get("fail_if_not_exists", True):
            problems = errors.Problems()
            problems.add(("message_reference",), "REPLIES_UNKNOWN_MESSAGE", "Unknown message")
            problems.raise_if_any()
    message = compose(channel, author, form, kind=19 if reference else 0, reference=reference)
    message.nonce = data.get("nonce")
    if message.nonce is not None:
        world.nonces[used] = message
    if channel.archived:
        channel.archived = False
        world.dispatch("THREAD_UPDATE", payloads.channel(channel), GUILDS)
    return add(message)


def may_speak_in(channel: Channel, author: User, form: Form) -> None:
    """Raises what Discord answers to someone who may not write this here."""
    if not channel.allows(author, "view_channel"):
        raise errors.missing_access()
    if channel.person and not channel.person.accepts_direct_messages:
        raise errors.closed_direct_messages()
    needed = ["send_messages_in_threads" if channel.is_thread else "send_messages"]
    needed += ["attach_files"] if form.files else []
    needed += ["embed_links"] if form.data.get("embeds") else []
    if not channel.allows(author, *needed):
        raise errors.missing_permissions()
    if channel.locked and not channel.allows(author, "manage_threads"):
        raise errors.locked_thread()
    if channel.archived and channel.locked:
        raise errors.archived_thread()


def compose(channel: Channel, author: User, form: Form, *, kind: int = 0, reference: Message | None = None) -> Message:
    """A new message from a form, checked, not yet anywhere."""
    message = Message(channel.world, channel.world.new_id(), channel, author, kind=kind, reference=reference)
    change(message, form)
    return message


def change(message: Message, form: Form) -> None:
    """Applies a form to a message: only what the form names changes, and files follow Discord's rules.

    Without `attachments`, new files join those there; with it, only what it lists stays or comes.
    """
    data = form.data
    flags = message.flags & ~LOADING
    if data.get("flags") is not None:
        flags = flags & ~BOT_MAY_SET | data["flags"] & BOT_MAY_SET | flags & COMPONENTS_V2
    old = {str(attachment.id): attachment for attachment in message.attachments}
    validation.message(
        data, components_v2=bool(flags & COMPONENTS_V2), existing_files=list(old), new_files=list(form.files)
    )
    component_validation.emoji(data.get("components") or [], {each["id"] for each in message.world.emojis})
    attachments = _attachments(message, form, old)
    content = message.content if "content" not in data else data["content"] or ""
    embeds = message.embeds if "embeds" not in data else data["embeds"] or []
    components = message.components if "components" not in data else _numbered(data["components"] or [])
    if not (content or embeds or attachments or components):
        raise errors.empty_message()
    if components is not message.components:
        message.earlier_components.append(message.components)
    urls = {f"attachment://{attachment.filename}": attachment.url for attachment in attachments}
    message.content, message.attachments, message.flags = content, attachments, flags
    message.embeds, message.components = _resolved(embeds, urls), _resolved(components, urls)
    message.mentions = message.mentioned(data.get("allowed_mentions"))


def _attachments(message: Message, form: Form, old: Mapping[str, Attachment]) -> list[Attachment]:
    listed: list[Json] | None = form.data.get("attachments")
    if listed is None:
        return [*old.values(), *(_attachment(message, *file, None) for file in form.files.values())]
    kept = []
    for entry in listed:
        number = str(entry["id"])
        if number in form.files:
            filename, body = form.files[number]
            kept.append(_attachment(message, entry.get("filename") or filename, body, entry.get("description")))
        else:
            kept.append(old[number])
    return kept


def _attachment(message: Message, filename: str, body: bytes, description: str | None) -> Attachment:
    return attachment(message.world, message.channel, filename, body, description)


def attachment(
    world: World, channel: Channel, filename: str, body: bytes, description: str | None = None
) -> Attachment:
    """A file that has been uploaded."""
    number = world.new_id()
    url = f"{world.cdn_base}/attachments/{channel.id}/{number}/{filename}"
    world.files[number] = Attachment(number, filename, body, description, url, mimetypes.guess_type(filename)[0])
    return world.files[number]


def _numbered(components: list[Json]) -> list[Json]:
    """Components with the numeric ids Discord gives to those that come without."""
    copy: list[Json] = json.loads(json.dumps(components))
    for number, component in enumerate(controls.walk(copy), start=1):
        component.setdefault("id", number)
    return copy


def _resolved(parts: list[Json], urls: Mapping[str, str]) -> list[Json]:
    """Embeds or components with the real addresses of the files they show."""
    text = json.dumps(parts)
    for name, url in urls.items():
        text = text.replace(json.dumps(name), json.dumps(url))
    return json.loads(text)


def edit(message: Message, editor: User, form: Form) -> Message:
    """Someone edits their own message."""
    if message.author is not editor:
        raise errors.edit_of_anothers_message()
    if not message.channel.allows(editor, "view_channel"):
        raise errors.missing_access()
    if form.files and not message.channel.allows(editor, "attach_files"):
        raise errors.missing_permissions()
    if message.channel.archived:
        raise errors.archived_thread()
    return update(message, form)


def update(message: Message, form: Form) -> Message:
    """Changes a message and tells the bot."""
    was_loading = message.loading
    change(message, form)
    if not was_loading:
        message.edited_timestamp = message.world.timestamp()
    _tell("MESSAGE_UPDATE", message)
    return message


def delete(message: Message) -> None:
    """Removes a message for everyone."""
    message.deleted = True
    message.channel.everything.remove(message)
    del message.world.messages[message.id]
    if message.ephemeral_for is None:
        data: Json = {"id": str(message.id), "channel_id": str(message.channel.id)}
        if message.channel.guild:
            data["guild_id"] = str(message.channel.guild.id)
        intent = GUILD_MESSAGES if message.channel.guild else DIRECT_MESSAGES
        message.world.dispatch("MESSAGE_DELETE", data, intent)
    message.world.changed()
