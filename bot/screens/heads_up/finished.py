"""Finished games of a match or money session: replays, files, and the sheet of a session."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.backgammon import Match, Phase, Rules, actions
from bot.backgammon.history import Finished
from bot.backgammon.record import GameRecord, KeptStep, end_of, game_record, record_with
from bot.screens.board_scene import names_of
from bot.screens.finished_game import Replay, ToldGame, WrittenRecord, chosen
from bot.screens.heads_up.replay import replay_description, replay_scenes, replay_words
from bot.screens.heads_up.scene import coloured
from bot.screens.names import bold_names, plain
from bot.screens.pace_words import clock_words
from bot.screens.record_files import beside_file, record_file, record_title
from bot.screens.session_card import session_card
from bot.tables.table import Table
from bot.texts import Texts
from render import GameRow, Payment, SessionEnd, Sheet


def match_file(
    table: Table, games: Mapping[int, Sequence[KeptStep]], number: int | None, kind: str, t: Texts
) -> tuple[str, bytes]:
    """A file's title and content: of one game, or of all finished ones. Raises `Illegal`."""
    game = table.id if number is None else f"{table.id}-{number}"
    record = record_with(table.setup_of(Rules), chosen(table, _finished(games), number), names_of(table))
    title, pace = record_title(record, f"`{game}`", plain, t), clock_words(table, record.rules.length, t)
    said = "\n".join(filter(None, (title, *pace, beside_file(record, kind, t))))
    return said, record_file(table, record, kind, game, t)


def match_records(table: Table, games: Mapping[int, Sequence[KeptStep]]) -> list[WrittenRecord]:
    """All finished games as one record; none if there are none."""
    finished = _finished(games)
    if not finished:
        return []
    return [WrittenRecord(table.id, record_with(table.setup_of(Rules), finished, names_of(table)))]


def _finished(games: Mapping[int, Sequence[KeptStep]]) -> dict[int, GameRecord]:
    records = {each: game_record(steps) for each, steps in games.items()}
    return {each: record for each, record in records.items() if record and record.result}


def match_game(table: Table, steps: Sequence[KeptStep]) -> ToldGame:
    """A game's replay from its steps."""
    end, names = end_of(steps).game, names_of(table)

    def tell(number: int, theme: str, t: Texts) -> Replay:
        game = f"{table.id}-{number}"
        scenes = [coloured(scene, table) for scene in replay_scenes(steps, names, theme, t)]
        said = tuple(each for each in table.remarks or () if each.game == number)
        words = replay_words(game, steps, bold_names(table), t, said)
        return Replay(number, scenes, words, replay_description(game, steps, names, t, said))

    played = any(isinstance(action, actions.Move) for _, action, _ in steps)
    return ToldGame(end.phase is Phase.OVER, end.bet.result is not None, played, tell)


def session_summary(
    match: Match, history: Sequence[Finished], names: tuple[str, str], theme: str, t: Texts
) -> SessionEnd | None:
    """The card of a finished money session; None for a single game, or a match."""
    won = [(each.number, each.game.bet.result.points) for each in history if each.game.bet.result]
    if match.rules.length or len(won) < 2:
        return None
    games = tuple(GameRow(str(number), (points, -points), (None, None)) for number, points in won)
    note = t.many("{number} game", "{number} games", len(won))
    sheet = Sheet(t("Session over"), names, games, t("Total"), note=note, theme=theme)
    balance = match.score[0]
    payer = int(balance > 0)
    return session_card(sheet, [Payment(payer, 1 - payer, abs(balance))] if balance else [], t)
