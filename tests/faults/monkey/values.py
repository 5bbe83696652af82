"""What people type into options and forms: what is meant by them, and anything else."""

from __future__ import annotations

import random
from typing import Any

from simcord.builders import ChannelHandle
from simcord.enums import ComponentType, OptionType

from tests.backgammon.test_match_files import MATCH
from tests.play.test_analysis import FILES
from tests.session_files import session

from .outside import Place
from .world import World

_Json = dict[str, Any]

#: What is typed where something else is meant.
NONSENSE = (
    *("", " ", "x", "0", "-1", "1", "99999999999999999999", "½", "@everyone", "<@1>", "%s {0} {number}", "k7f3q2"),
    *("k7f3q2-1", "\u202edrow", "\x00", "🎲" * 60, "a" * 2_000, "` ```", "**_~|", "é\u0301" * 20, "null", "[]", "-"),
)
_SAID = {
    "play": ("8/5 6/5", "24/18", "bar/20", "13/7(2)", "8/5* 6/5*", "-", "24 18", "8/5, 6/5", "13-11"),
    "position": (
        "4HPwATDgc/ABMA", "4HPwATDgc/ABMA:cAkAAAAAAAAA", "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:0:10",
    ),
    "hit": ("6", "7", "24", "1 2", "6 bar"), "rolls": ("6", "11 22", "any double", "6-1 5-2"),
    "results": ("1 2 3", "50 30 20", "0.5"), "name": ("Winter", "Summer", "Zima", "Лига"),
    "reason": ("They have played it twice.", "Omyl", "Ошибка"), "season": ("all", "2026-01", "2026"),
    "order": ("Ann, Bob, Cyd", "random"), "words": ("Good luck!", "Hodně štěstí", "Удачи"),
    "settle": ("0", "0", "1", "−2"), "zone": ("Europe/Prague", "UTC", "Nowhere/None"),
}  # fmt: skip


class Values:
    """Draws values, and remembers ids that somebody has been offered."""

    def __init__(self, world: World, chance: random.Random) -> None:
        self._world, self._chance = world, chance
        self._offered: dict[tuple[int, str], list[str]] = {}
        two = b"\n".join((FILES / name).read_bytes() for name in ("08.txt", "26.txt"))
        self._brought = [("match.mat", MATCH.encode()), ("two.mat", two), ("session.mat", session(30))]
        self._given: list[tuple[str, bytes]] = []

    def remember(self, place: int, name: str, values: list[Any]) -> None:
        """Somebody has been offered these for an option of this name."""
        known = [*self._offered.get((place, name), ()), *(each for each in values if isinstance(each, str))]
        self._offered[place, name] = known[-40:]

    def of(self, option: _Json, guild: Place, suggested: list[Any]) -> Any:
        """For an option of a command; `suggested`: what the bot has offered for it."""
        if option.get("choices"):
            return self._chance.choice(option["choices"])["value"]
        match option["type"]:
            case OptionType.STRING:
                return self._words(option, suggested, guild)
            case OptionType.INTEGER:
                return self._number(option)
            case OptionType.NUMBER:
                return self._chance.choice((-2, 0, 1, 1.5, 2, 7.25, 99))
            case OptionType.BOOLEAN:
                return self._chance.random() < 0.5
            case OptionType.USER:
                return self.person(guild)
            case OptionType.ROLE:
                return self._chance.choice(self._world.roles(guild))
            case OptionType.ATTACHMENT:
                return self.file(guild)
        raise AssertionError(f"nobody knows what to type into {option}")

    def _words(self, option: _Json, suggested: list[Any], guild: Place) -> str:
        chance = self._chance
        said = _SAID.get(option["name"], ())
        texts = [each for each in suggested if isinstance(each, str)]
        offered = self._offered.get((guild.id, option["name"]), [])
        if guild in self._world.outside:  # where somebody may have heard of what others have
            offered = [each for (_, name), ids in self._offered.items() if name == option["name"] for each in ids]
        pools = [*[texts] * 5, *[offered] * 3, list(said), list(NONSENSE)]
        text = chance.choice(chance.choice([pool for pool in pools if pool]))
        return fitted(text, option.get("min_length"), option.get("max_length") or 6_000)

    def _number(self, option: _Json) -> int:
        chance = self._chance
        least, most = option.get("min_value", -(10**9)), option.get("max_value", 10**9)
        low = [number for number in (0, 1, 2, 3, 5, -1, -2) if least <= number <= most]
        return chance.choice((least, most, chance.randint(least, most), *low, *low))

    def person(self, guild: Place) -> Any:
        """Somebody of a server, or the bot."""
        if self._chance.random() < 0.2:
            return self._world.itself()
        return self._chance.choice(list(self._world.people[guild.id].values()))

    def file(self, place: Place) -> tuple[str, bytes]:
        """A file, mostly one that can be read; outside of servers none that somebody was given in one."""
        kind = self._chance.random()
        given = () if place in self._world.outside else self._given
        name, data = self._chance.choice((*self._brought, *given))
        if kind < 0.7:
            return name, data
        if kind < 0.8:
            return name, data[: self._chance.randrange(len(data) + 1)]
        return self._chance.choice((("x.mat", b""), ("big.sgf", b"x" * 3_000_000), ("a b.txt", bytes(range(256)))))

    def keep_file(self, name: str, data: bytes) -> None:
        """Somebody has been given this."""
        self._given = [*self._given[-9:], (name, data)]

    def chosen(self, channel: ChannelHandle, part: _Json) -> list[Any]:
        """What somebody chooses in a list."""
        place = self._world.place_of(channel)
        there: list[Any]
        match part["type"]:
            case ComponentType.STRING_SELECT:
                there = [each["value"] for each in part["options"]]
            case ComponentType.USER_SELECT:
                there = list(self._world.people[place].values())
            case ComponentType.CHANNEL_SELECT:
                kinds = part.get("channel_types")
                channels = self._world.channels(channel.guild) if channel.guild else []
                there = [each for each in channels if not kinds or each._channel.type in kinds]
            case _:
                there = self._world.roles(channel.guild) if channel.guild else []
        most = min(part.get("max_values", 1), len(there))
        return self._chance.sample(there, self._chance.randint(min(part.get("min_values", 1), most), most))

    def typed(self, field: _Json, verb: str) -> str:
        """What is typed into a field of the form of a verb."""
        chance = self._chance
        text = chance.choice((*_SAID.get(verb, _SAID["words"]), "1", "-2", "0", *chance.sample(NONSENSE, 2)))
        if field.get("required", True) and not text:
            text = "."
        return fitted(text, field.get("min_length"), field.get("max_length") or 4_000)


def fitted(text: str, least: int | None, most: int) -> str:
    """As a client lets it be typed."""
    return text[:most].ljust(least or 0, ".")
