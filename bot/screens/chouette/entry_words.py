"""The wish of a newcomer to be let into a running chouette, with its two buttons."""

from __future__ import annotations

from bot.backgammon import Seat
from bot.chouette import Session
from bot.screens.buttons import GREEN, GREY, Item, button
from bot.screens.custom_ids import Press
from bot.screens.names import bold_names, mentions
from bot.tables.table import Table
from bot.texts import Texts


def entry_words(table: Table, seat: Seat, decides: Seat, t: Texts) -> str:
    """The question to whoever decides."""
    return t(
        "{who}: {newcomer} asks to come in from the next game on. Unanswered, that lapses when it begins.",
        who=mentions(table)(decides), newcomer=bold_names(table)(seat),
    )  # fmt: skip


def entry_items(table: Table, session: Session, seat: Seat, t: Texts) -> list[Item]:
    """The buttons of that question."""

    def press(verb: str) -> Press:
        return Press(verb, table.id, session.number, str(seat))

    return [button(t("Let in"), press("let_in"), GREEN), button(t("Not now"), press("not_now"), GREY)]
