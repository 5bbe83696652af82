"""Finished games as people get them: replays, files, score sheets, rolls.

What is public here folds logs, which takes long, and is done by the workers of `bot.folding`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

from bot.backgammon import Dice, Illegal, Phase, Seat, actions, mat, sgf
from bot.backgammon.record import InvalidRecord, KeptStep, Record, end_of, game_records, kept_steps
from bot.chouette import Session
from bot.chouette.history import Finished
from bot.chouette.record import SessionStep, captains_game, captains_rules, session_steps
from bot.chouette.statistics import statistics
from bot.core.log import UnreadableLog
from bot.ogxm import Proof, format_ogxm
from bot.screens.alt import sheet_alt
from bot.screens.board_scene import names_of
from bot.screens.chouette.replay import session_replay_description, session_replay_scenes, session_replay_words
from bot.screens.chouette.score_sheet import score_sheet, sheet_count, statistics_words
from bot.screens.chouette.text import session_text, session_title
from bot.screens.fitting import fitted
from bot.screens.heads_up.face import coloured
from bot.screens.heads_up.replay import replay_description, replay_scenes, replay_words
from bot.screens.heads_up.rules_words import rules_words, title_words
from bot.screens.names import Names, bold_names, called, plain
from bot.screens.reference.fact_words import game_rolls
from bot.screens.reference.faults import FactFault
from bot.tables.kept_games import Kept, Stretch
from bot.tables.reading import unreadable
from bot.tables.table import Stage, State, Table
from bot.texts import Texts, texts
from render import Scene
from render.sheet import draw_sheet


class Replay(NamedTuple):
    """A finished game as it is shown: which one it is, its pictures, what is said with them, and what they show."""

    number: int
    scenes: list[Scene]
    words: str
    description: str


def replayed(table: Table, stretch: Stretch, number: int | None, theme: str, language: str) -> Replay:
    """A game that is over; None: the last one with a result. Raises `Illegal`."""
    with _reading(stretch) as (start, done):
        games = _games(table, start, done)
    if number is None:
        number = max((each for each, game in games.items() if game.counts), default=None)
    if number is None:
        raise Illegal(FactFault.NONE_FINISHED, table=table.id)
    game = games.get(number)
    if game is None or not game.over:
        raise Illegal(FactFault.STILL_PLAYED, table=table.id, game=number)
    if not game.played and not game.counts:
        raise Illegal(FactFault.VOIDED, table=table.id, game=number)
    return game.tell(number, theme, texts(language))


def written(table: Table, stretch: Stretch, number: int | None, kind: str, language: str) -> tuple[str, bytes]:
    """What is in a file, in a line, and the file: of one game, or of all that are finished. Raises `Illegal`."""
    game, t = table.id if number is None else f"{table.id}-{number}", texts(language)
    with _reading(stretch) as (start, done):
        # What is refused in here is refused by the rules.
        steps = session_steps(start, done) if isinstance(start, Session) else None
        records = {} if isinstance(start, Session) else game_records(start, done)
    if steps is not None:
        return _session_file(table, steps, number, game, kind, t)
    finished = {each: record for each, record in records.items() if record.result}
    record = Record(table.rules, names_of(table), tuple(_chosen(table, finished, number).values()))
    return _head(record, f"`{game}`", plain, t), _file(table, record, kind, game, t)


def rolled(stretch: Stretch, number: int) -> list[tuple[int, Dice]]:
    """The rolls of one game. Raises `Illegal`."""
    with _reading(stretch) as (start, done):
        return game_rolls(start, done, number)


def sheet(table: Table, kept: Kept, page: int, theme: str, language: str) -> tuple[bytes, str, int]:
    """A page of a session's score sheet as a PNG, what it shows, and how many pages there are. Raises `Illegal`."""
    t, games = texts(language), _finished(kept)
    assert table.session is not None
    made = score_sheet(table.session, games, _line_names(table), t, theme=theme, page=page)
    return draw_sheet(made), sheet_alt(made, t), sheet_count(table.session, games)


def numbers(table: Table, kept: Kept, seat: Seat, language: str) -> str:
    """One player's numbers. Raises `Illegal`."""
    counted, t = statistics(_finished(kept)), texts(language)
    return fitted(lambda most: ((), statistics_words(counted, seat, bold_names(table, most), t)))


@contextmanager
def _reading(stretch: Stretch) -> Iterator[tuple[State, Iterator[Any]]]:
    """The state before a part of a log, and its actions. Raises `Illegal` if it cannot be read."""
    try:
        with stretch.reading() as found:
            yield found
    except UnreadableLog as error:
        raise unreadable(error) from error


def _finished(kept: Kept) -> list[Finished]:
    try:
        return [game for game in kept.read() if isinstance(game, Finished)]
    except UnreadableLog as error:
        raise unreadable(error) from error


class _Game(NamedTuple):
    """How far a game has come, and how it is told: given its number, a theme and texts."""

    over: bool
    counts: bool
    played: bool
    tell: Callable[[int, str, Texts], Replay]


def _games(table: Table, start: State, done: Iterator[Any]) -> dict[int, _Game]:
    """All games by number."""
    if isinstance(start, Session):
        sessions = session_steps(start, done)
        return {number: _session_game(table, steps) for number, steps in sessions.items()}
    return {number: _match_game(table, steps) for number, steps in kept_steps(start, done).items()}


def _match_game(table: Table, steps: Sequence[KeptStep]) -> _Game:
    end, names = end_of(steps).game, names_of(table)

    def tell(number: int, theme: str, t: Texts) -> Replay:
        game = f"{table.id}-{number}"
        scenes = [coloured(scene, table) for scene in replay_scenes(steps, names, theme, t)]
        words = replay_words(game, steps, bold_names(table), t)
        return Replay(number, scenes, words, replay_description(game, steps, names, t))

    return _Game(end.phase is Phase.OVER, end.bet.result is not None, _played(action for _, action, _ in steps), tell)


def _session_game(table: Table, steps: Sequence[SessionStep]) -> _Game:
    end = steps[-1][2].game

    def tell(number: int, theme: str, t: Texts) -> Replay:
        game = f"{table.id}-{number}"
        scenes = session_replay_scenes(steps, _line_names(table), theme, t)
        words = fitted(lambda most: ((), (session_replay_words(game, steps, bold_names(table, most), t),)))
        return Replay(number, scenes, words, session_replay_description(game, steps, _line_names(table), t))

    over = end.phase is Phase.OVER
    return _Game(over, over and not end.void, _played(action for _, action, _ in steps), tell)


def _played(done: Iterable[object]) -> bool:
    """Whether any play was made."""
    return any(isinstance(action, actions.Move) for action in done)


def _line_names(table: Table) -> Names:
    """People as they write their names, in one line."""
    return lambda seat: called(table.person(seat).name)


def _session_file(
    table: Table, games: Mapping[int, Sequence[SessionStep]], number: int | None, game: str, kind: str, t: Texts
) -> tuple[str, bytes]:
    finished = {
        each: steps
        for each, steps in games.items()
        if steps[-1][2].game.phase is Phase.OVER and not steps[-1][2].game.void
    }
    chosen = _chosen(table, finished, number)
    if kind == "txt":
        return session_title(table, f"`{game}`", t, plain), session_text(table, game, chosen, t).encode()
    return _captains(table, chosen, number, game, kind, t)


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
) -> tuple[str, bytes]:
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
    return f"{head}\n{note}", _file(table, record, kind, game, t)


def _file(table: Table, record: Record, kind: str, game: str, t: Texts) -> bytes:
    """The record in one of the formats `_WRITTEN`. Raises `Illegal` if it has no word for something in it."""
    if kind == "sgf":
        return sgf.format_sgf(record).encode()
    if kind == "mat":
        return mat.format_mat(record).encode()
    if kind == "ogxm":
        try:
            return format_ogxm(record, _proof(table))
        except InvalidRecord as error:
            raise Illegal(error.reason, **error.details) from error
    head = [_head(record, game, str, t), *rules_words(record.rules, t)]
    moves = (line.rstrip() for line in mat.in_columns(record, wording(t)))
    return ("\n".join([*head, *moves]) + "\n").encode()


def _proof(table: Table) -> Proof | None:
    """What proves the dice of a table of ours; the seed once it is closed, and not before."""
    if table.imported:
        return None
    words, seed = table.dice_words, table.seed if table.stage is Stage.CLOSED else None
    later = any(first > 1 for first, _ in words)
    return Proof(table.commitment, [word for _, word in words], seed, [first for first, _ in words] if later else ())


def wording(t: Texts) -> mat.Wording:
    """The words of the columns for people."""
    off = t("4/off").partition("/")[2]

    def wins(points: int, match: bool) -> str:
        if match:
            return t.many("wins {number} point and the match", "wins {number} points and the match", points)
        return t.many("wins {number} point", "wins {number} points", points)

    return mat.Wording(
        game=t("Game {number}"),
        turns=(t("doubles to {number}"), t("beavers to {number}"), t("raccoons to {number}")),
        takes=t("takes"),
        drops=t("drops"),
        refuses_beaver=t("refuses the beaver"),
        play=lambda play: play.replace("/off", f"/{off}"),
        wins=wins,
        resigns=lambda match: t("resigns the match") if match else t("resigns"),
    )


def _head(record: Record, game: str, name: Callable[[str], str], t: Texts) -> str:
    """What is in the file, in a line."""
    white, black = (" ".join(name(each).split()) for each in record.names)
    return f"{game}: {white} – {black}, {title_words(record.rules, t)}"
