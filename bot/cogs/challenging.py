"""Challenges between two people, whatever they play: made, posted, answered, moved into a thread, made once more.

The command that challenges to a game is in the cog of that game.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands
from msgspec import Struct

from bot.cogs.computer_games import play_computer_again
from bot.cogs.services import Interaction, Services, person_of, receipt_of
from bot.cogs.table_setup import missing_permissions, open_thread, post, tell_of_play, word_form
from bot.core.actions import Seat
from bot.core.question import TableFault
from bot.core.refusal import Foreign, Illegal, Stale
from bot.screens.answer import Answer
from bot.screens.buttons import BLUE, button, view
from bot.screens.challenge_words import declined_words
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import DISCORD_ERRORS, attempt, trouble
from bot.screens.faces import face_of
from bot.screens.fitting import unbroken
from bot.screens.live import components
from bot.screens.names import apart
from bot.tables.about import Counts
from bot.tables.faults import ChallengeFault, TableTrouble
from bot.tables.game import AnyGame
from bot.tables.repository import Outcome
from bot.tables.table import Person, Screen, Stage, Table

#: What begins a table like one that is over, for somebody who asks for it.
Again = Callable[[Services, Answer, Table], Awaitable[None]]
#: By the tag of the game; where nothing stands here, one of two challenges the other.
_again: dict[str, Again] = {}


def begins_again(game: AnyGame, by: Again) -> None:
    """Have tables of a game begin again in a way of its own. Where people gather in a lobby it needs one."""
    _again[game.name] = by


class ChallengeCommands(commands.Cog):
    """Once more."""

    def __init__(self, services: Services) -> None:
        self._services = services

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


def challenged(interaction: Interaction, opponent: discord.User | discord.Member | None) -> Person | None:
    """The one who is challenged; None: anybody. Raises `Illegal` for somebody who cannot be."""
    if opponent is None:
        return None
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


def is_this_bot(interaction: Interaction, opponent: discord.User | discord.Member | None) -> bool:
    """Whether the computer is meant by an opponent that is named."""
    own = interaction.client.user
    return own is not None and opponent is not None and opponent.id == own.id


async def challenge(
    services: Services,
    answer: Answer,
    opponent: Person | None,
    setup: Struct,
    *,
    light: Seat | None = 0,
    rated: bool = True,
    hints: bool = False,
    counts: Counts | None = None,
    thread: bool = False,
) -> None:
    """Make a challenge to what `setup` says and post it, here or in a thread. `light`, `hints` and `counts` as in
    `About`; `rated`: whether that is wanted."""
    interaction = answer.interaction
    assert interaction.guild_id is not None and interaction.channel_id is not None
    if missing := missing_permissions(interaction, answer.t, thread=thread):
        await answer.say(missing)
        return
    table = await services.challenges.make(
        interaction.guild_id,
        interaction.channel_id,
        person_of(interaction.user),
        opponent,
        setup,
        receipt_of(interaction),
        light,
        rated=rated,
        hints=hints,
        counts=counts,
    )
    if thread:
        await answer.acknowledge()
        await into_thread(services, answer, table)
    elif await services.store.held(table.channel):
        await offer_thread(answer, table)
    else:
        await publish(services, answer, table)


async def challenge_again(services: Services, answer: Answer, name: str) -> None:
    """Challenge the opponent of a finished table by the same rules, or begin such a table as its game has it."""
    interaction = answer.interaction
    assert interaction.guild_id is not None and interaction.channel_id is not None
    before = await services.desk.table(interaction.channel_id, name)
    if again := _again.get(before.game.name):
        await again(services, answer, before)
        return
    opponent = before.opponent_of(interaction.user.id)
    if before.seat_of(interaction.user.id) is None or opponent is None:
        raise Foreign(TableFault.NOT_SEATED)
    if before.stage is not Stage.CLOSED:
        raise Illegal(TableTrouble.STILL_RUNNING)
    if before.computers:
        await play_computer_again(services, answer, before)
        return
    table = await services.challenges.make(
        interaction.guild_id,
        interaction.channel_id,
        person_of(interaction.user),
        opponent,
        before.about.setup,
        receipt_of(interaction),
        # Everybody keeps the checkers they had; the challenger sits at the bottom.
        int(before.seat_of(interaction.user.id) != before.about.light),
        rated=before.about.rated is not False,
        hints=before.about.hints,
    )
    if answer.pressed is not None:
        words = await services.presenter.texts_at(before)
        await answer.change(None, components(before, words, again=False))
    await publish(services, answer, table)


async def press_rematch(services: Services, answer: Answer, press: Press) -> None:
    """The button under a table that is over."""
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
    await tell_of_play(services, answer, table)


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
        words = unbroken(t("This challenge has moved to {thread}.", thread=thread.mention))
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
    """Decline a challenge; the challenger withdraws it by the same button."""
    await _call_off(services, answer, press, services.challenges.decline)


async def press_withdraw(services: Services, answer: Answer, press: Press) -> None:
    """Withdraw one's own challenge."""
    await _call_off(services, answer, press, services.challenges.withdraw)


async def _call_off(
    services: Services, answer: Answer, press: Press, by: Callable[[int, str, Person, str], Awaitable[Outcome]]
) -> None:
    interaction = answer.interaction
    assert interaction.channel_id is not None
    table = (await by(interaction.channel_id, press.table, person_of(interaction.user), receipt_of(interaction))).table
    t = await services.presenter.texts_of(table.about.guild)
    await answer.change(declined_words(table, face_of(table).terms(table, t), interaction.user.id, t))


def word(answer: Answer, press: Press) -> discord.ui.Modal:
    """The form for a word that is mixed into the dice."""
    return word_form(Press("word", press.table, 1), answer.t)


async def take_word(services: Services, answer: Answer, press: Press, typed: str) -> None:
    """The word that was asked for: before the game, or against a computer from the next game on."""
    interaction = answer.interaction
    assert interaction.channel_id is not None
    person, receipt = person_of(interaction.user), receipt_of(interaction)
    table = await services.desk.table(interaction.channel_id, press.table)
    if table.computers:
        await services.desk.give_word(table.channel, table.id, person, typed, receipt)
        await answer.say(answer.t("Your word is mixed into the dice from the next game on."))
        return
    await services.challenges.give_word(table.channel, table.id, person, typed, receipt)
    await answer.say(answer.t("Your word is mixed into the dice."))
