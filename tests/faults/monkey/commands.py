"""People type commands: any of them, with values that are meant, that are not, and that no client would send."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from simcord import interactions
from simcord.backend.errors import SetupError
from simcord.builders import ChannelHandle
from simcord.enums import AppCommandType, OptionType
from simcord.interactions import command_leaves
from simcord.results import InteractionResult, ResponseMessage

from .crowd import LAST, Crowd, Done, Json
from .outside import Person, Place

#: What is sent by what is no client of Discord's, by the type of the option.
_FORGED: dict[int, tuple[Any, ...]] = {
    OptionType.STRING: ("", "x" * 6_000, "nonsense"),
    OptionType.INTEGER: (-(10**12), 10**12, 7),
    OptionType.BOOLEAN: (True,),
}
#: Behind these are many pages and buttons, so they are typed so many times as often as others.
_DOORS = ("analyze", "leaderboard", "ladder strike", "ladder restore", "league open", "versus", "profile")
_OFTEN = 5
_BEGUN = ("", "", "", "", "", "k", "8", "A", "1", "🎲")


class Commands:
    """What a crowd types."""

    def __init__(self, crowd: Crowd) -> None:
        self._crowd, self._chance = crowd, crowd.chance

    async def type(self, guild: Place) -> Done | None:
        """A command with some options, rather one that was not typed yet."""
        channel, who = self._crowd.somewhere(guild)
        leaves = self._there(channel, who)
        counts = self._crowd.sent.commands
        weights = [(1 + counts[name] / (_OFTEN if name in _DOORS else 1)) ** -3 for name, _ in leaves]
        name, leaf = self._chance.choices(leaves, weights)[0]
        filled, options = dict[str, Any](), leaf.get("options") or []
        share = self._chance.choice((0.0, 0.15, 0.5, 0.9))
        for option in options:
            if option.get("required") or self._chance.random() < share:
                suggested = await self._suggested(channel, who, name, option, filled)
                filled[option["name"]] = self._crowd.values.of(option, guild, suggested)
        if options and self._chance.random() < 0.06:
            return await self._forged(channel, who, name, options, filled)
        return f"{who.name} /{name} {str(filled)[:300]}", await who.slash(channel, name, **filled)

    async def suggest(self, guild: Place) -> Done | None:
        """Something is begun in an option that makes suggestions, and never sent."""
        channel, who = self._crowd.somewhere(guild)
        found = [
            (name, option["name"])
            for name, leaf in self._there(channel, who)
            for option in leaf.get("options") or ()
            if option.get("autocomplete")
        ]
        counts = self._crowd.sent.suggestions
        weights = [(1 + counts[f"{name}: {option}"]) ** -2 for name, option in found]
        name, option = self._chance.choices(found, weights)[0]
        begun = self._crowd.values.of({"type": OptionType.STRING, "name": option}, guild, [])[:100]
        result = await self._begun(channel, who, name, option, begun, {})
        return f"{who.name} begins /{name} {option}: {begun!r}", result

    async def point(self, place: Place) -> Done | None:
        """A command under Apps, on somebody or on a message, rather one that was not picked yet."""
        crowd = self._crowd
        channel, who = crowd.somewhere(place)
        seen = crowd.world.seen(channel, who)[-LAST:]
        kind = self._chance.choice((AppCommandType.USER, *[AppCommandType.MESSAGE] * 2))
        found = [each["name"] for each in crowd.world.offered(channel, who, kind)]
        if not found or (kind is AppCommandType.MESSAGE and not seen):
            return None
        (name,) = self._chance.choices(found, [(1 + crowd.sent.commands[each]) ** -2 for each in found])
        if kind is AppCommandType.USER:
            target: Any = self._chance.choice(crowd.people(place))
        else:
            target = ResponseMessage(crowd.world.env, self._chance.choice(seen))
        return f"{who.name} picks {name} on {target}", await who.context_menu(channel, name, target)

    def _there(self, channel: ChannelHandle, who: Person) -> list[tuple[str, Json]]:
        """The commands that somebody is shown, by their whole name. Raises `SetupError` if there are none."""
        visible = self._crowd.world.offered(channel, who, AppCommandType.CHAT_INPUT)
        leaves = [(" ".join(path), leaf) for each in visible for path, leaf in command_leaves(each)]
        if not leaves:
            raise SetupError("there are no commands here")
        return leaves

    async def _suggested(self, channel: ChannelHandle, who: Person, name: str, option: Json, filled: Json) -> list[Any]:
        """What the bot offers for an option, if somebody looks."""
        if not option.get("autocomplete") or self._chance.random() < 0.15:
            return []
        others = {key: value for key, value in filled.items() if not isinstance(value, tuple)}
        begun = self._chance.choice(_BEGUN)
        result = await self._begun(channel, who, name, option["name"], begun, others)
        self._crowd.look_at(result)
        return [each["value"] for each in result.autocomplete_choices or ()]

    async def _begun(
        self, channel: ChannelHandle, who: Person, name: str, option: str, begun: str, others: Json
    ) -> InteractionResult:
        told, world = len(self._crowd.world.told), self._crowd.world
        offered = await who.autocomplete(channel, name, option, begun, **others)
        self._crowd.values.remember(self._crowd.world.place_of(channel), option, [each["value"] for each in offered])
        return InteractionResult(world.env, world.backend.interactions[int(world.told[told]["id"])])

    async def _forged(self, channel: ChannelHandle, who: Person, name: str, options: list[Json], filled: Json) -> Done:
        """What no client of Discord's would send."""
        for option in options:
            if option["type"] in _FORGED and self._chance.random() < 0.5:
                filled[option["name"]] = self._chance.choice(_FORGED[option["type"]])
        with _unchecked():
            return f"{who.name} forges /{name} {str(filled)[:300]}", await who.slash(channel, name, **filled)


@contextmanager
def _unchecked() -> Iterator[None]:
    """Options are sent whatever they are."""
    check = interactions.validate_option_value
    interactions.validate_option_value = lambda command, option, value: value
    try:
        yield
    finally:
        interactions.validate_option_value = check
