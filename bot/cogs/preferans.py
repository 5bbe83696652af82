"""The commands of `/preferans`: values of hands for anyone, and a score sheet for three or four."""

from __future__ import annotations

from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands
from msgspec.structs import replace

from bot.cogs import gathering, preferans_entry, preferans_gathering, table_setup
from bot.cogs.acting import act_plainly
from bot.cogs.choices import choices
from bot.cogs.context import Context, ServingCog, answered
from bot.cogs.people import seat_of
from bot.cogs.places import EVERYWHERE, usable
from bot.cogs.preferans_entry import open_edit, open_entry
from bot.cogs.showing import tell
from bot.cogs.verbs import Confirm, Verb, plainly, request
from bot.cogs.visibility import show_again
from bot.core.actions import End
from bot.core.refusal import Illegal, Stale
from bot.preferans import tables
from bot.preferans.conventions import GAMES, PRESETS, among, progressing
from bot.preferans.drafts import ALL_PASS, MISERE
from bot.preferans.hands import Role
from bot.preferans.lines import MOST, Column
from bot.preferans.said import said_hand
from bot.preferans.sheet import Options, Sheet
from bot.preferans.tables import Kind
from bot.screens.painter import Picture
from bot.screens.preferans.option_words import NAMES
from bot.screens.preferans.pictures import KINDS, comparison_picture, table_picture
from bot.screens.preferans.value_words import value_words
from bot.screens.preferans.words import COLUMNS
from bot.tables.faults import TableTrouble
from bot.tables.games import PREFERANS
from bot.tables.preferans import intents
from bot.tables.preferans.faults import PreferansFault
from bot.tables.table import Stage, Table
from bot.texts import N_

_FEWEST_POINTS, _MOST_POINTS = 4, 200
_Tricks = app_commands.Range[int, 0, 10]
#: The roles of the two defenders.
_DEFENCE: dict[str, tuple[Role, Role]] = {
    "one": (Role.WHIST, Role.PASS),
    "both": (Role.WHIST, Role.WHIST),
    "own": (Role.OWN, Role.PASS),
    "nobody": (Role.PASS, Role.PASS),
}
_DEFENCE_WORDS = {
    "one": N_("The first whists, the second passes"),
    "both": N_("Both whist"),
    "own": N_("The first takes half whist, the second passes"),
    "nobody": N_("Both pass"),
}
_CONTRACTS = {
    **{str(game): str(game) for game in GAMES},
    MISERE: N_("Misère"),
    ALL_PASS: N_("All-pass"),
}
_COMPARED = {"play": N_("Playing it with an all-pass"), "whist": N_("Whisting it with passing")}
_DUTIES = {"none": 0, "half": 1, "full": 2}
_DUTY_WORDS = {"none": N_("None"), "half": N_("Half"), "full": N_("Full")}
_WHIST_WORDS = {"gentleman": N_("Gentleman's"), "greedy": N_("Greedy")}


class PreferansCommands(
    ServingCog,
    commands.GroupCog,
    group_name="preferans",
    group_description=locale_str("Preferans: what a hand is worth, and a score sheet for three or four"),
):
    """You play with real cards; the score is kept here."""

    # What hands are worth

    @app_commands.command(description=locale_str("What a hand is worth to everybody, or choices compared"))
    @app_commands.describe(
        contract=locale_str("What was played"),
        tricks=locale_str("Tricks of the declarer, or of the first hand of an all-pass; left out: as many as bid"),
        defence=locale_str("What the defenders did"),
        first=locale_str("Tricks of the first defender; all-pass: of the second hand"),
        second=locale_str("Tricks of the second defender; all-pass: of the third hand"),
        talon=locale_str("Tricks that the dealer writes for the talon"),
        compare=locale_str("Instead, as a picture: what this contract is compared with"),
        convention=locale_str("By which convention; left out: that of this channel's sheet"),
    )
    @app_commands.choices(
        contract=choices(_CONTRACTS),
        defence=choices(_DEFENCE_WORDS),
        compare=choices(_COMPARED),
        convention=choices(NAMES),
    )
    @usable(EVERYWHERE)
    @answered
    async def value(
        self,
        ctx: Context,
        contract: app_commands.Choice[str],
        tricks: _Tricks | None = None,
        defence: app_commands.Choice[str] | None = None,
        first: _Tricks | None = None,
        second: _Tricks | None = None,
        talon: app_commands.Range[int, 0, 3] = 0,
        compare: app_commands.Choice[str] | None = None,
        convention: app_commands.Choice[str] | None = None,
    ) -> None:
        options = await self._convention(ctx, convention)
        if compare is not None:
            await self._compare(ctx, contract.value, compare.value, talon, options)
            return
        roles = _DEFENCE[defence.value] if defence else None
        hand = said_hand(contract.value, tricks, roles, (first, second), talon, options.convention)
        await tell(ctx, value_words(hand, options, ctx.t))

    async def _compare(self, ctx: Context, contract: str, with_what: str, talon: int, options: Options) -> None:
        if not contract.isdecimal():
            raise Illegal(PreferansFault.GAMES_ONLY)
        game, defending = int(contract), with_what == "whist"
        found = (
            tables.whist_or_pass(game, options.convention)
            if defending
            else tables.play_or_pass(game, options.convention, talon if options.convention.talon else 0)
        )
        if not found:
            raise Illegal(PreferansFault.CHECKED, game=game)
        theme = await ctx.theme()
        picture = comparison_picture(game, found, options, theme, ctx.t, defending=defending)
        await self._tell(ctx, picture, "compared.png")

    @app_commands.command(description=locale_str("What games cost, as a picture"))
    @app_commands.describe(
        kind=locale_str("Which table"),
        convention=locale_str("By which convention; left out: that of this channel's sheet"),
    )
    @app_commands.choices(kind=choices({kind.value: words for kind, words in KINDS.items()}), convention=choices(NAMES))
    @usable(EVERYWHERE)
    @answered
    async def table(
        self,
        ctx: Context,
        kind: app_commands.Choice[str] | None = None,
        convention: app_commands.Choice[str] | None = None,
    ) -> None:
        options = await self._convention(ctx, convention)
        which = Kind(kind.value) if kind else Kind.MADE
        if not tables.table(which, options.convention).rows:
            raise Illegal(PreferansFault.NO_SUCH_TABLE)
        picture = table_picture(which, options.convention, options, await ctx.theme(), ctx.t)
        await self._tell(ctx, picture, "table.png")

    async def _tell(self, ctx: Context, picture: Picture, name: str) -> None:
        await tell(ctx, "", file=await ctx.services.painter.file(picture, name))

    async def _convention(self, ctx: Context, named: app_commands.Choice[str] | None) -> Options:
        """The convention requested, else that of the channel's sheet, else the default."""
        if named is not None:
            return Options(preset=named.value, convention=PRESETS[named.value])
        channel = ctx.channel
        held = None if channel is None else await ctx.services.repository.held(channel)
        return held.setup_of(Options) if held and held.game is PREFERANS else Options()

    # The sheet

    @app_commands.command(name="open", description=locale_str("Open a sheet: when all have joined, it begins"))
    @app_commands.describe(
        convention=locale_str("The values to begin with"),
        bullet=locale_str("The pool: to so many points everybody plays; usually 20"),
        players=locale_str("Three or four"),
        responsibility=locale_str("What a whister pays for tricks that are missing"),
        whist=locale_str("Of a declarer who fails: gentleman's, both write alike; greedy, only who whisted"),
        all_pass=locale_str("Whether all-passes in a row become dearer"),
        ten=locale_str("Whether a game of ten is whisted, and not only checked"),
        helping=locale_str("Whether points beyond the pool close others' pools"),
        thread=locale_str("Keep it in a thread of its own"),
    )
    @app_commands.choices(
        convention=choices(NAMES),
        responsibility=choices(_DUTY_WORDS),
        whist=choices(_WHIST_WORDS),
        all_pass=choices({"flat": N_("Always the same"), "progressive": N_("Dearer each time: 1–2–3")}),
    )
    @answered
    async def open_sheet(
        self,
        ctx: Context,
        convention: app_commands.Choice[str] | None = None,
        bullet: app_commands.Range[int, _FEWEST_POINTS, _MOST_POINTS] = 20,
        players: Literal[4, 3] = 4,
        responsibility: app_commands.Choice[str] | None = None,
        whist: app_commands.Choice[str] | None = None,
        all_pass: app_commands.Choice[str] | None = None,
        ten: bool | None = None,
        helping: bool = True,
        thread: bool = False,
    ) -> None:
        preset = convention.value if convention else "house"
        it = among(PRESETS[preset], players)
        if responsibility:
            it = replace(it, duty=_DUTIES[responsibility.value])
        if whist:
            it = replace(it, gentleman=whist.value == "gentleman")
        if all_pass:
            it = progressing(it, dearer=all_pass.value == "progressive")
        if ten is not None:
            it = replace(it, checked=() if ten else (10,), shares=(*it.shares[:-1], (0, int(ten))))
        options = Options(preset=preset, convention=it, bullet=bullet, helping=helping)
        await preferans_gathering.open_sheet(ctx, options, thread=thread)

    @app_commands.command(description=locale_str("Enter the next hand"))
    @answered
    async def hand(self, ctx: Context) -> None:
        await open_entry(ctx, await self._running(ctx))

    @app_commands.command(description=locale_str("Enter a hand of the sheet anew"))
    @app_commands.describe(hand=locale_str("The number of its line"))
    @answered
    async def edit(self, ctx: Context, hand: app_commands.Range[int, 1, 9999]) -> None:
        await open_edit(ctx, await self._running(ctx), hand)

    @app_commands.command(description=locale_str("Take back the last thing that was written"))
    @answered
    async def undo(self, ctx: Context) -> None:
        table = await self._running(ctx)
        await act_plainly(ctx, request("undo"), table.id)

    @app_commands.command(description=locale_str("Write a line by hand, such as an agreed penalty"))
    @app_commands.describe(
        column=locale_str("Where it is written"),
        member=locale_str("In whose sector"),
        points=locale_str("So many more; with a minus, fewer"),
        on=locale_str("Whists: on whom"),
    )
    @app_commands.choices(column=choices({column.value: words for column, words in COLUMNS.items()}))
    @answered
    async def correct(
        self,
        ctx: Context,
        column: app_commands.Choice[str],
        member: discord.User,
        points: app_commands.Range[int, -MOST, MOST],
        on: discord.User | None = None,
    ) -> None:
        table = await self._running(ctx)
        other = None if on is None else seat_of(table, on)
        intent = intents.correct(Column(column.value), seat_of(table, member), points, other)
        await ctx.act(intent, table=table.id)

    @app_commands.command(description=locale_str("The sheet as it stands, again at the bottom"))
    @answered
    async def score(self, ctx: Context) -> None:
        (await self._held(ctx)).state_of(Sheet)
        await show_again(ctx)

    @app_commands.command(description=locale_str("Settle the sheet with the fewest payments, or call it off"))
    @answered
    async def end(self, ctx: Context) -> None:
        table = await self._held(ctx)
        if table.stage is Stage.CHALLENGE:
            await preferans_gathering.call_off(ctx, table.id)
        elif not table.has(ctx.user) and ctx.moderates:
            await ctx.moderate(End())
        else:
            await self._settle(ctx, table)

    async def _settle(self, ctx: Context, table: Table) -> None:
        try:
            await act_plainly(ctx, request("pref_end"), table.id)
        except Illegal as error:
            if error.reason is not TableTrouble.TOO_EARLY:
                raise
            host = table.person(table.state_of(Sheet).host).name
            raise Illegal(PreferansFault.NOT_YET, name=host, when=error.details["when"]) from error

    async def _held(self, ctx: Context) -> Table:
        """The sheet of the channel, running or gathering. Raises `Stale` or `Illegal`."""
        held = await ctx.held()
        if held is None:
            raise Stale(PreferansFault.NO_SHEET)
        held.setup_of(Options)
        return held

    async def _running(self, ctx: Context) -> Table:
        """The running sheet of the channel."""
        table = await self._held(ctx)
        table.state_of(Sheet)
        return table


_GATHERING = (
    Verb("pref_join", press=preferans_gathering.press_join),
    Verb("pref_leave", press=preferans_gathering.press_leave),
    Verb("pref_rules", press=gathering.tell_rules, apart=True),
    Verb("pref_word", asks=table_setup.ask_word, takes=preferans_gathering.take_word),
)
_SHEET = (
    Verb("pref_hand", press=preferans_entry.open_entry, apart=True),
    Verb("pref_step", press=preferans_entry.press_step, private=True),
    Verb("pref_save", press=preferans_entry.press_save, private=True),
    Verb("pref_end", does=plainly(intents.end()), confirm=Confirm.ALWAYS),
)
VERBS = (*_GATHERING, *_SHEET)
