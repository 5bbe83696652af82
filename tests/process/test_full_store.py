"""A store of 24 MB that fills up: first what people bring is refused, then all that is new, and at last each play."""

from __future__ import annotations

from pathlib import Path

from bot.store import Store, StoreFull
from tests.discord_server.options import File
from tests.process.bots import Bots, PlayedTable, running_bots
from tests.session_files import session

SHORT = File("session.mat", session(1))
LIMIT = "24mb"


async def fill(store: Store, share: float) -> None:
    """Write what nobody reads, until so much of the store is taken."""
    number = 0
    while (space := await store.room.space(anew=True)) is not None and space.used < share * space.limit:
        left = round(share * space.limit) - space.used
        await store.set_guild_settings(number, bytes(max(500, min(200_000, left // 2))))
        number += 1


async def fill_up(store: Store) -> None:
    """Write until the store takes nothing more."""
    number, size = 10_000, 100_000
    while size > 50:
        try:
            await store.set_guild_settings(number, bytes(size))
            number += 1
        except StoreFull:
            size //= 2


async def play_on(played: PlayedTable) -> None:
    """Whoever is asked does what the board asks for."""
    who = played.asked()
    if played.labels == ["Move"]:
        await played.shown(who.slash(played.channel, "move", play=played.plays[0]))
    else:
        await played.shown(who.press(played.live, "Roll"))


async def test_a_small_store_fills_up_and_games_go_on(tmp_path: Path) -> None:
    async with running_bots(tmp_path / "data", env={"STORE_LIMIT": LIMIT}) as bots:
        played, other = bots.table(), bots.table()
        await played.begin(length=3)
        ann, bob = played.people
        # What people bring has a tenth of it.
        brought = 0
        while True:
            long = File("session.mat", session(400, f"Ann {brought}"))
            if "take up all the room" in (answer := await ann.slash(played.channel, "import", file=long)).content:
                break
            assert "Only you see this" in answer.content, answer
            brought += 1
            ann, bob = bob, ann
        async with bots.store() as store:
            space, taken = await store.room.space(anew=True), await store.imports.all()
            assert space is not None and space.limit == 24 << 20 and space.used < space.limit / 2
            assert brought and space.limit // 20 < taken <= space.limit // 10
            await play_on(played)
            # Nine tenths are full: nothing new.
            await fill(store, 0.91)
            await refused(bots, other)
            for _ in range(6):
                await play_on(played)
            # All is full: not even a play, which is told.
            version = played.version
            await fill_up(store)
            said = await until_full(played)
            assert "My memory is full, so I could not save that." in said
            assert played.version >= version
        errors = [line for line in bots.process.stderr.splitlines() if " ERROR " in line]
        assert any("The store is nearly full: 21 of 24 MB" in line for line in errors)
        assert "Traceback" not in bots.process.stderr


async def refused(bots: Bots, other: PlayedTable) -> None:
    """All that is new is refused, once the bot has looked again."""
    who = other.people[0]
    answer = await who.slash(other.channel, "import", file=SHORT)
    assert "My memory is nearly full" in answer.content, answer
    for command in ("play", "chouette open", "preferans open"):
        answer = await who.slash(other.channel, command)
        assert "My memory is nearly full" in answer.content, answer
    assert not other.channel.messages


async def until_full(played: PlayedTable) -> str:
    """Play until it cannot be saved; what is said then."""
    for _ in range(20):
        before, who = played.look, played.asked()
        if played.labels == ["Move"]:
            answer = await who.slash(played.channel, "move", play=played.plays[0])
        else:
            answer = await who.press(played.live, "Roll")
        if "My memory" in answer.content:
            return answer.content
        await played.until(lambda before=before: played.look != before and played.labels)
    raise AssertionError("everything was saved")
