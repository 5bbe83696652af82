"""The buttons under a table that is over: to see a game again, to have its files, to check its dice."""

from __future__ import annotations

from bot.backgammon import Illegal, Stale
from bot.cogs.choices import chosen
from bot.cogs.lookup import find_table
from bot.cogs.records import export, replay
from bot.cogs.reference import tell_dice
from bot.cogs.services import Services
from bot.screens.answer import Answer
from bot.screens.buttons import view
from bot.screens.custom_ids import Press
from bot.screens.ended_items import export_items, replay_items
from bot.screens.faces import face_of
from bot.screens.reference.faults import FactFault
from bot.tables.faults import TableTrouble
from bot.tables.table import Table


async def press_replay(services: Services, answer: Answer, press: Press) -> None:
    """The button Replay: of several games one is chosen first."""
    table = await _over(services, answer, press)
    if items := replay_items(table, answer.t):
        await answer.say(answer.t("Which game?"), view(items))
    else:
        await replay(services, answer, table.id)


async def press_replay_game(services: Services, answer: Answer, press: Press) -> None:
    """Which game is shown."""
    number = chosen(answer)
    if not number.isdecimal():
        raise Stale(TableTrouble.MOVED_ON)
    await replay(services, answer, f"{press.table}-{number}")
    await answer.remove()


async def press_export(services: Services, answer: Answer, press: Press) -> None:
    """The button Export: the kind of file is chosen first."""
    table = await _over(services, answer, press)
    items = export_items(table, face_of(table), answer.t)
    if not items:
        raise Illegal(FactFault.NONE_FINISHED, table=table.id)
    await answer.say(answer.t("Which file?"), view(items))


async def press_export_as(services: Services, answer: Answer, press: Press) -> None:
    """In which kind of file."""
    await export(services, answer, press.table, chosen(answer))


async def press_dice(services: Services, answer: Answer, press: Press) -> None:
    """The button Dice."""
    await tell_dice(services, answer, press.table)


async def _over(services: Services, answer: Answer, press: Press) -> Table:
    """The table under which the button stands, once it has come to a game."""
    table = await find_table(services, answer.interaction, press.table)
    if table.state is None:
        raise Stale(TableTrouble.MOVED_ON)
    return table
