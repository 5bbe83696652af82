"""Presses in the composer, an ephemeral message to enter a play; nothing is saved before Confirm.

It opens as the answer to one's own Roll where there is a choice, or by Move. It is deleted after the play; an outdated
one at its next press.
"""

from __future__ import annotations

import asyncio

import discord

from bot.backgammon import Board, Draft, Foreign, Refused, Stale, TableFault
from bot.backgammon.actions import Move
from bot.cogs.context import Context, moved_on
from bot.cogs.hints import may_hint
from bot.cogs.notes import note_of
from bot.cogs.teaching_aid import asks, stop_teaching
from bot.cogs.waiting import lead_on
from bot.screens.aid_words import aid_stopped
from bot.screens.board_scene import draft_scene
from bot.screens.clock_words import rest_words, timed
from bot.screens.composer import Composed, composer_screen
from bot.screens.faces import board_face
from bot.screens.painter import of_board
from bot.tables import intents
from bot.tables.board_game import board_of
from bot.tables.table import Table


async def roll(ctx: Context) -> None:
    """Roll, and open the composer if the roller has a choice."""
    outcome = await ctx.acted(intents.roll(), question=ctx.press.question or None)
    after = outcome.table
    state = board_of(after.state)
    if state.mover != after.seat_of(ctx.user) or len(state.plays) < 2:
        await ctx.show(outcome)
        return
    await ctx.acknowledge()
    await asyncio.gather(_serve(ctx, after), _open(ctx, after, state.board))


async def _serve(ctx: Context, table: Table) -> None:
    """Show the table without using the interaction, whose answer is the composer."""
    if await ctx.serve(table, apart=True):
        ctx.shown()


async def open_composer(ctx: Context) -> None:
    """The Move button."""
    table, board = await _asked(ctx)
    await _open(ctx, table, board)


async def compose(ctx: Context) -> None:
    """A press in the composer: its `extra` is the draft, its verb the operation."""
    try:
        await _compose(ctx)
    except Refused:
        await ctx.remove()
        # If the play has been made meanwhile, the board shows it.
        if not await _has_played(ctx):
            raise


async def press_aid_off(ctx: Context) -> None:
    """Switch the teaching aid off; its question is answered with the composer."""
    await stop_teaching(ctx)
    if ctx.press.extra:
        await compose(ctx)
    else:
        await ctx.aside(aid_stopped(ctx.t))


async def _compose(ctx: Context) -> None:
    table, board = await _asked(ctx)
    composed = Composed.parse(ctx.press.extra).pressed(ctx.press.verb)
    draft = _draft(table, board, composed)
    if draft.play is None or not await _counts(ctx):
        words, buttons = await _screen(ctx, table, board, draft, composed)
        if ctx.press.verb == "order":
            await ctx.change(None, buttons)
        else:
            await ctx.change(words, buttons, await _picture(ctx, table, board, draft, composed))
    elif not await asks(ctx, table, draft.play, composed):
        await ctx.acknowledge()
        outcome = await ctx.acted(intents.move(str(draft.play)), question=ctx.press.question)
        await _serve(ctx, outcome.table)
        await lead_on(ctx, outcome.table)


async def _counts(ctx: Context) -> bool:
    """Whether this press plays a complete draft."""
    if ctx.press.verb == "step":
        return (await ctx.preferences()).play_at_once
    return ctx.press.verb == "confirm"


async def _has_played(ctx: Context) -> bool:
    """Whether the last action at the table is this player's play."""
    table = await ctx.services.repository.load(ctx.channel, ctx.press.table)
    if table is None:
        return False
    done = next((news.action for news in reversed(table.news) if news.action.by is not None), None)
    return isinstance(done, Move) and done.by == table.seat_of(ctx.user)


async def _asked(ctx: Context) -> tuple[Table, Board]:
    """The table and its board, if the play is this player's and the question still open."""
    table = await ctx.table()
    if table.state is None:
        raise moved_on()
    state, seat = board_of(table.state), table.seat_of(ctx.user)
    if seat is None:
        raise Foreign(TableFault.NOT_SEATED)
    table.check_sits(ctx.user)
    if state.closed:
        raise Stale(TableFault.CLOSED)
    if state.question != ctx.press.question or state.board.dice is None:
        raise moved_on()
    if state.mover != seat:
        raise Foreign(TableFault.NOT_YOUR_TURN)
    return table, state.board


def _draft(table: Table, board: Board, composed: Composed) -> Draft:
    """The draft, completed if only one play is left."""
    assert board.dice is not None
    try:
        draft = Draft(board.position, board.dice, composed.picks, board_of(table.state).rules.max_on_point)
    except ValueError as error:
        raise moved_on() from error
    return draft.completed()


async def _open(ctx: Context, table: Table, board: Board) -> None:
    composed = Composed(flipped=bool(board.turn))
    draft = _draft(table, board, composed)
    _, (words, buttons), picture = await asyncio.gather(
        ctx.lend(), _screen(ctx, table, board, draft, composed), _picture(ctx, table, board, draft, composed)
    )
    await ctx.aside(words, buttons, picture, passing=True)


async def _screen(
    ctx: Context, table: Table, board: Board, draft: Draft, composed: Composed
) -> tuple[str, discord.ui.View]:
    """Text and buttons."""
    state, at = board_of(table.state), ctx.services.desk.discord.now()
    assert board.dice is not None and state.mover is not None
    hints = may_hint(ctx, table)
    words, buttons = composer_screen(table.id, state.question, draft, composed, board.dice, ctx.t, hints=hints)
    rest = rest_words(table, state.mover, at, ctx.t)
    return "\n".join(filter(None, (words, rest, await note_of(ctx, table)))), buttons


async def _picture(ctx: Context, table: Table, board: Board, draft: Draft, composed: Composed) -> discord.File:
    assert board.dice is not None and board.turn is not None
    theme = await ctx.theme()
    scene = timed(board_face(table).scene(table.public, theme, ctx.t), table, ctx.services.desk.discord.now(), ctx.t)
    scene = draft_scene(scene, board.turn, draft, board.dice, composed.latest(draft), flipped=composed.flipped)
    return await ctx.services.painter.file(of_board(scene, ctx.t), "draft.png")
