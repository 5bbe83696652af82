"""`/play`: a challenge to a match or money session of backgammon, with all its options."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from types import MappingProxyType
from typing import NamedTuple

import discord
from discord import app_commands
from discord.app_commands import locale_str
from msgspec.structs import replace

from bot.backgammon import EGYPTIAN, Beavers, Illegal, Jacoby, Rules, Seat, Sits, Variant
from bot.backgammon.match_equity import LONGEST
from bot.backgammon.typed_opening import rules_from, rules_said
from bot.backgammon.typed_position import parse_situation
from bot.cogs.challenging import challenge, challenged, check_alone, names_computer
from bot.cogs.choices import choices, variant_choices
from bot.cogs.computer_games import level_choices, play_computer, usual_level
from bot.cogs.context import Context, ServingCog, answered, completing
from bot.cogs.from_position import From, play_from
from bot.cogs.pairs import teams_named
from bot.cogs.places import WITH_US, Place, usable
from bot.core.clock import Days, Hours, Pace
from bot.core.pace import PaceFault, WantedPace, clock_of, read_pace
from bot.engine.thoughts import Level
from bot.screens.pace_words import offered_words, wanted_words
from bot.tables.faults import ChallengeFault, LeagueTrouble
from bot.tables.held_league import Debt
from bot.tables.preferences import ServerSettings
from bot.tables.table import Person
from bot.texts import N_

_COLOURS = {"light": N_("light"), "dark": N_("dark"), "drawn": N_("drawn by lot")}
#: The seat with the light checkers, by the colour of the challenger, who has seat 0; None: drawn.
_LIGHT: dict[str, Seat | None] = {"light": 0, "dark": 1, "drawn": None}
#: Caps of the cube in a money session, besides none.
_CAPS = tuple(1 << power for power in range(1, 13))
_SITS = {"game": N_("partners change after each game"), "match": N_("the same one plays the whole match")}
_SIDES = {"turn": N_("the side on turn"), "other": N_("the other side")}
#: Names of options that do not apply to every game.
_RULES = {
    "crawford": N_("Crawford rule"),
    "jacoby": N_("Jacoby rule"),
    "beavers": N_("Beavers"),
    "raccoons": N_("Raccoons"),
    "auto_doubles": N_("Automatic doubles"),
    "cube_cap": N_("Highest cube"),
}
#: Options of money sessions only.
_MONEY = ("jacoby", "beavers", "raccoons", "auto_doubles", "cube_cap")


class PlayCommands(ServingCog):
    """Challenges to backgammon."""

    @app_commands.command(description=locale_str("Challenge somebody to backgammon, or anybody"))
    @app_commands.describe(
        opponent=locale_str("Whom you challenge; me for the computer; leave it out for an open challenge"),
        partner=locale_str("Two against two: who shares your side"),
        opponent2=locale_str("Two against two: who shares your opponent's side"),
        sits=locale_str("Two against two: how long one of a side sits and presses for both"),
        position=locale_str("Begin here: an XGID, or Position ID with Match ID; with yourself as opponent, both sides"),
        side=locale_str("Position: which side is yours; the one on turn if left out"),
        length=locale_str("0 for a money session, or a match to so many points"),
        variant=locale_str("How the checkers are set up"),
        cube=locale_str("Play with the doubling cube"),
        crawford=locale_str("Match: no cube when somebody first is one point from winning"),
        jacoby=locale_str("Money: gammons count only after the cube has been turned"),
        colour=locale_str("Your checkers: how they look, and nothing else"),
        cube_cap=locale_str("Money: the highest value of the cube"),
        beavers=locale_str("Money: how often in a game who is doubled may turn the cube at once again"),
        raccoons=locale_str("Money: a beaver may be answered by one more turn"),
        auto_doubles=locale_str("Money: how many equal opening rolls double the cube"),
        egyptian=locale_str("At most five checkers on a point"),
        level=locale_str("How well the computer plays (PR, what mistakes cost: the lower, the better)"),
        pace=locale_str("How much time you have: days a turn, hours for the match, or live; open: no clock"),
        weekdays=locale_str("Saturdays and Sundays do not count, where time is counted by days or hours"),
        hints=locale_str("Advice by the engine while you play; otherwise only against the computer"),
        rated=locale_str("Whether it changes your ratings; a match does unless one of you does not want that"),
        thread=locale_str("Play in a thread of its own"),
    )
    @app_commands.choices(
        variant=variant_choices(), colour=choices(_COLOURS), side=choices(_SIDES), sits=choices(_SITS)
    )
    @app_commands.choices(
        level=level_choices(),
        cube_cap=[app_commands.Choice(name=str(cap), value=cap) for cap in _CAPS] + choices({0: N_("without limit")}),
    )
    @usable(WITH_US)
    @answered
    async def play(
        self,
        ctx: Context,
        opponent: discord.User | None = None,
        length: app_commands.Range[int, 0, LONGEST] | None = None,
        variant: app_commands.Choice[str] | None = None,
        colour: app_commands.Choice[str] | None = None,
        cube: bool | None = None,
        cube_cap: app_commands.Choice[int] | None = None,
        crawford: bool | None = None,
        jacoby: bool | None = None,
        beavers: app_commands.Range[int, 0, 9] | None = None,
        raccoons: bool | None = None,
        auto_doubles: app_commands.Range[int, 0, 6] | None = None,
        egyptian: bool | None = None,
        level: app_commands.Choice[int] | None = None,
        pace: app_commands.Range[str, 1, 60] | None = None,
        weekdays: bool = False,
        hints: bool | None = None,
        rated: bool = True,
        thread: bool | None = None,
        position: str | None = None,
        side: app_commands.Choice[str] | None = None,
        partner: discord.User | None = None,
        opponent2: discord.User | None = None,
        sits: app_commands.Choice[str] | None = None,
    ) -> None:
        settings = await ctx.settings()
        if ctx.place is Place.DIRECT:
            check_alone(ctx, opponent, partner, opponent2)
        teams = None
        if partner is not None or opponent2 is not None:
            without = {"position": position, "side": side, "level": level}
            teams = teams_named(ctx, partner, opponent, opponent2, without)
        elif sits is not None:
            raise Illegal(ChallengeFault.ONLY_PAIRS)
        wanted = {
            "crawford": crawford,
            "jacoby": jacoby,
            "beavers": beavers,
            "raccoons": raccoons,
            "auto_doubles": auto_doubles,
            "cube_cap": None if cube_cap is None else cube_cap.value,
        }
        kind, light = Variant(variant.value) if variant else None, _LIGHT[colour.value] if colour else 0
        if side is not None and position is None:
            raise Illegal(ChallengeFault.NEEDS_POSITION)
        if position is not None:
            found = parse_situation(position)
            rules = rules_for(rules_said(settings.rules, found, length, kind), length, kind, cube, egyptian, wanted)
            setup = rules_from(rules, found, on_turn=side is None or side.value != "other")
            clock = clock_for(pace, rules.length)
            chosen = From(
                setup,
                light,
                hints,
                clock,
                _zone(clock, settings) if weekdays else None,
                thread,
                Level(level.value) if level else None,
            )
            await play_from(ctx, opponent, chosen)
            return
        if teams is not None:
            rules = rules_for(settings.rules, length, kind, cube, egyptian, wanted)
            clock = clock_for(pace, rules.length, settings.pace)
            await challenge(
                ctx,
                None,
                replace(rules, sits=Sits(sits.value) if sits else Sits.GAME),
                light=light,
                hints=bool(hints),
                pace=clock,
                weekdays=_zone(clock, settings) if weekdays else None,
                thread=bool(thread),
                teams=teams,
            )
            return
        if names_computer(ctx, opponent, level):
            rules = rules_for(settings.rules, length, kind, cube, egyptian, wanted)
            well = Level(level.value) if level else await usual_level(ctx)
            clock = clock_for(pace, rules.length)
            await play_computer(
                ctx,
                rules,
                well,
                light=light,
                hints=hints is not False,
                pace=clock,
                weekdays=_zone(clock, settings) if weekdays else None,
                thread=thread,
            )
            return
        if level is not None:
            raise Illegal(ChallengeFault.ONLY_COMPUTER)
        person = challenged(ctx, opponent)
        await challenge_by(
            ctx,
            person,
            Asked(length, kind, cube, egyptian, wanted, light, pace, bool(weekdays), bool(hints), rated, bool(thread)),
        )

    @play.autocomplete("pace")
    @completing
    async def complete_pace(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        return pace_choices(ctx, typed)


class Asked(NamedTuple):
    """What was said of a match or a session that is asked for; what was not is as the server has it.

    `wanted` as in `rules_for`, `light` as in `About`, `pace` as written.
    """

    length: int | None = None
    variant: Variant | None = None
    cube: bool | None = None
    egyptian: bool | None = None
    wanted: Mapping[str, bool | int | None] = MappingProxyType(dict.fromkeys(_RULES))
    light: Seat | None = 0
    pace: str | None = None
    weekdays: bool = False
    hints: bool = False
    rated: bool = True
    thread: bool = False


async def challenge_by(ctx: Context, person: Person | None, asked: Asked) -> None:
    """Challenge somebody, or anybody. What the two owe each other in a league counts there, if it fits. Raises
    `Illegal`.
    """
    settings, debt = await ctx.settings(), None
    if person and not asked.hints and not any(asked.wanted[name] for name in _MONEY):
        debt = await ctx.services.leagues.owed(ctx.guild, ctx.user, person.user, asked.length, asked.variant)
    opened = debt.held.league.opened if debt else None
    rules = rules_for(
        settings.rules,
        opened.length if opened else asked.length,
        Variant(opened.variant) if opened else asked.variant,
        asked.cube,
        asked.egyptian,
        asked.wanted,
    )
    clock = pace_of_debt(debt, asked.pace) if debt else clock_for(asked.pace, rules.length, settings.pace)
    await challenge(
        ctx,
        person,
        rules,
        light=asked.light,
        rated=asked.rated,
        hints=asked.hints,
        counts=debt.counts if debt else None,
        pace=clock,
        weekdays=_zone(clock, settings) if asked.weekdays else None,
        thread=asked.thread,
    )


def pace_choices(ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
    """What may be meant by a pace that is being typed, in words that are read as well."""
    length = getattr(ctx.interaction.namespace, "length", None)
    offered = [words for words in offered_words(length, ctx.t) if typed.casefold() in words.casefold()]
    with suppress(Illegal):
        if typed.strip() and (words := wanted_words(read_pace(typed), length, ctx.t)) not in offered:
            offered.insert(0, words)
    return [app_commands.Choice(name=words, value=words) for words in offered]


def clock_for(text: str | None, length: int, usual: WantedPace | None = None) -> Pace | None:
    """The clock that was written for a match to so many points, else the usual one; None for none. Raises `Illegal`."""
    wanted = usual if text is None else read_pace(text)
    if text is None and isinstance(wanted, Hours) and not length:
        return None  # usual in matches only
    return None if wanted is None else clock_of(wanted, length)


def _zone(clock: Pace | None, settings: ServerSettings) -> str:
    """The zone whose weekends are left out. Raises `Illegal` where time is not counted by days or hours."""
    if not isinstance(clock, Days | Hours):
        raise Illegal(PaceFault.NO_WEEKDAYS)
    return settings.time_zone


def pace_of_debt(debt: Debt, text: str | None) -> Pace | None:
    """The pace of a match of a league: the league's unless another one was written. Raises `Illegal`."""
    wanted = clock_for(text, debt.held.league.opened.length)
    if text and wanted is None and debt.held.league.pace:
        raise Illegal(LeagueTrouble.PACE)
    return debt.pace(wanted)


def rules_for(
    defaults: Rules,
    length: int | None,
    variant: Variant | None,
    cube: bool | None,
    egyptian: bool | None,
    wanted: Mapping[str, bool | int | None],
) -> Rules:
    """The rules requested, completed from the server's defaults. Raises `Illegal` for contradictory options.

    `wanted`: the options of money sessions and matches by name, None if not given.
    """
    rules = replace(
        defaults,
        length=defaults.length if length is None else length,
        variant=variant or defaults.variant,
        cube=defaults.cube if cube is None else cube,
        max_on_point=defaults.max_on_point if egyptian is None else EGYPTIAN if egyptian else None,
    )
    for option, value in wanted.items():
        if not value:
            continue
        if option == "crawford" and not rules.length:
            raise Illegal(ChallengeFault.MATCH_ONLY, rule=_RULES[option])
        if option != "crawford" and rules.length:
            raise Illegal(ChallengeFault.MONEY_ONLY, rule=_RULES[option])
        if not rules.bet.cube:
            raise Illegal(ChallengeFault.NEEDS_CUBE, rule=_RULES[option])
    crawford, cap, money = wanted["crawford"], wanted["cube_cap"], rules.money
    jacoby, beavers, raccoons, automatic = (wanted[name] for name in ("jacoby", "beavers", "raccoons", "auto_doubles"))
    if beavers == 0 and raccoons:
        raise Illegal(ChallengeFault.NEEDS_BEAVERS)
    animals = money.animals
    if beavers is not None:
        animals = max(animals, Beavers.BEAVER) if beavers else Beavers.NONE
    if raccoons is not None:
        animals = Beavers.RACCOON if raccoons else min(animals, Beavers.BEAVER)
    return replace(
        rules,
        crawford=rules.crawford if crawford is None else bool(crawford),
        money=replace(
            money,
            jacoby=money.jacoby if jacoby is None else Jacoby.PER_CUBE if jacoby else Jacoby.OFF,
            animals=animals,
            beavers_per_bet=int(beavers) if beavers else money.beavers_per_bet,
            cube_cap=money.cube_cap if cap is None else int(cap) or None,
            auto_doubles=money.auto_doubles if automatic is None else int(automatic),
        ),
    )
