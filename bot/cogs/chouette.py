"""The commands of `/chouette`: before a session they are those of its lobby, afterwards those of its people."""

from __future__ import annotations

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.backgammon import Foreign, Illegal, Refused, Seat, Stale, TableFault
from bot.chouette import PRESETS, ChouetteFault, Options, Session
from bot.chouette import actions as many
from bot.cogs import chouette_lobby
from bot.cogs.acting import act, act_plainly, acted, shown
from bot.cogs.chouette_cubes import turn_auto_pass
from bot.cogs.chouette_sheets import Page, score_page, sheet_page
from bot.cogs.computer_games import check_playable, level_choices
from bot.cogs.gathering import tell_rules
from bot.cogs.people import names_offered, seats_named
from bot.cogs.services import Interaction, Services, person_of, receipt_of
from bot.cogs.table_setup import word_button
from bot.cogs.verbs import request
from bot.core.actions import Action
from bot.core.intent import Intent
from bot.engine.thoughts import Level
from bot.screens.answer import Answer
from bot.screens.chouette.buttons import payments_screen
from bot.screens.chouette.finished import numbers
from bot.screens.chouette.lobby_words import newcomer_words
from bot.screens.chouette.option_words import preset_choices
from bot.screens.computer_words import computer_name
from bot.screens.discord_errors import DISCORD_ERRORS
from bot.screens.fitting import pages
from bot.screens.names import plain
from bot.tables.chouette import intents
from bot.tables.chouette.lobby import LobbyFault
from bot.tables.chouette.typed import options_of, session_of
from bot.tables.faults import TableTrouble
from bot.tables.games import CHOUETTE
from bot.tables.kept_games import finished_games
from bot.tables.repository import Outcome
from bot.tables.table import Person, Stage, Table
from bot.texts import N_, Texts


class ChouetteCommands(
    commands.GroupCog,
    group_name="chouette",
    group_description=locale_str("A chouette: one against a team on one board"),
):
    """Everything about a session but the game itself."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(name="open", description=locale_str("Open a chouette: others join, then you start"))
    @app_commands.describe(
        preset=locale_str("The rules to begin with; you can change each before the start"),
        thread=locale_str("Play in a thread of its own"),
    )
    @app_commands.choices(
        preset=[app_commands.Choice(name=locale_str(name), value=preset) for preset, name in preset_choices()]
    )
    async def open_table(
        self, interaction: Interaction, preset: app_commands.Choice[str] | None = None, thread: bool = False
    ) -> None:
        async def work(answer: Answer) -> None:
            options = PRESETS[preset.value] if preset else Options()
            await chouette_lobby.open_lobby(self._services, answer, options, thread=thread)

        await self._services.run(interaction, work)

    @app_commands.command(description=locale_str("Every rule of this chouette"))
    async def rules(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            table = await self._chouette(interaction, finished=True)
            await tell_rules(answer, table)
            if table.stage is Stage.CHALLENGE and table.person(0).user == interaction.user.id:
                await chouette_lobby.show_panel(self._services, answer, table)

        await self._services.run(interaction, work)

    @app_commands.command(description=locale_str("Join this chouette; a running game goes on without you"))
    async def join(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            table = await self._chouette(interaction)
            if table.stage is Stage.CHALLENGE:
                await chouette_lobby.join(self._services, answer, table.id)
            else:
                await self._join(answer, table)

        await self._services.run(interaction, work)

    async def _join(self, answer: Answer, table: Table) -> None:
        """Sit down while a session runs."""
        interaction = answer.interaction
        outcome = await self._services.desk.join(
            table.channel, person_of(interaction.user), receipt=receipt_of(interaction), table=table.id
        )
        joined = outcome.table
        await self._services.challenges.register(joined)
        assert joined.state is not None
        *first, last = pages(newcomer_words(options_of(joined), joined.state.number + 1, answer.t))
        for page in first:
            await answer.say(page)
        may_give = not joined.people.has_given(interaction.user.id)
        await answer.say(last, word_button(joined, answer.t) if may_give else None)
        await shown(self._services, answer, outcome)

    @app_commands.command(description=locale_str("Host: a computer sits down, before the start or between two games"))
    @app_commands.describe(
        level=locale_str("How well it plays (PR: the lower, the better), or that the last one leaves")
    )
    @app_commands.choices(level=[*level_choices(), app_commands.Choice(name=locale_str(N_("leave")), value=0)])
    async def computer(self, interaction: Interaction, level: app_commands.Choice[int]) -> None:
        async def work(answer: Answer) -> None:
            table = await self._chouette(interaction)
            if not level.value:
                await self._dismiss_computer(answer, table)
                return
            check_playable(self._services, options_of(table).rules)
            well = Level(level.value)
            t = await self._services.presenter.texts_at(table)
            seated = Person.computer(computer_name(well, t), well)
            if table.stage is Stage.CHALLENGE:
                await chouette_lobby.seat_computer(self._services, answer, table.id, seated)
                return
            outcome = await self._services.desk.seat_computer(
                table.channel, person_of(interaction.user), seated, receipt=receipt_of(interaction), table=table.id
            )
            await shown(self._services, answer, outcome)

        await self._services.run(interaction, work)

    async def _dismiss_computer(self, answer: Answer, table: Table) -> None:
        """The computer that sat down last leaves."""
        if table.stage is Stage.CHALLENGE:
            await chouette_lobby.dismiss_computer(self._services, answer, table.id)
            return
        state = session_of(table)
        there = [seat for seat in table.computers if state.is_seated(seat)]
        if not there:
            raise Illegal(LobbyFault.NO_COMPUTER)
        await act(self._services, answer, intents.send_away(there[-1]), table=table.id)

    @app_commands.command(description=locale_str("Leave; in a running game the table goes on without waiting for you"))
    async def leave(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            table = await self._chouette(interaction)
            if table.stage is Stage.CHALLENGE:
                await chouette_lobby.leave(self._services, answer, table.id)
                return
            await act_plainly(self._services, answer, request("leave"), table.id)

        await self._services.run(interaction, work)

    @app_commands.command(description=locale_str("Sit out from the next game on, or come back"))
    async def sit_out(self, interaction: Interaction) -> None:
        await self._do(interaction, intents.sit_out())

    @app_commands.command(description=locale_str("Whether the captain may roll without waiting for your word"))
    async def auto_pass(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            table = await self._running(interaction)
            await turn_auto_pass(self._services, answer, table.id)

        await self._services.run(interaction, work)

    @app_commands.command(description=locale_str("Start with those who have joined"))
    @app_commands.describe(order=locale_str("If the rules leave it to the host: everybody in order, the box first"))
    async def start(self, interaction: Interaction, order: str | None = None) -> None:
        async def work(answer: Answer) -> None:
            table = await self._chouette(interaction)
            await chouette_lobby.start(self._services, answer, table.id, seats_named(table, order))

        await self._services.run(interaction, work)

    @start.autocomplete("order")
    async def _order(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Names that may follow what is typed."""
        try:
            table = await self._chouette(interaction)
        except Refused:
            return []
        return names_offered(table, range(len(table.people.seats)), typed)

    @app_commands.command(description=locale_str("Everybody's points, and the line"))
    async def score(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            table, session = await self._session(interaction)
            t = await self._texts_for(answer, table)
            await _tell(answer, table, score_page(table, session, 0, t))

        await self._services.run(interaction, work)

    @app_commands.command(name="history", description=locale_str("The score sheet of this session, game by game"))
    @app_commands.describe(member=locale_str("Instead, one player's numbers: points by role, cubes, against whom"))
    async def history(self, interaction: Interaction, member: discord.User | None = None) -> None:
        async def work(answer: Answer) -> None:
            table, _ = await self._session(interaction)
            if member is not None:
                await self._statistics(answer, table, _seat(table, member))
                return
            t = await self._texts_for(answer, table)
            at_table = table.has(interaction.user.id)
            await _tell(answer, table, await sheet_page(self._services, answer, table, 0, t, for_all=at_table))

        await self._services.run(interaction, work)

    async def _texts_for(self, answer: Answer, table: Table) -> Texts:
        """The language of what is told to all, or to somebody who is not at the table alone."""
        there = table.has(answer.interaction.user.id)
        return await self._services.presenter.texts_at(table) if there else answer.t

    async def _statistics(self, answer: Answer, table: Table, seat: Seat) -> None:
        """One player's numbers, for whoever asks."""
        async with self._services.lookups.turn(answer.interaction) as folder:
            games = await finished_games(self._services.store, table)
            key = "numbers", table.id, table.version, seat, answer.t.language
            told = await folder.fold(numbers, table, games, seat, answer.t.language, key=key)
        await answer.say(told)

    @app_commands.command(
        description=locale_str("Who decides about your cube while you are away; nobody: leave it out")
    )
    @app_commands.describe(member=locale_str("Somebody at this table"))
    async def delegate(self, interaction: Interaction, member: discord.User | None = None) -> None:
        async def work(answer: Answer) -> None:
            table = await self._running(interaction)
            to = None if member is None else _seat(table, member)
            name = "" if member is None else plain(member.display_name)
            said = (
                answer.t("Nobody decides for you.")
                if member is None
                else answer.t("**{name}** may decide about your cubes while you are away.", name=name)
            )
            await act(self._services, answer, intents.delegate(to), table=table.id, said=said)

        await self._services.run(interaction, work)

    @app_commands.command(description=locale_str("Refuse the box that you have won as captain"))
    async def decline_box(self, interaction: Interaction) -> None:
        await self._do(interaction, intents.plain(many.DeclineBox))

    @app_commands.command(description=locale_str("As the box take a partner, or be the partner, when you are asked"))
    @app_commands.describe(agree=locale_str("Leave it out for yes"))
    async def partner(self, interaction: Interaction, agree: bool = True) -> None:
        await self._do(interaction, intents.share(agree))

    @app_commands.command(description=locale_str("Host: stop the clock, so that nobody can claim"))
    async def pause(self, interaction: Interaction) -> None:
        await self._do(interaction, intents.pause(True))

    @app_commands.command(description=locale_str("Host: let the clock go on"))
    async def resume(self, interaction: Interaction) -> None:
        await self._do(interaction, intents.pause(False))

    async def _do(self, interaction: Interaction, intent: Intent) -> None:
        """Act at the running session."""

        async def work(answer: Answer) -> None:
            table = await self._running(interaction)
            await act(self._services, answer, intent, table=table.id)

        await self._services.run(interaction, work)

    @app_commands.command(description=locale_str("After the session: say that a payment has been made"))
    async def paid(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            table, session = await self._session(interaction)
            if not session.closed:
                raise Stale(TableFault.NOT_ASKED)
            await self._paid(answer, table, session)

        await self._services.run(interaction, work)

    async def _paid(self, answer: Answer, table: Table, session: Session) -> None:
        """The only payment that this person may mark, or a choice among several."""
        seat, t = table.seat_of(answer.interaction.user.id), answer.t
        left = [(index, each.transfer) for index, each in enumerate(session.payments) if not each.paid]
        own = [(index, it) for index, it in left if seat in (it.payer, it.payee, session.host)]
        if not own:
            raise Foreign(ChouetteFault.NOT_YOUR_PAYMENT) if left else Stale(ChouetteFault.PAID_ALREADY)
        if len(own) == 1:
            await act(self._services, answer, intents.paid(own[0][0]), table=table.id)
            return
        await answer.say(*payments_screen(table, session, seat, 0, t, own=True))

    @app_commands.command(description=locale_str("Host or moderator: send somebody away"))
    @app_commands.describe(member=locale_str("Somebody at this table"))
    async def kick(self, interaction: Interaction, member: discord.User) -> None:
        async def work(answer: Answer) -> None:
            table = await self._chouette(interaction)
            if table.stage is Stage.CHALLENGE:
                await chouette_lobby.kick(self._services, answer, table.id, member.id, member.display_name)
                return
            away = _seat(table, member)
            if _moderates(interaction, table):
                outcome = await self._moderated(interaction, table, many.Leave(seat=away))
                await shown(self._services, answer, outcome)
                return
            await act(self._services, answer, intents.send_away(away), table=table.id)

        await self._services.run(interaction, work)

    @app_commands.command(
        description=locale_str("Host or moderator: end the session after this game, or call it off before it begins")
    )
    async def end(self, interaction: Interaction) -> None:
        async def work(answer: Answer) -> None:
            table = await self._chouette(interaction)
            if table.stage is Stage.CHALLENGE:
                await chouette_lobby.withdraw(self._services, answer, table.id)
                return
            if _moderates(interaction, table):
                outcome = await self._moderated(interaction, table, many.Dismiss())
            else:
                outcome = await acted(self._services, answer, intents.plain(many.End), table.id, None)
            await shown(self._services, answer, outcome)

        await self._services.run(interaction, work)

    async def _moderated(self, interaction: Interaction, table: Table, action: Action) -> Outcome:
        """What a moderator does, whether or not he plays."""
        return await self._services.desk.moderate(table.channel, action, receipt=receipt_of(interaction))

    async def _chouette(self, interaction: Interaction, *, finished: bool = False) -> Table:
        """The chouette of the channel, or if it is `finished`, the last one of this person there. Raises `Refused`."""
        services = self._services
        assert interaction.channel_id is not None
        if held := await services.repository.held(interaction.channel_id):
            if held.game is not CHOUETTE:
                raise Illegal(TableTrouble.NOT_A_CHOUETTE)
            return held
        for name in await services.store.tables_of(interaction.user.id) if finished else ():
            if await services.store.channel_of(name) == interaction.channel_id:
                table = await services.repository.load(interaction.channel_id, name)
                if table and table.game is CHOUETTE:
                    return table
        raise Stale(ChouetteFault.NO_CHOUETTE)

    async def _running(self, interaction: Interaction) -> Table:
        """The chouette of the channel, once it has begun. Raises `Refused`."""
        table = await self._chouette(interaction)
        if table.state is None:
            raise Illegal(ChouetteFault.NOT_BEGUN)
        return table

    async def _session(self, interaction: Interaction) -> tuple[Table, Session]:
        """The session of the channel, or this person's last one there. Raises `Refused`."""
        table = await self._chouette(interaction, finished=True)
        return table, session_of(table)


def _moderates(interaction: Interaction, table: Table) -> bool:
    """Whether somebody does as a moderator what is otherwise the host's."""
    host = table.seat_of(interaction.user.id) == session_of(table).host
    return interaction.permissions.manage_messages and not host


def _seat(table: Table, member: discord.User | discord.Member) -> Seat:
    seat = table.seat_of(member.id)
    if seat is None:
        raise Illegal(TableTrouble.NO_SUCH_PERSON, name=member.display_name)
    return seat


async def _tell(answer: Answer, table: Table, page: Page) -> None:
    """Answer a command so that everybody sees it, or somebody who is not at the table so that he alone does."""
    if not table.has(answer.interaction.user.id):
        await answer.say(*page)
        return
    try:
        await answer.tell_all(*page)
    except DISCORD_ERRORS:
        await answer.say(answer.t("That could not be posted."))
