"""What an engine has found in a game, on its way to the list of the game's server.

It is entered before the review itself is kept: so a review that is there is in the list too, and what is cut off in
between is found once more, which is the same, and then it is not entered again.
"""

from __future__ import annotations

from collections.abc import Iterable

from bot.analysis.report import sums
from bot.analysis.verdicts import Verdict
from bot.engine.reviews import PRESET
from bot.ladder.notes import Analysis, write_note
from bot.store import Store
from bot.tables.outbox import enter_finished
from bot.tables.repository import TableRepository
from bot.tables.reviews import engine
from bot.tables.standings import entries_of
from bot.tables.table import Table


async def enter_analysis(
    store: Store, repository: TableRepository, table: Table, game: int, verdicts: Iterable[Verdict]
) -> None:
    """Put what was found in a game to the end of its server's list, unless that is there.

    What somebody has brought from elsewhere is in no list, and what was voided is not either.
    """
    await enter_finished(store, repository, table)  # if nobody has come to that yet
    guild = table.about.guild
    entry = None if table.imported else (await entries_of(store, guild, table.id, game)).get(game)
    if entry is None:
        return
    shares = tuple(each.share(seat) for seat, each in sums(verdicts).items() if each.decisions)
    analysis = Analysis(entry, engine(), PRESET, shares)
    await store.ladder.note_analysis(guild, write_note(analysis), analysis.id)
