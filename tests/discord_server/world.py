"""The state of this small Discord: users, guilds, channels, messages, and the clock all of them share."""

import asyncio
import re
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any, TypeVar

import discord

from . import controls, payloads
from .errors import Json

if TYPE_CHECKING:
    from .interactions import Interaction
    from .people import Person

Found = TypeVar("Found")
Content = bytes

EPHEMERAL, LOADING, HAS_THREAD, COMPONENTS_V2 = 1 << 6, 1 << 7, 1 << 5, 1 << 15
TEXT_CHANNEL, DIRECT, GROUP, PUBLIC_THREAD, PRIVATE_THREAD = 0, 1, 3, 11, 12
GUILDS, GUILD_MEMBERS, GUILD_MESSAGES, DIRECT_MESSAGES = 1 << 0, 1 << 1, 1 << 9, 1 << 12
ALL_PERMISSIONS = discord.Permissions.all().value
EVERYONE_MAY = discord.Permissions(
    view_channel=True,
    send_messages=True,
    send_messages_in_threads=True,
    create_public_threads=True,
    embed_links=True,
    attach_files=True,
    add_reactions=True,
    read_message_history=True,
    use_external_emojis=True,
    use_application_commands=True,
    use_external_apps=True,
).value
#: What an app may where it has been brought by a person: in direct messages, groups and servers without it.
BROUGHT_MAY = discord.Permissions(embed_links=True, attach_files=True, mention_everyone=True).value
BY_SERVER, BY_PERSON = 0, 1
"""The ways in which an app is installed."""


def permission_bits(*names: str) -> int:
    """The bits of permissions named as discord.py names them."""
    return discord.Permissions(**dict.fromkeys(names, True)).value


class World:
    """Everything there is, by id, and the way to hear of changes."""

    def __init__(self) -> None:
        self.users: dict[int, User] = {}
        self.guilds: dict[int, Guild] = {}
        self.channels: dict[int, Channel] = {}
        self.messages: dict[int, Message] = {}
        self.nonces: dict[tuple[int, str], Message] = {}
        self.interactions: dict[str, Interaction] = {}
        self.commands: dict[int | None, list[Json]] = {None: []}
        self.emojis: list[Json] = []
        #: What the developer portal has of the application besides, such as `terms_of_service_url`.
        self.pages: Json = {}
        self.files: dict[int, Attachment] = {}
        self.cdn_base = ""
        self.dispatch: Callable[[str, Json, int], None] = lambda event, data, intent: None
        self.response_seconds = 3.0
        self.processes = 0
        self._ahead = 0.0
        self._last_id = 0
        self._change = asyncio.Event()
        self.bot = User(self, self.new_id(), "Chouette", "en-US", bot=True)

    def now(self) -> float:
        """Seconds since 1970 on Discord's clock."""
        return time.time() + self._ahead

    def advance(self, seconds: float) -> None:
        """Moves Discord's clock: tokens and nonces grow old. The three seconds for an answer are always real ones."""
        self._ahead += seconds

    def timestamp(self) -> str:
        return datetime.fromtimestamp(self.now(), UTC).isoformat()

    def new_id(self) -> int:
        """A snowflake, larger than all before."""
        self._last_id = max(self._last_id + 1, (int(self.now() * 1000) - 1420070400000) << 22)
        return self._last_id

    def direct_channel(self, person: "User") -> "Channel":
        """The direct conversation between someone and the bot."""
        known = (channel for channel in self.channels.values() if channel.person is person)
        return next(known, None) or Channel(self, DIRECT, f"direct with {person.name}", person=person)

    def group(self, *people: "User") -> "Channel":
        """A group of these people, which no bot can join."""
        return Channel(self, GROUP, "group", people=people)

    def unheard(self, event: str, data: Json) -> bool:
        """Whether an event is of a place in which the bot is not."""
        if event == "INTERACTION_CREATE":
            return False
        channel = self.channels.get(int(data.get("channel_id", 0)))
        guild = data.get("guild_id")
        return (guild is not None and int(guild) not in self.guilds) or (channel is not None and channel.kind == GROUP)

    def changed(self) -> None:
        """Wakes whoever waits for something to happen."""
        self._change.set()
        self._change = asyncio.Event()

    async def until(self, check: Callable[[], Found | None], timeout: float, what: Callable[[], str]) -> Found:
        """The first truthy result of `check`; TimeoutError with the words of `what` if there is none in time."""
        try:
            async with asyncio.timeout(timeout):
                while not (found := check()):
                    await self._change.wait()
                return found
        except TimeoutError:
            raise TimeoutError(f"not within {timeout} s: {what()}") from None


@dataclass(eq=False, repr=False)
class User:
    """Anyone with an id: the bot, or a person."""

    world: World
    id: int
    name: str
    locale: str
    bot: bool = False
    accepts_direct_messages: bool = True
    installed: bool = False
    """Whether they have installed the bot for themselves."""

    def __post_init__(self) -> None:
        self.world.users[self.id] = self

    def __repr__(self) -> str:
        return f"<{self.name} {self.id}>"

    @property
    def mention(self) -> str:
        return f"<@{self.id}>"


@dataclass
class Role:
    """A named set of permissions in a guild."""

    id: int
    name: str
    permissions: int
    position: int


@dataclass
class Membership:
    """Someone's place in a guild."""

    user: User
    joined_at: str
    nick: str | None = None
    roles: list[Role] = field(default_factory=list)


class Guild:
    """A server, as people call it; one that is not `ours` has never had the bot in it."""

    def __init__(
        self,
        world: World,
        make_person: "Callable[[str, str], Person]",
        name: str,
        locale: str,
        *,
        ours: bool = True,
    ) -> None:
        self.world = world
        self._make_person = make_person
        self.id = world.new_id()
        self.name = name
        self.locale = locale
        self.ours = ours
        self.owner = make_person("Owner", locale)
        self.roles = [Role(self.id, "@everyone", EVERYONE_MAY, 0)]
        self.members: dict[int, Membership] = {}
        self.channels: list[Channel] = []
        self.join(self.owner)
        if not ours:
            return
        manages = permission_bits("manage_messages", "manage_threads", "manage_webhooks")
        self.join(world.bot, permissions=EVERYONE_MAY | manages)
        world.guilds[self.id] = self
        world.dispatch("GUILD_CREATE", payloads.guild_create(self), GUILDS)

    def channel(self, name: str, *, topic: str | None = None) -> "Channel":
        """A new text channel."""
        channel = Channel(self.world, TEXT_CHANNEL, name, guild=self, topic=topic)
        self.channels.append(channel)
        self.world.dispatch("CHANNEL_CREATE", payloads.channel(channel), GUILDS)
        return channel

    def member(
        self, name: str, *, locale: str = "en-US", nick: str | None = None, permissions: tuple[str, ...] = ()
    ) -> "Person":
        """A new person, already in this guild; `permissions` are those beyond everyone's, by discord.py's names."""
        person = self._make_person(name, locale)
        self.join(person, nick=nick, permissions=permission_bits(*permissions))
        return person

    def join(self, user: User, *, nick: str | None = None, permissions: int = 0) -> None:
        """Someone comes in. The bot hears nothing of it: it has no members intent."""
        membership = Membership(user, self.world.timestamp(), nick)
        if permissions:
            membership.roles.append(self._new_role(f"{user.name}'s role", permissions))
        self.members[user.id] = membership

    def _new_role(self, name: str, permissions: int) -> Role:
        role = Role(self.world.new_id(), name, permissions, len(self.roles))
        self.roles.append(role)
        if self.id in self.world.guilds:
            self._tell("GUILD_ROLE_CREATE", role=payloads.role(role))
        return role

    def _tell(self, event: str, **data: Json | str) -> None:
        self.world.dispatch(event, {"guild_id": str(self.id), **data}, GUILDS)

    def new_role(self, name: str, *permissions: str) -> Role:
        """A role that nobody has yet, with these permissions (discord.py's names)."""
        return self._new_role(name, permission_bits(*permissions))

    def change_role(self, role: Role, permissions: int) -> None:
        """A role gives other permissions, as bits; `roles[0]` is everyone's."""
        role.permissions = permissions
        self._tell("GUILD_ROLE_UPDATE", role=payloads.role(role))

    def delete_role(self, role: Role) -> None:
        """A role goes, from everybody who had it and from what channels say of it."""
        self.roles.remove(role)
        for membership in self.members.values():
            if role in membership.roles:
                membership.roles.remove(role)
        for channel in self.channels:
            channel.denied.pop(role.id, None)
        self._tell("GUILD_ROLE_DELETE", role_id=str(role.id))

    def give(self, user: User, role: Role) -> None:
        """Somebody gets a role. Of itself the bot hears, whatever its intents; of others it needs that for members."""
        membership = self.members[user.id]
        membership.roles.append(role)
        intent = 0 if user is self.world.bot else GUILD_MEMBERS
        data = payloads.member(membership) | {"guild_id": str(self.id)}
        self.world.dispatch("GUILD_MEMBER_UPDATE", data, intent)

    def leave(self, user: User) -> None:
        """Someone goes; for the bot itself that is GUILD_DELETE."""
        del self.members[user.id]
        for channel in self.world.channels.values():
            if channel.guild is self:
                channel.thread_members.pop(user.id, None)
        if user is self.world.bot:
            del self.world.guilds[self.id]
            self.world.dispatch("GUILD_DELETE", {"id": str(self.id)}, GUILDS)

    def invite(self) -> None:
        """The bot, which has left, comes back."""
        self.join(self.world.bot, permissions=EVERYONE_MAY)
        self.world.guilds[self.id] = self
        self.world.dispatch("GUILD_CREATE", payloads.guild_create(self), GUILDS)

    def threads(self) -> list["Channel"]:
        """The threads that are not archived."""
        mine = [channel for channel in self.world.channels.values() if channel.guild is self and channel.is_thread]
        return [thread for thread in mine if not thread.archived]


class Channel:
    """A place with messages: a text channel, a thread or a direct conversation."""

    def __init__(
        self,
        world: World,
        kind: int,
        name: str,
        *,
        guild: Guild | None = None,
        parent: "Channel | None" = None,
        person: User | None = None,
        people: tuple[User, ...] = (),
        owner: User | None = None,
        topic: str | None = None,
        id: int | None = None,
    ) -> None:
        self.world = world
        self.kind = kind
        self.id = id or world.new_id()
        self.name = name
        self.guild = guild
        self.parent = parent
        self.person = person
        self.people = people or ((person, world.bot) if person else ())
        self.owner = owner
        self.topic = topic
        self.archived = False
        self.locked = False
        self.auto_archive_minutes = 1440
        self.created_at = world.timestamp()
        self.thread_members: dict[int, str] = {owner.id: self.created_at} if owner else {}
        self.denied: dict[int, int] = {}
        self.everything: list[Message] = []
        world.channels[self.id] = self

    def __repr__(self) -> str:
        return f"<Channel {self.name} {self.id}>"

    @property
    def is_thread(self) -> bool:
        return self.kind in (PUBLIC_THREAD, PRIVATE_THREAD)

    @property
    def messages(self) -> list["Message"]:
        """What everyone here sees, oldest first."""
        return [message for message in self.everything if message.ephemeral_for is None]

    def visible_to(self, person: User) -> list["Message"]:
        """What this person sees: the public messages and their own ephemeral ones."""
        return [message for message in self.everything if message.ephemeral_for in (None, person)]

    async def wait_for(
        self, check: "Callable[[Message], Any]", timeout: float = 20, *, person: User | None = None
    ) -> "Message":
        """The first message that satisfies `check`, now or within `timeout` seconds; with `person`, what they see."""

        def found() -> "Message | None":
            seen = self.visible_to(person) if person else self.messages
            return next((message for message in seen if check(message)), None)

        return await self.world.until(
            found, timeout, lambda: f"a message in {self.name}; there are: {self.visible_to(person or self.world.bot)}"
        )

    def deny(self, whom: "User | Role", *permissions: str) -> None:
        """Takes permissions (discord.py's names) from someone or a role here, instead of those taken before."""
        self.denied[whom.id] = permission_bits(*permissions)
        self.world.dispatch("CHANNEL_UPDATE", payloads.channel(self), GUILDS)

    def permissions_of(self, user: User) -> int:
        """What someone may do here, as bits."""
        if self.guild is None:
            return EVERYONE_MAY if user in self.people else 0
        if user is self.guild.owner:
            return ALL_PERMISSIONS
        place = self.parent or self
        membership = self.guild.members.get(user.id)
        if membership is None:
            return 0
        bits = self.guild.roles[0].permissions
        for role in membership.roles:
            bits |= role.permissions
        if bits & permission_bits("administrator"):
            return ALL_PERMISSIONS
        for held in (self.guild.roles[0], *membership.roles):
            bits &= ~place.denied.get(held.id, 0)
        return bits & ~place.denied.get(user.id, 0)

    def ways(self, person: User) -> set[int]:
        """How the bot has come here for somebody."""
        here = self.guild is not None and self.guild.id in self.world.guilds
        met = self.kind == DIRECT and any(person.id in guild.members for guild in self.world.guilds.values())
        return ({BY_SERVER} if here or met else set()) | ({BY_PERSON} if person.installed else set())

    @property
    def context(self) -> int:
        """The kind of place in which something is typed or pressed."""
        return 0 if self.guild else 1 if self.kind == DIRECT else 2

    def allows(self, user: User, *permissions: str) -> bool:
        wanted = permission_bits(*permissions)
        return self.permissions_of(user) & wanted == wanted

    @property
    def readers(self) -> set[User]:
        """Who can read a private thread: who is in it, and who manages threads."""
        assert self.guild is not None
        members = [each.user for each in self.guild.members.values()]
        return {each for each in members if each.id in self.thread_members or self.allows(each, "manage_threads")}

    def private_thread(self, name: str, *people: User) -> "Channel":
        """A thread that somebody opens here for himself, some others and the bot."""
        thread = Channel(self.world, PRIVATE_THREAD, name, guild=self.guild, parent=self, owner=people[0])
        thread.thread_members |= {user.id: self.world.timestamp() for user in (*people, self.world.bot)}
        self.world.dispatch("THREAD_CREATE", payloads.channel(thread) | {"newly_created": True}, GUILDS)
        return thread

    def shut(self, *, locked: bool = False) -> None:
        """A moderator archives the thread; if `locked`, only they may open it again."""
        self._set(archived=True, locked=locked)

    def reopen(self) -> None:
        """A moderator opens the thread again."""
        self._set(archived=False, locked=False)

    def _set(self, *, archived: bool, locked: bool) -> None:
        self.archived, self.locked = archived, locked
        self.world.dispatch("THREAD_UPDATE", payloads.channel(self), GUILDS)

    def delete(self) -> None:
        """The channel goes, with its threads and messages."""
        for thread in [channel for channel in self.world.channels.values() if channel.parent is self]:
            thread.delete()
        del self.world.channels[self.id]
        for message in self.everything:
            message.deleted = True
            self.world.messages.pop(message.id, None)
        if self.guild and self in self.guild.channels:
            self.guild.channels.remove(self)
        event = "THREAD_DELETE" if self.is_thread else "CHANNEL_DELETE"
        self.world.dispatch(event, payloads.channel(self), GUILDS)
        self.world.changed()


@dataclass(eq=False)
class Attachment:
    """A file on a message, with its bytes and its alternative text."""

    id: int
    filename: str
    bytes: Content = field(repr=False)
    description: str | None
    url: str
    content_type: str | None = None


@dataclass(eq=False, repr=False)
class Message:
    """A message as it stands now."""

    world: World
    id: int
    channel: Channel
    author: User
    kind: int = 0
    content: str = ""
    embeds: list[Json] = field(default_factory=list)
    components: list[Json] = field(default_factory=list)
    attachments: list[Attachment] = field(default_factory=list)
    flags: int = 0
    mentions: list[User] = field(default_factory=list)
    nonce: str | int | None = None
    reference: "Message | None" = None
    interaction: "Interaction | None" = None
    ephemeral_for: User | None = None
    pinned: bool = False
    deleted: bool = False
    created: float = 0.0
    timestamp: str = ""
    edited_timestamp: str | None = None
    thread: Channel | None = None
    reactions: list[tuple[str, User]] = field(default_factory=list)
    earlier_components: list[list[Json]] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.created = self.world.now()
        self.timestamp = self.world.timestamp()

    def __repr__(self) -> str:
        parts = [repr(self.text), f"by {self.author.name}", *(f"[{one.label}]" for one in self.buttons)]
        parts += [file.filename for file in self.attachments]
        parts += [f"only for {self.ephemeral_for.name}"] if self.ephemeral_for else []
        return f"<Message {' '.join(parts)}>"

    @property
    def ephemeral(self) -> bool:
        return self.ephemeral_for is not None

    @property
    def loading(self) -> bool:
        """Whether it still says "thinking…"."""
        return bool(self.flags & LOADING)

    @property
    def text(self) -> str:
        """Everything there is to read: content, text components, embeds."""
        lines = [self.content]
        lines += [component["content"] for component in controls.walk(self.components) if "content" in component]
        for embed in self.embeds:
            lines += [embed.get("title"), embed.get("description")]
            lines += [part for entry in embed.get("fields", []) for part in (entry["name"], entry["value"])]
            lines.append((embed.get("footer") or {}).get("text"))
        return "\n".join(line for line in lines if line)

    @property
    def buttons(self) -> list[controls.Button]:
        return controls.buttons(self.components)

    @property
    def selects(self) -> list[controls.Select]:
        return controls.selects(self.components)

    @property
    def age(self) -> timedelta:
        return timedelta(seconds=self.world.now() - self.created)

    def mentioned(self, allowed: Json | None) -> list[User]:
        """Whom the text pings, under Discord's `allowed_mentions` rules."""
        ids = [int(found) for found in re.findall(r"<@!?(\d+)>", self.text)]
        if allowed is not None and "users" not in allowed.get("parse", []):
            listed = {int(one) for one in allowed.get("users", [])}
            ids = [one for one in ids if one in listed]
        pinged = [self.world.users[one] for one in dict.fromkeys(ids) if one in self.world.users]
        replied = (allowed or {}).get("replied_user", allowed is None)
        answered = self.reference.author if self.kind == 19 and self.reference else self.author
        if replied and answered is not self.author and answered not in pinged:
            pinged.append(answered)
        return pinged
