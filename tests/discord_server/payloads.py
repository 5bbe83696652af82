"""The state as Discord's JSON: users, members, guilds, channels, messages, the application."""

from typing import TYPE_CHECKING

from .errors import Json

if TYPE_CHECKING:
    from .world import Attachment, Channel, Guild, Membership, Message, Role, User, World

FILE_LIMIT = 10 * 1024 * 1024


def user(who: "User") -> Json:
    return {
        "id": str(who.id),
        "username": who.name.lower().replace(" ", "_"),
        "discriminator": "0",
        "global_name": None if who.bot else who.name,
        "avatar": None,
        "bot": who.bot,
        "system": False,
        "public_flags": 0,
    }


def own_user(bot: "User") -> Json:
    return user(bot) | {"verified": True, "mfa_enabled": True, "locale": "en-US", "flags": 0, "email": None}


def role(which: "Role") -> Json:
    return {
        "id": str(which.id),
        "name": which.name,
        "permissions": str(which.permissions),
        "position": which.position,
        "color": 0,
        "colors": {"primary_color": 0, "secondary_color": None, "tertiary_color": None},
        "hoist": False,
        "managed": False,
        "mentionable": False,
        "flags": 0,
        "icon": None,
        "unicode_emoji": None,
    }


def member(membership: "Membership", *, with_user: bool = True) -> Json:
    data: Json = {
        "roles": [str(role.id) for role in membership.roles],
        "nick": membership.nick,
        "joined_at": membership.joined_at,
        "premium_since": None,
        "deaf": False,
        "mute": False,
        "pending": False,
        "flags": 0,
        "avatar": None,
        "communication_disabled_until": None,
    }
    return data | {"user": user(membership.user)} if with_user else data


def channel(which: "Channel") -> Json:
    """A channel, thread or direct conversation."""
    last = which.messages[-1] if which.messages else None
    data: Json = {
        "id": str(which.id),
        "type": which.kind,
        "flags": 0,
        "last_message_id": str(last.id) if last else None,
    }
    if which.guild is None and which.person is None:
        people = [user(one) for one in which.people]
        return data | {"recipients": people, "owner_id": people[0]["id"], "name": which.name, "icon": None}
    if which.guild is None:
        return data | {"recipients": [user(which.person)] if which.person else []}
    data |= {
        "guild_id": str(which.guild.id),
        "name": which.name,
        "parent_id": str(which.parent.id) if which.parent else None,
        "rate_limit_per_user": 0,
    }
    if which.is_thread:
        return data | {
            "owner_id": str(which.owner.id if which.owner else which.guild.owner.id),
            "message_count": len(which.messages),
            "total_message_sent": len(which.messages),
            "member_count": len(which.thread_members),
            "thread_metadata": {
                "archived": which.archived,
                "locked": which.locked,
                "auto_archive_duration": which.auto_archive_minutes,
                "archive_timestamp": which.created_at,
                "create_timestamp": which.created_at,
            },
        }
    roles = {role.id for role in which.guild.roles}
    return data | {
        "position": which.guild.channels.index(which) if which in which.guild.channels else 0,
        "topic": which.topic,
        "nsfw": False,
        "permission_overwrites": [
            {"id": str(one), "type": 0 if one in roles else 1, "allow": "0", "deny": str(bits)}
            for one, bits in which.denied.items()
            if bits
        ],
    }


def thread_member(thread: "Channel", who: "User") -> Json:
    return {
        "id": str(thread.id),
        "user_id": str(who.id),
        "join_timestamp": thread.thread_members.get(who.id, thread.created_at),
        "flags": 0,
    }


def guild(which: "Guild") -> Json:
    return {
        "id": str(which.id),
        "name": which.name,
        "icon": None,
        "splash": None,
        "discovery_splash": None,
        "banner": None,
        "description": None,
        "owner_id": str(which.owner.id),
        "afk_channel_id": None,
        "afk_timeout": 300,
        "verification_level": 0,
        "default_message_notifications": 0,
        "explicit_content_filter": 0,
        "mfa_level": 0,
        "nsfw_level": 0,
        "premium_tier": 0,
        "premium_subscription_count": 0,
        "premium_progress_bar_enabled": False,
        "preferred_locale": which.locale,
        "system_channel_id": None,
        "system_channel_flags": 0,
        "rules_channel_id": None,
        "public_updates_channel_id": None,
        "vanity_url_code": None,
        "application_id": None,
        "max_members": 500000,
        "features": [],
        "emojis": [],
        "stickers": [],
        "roles": [role(one) for one in which.roles],
    }


def own_guild(which: "Guild") -> Json:
    """A guild in the list of those the bot is in; the permissions are those of its roles."""
    bits = which.roles[0].permissions
    for held in which.members[which.world.bot.id].roles:
        bits |= held.permissions
    return {
        "id": str(which.id),
        "name": which.name,
        "icon": None,
        "banner": None,
        "owner": False,
        "permissions": str(bits),
        "features": [],
    }


def guild_create(which: "Guild") -> Json:
    """A guild as the gateway introduces it to a bot without the members intent: of the members, only itself."""
    me = which.members[which.world.bot.id]
    return guild(which) | {
        "joined_at": me.joined_at,
        "large": False,
        "unavailable": False,
        "member_count": len(which.members),
        "members": [member(me)],
        "channels": [channel(one) for one in which.channels],
        "threads": [channel(one) | {"member": thread_member(one, me.user)} for one in which.threads()],
        "presences": [],
        "voice_states": [],
        "stage_instances": [],
        "guild_scheduled_events": [],
        "soundboard_sounds": [],
    }


def attachment(which: "Attachment") -> Json:
    data: Json = {
        "id": str(which.id),
        "filename": which.filename,
        "size": len(which.bytes),
        "url": which.url,
        "proxy_url": which.url,
        "content_type": which.content_type,
    }
    return data | {"description": which.description} if which.description is not None else data


def message(which: "Message", *, with_reference: bool = True) -> Json:
    data: Json = {
        "id": str(which.id),
        "channel_id": str(which.channel.id),
        "type": which.kind,
        "author": user(which.author),
        "content": which.content,
        "timestamp": which.timestamp,
        "edited_timestamp": which.edited_timestamp,
        "tts": False,
        "mention_everyone": False,
        "mentions": [user(one) for one in which.mentions],
        "mention_roles": [],
        "attachments": [attachment(one) for one in which.attachments],
        "embeds": which.embeds,
        "components": which.components,
        "pinned": which.pinned,
        "flags": which.flags,
    }
    if which.nonce is not None:
        data["nonce"] = which.nonce
    if which.interaction:
        bot = str(which.author.id)
        data |= {"webhook_id": bot, "application_id": bot, "interaction_metadata": which.interaction.metadata()}
    if which.reference:
        data["message_reference"] = {
            "type": 0,
            "message_id": str(which.reference.id),
            "channel_id": str(which.reference.channel.id),
        }
        if with_reference:
            gone = which.reference.deleted
            data["referenced_message"] = None if gone else message(which.reference, with_reference=False)
    if which.thread:
        data["thread"] = channel(which.thread)
    emojis = dict.fromkeys(emoji for emoji, _ in which.reactions)
    if emojis:
        data["reactions"] = [reaction(which, emoji) for emoji in emojis]
    return data


def reaction(which: "Message", emoji: str) -> Json:
    people = [who for one, who in which.reactions if one == emoji]
    return {
        "emoji": {"id": None, "name": emoji},
        "count": len(people),
        "count_details": {"normal": len(people), "burst": 0},
        "me": which.world.bot in people,
        "me_burst": False,
        "burst_colors": [],
    }


def message_event(which: "Message") -> Json:
    """A message as the gateway sends it: with the guild, and the author's membership."""
    data = message(which)
    if which.channel.guild:
        data["guild_id"] = str(which.channel.guild.id)
        membership = which.channel.guild.members.get(which.author.id)
        if membership and not which.interaction:
            data["member"] = member(membership, with_user=False)
    return data


def application(world: "World") -> Json:
    owner = next(iter(world.guilds.values())).owner if world.guilds else world.bot
    return {
        "id": str(world.bot.id),
        "name": world.bot.name,
        "description": "",
        "icon": None,
        "bot_public": True,
        "bot_require_code_grant": False,
        "owner": user(owner),
        "team": None,
        "verify_key": "0" * 64,
        "flags": 0,
        "tags": [],
        "approximate_guild_count": len(world.guilds),
        "integration_types_config": {"0": {}, "1": {}},
        **world.pages,
    }
