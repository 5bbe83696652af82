"""The composer's presses: a play is put together in a message to one person alone, and nothing is saved before Confirm.

It opens as the answer to one's own Roll where the dice leave a choice, or by Move. Once the play is made, nothing of it
is left; one that others have overtaken goes at its next press.
"""

from __future__ import annotations

import asyncio

import discord

from bot.backgammon import Board, Draft, Foreign, Refused, Stale, TableFault
from bot.backgammon.actions import Move
from bot.cogs.acting import acted, shown
from bot.cogs.hints import may_hint
from bot.cogs.services import Services
from bot.screens.answer import Answer
from bot.screens.board_scene import draft_scene
from bot.screens.composer import Composed, composer_screen
from bot.screens.custom_ids import Press
from bot.screens.faces import board_face
from bot.screens.picture import of_board
from bot.tables import intents
from bot.tables.board_game import on_board
from bot.tables.faults import TableTrouble
from bot.tables.table import Table


async def roll(services: Services, answer: Answer, table: str | None = None, question: int | None = None) -> None:
    """Roll, and open the composer for whoever has rolled, if it is theirs to choose a play."""
    outcome = await acted(services, answer, intents.roll(), table, question)
    after = outcome.table
    game, state = on_board(after.game), after.state
    assert state is not None
    if game.mover(state) != after.seat_of(answer.interaction.user.id) or len(game.plays(state)) < 2:
        await shown(services, answer, outcome)
        return
    await answer.acknowledge()
    await asyncio.gather(_serve(services, answer, after), _open(services, answer, after, game.board(state)))


async def _serve(services: Services, answer: Answer, table: Table) -> None:
    """Show everybody what has been done, by the bot's own means: the answer is another one."""
    if await services.serve(table, answer, apart=True):
        answer.shown()


async def press_roll(services: Services, answer: Answer, press: Press) -> None:
    """The Roll button."""
    await roll(services, answer, press.table, press.question or None)


async def open_composer(services: Services, answer: Answer, press: Press) -> None:
    """The Move button."""
    table, board = await _asked(services, answer, press)
    await _open(services, answer, table, board)


async def compose(services: Services, answer: Answer, press: Press) -> None:
    """A press in the composer: its `extra` is the draft, its verb what is done with it."""
    try:
        await _compose(services, answer, press)
    except Refused:
        await answer.remove()
        # Whoever has made the play, in this moment or elsewhere, sees that on the board.
        if not await _has_played(services, answer, press):
            raise


async def _compose(services: Services, answer: Answer, press: Press) -> None:
    table, board = await _asked(services, answer, press)
    composed = Composed.parse(press.extra)
    match press.verb:
        case "back":
            composed = composed.back()
        case "flip":
            composed = composed.turned()
        case _:
            pass
    draft = _draft(table, board, composed)
    if draft.play is None or not await _counts(services, answer, press):
        words, buttons = _screen(services, answer, table, board, draft, composed)
        if press.verb == "order":
            await answer.change(None, buttons)
        else:
            await answer.change(words, buttons, await _picture(services, answer, table, board, draft, composed))
    else:
        await answer.acknowledge()
        outcome = await acted(services, answer, intents.move(str(draft.play)), press.table, press.question)
        await _serve(services, answer, outcome.table)
        await answer.remove()


async def _counts(services: Services, answer: Answer, press: Press) -> bool:
    """Whether a draft that is complete is played by this press."""
    if press.verb == "step":
        return (await services.preferences.of_person(answer.interaction.user.id)).play_at_once
    return press.verb == "confirm"


async def _has_played(services: Services, answer: Answer, press: Press) -> bool:
    """Whether the last thing that anybody has done at the table is this person's play."""
    assert answer.interaction.channel_id is not None
    table = await services.repository.load(answer.interaction.channel_id, press.table)
    if table is None:
        return False
    done = next((news.action for news in reversed(table.news) if news.action.by is not None), None)
    return isinstance(done, Move) and done.by == table.seat_of(answer.interaction.user.id)


async def _asked(services: Services, answer: Answer, press: Press) -> tuple[Table, Board]:
    """The table and its board, if the play is this person's to make and the question still open."""
    assert answer.interaction.channel_id is not None
    table = await services.desk.table(answer.interaction.channel_id, press.table)
    game, state = on_board(table.game), table.state
    seat = table.seat_of(answer.interaction.user.id)
    if seat is None:
        raise Foreign(TableFault.NOT_SEATED)
    if state is not None and state.closed:
        raise Stale(TableFault.CLOSED)
    if state is None or state.question != press.question or (board := game.board(state)).dice is None:
        raise Stale(TableTrouble.MOVED_ON)
    if game.mover(state) != seat:
        raise Foreign(TableFault.NOT_YOUR_TURN)
    return table, board


def _draft(table: Table, board: Board, composed: Composed) -> Draft:
    """What has been chosen, complete as soon as there is one play left that it can become."""
    assert board.dice is not None
    try:
        draft = Draft(board.position, board.dice, composed.picks, on_board(table.game).max_on_point(table.state))
    except ValueError as error:
        raise Stale(TableTrouble.MOVED_ON) from error
    return draft.completed()


async def _open(services: Services, answer: Answer, table: Table, board: Board) -> None:
    composed = Composed(flipped=bool(board.turn))
    draft = _draft(table, board, composed)
    words, buttons = _screen(services, answer, table, board, draft, composed)
    picture = await _picture(services, answer, table, board, draft, composed)
    await answer.aside(words, buttons, picture, passing=True)


def _screen(
    services: Services, answer: Answer, table: Table, board: Board, draft: Draft, composed: Composed
) -> tuple[str, discord.ui.View]:
    """Words and buttons."""
    assert board.dice is not None and table.state is not None
    hints = may_hint(services, table, answer.interaction.user.id)
    return composer_screen(table.id, table.state.question, draft, composed, board.dice, answer.t, hints=hints)


async def _picture(
    services: Services, answer: Answer, table: Table, board: Board, draft: Draft, composed: Composed
) -> discord.File:
    assert board.dice is not None and board.turn is not None
    theme = await services.preferences.theme(answer.interaction.user.id, table.about.guild)
    scene = board_face(table).scene(table.public, theme, answer.t)
    scene = draft_scene(scene, board.turn, draft, board.dice, composed.latest(draft), flipped=composed.flipped)
    return await services.painter.file(of_board(scene, answer.t), "draft.png")
