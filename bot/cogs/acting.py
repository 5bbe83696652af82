"""Acting at a table, by command or by button: one way for both."""

from __future__ import annotations

from bot.backgammon import Match, actions
from bot.cogs.services import Services, person_of, receipt_of
from bot.screens.answer import Answer
from bot.screens.buttons import GREY, RED, button, view
from bot.screens.custom_ids import Press
from bot.screens.words import kind_words
from bot.tables import deeds
from bot.tables.deeds import KINDS, Deed
from bot.tables.shelf import Outcome
from bot.tables.table import Table
from bot.texts import Texts

#: What needs nothing but the word itself, as button and as command.
PLAIN: dict[str, Deed] = {
    "roll": deeds.roll(),
    "double": deeds.plain(actions.Double),
    "take": deeds.plain(actions.Take),
    "drop": deeds.plain(actions.Drop),
    "beaver": deeds.plain(actions.Beaver),
    "raccoon": deeds.plain(actions.Raccoon),
    "undo": deeds.plain(actions.Undo),
    "abort": deeds.plain(actions.Abort),
    "next": deeds.plain(actions.Next),
    "end": deeds.plain(actions.End),
    "claim": deeds.claim(),
    **{f"resign_{name}": deeds.resign(kind) for name, kind in KINDS.items()},
}
#: What is asked once more, unless a person has switched that off.
_ASKED_AGAIN = ("double", "drop", *(f"resign_{name}" for name in KINDS))


async def act(
    services: Services,
    answer: Answer,
    deed: Deed,
    *,
    table: str | None = None,
    question: int | None = None,
    said: str | None = None,
) -> None:
    """Let somebody act, answer him and show the table. `said` is his private answer, where one is due."""
    interaction = answer.interaction
    assert interaction.channel_id is not None
    outcome = await services.desk.act(
        interaction.channel_id,
        person_of(interaction.user),
        deed,
        receipt=receipt_of(interaction),
        table=table,
        question=question,
    )
    await shown(services, answer, outcome, said)


async def shown(services: Services, answer: Answer, outcome: Outcome, said: str | None = None) -> None:
    """Answer somebody who has acted, and show the table."""
    answer.said = said or ""
    await services.presenter.serve(outcome.table, answer)


async def act_plainly(
    services: Services, answer: Answer, verb: str, table: str | None = None, question: int | None = None
) -> None:
    """One of `PLAIN`, asked once more where that is the custom."""
    interaction = answer.interaction
    if verb in _ASKED_AGAIN and (await services.habits.of_person(interaction.user.id)).confirm:
        assert interaction.channel_id is not None
        found = await services.desk.would(
            interaction.channel_id, person_of(interaction.user), PLAIN[verb], table=table, question=question
        )
        assert found.match is not None
        await _ask_again(answer, verb, found, question)
        return
    await act(services, answer, PLAIN[verb], table=table, question=question, said=done_words(verb, answer.t))


async def _ask_again(answer: Answer, verb: str, table: Table, question: int | None) -> None:
    match = table.match
    assert match is not None
    number = match.question if question is None else question
    sure = [
        button(answer.t("Confirm"), Press("sure", table.id, number, verb), RED),
        button(answer.t("Cancel"), Press("cancel", table.id, number), GREY),
    ]
    if answer.pressed is not None and not answer.pressed_public:
        await answer.change(_doubt(verb, match, answer.t), view(sure))
    else:
        await answer.say(_doubt(verb, match, answer.t), view(sure))


def _doubt(verb: str, match: Match, t: Texts) -> str:
    bet, offer = match.game.bet, match.game.offer
    match verb:
        case "double":
            return t("Double the cube to {cube}?", cube=2 * bet.value)
        case "drop":
            points = offer.refused(bet) if offer else bet.value
            return t.many("Drop and lose {number} point?", "Drop and lose {number} points?", points)
        case _:
            return t("Offer to resign {what}?", what=kind_words(KINDS[verb.removeprefix("resign_")], t))


def done_words(verb: str, t: Texts) -> str:
    """What somebody who has acted by command is told."""
    return {
        "roll": t("Rolled."),
        "double": t("Doubled."),
        "take": t("Taken."),
        "drop": t("Dropped."),
        "beaver": t("Beavered."),
        "raccoon": t("Raccooned."),
        "undo": t("Asked."),
        "abort": t("Asked."),
        "next": t("Noted."),
        **{f"resign_{name}": t("Offered.") for name in KINDS},
    }.get(verb, t("Done."))
