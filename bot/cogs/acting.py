"""Acting at a table by a verb, whether by command or by button."""

from __future__ import annotations

from bot.cogs.context import Context
from bot.cogs.verbs import Confirm, Request
from bot.screens.buttons import GREY, RED, button, view
from bot.screens.custom_ids import Press
from bot.screens.faces import face_of
from bot.screens.names import bold_names
from bot.tables.table import Table


async def act_plainly(ctx: Context, request: Request, table: str | None = None, question: int | None = None) -> None:
    """Perform a request, after a confirmation where one is due. `table` as in `Context.acted`."""
    intent, confirm = request.intent, request.verb.confirm
    assert intent is not None
    if confirm is Confirm.ALWAYS or (confirm is Confirm.WANTED and (await ctx.preferences()).confirm):
        found, action = await ctx.services.desk.would(
            ctx.channel, ctx.person, intent, table=table or ctx.press.table or None, question=question
        )
        assert found.state is not None
        if words := face_of(found).confirmation(found.state, action, bold_names(found), ctx.t):
            await _ask_again(ctx, request, words, found.id, _asked_about(request, found, question))
            return
    await do(ctx, request, table, question)


async def do(ctx: Context, request: Request, table: str | None = None, question: int | None = None) -> None:
    """Perform the request without confirmation."""
    intent, instead = request.intent, request.verb.instead
    assert intent is not None
    if instead is not None and await instead(ctx, table or ctx.press.table or None):
        return
    outcome = await ctx.acted(intent, table=table, question=question)
    face, before = face_of(outcome.table), outcome.before.state
    if sealed := face.sealed(before, outcome.table.state, request.verb.name, ctx.t):
        # The pressed message stays unchanged for the others; only the player is told what they have said.
        await ctx.aside(sealed, passing=True)
        await ctx.serve(outcome.table, apart=True)
        return
    await ctx.show(outcome)


def _asked_about(request: Request, table: Table, question: int | None) -> int:
    """The number of the question answered; leaving is possible during any question."""
    if question is not None:
        return question
    assert table.state is not None
    return table.state.table_question if request.verb.confirm is Confirm.ALWAYS else table.state.question


async def _ask_again(ctx: Context, request: Request, words: str, table: str, question: int) -> None:
    sure = [
        button(ctx.t("Confirm"), Press("sure", table, question, str(request)), RED),
        button(ctx.t("Cancel"), Press("cancel", table, question), GREY),
    ]
    await ctx.aside(words, view(sure), passing=True)
