"""**Play…** on a person: the question how long, and the buttons that challenge them."""

from __future__ import annotations

from bot.screens.buttons import BLUE, GREEN, GREY, Item, button
from bot.screens.computer_words import LENGTHS, NO_TABLE, length_words
from bot.screens.custom_ids import Press
from bot.screens.names import plain
from bot.tables.held_league import Debt
from bot.texts import Texts


def asking_words(name: str, t: Texts) -> str:
    """What is asked of whoever wants to play with somebody of this name."""
    asked = t("How long do you want to play with **{name}**? A button challenges them.", name=plain(name))
    return f"{asked}\n-# {t('The rest is as this server has it; `/play` has every option.')}"


def asking_items(user: int, usual: int, debt: Debt | None, t: Texts) -> list[Item]:
    """The lengths, that of the server marked, and the match that the two owe each other in a league."""
    owed: list[Item] = []
    if debt is not None:
        label = t("In the league: {length}", length=length_words(debt.held.league.opened.length, t))
        owed = [button(label, Press("league_play", debt.held.id, debt.number), GREEN, "🏆", row=0)]
    lengths = LENGTHS if usual in LENGTHS else (*LENGTHS[:-2], usual, LENGTHS[-1])
    return owed + [
        button(
            length_words(each, t),
            Press("challenge_to", NO_TABLE, each, str(user)),
            BLUE if each == usual else GREY,
            row=1,
        )
        for each in lengths
    ]
