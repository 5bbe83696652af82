"""Replay of a finished game of a chouette in pictures and words, without what was undone.

Sealed words appear where they took effect.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from msgspec.structs import replace as with_fields

from bot.backgammon import Phase
from bot.backgammon.actions import Accept, Claim, Decline, Move, OpeningRoll
from bot.chouette import Session
from bot.chouette.actions import Answer, Resign, Settle
from bot.chouette.record import SessionStep
from bot.screens.animation import danced, described
from bot.screens.board_scene import last_play
from bot.screens.chouette.news_words import session_line
from bot.screens.chouette.scene import session_scene
from bot.screens.names import Names, roll_words
from bot.tables.chouette.news import SessionNews, session_news
from bot.texts import Texts
from render import LastPlay, Scene

#: An action without words of its own.
_SILENT = Answer(replies=())


def session_replay_scenes(steps: Sequence[SessionStep], names: Names, theme: str, t: Texts) -> list[Scene]:
    """The pictures of a game: opening roll, every play, every batch of cubes with its answers, the result.

    A resignation is shown if it was accepted.
    """
    scenes: list[Scene] = []
    told: list[SessionNews] = []
    for step in steps:
        before, action, after = step
        news = session_news(before, action, after, 0)
        told += [news] if news else []
        scenes += _step_scenes(step, news, last_play(told), names, theme, t)
    return [*scenes, session_scene(_end(steps), names, last_play(told), theme, t)]


def _step_scenes(
    step: SessionStep, news: SessionNews | None, last: LastPlay | None, names: Names, theme: str, t: Texts
) -> Iterable[Scene]:
    """The pictures of one action; `news`: its news, `last`: the play that led to the board."""
    before, action, after = step
    running = after.game.phase is not Phase.OVER
    match action:
        case OpeningRoll() if after.game.phase is Phase.PLAY:
            yield session_scene(after, names, last, theme, t)
        case Move() if news:
            yield _played(before, after, last if news.steps else None, names, theme, t)
        case Accept() if news and isinstance(news.proposal, Resign):
            yield session_scene(before, names, last, theme, t)
        case _:
            pass
    # The result is a picture of its own.
    if running and (_asks_about_extras(step) or (news and (news.offered or news.answered or news.closed))):
        yield session_scene(after, names, last, theme, t)


def _played(before: Session, after: Session, last: LastPlay | None, names: Names, theme: str, t: Texts) -> Scene:
    """The dice as they lay, the checkers as played; or a dance."""
    position = after.game.board.seen_by_white
    scene = session_scene(before, names, last, theme, t)
    scene = replace(scene, bottom=position.own, top=position.opponent, banner="")
    return scene if last else danced(scene, t)


def _asks_about_extras(step: SessionStep) -> bool:
    """Whether all answers are in, and a lone taker is asked before they take effect."""
    was, now = step[0].game.exchange, step[2].game.exchange
    return now is not None and now.extras is not None and (was is None or was.extras is None)


def session_replay_words(game: str, steps: Sequence[SessionStep], names: Names, t: Texts) -> str:
    """The players and the result. `game`: its id."""
    round_ = _end(steps).game
    team = t.listed(map(names, round_.team))
    head = t("{white} against {black}, game `{game}`.", white=names(round_.box), black=team, game=game)
    return f"{head}\n{session_ending(steps, names, t)}"


def session_ending(steps: Sequence[SessionStep], names: Names, t: Texts) -> str:
    """A finished game's result for each player."""
    before, action, end = steps[-1]
    news = session_news(before, action, end, 0)
    assert news is not None and news.over is not None
    # The next line is news of the table; the next box may still have been declined.
    over = with_fields(news.over, line=())
    return session_line(SessionNews(version=0, action=_SILENT, over=over), end, names, t)


def session_replay_description(game: str, steps: Sequence[SessionStep], names: Names, t: Texts) -> str:
    """The same with the number of turns, at most 1,024 characters, with as much of the course as fits."""
    turns = sum(isinstance(action, Move) for _, action, _ in steps)
    course = (" ".join(words.split()) for words in session_course(steps, names, t))
    return described(session_replay_words(game, steps, names, t), turns, course, t)


def session_course(steps: Sequence[SessionStep], names: Names, t: Texts, *, named: bool = False) -> Iterator[str]:
    """The course up to the result, plays numbered; `named`: with the mover's name."""
    end, turn = _end(steps), 0
    for number, (before, action, after) in enumerate(steps):
        news = session_news(before, action, after, 0)
        if news is None or not _told(news):
            continue
        news = with_fields(news, over=None)
        if isinstance(action, Move) and news.dice:
            turn += 1
            who = f"{names(news.seat)} " if named and news.seat is not None else ""
            yield f"{turn}) {who}{roll_words(news.dice)}: {news.text or '—'}"
            news = with_fields(news, action=_SILENT)
        # Cube texts omit what still waits for an answer and look at the later state of the bets.
        settled = next(later for _, _, later in steps[number:] if later.game.exchange is None)
        if words := session_line(news, settled if news.offered or news.answered else end, names, t):
            yield words


def _told(news: SessionNews) -> bool:
    """Whether the news belongs to the game: no arrivals, holds, or undos in vain."""
    match news.action:
        case OpeningRoll() | Move() | Resign() | Settle() | Claim():
            return True
        case Accept() | Decline() if isinstance(news.proposal, Resign | Settle):
            return True
        case _:
            return bool(news.offered or news.answered or news.extras or news.closed)


def _end(steps: Sequence[SessionStep]) -> Session:
    """The final state of the game."""
    return steps[-1][2]
