"""The people of both servers as one: who sees what, how somebody presses it, and what they were answered."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, field
from typing import Any

from simcord.backend.errors import BackendError, SetupError
from simcord.backend.models import Message
from simcord.builders import ChannelHandle
from simcord.enums import ComponentType
from simcord.results import InteractionResult, ResponseMessage

from tests.play.bot import walk

from .outside import Person, Place
from .sent import Sent, verbs_of
from .values import Values
from .world import World

Json = dict[str, Any]
#: What somebody has done, in words, and how that was answered; None where it was no interaction.
Done = tuple[str, InteractionResult | None]

#: Messages at the end of a channel that people look at.
LAST = 10
#: Behind these are buttons that stand nowhere else.
_DOORS = frozenset(("more", "resign", "settle_with", "games_pick", "review_show"))
_FILES = (".mat", ".sgf", ".txt", ".ogxm", ".json")


@dataclass
class Report:
    """What a run came to. `outside`: messages shown or changed outside of servers; `trace`: every step in words;
    `never`: what was never sent, by its kind.
    """

    steps: int = 0
    interactions: int = 0
    outside: int = 0
    faults: list[str] = field(default_factory=list)
    unanswered: list[str] = field(default_factory=list)
    warnings: Counter[str] = field(default_factory=Counter)
    never: dict[str, list[str]] = field(default_factory=dict)
    done: Counter[str] = field(default_factory=Counter)
    trace: list[str] = field(default_factory=list)

    def at(self, step: int, what: str) -> str:
        """What was wrong at a step."""
        return f"step {step}, {self.trace[step]}: {what}"


@dataclass
class Before:
    """Somebody has a private message before them, and how much it is to be pressed on."""

    who: Person
    channel: int
    message: int
    appeal: float


class Crowd:
    """Everybody, out of one source of chance."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self.world, self.chance = world, chance
        self.sent, self.values, self.report = Sent(), Values(world, chance), Report()
        #: Who sits at the table of a channel, as far as anybody has looked.
        self.seated: dict[int, set[int]] = {}
        self.before: Before | None = None
        #: Forms that people have before them.
        self.forms: list[tuple[Person, InteractionResult]] = []
        #: Every interaction, with the step at which it was.
        self.asked: list[tuple[int, int]] = []

    # Who and where

    def people(self, guild: Place) -> list[Person]:
        """Those of a server."""
        return list(self.world.people[guild.id].values())

    def somewhere(self, guild: Place) -> tuple[ChannelHandle, Person]:
        """Somebody and a channel that they see, rather one where they sit at a table. Raises `SetupError`."""
        who = self.chance.choice(self.people(guild))
        channels = self.seen_by(who, guild)
        if not channels:
            raise SetupError("somebody sees nothing")
        liked = [5 if who.id in self.seated.get(at.id, ()) else 1 for at in channels]
        return self.chance.choices(channels, liked)[0], who

    def seen_by(self, who: Person, guild: Place) -> list[ChannelHandle]:
        """The channels that somebody looks into."""
        return [each for each in self.world.channels(guild) if self.sees(who, each)]

    def sees(self, who: Person, channel: ChannelHandle) -> bool:
        """Whether somebody looks into a channel; into threads that sleep, seldom."""
        try:
            who._check(channel, "view_channel", "read_message_history")
        except (BackendError, SetupError):
            return False
        about = channel._channel.thread_metadata
        return not (about and about.archived and self.chance.random() < 0.8)

    # What they press

    def appeal(self, custom_id: str) -> float:
        """How much a button is to be pressed: the more, the less it was, and always what leads to others."""
        verbs = list(verbs_of(custom_id))
        return self.sent.rarity(verbs) + (0.15 if _DOORS.intersection(verbs) else 0.0)

    async def pressed(self, channel: ChannelHandle, who: Person, message: Message, part: Json) -> Done:
        """Somebody presses a button, or chooses in a list."""
        shown, custom_id = ResponseMessage(self.world.env, message), part["custom_id"]
        if part["type"] == ComponentType.BUTTON:
            what, result = f"{who.name} {custom_id}", await who.click(shown, custom_id=custom_id)
        else:
            values = self.values.chosen(channel, part)
            what = f"{who.name} {custom_id} {values}"
            result = await who.select(shown, values, custom_id=custom_id)
        self.sent.pressed(custom_id)
        return what, result

    async def one_of(self, channel: ChannelHandle, who: Person, verbs: Collection[str], table: str = "") -> Done | None:
        """Somebody presses one of these buttons among the last messages, if one is there; of a `table`, or of any."""
        found = [
            (message, each)
            for message in self.world.seen(channel, who)[-LAST:]
            for each in pressable(message)
            if is_one_of(each, verbs, table)
        ]
        return await self.pressed(channel, who, *self.chance.choice(found[-9:])) if found else None

    # What they are answered

    def look_at(self, result: InteractionResult) -> None:
        """What they then have before them they may go on with."""
        who = self._of(result)
        if result.modal:
            self.forms = [*self.forms[-5:], (who, result)]
        for each in filter(None, (result.response, *result.followups)):
            if each.ephemeral and walk(each):
                appeal = max(self.appeal(part.get("custom_id", "")) for part in walk(each))
                self.before = Before(who, each.channel_id, each.id, 0.2 + 0.7 * min(1.0, appeal))
            for file in each.attachments:
                if file.filename.endswith(_FILES):
                    self.values.keep_file(file.filename, self.world.backend.cdn.get(file.url) or b"")

    def listen(self) -> None:
        """Note what was sent at this step."""
        for payload in self.world.told[len(self.asked) :]:
            self.sent.add(payload)
            self.asked.append((self.report.steps, int(payload["id"])))

    def _of(self, result: InteractionResult) -> Person:
        record = result._interaction
        people = self.world.people[record.guild_id or record.channel_id].values()
        return next(each for each in people if each.id == record.user_id)


def pressable(message: Message) -> list[Json]:
    """The buttons and lists of a message that can be pressed."""
    return [each for each in walk(message) if "custom_id" in each and not each.get("disabled")]


def is_one_of(part: Json, verbs: Collection[str], table: str = "") -> bool:
    """Whether a button or list carries one of these verbs, of a table or of any."""
    verb, name, *_ = part["custom_id"].split(":")
    return verb in verbs and table in ("", name)
