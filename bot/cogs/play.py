"""Starting: `/play`, the challenge's buttons, rematches, and threads for a second table."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands
from msgspec.structs import replace

from bot.backgammon import EGYPTIAN, Foreign, Illegal, Jacoby, Rules, Seat, Stale, TableFault, Variant
from bot.cogs import lobby
from bot.cogs.services import Interaction, Services, person_of, receipt_of
from bot.cogs.table_setup import missing_permissions, open_thread, post, tell_of_words, word_form
from bot.screens.answer import Answer
from bot.screens.buttons import BLUE, button, view
from bot.screens.challenge_words import declined_words
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS, attempt, trouble
from bot.screens.faces import face_of
from bot.screens.names import apart
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.table import Person, Screen, Stage, Table
from bot.texts import N_

_VARIANTS = {
    "backgammon": N_("backgammon"),
    "nackgammon": N_("nackgammon"),
    "hypergammon": N_("hypergammon"),
}


_COLOURS = {"light": N_("light"), "dark": N_("dark"), "drawn": N_("drawn by lot")}
#: The seat that has the light checkers, by the colour of the challenger, who has seat 0; None: drawn.
_LIGHT: dict[str, Seat | None] = {"light": 0, "dark": 1, "drawn": None}
#: The highest values that a cube of a money session may have, beside none.
_CAPS = tuple(1 << power for power in range(1, 13))
_NO_CAP = N_("without limit")


class PlayCommands(commands.Cog):
    """Challenges."""

    def __init__(self, services: Services) -> None:
        self._services = services

    @app_commands.command(description=locale_str("Challenge somebody to backgammon, or anybody"))
    @app_commands.describe(
        opponent=locale_str("Whom you challenge; leave it out for an open challenge"),
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
        thread=locale_str("Play in a thread of its own"),
    )
    @app_commands.choices(
        variant=[app_commands.Choice(name=locale_str(words), value=name) for name, words in _VARIANTS.items()],
        colour=[app_commands.Choice(name=locale_str(words), value=name) for name, words in _COLOURS.items()],
    )
    @app_commands.choices(
        cube_cap=[app_commands.Choice(name=str(cap) if cap else locale_str(_NO_CAP), value=cap) for cap in (*_CAPS, 0)],
    )
    async def play(
        self,
        interaction: Interaction,
        opponent: discord.User | None = None,
        length: app_commands.Range[int, 0, 25] | None = None,
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
        thread: bool = False,
    ) -> None:
        async def work(answer: Answer) -> None:
            assert interaction.guild_id is not None
            settings = await self._services.preferences.of_server(interaction.guild_id)
            wanted = {
                "crawford": crawford,
                "jacoby": jacoby,
                "beavers": beavers,
                "raccoons": raccoons,
                "auto_doubles": auto_doubles,
                "cube_cap": None if cube_cap is None else cube_cap.value,
            }
            rules = rules_for(
                settings.rules, length, Variant(variant.value) if variant else None, cube, egyptian, wanted
            )
            light = _LIGHT[colour.value] if colour else 0
            await self._challenge(answer, self._checked(interaction, opponent), rules, light, thread)

        await self._services.run(interaction, work)

    def _checked(self, interaction: Interaction, opponent: discord.User | discord.Member | None) -> Person | None:
        """The one who is challenged. Raises `Illegal` if he cannot be."""
        if opponent is None:
            return None
        if interaction.client.user and opponent.id == interaction.client.user.id:
            raise Illegal(ChallengeFault.NO_COMPUTER)
        person = person_of(opponent)
        if opponent.id == interaction.user.id:
            raise Illegal(ChallengeFault.YOURSELF)
        if opponent.bot:
            raise Illegal(ChallengeFault.A_BOT, name=person.name)
        sees = isinstance(opponent, discord.Member) and (
            opponent.resolved_permissions is None or opponent.resolved_permissions.view_channel
        )
        if not sees:
            raise Illegal(ChallengeFault.CANNOT_SEE, name=person.name)
        return person

    async def _challenge(
        self, answer: Answer, opponent: Person | None, rules: Rules, light: Seat | None, thread: bool
    ) -> None:
        """Make a challenge and post it, here or in a thread."""
        interaction = answer.interaction
        assert interaction.guild_id is not None and interaction.channel_id is not None
        if missing := missing_permissions(interaction, answer.t, thread=thread):
            await answer.say(missing)
            return
        table = await self._services.challenges.make(
            interaction.guild_id,
            interaction.channel_id,
            person_of(interaction.user),
            opponent,
            rules,
            receipt_of(interaction),
            light,
        )
        if thread:
            await answer.acknowledge()
            await into_thread(self._services, answer, table)
        elif await self._services.store.held(table.channel):
            await offer_thread(answer, table)
        else:
            await publish(self._services, answer, table)

    @app_commands.command(description=locale_str("Challenge your last opponent here again, by the same rules"))
    async def rematch(self, interaction: Interaction) -> None:
        await self._services.run(interaction, self._rematch)

    async def _rematch(self, answer: Answer) -> None:
        interaction = answer.interaction
        for name in await self._services.store.tables_of(interaction.user.id):
            if await self._services.store.channel_of(name) == interaction.channel_id:
                await challenge_again(self._services, answer, name)
                return
        raise Stale(TableTrouble.NOTHING_TO_REPEAT)


async def challenge_again(services: Services, answer: Answer, name: str) -> None:
    """Challenge the opponent of a finished table by the same rules, or open such a chouette."""
    interaction = answer.interaction
    assert interaction.guild_id is not None and interaction.channel_id is not None
    before = await services.desk.table(interaction.channel_id, name)
    if before.game.gathers:
        await lobby.open_again(services, answer, before)
        return
    opponent = before.opponent_of(interaction.user.id)
    if before.seat_of(interaction.user.id) is None or opponent is None:
        raise Foreign(TableFault.NOT_SEATED)
    if before.stage is not Stage.CLOSED:
        raise Illegal(TableTrouble.STILL_RUNNING)
    table = await services.challenges.make(
        interaction.guild_id,
        interaction.channel_id,
        person_of(interaction.user),
        opponent,
        before.rules,
        receipt_of(interaction),
        # Everybody keeps the checkers they had; the challenger sits at the bottom.
        int(before.seat_of(interaction.user.id) != before.about.light),
    )
    if answer.pressed is not None:
        await answer.change(None)
    await publish(services, answer, table)


async def press_rematch(services: Services, answer: Answer, press: Press) -> None:
    """The button under a finished match or session."""
    await challenge_again(services, answer, press.table)


async def publish(services: Services, answer: Answer, table: Table) -> None:
    """Post a challenge: as the answer to its command, or else as a message of its own."""
    t = await services.presenter.texts_of(table.about.guild)
    face = face_of(table)
    words, buttons = face.gathering_words(table, t), face.gathering_buttons(table, t)
    others = [discord.Object(person.user) for person in table.people.seats[1:]]
    notified = discord.AllowedMentions(users=others, everyone=False, roles=False)
    try:
        message = await post(answer, table, words, buttons, notified)
    except DISCORD_ERRORS as error:
        await services.challenges.expire(table)
        await answer.say(
            answer.t("The challenge could not be posted: {reason}.", reason=answer.t(trouble(error).value))
        )
        return
    await services.repository.shown(table, Screen(message=message))
    await services.lifecycle.after(table)
    await tell_of_words(services, answer, table)


async def offer_thread(answer: Answer, table: Table) -> None:
    """The channel holds another table: offer to play beside it."""
    words = answer.t(ChallengeFault.HELD.value)
    if not isinstance(answer.interaction.channel, discord.TextChannel):
        await answer.say(words)
        return
    press = Press("thread", table.id, 0)
    await answer.say(
        words + " " + answer.t("Play in a thread beside it?"),
        view([button(answer.t("Open a thread"), press, BLUE, "🧵")]),
    )


async def press_thread(services: Services, answer: Answer, press: Press) -> None:
    """A challenge moves into a thread of its own."""
    interaction = answer.interaction
    assert interaction.channel_id is not None
    table = await services.desk.table(interaction.channel_id, press.table)
    if table.stage is not Stage.CHALLENGE:
        raise Stale(ChallengeFault.OVER)
    if missing := missing_permissions(interaction, answer.t, thread=True):
        await answer.say(missing)
        return
    await answer.acknowledge()
    if await into_thread(services, answer, table):
        await answer.change(answer.t("The challenge has moved into a thread."))


async def into_thread(services: Services, answer: Answer, table: Table) -> bool:
    """Open a thread, and post the challenge there instead of here; False, and words, if there can be none.

    Raises `Stale` if it has been answered.
    """
    channel = answer.interaction.channel
    await services.challenges.take_away(table, receipt_of(answer.interaction))
    names = " – ".join(apart(person.name) for person in table.people.seats)
    t = await services.presenter.texts_of(table.about.guild)
    thread = await open_thread(answer, f"{names}: {face_of(table).terms(table, t).title}")
    if thread is None:
        return False
    await publish(
        services, answer, await services.challenges.make_again(table, thread.id, receipt_of(answer.interaction))
    )
    await answer.say(answer.t("The challenge is in {thread}.", thread=thread.mention))
    if table.screen.message and isinstance(channel, discord.TextChannel):
        words = t("This challenge has moved to {thread}.", thread=thread.mention)
        await attempt(lambda: channel.get_partial_message(table.screen.message).edit(content=words, view=None))
    return True


async def press_join(services: Services, answer: Answer, press: Press) -> None:
    """Accept a challenge."""
    interaction = answer.interaction
    assert interaction.channel_id is not None
    if missing := missing_permissions(interaction, answer.t, thread=False):
        await answer.say(missing)
        return
    try:
        outcome = await services.challenges.accept(
            interaction.channel_id, press.table, person_of(interaction.user), receipt_of(interaction)
        )
    except Illegal as error:
        if error.reason is not ChallengeFault.HELD:
            raise
        await offer_thread(answer, await services.desk.table(interaction.channel_id, press.table))
        return
    t = await services.presenter.texts_of(outcome.table.about.guild)
    words = face_of(outcome.table).gathering_words(outcome.table, t)
    await asyncio.gather(answer.change(words), services.serve(outcome.table, answer, apart=True))


async def press_refuse(services: Services, answer: Answer, press: Press) -> None:
    """Decline a challenge, or withdraw one's own."""
    interaction = answer.interaction
    assert interaction.channel_id is not None
    outcome = await services.challenges.decline(
        interaction.channel_id, press.table, person_of(interaction.user), receipt_of(interaction)
    )
    t = await services.presenter.texts_of(outcome.table.about.guild)
    terms = face_of(outcome.table).terms(outcome.table, t)
    await answer.change(declined_words(outcome.table, terms, interaction.user.id, t))


def word(answer: Answer, press: Press) -> discord.ui.Modal:
    """The form for a word that is mixed into the dice."""
    return word_form(Press("word", press.table, 1), answer.t)


async def take_word(services: Services, answer: Answer, press: Press, typed: str) -> None:
    """The word that was asked for."""
    interaction = answer.interaction
    assert interaction.channel_id is not None
    outcome = await services.challenges.give_word(
        interaction.channel_id, press.table, person_of(interaction.user), typed, receipt_of(interaction)
    )
    t = await services.presenter.texts_of(outcome.table.about.guild)
    if answer.pressed_public:
        face = face_of(outcome.table)
        await answer.change(face.gathering_words(outcome.table, t), face.gathering_buttons(outcome.table, t))
    else:
        await answer.say(answer.t("Your word is mixed into the dice."))


def rules_for(
    defaults: Rules,
    length: int | None,
    variant: Variant | None,
    cube: bool | None,
    egyptian: bool | None,
    wanted: dict[str, bool | int | None],
) -> Rules:
    """The rules that somebody asks for, filled up from the server's. Raises `Illegal` for what does not go together.

    `wanted`: the options of money sessions and matches by name, None where nothing was said.
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
            raise Illegal(ChallengeFault.MATCH_ONLY, option=option)
        if option != "crawford" and rules.length:
            raise Illegal(ChallengeFault.MONEY_ONLY, option=option)
        if not rules.bet.cube:
            raise Illegal(ChallengeFault.NEEDS_CUBE, option=option)
    crawford, cap, money = wanted["crawford"], wanted["cube_cap"], rules.money
    jacoby, beavers, raccoons, automatic = (wanted[name] for name in ("jacoby", "beavers", "raccoons", "auto_doubles"))
    if beavers == 0 and raccoons:
        raise Illegal(ChallengeFault.NEEDS_BEAVERS)
    animals = money.animals
    if beavers is not None:
        animals = max(animals, 1) if beavers else 0
    if raccoons is not None:
        animals = 2 if raccoons else min(animals, 1)
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
