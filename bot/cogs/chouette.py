"""The commands of `/chouette`: before a session they are those of its lobby, afterwards those of its people."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.backgammon import Foreign, Illegal, Refused, Seat, Stale, TableFault
from bot.chouette import FEWEST_TO_START, MOST, PRESETS, STAKES, ChouetteFault, Options, Session, actions
from bot.cogs import chouette_lobby
from bot.cogs.acting import act_plainly
from bot.cogs.choices import choices
from bot.cogs.chouette_cubes import turn_auto_pass
from bot.cogs.chouette_entry import tell_knock
from bot.cogs.chouette_sheets import Page, score_page, sheet_page
from bot.cogs.computer_games import check_playable, level_choices
from bot.cogs.context import Context, ServingCog, answered, completing
from bot.cogs.gathering import tell_rules
from bot.cogs.night_table import change_table, night_of, second_table
from bot.cogs.night_verbs import join_night, leave_night, runs
from bot.cogs.people import names_offered, seat_of, seats_named
from bot.cogs.table_setup import word_button
from bot.cogs.verbs import request
from bot.core.intent import Intent
from bot.engine.thoughts import Level
from bot.screens.chouette.buttons import payments_screen
from bot.screens.chouette.finished import numbers
from bot.screens.chouette.lobby_words import newcomer_words
from bot.screens.chouette.option_words import preset_choices
from bot.screens.computer_words import computer_name
from bot.screens.discord_errors import DISCORD_ERRORS
from bot.screens.fitting import pages
from bot.screens.names import plain
from bot.tables.appointments import offered_appointments
from bot.tables.chouette import intents
from bot.tables.chouette.lobby_fault import LobbyFault
from bot.tables.games import CHOUETTE
from bot.tables.kept_games import finished_games
from bot.tables.table import Person, Stage, Table
from bot.texts import N_, Texts


class ChouetteCommands(
    ServingCog,
    commands.GroupCog,
    group_name="chouette",
    group_description=locale_str("A chouette: one against a team on one board"),
):
    """Commands about a session, except playing."""

    @app_commands.command(name="open", description=locale_str("Open a chouette: others join, then you start"))
    @app_commands.describe(
        preset=locale_str("The rules to begin with; you can change each before the start"),
        thread=locale_str("Play in a thread of its own"),
        at=locale_str("When it begins by itself, if enough are there: 20:00, or 2026-11-28 20:00"),
        people=locale_str("How many have to be there at that time; 4 if you leave it out"),
    )
    @app_commands.choices(preset=choices(dict(preset_choices())))
    @answered
    async def open_table(
        self,
        ctx: Context,
        preset: app_commands.Choice[str] | None = None,
        thread: bool = False,
        at: app_commands.Range[str, 1, 40] | None = None,
        people: app_commands.Range[int, FEWEST_TO_START, MOST] | None = None,
    ) -> None:
        options = PRESETS[preset.value] if preset else Options()
        begins = await chouette_lobby.appointment(ctx, options, at, people)
        await chouette_lobby.open_lobby(ctx, options, thread=thread, begins=begins)

    @open_table.autocomplete("at")
    @completing
    async def _times(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        zone, wanted = (await ctx.settings()).time_zone, typed.strip()
        offered = offered_appointments(ctx.services.now(), zone)
        return [app_commands.Choice(name=each, value=each) for each in offered if wanted in each]

    @app_commands.command(description=locale_str("Every rule of this chouette"))
    @answered
    async def rules(self, ctx: Context) -> None:
        table = await self._chouette(ctx, finished=True)
        await tell_rules(ctx, table)
        if table.stage is Stage.CHALLENGE and table.person(0).user == ctx.user:
            await chouette_lobby.show_panel(ctx, table)

    @app_commands.command(description=locale_str("Join this chouette; a running game goes on without you"))
    @answered
    async def join(self, ctx: Context) -> None:
        table = await self._chouette(ctx)
        if (night := await night_of(ctx, table)) is not None:
            await join_night(ctx, night)
        elif table.stage is Stage.CHALLENGE:
            await chouette_lobby.join(ctx, table.id)
        else:
            await self._join(ctx, table)

    async def _join(self, ctx: Context, table: Table) -> None:
        """Join a running session."""
        outcome = await ctx.services.desk.join(table.channel, ctx.person, receipt=ctx.receipt, table=table.id)
        joined = outcome.table
        seat = joined.seat_of(ctx.user)
        if seat is not None and not joined.state_of(Session).is_seated(seat):
            await tell_knock(ctx, outcome)
            return
        await ctx.services.challenges.register(joined)
        assert joined.state is not None
        *first, last = pages(newcomer_words(joined.setup_of(Options), joined.state.number + 1, ctx.t))
        for page in first:
            await ctx.say(page)
        may_give = not joined.people.has_given(ctx.user)
        await ctx.say(last, word_button(joined, ctx.t) if may_give else None)
        await ctx.show(outcome)

    @app_commands.command(description=locale_str("Host: a computer sits down, before the start or between two games"))
    @app_commands.describe(
        level=locale_str("How well it plays (PR: the lower, the better), or that the last one leaves")
    )
    @app_commands.choices(level=[*level_choices(), *choices({0: N_("leave")})])
    @answered
    async def computer(self, ctx: Context, level: app_commands.Choice[int]) -> None:
        table = await self._chouette(ctx)
        if not level.value:
            await self._dismiss_computer(ctx, table)
            return
        check_playable(ctx, table.setup_of(Options))
        well = Level(level.value)
        t = await ctx.services.presenter.texts_at(table)
        seated = Person.computer(computer_name(well, t), well)
        if table.stage is Stage.CHALLENGE:
            await chouette_lobby.seat_computer(ctx, table.id, seated)
            return
        outcome = await ctx.services.desk.seat_computer(
            table.channel, ctx.person, seated, receipt=ctx.receipt, table=table.id
        )
        await ctx.show(outcome)

    async def _dismiss_computer(self, ctx: Context, table: Table) -> None:
        """Remove the computer that was added last."""
        if table.stage is Stage.CHALLENGE:
            await chouette_lobby.dismiss_computer(ctx, table.id)
            return
        state = table.state_of(Session)
        there = [seat for seat in table.computers if state.is_seated(seat)]
        if not there:
            raise Illegal(LobbyFault.NO_COMPUTER)
        await ctx.act(intents.send_away(there[-1]), table=table.id)

    @app_commands.command(description=locale_str("Leave; in a running game the table goes on without waiting for you"))
    @answered
    async def leave(self, ctx: Context) -> None:
        table = await self._chouette(ctx)
        if table.stage is Stage.CHALLENGE:
            await chouette_lobby.leave(ctx, table.id)
        else:
            await act_plainly(ctx, request("leave"), table.id)

    @app_commands.command(description=locale_str("Sit out from the next game on, or come back"))
    @answered
    async def sit_out(self, ctx: Context) -> None:
        await self._do(ctx, intents.sit_out())

    @app_commands.command(
        description=locale_str("Where stakes are played: choose yours, for the start or the next game")
    )
    @app_commands.describe(stake=locale_str("What your bets begin at, if the other's stake is not smaller"))
    @app_commands.choices(stake=[app_commands.Choice(name=str(each), value=each) for each in STAKES])
    @answered
    async def stake(self, ctx: Context, stake: app_commands.Choice[int]) -> None:
        table = await self._chouette(ctx)
        if table.stage is Stage.CHALLENGE:
            await chouette_lobby.set_stake(ctx, table.id, stake.value)
        else:
            await ctx.act(intents.stake(stake.value), table=table.id)

    @app_commands.command(description=locale_str("Whether the captain may roll without waiting for your word"))
    @answered
    async def auto_pass(self, ctx: Context) -> None:
        await turn_auto_pass(ctx, (await self._running(ctx)).id)

    @app_commands.command(description=locale_str("Start with those who have joined"))
    @app_commands.describe(order=locale_str("If the rules leave it to the host: everybody in order, the box first"))
    @answered
    async def start(self, ctx: Context, order: str | None = None) -> None:
        table = await self._chouette(ctx)
        await chouette_lobby.start(ctx, table.id, seats_named(table, order))

    @start.autocomplete("order")
    @completing
    async def _order(self, ctx: Context, typed: str) -> list[app_commands.Choice[str]]:
        """Names that complete the typed text."""
        try:
            table = await self._chouette(ctx)
        except Refused:
            return []
        return names_offered(table, range(len(table.people.seats)), typed)

    @app_commands.command(description=locale_str("Everybody's points, and the line"))
    @answered
    async def score(self, ctx: Context) -> None:
        table, session = await self._session(ctx)
        t = await self._texts_for(ctx, table)
        await _tell(ctx, table, score_page(table, session, 0, t))

    @app_commands.command(name="history", description=locale_str("The score sheet of this session, game by game"))
    @app_commands.describe(member=locale_str("Instead, one player's numbers: points by role, cubes, against whom"))
    @answered
    async def history(self, ctx: Context, member: discord.User | None = None) -> None:
        table, _ = await self._session(ctx)
        if member is not None:
            await self._statistics(ctx, table, seat_of(table, member))
            return
        t = await self._texts_for(ctx, table)
        at_table = table.has(ctx.user)
        await _tell(ctx, table, await sheet_page(ctx, table, 0, t, publicly=at_table))

    async def _texts_for(self, ctx: Context, table: Table) -> Texts:
        """The language of a public reply, or of an ephemeral one to a member who is not at the table."""
        there = table.has(ctx.user)
        return await ctx.services.presenter.texts_at(table) if there else ctx.t

    async def _statistics(self, ctx: Context, table: Table, seat: Seat) -> None:
        """Send one player's statistics."""
        async with ctx.lookup() as pool:
            games = await finished_games(ctx.services.store, table)
            key = "numbers", table.id, table.version, seat, ctx.t.language
            told = await pool.run(numbers, table, games, seat, ctx.t.language, key=key)
        await ctx.say(told)

    @app_commands.command(
        description=locale_str("Who decides about your cube while you are away; nobody: leave it out")
    )
    @app_commands.describe(member=locale_str("Somebody at this table"))
    @answered
    async def delegate(self, ctx: Context, member: discord.User | None = None) -> None:
        table = await self._running(ctx)
        to = None if member is None else seat_of(table, member)
        name = "" if member is None else plain(member.display_name)
        said = (
            ctx.t("Nobody decides for you.")
            if member is None
            else ctx.t("**{name}** may decide about your cubes while you are away.", name=name)
        )
        await ctx.act(intents.delegate(to), table=table.id, said=said)

    @app_commands.command(description=locale_str("Refuse the box that you have won as captain"))
    @answered
    async def decline_box(self, ctx: Context) -> None:
        await self._do(ctx, intents.plain(actions.DeclineBox))

    @app_commands.command(description=locale_str("As the box take a partner, or be the partner, when you are asked"))
    @app_commands.describe(agree=locale_str("Leave it out for yes"))
    @answered
    async def partner(self, ctx: Context, agree: bool = True) -> None:
        await self._do(ctx, intents.share(agree))

    @app_commands.command(description=locale_str("Host: stop the clock, so that nobody can claim"))
    @answered
    async def pause(self, ctx: Context) -> None:
        await self._pause(ctx, on=True)

    @app_commands.command(description=locale_str("Host: let the clock go on"))
    @answered
    async def resume(self, ctx: Context) -> None:
        await self._pause(ctx, on=False)

    async def _pause(self, ctx: Context, *, on: bool) -> None:
        """Stop the clock or let it go on; at a table of a night whoever runs that does."""
        table = await self._running(ctx)
        if (night := await night_of(ctx, table)) is None or not runs(ctx, night):
            await ctx.act(intents.pause(on), table=table.id)
        else:
            await ctx.moderate(actions.Pause(on=on))

    @app_commands.command(
        description=locale_str("Host, from seven people on, between two games: half of them go to a second table")
    )
    @answered
    async def second_table(self, ctx: Context) -> None:
        await second_table(ctx, await self._running(ctx))

    @app_commands.command(description=locale_str("In a night: go to another table, between two games"))
    @app_commands.describe(table=locale_str("The number of the table"))
    @answered
    async def change(self, ctx: Context, table: app_commands.Range[int, 1, 12]) -> None:
        await change_table(ctx, await self._running(ctx), table)

    async def _do(self, ctx: Context, intent: Intent) -> None:
        """Act at the running session."""
        table = await self._running(ctx)
        await ctx.act(intent, table=table.id)

    @app_commands.command(description=locale_str("After the session: say that a payment has been made"))
    @answered
    async def paid(self, ctx: Context) -> None:
        table, session = await self._session(ctx)
        if not session.closed:
            raise Stale(TableFault.NOT_ASKED)
        await self._paid(ctx, table, session)

    async def _paid(self, ctx: Context, table: Table, session: Session) -> None:
        """Mark the only payment of this member, or offer a choice."""
        seat, t = table.seat_of(ctx.user), ctx.t
        left = [(index, each.transfer) for index, each in enumerate(session.payments) if not each.paid]
        own = [(index, it) for index, it in left if seat in (it.payer, it.payee, session.host)]
        if not own:
            raise Foreign(ChouetteFault.NOT_YOUR_PAYMENT) if left else Stale(ChouetteFault.PAID_ALREADY)
        if len(own) == 1:
            await ctx.act(intents.paid(own[0][0]), table=table.id)
            return
        await ctx.say(*payments_screen(table, session, seat, 0, t, own=True))

    @app_commands.command(description=locale_str("Host or moderator: send somebody away"))
    @app_commands.describe(member=locale_str("Somebody at this table"))
    @answered
    async def kick(self, ctx: Context, member: discord.User) -> None:
        table = await self._chouette(ctx)
        if table.stage is Stage.CHALLENGE:
            await chouette_lobby.kick(ctx, table.id, member.id, member.display_name)
            return
        away = seat_of(table, member)
        if (night := await night_of(ctx, table)) is not None:
            await leave_night(ctx, night, member)
        elif _moderates(ctx, table):
            await ctx.moderate(actions.Leave(seat=away))
        else:
            await ctx.act(intents.send_away(away), table=table.id)

    @app_commands.command(
        description=locale_str("Host or moderator: end the session after this game, or call it off before it begins")
    )
    @answered
    async def end(self, ctx: Context) -> None:
        table = await self._chouette(ctx)
        night = await night_of(ctx, table)
        if table.stage is Stage.CHALLENGE:
            await chouette_lobby.withdraw(ctx, table.id)
        elif _moderates(ctx, table) or (night is not None and runs(ctx, night)):
            await ctx.moderate(actions.Dismiss())
        else:
            await ctx.act(intents.plain(actions.End), table=table.id)

    async def _chouette(self, ctx: Context, *, finished: bool = False) -> Table:
        """The chouette of the channel, or if `finished`, the member's last one there. Raises `Refused`."""
        if held := await ctx.held():
            if held.game is not CHOUETTE:
                raise Illegal(ChouetteFault.NOT_A_CHOUETTE)
            return held
        for name in await ctx.services.store.tables_of(ctx.user) if finished else ():
            if await ctx.services.store.channel_of(name) == ctx.channel:
                table = await ctx.services.repository.load(ctx.channel, name)
                if table and table.game is CHOUETTE:
                    return table
        raise Stale(ChouetteFault.NO_CHOUETTE)

    async def _running(self, ctx: Context) -> Table:
        """The running chouette of the channel. Raises `Refused`."""
        table = await self._chouette(ctx)
        if table.state is None:
            raise Illegal(ChouetteFault.NOT_BEGUN)
        return table

    async def _session(self, ctx: Context) -> tuple[Table, Session]:
        """The session of the channel, or the member's last one there. Raises `Refused`."""
        table = await self._chouette(ctx, finished=True)
        return table, table.state_of(Session)


def _moderates(ctx: Context, table: Table) -> bool:
    """Whether the user acts as a moderator rather than as the host."""
    host = table.seat_of(ctx.user) == table.state_of(Session).host
    return ctx.moderates and not host


async def _tell(ctx: Context, table: Table, page: Page) -> None:
    """Reply publicly to a member at the table, ephemerally to others."""
    if not table.has(ctx.user):
        await ctx.say(*page)
        return
    try:
        await ctx.tell_all(*page)
    except DISCORD_ERRORS:
        await ctx.say(ctx.t("That could not be posted."))
