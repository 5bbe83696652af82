"""A session at which forty people sit down one after the other: whatever grows with them is told in pages."""

from __future__ import annotations

from typing import Any

from bot.backgammon import Phase
from bot.tables.table import Stage

from .bot import said, walk
from .chouette import OneChouette, crew

HOST = "Ann"
#: As long and as hard to write as names can be.
GUESTS = tuple(f"{number:02}" + "*_|[" * 7 + "x_" for number in range(40))
TABLE = 9


async def evening(group: OneChouette) -> None:
    """The host plays a game with each nine of the guests, who then leave."""
    bot = group.bot
    await group.open(HOST, *GUESTS[:TABLE])
    for first in range(0, len(GUESTS), TABLE):
        guests = GUESTS[first : first + TABLE]
        if first:
            for guest in GUESTS[first - TABLE : first]:
                await bot.slash(guest, "chouette leave")
            for guest in guests:
                await bot.slash(guest, "chouette join")
            await group.next()
        session = await group.session()
        assert len(session.game.line) == len(guests) + 1
        while session.game.phase is Phase.OPENING:
            await group.turn()
        await group.resign_all("gammon" if first else "single")


def buttons(message: Any, verb: str) -> list[str]:
    """The labels of the buttons of a message with this verb."""
    return [each["label"] for each in walk(message) if each["custom_id"].partition(":")[0] == verb]


def payments(message: Any) -> set[str]:
    """The payments that its buttons mark as made."""
    return {each["custom_id"] for each in walk(message) if each["custom_id"].startswith("paid:")}


async def test_forty_people_come_and_go_and_the_session_tells_how_it_ended() -> None:
    async with crew((HOST, *GUESTS)) as group:
        bot = group.bot
        await evening(group)
        await bot.slash(HOST, "chouette end")
        table = await group.table()
        session = table.state
        assert table.stage is Stage.CLOSED and session is not None and len(session.players) == 41
        assert table.screen.shown == table.version and bot.live.id == table.screen.message
        assert "The session is over." in bot.live.content
        owing = [seat for seat, player in enumerate(session.players) if player.points]
        assert len(owing) > 30

        # Every payment can be reached from there, and marked by the host.
        seen = payments(bot.live)
        shown = await bot.press(HOST, "All payments")
        pages = 1
        while True:
            assert shown.response.ephemeral
            seen |= payments(shown.response)
            on = [each for each in buttons(shown.response, "payments") if each.startswith(f"Page {pages + 1} ")]
            if not on:
                break
            shown = await bot.press(HOST, on[0], shown.response)
            pages += 1
        assert len(seen) == len(session.payments) > 25

        # And so can everybody's points.
        score = await bot.people[HOST].slash(bot.channel, "chouette score")
        told, message = [said(score)], score.response
        while on := [each for each in buttons(message, "score") if each.startswith(f"Page {len(told) + 1} ")]:
            shown = await bot.press(HOST, on[0], message)
            message = shown.response
            told.append(message.content)
        listed = {line.split()[0] for text in told for line in text.splitlines() if line.startswith("<@")}
        assert listed >= {f"<@{table.person(seat).user}>" for seat in owing}
        assert sum(text.count("<@") for text in told) < 2 * 41

        sheet = await bot.people[HOST].slash(bot.channel, "chouette history")
        assert buttons(sheet.response, "history")
        other = await bot.press("Ann", buttons(sheet.response, "history")[0], sheet.response)
        assert other.response.ephemeral and other.response.attachments
