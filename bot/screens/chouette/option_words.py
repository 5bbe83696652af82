"""Texts of the options of a chouette: names, meanings of values, presets.

Internal names are never shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from bot.backgammon import Beavers, Jacoby
from bot.chouette import (
    FEWEST_TO_START,
    MOST,
    PRESETS,
    BoxDouble,
    BoxTake,
    Consult,
    JoinApproval,
    JoinAt,
    LoneTaker,
    Options,
    Order,
    Pace,
    PartnerAdvice,
    PartnerPick,
    Retain,
    SessionEnd,
    Window,
    differences,
    digest,
    values,
    written,
)
from bot.chouette.house import StartCube
from bot.texts import N_, Texts

#: Options about cubes, and about the table; the name of each.
CUBES: dict[str, str] = {
    "jacoby": N_("Jacoby rule"),
    "animals": N_("Beavers and raccoons"),
    "beavers_per_bet": N_("Beavers in one game"),
    "beaver_refusable": N_("Refusing a beaver"),
    "auto_doubles": N_("Automatic doubles"),
    "cube_cap": N_("Highest cube"),
    "settlements": N_("Settlements"),
    "half_points": N_("Half points"),
    "stakes": N_("Stakes"),
    "box_take": N_("Which cubes the box may take"),
    "box_take_captain": N_("The box must take the captain's cube"),
    "box_double": N_("Whom the box may double"),
    "lone_taker": N_("Only one takes the box's cube"),
    "first_batch": N_("First cubes of a game all together"),
    "window": N_("Doubles and answers of the team"),
}
TABLE: dict[str, str] = {
    "order": N_("First order"),
    "max_players": N_("Most players"),
    "bank": N_("Bank"),
    "start_cube": N_("Where cubes begin"),
    "start_steps": N_("Steps at which cubes begin"),
    "start_every": N_("Minutes of a step"),
    "retain": N_("Who keeps the box"),
    "schedule_rounds": N_("Rounds of fixed turns"),
    "may_decline_box": N_("Refusing the box"),
    "join": N_("Where newcomers join"),
    "join_approval": N_("Who lets newcomers in"),
    "session_end": N_("End of the session"),
    "session_limit": N_("How many games or minutes"),
    "pace": N_("Pace"),
    "cube_timer": N_("Time for cubes"),
    "forfeit_after": N_("Time for the box"),
    "play_timer": N_("Free time for each roll or play"),
    "consult": N_("Advice about plays"),
    "partner_from": N_("Partner in the box"),
    "partner_mandatory": N_("The partner is obligatory"),
    "partner_pick": N_("Who is asked to be partner"),
    "partner_advice": N_("Advice between box and partner"),
}
_NAMES = CUBES | TABLE

#: The meaning of each value from a list, by option.
_MEANINGS: dict[str, dict[object, str]] = {
    "order": {
        Order.ROLL: N_("everybody one die, the highest is box"),
        Order.SHUFFLE: N_("drawn by lot"),
        Order.MANUAL: N_("the host says it"),
    },
    "jacoby": {
        Jacoby.PER_CUBE: N_("gammons count in a bet once its own cube has been turned"),
        Jacoby.ANY_CUBE: N_("gammons count in every bet once any cube has been turned"),
        Jacoby.OFF: N_("off, gammons always count"),
    },
    "animals": {
        Beavers.NONE: N_("neither"),
        Beavers.BEAVER: N_("beavers"),
        Beavers.RACCOON: N_("beavers and raccoons"),
    },
    "beaver_refusable": {
        True: N_("allowed, it costs the doubled value"),
        False: N_("not allowed"),
    },
    "settlements": {True: N_("allowed"), False: N_("not allowed")},
    "half_points": {
        True: N_("settlements in halves, and a partner's share to the half"),
        False: N_("none"),
    },
    "stakes": {
        True: N_("each has one, 1, 2 or 4; a bet begins at the smaller of both"),
        False: N_("the same for all"),
    },
    "box_take": {
        BoxTake.FREE: N_("any of them"),
        BoxTake.HALF: N_("at least half of them or none; of two both or none"),
        BoxTake.BREAK_EVEN: N_("enough to break even with a single win, or none; of two both or none"),
        BoxTake.ALL_OR_NONE: N_("all or none"),
    },
    "box_take_captain": {
        True: N_("yes, if the box takes any"),
        False: N_("no"),
    },
    "box_double": {
        BoxDouble.FREE: N_("anybody"),
        BoxDouble.CAPTAIN_INCLUDED: N_("nobody without the captain, if the captain's cube has the same value"),
        BoxDouble.SAME_VALUE: N_("all cubes of one value and place together"),
    },
    "lone_taker": {
        LoneTaker.OFF: N_("nothing special"),
        LoneTaker.EXTRAS: N_("those who dropped may offer extras; the taker accepts all or drops too"),
        LoneTaker.BEAVER: N_("the taker must beaver or drop"),
        LoneTaker.EXTRAS_VOLUNTARY: N_("those who dropped may offer extras; the taker may refuse each"),
    },
    "first_batch": {
        True: N_("until a double is answered the box doubles all or none, and answers all cubes alike"),
        False: N_("each cube for itself"),
    },
    "window": {
        Window.SEALED: N_("secret until all have spoken"),
        Window.OPEN: N_("seen by everybody at once"),
    },
    "retain": {
        Retain.CAPTAIN: N_("the bet between box and captain decides alone"),
        Retain.LAST_STANDING: N_("the bet of the last acting captain decides"),
        Retain.WIN_AND_NET: N_("the box, if it wins the last bet and is not below even over all"),
        Retain.NET: N_("the box, if it is not below even over all bets"),
        Retain.BEAT_ALL: N_("the box, if it beats everybody"),
        Retain.SCHEDULE: N_("nobody: fixed turns, everybody is box equally often"),
    },
    "start_cube": {
        StartCube.NONE: N_("always at 1"),
        StartCube.BOX_GAME: N_("a step higher with each game that the box stays; in fixed turns with each game as box"),
        StartCube.MINUTES: N_("a step higher after so many minutes"),
        StartCube.OUT: N_("a step higher with each player who is out (needs a bank)"),
    },
    "may_decline_box": {
        True: N_("a captain who has won it may refuse it"),
        False: N_("not allowed"),
    },
    "join": {
        JoinAt.BEHIND_LOSER: N_("at the end of the line, behind the loser"),
        JoinAt.AHEAD_OF_LOSER: N_("just ahead of the loser"),
    },
    "join_approval": {
        JoinApproval.NONE: N_("nobody, they just join"),
        JoinApproval.HOST: N_("the host, after the start"),
        JoinApproval.BOX: N_("the box, after the start; for a computer the host"),
    },
    "session_end": {
        SessionEnd.OPEN: N_("when the host ends it"),
        SessionEnd.GAMES: N_("after a number of games"),
        SessionEnd.MINUTES: N_("after a number of minutes; the running game is finished"),
    },
    "pace": {
        Pace.RELAXED: N_("relaxed: reminders, and after a long wait anybody concerned may claim"),
        Pace.LIVE: N_("live: the clock decides for whoever is silent"),
    },
    "consult": {
        Consult.NONE: N_("none"),
        Consult.OWN_CUBE: N_("members with a turned cube; the captain may ask anybody who is in"),
        Consult.ANY_CUBE: N_("everybody who is in, once one cube has been turned"),
        Consult.FULL: N_("everybody who is in, about cubes too"),
    },
    "partner_mandatory": {
        True: N_("yes, the box must have one"),
        False: N_("no, the box is asked"),
    },
    "partner_advice": {
        PartnerAdvice.NONE: N_("none"),
        PartnerAdvice.CUBES: N_("about cubes, in a thread of their own"),
        PartnerAdvice.ALL: N_("about everything, in a thread of their own"),
    },
    "partner_pick": {
        PartnerPick.FROM_LAST: N_("from the end of the line upwards"),
        PartnerPick.NEXT_IN_LINE: N_("the next in line first"),
    },
}
#: Numbers a host may choose from.
_NUMBERS: dict[str, tuple[int | tuple[int, ...] | None, ...]] = {
    "bank": (0, 6, 8, 10, 13, 15, 20, 25, 30, 40, 50, 60, 75, 80, 100, 120, 150, 200, 250, 300, 400, 500, 750, 1000),
    "start_steps": ((1, 2, 4, 8), (1, 2, 4), (1, 2), (1, 2, 8), (1, 2, 4, 8, 16, 32, 64), (2, 4, 8, 16), (2,), (4,)),
    "start_every": (10, 15, 20, 30, 40, 45, 50, 60, 75, 90, 120, 180, 240),
    "schedule_rounds": tuple(range(11)),
    "max_players": tuple(range(FEWEST_TO_START, MOST + 1)),
    "beavers_per_bet": tuple(range(1, 11)),
    "auto_doubles": tuple(range(7)),
    "cube_cap": (*(2**power for power in range(1, 13)), None),
    "session_limit": (1, 2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 45, 60, 75, 90, 120, 150, 180, 240, 300),
    "cube_timer": (15, 20, 30, 45, 60, 90, 120, 180, 300, 600),
    "forfeit_after": (2, 3, 5, 10, 15, 20, 30, 60),
    "play_timer": (0, 20, 30, 40, 45, 60, 75, 90, 120, 150, 180, 240, 300),
    "partner_from": (0, 6, 7),
}
#: Name and summary of each preset.
_PRESETS: dict[str, tuple[str, str]] = {
    "standard": (N_("Standard"), N_("The most common club rules: the box takes and doubles as it likes.")),
    "extras_and_partner": (
        N_("Extras and partner"),
        N_("Extras for a lone taker, raccoons, from six players on a partner in the box."),
    ),
    "no_advice": (
        N_("No advice"),
        N_("Nobody advises; the box takes enough to break even, with the captain; extras, partner."),
    ),
    "all_or_none": (N_("All or none"), N_("The box takes all cubes or none, and doubles equal cubes together.")),
    "half_and_beaver": (
        N_("Half, and beaver"),
        N_("The box takes at least half or none; a lone taker must beaver; raccoons."),
    ),
    "no_beavers": (
        N_("No beavers"),
        N_("No beavers, no settlements; newcomers join just ahead of the loser."),
    ),
    "full_advice": (N_("Full advice"), N_("Everybody who is in may discuss plays and cubes.")),
    "fixed_turns": (
        N_("Fixed turns"),
        N_("Everybody is box equally often, in a schedule; cubes begin at 1, 2 and 4."),
    ),
    "last_one": (
        N_("The last one"),
        N_("A bank of 13 each; who has nothing left is out, and cubes begin higher; the last one wins."),
    ),
    "rising_cube": (
        N_("Rising cube"),
        N_("A bank of 50 each; every 45 minutes cubes begin twice as high."),
    ),
}


def preset_name(preset: str, t: Texts) -> str:
    return t(_PRESETS[preset][0])


def preset_words(preset: str, t: Texts) -> str:
    return t(_PRESETS[preset][1])


def preset_choices() -> list[tuple[str, str]]:
    """Every preset with its English name, for the choices of a command."""
    return [(preset, _PRESETS[preset][0]) for preset in PRESETS]


def option_name(name: str, t: Texts) -> str:
    return t(_NAMES[name])


def choices(name: str) -> tuple[object, ...]:
    """The values that a host may choose from, at most 25."""
    return tuple(_MEANINGS[name]) if name in _MEANINGS else _NUMBERS[name]


def value_of(name: str, text: str) -> object:
    """Parse a value. Raises `ValueError` if the option has none such."""
    for value in choices(name):
        if written(value) == text:
            return value
    raise ValueError(f"{name} has no value {text}")


def value_words(name: str, value: object, t: Texts) -> str:
    """The meaning of a value."""
    if name in _MEANINGS:
        return t(_MEANINGS[name][value])
    if value is None:
        return t("without limit")
    if isinstance(value, tuple):
        return written(value)
    assert isinstance(value, int)
    match name:
        case "bank" if not value:
            return t("none, points have no limit")
        case "bank":
            return t("{number} each", number=value)
        case "schedule_rounds" if not value:
            return t("as many as a full schedule has")
        case "play_timer" if not value:
            return t("none, all of it is the time for the box")
        case "cube_timer" | "play_timer":
            return t.many("{number} second", "{number} seconds", value)
        case "forfeit_after":
            return t.many("{number} minute", "{number} minutes", value)
        case "auto_doubles" if not value:
            return t("none")
        case "auto_doubles" | "beavers_per_bet":
            return t.many("at most {number}", "at most {number}", value)
        case "partner_from" if not value:
            return t("never")
        case "partner_from":
            return t.many("from {number} player on", "from {number} players on", value)
        case _:
            return str(value)


def line(name: str, value: object, t: Texts) -> str:
    return f"**{option_name(name, t)}**: {value_words(name, value, t)}"


def matters(options: Options, name: str) -> bool:
    """Whether an option has any effect, given the others."""
    match name:
        case "beavers_per_bet" | "beaver_refusable":
            return options.cube.animals is not Beavers.NONE
        case "cube_timer" | "forfeit_after" | "play_timer":
            return options.pace is Pace.LIVE
        case "start_steps":
            return options.house_rules.start_cube is not StartCube.NONE
        case "start_every":
            return options.house_rules.start_cube is StartCube.MINUTES
        case "schedule_rounds":
            return options.fixed_turns
        case "may_decline_box" | "session_end":
            return not options.fixed_turns
        case "session_limit":
            return options.session_end is not SessionEnd.OPEN
        case "partner_mandatory" | "partner_pick" | "partner_advice":
            return options.partner_from > 0
        case "half_points":
            return options.settlements or options.partner_from > 0
        case _:
            return True


def changed(options: Options) -> list[tuple[str, object]]:
    """Differences from the preset that have an effect, as (name, value), in the order of all rules."""
    return [(name, value) for name, value in _own(options) if matters(options, name)]


def rule_lines(options: Options, t: Texts) -> list[str]:
    """The rules that differ from their preset, one per line."""
    return [line(name, value, t) for name, value in changed(options)]


def unusual_lines(options: Options, t: Texts) -> list[str]:
    """The rules that differ from the preset or from the defaults, one per line, and what belongs to them."""
    usual, own = values(PRESETS["standard"]), dict(differences(options))
    return [
        line(name, value, t)
        for name, value in _ordered(options)
        if (value != usual[name] or name in (*own, "start_steps", "start_every")) and matters(options, name)
    ]


def different(options: Options, t: Texts) -> list[tuple[str, str]]:
    """All differences from the preset, as (name, meaning) in words; those with an effect first."""
    own = sorted(_own(options), key=lambda each: not matters(options, each[0]))
    return [(option_name(name, t), _meaning(options, name, value, t)) for name, value in own]


def all_rules(options: Options, t: Texts) -> list[str]:
    """Every option that has an effect, one per line: first those that differ from the preset, in bold."""
    own = dict(differences(options))
    held = ((name, value) for name, value in _ordered(options) if matters(options, name))
    lines = {name: f"{option_name(name, t)}: {value_words(name, value, t)}" for name, value in held}
    return [f"**{lines[name]}**" for name in lines if name in own] + [lines[name] for name in lines if name not in own]


def digest_words(options: Options, t: Texts) -> str:
    return t("-# Rules `{digest}`: the same options always have the same twelve characters.", digest=digest(options))


def _meaning(options: Options, name: str, value: object, t: Texts) -> str:
    """The meaning of a value, given the other options."""
    words = value_words(name, value, t)
    return words if matters(options, name) else t("{value}, no effect here", value=words)


def _own(options: Options) -> Iterator[tuple[str, object]]:
    """Differences from the preset, in the order of all rules."""
    differing = dict(differences(options))
    return ((name, value) for name, value in _ordered(options) if name in differing)


def _ordered(options: Options) -> Iterator[tuple[str, object]]:
    held = values(options)
    return ((name, held[name]) for name in _NAMES)
