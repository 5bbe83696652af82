"""The chouette's rules as a library: one player against a team, one board, a bet with each member.

`Options` and `PRESETS` are the rules to choose from; `start`, `apply`, `replay` and `questions` work as in
`bot.backgammon`, whose board, bets and questions they use. The rules in words: `docs/chouette.md`.
"""

from bot.core.transfers import Transfer, fewest_transfers

from . import actions
from .ending import Reason, Row, next_box, points, rows
from .faults import ChouetteFault
from .line import by_dice, counted, shuffled, thrown
from .options import (
    CROWD,
    FEWEST_TO_START,
    MOST,
    MOST_COMPUTERS,
    PRESETS,
    BoxDouble,
    BoxTake,
    Consult,
    JoinAt,
    LoneTaker,
    Options,
    Order,
    Pace,
    PartnerPick,
    Retain,
    SessionEnd,
    Window,
    differences,
    digest,
    values,
    with_value,
    written,
)
from .questions import may_decline_box, questions, spoken, starters
from .round import BOX, TEAM, Exchange, Extras, Fee, Round
from .session import apply, replay, start
from .state import Partnering, Payment, Player, Proposal, Session

public = Session.public

__all__ = [
    "BOX",
    "CROWD",
    "FEWEST_TO_START",
    "MOST",
    "MOST_COMPUTERS",
    "PRESETS",
    "TEAM",
    "BoxDouble",
    "BoxTake",
    "ChouetteFault",
    "Consult",
    "Exchange",
    "Extras",
    "Fee",
    "JoinAt",
    "LoneTaker",
    "Options",
    "Order",
    "Pace",
    "PartnerPick",
    "Partnering",
    "Payment",
    "Player",
    "Proposal",
    "Reason",
    "Retain",
    "Round",
    "Row",
    "Session",
    "SessionEnd",
    "Transfer",
    "Window",
    "actions",
    "apply",
    "by_dice",
    "counted",
    "differences",
    "digest",
    "fewest_transfers",
    "may_decline_box",
    "next_box",
    "points",
    "public",
    "questions",
    "replay",
    "rows",
    "shuffled",
    "spoken",
    "start",
    "starters",
    "thrown",
    "values",
    "with_value",
    "written",
]
