"""The HTTP API: one small handler for each route a bot of this kind uses."""

from email.utils import formatdate

from aiohttp import web

from . import command_validation, errors, interactions, messages, payloads, validation
from .errors import Json
from .messages import Form
from .traffic import FORM, PREFIX
from .world import GUILDS, HAS_THREAD, PRIVATE_THREAD, PUBLIC_THREAD, Channel, Guild, Message, User, World

NO_CONTENT = 204


class Rest:
    """The routes, over one world."""

    def __init__(self, world: World, gateway_url: str, max_concurrency: int = 1) -> None:
        self._world = world
        self._gateway_url, self._max_concurrency = gateway_url, max_concurrency

    def add_routes(self, app: web.Application) -> None:
        """Puts every route in its place."""
        app.on_response_prepare.append(self._dated)
        channel = f"{PREFIX}/channels/{{channel}}"
        message = f"{channel}/messages/{{message}}"
        guild = f"{PREFIX}/guilds/{{guild}}"
        application = f"{PREFIX}/applications/{{application}}"
        webhook = f"{PREFIX}/webhooks/{{application}}/{{token}}"
        reaction = f"{message}/reactions/{{emoji}}/@me"
        app.add_routes(
            [
                web.get(f"{PREFIX}/gateway", self._gateway),
                web.get(f"{PREFIX}/gateway/bot", self._gateway),
                web.get(f"{PREFIX}/users/@me", self._own_user),
                web.get(f"{PREFIX}/users/@me/guilds", self._own_guilds),
                web.get(f"{PREFIX}/users/{{user}}", self._user),
                web.post(f"{PREFIX}/users/@me/channels", self._direct_channel),
                web.get(f"{PREFIX}/oauth2/applications/@me", self._application),
                web.get(f"{application}", self._application),
                web.patch(f"{application}", self._application),
                web.get(f"{application}/emojis", self._emojis),
                web.post(f"{application}/emojis", self._new_emoji),
                web.delete(f"{application}/emojis/{{emoji}}", self._delete_emoji),
                web.get(f"{application}/commands", self._commands),
                web.put(f"{application}/commands", self._set_commands),
                web.get(f"{application}/guilds/{{guild}}/commands", self._commands),
                web.put(f"{application}/guilds/{{guild}}/commands", self._set_commands),
                web.get(guild, self._guild),
                web.get(f"{guild}/channels", self._guild_channels),
                web.get(f"{guild}/members/{{user}}", self._member),
                web.get(f"{guild}/threads/active", self._active_threads),
                web.get(channel, self._channel),
                web.patch(channel, self._edit_channel),
                web.delete(channel, self._delete_channel),
                web.post(f"{channel}/typing", self._typing),
                web.post(f"{channel}/threads", self._new_thread),
                web.get(f"{channel}/thread-members/{{user}}", self._thread_member),
                web.put(f"{channel}/thread-members/{{user}}", self._join_thread),
                web.delete(f"{channel}/thread-members/{{user}}", self._leave_thread),
                web.put(f"{channel}/messages/pins/{{message}}", self._pin),
                web.delete(f"{channel}/messages/pins/{{message}}", self._pin),
                web.get(f"{channel}/messages", self._history),
                web.post(f"{channel}/messages", self._post),
                web.get(message, self._message),
                web.patch(message, self._edit),
                web.delete(message, self._delete),
                web.post(f"{message}/threads", self._new_thread),
                web.put(reaction, self._react),
                web.delete(reaction, self._react),
                web.post(f"{PREFIX}/interactions/{{id}}/{{token}}/callback", self._callback),
                web.post(webhook, self._followup),
                web.get(f"{webhook}/messages/{{message}}", self._webhook_message),
                web.patch(f"{webhook}/messages/{{message}}", self._webhook_edit),
                web.delete(f"{webhook}/messages/{{message}}", self._webhook_delete),
                web.get("/attachments/{channel}/{id}/{filename}", self._file),
            ]
        )

    async def _dated(self, request: web.Request, response: web.StreamResponse) -> None:
        """Every answer tells the time on Discord's clock."""
        response.headers["Date"] = formatdate(self._world.now(), usegmt=True)

    def _find_channel(self, request: web.Request) -> Channel:
        channel = self._world.channels.get(_number(request, "channel"))
        if channel is None or (channel.guild and channel.guild.ours and channel.guild.id not in self._world.guilds):
            raise errors.unknown_channel()
        if not channel.allows(self._world.bot, "view_channel"):
            raise errors.missing_access()
        return channel

    def _find_message(self, request: web.Request) -> Message:
        channel = self._find_channel(request)
        message = self._world.messages.get(_number(request, "message"))
        if message is None or message.channel is not channel or message.ephemeral:
            raise errors.unknown_message()
        return message

    def _find_guild(self, request: web.Request) -> Guild:
        guild = self._world.guilds.get(_number(request, "guild"))
        if guild is None:
            raise errors.unknown_guild()
        return guild

    def _find_user(self, request: web.Request) -> User:
        if request.match_info["user"] == "@me":
            return self._world.bot
        user = self._world.users.get(_number(request, "user"))
        if user is None:
            raise errors.unknown_user()
        return user

    def _need(self, channel: Channel, *permissions: str) -> None:
        if not channel.allows(self._world.bot, *permissions):
            raise errors.missing_permissions()

    async def _gateway(self, request: web.Request) -> web.Response:
        limit = {"total": 1000, "remaining": 999, "reset_after": 86400000, "max_concurrency": self._max_concurrency}
        return web.json_response({"url": self._gateway_url, "shards": 1, "session_start_limit": limit})

    async def _own_user(self, request: web.Request) -> web.Response:
        return web.json_response(payloads.own_user(self._world.bot))

    async def _own_guilds(self, request: web.Request) -> web.Response:
        """The servers the bot is in, and what its roles let it do there."""
        validation.page(request.query, 200)
        limit = int(request.query.get("limit", "200"))
        return web.json_response([payloads.own_guild(guild) for guild in self._world.guilds.values()][:limit])

    async def _user(self, request: web.Request) -> web.Response:
        return web.json_response(payloads.user(self._find_user(request)))

    async def _direct_channel(self, request: web.Request) -> web.Response:
        validation.recipient(request[FORM].data)
        person = self._world.users.get(int(request[FORM].data["recipient_id"]))
        if person is None:
            raise errors.unknown_user()
        return web.json_response(payloads.channel(self._world.direct_channel(person)))

    async def _application(self, request: web.Request) -> web.Response:
        validation.application(request[FORM].data)
        return web.json_response(payloads.application(self._world))

    async def _emojis(self, request: web.Request) -> web.Response:
        return web.json_response({"items": self._world.emojis})

    async def _new_emoji(self, request: web.Request) -> web.Response:
        validation.emoji(request[FORM].data)
        emoji: Json = {
            "id": str(self._world.new_id()),
            "name": request[FORM].data["name"],
            "roles": [],
            "require_colons": True,
            "managed": False,
            "animated": False,
            "available": True,
            "user": payloads.user(self._world.bot),
        }
        self._world.emojis.append(emoji)
        return web.json_response(emoji, status=201)

    async def _delete_emoji(self, request: web.Request) -> web.Response:
        gone = next((each for each in self._world.emojis if each["id"] == request.match_info["emoji"]), None)
        if gone is None:
            raise errors.unknown_emoji()
        self._world.emojis.remove(gone)
        return web.Response(status=NO_CONTENT)

    async def _commands(self, request: web.Request) -> web.Response:
        guild_id = self._find_guild(request).id if "guild" in request.match_info else None
        return web.json_response(self._world.commands.get(guild_id, []))

    async def _set_commands(self, request: web.Request) -> web.Response:
        """Bulk overwrite; a command that stays keeps its id."""
        guild_id = self._find_guild(request).id if "guild" in request.match_info else None
        forms = request[FORM].entries
        command_validation.commands(forms)
        before = {(one["type"], one["name"]): one["id"] for one in self._world.commands.get(guild_id, [])}
        stored = []
        for form in forms:
            kind = form.get("type", 1)
            stored.append(
                {"default_member_permissions": None, "nsfw": False, "description": ""}
                | form
                | {
                    "id": before.get((kind, form["name"])) or str(self._world.new_id()),
                    "type": kind,
                    "application_id": str(self._world.bot.id),
                    "version": str(self._world.new_id()),
                }
                | ({"guild_id": str(guild_id)} if guild_id else {})
            )
        self._world.commands[guild_id] = stored
        self._world.changed()
        return web.json_response(stored)

    async def _guild(self, request: web.Request) -> web.Response:
        return web.json_response(payloads.guild(self._find_guild(request)))

    async def _guild_channels(self, request: web.Request) -> web.Response:
        return web.json_response([payloads.channel(one) for one in self._find_guild(request).channels])

    async def _member(self, request: web.Request) -> web.Response:
        membership = self._find_guild(request).members.get(self._find_user(request).id)
        if membership is None:
            raise errors.unknown_member()
        return web.json_response(payloads.member(membership))

    async def _active_threads(self, request: web.Request) -> web.Response:
        threads = self._find_guild(request).threads()
        return web.json_response({"threads": [payloads.channel(one) for one in threads], "members": []})

    async def _channel(self, request: web.Request) -> web.Response:
        return web.json_response(payloads.channel(self._find_channel(request)))

    async def _edit_channel(self, request: web.Request) -> web.Response:
        """Name and topic of a channel; name, archived and locked of a thread."""
        channel = self._find_channel(request)
        form = request[FORM].data
        if not channel.is_thread:
            self._need(channel, "manage_channels")
        elif channel.owner is not self._world.bot or channel.locked or "locked" in form:
            self._need(channel, "manage_threads")
        validation.channel(form)
        for key in {"name", "topic", "archived", "locked"} & form.keys():
            setattr(channel, key, form[key])
        event = "THREAD_UPDATE" if channel.is_thread else "CHANNEL_UPDATE"
        self._world.dispatch(event, payloads.channel(channel), GUILDS)
        self._world.changed()
        return web.json_response(payloads.channel(channel))

    async def _delete_channel(self, request: web.Request) -> web.Response:
        channel = self._find_channel(request)
        self._need(channel, "manage_threads" if channel.is_thread else "manage_channels")
        channel.delete()
        return web.json_response(payloads.channel(channel))

    async def _typing(self, request: web.Request) -> web.Response:
        self._need(self._find_channel(request), "send_messages")
        return web.Response(status=NO_CONTENT)

    async def _new_thread(self, request: web.Request) -> web.Response:
        """A thread from a message, or on its own."""
        parent = self._find_channel(request)
        form = request[FORM].data
        source = self._find_message(request) if "message" in request.match_info else None
        validation.thread(form)
        kind = PUBLIC_THREAD if source else form.get("type", PRIVATE_THREAD)
        self._need(parent, "create_public_threads" if kind == PUBLIC_THREAD else "create_private_threads")
        if source and source.thread:
            raise errors.thread_exists()
        bot = self._world.bot
        thread_id = source.id if source else None
        thread = Channel(self._world, kind, form["name"], guild=parent.guild, parent=parent, owner=bot, id=thread_id)
        thread.auto_archive_minutes = form.get("auto_archive_duration") or 1440
        self._world.dispatch("THREAD_CREATE", payloads.channel(thread) | {"newly_created": True}, GUILDS)
        if source:
            source.thread = thread
            source.flags |= HAS_THREAD
        elif kind == PUBLIC_THREAD:
            notice = Message(self._world, self._world.new_id(), parent, bot, kind=18, content=thread.name)
            messages.add(notice)
        self._world.changed()
        return web.json_response(payloads.channel(thread), status=201)

    async def _thread_member(self, request: web.Request) -> web.Response:
        thread, user = self._find_channel(request), self._find_user(request)
        if user.id not in thread.thread_members:
            raise errors.unknown_member()
        return web.json_response(payloads.thread_member(thread, user))

    async def _join_thread(self, request: web.Request) -> web.Response:
        thread, user = self._find_channel(request), self._find_user(request)
        if thread.archived:
            raise errors.archived_thread()
        if thread.locked:
            self._need(thread, "manage_threads")
        if not thread.allows(user, "view_channel"):
            raise errors.missing_access()
        messages.let_in(thread, user, self._world.bot)
        return web.Response(status=NO_CONTENT)

    async def _leave_thread(self, request: web.Request) -> web.Response:
        thread, user = self._find_channel(request), self._find_user(request)
        if thread.archived:
            raise errors.archived_thread()
        if thread.kind != PRIVATE_THREAD or thread.owner is not self._world.bot:
            self._need(thread, "manage_threads")
        if user.id not in thread.thread_members:
            raise errors.unknown_member()
        messages.take_out(thread, user, self._world.bot)
        return web.Response(status=NO_CONTENT)

    async def _pin(self, request: web.Request) -> web.Response:
        message = self._find_message(request)
        self._need(message.channel, "manage_messages")
        message.pinned = request.method == "PUT"
        self._world.changed()
        return web.Response(status=NO_CONTENT)

    async def _react(self, request: web.Request) -> web.Response:
        message = self._find_message(request)
        mine = (request.match_info["emoji"], self._world.bot)
        if request.method == "PUT" and mine not in message.reactions:
            self._need(message.channel, "add_reactions", "read_message_history")
            message.reactions.append(mine)
        elif request.method == "DELETE" and mine in message.reactions:
            message.reactions.remove(mine)
        self._world.changed()
        return web.Response(status=NO_CONTENT)

    async def _history(self, request: web.Request) -> web.Response:
        """Newest first, between `after` and `before`."""
        channel = self._find_channel(request)
        validation.page(request.query, 100)
        if not channel.allows(self._world.bot, "read_message_history"):
            return web.json_response([])
        found = list(channel.messages)
        if "before" in request.query:
            found = [message for message in found if message.id < int(request.query["before"])]
        limit = int(request.query.get("limit", "50"))
        if "after" in request.query:
            found = [message for message in found if message.id > int(request.query["after"])][:limit]
        return web.json_response([payloads.message(message) for message in reversed(found[-limit:])])

    async def _post(self, request: web.Request) -> web.Response:
        message = messages.post(self._find_channel(request), self._world.bot, request[FORM])
        return web.json_response(payloads.message(message))

    async def _message(self, request: web.Request) -> web.Response:
        message = self._find_message(request)
        self._need(message.channel, "read_message_history")
        return web.json_response(payloads.message(message))

    async def _edit(self, request: web.Request) -> web.Response:
        message = messages.edit(self._find_message(request), self._world.bot, request[FORM])
        return web.json_response(payloads.message(message))

    async def _delete(self, request: web.Request) -> web.Response:
        message = self._find_message(request)
        if message.author is not self._world.bot:
            self._need(message.channel, "manage_messages")
        messages.delete(message)
        return web.Response(status=NO_CONTENT)

    async def _callback(self, request: web.Request) -> web.Response:
        interaction = self._interaction(request, errors.unknown_interaction())
        if str(interaction.id) != request.match_info["id"]:
            raise errors.unknown_interaction()
        body = interaction.answer(request[FORM])
        if request.query.get("with_response", "").lower() in ("1", "true"):
            return web.json_response(body)
        return web.Response(status=NO_CONTENT)

    def _interaction(self, request: web.Request, error: errors.DiscordError) -> interactions.Interaction:
        interaction = self._world.interactions.get(request.match_info["token"])
        if interaction is None:
            raise error
        return interaction

    async def _followup(self, request: web.Request) -> web.Response:
        form: Form = request[FORM]
        message = self._interaction(request, errors.invalid_webhook_token()).followup(form)
        return web.json_response(payloads.message(message))

    async def _webhook_message(self, request: web.Request) -> web.Response:
        interaction = self._interaction(request, errors.invalid_webhook_token())
        return web.json_response(payloads.message(interaction.find(request.match_info["message"])))

    async def _webhook_edit(self, request: web.Request) -> web.Response:
        interaction = self._interaction(request, errors.invalid_webhook_token())
        message = interaction.edit(request.match_info["message"], request[FORM])
        return web.json_response(payloads.message(message))

    async def _webhook_delete(self, request: web.Request) -> web.Response:
        self._interaction(request, errors.invalid_webhook_token()).delete(request.match_info["message"])
        return web.Response(status=NO_CONTENT)

    async def _file(self, request: web.Request) -> web.Response:
        """The CDN: files as they were uploaded."""
        file = self._world.files.get(_number(request, "id"))
        if file is None:
            raise web.HTTPNotFound
        return web.Response(body=file.bytes, content_type=file.content_type or "application/octet-stream")


def _number(request: web.Request, name: str) -> int:
    """An id in the path; a path without one leads nowhere."""
    text = request.match_info[name]
    if not text.isdecimal():
        raise errors.not_found()
    return int(text)
