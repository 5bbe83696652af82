"""`/league`: leagues that play themselves. Opening, joining, starting and leaving one, and playing what one owes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands
from msgspec.structs import replace

from bot import limits
from bot.backgammon import Variant
from bot.cogs.challenging import challenge
from bot.cogs.services import Interaction, Services, person_of, receipt_of
from bot.cogs.table_setup import missing_for_league
from bot.cogs.variants import variant_choices
from bot.core.refusal import Foreign, Illegal, Stale
from bot.league import Knockout, Opened, RoundRobin
from bot.league.entries import LARGEST, LONGEST, MOST_LOSSES, MOST_WEEKS, SMALLEST
from bot.screens.answer import Answer
from bot.screens.custom_ids import Press
from bot.screens.leagues.words import again_button, debts_buttons, debts_words, table_words
from bot.screens.names import apart, called, plain
from bot.screens.refused_words import refused_words
from bot.tables.faults import LeagueTrouble, TableTrouble
from bot.tables.leagues import HeldLeague, Listed
from bot.tables.refused_posts import of_league

#: Characters that the name of a league may have.
_LONGEST_NAME = 40
_Choices = list[app_commands.Choice[str]]
_Do = Callable[[Services, Answer, HeldLeague], Awaitable[None]]


class LeagueCommands(commands.Cog):
    """Leagues of a server."""

    group = app_commands.Group(
        name="league", description=locale_str("Leagues: everybody plays everybody, or a knock-out")
    )

    def __init__(self, services: Services) -> None:
        self._services = services

    @group.command(name="open", description=locale_str("Open a league: people join, and everybody plays everybody"))
    @app_commands.describe(
        name=locale_str("What the league is called"),
        length=locale_str("Matches to so many points"),
        weeks=locale_str("How many weeks people have for all their matches"),
        division=locale_str("How many people a division is to have"),
        variant=locale_str("How the checkers are set up"),
        rated=locale_str("Whether the matches count for ratings; if you say nothing, they do"),
        follows=locale_str("A league that is over: its tables make the divisions of this one"),
        promoted=locale_str("How many change places between divisions when another league follows this one"),
    )
    @app_commands.choices(variant=variant_choices())
    async def open(
        self,
        interaction: Interaction,
        name: str,
        length: app_commands.Range[int, 1, LONGEST],
        weeks: app_commands.Range[int, 1, MOST_WEEKS] = 4,
        division: app_commands.Range[int, SMALLEST, LARGEST] = 8,
        variant: app_commands.Choice[str] | None = None,
        rated: bool = True,
        follows: str | None = None,
        promoted: app_commands.Range[int, 1, 2] = 1,
    ) -> None:
        form = RoundRobin(weeks=weeks, size=division, moved=promoted)
        await self._opening(interaction, name, length, variant, rated, form, follows)

    @group.command(name="knockout", description=locale_str("Open a knock-out: who has lost so many matches is out"))
    @app_commands.describe(
        name=locale_str("What the knock-out is called"),
        length=locale_str("Matches to so many points"),
        losses=locale_str("After how many lost matches somebody is out"),
        variant=locale_str("How the checkers are set up"),
        rated=locale_str("Whether the matches count for ratings; if you say nothing, they do"),
    )
    @app_commands.choices(variant=variant_choices())
    async def knockout(
        self,
        interaction: Interaction,
        name: str,
        length: app_commands.Range[int, 1, LONGEST],
        losses: app_commands.Range[int, 1, MOST_LOSSES] = 1,
        variant: app_commands.Choice[str] | None = None,
        rated: bool = True,
    ) -> None:
        await self._opening(interaction, name, length, variant, rated, Knockout(losses=losses))

    async def _opening(
        self,
        interaction: Interaction,
        name: str,
        length: int,
        variant: app_commands.Choice[str] | None,
        rated: bool,
        form: RoundRobin | Knockout,
        follows: str | None = None,
    ) -> None:
        async def work(answer: Answer) -> None:
            services = self._services
            assert interaction.guild_id is not None and interaction.channel_id is not None
            role = (await services.preferences.of_server(interaction.guild_id)).league_role
            if not _manages(interaction) and not (role and _has(interaction.user, role)):
                raise Foreign(LeagueTrouble.MAY_NOT_OPEN)
            if missing := missing_for_league(interaction, answer.t):
                await answer.say(missing)
                return
            title = called(name, 1000)
            if len(title) > _LONGEST_NAME:
                raise Illegal(LeagueTrouble.NAME, most=_LONGEST_NAME)
            before = await _meant(services, interaction.guild_id, follows, running=False) if follows else None
            opening = Opened(
                at=interaction.created_at.timestamp(),
                name=title,
                length=length,
                variant=variant.value if variant else Variant.BACKGAMMON.value,
                rated=rated,
                form=form,
                channel=interaction.channel_id,
                follows=before.id if before else "",
            )
            await answer.acknowledge()
            held = await services.leagues.open(
                interaction.guild_id, opening, person_of(interaction.user), receipt_of(interaction)
            )
            await services.league_clock.look(held.guild, held.id)
            await answer.say(
                answer.t("The league is open. When all have joined, press **{start}**.", start=answer.t("Start"))
            )
            await _tell_refused(services, answer, held)

        await self._services.run(interaction, work)

    @group.command(name="join", description=locale_str("Join a league"))
    @app_commands.describe(league=locale_str("Which one, if several are on"))
    async def join(self, interaction: Interaction, league: str | None = None) -> None:
        await self._services.run(interaction, lambda answer: self._named(answer, league, join))

    @group.command(name="start", description=locale_str("Start a league of yours"))
    @app_commands.describe(league=locale_str("Which one, if several are on"))
    async def start(self, interaction: Interaction, league: str | None = None) -> None:
        await self._services.run(interaction, lambda answer: self._named(answer, league, start))

    @group.command(name="table", description=locale_str("The table of a league"))
    @app_commands.describe(league=locale_str("Which one; also one that is over"))
    async def table(self, interaction: Interaction, league: str | None = None) -> None:
        async def work(answer: Answer) -> None:
            assert interaction.guild_id is not None
            await show_table(
                self._services, answer, await _meant(self._services, interaction.guild_id, league, running=False)
            )

        await self._services.run(interaction, work)

    @group.command(name="pairings", description=locale_str("Whom you still have to play, with a button for each"))
    async def pairings(self, interaction: Interaction) -> None:
        await self._services.run(interaction, lambda answer: show_debts(self._services, answer))

    @group.command(name="leave", description=locale_str("Leave a league: the matches you owe are lost"))
    @app_commands.describe(
        league=locale_str("Which one, if several are on"),
        member=locale_str("Somebody else, whom who opened the league takes out of it"),
    )
    async def leave(
        self, interaction: Interaction, league: str | None = None, member: discord.User | None = None
    ) -> None:
        async def work(answer: Answer) -> None:
            await self._named(answer, league, lambda services, answer, held: leave(services, answer, held, member))

        await self._services.run(interaction, work)

    @group.command(name="end", description=locale_str("Call a league of yours off, whatever is open"))
    @app_commands.describe(league=locale_str("Which one, if several are on"))
    async def end(self, interaction: Interaction, league: str | None = None) -> None:
        await self._services.run(interaction, lambda answer: self._named(answer, league, end))

    @group.command(name="hosts", description=locale_str("A role whose people may open leagues too"))
    @app_commands.describe(role=locale_str("The role; leave it out, and only who manages the server may"))
    async def hosts(self, interaction: Interaction, role: discord.Role | None = None) -> None:
        async def work(answer: Answer) -> None:
            assert interaction.guild_id is not None
            if not _manages(interaction):
                raise Foreign(TableTrouble.NOT_A_MANAGER)
            preferences = self._services.preferences
            settings = await preferences.of_server(interaction.guild_id)
            await preferences.keep_server(interaction.guild_id, replace(settings, league_role=role and role.id))
            if role is None:
                await answer.say(answer.t("Only who may manage this server opens leagues now."))
            else:
                await answer.say(answer.t("Who has {role} may open leagues too now.", role=role.mention))

        await self._services.run(interaction, work)

    async def _named(self, answer: Answer, league: str | None, do: _Do) -> None:
        guild = answer.interaction.guild_id
        assert guild is not None
        await do(self._services, answer, await _meant(self._services, guild, league, running=True))

    @join.autocomplete("league")
    @start.autocomplete("league")
    @leave.autocomplete("league")
    @end.autocomplete("league")
    async def _running_ones(self, interaction: Interaction, typed: str) -> _Choices:
        return await self._offered(interaction, typed, lambda each: not each.over)

    @open.autocomplete("follows")
    async def _ended_ones(self, interaction: Interaction, typed: str) -> _Choices:
        return await self._offered(interaction, typed, lambda each: each.over)

    @table.autocomplete("league")
    async def _all_ones(self, interaction: Interaction, typed: str) -> _Choices:
        return await self._offered(interaction, typed, lambda each: True)

    async def _offered(self, interaction: Interaction, typed: str, fits: Callable[[Listed], bool]) -> _Choices:
        assert interaction.guild_id is not None
        found = (await self._services.leagues.listed(interaction.guild_id)).items()
        offered = [(name, each.name) for name, each in found if fits(each) and typed.casefold() in each.name.casefold()]
        return [
            app_commands.Choice(name=apart(words)[: limits.CHOICE], value=name)
            for name, words in offered[: limits.CHOICES]
        ]


async def _meant(services: Services, guild: int, named: str | None, *, running: bool) -> HeldLeague:
    """The league that somebody means: by its id, or its name as it is typed; unnamed, the only one that fits, or of
    those that are over the latest. Raises `Illegal`."""
    listed = await services.leagues.listed(guild)
    if named is not None:
        wanted = named.strip().casefold()
        found = [name for name, each in listed.items() if wanted in (name, each.name.casefold())]
        if not found:
            raise Illegal(LeagueTrouble.NO_LEAGUE)
        return await services.leagues.find(guild, found[0])
    on = [name for name, each in listed.items() if not each.over]
    if len(on) > 1:
        raise Illegal(LeagueTrouble.WHICH_LEAGUE)
    if not on and (running or not listed):
        raise Illegal(LeagueTrouble.NONE_HERE)
    return await services.leagues.find(guild, on[0] if on else next(iter(listed)))


def _manages(interaction: Interaction) -> bool:
    return interaction.permissions.manage_guild


def _has(user: discord.User | discord.Member, role: int) -> bool:
    return isinstance(user, discord.Member) and user.get_role(role) is not None


def _hosts(interaction: Interaction, held: HeldLeague) -> bool:
    return interaction.user.id == held.host.user or _manages(interaction)


def _check_host(interaction: Interaction, held: HeldLeague) -> None:
    if not _hosts(interaction, held):
        raise Foreign(LeagueTrouble.NOT_HOST, name=held.host.name)


async def join(services: Services, answer: Answer, held: HeldLeague) -> None:
    """Be in a league."""
    interaction = answer.interaction
    held = await services.leagues.join(held.guild, held.id, person_of(interaction.user), receipt_of(interaction))
    await answer.say(answer.t("You are in **{name}**.", name=plain(held.name)))
    await services.league_clock.look(held.guild, held.id)


async def leave(services: Services, answer: Answer, held: HeldLeague, member: discord.User | None = None) -> None:
    """Leave a league, or have somebody leave one's own."""
    interaction = answer.interaction
    who = member or interaction.user
    if who.id != interaction.user.id:
        _check_host(interaction, held)
        if not held.has(who.id):
            raise Illegal(LeagueTrouble.NOT_A_MEMBER, name=person_of(who).name)
    await services.leagues.leave(held.guild, held.id, who.id, receipt_of(interaction))
    if who.id == interaction.user.id:
        await answer.say(answer.t("You have left **{name}**.", name=plain(held.name)))
    else:
        await answer.say(
            answer.t("**{who}** is not in **{name}** any more.", who=plain(person_of(who).name), name=plain(held.name))
        )
    await services.league_clock.look(held.guild, held.id)


async def start(services: Services, answer: Answer, held: HeldLeague) -> None:
    """Start a league."""
    _check_host(answer.interaction, held)
    await services.leagues.start(held.guild, held.id, receipt_of(answer.interaction))
    await answer.say(answer.t("**{name}** has started.", name=plain(held.name)))
    await services.league_clock.look(held.guild, held.id)
    await _tell_refused(services, answer, held)


async def end(services: Services, answer: Answer, held: HeldLeague) -> None:
    """Call a league off."""
    _check_host(answer.interaction, held)
    await services.leagues.call_off(held.guild, held.id, receipt_of(answer.interaction))
    await answer.say(answer.t("**{name}** is over.", name=plain(held.name)))
    await services.league_clock.look(held.guild, held.id)


async def show_table(services: Services, answer: Answer, held: HeldLeague) -> None:
    """Show somebody the tables of a league, line by line and as pictures."""
    words, files = table_words(held, answer.t), await services.league_presenter.files(held)
    for number in range(max(len(words), len(files))):
        said = words[number] if number < len(words) else answer.t("**Division {number}**", number=number + 1)
        await answer.say(said, file=files[number]() if number < len(files) else None)
    if _hosts(answer.interaction, held):
        await _tell_refused(services, answer, held)


async def _tell_refused(services: Services, answer: Answer, held: HeldLeague) -> None:
    """Tell who can mend it that Discord refuses to have a league shown."""
    name = of_league(held.id)
    if refused := await services.refused.find(held.guild, name):
        await answer.say(refused_words(name, refused, answer.t), again_button(held, answer.t))


async def show_debts(services: Services, answer: Answer) -> None:
    """Show somebody whom they still have to play, with a button for each."""
    guild = answer.interaction.guild_id
    assert guild is not None
    debts = await services.leagues.debts(guild, answer.interaction.user.id)
    await answer.say(debts_words(debts, answer.t), debts_buttons(debts, answer.t) if debts else None)


async def _pressed(services: Services, answer: Answer, press: Press) -> HeldLeague:
    guild = answer.interaction.guild_id
    assert guild is not None
    return await services.leagues.find(guild, press.table)


async def press_join(services: Services, answer: Answer, press: Press) -> None:
    """Join, under a league."""
    await join(services, answer, await _pressed(services, answer, press))


async def press_leave(services: Services, answer: Answer, press: Press) -> None:
    """Leave, under a league that has not started."""
    await leave(services, answer, await _pressed(services, answer, press))


async def press_start(services: Services, answer: Answer, press: Press) -> None:
    """Start, under a league."""
    await start(services, answer, await _pressed(services, answer, press))


async def press_table(services: Services, answer: Answer, press: Press) -> None:
    """Table, under a league."""
    await show_table(services, answer, await _pressed(services, answer, press))


async def press_again(services: Services, answer: Answer, press: Press) -> None:
    """Try again, below what Discord has refused to have shown."""
    held = await _pressed(services, answer, press)
    _check_host(answer.interaction, held)
    await answer.acknowledge()
    await services.league_clock.try_anew(held.guild, held.id)
    if await services.refused.find(held.guild, of_league(held.id)):
        await _tell_refused(services, answer, held)
    else:
        await answer.say(answer.t("**{name}** is shown again.", name=plain(held.name)))


async def press_mine(services: Services, answer: Answer, press: Press) -> None:
    """My matches, under a league."""
    await show_debts(services, answer)


async def press_play(services: Services, answer: Answer, press: Press) -> None:
    """Play, beside a match that one owes."""
    guild, user = answer.interaction.guild_id, answer.interaction.user.id
    assert guild is not None
    debts = await services.leagues.debts(guild, user)
    debt = next((each for each in debts if (each.held.id, each.number) == (press.table, press.question)), None)
    if debt is None:
        raise Stale(LeagueTrouble.NOTHING_OWED)
    opened = debt.held.league.opened
    settings = await services.preferences.of_server(guild)
    rules = replace(settings.rules, length=opened.length, variant=Variant(opened.variant))
    await challenge(services, answer, debt.opponent, rules, counts=debt.counts)
