"""The table of verbs: one row for everything that a press or a form can request, and for what commands do at a table.

A row holds all facts about its verb. The router, the log, confirmations and answers read it; there is no other list of
verbs. Rows are `register`ed where they are used: those of every table in `common_verbs`, a game's own beside it or at
the end of its cog. A command that only answers needs none: the log has its name from the command tree.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Iterable, Mapping
from enum import Enum
from typing import NamedTuple

import discord
from discord import app_commands
from msgspec import Struct
from msgspec.structs import replace

from bot.backgammon import Reply, Seat
from bot.cogs.context import Context
from bot.cogs.places import IN_SERVERS, WITH_US, Place, Places
from bot.cogs.services import Interaction
from bot.core.actions import Action, BetIndex
from bot.core.intent import Intent
from bot.screens.buttons import Item
from bot.screens.custom_ids import Press
from bot.telemetry import SEALED, UNKNOWN

Argument = tuple[Seat, ...] | Mapping[BetIndex, Reply] | None
"""The argument of a verb: players, or cubes by their bets with an answer to each; None: all possible ones."""

#: The intent for an argument; None for an argument that the verb does not take.
Does = Callable[[Argument], Intent | None]
Handler = Callable[[Context], Awaitable[None]]
_NOT_LETTERS = re.compile("[^a-z]+")
_LETTERS = {reply.value[0]: reply for reply in Reply}


class Confirm(Enum):
    """When a confirmation is asked for."""

    NEVER = "never"
    WANTED = "unless that person has switched it off"
    ALWAYS = "always"


class Verb(Struct, frozen=True):
    name: str
    """As in custom ids; after a colon the `extra` of a press, if only presses with that one are meant. For a command
    its own name, with `_` for each space.
    """
    does: Does | None = None
    """Its effect at a table, if name and argument describe it completely."""
    press: Handler | None = None
    """The handler of a press; None: it `does`."""
    asks: Callable[[Context], discord.ui.Modal] | None = None
    """The modal that answers a press; it has to be the first answer. Refusals come when it is submitted."""
    takes: Handler | None = None
    """The handler of a submitted modal."""
    private: bool = False
    """Whether it is only offered in ephemeral messages; elsewhere it would change a public one."""
    apart: bool = False
    """Whether its answer is a new ephemeral message instead of an edit of the pressed one."""
    instead: Callable[[Context, str | None], Awaitable[bool]] | None = None
    """What is done instead at some tables; whether it was. Given the id of a table; None: that of the channel."""
    confirm: Confirm = Confirm.NEVER
    makes: type[Action] = Action
    """The kind of action it leads to; omitted for verbs with several kinds."""
    logged: str = ""
    """The word for it in the log, if not the name."""
    where: Places = IN_SERVERS
    """Where it may be pressed."""

    @property
    def word(self) -> str:
        """The word for it in the log: one word for all whose action is sealed."""
        return SEALED if self.makes.sealed else self.logged or self.name


class Request(NamedTuple):
    """A request: a verb and, if it has one, its argument.

    `str(request)`, which fits into a custom id, and `parse` are a pair.
    """

    verb: Verb
    argument: Argument = None

    def __str__(self) -> str:
        return self.verb.name if self.argument is None else f"{self.verb.name}/{_written(self.argument)}"

    @classmethod
    def parse(cls, text: str) -> Request | None:
        """Parse a request; None for anything that cannot be requested of a table."""
        name, slash, argument = text.partition("/")
        verb, about = _rows.get(name), _read(argument) if slash else None
        made = cls(verb, about) if verb and (about is not None or not slash) else None
        return made if made and made.intent else None

    @property
    def intent(self) -> Intent | None:
        """Its intent; None if it has none, or the argument does not fit the verb."""
        return self.verb.does(self.argument) if self.verb.does else None


def with_us(*verbs: Verb) -> tuple[Verb, ...]:
    """The same rows, for direct messages with the bot too."""
    return tuple(replace(verb, where=WITH_US) if verb.where is IN_SERVERS else verb for verb in verbs)


_rows: dict[str, Verb] = {}


def register(verbs: Iterable[Verb]) -> None:
    """Add rows, as a game's cog does before the bot starts. Raises `ValueError` for a name that exists."""
    for verb in verbs:
        if _rows.setdefault(verb.name, verb) is not verb:
            raise ValueError(f"two rows for the verb {verb.name}")


def rows() -> Mapping[str, Verb]:
    return dict(_rows)


def verb_of(press: Press) -> Verb | None:
    """The row of a press or form; None for an unknown verb, perhaps of an older bot."""
    return _rows.get(f"{press.verb}:{press.extra}") or _rows.get(press.verb)


def pressable(place: Place, items: Iterable[Item]) -> list[Item]:
    """Those of these items that may be pressed in such a place."""
    presses = [(each, Press.parse(getattr(each, "custom_id", None) or "")) for each in items]
    verbs = [(each, verb_of(press) if press else None) for each, press in presses]
    return [each for each, verb in verbs if verb is None or place in verb.where]


def request(name: str, argument: Argument = None) -> Request:
    """A request for a verb of the table. Raises `KeyError` for an unknown one."""
    return Request(_rows[name], argument)


def logged(interaction: Interaction) -> str:
    """The word in the log for an interaction. Unknown verbs have none, because they may be forged."""
    command = interaction.command if interaction.type is discord.InteractionType.application_command else None
    if isinstance(command, app_commands.ContextMenu):
        return "apps_" + _NOT_LETTERS.sub("_", command.name.casefold()).strip("_")
    if command is not None:
        name = command.qualified_name.replace(" ", "_")
        return _rows[name].word if name in _rows else name
    if press := Press.parse(str((interaction.data or {}).get("custom_id", ""))):
        confirmed = Request.parse(press.extra) if press.verb == "sure" else None
        verb = confirmed.verb if confirmed else verb_of(press)
    else:
        verb = None
    return verb.word if verb else UNKNOWN


# Arguments


def plainly(intent: Intent) -> Does:
    return lambda argument: intent if argument is None else None


def about_seats(intent: Callable[[tuple[Seat, ...] | None], Intent]) -> Does:
    """A verb that may name players; None: all possible ones."""
    return lambda argument: intent(argument) if argument is None or isinstance(argument, tuple) else None


def about_cubes(intent: Callable[[Mapping[BetIndex, Reply]], Intent]) -> Does:
    """A verb that answers several cubes at once, each by its bet."""
    return lambda argument: intent(argument) if isinstance(argument, Mapping) else None


def _written(argument: tuple[Seat, ...] | Mapping[BetIndex, Reply]) -> str:
    """An argument in a custom id: `0.2` for seats, `0t.1d` for answers to cubes."""
    if isinstance(argument, tuple):
        return ".".join(map(str, argument))
    return ".".join(f"{bet}{argument[bet].value[0]}" for bet in sorted(argument))


def _read(text: str) -> Argument:
    """The inverse; None for any other text. An empty text is an empty list of seats."""
    parts = text.split(".") if text else []
    if all(part.isdecimal() for part in parts):
        return tuple(map(int, parts))
    if all(part[:-1].isdecimal() and part[-1:] in _LETTERS for part in parts):
        return {BetIndex(int(part[:-1])): _LETTERS[part[-1]] for part in parts}
    return None
