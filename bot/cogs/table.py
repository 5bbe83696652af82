"""The playing commands, and the buttons of the live message that do the same."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot import limits
from bot.backgammon import Illegal, Seat, Stale
from bot.backgammon.actions import Abort
from bot.cogs.acting import act, act_plainly, do, shown
from bot.cogs.composing import roll
from bot.cogs.people import names_offered, people_about, seats_named
from bot.cogs.services import Interaction, Services, receipt_of
from bot.cogs.settling import settle
from bot.cogs.showing import show_again
from bot.cogs.verbs import Request, request, seats_text
from bot.screens.answer import Answer
from bot.screens.board_words import pips_words
from bot.screens.buttons import view
from bot.screens.custom_ids import Press
from bot.screens.faces import board_face, face_of
from bot.screens.names import label_names
from bot.tables import intents
from bot.tables.board_game import BoardGame
from bot.tables.faults import TableTrouble
from bot.tables.table import Table
from bot.texts import N_

_RESIGNATIONS = {
    "single": N_("a single game"),
    "gammon": N_("a gammon"),
    "backgammon": N_("a backgammon"),
    "match": N_("the match"),
}


class TableCommands(commands.Cog):
    """Everything one does at a table."""

    def __init__(self, services: Services) -> None:
        self._services = services

    async def _plain(self, interaction: Interaction, verb: str) -> None:
        await self._services.run(interaction, lambda answer: act_plainly(self._services, answer, request(verb)))

    async def _about(self, interaction: Interaction, verb: str, names: str | None) -> None:
        """What may be about only some of those at the table."""

        async def work(answer: Answer) -> None:
            whom = None
            if names is not None:
                assert interaction.channel_id is not None
                whom = seats_named(await self._services.desk.table(interaction.channel_id), names)
            await act_plainly(self._services, answer, request(verb, seats_text(whom)))

        await self._services.run(interaction, work)

    @app_commands.command(description=locale_str("Roll the dice"))
    async def roll(self, interaction: Interaction) -> None:
        await self._services.run(interaction, lambda answer: roll(self._services, answer))

    @app_commands.command(description=locale_str("Play your roll"))
    @app_commands.describe(play=locale_str("The play, such as 8/5 6/5, bar/22 or 4/off"))
    async def move(self, interaction: Interaction, play: str) -> None:
        await self._services.run(
            interaction,
            lambda answer: act(self._services, answer, intents.move(play)),
        )

    @move.autocomplete("play")
    async def _plays(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Legal plays for what is typed so far: what it means, what goes on with it, else what is nearest to it."""
        if interaction.channel_id is None:
            return []
        table = await self._services.repository.held(interaction.channel_id)
        if table is None or table.state is None or not isinstance(game := table.game, BoardGame):
            return []
        board, seat = game.board(table.state), table.seat_of(interaction.user.id)
        if board.dice is None or seat is None or game.mover(table.state) != seat:
            return []
        plays = board.offered(typed, game.max_on_point(table.state))
        names = [str(play) or "—" for play in plays[: limits.CHOICES]]
        return [app_commands.Choice(name=name, value=name) for name in names]

    @app_commands.command(description=locale_str("Offer the cube to your opponent"))
    @app_commands.describe(to=locale_str("Chouette: whom the box doubles; leave it out for all"))
    async def double(self, interaction: Interaction, to: str | None = None) -> None:
        await self._about(interaction, "double", to)

    @app_commands.command(description=locale_str("Take the cube you are offered"))
    @app_commands.describe(from_=locale_str("Chouette: whose cubes; leave it out for all"))
    @app_commands.rename(from_="from")
    async def take(self, interaction: Interaction, from_: str | None = None) -> None:
        await self._about(interaction, "take", from_)

    @app_commands.command(description=locale_str("Drop the cube you are offered and lose its value"))
    @app_commands.describe(from_=locale_str("Chouette: whose cubes; leave it out for all"))
    @app_commands.rename(from_="from")
    async def drop(self, interaction: Interaction, from_: str | None = None) -> None:
        await self._about(interaction, "drop", from_)

    @app_commands.command(description=locale_str("Take the cube and turn it at once again"))
    @app_commands.describe(from_=locale_str("Chouette: whose cubes; leave it out for all"))
    @app_commands.rename(from_="from")
    async def beaver(self, interaction: Interaction, from_: str | None = None) -> None:
        await self._about(interaction, "beaver", from_)

    @app_commands.command(description=locale_str("Accept a beaver and turn the cube once more"))
    @app_commands.describe(from_=locale_str("Chouette: whose cubes; leave it out for all"))
    @app_commands.rename(from_="from")
    async def raccoon(self, interaction: Interaction, from_: str | None = None) -> None:
        await self._about(interaction, "raccoon", from_)

    @app_commands.command(name="pass", description=locale_str("Chouette: do not double this turn"))
    async def pass_(self, interaction: Interaction) -> None:
        await self._plain(interaction, "pass")

    @app_commands.command(description=locale_str("Chouette: ask the captain to wait before the roll"))
    async def hold(self, interaction: Interaction) -> None:
        await self._plain(interaction, "hold")

    extra = app_commands.Group(name="extra", description=locale_str("Chouette: extra cubes for a lone taker"))

    @extra.command(name="give", description=locale_str("You dropped: offer the lone taker an extra"))
    async def extra_give(self, interaction: Interaction) -> None:
        await self._plain(interaction, "extra_give")

    @extra.command(name="drop", description=locale_str("Lone taker: stay in, but drop extras at once"))
    @app_commands.describe(from_=locale_str("Whose extras; leave it out for all"))
    @app_commands.rename(from_="from")
    async def extra_drop(self, interaction: Interaction, from_: str | None = None) -> None:
        await self._about(interaction, "extra_drop", from_)

    @app_commands.command(description=locale_str("Offer to resign the game, or the match"))
    @app_commands.describe(
        kind=locale_str("What you offer to lose"), to=locale_str("Chouette: to whom; leave it out for all")
    )
    @app_commands.choices(
        kind=[app_commands.Choice(name=locale_str(words), value=kind) for kind, words in _RESIGNATIONS.items()]
    )
    async def resign(self, interaction: Interaction, kind: app_commands.Choice[str], to: str | None = None) -> None:
        await self._about(interaction, f"resign_{kind.value}", to)

    @app_commands.command(description=locale_str("Offer to settle the game for points"))
    @app_commands.rename(with_="with")
    @app_commands.describe(
        points=locale_str("What you would receive; with a minus, what you would pay"),
        with_=locale_str("Chouette: with whom"),
        winner=locale_str("Chouette: who is taken to have won when nothing is paid"),
    )
    async def settle(
        self, interaction: Interaction, points: int, with_: str | None = None, winner: str | None = None
    ) -> None:
        async def work(answer: Answer) -> None:
            assert interaction.channel_id is not None
            table = await self._services.desk.table(interaction.channel_id)
            whom, winners = seats_named(table, with_), seats_named(table, winner)
            await settle(self._services, answer, table, points, whom, winners)

        await self._services.run(interaction, work)

    @double.autocomplete("to")
    @take.autocomplete("from_")
    @drop.autocomplete("from_")
    @beaver.autocomplete("from_")
    @raccoon.autocomplete("from_")
    @extra_drop.autocomplete("from_")
    @resign.autocomplete("to")
    @settle.autocomplete("with_")
    async def _people(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Those about whom he may do so now."""
        assert interaction.command is not None
        command = interaction.command.qualified_name
        return await self._named(interaction, typed, lambda table, seat: people_about(table, seat, command))

    @settle.autocomplete("winner")
    async def _winners(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """He himself, and those with whom he may settle."""

        def winners(table: Table, seat: Seat) -> Sequence[Seat]:
            others = people_about(table, seat, "settle")
            return (seat, *others) if others else ()

        return await self._named(interaction, typed, winners)

    async def _named(
        self, interaction: Interaction, typed: str, offered: Callable[[Table, Seat], Sequence[Seat]]
    ) -> list[app_commands.Choice[str]]:
        if interaction.channel_id is None:
            return []
        table = await self._services.repository.held(interaction.channel_id)
        seat = table.seat_of(interaction.user.id) if table else None
        if table is None or seat is None:
            return []
        return names_offered(table, offered(table, seat), typed)

    @app_commands.command(description=locale_str("Accept what the other side proposes"))
    @app_commands.describe(offer=locale_str("Which of several offers"))
    async def accept(self, interaction: Interaction, offer: str | None = None) -> None:
        await self._services.run(interaction, lambda answer: self._reply(answer, offer, agreed=True))

    @app_commands.command(description=locale_str("Refuse what the other side proposes"))
    @app_commands.describe(offer=locale_str("Which of several offers"))
    async def decline(self, interaction: Interaction, offer: str | None = None) -> None:
        await self._services.run(interaction, lambda answer: self._reply(answer, offer, agreed=False))

    async def _reply(self, answer: Answer, offer: str | None, *, agreed: bool) -> None:
        number = None if offer is None else _number(offer)
        intent = intents.accept(number) if agreed else intents.decline(number)
        await act(self._services, answer, intent)

    @accept.autocomplete("offer")
    @decline.autocomplete("offer")
    async def _offers(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """The proposals that wait for this person."""
        if interaction.channel_id is None:
            return []
        table = await self._services.repository.held(interaction.channel_id)
        seat = table.seat_of(interaction.user.id) if table else None
        if table is None or table.state is None or seat is None:
            return []
        t = await self._services.texts_for(interaction)
        names = label_names(table)
        return [
            app_commands.Choice(
                name=face_of(table).proposal(table.state, number, names, t)[: limits.CHOICE], value=str(number)
            )
            for number in table.game.proposals_for(table.state, seat)[: limits.CHOICES]
        ]

    @app_commands.command(description=locale_str("Ask to take back the last action"))
    async def undo(self, interaction: Interaction) -> None:
        await self._plain(interaction, "undo")

    @app_commands.command(description=locale_str("On to the next game of the session"))
    async def next(self, interaction: Interaction) -> None:
        await self._plain(interaction, "next")

    @app_commands.command(description=locale_str("End the session between two games"))
    async def end(self, interaction: Interaction) -> None:
        await self._plain(interaction, "end")

    @app_commands.command(description=locale_str("Claim the game from an opponent who has not acted for long"))
    async def claim(self, interaction: Interaction) -> None:
        await self._plain(interaction, "claim")

    @app_commands.command(description=locale_str("Void the running game, if both agree or a moderator says so"))
    async def abort(self, interaction: Interaction) -> None:
        await self._services.run(interaction, self._abort)

    async def _abort(self, answer: Answer) -> None:
        interaction = answer.interaction
        assert interaction.channel_id is not None
        table = await self._services.desk.table(interaction.channel_id)
        if not table.plays(interaction.user.id) and interaction.permissions.manage_messages:
            outcome = await self._services.desk.moderate(
                interaction.channel_id, Abort(), receipt=receipt_of(interaction)
            )
            await shown(self._services, answer, outcome)
            return
        await act_plainly(self._services, answer, request("abort"))

    @app_commands.command(description=locale_str("Show the board again at the bottom"))
    async def board(self, interaction: Interaction) -> None:
        await self._services.run(interaction, lambda answer: show_again(self._services, answer))

    @app_commands.command(description=locale_str("Pip counts of both sides"))
    async def pips(self, interaction: Interaction) -> None:
        await self._services.run(interaction, lambda answer: tell_pips(self._services, answer))


async def tell_pips(services: Services, answer: Answer) -> None:
    """Tell somebody the pip counts."""
    assert answer.interaction.channel_id is not None
    table = await services.desk.table(answer.interaction.channel_id)
    if table.state is None:
        raise Illegal(TableTrouble.NO_TABLE)
    await answer.aside(pips_words(table, answer.t))


async def press_plain(services: Services, answer: Answer, press: Press) -> None:
    """A button that says what it does, in its verb and what stands behind it."""
    asked = Request.parse(press.extra or press.verb)
    if asked is None or asked.verb.name != press.verb:
        raise Stale(TableTrouble.MOVED_ON)
    await act_plainly(services, answer, asked, press.table, press.question or None)


async def press_double(services: Services, answer: Answer, press: Press) -> None:
    """The Double button: who could mean several cubes is asked first whom."""
    assert answer.interaction.channel_id is not None
    table = await services.desk.table(answer.interaction.channel_id, press.table)
    seat, state, face = table.seat_of(answer.interaction.user.id), table.state, board_face(table)
    if state is not None and seat is not None and not press.extra and (items := face.doubles(table, seat, answer.t)):
        if press.question != state.question:
            raise Stale(TableTrouble.MOVED_ON)
        await answer.say(answer.t("Whom do you double?"), view(items), passing=True)
        return
    await act_plainly(services, answer, request("double"), press.table, press.question or None)


async def press_sure(services: Services, answer: Answer, press: Press) -> None:
    """The second press of what is asked once more."""
    asked = Request.parse(press.extra)
    if asked is None:
        raise Stale(TableTrouble.MOVED_ON)
    await do(services, answer, asked, press.table, press.question)


async def press_reply(services: Services, answer: Answer, press: Press) -> None:
    """Accept or Decline under a proposal."""
    assert answer.interaction.channel_id is not None
    intent = intents.accept(press.question) if press.verb == "accept" else intents.decline(press.question)
    shared = face_of(await services.desk.table(answer.interaction.channel_id, press.table)).shared_offers
    await act(services, answer, intent, table=press.table, question=None if shared else press.question)


async def press_cancel(services: Services, answer: Answer, press: Press) -> None:
    """Thought better of it."""
    await answer.remove()


def _number(text: str) -> int:
    digits = text.strip().lstrip("#")
    if not digits.isdecimal() or len(digits) > 9:
        raise Illegal(TableTrouble.NOT_A_PROPOSAL, number=text)
    return int(digits)
