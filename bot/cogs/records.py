"""Games that are over: `/replay` shows one to everybody, `/export` gives the records of one or all to one person."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Literal, NamedTuple, TypeVar

import discord
from discord import app_commands
from discord.app_commands import locale_str
from discord.ext import commands

from bot.backgammon import Illegal, Phase, actions, mat, sgf
from bot.backgammon.record import KeptStep, Record, end_of, game_records, kept_steps
from bot.chouette import Session
from bot.chouette.record import SessionStep, captains_game, captains_rules, session_steps
from bot.cogs.lookup import Log, check_begun, find_table, games_offered, log_of
from bot.cogs.services import Interaction, Services
from bot.cogs.showing import ALONE, for_all
from bot.screens.answer import Answer
from bot.screens.discord_errors import DISCORD_ERRORS, persist, trouble
from bot.screens.fact_words import FactFault, parse_game
from bot.screens.fitting import fitted
from bot.screens.replay import animation, replay_description, replay_scenes, replay_words
from bot.screens.rules_words import rules_words, title_words
from bot.screens.scene import names_of
from bot.screens.session_replay import session_replay_description, session_replay_scenes, session_replay_words
from bot.screens.session_text import session_text, session_title
from bot.screens.words import Names, bold_names, called, plain
from bot.tables.table import Table
from bot.texts import N_, Texts
from render import Scene

_NOBODY = discord.AllowedMentions.none()

Animated = Literal["webp", "gif"]
_WRITTEN: Mapping[str, str] = {
    "mat": N_(".mat, for GNU Backgammon, XG and most other programs"),
    "sgf": N_(".sgf, for GNU Backgammon"),
    "txt": N_(".txt, to read: the rules in words and the moves"),
}


class _Told(NamedTuple):
    """A game as it is shown."""

    scenes: Sequence[Scene]
    words: str
    description: str


class _Game(NamedTuple):
    """How far a game has come, and how it is told: given its id, a theme and texts."""

    over: bool
    counts: bool
    played: bool
    tell: Callable[[str, str, Texts], _Told]


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
            number, found = await self._finished(table, number)
            game = f"{table.id}-{number}"
            public = await for_all(services, answer, table)
            promised = public and await answer.promise_all()
            if not public:
                await answer.acknowledge()
            t = await services.presenter.texts_of(interaction.guild_id) if public else answer.t
            theme = (await services.habits.of_server(interaction.guild_id)).theme

            def made() -> tuple[str, discord.File]:
                told = found.tell(game, theme, t)
                picture = animation(told.scenes, kind)
                return told.words, discord.File(io.BytesIO(picture), f"{game}.{kind}", description=told.description)

            words, file = await services.painter.animate(made)
            if public:
                await _shown(answer, promised, words, file)
            else:
                await answer.say(f"{t(ALONE)}\n{words}", file=file)

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

    async def _finished(self, table: Table, number: int | None) -> tuple[int, _Game]:
        """A game that is over, the last one with a result if none is named. Raises `Illegal`."""
        if number is not None:
            check_begun(table, number)
        if table.state is None:
            raise Illegal(FactFault.NONE_FINISHED, table=table.id)
        # A long log takes a while to fold.
        games = await asyncio.to_thread(_games, table, await log_of(self._services, table))
        if number is None:
            number = max((each for each, game in games.items() if game.counts), default=None)
        if number is None:
            raise Illegal(FactFault.NONE_FINISHED, table=table.id)
        if number not in games or not games[number].over:
            raise Illegal(FactFault.STILL_PLAYED, table=table.id, game=number)
        if not games[number].played and not games[number].counts:
            raise Illegal(FactFault.VOIDED, table=table.id, game=number)
        return number, games[number]

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
        if table.state is None:
            raise Illegal(FactFault.NONE_FINISHED, table=table.id)
        log = await log_of(self._services, table)
        game = table.id if number is None else f"{table.id}-{number}"
        title, text = await asyncio.to_thread(_written, table, log, number, game, kind, answer.t)
        await answer.say(title, file=discord.File(io.BytesIO(text.encode()), f"{game}.{kind}"))

    @replay.autocomplete("game")
    @export.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await games_offered(self._services, interaction, typed)


async def _shown(answer: Answer, promised: bool, words: str, file: discord.File) -> None:
    """Give the answer that was promised to everybody, or tell them if it was not."""
    interaction, t = answer.interaction, answer.t

    async def complete() -> object:
        file.reset()
        return await interaction.edit_original_response(content=words, attachments=[file], allowed_mentions=_NOBODY)

    try:
        await (persist(complete) if promised else answer.tell_all(words, file=file))
    except DISCORD_ERRORS as error:
        await answer.say(t("The replay could not be posted: {reason}.", reason=t(trouble(error).value)))


def _games(table: Table, log: Log) -> dict[int, _Game]:
    """All games of a table by number."""
    if isinstance(log.start, Session):
        return {number: _session_game(table, steps) for number, steps in session_steps(log.start, log.actions).items()}
    return {number: _match_game(table, steps) for number, steps in kept_steps(table.rules, log.actions).items()}


def _match_game(table: Table, steps: Sequence[KeptStep]) -> _Game:
    end, names = end_of(steps).game, names_of(table)

    def tell(game: str, theme: str, t: Texts) -> _Told:
        scenes = replay_scenes(steps, names, theme, t)
        words = replay_words(game, steps, bold_names(table), t)
        return _Told(scenes, words, replay_description(game, steps, names, t))

    return _Game(end.phase is Phase.OVER, end.bet.result is not None, _played(action for _, action, _ in steps), tell)


def _session_game(table: Table, steps: Sequence[SessionStep]) -> _Game:
    end = steps[-1][2].game

    def tell(game: str, theme: str, t: Texts) -> _Told:
        scenes = session_replay_scenes(steps, _line_names(table), theme, t)
        words = fitted(lambda most: ((), (session_replay_words(game, steps, bold_names(table, most), t),)))
        return _Told(scenes, words, session_replay_description(game, steps, _line_names(table), t))

    over = end.phase is Phase.OVER
    return _Game(over, over and not end.void, _played(action for _, action, _ in steps), tell)


def _played(done: Iterable[object]) -> bool:
    """Whether any play was made."""
    return any(isinstance(action, actions.Move) for action in done)


def _line_names(table: Table) -> Names:
    """People as they write their names, in one line."""
    return lambda seat: called(table.person(seat).name)


def _written(table: Table, log: Log, number: int | None, game: str, kind: str, t: Texts) -> tuple[str, str]:
    """What is in a file, in a line, and its text: of one game, or of all that are finished. Raises `Illegal`."""
    if isinstance(log.start, Session):
        steps = {
            each: steps
            for each, steps in session_steps(log.start, log.actions).items()
            if steps[-1][2].game.phase is Phase.OVER and not steps[-1][2].game.void
        }
        chosen = _chosen(table, steps, number)
        if kind == "txt":
            title = session_title(table, f"`{game}`", t, plain)
            return title, session_text(table, game, chosen, t)
        return _captains(table, chosen, number, game, kind, t)
    finished = {each: record for each, record in game_records(table.rules, log.actions).items() if record.result}
    record = Record(table.rules, names_of(table), tuple(_chosen(table, finished, number).values()))
    return _head(record, f"`{game}`", plain, t), _text(record, kind, game, t)


_Item = TypeVar("_Item")


def _chosen(table: Table, finished: Mapping[int, _Item], number: int | None) -> Mapping[int, _Item]:
    """One game that is over, or all. Raises `Illegal`."""
    if number is None:
        if not finished:
            raise Illegal(FactFault.NONE_FINISHED, table=table.id)
        return finished
    if number in finished:
        return {number: finished[number]}
    state = table.state
    running = state is not None and state.number == number and state.game.phase is not Phase.OVER
    raise Illegal(FactFault.STILL_PLAYED if running else FactFault.VOIDED, table=table.id, game=number)


def _captains(
    table: Table, games: Mapping[int, Sequence[SessionStep]], number: int | None, game: str, kind: str, t: Texts
) -> tuple[str, str]:
    """A game of a chouette as its captain played it against the box, for programs that know two players."""
    if number is None:
        raise Illegal(FactFault.TWO_PLAYERS_ONLY, game=f"{table.id}-{max(games)}")
    steps = games[number]
    found = captains_game(steps)
    if found is None:
        raise Illegal(FactFault.VOIDED, table=table.id, game=number)
    end = steps[-1][2].game
    names = _line_names(table)
    record = Record(captains_rules(steps), (names(end.captain), names(end.box)), (found,))
    head = _head(record, f"`{game}`", plain, t)
    note = t("Only what captain and box played against each other; `.txt` has everybody.")
    return f"{head}\n{note}", _text(record, kind, game, t)


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
