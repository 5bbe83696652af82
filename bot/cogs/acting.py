"""Acting at a table, by command or by button: one way for both."""

from __future__ import annotations

from bot.cogs.services import Services, person_of, receipt_of
from bot.cogs.verbs import Confirm, Request
from bot.core.intent import Intent
from bot.screens.answer import Answer
from bot.screens.buttons import GREY, RED, button, view
from bot.screens.custom_ids import Press
from bot.screens.faces import face_of
from bot.screens.names import bold_names
from bot.tables.repository import Outcome
from bot.tables.table import Table


async def act(
    services: Services,
    answer: Answer,
    intent: Intent,
    *,
    table: str | None = None,
    question: int | None = None,
    said: str = "",
) -> None:
    """Let somebody act, answer them and show the table. `said`: what they alone are told, where all do not see it."""
    await shown(services, answer, await acted(services, answer, intent, table, question), said)


async def acted(services: Services, answer: Answer, intent: Intent, table: str | None, question: int | None) -> Outcome:
    """Let somebody act. Raises as `Desk.act`."""
    interaction = answer.interaction
    assert interaction.channel_id is not None
    return await services.desk.act(
        interaction.channel_id,
        person_of(interaction.user),
        intent,
        receipt=receipt_of(interaction),
        table=table,
        question=question,
        foreseen=services.presenter.foresee,
    )


async def shown(services: Services, answer: Answer, outcome: Outcome, said: str = "") -> None:
    """Answer somebody who has acted, and show the table."""
    answer.said = said
    await services.serve(outcome.table, answer)


async def act_plainly(
    services: Services, answer: Answer, request: Request, table: str | None = None, question: int | None = None
) -> None:
    """What is asked for, asked once more where that is the custom."""
    intent, confirm = request.intent, request.verb.confirm
    assert intent is not None
    interaction = answer.interaction
    if confirm is Confirm.ALWAYS or (
        confirm is Confirm.WANTED and (await services.preferences.of_person(interaction.user.id)).confirm
    ):
        assert interaction.channel_id is not None
        found, action = await services.desk.would(
            interaction.channel_id, person_of(interaction.user), intent, table=table, question=question
        )
        assert found.state is not None
        if words := face_of(found).confirmation(found.state, action, bold_names(found), answer.t):
            await _ask_again(answer, request, words, found.id, _asked_about(request, found, question))
            return
    await do(services, answer, request, table, question)


async def do(
    services: Services, answer: Answer, request: Request, table: str | None = None, question: int | None = None
) -> None:
    """What is asked for, without more ado."""
    intent = request.intent
    assert intent is not None
    outcome = await acted(services, answer, intent, table, question)
    face, before = face_of(outcome.table), outcome.before.state
    if sealed := face.sealed(before, outcome.table.state, request.verb.name, answer.t):
        # The message that was pressed stays as it is for the others; he alone is told what he has said.
        await answer.aside(sealed, passing=True)
        await services.serve(outcome.table, answer, apart=True)
        return
    await shown(services, answer, outcome)


def _asked_about(request: Request, table: Table, question: int | None) -> int:
    """The question that is answered: one may leave whatever is asked."""
    if question is not None:
        return question
    assert table.state is not None
    return table.game.table_question(table.state) if request.verb.confirm is Confirm.ALWAYS else table.state.question


async def _ask_again(answer: Answer, request: Request, words: str, table: str, question: int) -> None:
    sure = [
        button(answer.t("Confirm"), Press("sure", table, question, str(request)), RED),
        button(answer.t("Cancel"), Press("cancel", table, question), GREY),
    ]
    await answer.aside(words, view(sure), passing=True)
