"""The chouette's rules as a library: one player against a team, one board, a bet with each member.

`Options` and `PRESETS` are the rules to choose from; `start`, `apply`, `replay` and `questions` work as in
`bot.backgammon`, whose board, bets and questions they use. The rules in words: `docs/chouette.md`.
"""

from bot.core.transfers import Transfer, fewest_transfers

from . import actions
from .approval import approver
from .bank import settled_with_bank
from .ending import Reason, Row, next_box, points, rows
from .exclusions import EXCLUDING, excluding
from .faults import ChouetteFault
from .first_batch import answers_alike, doubles_all
from .fixed_turns import fixed_turns
from .house import HouseRules, JoinApproval, PartnerAdvice
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
from .stakes import STAKES, begins_at, check_stake
from .state import NO_HOST, Partnering, Payment, Player, Proposal, Session
from .units import Points, in_points

public = Session.public

__all__ = [
    "BOX",
    "CROWD",
    "EXCLUDING",
    "FEWEST_TO_START",
    "MOST",
    "MOST_COMPUTERS",
    "NO_HOST",
    "PRESETS",
    "STAKES",
    "TEAM",
    "BoxDouble",
    "BoxTake",
    "ChouetteFault",
    "Consult",
    "Exchange",
    "Extras",
    "Fee",
    "HouseRules",
    "JoinApproval",
    "JoinAt",
    "LoneTaker",
    "Options",
    "Order",
    "Pace",
    "PartnerAdvice",
    "PartnerPick",
    "Partnering",
    "Payment",
    "Player",
    "Points",
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
    "answers_alike",
    "apply",
    "approver",
    "begins_at",
    "by_dice",
    "check_stake",
    "counted",
    "differences",
    "digest",
    "doubles_all",
    "excluding",
    "fewest_transfers",
    "fixed_turns",
    "in_points",
    "may_decline_box",
    "next_box",
    "points",
    "public",
    "questions",
    "replay",
    "rows",
    "settled_with_bank",
    "shuffled",
    "spoken",
    "start",
    "starters",
    "thrown",
    "values",
    "with_value",
    "written",
]
