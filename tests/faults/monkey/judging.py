"""What must be true whatever people do: they are answered, nothing is logged as an error, and no point is lost."""

from __future__ import annotations

import logging
import traceback

from discord import app_commands

from bot.chouette import Session
from bot.tables.kept_games import replay
from bot.tables.recounting import verify
from bot.tables.table import Table

from .crowd import Report
from .world import World

#: What the tree refuses because a client of Discord's would never send it, and answers in words.
_FORGED = (app_commands.TransformerError, app_commands.CheckFailure, app_commands.CommandSignatureMismatch)
#: What `bot.app` says of suggestions that could not be made.
_NO_SUGGESTIONS = "autocomplete failed"


class Journal(logging.Handler):
    """Keeps what was logged and should not be, faults with the step at which it was."""

    def __init__(self, report: Report) -> None:
        super().__init__(logging.WARNING)
        self._report = report
        self.faults: list[tuple[int, str]] = []
        self.warnings: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        said, error = record.getMessage(), record.exc_info[1] if record.exc_info else None
        if record.levelno >= logging.ERROR or error is not None or said.startswith(_NO_SUGGESTIONS):
            trace = "".join(traceback.format_exception(error)) if error else ""
            self.faults.append((self._report.steps, f"{record.name}: {said}\n{trace}"))
        else:
            self.warnings.append(f"{record.name}: {said}")


def unanswered(world: World, interaction: int) -> str:
    """What is wrong with the answer to an interaction, by what Discord has had; nothing if nothing is."""
    record = world.backend.interactions[interaction]
    if not record.responded:
        return "not answered"
    there = record.message_id in world.backend.messages.get(record.channel_id, {})
    return "promised, and never said" if record.loading and there else ""


def errors(world: World) -> list[str]:
    """What went wrong where simcord noticed it, and lines that could end between a number and its unit."""
    found = [error for error in world.env.errors if not isinstance(error, _FORGED)]
    return [*("".join(traceback.format_exception(error)) for error in found), *map("torn: {}".format, world.env.torn)]


async def accounts(world: World) -> list[str]:
    """What is wrong with the books: each table is what its log gives, no point comes from nowhere, and each ladder is
    what its list gives."""
    services, found = world.bot.services, list[str]()
    for table in await tables(world):
        entries = await services.store.log(table.channel, table.id)
        if table.state is None:
            continue
        if replay(table.game, entries) != table.state:
            found.append(f"table {table.id} is not what its log gives")
        if isinstance(table.state, Session) and sum(player.points for player in table.state.players):
            found.append(f"at table {table.id} points come from nowhere: {table.state.players}")
    for guild in world.guilds:
        differences = (await verify(services.store, services.preferences, guild.id)).differences
        found += [f"the ladder of {guild.name} is not what its list gives: {each}" for each in differences]
    return found


async def tables(world: World) -> list[Table]:
    """All that anybody has sat at and that can be read."""
    services, found = world.bot.services, dict[str, Table]()
    for person in world.users:
        for name in await services.store.tables_of(person, None):
            place = await services.store.channel_of(name) if name not in found else None
            table = await services.repository.load(place, name) if place else None
            if table is not None:
                found[name] = table
    return list(found.values())
