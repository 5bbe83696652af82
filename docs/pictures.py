"""The README's pictures, drawn by the bot's own renderer: `python -m docs.pictures`."""

from __future__ import annotations

from pathlib import Path

import render
from bot.backgammon import Match, Rules, apply, format_xgid, start, xgid_of
from bot.backgammon.actions import AnyAction, Double, Move, OpeningRoll, Roll
from bot.screens.scene import scene_of
from bot.tables.news import News, news_of
from bot.tables.table import About, People, Person, Table
from bot.texts import texts

FOLDER = Path(__file__).parent

#: A match as it may begin, and what two people do.
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


def table(actions: tuple[AnyAction, ...]) -> Table:
    """A table of Anna and Bořek after these actions."""
    match: Match = start(RULES)
    news: list[News] = []
    for number, action in enumerate(actions, 1):
        following = apply(match, action)
        news.append(news_of(match, action, following, number))
        match = following
    people = People(seats=(Person(1, "Anna"), Person(2, "Bořek")))
    about = About(id="k7f3q2", guild=1, channel=1, rules=RULES, made_at=0, expires_at=0)
    return Table(about=about, people=people, seed=bytes(32), match=match, news=tuple(news))


def main() -> None:
    """Write every picture."""
    t = texts("en")
    moved = table((*ACTIONS, Roll(by=0, dice=(6, 1))))
    (FOLDER / "board.png").write_bytes(render.draw(scene_of(moved, "wood", t)))
    offered = table((*ACTIONS[:-2], Double(by=1)))
    (FOLDER / "offer.png").write_bytes(render.draw(scene_of(offered, "dark", t)))
    assert moved.match is not None
    print(format_xgid(xgid_of(moved.match)))


if __name__ == "__main__":
    main()
