"""The buttons of a question: those of any game, and those of any board game."""

from __future__ import annotations

from collections.abc import Sequence

from bot.backgammon import Ask, Bet, Offer, Question, actions
from bot.screens import emoji
from bot.screens.buttons import BLUE, GREEN, GREY, RED, Item, button
from bot.screens.custom_ids import Press
from bot.tables.table import Table
from bot.texts import N_, Texts

#: The face on the button to roll.
_FIVE = 5
#: Buttons with a loss come last.
_REPLIES = (
    (actions.Take, N_("Take"), "take", GREEN, emoji.taken),
    (actions.Beaver, N_("Beaver"), "beaver", GREY, "🦫"),
    (actions.Raccoon, N_("Raccoon"), "raccoon", GREY, "🦝"),
    (actions.Drop, N_("Drop"), "drop", RED, emoji.refused),
)


def common_items(table: Table, question: Question, t: Texts) -> list[Item]:
    """The buttons of every game: the next game, and answers to proposals."""

    def press(verb: str) -> Press:
        return Press(verb, table.id, question.number)

    match question.ask:
        case Ask.NEXT if question.of:
            end = button(t("End"), press("end"), GREY)
            return [button(t("Next"), press("next"), GREEN), end] if actions.Next in question.answers else [end]
        case Ask.RESIGNATION | Ask.SETTLEMENT | Ask.UNDO | Ask.ABORT | Ask.REST:
            return consent_items(question.ask, table.id, question.number, t)
        case Ask.READY:
            return [button(t("Ready"), press("resume"), GREEN, "▶️")]
        case _:
            return []


def board_items(table: Table, question: Question, bets: Sequence[Bet], offer: Offer | None, t: Texts) -> list[Item]:
    """The same, and those of a board: dice, plays and cubes. `bets`: those whose cubes are doubled or offered."""

    def press(verb: str) -> Press:
        return Press(verb, table.id, question.number)

    match question.ask:
        case Ask.CUBE:
            return [
                button(t("Roll"), press("roll"), BLUE, emoji.die(_FIVE)),
                button(t("Double"), press("double"), GREY, emoji.doubled(bets)),
            ]
        case Ask.ROLL:
            return [button(t("Roll"), press("roll"), BLUE, emoji.die(_FIVE))]
        case Ask.PLAY:
            return [button(t("Move"), press("move"), BLUE)]
        case Ask.OFFER if offer is not None:
            return [
                button(t(label), press(verb), style, mark if isinstance(mark, str) else mark(offer, bets))
                for answer, label, verb, style, mark in _REPLIES
                if answer in question.answers
            ]
        case _:
            return common_items(table, question, t)


def consent_items(ask: Ask, table: str, number: int, t: Texts, whose: str = "") -> list[Item]:
    """The two buttons of a proposal, each saying what it is about; `whose`: the proposer, where there may be
    several.
    """
    accept, decline = {
        Ask.RESIGNATION: (t("Accept resignation"), t("Decline resignation")),
        Ask.SETTLEMENT: (t("Accept settlement"), t("Decline settlement")),
        Ask.UNDO: (t("Accept undo"), t("Decline undo")),
        Ask.ABORT: (t("Accept voiding"), t("Decline voiding")),
        Ask.REST: (t("Accept the pause"), t("Decline the pause")),
    }[ask]
    return [
        button(accept + whose, Press("accept", table, number), GREEN),
        button(decline + whose, Press("decline", table, number), RED),
    ]
