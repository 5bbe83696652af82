"""The table of verbs: one row for everything that a press or a form can ask for, and for what commands do at a table.

All that must be known of a verb stands in its row. The router, the log, the second question before something is done
and the answer after it read it there; nobody keeps a list of verbs beside. Rows are `register`ed by whom they serve:
those of every table stand in `common_verbs`, a game's own beside it or at the end of its cog. A command that only
answers needs none: the log has its name from the command tree.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Iterable, Mapping
from enum import Enum
from typing import NamedTuple

import discord
from msgspec import Struct

from bot.backgammon import Reply, Seat
from bot.cogs.context import Context
from bot.cogs.services import Interaction
from bot.core.actions import Action, BetIndex
from bot.core.intent import Intent
from bot.screens.custom_ids import Press
from bot.telemetry import SEALED, UNKNOWN

Argument = tuple[Seat, ...] | Mapping[BetIndex, Reply] | None
"""What a verb is about: people, or cubes by their bets with an answer to each; None: whatever it can mean."""

#: What a verb does with its argument; None for an argument that it does not take.
Does = Callable[[Argument], Intent | None]
Handler = Callable[[Context], Awaitable[None]]
_LETTERS = {reply.value[0]: reply for reply in Reply}


class Confirm(Enum):
    """When somebody is asked once more, where something hangs on it."""

    NEVER = "never"
    WANTED = "unless that person has switched it off"
    ALWAYS = "always"


class Verb(Struct, frozen=True):
    """A row of the table."""

    name: str
    """As in custom ids; behind a colon the `extra` of a press, where only a press with that one is meant. A command's
    is its own name, with `_` for each space."""
    does: Does | None = None
    """What it does at a table, where its name and argument say that completely."""
    press: Handler | None = None
    """What answers a press; None: what it `does`."""
    asks: Callable[[Context], discord.ui.Modal] | None = None
    """The form by which a press is answered: at once, or it could not be. So it is refused, if need be, when the form
    is filled in."""
    takes: Handler | None = None
    """What takes a filled-in form."""
    private: bool = False
    """Whether it stands only in messages that one person sees; pressed elsewhere it would change what all see."""
    apart: bool = False
    """Whether it is answered by a message to one person, and not by a change of the one that was pressed."""
    confirm: Confirm = Confirm.NEVER
    makes: type[Action] = Action
    """The kind of action it comes to, or that who presses it thinks of; a verb of several kinds leaves it out."""
    logged: str = ""
    """The word for it in the log, if it is not the name."""

    @property
    def word(self) -> str:
        """The word for it in the log: one for all whose action is sealed."""
        return SEALED if self.makes.sealed else self.logged or self.name


class Request(NamedTuple):
    """What somebody asks for: a verb and, if it has one, its argument.

    `str(request)`, a word that a button can carry, and `parse` are a pair.
    """

    verb: Verb
    argument: Argument = None

    def __str__(self) -> str:
        return self.verb.name if self.argument is None else f"{self.verb.name}/{_written(self.argument)}"

    @classmethod
    def parse(cls, text: str) -> Request | None:
        """None for what can be asked of no table."""
        name, slash, argument = text.partition("/")
        verb, about = _rows.get(name), _read(argument) if slash else None
        made = cls(verb, about) if verb and (about is not None or not slash) else None
        return made if made and made.intent else None

    @property
    def intent(self) -> Intent | None:
        """What it does at a table; None if that is nothing, or the argument is none of this verb."""
        return self.verb.does(self.argument) if self.verb.does else None


_rows: dict[str, Verb] = {}


def register(verbs: Iterable[Verb]) -> None:
    """Add rows, as a game's cog does before the bot starts. Raises `ValueError` for a name that another row has."""
    for verb in verbs:
        if _rows.setdefault(verb.name, verb) is not verb:
            raise ValueError(f"two rows for the verb {verb.name}")


def rows() -> Mapping[str, Verb]:
    """The whole table, by name."""
    return dict(_rows)


def verb_of(press: Press) -> Verb | None:
    """The row of a press or form; None for a verb of nobody's, or of an older bot's."""
    return _rows.get(f"{press.verb}:{press.extra}") or _rows.get(press.verb)


def request(name: str, argument: Argument = None) -> Request:
    """What one asks for by a verb of the table. Raises `KeyError` for another."""
    return Request(_rows[name], argument)


def logged(interaction: Interaction) -> str:
    """The word in the log for what somebody asks for. A press that has no row has none: it might be forged."""
    command = interaction.command if interaction.type is discord.InteractionType.application_command else None
    if command is not None:
        name = command.qualified_name.replace(" ", "_")
        return _rows[name].word if name in _rows else name
    if press := Press.parse(str((interaction.data or {}).get("custom_id", ""))):
        confirmed = Request.parse(press.extra) if press.verb == "sure" else None
        verb = confirmed.verb if confirmed else verb_of(press)
    else:
        verb = None
    return verb.word if verb else UNKNOWN


# What verbs are about


def plainly(intent: Intent) -> Does:
    """A verb that takes nothing."""
    return lambda argument: intent if argument is None else None


def about_seats(intent: Callable[[tuple[Seat, ...] | None], Intent]) -> Does:
    """A verb that may say whom it is about; None: all that it can mean."""
    return lambda argument: intent(argument) if argument is None or isinstance(argument, tuple) else None


def about_cubes(intent: Callable[[Mapping[BetIndex, Reply]], Intent]) -> Does:
    """A verb that answers several cubes at once, each by its bet."""
    return lambda argument: intent(argument) if isinstance(argument, Mapping) else None


def _written(argument: tuple[Seat, ...] | Mapping[BetIndex, Reply]) -> str:
    """An argument as a button carries it: `0.2` for seats, `0t.1d` for answers to cubes."""
    if isinstance(argument, tuple):
        return ".".join(map(str, argument))
    return ".".join(f"{bet}{argument[bet].value[0]}" for bet in sorted(argument))


def _read(text: str) -> Argument:
    """The inverse; None for what is neither. No word at all is nobody's seat."""
    parts = text.split(".") if text else []
    if all(part.isdecimal() for part in parts):
        return tuple(map(int, parts))
    if all(part[:-1].isdecimal() and part[-1:] in _LETTERS for part in parts):
        return {BetIndex(int(part[:-1])): _LETTERS[part[-1]] for part in parts}
    return None
