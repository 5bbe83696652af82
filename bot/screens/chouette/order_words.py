"""How the dice made the first line of a chouette."""

from __future__ import annotations

from bot.chouette import Order, Session
from bot.chouette.actions import Arrange
from bot.texts import Texts


def order_words(arranged: Arrange, session: Session, t: Texts) -> list[str]:
    """Which rolls the first line was made of, and how."""
    last = len(arranged.dice)
    if not last:
        return []
    lines = [t.many("Roll 1 made the first order.", "Rolls 1 to {number} made the first order.", last)]
    if session.options.order is Order.ROLL:
        lines.append(
            t(
                "In the order of the seats two people share a roll, each has one die; a die left over is not used, and "
                "those who tie throw again."
            )
        )
    else:
        lines.append(
            t(
                "A roll draws one place: 6 · (first die − 1) + second die − 1, divided by the number of those left; "
                "the remainder counts them from 0 in the order of the seats. Numbers of an incomplete last round are "
                "drawn again."
            )
        )
    return lines
