"""A match as it may begin, for the README's pictures and the gallery."""

from __future__ import annotations

from bot.backgammon import Match, Rules, apply, start
from bot.backgammon.actions import AnyAction, Double, Drop, Move, OpeningRoll, Roll
from bot.tables.heads_up.news import News, news_of
from bot.tables.table import About, People, Person, Table

NAMES = ("Anna", "Bořek")
RULES = Rules(length=7)
ACTIONS: tuple[AnyAction, ...] = (
    OpeningRoll(dice=(3, 1)),
    Move(by=0, play="8/5 6/5"),
    Roll(by=1, dice=(6, 2)),
    Move(by=1, play="24/18 13/11"),
    Roll(by=0, dice=(4, 3)),
    Move(by=0, play="24/20 13/10"),
    Roll(by=1, dice=(5, 5)),
    Move(by=1, play="8/3(2) 6/1*(2)"),
)
#: How the game of `ACTIONS` ends.
ENDING: tuple[AnyAction, ...] = (
    Roll(by=0, dice=(6, 4)),
    Move(by=0, play="bar/15"),
    Double(by=1),
    Drop(by=0),
)


def table(actions: tuple[AnyAction, ...]) -> Table:
    """A table of the two after these actions."""
    match: Match = start(RULES)
    news: list[News] = []
    for number, action in enumerate(actions, 1):
        following = apply(match, action)
        news.append(news_of(match, action, following, number))
        match = following
    people = People(seats=(Person(1, NAMES[0]), Person(2, NAMES[1])))
    about = About(id="k7f3q2", guild=1, channel=1, setup=RULES, made_at=0, expires_at=0)
    return Table(about=about, people=people, seed=bytes(32), state=match, news=tuple(news))
