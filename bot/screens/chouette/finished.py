"""Finished games of a chouette: replays, files, the score sheet, a player's statistics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bot.backgammon import Illegal, Phase, Seat
from bot.backgammon.actions import Move
from bot.backgammon.record import Record
from bot.chouette import Session
from bot.chouette.history import Finished
from bot.chouette.record import SessionStep, captains_game, captains_rules
from bot.chouette.statistics import statistics
from bot.core.log import UnreadableLog
from bot.screens.alt import sheet_alt
from bot.screens.chouette.replay import session_replay_description, session_replay_scenes, session_replay_words
from bot.screens.chouette.score_sheet import score_sheet, sheet_count, statistics_words
from bot.screens.chouette.text import session_text, session_title
from bot.screens.finished_game import Replay, ToldGame, WrittenRecord, chosen
from bot.screens.fitting import fitted
from bot.screens.names import Names, bold_names, called, plain
from bot.screens.record_files import beside_file, record_file, record_title
from bot.screens.reference.faults import FactFault
from bot.tables.kept_games import FinishedGames, unreadable
from bot.tables.table import Table
from bot.texts import Texts, texts
from render.sheet import draw_sheet


def session_file(
    table: Table, games: Mapping[int, Sequence[SessionStep]], number: int | None, kind: str, t: Texts
) -> tuple[str, bytes]:
    """A file's title and content: of one game, or of all finished ones. Raises `Illegal`."""
    game = table.id if number is None else f"{table.id}-{number}"
    told = chosen(table, _over(games), number)
    if kind == "txt":
        return session_title(table, f"`{game}`", t, plain), session_text(table, game, told, t).encode()
    return _captains(table, told, number, game, kind, t)


def _captains(
    table: Table, games: Mapping[int, Sequence[SessionStep]], number: int | None, game: str, kind: str, t: Texts
) -> tuple[str, bytes]:
    """A game as its captain played it against the box, for programs for two players."""
    if number is None:
        raise Illegal(FactFault.TWO_PLAYERS_ONLY, game=f"{table.id}-{max(games)}")
    record = _record(table, games[number])
    if record is None:
        raise Illegal(FactFault.VOIDED, table=table.id, game=number)
    title = record_title(record, f"`{game}`", plain, t)
    note = t("Only what captain and box played against each other; `.txt` has everybody.")
    said = "\n".join(filter(None, (title, note, beside_file(record, kind, t))))
    return said, record_file(table, record, kind, game, t)


def session_records(table: Table, games: Mapping[int, Sequence[SessionStep]]) -> list[WrittenRecord]:
    """Each finished game as its captain played it against the box."""
    return [
        WrittenRecord(f"{table.id}-{number}", record, whole=False)
        for number, steps in _over(games).items()
        if (record := _record(table, steps))
    ]


def _over(games: Mapping[int, Sequence[SessionStep]]) -> dict[int, Sequence[SessionStep]]:
    """The finished games."""
    ends = {number: steps[-1][2].game for number, steps in games.items()}
    return {number: games[number] for number, end in ends.items() if end.phase is Phase.OVER and not end.void}


def _record(table: Table, steps: Sequence[SessionStep]) -> Record | None:
    """A finished game as its captain played it against the box; None if they played for nothing."""
    found = captains_game(steps)
    if found is None:
        return None
    end, names = steps[-1][2].game, _line_names(table)
    return Record(captains_rules(steps), (names(end.captain), names(end.box)), (found,))


def sheet(table: Table, kept: FinishedGames, page: int, theme: str, language: str) -> tuple[bytes, str, int]:
    """A page of a session's score sheet as a PNG, its alt text, and the number of pages. Raises `Illegal`."""
    t, games, session = texts(language), _finished(kept), table.state_of(Session)
    made = score_sheet(session, games, _line_names(table), t, theme=theme, page=page)
    return draw_sheet(made), sheet_alt(made, t), sheet_count(session, games)


def numbers(table: Table, kept: FinishedGames, seat: Seat, language: str) -> str:
    """One player's statistics. Raises `Illegal`."""
    counted, t, unit = statistics(_finished(kept)), texts(language), table.state_of(Session).unit
    return fitted(lambda most: ((), statistics_words(counted, seat, bold_names(table, most), t, unit)))


def _finished(kept: FinishedGames) -> list[Finished]:
    try:
        return [game for game in kept.read() if isinstance(game, Finished)]
    except UnreadableLog as error:
        raise unreadable(error) from error


def session_game(table: Table, steps: Sequence[SessionStep]) -> ToldGame:
    """A game's replay from its steps."""
    end = steps[-1][2].game

    def tell(number: int, theme: str, t: Texts) -> Replay:
        game = f"{table.id}-{number}"
        scenes = session_replay_scenes(steps, _line_names(table), theme, t)
        words = fitted(lambda most: ((), (session_replay_words(game, steps, bold_names(table, most), t),)))
        return Replay(number, scenes, words, session_replay_description(game, steps, _line_names(table), t))

    over = end.phase is Phase.OVER
    played = any(isinstance(action, Move) for _, action, _ in steps)
    return ToldGame(over, over and not end.void, played, tell)


def _line_names(table: Table) -> Names:
    """Names as typed, on one line."""
    return lambda seat: called(table.person(seat).name)
