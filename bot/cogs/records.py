"""Games that are over: `/replay` shows one to everybody, `/export` gives the records of one or all to one person."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.backgammon import Illegal, Phase, actions, mat, sgf
from bot.backgammon.record import GameRecord, KeptStep, Record, end_of, game_records, kept_steps
from bot.cogs.lookup import actions_of, check_begun, find_table, games_offered
from bot.cogs.services import Interaction, Services
from bot.screens.answer import Answer
from bot.screens.discord_errors import DISCORD_ERRORS, attempt, persist, trouble
from bot.screens.fact_words import FactFault, parse_game
from bot.screens.replay import animation, replay_description, replay_scenes, replay_words
from bot.screens.rules_words import rules_words, title_words
from bot.screens.scene import names_of
from bot.screens.words import bold_names, plain
from bot.tables.table import Table
from bot.texts import N_, Texts

_NOBODY = discord.AllowedMentions.none()

Animated = Literal["webp", "gif"]
_WRITTEN: Mapping[str, str] = {
    "mat": N_(".mat, for GNU Backgammon, XG and most other programs"),
    "sgf": N_(".sgf, for GNU Backgammon"),
    "txt": N_(".txt, to read: the rules in words and the moves as in .mat"),
}


class RecordCommands(commands.Cog):
    """Replays and files."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._waiting: set[int] = set()

    @app_commands.command(description=locale_str("Show a finished game to everybody here, move by move"))
    @app_commands.describe(
        game=locale_str("A game such as k7f3q2-4; of a table such as k7f3q2 it is the last finished game"),
        format=locale_str("WebP is smaller and sharper, GIF can be kept and shown anywhere"),
    )
    async def replay(self, interaction: Interaction, game: str, format: Animated = "webp") -> None:
        await self._services.run(interaction, lambda answer: self._replay(answer, game, format))

    async def _replay(self, answer: Answer, text: str, kind: Animated) -> None:
        interaction, services = answer.interaction, self._services
        assert interaction.guild_id is not None
        with self._one_at_a_time(interaction.user.id):
            name, number = parse_game(text)
            table = await find_table(services, interaction, name)
            if table.about.guild != interaction.guild_id:
                raise Illegal(FactFault.ELSEWHERE, table=table.id)
            number, steps = await self._finished(table, number)
            game = f"{table.id}-{number}"
            announced = await _announced(answer)
            t = await services.presenter.texts_of(interaction.guild_id)
            theme = (await services.habits.of_server(interaction.guild_id)).theme

            def made() -> tuple[str, discord.File]:
                picture = animation(replay_scenes(steps, names_of(table), theme, t), kind)
                description = replay_description(game, steps, names_of(table), t)
                file = discord.File(io.BytesIO(picture), f"{game}.{kind}", description=description)
                return replay_words(game, steps, bold_names(table), t), file

            words, file = await services.painter.animate(made)
            await _shown(answer, announced, words, file)

    @contextmanager
    def _one_at_a_time(self, user: int) -> Iterator[None]:
        """Raises `Illegal` for somebody who still waits for a replay."""
        if user in self._waiting:
            raise Illegal(FactFault.STILL_DRAWN)
        self._waiting.add(user)
        try:
            yield
        finally:
            self._waiting.discard(user)

    async def _finished(self, table: Table, number: int | None) -> tuple[int, Sequence[KeptStep]]:
        """A game that is over, the last one with a result if none is named. Raises `Illegal`."""
        if number is not None:
            check_begun(table, number)
        log = await actions_of(self._services, table)
        # A long log takes a while to fold.
        games = await asyncio.to_thread(kept_steps, table.rules, log)
        if number is None:
            number = max((each for each, steps in games.items() if end_of(steps).game.bet.result), default=None)
        if number is None:
            raise Illegal(FactFault.NONE_FINISHED, table=table.id)
        steps = games.get(number, [])
        if not steps or end_of(steps).game.phase is not Phase.OVER:
            raise Illegal(FactFault.STILL_PLAYED, table=table.id, game=number)
        played = any(isinstance(action, actions.Move) for _, action, _ in steps)
        if not played and not end_of(steps).game.bet.result:
            raise Illegal(FactFault.VOIDED, table=table.id, game=number)
        return number, steps

    @app_commands.command(description=locale_str("A finished game, or all of a match or session, as a file for you"))
    @app_commands.describe(
        game=locale_str("A game such as k7f3q2-4, or a table such as k7f3q2 for all its finished games"),
        format=locale_str("What you want to do with it"),
    )
    @app_commands.choices(
        format=[app_commands.Choice(name=locale_str(words), value=kind) for kind, words in _WRITTEN.items()]
    )
    async def export(self, interaction: Interaction, game: str, format: app_commands.Choice[str]) -> None:
        await self._services.run(interaction, lambda answer: self._export(answer, game, format.value))

    async def _export(self, answer: Answer, text: str, kind: str) -> None:
        name, number = parse_game(text)
        table = await find_table(self._services, answer.interaction, name)
        if number is not None:
            check_begun(table, number)
        log = await actions_of(self._services, table)
        games = _chosen(table, await asyncio.to_thread(game_records, table.rules, log), number)
        record = Record(table.rules, names_of(table), games)
        game = table.id if number is None else f"{table.id}-{number}"
        text = await asyncio.to_thread(_text, record, kind, game, answer.t)
        file = discord.File(io.BytesIO(text.encode()), f"{game}.{kind}")
        await answer.say(_head(record, f"`{game}`", plain, answer.t), file=file)

    @replay.autocomplete("game")
    @export.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await games_offered(self._services, interaction, typed)


async def _announced(answer: Answer) -> bool:
    """Have everybody shown that an answer comes; False if, after a slow start, the person alone has been."""
    if answer.given:
        return False
    await attempt(lambda: persist(lambda: answer.interaction.response.defer(thinking=True)))
    return True


async def _shown(answer: Answer, announced: bool, words: str, file: discord.File) -> None:
    """Give the answer that was announced to everybody, or post it if that could not be."""
    interaction, t = answer.interaction, answer.t

    async def complete() -> object:
        file.reset()
        return await interaction.edit_original_response(content=words, attachments=[file], allowed_mentions=_NOBODY)

    try:
        if announced:
            await persist(complete)
        else:
            # What is sent first completes the private answer.
            await answer.say(t("Here is the replay."))
            await interaction.followup.send(words, file=file, allowed_mentions=_NOBODY)
    except DISCORD_ERRORS as error:
        await answer.say(t("The replay could not be posted: {reason}.", reason=t(trouble(error).value)))


def _chosen(table: Table, games: Mapping[int, GameRecord], number: int | None) -> tuple[GameRecord, ...]:
    """One game that is over, or all. Raises `Illegal`."""
    finished = {each: game for each, game in games.items() if game.result}
    if number is None:
        if not finished:
            raise Illegal(FactFault.NONE_FINISHED, table=table.id)
        return tuple(finished.values())
    if number in finished:
        return (finished[number],)
    running = table.match is not None and table.match.number == number and table.match.game.phase is not Phase.OVER
    raise Illegal(FactFault.STILL_PLAYED if running else FactFault.VOIDED, table=table.id, game=number)


def _text(record: Record, kind: str, game: str, t: Texts) -> str:
    """The record in one of the formats `_WRITTEN`."""
    if kind == "sgf":
        return sgf.format_sgf(record)
    text = mat.format_mat(record)
    if kind == "mat":
        return text
    # The comments, and the line with the length, say to programs what the first lines say to people.
    moves = [line for line in text.splitlines() if not line.startswith(";") and not line.endswith(" point match")]
    head = "\n".join([_head(record, game, str, t), *rules_words(record.rules, t)])
    return "\n\n".join([head, "\n".join(moves).strip("\n")]) + "\n"


def _head(record: Record, game: str, name: Callable[[str], str], t: Texts) -> str:
    """What is in the file, in a line."""
    white, black = (" ".join(name(each).split()) for each in record.names)
    return f"{game}: {white} – {black}, {title_words(record.rules, t)}"
