"""Replay of a finished game in pictures and words, without what was undone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from msgspec.structs import replace as with_fields

from bot.backgammon import Match, Phase, actions
from bot.backgammon.record import KeptStep, end_of
from bot.screens.animation import danced, described
from bot.screens.board_scene import last_play
from bot.screens.heads_up.scene import match_scene, playing_scene
from bot.screens.heads_up.words import line, over_words
from bot.screens.names import Names, roll_words
from bot.screens.remarks import comments_at, with_remarks
from bot.tables.heads_up.news import News, news_of
from bot.tables.remarks import Remark
from bot.texts import Texts
from render import Scene


def replay_scenes(steps: Sequence[KeptStep], names: tuple[str, str], theme: str, t: Texts) -> list[Scene]:
    """The pictures of a game: opening roll, every play and turn of the cube, and the result.

    A resignation is shown if it was accepted.
    """
    begins = steps[0][0]
    # A game from a position has no opening roll that shows how it begins.
    scenes = [] if begins.game.phase is Phase.OPENING else [match_scene(begins, names, None, theme, t)]
    told: list[News] = []
    for step in steps:
        told.append(_news(step))
        scenes += _step_scenes(step, told, names, theme, t)
    return [*scenes, match_scene(end_of(steps), names, last_play(told), theme, t)]


def _step_scenes(step: KeptStep, told: Sequence[News], names: tuple[str, str], theme: str, t: Texts) -> Iterable[Scene]:
    """The pictures of one action, the last of the news `told`."""
    before, action, after = step
    last = last_play(told)
    match action:
        case actions.OpeningRoll() if after.game.phase is Phase.PLAY:
            yield match_scene(after, names, last, theme, t)
        case actions.Move() if told[-1].steps:
            yield playing_scene(before, after.game.board.seen_by_white, names, last, theme, t)
        case actions.Move():
            yield danced(playing_scene(before, after.game.board.seen_by_white, names, None, theme, t), t)
        case actions.Double() | actions.Beaver() | actions.Raccoon() | actions.Take():
            yield match_scene(after, names, last, theme, t)
        case actions.Accept() if isinstance(told[-1].proposal, actions.Resign):
            yield match_scene(before, names, last, theme, t)
        case _:
            return


def replay_words(game: str, steps: Sequence[KeptStep], names: Names, t: Texts, remarks: Sequence[Remark] = ()) -> str:
    """The players, the result and as many comments as fit. `game`: its id."""
    head = t("{white} against {black}, game `{game}`.", white=names(0), black=names(1), game=game)
    ending = (over_words(news.over, end_of(steps), names, t) for news in map(_news, steps) if news.over)
    return with_remarks("\n".join([head, *ending]), remarks, t)


def replay_description(
    game: str, steps: Sequence[KeptStep], names: tuple[str, str], t: Texts, remarks: Sequence[Remark] = ()
) -> str:
    """The same with the number of turns, at most 1,024 characters, with as much of the course as fits."""
    end, told = end_of(steps), [_news(step) for step in steps]
    return described(
        replay_words(game, steps, names.__getitem__, t),
        sum(isinstance(news.action, actions.Move) for news in told),
        _course(told, end, names, t, remarks),
        t,
    )


def _course(
    told: Iterable[News], end: Match, names: tuple[str, str], t: Texts, remarks: Sequence[Remark]
) -> Iterable[str]:
    """The course up to the result, plays numbered, each with its comments. Movers are not named, since the sides take
    turns.
    """
    turn = 0
    yield from comments_at(remarks, 0, cube=False)
    for news in told:
        if isinstance(news.action, actions.Move) and news.dice:
            turn += 1
            yield f"{turn}) {roll_words(news.dice)}: {news.text or '—'}"
            yield from comments_at(remarks, turn, cube=False)
        elif words := line(with_fields(news, over=None), end, names.__getitem__, t):
            yield " ".join(words.split())
            if isinstance(news.action, actions.Double):
                yield from comments_at(remarks, turn + 1, cube=True)
        if news.over:
            return


def _news(step: KeptStep) -> News:
    """The news of a step; the table's version does not matter here."""
    before, action, after = step
    return news_of(before, action, after, 0)
