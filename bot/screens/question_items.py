"""The buttons under what a table asks: those of any game, and those of any game on a board."""

from __future__ import annotations

from bot.backgammon import Ask, Question, actions
from bot.screens.buttons import BLUE, GREEN, GREY, RED, Item, button
from bot.screens.custom_ids import Press
from bot.tables.table import Table
from bot.texts import N_, Texts

_REPLIES = (
    (actions.Take, N_("Take"), "take", GREEN, None),
    (actions.Drop, N_("Drop"), "drop", RED, None),
    (actions.Beaver, N_("Beaver"), "beaver", GREY, "🦫"),
    (actions.Raccoon, N_("Raccoon"), "raccoon", GREY, "🦝"),
)


def common_items(table: Table, question: Question, t: Texts) -> list[Item]:
    """What every game asks: whether there is another one, and whether a proposal is accepted."""
    state = table.state
    assert state is not None

    def press(verb: str) -> Press:
        return Press(verb, table.id, question.number)

    match question.ask:
        case Ask.NEXT if question.of:
            end = button(t("End"), press("end"), GREY)
            return [button(t("Next"), press("next"), GREEN), end] if actions.Next in question.answers else [end]
        case Ask.RESIGNATION | Ask.SETTLEMENT | Ask.UNDO | Ask.ABORT:
            consent = sum(actions.Accept in each.answers for each in table.game.questions(state))
            what = f": {_proposal_name(question.ask, t)}" if consent > 1 else ""
            return [
                button(t("Accept") + what, press("accept"), GREEN),
                button(t("Decline") + what, press("decline"), RED),
            ]
        case _:
            return []


def board_items(table: Table, question: Question, t: Texts) -> list[Item]:
    """The same, and what is done on a board: dice, plays and cubes."""

    def press(verb: str) -> Press:
        return Press(verb, table.id, question.number)

    match question.ask:
        case Ask.CUBE:
            return [
                button(t("Roll"), press("roll"), BLUE, "🎲"),
                button(t("Double"), press("double"), GREY, "✖️"),
            ]
        case Ask.ROLL:
            return [button(t("Roll"), press("roll"), BLUE, "🎲")]
        case Ask.PLAY:
            return [button(t("Move"), press("move"), BLUE)]
        case Ask.OFFER:
            return [
                button(t(label), press(verb), style, emoji)
                for answer, label, verb, style, emoji in _REPLIES
                if answer in question.answers
            ]
        case _:
            return common_items(table, question, t)


def _proposal_name(ask: Ask, t: Texts) -> str:
    """What tells the buttons of several proposals apart."""
    return {
        Ask.RESIGNATION: t("resignation"),
        Ask.SETTLEMENT: t("settlement"),
        Ask.UNDO: t("taking back"),
    }.get(ask, t("voiding"))
