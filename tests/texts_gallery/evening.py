"""What is played for the gallery of texts: a short match, a money session, and a chouette of five."""

from __future__ import annotations

from typing import Any

from bot.backgammon import Phase
from tests.texts_gallery.stage import Stage


async def match(stage: Stage) -> None:
    """Two people: a challenge, a word for the dice, a double, an undo, resignations refused and accepted, the end."""
    club = stage.club
    await club.slash("Ann", "play", opponent="Bob", length=3)
    await club.tap("Bob", club.last, "join")
    await _turns(stage, 2)
    for name in ("board", "pips", "position", "fairness", "help"):
        await club.slash("Ann", name)
    who = await club.until(Phase.CUBE)
    other = next(name for name in ("Ann", "Bob") if name != who)
    await club.slash(other, "roll")
    await _confirmed(stage, who, "double")
    await club.slash(other, "take")
    await club.slash(who, "undo")
    await club.slash(who, "roll")
    await club.slash(who, "move", play="1/24")
    await _turns(stage, 1)
    await club.slash(who, "undo")
    await club.slash(other, "decline")
    await _confirmed(stage, who, "resign", kind="single")
    await club.slash(other, "decline")
    await _confirmed(stage, who, "resign", kind="gammon")
    await club.slash(other, "accept")
    await club.slash("Ann", "rematch")
    await club.tap("Bob", club.last, "refuse")


async def money(stage: Stage) -> None:
    """Two people for money: a beaver, a settlement refused and one accepted, the next game, the end."""
    club = stage.club
    await club.slash("Cyd", "play", opponent="Ann", length=0)
    await club.tap("Ann", club.last, "join")
    who = await club.until(Phase.CUBE)
    other = next(name for name in ("Ann", "Cyd") if name != who)
    await club.slash(who, "settle", points=-1)
    await club.slash(other, "decline")
    await _confirmed(stage, who, "double")
    await club.slash(other, "beaver")
    await club.slash(who, "take")
    while (await club.match()).game.phase is not Phase.CUBE:
        await club.turn()
    who = await club.asked()
    other = next(name for name in ("Ann", "Cyd") if name != who)
    await club.slash(who, "settle", points=2)
    await club.slash(other, "accept")
    await club.slash(who, "next")
    await club.slash(other, "end")


async def chouette(stage: Stage) -> None:
    """Five people: the lobby, a window, cubes taken and dropped, a beaver, people who come and go, the payments."""
    crew, club = stage.crew, stage.club
    await club.slash("Ann", "chouette rules")
    await crew.open("Ann", "Bob", "Cyd", "Dan", preset="extras_and_partner")
    await crew.until(box=False)
    captain, second, third = await crew.team()
    box = await crew.box()
    await crew.command(second, "double")
    await crew.command(captain, "double")
    await club.slash(third, "hold")
    await club.slash(captain, "roll")
    await club.slash(third, "pass")
    await club.slash(captain, "roll")
    await crew.command(box, "take", **{"from": second})
    await crew.command(box, "drop", **{"from": captain})
    await club.slash("Eva", "chouette join")
    await crew.until(box=True)
    await crew.command(await crew.box(), "resign", kind="single")
    await club.slash(second, "decline")
    await crew.resign_all("gammon")
    await club.slash("Ann", "chouette score")
    await club.slash("Ann", "chouette history")
    await crew.next()
    await crew.until(box=True)
    box, team = await crew.box(), await crew.team()
    await crew.command(box, "double")
    await crew.command(team[0], "take")
    for who in team[1:]:
        await crew.command(who, "drop")
    for who in team[1:]:
        await crew.command(who, "extra give")
    await club.tap(team[0], club.live, "stay")
    await crew.resign_all()
    await crew.command(team[0], "resign", kind="single")
    for who in team[1:]:
        await club.slash(who, "accept")
    await crew.command(team[-1], "chouette leave")
    await club.slash(await crew.name((await crew.session()).host), "chouette end")


async def _turns(stage: Stage, number: int) -> None:
    for _ in range(number):
        await stage.club.turn()


async def _confirmed(stage: Stage, who: str, name: str, **options: Any) -> None:
    await stage.crew.command(who, name, **options)
