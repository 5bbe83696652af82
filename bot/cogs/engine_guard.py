"""Where the engine may be asked: for a decision where hints are allowed, and for any position that is not the board of
a running table at which the asker plays, or that this channel holds, without their being given a hint there; nor what
this server, elsewhere a server in which the asker plays, is asked today.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import msgspec
from msgspec import UNSET, Struct

from bot import limits
from bot.analysis.verdicts import Verdict
from bot.backgammon import BoardState, Illegal, Position, Refused, Rules, Stale, legal_plays
from bot.cogs.context import Context
from bot.store import place
from bot.tables.advice import Decision, HintFault, known
from bot.tables.board_game import board_of, on_board
from bot.tables.days import Puzzle, read_puzzle
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.own_servers import own_servers
from bot.tables.reviews import ReviewFault
from bot.tables.table import Stage, Table

_TOGETHER = 50
"""Tables that are read at once."""


async def check_may_be_judged(ctx: Context, position: Position) -> None:
    """Raise `Illegal` or `Stale` if a position, from either side and whatever dice or score are typed, is such a board,
    or what a play of the roll on it leads to.
    """
    async for table in _tables(ctx):
        if _shows(table, position):
            decision_for(ctx, table)


async def check_may_be_told(ctx: Context, position: Position) -> None:
    """The same, and that it is no position of the day while its answer is to come: of this server, elsewhere of those
    in which the user plays.
    """
    await check_may_be_judged(ctx, position)
    await _check_not_asked(ctx, position)


async def _check_not_asked(ctx: Context, position: Position) -> None:
    services = ctx.services
    guilds = (
        [ctx.guild]
        if ctx.guild
        else await own_servers(services.store, services.repository, services.preferences, ctx.user)
    )
    for puzzle in await asyncio.gather(*(_asked_today(ctx, guild) for guild in guilds)):
        if puzzle is not None and position in _seen(puzzle.verdict):
            raise Illegal(ReviewFault.ASKED_TODAY)


async def check_opening(ctx: Context, setup: Struct) -> None:
    """The same of the position in which a game by these rules begins, if they have one."""
    if isinstance(setup, Rules) and setup.opening is not UNSET:
        position = setup.opening.board(setup.variant)
        try:
            await check_may_be_judged(ctx, position)
        except Refused as error:
            raise Illegal(HintFault.BEING_PLAYED) from error
        await _check_not_asked(ctx, position)


def decision_for(ctx: Context, table: Table) -> Decision:
    """A user's decision at a table, if the engine may help. Raises `Illegal` or `Stale` with the reason."""
    game, state, seat = on_board(table.game), table.state, table.seat_of(ctx.user)
    if state is None or table.stage is not Stage.OPEN:
        raise Stale(TableTrouble.NO_TABLE)
    if not (table.about.hints or board_of(state).discussed):
        raise Illegal(game.hints_refused)
    if not known(board_of(state).rules):
        raise Illegal(HintFault.UNKNOWN_GAME)
    decision = None if seat is None or not table.sits(ctx.user) else game.decision(state, seat)
    if decision is None:
        raise Illegal(HintFault.NOT_YOURS)
    if not ctx.services.computers.thinker.available:
        raise Illegal(ChallengeFault.NO_ENGINE)
    return decision


async def _asked_today(ctx: Context, guild: int) -> Puzzle | None:
    """The position of the day of a server that is not answered yet."""
    data = (await ctx.services.store.positions.day(guild)).position
    try:
        return read_puzzle(data)
    except msgspec.MsgspecError:  # of a newer version, which knows what it asks
        return None


def _seen(verdict: Verdict) -> set[Position]:
    """The position of a decision and what its plays lead to, from either side."""
    asked = Position.from_id(verdict.position)
    boards = {asked, *(play.result for play in legal_plays(asked, verdict.dice))} if verdict.dice else {asked}
    return boards | {board.mirrored() for board in boards}


async def _tables(ctx: Context) -> AsyncIterator[Table]:
    """The table of this channel, and all that run at which the user plays, on whatever server."""
    if (held := await ctx.held()) is not None:
        yield held
    names = list(await _names(ctx))
    for first in range(0, len(names), _TOGETHER):
        for table in await asyncio.gather(*(_read(ctx, name) for name in names[first : first + _TOGETHER])):
            if table is not None and table.stage is Stage.OPEN:
                yield table


async def _names(ctx: Context) -> dict[str, None]:
    """Their channels and ids: those that wait for somebody, and the latest, of which that may not be noted yet."""
    store = ctx.services.store
    latest = await store.tables_of(ctx.user, limits.CHOICES)
    channels = await asyncio.gather(*(store.channel_of(name) for name in latest))
    noted = [place(channel, name) for channel, name in zip(channels, latest, strict=True) if channel is not None]
    return dict.fromkeys((*(each.table for each in await store.waits.of(ctx.user)), *noted))


async def _read(ctx: Context, name: str) -> Table | None:
    channel, _, id = name.partition(":")
    try:
        return await ctx.services.repository.load(int(channel), id)
    except Refused:  # of a newer version, which knows what is played there
        return None


def _shows(table: Table, position: Position) -> bool:
    state = table.state
    if not isinstance(state, BoardState) or state.over:
        return False
    boards = {state.board.position, *(play.result for play in state.plays)}
    return position in boards or position.mirrored() in boards
