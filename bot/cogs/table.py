"""The commands of play, and the buttons of the live message that do the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from discord import app_commands
from discord.app_commands import locale_str

from bot import limits
from bot.backgammon import BoardState, Illegal, Seat
from bot.backgammon.actions import Abort
from bot.cogs.acting import act_plainly, do
from bot.cogs.choices import choices
from bot.cogs.composing import roll
from bot.cogs.context import Context, ServingCog, answered, completing, moved_on
from bot.cogs.people import names_offered, people_about, seats_named
from bot.cogs.places import WITH_US, usable
from bot.cogs.settling import halves, settle
from bot.cogs.teaching_aid import asks_typed
from bot.cogs.verbs import Request, request
from bot.cogs.visibility import show_again
from bot.screens.board_words import pips_words
from bot.screens.buttons import view
from bot.screens.faces import board_face, face_of
from bot.screens.names import label_names
from bot.tables import intents
from bot.tables.faults import TableTrouble
from bot.tables.table import Table
from bot.texts import N_

_RESIGNATIONS = {
    "single": N_("a single game"),
    "gammon": N_("a gammon"),
    "backgammon": N_("a backgammon"),
    "match": N_("the match"),
}


class TableCommands(ServingCog):
    """Commands at a table."""

    async def _about(self, ctx: Context, verb: str, names: str | None) -> None:
        """Act by a verb that may name some of the players."""
        whom = None if names is None else seats_named(await ctx.table(), names)
        await act_plainly(ctx, request(verb, whom))

    @app_commands.command(description=locale_str("Roll the dice"))
    @usable(WITH_US)
    @answered
    async def roll(self, ctx: Context) -> None:
        await roll(ctx)

    @app_commands.command(description=locale_str("Play your roll"))
    @app_commands.describe(play=locale_str("The play, such as 8/5 6/5, bar/22 or 4/off"))
    @usable(WITH_US)
    @answered
    async def move(self, ctx: Context, play: str) -> None:
        if not await asks_typed(ctx, play):
            await ctx.act(intents.move(play))

    @move.autocomplete("play")
    @completing
    async def _plays(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        """Legal plays for the typed text: what it means, what continues it, else the most similar."""
        table = await ctx.held()
        if table is None or not isinstance(state := table.state, BoardState):
            return []
        seat = table.seat_of(ctx.user)
        if state.board.dice is None or seat is None or state.mover != seat or not table.sits(ctx.user):
            return []
        plays = state.board.offered(typed, state.rules.max_on_point)
        names = [str(play) or "—" for play in plays[: limits.CHOICES]]
        return [app_commands.Choice(name=name, value=name) for name in names]

    @app_commands.command(description=locale_str("Offer the cube to your opponent"))
    @app_commands.describe(to=locale_str("Chouette: whom the box doubles; leave it out for all"))
    @usable(WITH_US)
    @answered
    async def double(self, ctx: Context, to: str | None = None) -> None:
        await self._about(ctx, "double", to)

    @app_commands.command(description=locale_str("Take the cube you are offered"))
    @app_commands.describe(from_=locale_str("Chouette: whose cubes; leave it out for all"))
    @app_commands.rename(from_="from")
    @usable(WITH_US)
    @answered
    async def take(self, ctx: Context, from_: str | None = None) -> None:
        await self._about(ctx, "take", from_)

    @app_commands.command(description=locale_str("Drop the cube you are offered and lose its value"))
    @app_commands.describe(from_=locale_str("Chouette: whose cubes; leave it out for all"))
    @app_commands.rename(from_="from")
    @usable(WITH_US)
    @answered
    async def drop(self, ctx: Context, from_: str | None = None) -> None:
        await self._about(ctx, "drop", from_)

    @app_commands.command(description=locale_str("Take the cube and turn it at once again"))
    @app_commands.describe(from_=locale_str("Chouette: whose cubes; leave it out for all"))
    @app_commands.rename(from_="from")
    @usable(WITH_US)
    @answered
    async def beaver(self, ctx: Context, from_: str | None = None) -> None:
        await self._about(ctx, "beaver", from_)

    @app_commands.command(description=locale_str("Accept a beaver and turn the cube once more"))
    @app_commands.describe(from_=locale_str("Chouette: whose cubes; leave it out for all"))
    @app_commands.rename(from_="from")
    @usable(WITH_US)
    @answered
    async def raccoon(self, ctx: Context, from_: str | None = None) -> None:
        await self._about(ctx, "raccoon", from_)

    @app_commands.command(name="pass", description=locale_str("Chouette: do not double this turn"))
    @answered
    async def pass_(self, ctx: Context) -> None:
        await act_plainly(ctx, request("pass"))

    @app_commands.command(description=locale_str("Chouette: ask the captain to wait before the roll"))
    @answered
    async def hold(self, ctx: Context) -> None:
        await act_plainly(ctx, request("hold"))

    extra = app_commands.Group(name="extra", description=locale_str("Chouette: extra cubes for a lone taker"))

    @extra.command(name="give", description=locale_str("You dropped: offer the lone taker an extra"))
    @answered
    async def extra_give(self, ctx: Context) -> None:
        await act_plainly(ctx, request("extra_give"))

    @extra.command(name="drop", description=locale_str("Lone taker: stay in, but drop extras at once"))
    @app_commands.describe(from_=locale_str("Whose extras; leave it out for all"))
    @app_commands.rename(from_="from")
    @answered
    async def extra_drop(self, ctx: Context, from_: str | None = None) -> None:
        await self._about(ctx, "extra_drop", from_)

    @app_commands.command(description=locale_str("Offer to resign the game, or the match"))
    @app_commands.describe(
        kind=locale_str("What you offer to lose"), to=locale_str("Chouette: to whom; leave it out for all")
    )
    @app_commands.choices(kind=choices(_RESIGNATIONS))
    @usable(WITH_US)
    @answered
    async def resign(self, ctx: Context, kind: app_commands.Choice[str], to: str | None = None) -> None:
        await self._about(ctx, f"resign_{kind.value}", to)

    @app_commands.command(description=locale_str("Offer to settle the game for points"))
    @app_commands.rename(with_="with")
    @app_commands.describe(
        points=locale_str("What you would receive; with a minus, what you would pay"),
        with_=locale_str("Chouette: with whom"),
        winner=locale_str("Chouette: who is taken to have won when nothing is paid"),
    )
    @usable(WITH_US)
    @answered
    async def settle(self, ctx: Context, points: float, with_: str | None = None, winner: str | None = None) -> None:
        table = await ctx.table()
        whom, winners = seats_named(table, with_), seats_named(table, winner)
        await settle(ctx, table, halves(points), whom, winners)

    @double.autocomplete("to")
    @take.autocomplete("from_")
    @drop.autocomplete("from_")
    @beaver.autocomplete("from_")
    @raccoon.autocomplete("from_")
    @extra_drop.autocomplete("from_")
    @resign.autocomplete("to")
    @settle.autocomplete("with_")
    @completing
    async def _people(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        """The players who may be named now."""
        assert ctx.interaction.command is not None
        command = ctx.interaction.command.qualified_name
        return await self._named(ctx, typed, lambda table, seat: people_about(table, seat, command))

    @settle.autocomplete("winner")
    @completing
    async def _winners(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        """The user and the opponents they may settle with."""

        def winners(table: Table, seat: Seat) -> Sequence[Seat]:
            others = people_about(table, seat, "settle")
            return (seat, *others) if others else ()

        return await self._named(ctx, typed, winners)

    async def _named(
        self, ctx: Context, typed: str, offered: Callable[[Table, Seat], Sequence[Seat]]
    ) -> list[app_commands.Choice[str]]:
        table = await ctx.held()
        seat = table.seat_of(ctx.user) if table else None
        if table is None or seat is None:
            return []
        return names_offered(table, offered(table, seat), typed)

    @app_commands.command(description=locale_str("Accept what the other side proposes"))
    @app_commands.describe(offer=locale_str("Which of several offers"))
    @usable(WITH_US)
    @answered
    async def accept(self, ctx: Context, offer: str | None = None) -> None:
        await self._reply(ctx, offer, agreed=True)

    @app_commands.command(description=locale_str("Refuse what the other side proposes"))
    @app_commands.describe(offer=locale_str("Which of several offers"))
    @usable(WITH_US)
    @answered
    async def decline(self, ctx: Context, offer: str | None = None) -> None:
        await self._reply(ctx, offer, agreed=False)

    async def _reply(self, ctx: Context, offer: str | None, *, agreed: bool) -> None:
        number = None if offer is None else _number(offer)
        await ctx.act(intents.accept(number) if agreed else intents.decline(number))

    @accept.autocomplete("offer")
    @decline.autocomplete("offer")
    @completing
    async def _offers(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        """The proposals that wait for this user."""
        table = await ctx.held()
        seat = table.seat_of(ctx.user) if table else None
        if table is None or table.state is None or seat is None:
            return []
        t = await ctx.person_texts()
        names = label_names(table)
        return [
            app_commands.Choice(
                name=face_of(table).proposal(table.state, number, names, t)[: limits.CHOICE], value=str(number)
            )
            for number in table.state.proposals_for(seat)[: limits.CHOICES]
        ]

    @app_commands.command(description=locale_str("Ask to take back the last action"))
    @usable(WITH_US)
    @answered
    async def undo(self, ctx: Context) -> None:
        await act_plainly(ctx, request("undo"))

    @app_commands.command(
        description=locale_str("Let the table rest if the other side agrees; in a chouette the host may")
    )
    @usable(WITH_US)
    @answered
    async def pause(self, ctx: Context) -> None:
        await act_plainly(ctx, request("pause"))

    @app_commands.command(description=locale_str("Let a table that rests go on"))
    @usable(WITH_US)
    @answered
    async def resume(self, ctx: Context) -> None:
        await act_plainly(ctx, request("resume"))

    @app_commands.command(description=locale_str("On to the next game of the session"))
    @usable(WITH_US)
    @answered
    async def next(self, ctx: Context) -> None:
        await act_plainly(ctx, request("next"))

    @app_commands.command(description=locale_str("End the session between two games"))
    @usable(WITH_US)
    @answered
    async def end(self, ctx: Context) -> None:
        await act_plainly(ctx, request("end"))

    @app_commands.command(description=locale_str("Claim the game from an opponent who has not acted for long"))
    @answered
    async def claim(self, ctx: Context) -> None:
        await act_plainly(ctx, request("claim"))

    @app_commands.command(description=locale_str("Void the running game, if both agree or a moderator says so"))
    @usable(WITH_US)
    @answered
    async def abort(self, ctx: Context) -> None:
        table = await ctx.table()
        if not table.plays(ctx.user) and ctx.moderates:
            await ctx.moderate(Abort())
        else:
            await act_plainly(ctx, request("abort"))

    @app_commands.command(description=locale_str("Show the board again at the bottom"))
    @usable(WITH_US)
    @answered
    async def board(self, ctx: Context) -> None:
        await show_again(ctx)

    @app_commands.command(description=locale_str("Pip counts of both sides"))
    @usable(WITH_US)
    @answered
    async def pips(self, ctx: Context) -> None:
        await tell_pips(ctx)


async def tell_pips(ctx: Context) -> None:
    """Send the pip counts."""
    table = await ctx.table_here()
    if table.state is None:
        raise Illegal(TableTrouble.NO_TABLE)
    await ctx.aside(pips_words(table, ctx.t))


async def press_plain(ctx: Context) -> None:
    """A button completely described by its verb and `extra`."""
    asked = Request.parse(ctx.press.extra or ctx.press.verb)
    if asked is None or asked.verb.name != ctx.press.verb:
        raise moved_on()
    await act_plainly(ctx, asked, question=ctx.press.question or None)


async def press_double(ctx: Context) -> None:
    """The Double button: with several possible cubes, whom is asked first."""
    table = await ctx.table()
    table.check_sits(ctx.user)
    seat, state, face = table.seat_of(ctx.user), table.state, board_face(table)
    if state is not None and seat is not None and not ctx.press.extra and (items := face.doubles(table, seat, ctx.t)):
        if ctx.press.question != state.question:
            raise moved_on()
        await ctx.say(ctx.t("Whom do you double?"), view(items), passing=True)
        return
    await act_plainly(ctx, request("double"), question=ctx.press.question or None)


async def press_sure(ctx: Context) -> None:
    """The confirmation was pressed."""
    asked = Request.parse(ctx.press.extra)
    if asked is None:
        raise moved_on()
    await do(ctx, asked, question=ctx.press.question)


async def press_reply(ctx: Context) -> None:
    """Accept or Decline under a proposal."""
    intent = intents.accept(ctx.press.question) if ctx.press.verb == "accept" else intents.decline(ctx.press.question)
    shared = face_of(await ctx.table()).shared_offers
    await ctx.act(intent, question=None if shared else ctx.press.question)


async def press_cancel(ctx: Context) -> None:
    await ctx.remove()


def _number(text: str) -> int:
    digits = text.strip().lstrip("#")
    if not digits.isdecimal() or len(digits) > 9:
        raise Illegal(TableTrouble.NOT_A_PROPOSAL, number=text)
    return int(digits)
