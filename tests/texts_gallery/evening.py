"""What is played for the gallery of texts: a short match, a money session, and a chouette of five."""

from __future__ import annotations

from typing import Any

from bot.backgammon import Phase
from tests.texts_gallery.stage import Stage


async def match(stage: Stage) -> None:
    """Two people: a challenge, a word for the dice, a double, an undo, resignations refused and accepted, the end."""
    bot = stage.bot
    await bot.slash("Ann", "play", opponent="Bob", length=3)
    await bot.tap("Bob", bot.last, "join")
    await _turns(stage, 2)
    for name in ("board", "pips", "position", "fairness", "help"):
        await bot.slash("Ann", name)
    who = await bot.until(Phase.CUBE)
    other = next(name for name in ("Ann", "Bob") if name != who)
    await bot.slash(other, "roll")
    await _confirmed(stage, who, "double")
    await bot.slash(other, "take")
    await bot.slash(who, "undo")
    await bot.slash(who, "roll")
    await bot.slash(who, "move", play="1/24")
    await _turns(stage, 1)
    await bot.slash(who, "undo")
    await bot.slash(other, "decline")
    await _confirmed(stage, who, "resign", kind="single")
    await bot.slash(other, "decline")
    await _confirmed(stage, who, "resign", kind="gammon")
    await bot.slash(other, "accept")
    await bot.slash("Ann", "rematch")
    await bot.tap("Bob", bot.last, "refuse")


async def money(stage: Stage) -> None:
    """Two people for money: a beaver, a settlement refused and one accepted, the next game, the end."""
    bot = stage.bot
    await bot.slash("Cyd", "play", opponent="Ann", length=0)
    await bot.tap("Ann", bot.last, "join")
    who = await bot.until(Phase.CUBE)
    other = next(name for name in ("Ann", "Cyd") if name != who)
    await bot.slash(who, "settle", points=-1)
    await bot.slash(other, "decline")
    await _confirmed(stage, who, "double")
    await bot.slash(other, "beaver")
    await bot.slash(who, "take")
    while (await bot.match()).game.phase is not Phase.CUBE:
        await bot.turn()
    who = await bot.asked()
    other = next(name for name in ("Ann", "Cyd") if name != who)
    await bot.slash(who, "settle", points=2)
    await bot.slash(other, "accept")
    await bot.slash(who, "next")
    await bot.slash(other, "end")


async def chouette(stage: Stage) -> None:
    """Five people: the lobby, a window, cubes taken and dropped, a beaver, people who come and go, the payments."""
    chouette, bot = stage.chouette, stage.bot
    await bot.slash("Ann", "chouette rules")
    await chouette.open("Ann", "Bob", "Cyd", "Dan", preset="extras_and_partner")
    await chouette.until(box=False)
    captain, second, third = await chouette.team()
    box = await chouette.box()
    await chouette.command(second, "double")
    await chouette.command(captain, "double")
    await bot.slash(third, "hold")
    await bot.slash(captain, "roll")
    await bot.slash(third, "pass")
    await bot.slash(captain, "roll")
    await chouette.command(box, "take", **{"from": second})
    await chouette.command(box, "drop", **{"from": captain})
    await bot.slash("Eva", "chouette join")
    await chouette.until(box=True)
    await chouette.command(await chouette.box(), "resign", kind="single")
    await bot.slash(second, "decline")
    await chouette.resign_all("gammon")
    await bot.slash("Ann", "chouette score")
    await bot.slash("Ann", "chouette history")
    await chouette.next()
    await chouette.until(box=True)
    box, team = await chouette.box(), await chouette.team()
    await chouette.command(box, "double")
    await chouette.command(team[0], "take")
    for who in team[1:]:
        await chouette.command(who, "drop")
    for who in team[1:]:
        await chouette.command(who, "extra give")
    await bot.tap(team[0], bot.live, "stay")
    await chouette.resign_all()
    await chouette.command(team[0], "resign", kind="single")
    for who in team[1:]:
        await bot.slash(who, "accept")
    await chouette.command(team[-1], "chouette leave")
    await bot.slash(await chouette.name((await chouette.session()).host), "chouette end")


async def _turns(stage: Stage, number: int) -> None:
    for _ in range(number):
        await stage.bot.turn()


async def _confirmed(stage: Stage, who: str, name: str, **options: Any) -> None:
    await stage.chouette.command(who, name, **options)
