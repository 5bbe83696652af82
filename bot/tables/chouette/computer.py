"""The computer in a chouette: what it does whenever it is asked something, or may say something.

It has no memory, and looks at nothing that is sealed but its own word: what it thinks of is the board and the bets.
"""

from __future__ import annotations

from bot.backgammon import Seat
from bot.chouette import Session
from bot.tables.advice import Decision


def decision(session: Session, seat: Seat) -> Decision | None:
    return None
