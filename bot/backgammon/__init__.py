"""Backgammon's rules as a library: pure values, no I/O, nothing of Discord.

One board: `Position`, `legal_plays`, `parse_play`, the ids. One cube: `Bet`. One game, match or money session between
two seats: `Rules`, `start`, `apply`, `questions`. Beside them `odds`, `record` with `mat` and `sgf`, and `log`.
"""

from bot.core.question import Ask, Question, TableFault
from bot.core.refusal import Foreign, Illegal, Refused, Stale

from . import actions, log, mat, match_equity, odds, record, sgf
from .bet import Bet, CubeFault, Ending, Offer, OfferStage, Reply, Result, Score, Seat
from .board import Board
from .board_state import BoardState
from .drafts import Draft, Pick, Way
from .game import Game, Phase
from .ids import (
    GameState,
    InvalidId,
    MatchId,
    Xgid,
    format_match_id,
    format_xgid,
    parse_match_id,
    parse_xgid,
)
from .match import apply, replay, start
from .match_questions import questions
from .match_state import Match, Proposal, standing
from .match_xgid import xgid_of
from .notation import parse_play
from .plays import Dice, Play, legal_plays, numbers
from .position import BAR, OFF, InvalidPosition, Kind, Position, Side, Variant
from .refused_plays import AmbiguousPlay, IllegalPlay, PlayFault, RefusedPlay, UnreadablePlay
from .rules import EGYPTIAN, MATCH_CUBE, Beavers, CubeRules, Jacoby, Rules, Sits
from .steps import Step

__all__ = [
    "BAR",
    "EGYPTIAN",
    "MATCH_CUBE",
    "OFF",
    "AmbiguousPlay",
    "Ask",
    "Beavers",
    "Bet",
    "Board",
    "BoardState",
    "CubeFault",
    "CubeRules",
    "Dice",
    "Draft",
    "Ending",
    "Foreign",
    "Game",
    "GameState",
    "Illegal",
    "IllegalPlay",
    "InvalidId",
    "InvalidPosition",
    "Jacoby",
    "Kind",
    "Match",
    "MatchId",
    "Offer",
    "OfferStage",
    "Phase",
    "Pick",
    "Play",
    "PlayFault",
    "Position",
    "Proposal",
    "Question",
    "Refused",
    "RefusedPlay",
    "Reply",
    "Result",
    "Rules",
    "Score",
    "Seat",
    "Side",
    "Sits",
    "Stale",
    "Step",
    "TableFault",
    "UnreadablePlay",
    "Variant",
    "Way",
    "Xgid",
    "actions",
    "apply",
    "format_match_id",
    "format_xgid",
    "legal_plays",
    "log",
    "mat",
    "match_equity",
    "numbers",
    "odds",
    "parse_match_id",
    "parse_play",
    "parse_xgid",
    "questions",
    "record",
    "replay",
    "sgf",
    "standing",
    "start",
    "xgid_of",
]
