"""People press, choose and fill in what they see, what they have seen, and what nobody was ever shown."""

from __future__ import annotations

from simcord.actors import _dispatch_actor_interaction
from simcord.backend import serializers
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.enums import ComponentType, InteractionType

from bot.cogs.verbs import rows

from .crowd import LAST, Crowd, Done, Json, pressable
from .outside import Person, Place
from .sent import verbs_of

#: Messages further up that somebody looks at too, and buttons that are remembered.
_OLDER, _REMEMBERED = 4, 60
#: What is pressed on a message of which a client has not heard that it was changed.
_PRESSED_LATE = (ComponentType.BUTTON, ComponentType.STRING_SELECT)


class Presses:
    """What a crowd presses."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd, self._chance = crowd, crowd.chance
        self._old: list[tuple[int, int, Json]] = []

    async def press(self, guild: Place) -> Done | None:
        """A button or a list that somebody sees, rather one of a verb that was not pressed yet, and of their own."""
        crowd, who = self._crowd, self._chance.choice(self._crowd.people(guild))
        found = list[tuple[ChannelHandle, Message, Json]]()
        for channel in crowd.seen_by(who, guild):
            seen = crowd.world.seen(channel, who)
            older = seen[:-LAST]
            messages = seen[-LAST:] + self._chance.sample(older, min(_OLDER, len(older)))
            found += [(channel, message, each) for message in messages for each in pressable(message)]
        if not found:
            return None
        weights = [
            crowd.appeal(each["custom_id"])
            * (4 if message.is_ephemeral or who.id in crowd.seated.get(channel.id, ()) else 1)
            for channel, message, each in found
        ]
        channel, message, part = self._chance.choices(found, weights)[0]
        self._old = [*self._old[-_REMEMBERED:], (channel.id, message.id, part)]
        return await self._pressed(guild, channel, who, message, part)

    async def go_on(self, guild: Place) -> Done | None:
        """Whoever has a private message before them goes on with it."""
        before, self._crowd.before = self._crowd.before, None
        backend = self._crowd.world.backend
        message = backend.messages.get(before.channel, {}).get(before.message) if before else None
        parts = pressable(message) if message else []
        if before is None or message is None or not parts:
            return None
        part = self._chance.choices(parts, [self._crowd.appeal(each["custom_id"]) for each in parts])[0]
        channel = ChannelHandle(self._crowd.world.env, before.who.guild, backend.get_channel(before.channel))
        return await self._pressed(guild, channel, before.who, message, part)

    async def _pressed(
        self, guild: Place, channel: ChannelHandle, who: Person, message: Message, part: Json
    ) -> Done | None:
        """A form that comes of it is filled in at once, or later."""
        what, result = await self._crowd.pressed(channel, who, message, part)
        if result is None or not result.modal or self._chance.random() < 0.4:
            return what, result
        self._crowd.look_at(result)
        return await self.fill_in(guild)

    async def fill_in(self, guild: Place) -> Done | None:
        """A form that somebody has before them, mostly the last one."""
        forms = self._crowd.forms
        if not forms:
            return None
        who, shown = forms.pop(-self._chance.choice((1, 1, 1, len(forms))))
        assert shown.modal is not None
        verb, values = next(verbs_of(shown.modal["custom_id"])), dict[str, str]()
        for each in shown.modal["components"]:
            field = each["component"]
            if field["type"] == ComponentType.TEXT_INPUT:
                values[field["custom_id"]] = self._crowd.values.typed(field, verb)
            elif field.get("options"):
                values[field["custom_id"]] = self._chance.choice(field["options"])["value"]
        return f"{who.name} fills in {verb}: {str(values)[:300]}", await who.submit_modal(shown, values)

    async def press_old(self, guild: Place) -> Done | None:
        """Anybody presses what a slow client still shows on a message, or what no client ever did."""
        if not self._old:
            return None
        at, number, part = self._chance.choice(self._old)
        channels = {each.id: each for each in self._crowd.world.channels(guild)}
        message = self._crowd.world.backend.messages.get(at, {}).get(number)
        if at not in channels or message is None or part["type"] not in _PRESSED_LATE:
            return None
        who = self._chance.choice([each for each in self._crowd.people(guild) if message.visible_to(each.id)])
        forged = self._chance.random() < 0.3
        custom_id = self._mangled(part["custom_id"]) if forged else part["custom_id"]
        data: Json = {"custom_id": custom_id, "component_type": part["type"]}
        if part["type"] == ComponentType.STRING_SELECT:
            data["values"] = self._crowd.values.chosen(channels[at], part)
        result = await _dispatch_actor_interaction(
            who,
            InteractionType.MESSAGE_COMPONENT,
            channels[at],
            data,
            extra={"message": dict(serializers.message_payload(self._crowd.world.backend, message))},
            source_message_id=message.id,
        )
        return f"{who.name} still sees {data}", result

    def _mangled(self, custom_id: str) -> str:
        """As no button of the bot's has it."""
        parts = custom_id.split(":")
        place = self._chance.randrange(len(parts))
        words = ("", "0", "1", "999999999", "x", parts[place][:-1], parts[place] + "1")
        parts[place] = self._chance.choice((*words, *rows()) if place == 0 else words)
        return ":".join(parts)[:100] or "x"
