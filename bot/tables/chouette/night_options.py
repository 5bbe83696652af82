"""The options of a night's sessions: what a preset becomes there, and which do not go with its plan."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from bot.chouette import MOST, PRESETS, JoinApproval, Options, Order, Pace, SessionEnd
from bot.chouette.fixed_turns import rounds_of
from bot.core.refusal import Illegal
from bot.league.night_entries import LARGEST_TABLE, Plan
from bot.tables.night_faults import NightTrouble


def night_options(plan: Plan, preset: str, games: int | None, minutes: int | None) -> Options:
    """The options of the sessions of a night: live, with people alone, ending as its plan wants. Raises `Illegal`."""
    options = PRESETS[preset]
    if options.house_rules.half_points:
        raise Illegal(NightTrouble.NOT_IN_A_NIGHT, option="half_points")
    if games is not None and minutes is not None:
        raise Illegal(NightTrouble.ONE_END)
    limit = games or minutes
    if plan is Plan.TABLES:
        if limit is not None:
            raise Illegal(NightTrouble.NO_END_WANTED)
        if ends_by_itself(options):
            raise Illegal(NightTrouble.NOT_THIS_PLAN, preset=preset, plan=plan.value)
        return _in_a_night(options, plan, SessionEnd.OPEN, options.session_limit)
    if limit is not None:
        if options.fixed_turns:
            raise Illegal(NightTrouble.ENDS_BY_ITSELF, preset=preset)
        return _in_a_night(options, plan, SessionEnd.MINUTES if minutes else SessionEnd.GAMES, limit)
    if options.session_end is SessionEnd.OPEN:
        if plan is Plan.ROUNDS and bank_of(options):
            raise Illegal(NightTrouble.BANK_END)
        if not ends_by_itself(options):
            raise Illegal(NightTrouble.NO_END)
    return _in_a_night(options, plan, options.session_end, options.session_limit)


def _in_a_night(options: Options, plan: Plan, end: SessionEnd, limit: int) -> Options:
    order = Order.ROLL if options.order is Order.MANUAL else options.order
    most = MOST if plan is Plan.TABLES else LARGEST_TABLE
    return replace(
        options, pace=Pace.LIVE, order=order, max_players=most, session_end=end, session_limit=limit, partner_from=0
    )


def keeps_from_split(options: Options) -> str | None:
    """The option with which a chouette cannot become two tables of a night; None if it can."""
    house = options.house_rules
    held = {
        "bank": house.bank,
        "half_points": house.half_points,
        "join_approval": house.join_approval is not JoinApproval.NONE,
    }
    return next((option for option, value in held.items() if value), None)


def check_split(options: Options) -> None:
    """Raise `Illegal` where a chouette with these options cannot become two tables of a night."""
    if (option := keeps_from_split(options)) is not None:
        raise Illegal(NightTrouble.NOT_IN_A_NIGHT, option=option)


def bank_of(options: Options) -> int:
    """With what everybody begins; 0 without a bank."""
    return options.house_rules.bank


def ends_by_itself(options: Options) -> bool:
    """Whether a session ends by its own rules: with fixed turns, or with a bank when one is left."""
    return options.fixed_turns or bool(bank_of(options))


def written_options(options: Options) -> msgspec.Raw:
    """Options as a night's log keeps them."""
    return msgspec.Raw(msgspec.json.encode(options))


def read_options(setup: msgspec.Raw) -> Options:
    """The options in a night's log."""
    return msgspec.json.decode(setup, type=Options)


def games_of(options: Options, people: int | None) -> int | None:
    """How many games a session of so many people has, at most; None if that is not known before. `people`: all who
    have sat at it, or None if some of them have left, whose turns are dropped.
    """
    if options.session_end is SessionEnd.GAMES:
        return options.session_limit
    if options.fixed_turns and people is not None:
        return rounds_of(people, options.house_rules.schedule_rounds) * people
    return None
