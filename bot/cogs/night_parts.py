"""What keeps nights, made once at the start."""

from __future__ import annotations

from collections.abc import Callable

import discord
from msgspec import Struct

from bot.screens.answer import Answer
from bot.screens.discord_errors import Trouble
from bot.screens.nights.presenter import NightPresenter
from bot.screens.painter import Painter
from bot.screens.presenter import Presenter
from bot.store import Store
from bot.tables.chouette.night_clock import NightClock
from bot.tables.chouette.night_tables import NightTables
from bot.tables.desk import Desk
from bot.tables.lifecycle import Lifecycle
from bot.tables.night_log import Nights
from bot.tables.preferences import Preferences
from bot.tables.presence import WhoIsGone
from bot.tables.refused_posts import RefusedPosts
from bot.tables.repository import TableRepository
from bot.tables.schedule import Schedule


class NightParts(Struct, frozen=True):
    """Their log, their tables, and the clock that brings them up to date."""

    log: Nights
    tables: NightTables
    clock: NightClock


def night_parts(
    client: discord.Client,
    store: Store,
    repository: TableRepository,
    desk: Desk,
    lifecycle: Lifecycle[Answer, Trouble],
    schedule: Schedule,
    refused: RefusedPosts,
    preferences: Preferences,
    presenter: Presenter,
    painter: Painter,
    now: Callable[[], float],
    mine: Callable[[int], bool],
    gone: WhoIsGone,
) -> NightParts:
    """The parts for the servers of `client`. What becomes of tables is carried to their nights from now on."""
    log = Nights(store, now)
    tables = NightTables(store, repository, desk, log, now)
    lifecycle.carries = tables.carry
    shown = NightPresenter(client, log, preferences, presenter, painter, now)
    clock = NightClock(schedule, store, log, tables, lifecycle, shown, preferences, refused, now, mine, gone)
    return NightParts(log, tables, clock)
