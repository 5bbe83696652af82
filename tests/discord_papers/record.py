"""What judges have seen and refused: of one simulated Discord, of those of a test, of all tests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple

from bot.cogs import router  # noqa: F401  by which all verbs are known
from tests.faults.monkey.sent import Sent

from .component_rules import walked
from .document import Fault
from .limits import Json, Largest

#: Commands that are typed, among the types of commands
#: (https://discord.com/developers/docs/interactions/application-commands).
_TYPED = 1


class Refusal(NamedTuple):
    """What Discord would not have taken: in `what`, the request or packet of this number."""

    what: str
    fault: Fault
    number: int

    def __str__(self) -> str:
        return f"{self.what}: {self.fault}"


class Record:
    """Requests by their route, packets to the gateway, the largest beside each limit; what people have asked for, of
    the commands that they had. `refusals`: those that nobody has taken yet.
    """

    def __init__(self) -> None:
        self.routes = Counter[str]()
        self.largest = Largest()
        self.asked = Sent()
        self.commands: dict[str, Json] = {}
        self.packets = self._judged = self._refused = 0
        self.refusals: list[Refusal] = []

    def keep(self, what: str, faults: Iterable[Fault]) -> list[Refusal]:
        """What is wrong with the next request or packet."""
        self._judged += 1
        refusals = [Refusal(what, fault, self._judged) for fault in faults]
        self.refusals += refusals
        return refusals

    def expects(self, words: str) -> None:
        """What was refused so far with these words was sent wrong on purpose, and is forgotten. Raises `AssertionError`
        if nothing was.
        """
        meant = [refusal for refusal in self.refusals if words in str(refusal)]
        assert meant, f"nothing was refused with {words!r}, only {[*map(str, self.refusals)]}"
        self.refusals = [refusal for refusal in self.refusals if refusal not in meant]

    def take(self) -> list[Refusal]:
        """The refusals, for whoever says them; they are counted from now on, and kept no longer."""
        self._refused, taken, self.refusals = self.refused, self.refusals, []
        return taken

    @property
    def refused(self) -> int:
        """How many requests and packets were, whatever is wrong with each."""
        return self._refused + len({refusal.number for refusal in self.refusals})

    def asks(self, interaction: Json) -> None:
        """Somebody has typed, pressed or filled in something, which may be forged."""
        with suppress(AttributeError, KeyError, TypeError):
            self.asked.add(interaction)
            pressed = interaction["data"].get("custom_id")
            shown = walked(interaction["message"]["components"]) if pressed else ()
            if any(each.get("custom_id") == pressed for each in shown):
                self.asked.pressed(pressed)

    def registers(self, commands: Iterable[Json]) -> None:
        """These are the bot's commands."""
        kept = ("name", "type", "options")
        self.commands.update((each["name"], {key: each[key] for key in kept if key in each}) for each in commands)

    @property
    def never(self) -> dict[str, list[str]]:
        """What nobody has asked for, by its kind."""
        typed, apps = ([each for each in self.commands.values() if is_app(each) is app] for app in (False, True))
        return self.asked.never(typed, apps)

    def add(self, summary: Mapping[str, Any]) -> None:
        """What others have seen, by their `summary`."""
        self.routes.update(summary["routes"])
        self.packets += summary["packets"]
        self._refused += summary["refused"]
        self.largest.join(summary["largest"])
        self.commands.update(summary["commands"])
        for kind, counts in vars(self.asked).items():
            counts.update(summary["asked"][kind])

    @property
    def summary(self) -> dict[str, Any]:
        """The numbers, as JSON has them."""
        return {
            "routes": dict(self.routes),
            "packets": self.packets,
            "refused": self.refused,
            "largest": self.largest.seen,
            "asked": vars(self.asked),
            "commands": self.commands,
        }

    @property
    def line(self) -> str:
        """All of it in a line."""
        return f"{sum(self.routes.values())} requests of {len(self.routes)} routes, {self.refused} refused"


def is_app(command: Json) -> bool:
    """Whether a command is chosen under Apps, at a person or a message, and not typed."""
    return command.get("type", _TYPED) != _TYPED
