"""The teaching aid in words: what it asks before a play that loses much, and its buttons."""

from __future__ import annotations

from bot.analysis.themes import Reason
from bot.backgammon import Play
from bot.screens.buttons import BLUE, GREY, RED, Item, button
from bot.screens.composer import Composed
from bot.screens.custom_ids import Press
from bot.screens.reference.figures import number
from bot.screens.reviews.why_words import sentence
from bot.texts import Texts


def aid_words(play: Play, reason: Reason | None, lost: float, t: Texts) -> str:
    """Whether to play it anyway; `reason`: why it loses so much, if that is known."""
    shown = str(play).replace("*", "\\*")
    points = number(lost, t, "0.00")
    why = sentence(reason, t) if reason else t("It loses {lost} points on average.", lost=points)
    return t("🤔 **{play}**: {why} Play it anyway?", play=shown, why=why)


def aid_items(table: str, question: int, composed: Composed, t: Texts) -> list[Item]:
    """Play it, go back to the composer, or never be asked again."""

    def press(verb: str) -> Press:
        return Press(verb, table, question, str(composed))

    return [
        button(t("Another play"), Press("draft", table, question, str(Composed(flipped=composed.flipped))), BLUE),
        button(t("Play it anyway"), press("confirm"), GREY),
        button(t("Stop asking"), press("aid_off"), RED),
    ]


def aid_begun(table: str, t: Texts) -> tuple[str, list[Item]]:
    """What is said where it is switched on."""
    words = t("In this game I ask before a play that loses much, so that you can think again. Nothing is rated.")
    return words, [button(t("Stop asking"), Press("aid_off", table, 0), GREY)]


def aid_stopped(t: Texts) -> str:
    return t("I ask no more. **Hint** still helps you.")
