"""What people have sent: every command, option with suggestions, button and form, and which of them never."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Any

from simcord.enums import InteractionType, OptionType
from simcord.interactions import command_leaves

from bot.cogs.verbs import Request, Verb, rows, verb_of
from bot.screens.custom_ids import Press

_SUBCOMMANDS = (OptionType.SUBCOMMAND, OptionType.SUBCOMMAND_GROUP)
_Json = dict[str, Any]


class Sent:
    """Counts by name; of buttons those that were there to be pressed, and not what was forged."""

    def __init__(self) -> None:
        self.commands, self.suggestions = Counter[str](), Counter[str]()
        self.buttons, self.forms = Counter[str](), Counter[str]()

    def add(self, payload: _Json) -> None:
        """An interaction, as Discord tells the bot of it."""
        data = payload["data"]
        match payload["type"]:
            case InteractionType.APPLICATION_COMMAND:
                self.commands[named(data)[0]] += 1
            case InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE:
                name, options = named(data)
                self.suggestions.update(f"{name}: {each['name']}" for each in options if each.get("focused"))
            case InteractionType.MODAL_SUBMIT:
                self.forms.update(verbs_of(data["custom_id"]))
            case _:
                pass

    def pressed(self, custom_id: str) -> None:
        """A button or a list that somebody was shown."""
        self.buttons.update(verbs_of(custom_id))

    def rarity(self, names: Iterable[str]) -> float:
        """How seldom the rarest of some verbs and commands was sent: 1 is never; little for none at all."""
        return max((1 / (1 + self.buttons[name] + self.commands[name]) for name in names), default=0.1)

    def never(self, commands: Iterable[_Json], apps: Iterable[_Json]) -> dict[str, list[str]]:
        """What was never sent, by its kind. `commands`, and those under `apps`: as the bot has registered them."""
        leaves = [(" ".join(path), leaf) for each in commands for path, leaf in command_leaves(each)]
        suggested = [
            f"{name}: {option['name']}"
            for name, leaf in leaves
            for option in leaf.get("options") or ()
            if option.get("autocomplete")
        ]
        typed = {name.replace(" ", "_") for name, _ in leaves}
        return {
            "commands": sorted({name for name, _ in leaves} - self.commands.keys()),
            "apps": sorted({each["name"] for each in apps} - self.commands.keys()),
            "suggestions": sorted(set(suggested) - self.suggestions.keys()),
            "buttons": sorted(buttons(typed) - self.buttons.keys()),
            "forms": sorted({name for name, verb in rows().items() if verb.takes} - self.forms.keys()),
        }


def buttons(typed: Iterable[str]) -> set[str]:
    """The verbs that stand on a button or a list."""
    typed = set(typed)
    return {name for name, verb in rows().items() if verb.press or verb.asks or (verb.does and name not in typed)}


def named(data: _Json) -> tuple[str, list[_Json]]:
    """The whole name of a command, and its options."""
    words, options = [data["name"]], data.get("options") or []
    while options and options[0]["type"] in _SUBCOMMANDS:
        words.append(options[0]["name"])
        options = options[0].get("options") or []
    return " ".join(words), options


def verbs_of(custom_id: str) -> Iterator[str]:
    """The verb that a button carries, and the one that it asks once more about."""
    press = Press.parse(custom_id)
    verb: Verb | None = verb_of(press) if press else None
    if press is None or verb is None:
        return
    yield verb.name
    if asked := Request.parse(press.extra):
        yield asked.verb.name
