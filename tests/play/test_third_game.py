"""A third game, of which nothing in `bot/` knows, in a channel: challenged, played by buttons, shown, told anew."""

from __future__ import annotations

import io
import secrets
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import fakeredis
import pytest
from PIL import Image

from bot import app
from bot.cogs import verbs
from bot.cogs.chouette import ChouetteCommands
from bot.screens import faces
from bot.screens.reference.faults import FactFault
from bot.store.archive import open_archive
from bot.store.backup import fill, write_archive
from bot.tables.faults import TableTrouble
from bot.tables.preferences import ServerSettings
from bot.tables.table import Stage, Table
from tests.hours import where_it_is_noon
from tests.store.copies import connection
from tests.toy.gathering import Round
from tests.toy.plug import plug_in
from tests.toy.rules import Duel, Stakes

from .bot import OneBot, one_bot, said, walk

HOUR = 3600
#: Both throw alike, then Ann higher.
SEED = (47).to_bytes(32, "big")
ROLLS = ((4, 3), (6, 1), (6, 5), (4, 3))


def dealt(count: int) -> bytes:
    """What is drawn: this seed, and names of tables that differ."""
    return SEED if count == len(SEED) else secrets.token_bytes(count)


@pytest.fixture
async def bot(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[OneBot]:
    monkeypatch.setattr(faces, "_FACES", dict(faces._FACES))
    monkeypatch.setattr(verbs, "_rows", dict(verbs._rows))
    monkeypatch.setattr(app, "COMMANDS", list(app.COMMANDS))
    plug_in()
    async with one_bot() as made:
        made.services.challenges._entropy = dealt
        yield made
        made.env.raise_errors()


def labels(message: Any) -> list[str]:
    return [each["label"] for each in walk(message)]


async def board(bot: OneBot) -> Any:
    """The live message."""
    shown = (await bot.table()).screen.message
    return next(message for message in bot.messages if message.id == shown)


async def begun(bot: OneBot) -> Table:
    """Ann has challenged Bob to a duel for three points, and he has accepted."""
    await bot.slash("Ann", "highest_roll", opponent="Bob", points=3)
    await bot.press("Bob", "Accept challenge", bot.last)
    return await bot.table()


async def played(bot: OneBot) -> Table:
    """The same, thrown to its end."""
    await begun(bot)
    for who in ("Ann", "Bob") * 2:
        await bot.press(who, "Throw", await board(bot))
    return await bot.table()


async def test_it_is_challenged_played_by_buttons_and_shown(bot: OneBot) -> None:
    ann, bob = (f"<@{bot.people[name].id}>" for name in ("Ann", "Bob"))
    await bot.slash("Ann", "highest_roll", opponent="Bob", points=3)
    challenge = bot.last
    assert f"**Ann** challenges {bob}: highest roll.\nNot usual: The higher roll wins 3 points." in challenge.content
    assert labels(challenge) == ["Accept challenge", "Decline challenge", "Rules", "My word", "Withdraw"]
    assert bot.notified(challenge) == ["Bob"]
    await bot.press("Bob", "Accept challenge", challenge)
    opening, shown = bot.messages[-2:]
    assert "**Ann** against **Bob**: highest roll.\nThe higher roll wins 3 points." in opening.content
    assert shown.content == f"{ann}, throw the dice." and labels(shown) == ["Throw", "More"]
    assert bot.notified(shown) == ["Ann"]
    (picture,) = shown.attachments
    table = await bot.table()
    assert picture.filename == f"{table.id}-{table.version}.png" and "Ann" in picture.description
    assert "It is not your turn." in said(await bot.press("Bob", "Throw", shown))

    told = []
    for who, other in (("Ann", "Bob"), ("Bob", "Ann"), ("Ann", "Bob")):
        before = await board(bot)
        await bot.press(who, "Throw", before)
        shown = await board(bot)
        assert shown.id != before.id, "another has to act"
        assert [walk(each) for each in bot.messages if each.id == before.id] == [[]]
        assert bot.notified(shown) == [other]
        told.append(shown.content)
    assert told == [
        f"**Ann** throws 4-3.\n{bob}, throw the dice.",
        f"**Bob** throws 6-1. Alike! Both throw again.\n{ann}, throw the dice.",
        f"**Ann** throws 6-5.\n{bob}, throw the dice.",
    ]
    late = await bot.people["Ann"].click(shown, label="Throw")
    assert "It is not your turn." in said(late)
    assert await bot.slash("Bob", "throw") == ""
    end = await board(bot)
    assert end.content == "**Bob** throws 4-3. **Ann** wins 3 points.\nThat was all."
    assert labels(end) == ["Rematch", "Replay", "Export", "Dice"] and bot.notified(end) == []
    table = await bot.table()
    assert table.stage is Stage.CLOSED and isinstance(table.state, Duel) and table.state.winner == 0
    assert tuple(table.roll(number) for number in (1, 2, 3, 4)) == ROLLS


async def test_it_is_begun_again(bot: OneBot) -> None:
    first = await played(bot)
    await bot.press("Bob", "Rematch", await board(bot))
    assert "**Bob** challenges" in bot.last.content and "wins 3 points" in bot.last.content
    await bot.press("Bob", "Decline challenge", bot.last)
    await bot.slash("Ann", "rematch")
    await bot.press("Bob", "Accept challenge", bot.last)
    second = await bot.table()
    assert second.id != first.id and second.about.setup == Stakes(3) and second.stage is Stage.OPEN


async def test_anybody_may_accept_and_it_is_played_in_a_thread(bot: OneBot) -> None:
    await begun(bot)
    answer = await bot.people["Cyd"].slash(bot.channel, "highest_roll")
    await bot.press("Cyd", "Open a thread", answer.response)
    (thread,) = bot.channel.threads
    assert thread.name == "Cyd: highest roll"
    challenge = thread.last_message
    assert "**Cyd** looks for an opponent: highest roll." in challenge.content
    await bot.press("Bob", "Play", challenge)
    table = await bot.services.repository.held(thread.id)
    assert table is not None and [each.name for each in table.people.seats] == ["Cyd", "Bob"]


async def test_more_offers_what_there_is(bot: OneBot) -> None:
    await begun(bot)
    for who in ("Ann", "Bob", "Cyd"):
        more = await bot.press(who, "More", await board(bot))
        assert more.response.content.startswith("**Ann**, throw the dice.\nhttps://discord.com/channels/")
        note = ["Note"] if who != "Cyd" else []
        assert labels(more.response) == ["Board", *note, "Rules of this table"], "no claim is due"
    shown = await board(bot)
    await bot.slash("Cyd", "board")
    assert (await board(bot)).id != shown.id
    alone = await bot.people["Cyd"].slash(bot.channel, "board")
    assert alone.response.ephemeral and alone.response.attachments, "others have just been shown it"


async def test_who_keeps_it_waiting_is_reminded_and_it_is_claimed(bot: OneBot) -> None:
    await bot.services.preferences.keep_server(bot.guild.id, ServerSettings(time_zone=where_it_is_noon()))
    await begun(bot)
    assert TableTrouble.TOO_EARLY.value.partition("{")[0] in await bot.slash("Bob", "claim")
    before = await board(bot)
    bot.later(24 * HOUR)
    await bot.tick()
    assert (await board(bot)).id != before.id and bot.notified(await board(bot)) == ["Ann"]
    bot.later(72 * HOUR)
    claim = (await bot.press("Bob", "More", await board(bot))).response
    await bot.press("Bob", "Claim", claim)
    assert (await board(bot)).content == "**Bob** claims the game. **Bob** wins 3 points.\nThat was all."


async def test_a_moderator_voids_it(bot: OneBot) -> None:
    bot.hire("Mod", manage_messages=True)
    table = await begun(bot)
    none = FactFault.NONE_FINISHED.value.format(table=table.id)
    assert await bot.slash("Ann", "replay", game=table.id) == none
    assert await bot.slash("Mod", "abort") == ""
    assert (await board(bot)).content == "The game is void.\nThat was all."
    assert await bot.slash("Ann", "replay", game=table.id) == none


async def test_it_is_told_anew_written_into_a_file_and_its_dice_are_proved(bot: OneBot) -> None:
    table = await played(bot)
    shown = (await bot.people["Ann"].slash(bot.channel, "replay", game=table.id)).response
    assert shown.content == f"Ann against Bob, game `{table.id}-1`.\n**Bob** throws 4-3. **Ann** wins 3 points."
    (animation,) = shown.attachments
    blob = bot.env.backend.cdn.get(animation.url)
    assert blob is not None and Image.open(io.BytesIO(blob)).n_frames == 4  # type: ignore[attr-defined]
    assert "Alike! Both throw again." in animation.description
    written = await bot.people["Bob"].slash(bot.channel, "export", game=f"{table.id}-1", format="csv")
    (file,) = written.response.attachments
    lines = (f"{number},{1 - number % 2},{one},{other}\n" for number, (one, other) in enumerate(ROLLS, 1))
    assert said(written) == "Ann against Bob: highest roll"
    assert (bot.env.backend.cdn.get(file.url) or b"").decode() == "".join(("number,seat,one,other\n", *lines))
    refused = await bot.people["Bob"].slash(bot.channel, "export", game=table.id, format="mat")
    assert not refused.response.attachments and FactFault.NOT_AS_FILE.value.partition("{")[0] in said(refused)
    proof = await bot.slash("Bob", "fairness", game=f"{table.id}-1")
    assert SEED.hex() in proof
    assert all(f"{number} {one}-{other}" in proof for number, (one, other) in enumerate(ROLLS, 1))


async def test_it_has_a_board_of_its_own_and_is_in_people_s_profiles(bot: OneBot) -> None:
    command: Any = bot.client.tree.get_command("leaderboard")
    offered = [each.value for each in command.get_parameter("board").choices]
    assert offered == ["rating", "points", "bets", "preferans", "highest_roll", "performance", "computer"]
    assert await bot.slash("Cyd", "leaderboard", board="highest_roll", season="all") == (
        "**Highest roll · all time**\nNobody is listed yet. Duels count here: `/highest_roll`."
    )
    await played(bot)
    shown = await bot.people["Bob"].slash(bot.channel, "leaderboard", board="highest_roll", season="all")
    ann, bob = (f"<@{bot.people[name].id}>" for name in ("Ann", "Bob"))
    assert f"You: 2\\. {bob} **−3** · ▼3 · 1 game" in shown.response.content and "2 players" in shown.response.content
    (picture,) = shown.response.attachments
    assert "Highest roll" in picture.description and "1. Ann +3 ▲3; 2. Bob −3 ▼3" in picture.description
    await bot.press("Bob", "Show everybody", shown.response)
    assert "**Highest roll · all time**" in bot.last.content
    profile = (await bot.people["Ann"].slash(bot.channel, "profile")).response
    assert "Highest roll +3 (1 game)" in profile.attachments[0].description
    games = (await bot.press("Ann", "Games", profile)).response
    assert f"· highest roll · {bob} · **+3**" in games.content and ann not in games.content.partition("\n")[2]
    rated = await bot.people["Ann"].slash(bot.channel, "leaderboard", season="all")
    assert "Nobody is listed yet." in rated.response.content, "it is no match"


def _is_of_a_session(command: Any) -> bool:
    return command.name != "open" and not any(option.required for option in command.parameters)


#: What is done in other games, or on a board.
ELSEWHERE: tuple[tuple[str, dict[str, object]], ...] = (
    *((name, {}) for name in ("roll", "double", "take", "drop", "beaver", "raccoon", "undo", "next", "end")),
    *((name, {}) for name in ("pass", "hold", "extra give", "extra drop", "accept", "decline", "abort")),
    *((name, {}) for name in ("pips", "race", "position")),
    *((f"chouette {each.name}", {}) for each in ChouetteCommands.__cog_app_commands__ if _is_of_a_session(each)),
    ("double", {"to": "Bob"}),
    ("move", {"play": "8/5"}),
    ("resign", {"kind": "single"}),
    ("settle", {"points": 1}),
)


async def test_what_is_done_elsewhere_is_refused_with_a_reason(bot: OneBot, caplog: pytest.LogCaptureFixture) -> None:
    table = await begun(bot)
    for name, given in ELSEWHERE:
        for who in ("Ann", "Bob"):
            answer = await bot.slash(who, name, **given)
            assert answer and "Something went wrong" not in answer and "Done" not in answer, (name, answer)
    for name, option in (("move", "play"), ("double", "to"), ("accept", "offer"), ("position", "position")):
        assert await bot.people["Ann"].autocomplete(bot.channel, name, option, "") == [], name
    assert "Something went wrong" not in await bot.slash("Ann", "odds")
    assert [record for record in caplog.records if record.levelname != "INFO"] == []
    assert (await bot.table()).version == table.version


async def test_it_is_backed_up_and_goes_on_from_there(bot: OneBot, tmp_path: Path) -> None:
    await begun(bot)
    await bot.press("Ann", "Throw", await board(bot))
    saved = await bot.table()
    await bot.services.store.check_version()
    await write_archive(connection(fakeredis.FakeAsyncRedis(server=bot.server)), tmp_path / "file")
    bot.server = fakeredis.FakeServer()
    with open_archive(tmp_path / "file") as whole:
        await fill(connection(fakeredis.FakeAsyncRedis(server=bot.server)), whole)
    await bot.restart()
    assert await bot.table() == saved
    for who in ("Bob", "Ann", "Bob"):
        await bot.press(who, "Throw", await board(bot))
    assert "**Ann** wins 3 points." in (await board(bot)).content


async def test_people_gather_for_a_round_and_play_it_against_the_computer_to_its_end(bot: OneBot) -> None:
    bot.engine.available = False  # it needs none
    await bot.slash("Ann", "roll_round", points=2)
    gathering = bot.last
    assert gathering.content == "**Ann** asks who throws higher."
    assert labels(gathering) == ["Sit down", "Seat the computer", "Call off"]
    assert "A table is open in this channel already." in await bot.slash("Bob", "roll_round")
    assert "Only Ann" in said(await bot.press("Bob", "Seat the computer", gathering))
    await bot.press("Ann", "Seat the computer", gathering)
    table = await bot.table()
    assert table.stage is Stage.OPEN and table.computers == (1,) and len(table.people.seats) == 2
    while (await bot.table()).stage is Stage.OPEN:
        await bot.press("Ann", "Throw", await board(bot))
        await bot.services.computers.idle()
    table = await bot.table()
    assert isinstance(table.state, Round) and table.state.winner is not None
    assert (await board(bot)).content.endswith("wins 2 points.\nThat was all.")
    assert not [each for each in bot.messages if "engine" in each.content]
    await bot.press("Ann", "Rematch", await board(bot))
    assert bot.last.content == "**Ann** asks who throws higher."


async def test_the_computer_is_challenged_and_challenged_again(bot: OneBot) -> None:
    bot.engine.available = False
    await bot.slash("Ann", "highest_roll", opponent="the bot", points=2)
    for _ in range(2):
        table = await bot.table()
        assert table.stage is Stage.OPEN and table.computers == (1,) and table.about.setup == Stakes(2)
        while (await bot.table()).stage is Stage.OPEN:
            await bot.press("Ann", "Throw", await board(bot))
            await bot.services.computers.idle()
        await bot.slash("Ann", "rematch")


async def test_who_sits_down_at_a_round_plays_and_who_opened_it_calls_it_off(bot: OneBot) -> None:
    await bot.slash("Ann", "roll_round")
    await bot.press("Bob", "Sit down", bot.last)
    assert [each.name for each in (await bot.table()).people.seats] == ["Ann", "Bob"]
    for who in ("Ann", "Bob"):
        await bot.press(who, "Throw", await board(bot))
    await bot.slash("Ann", "abort")


async def test_help_has_a_topic_of_it(bot: OneBot) -> None:
    told = await bot.people["Cyd"].slash(bot.channel, "help")
    topic = (await bot.press("Cyd", "Highest roll", told.response)).response
    assert topic.content == "`/roll_round` opens a round. Whoever presses **Sit down** throws."
    assert topic.attachments
