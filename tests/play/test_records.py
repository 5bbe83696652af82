"""`/replay` and `/export`: games that are over, shown to everybody and kept as files."""

from __future__ import annotations

import asyncio
import io
import threading
from collections.abc import Callable, Sequence
from typing import Any
from unittest import mock

import discord
import pytest
from msgspec.structs import replace
from PIL import Image

from bot.backgammon import Phase, Rules, log, mat, sgf
from bot.backgammon.record import Record
from bot.cogs import records, router
from bot.ogxm import parse_ogxm
from bot.screens.heads_up import face
from bot.screens.names import plain
from bot.screens.reference.faults import FactFault
from bot.tables.preferences import PersonPreferences, ServerSettings
from bot.tables.table import Stage
from bot.texts import texts
from render import Scene
from tests.screens.test_discord_errors import error

from .bot import OneBot, component, said
from .test_games import resigned

PATIENCE = 5.0


async def two_games(bot: OneBot, **options: Any) -> str:
    """Ann resigns the first game; the second is running. The table's id."""
    await bot.play(**options)
    await bot.turn()
    await resigned(bot, "Ann", "single")
    if not options.get("length"):
        await bot.press("Ann", "Next")
        await bot.press("Bob", "Next")
    assert (await bot.match()).number == 2
    return (await bot.table()).id


async def ask(bot: OneBot, who: str, name: str, **options: Any) -> Any:
    return await bot.people[who].slash(bot.channel, name, **options)


def content(bot: OneBot, message: Any) -> tuple[str, bytes]:
    """Name and bytes of the one file of a message."""
    (attachment,) = message.attachments
    blob = bot.env.backend.cdn.get(attachment.url)
    assert blob is not None
    return attachment.filename, blob


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE):
        while not condition():
            await asyncio.sleep(0.01)


def refusal(reason: FactFault, **details: object) -> str:
    return texts("en")(reason.value, **details)


# Replays


@pytest.mark.parametrize("kind", [None, "webp", "gif"])
async def test_a_finished_game_is_shown_to_everybody(bot: OneBot, kind: str | None) -> None:
    table = await two_games(bot)
    options = {"format": kind} if kind else {}
    shown = (await ask(bot, "Cyd", "replay", game=table, **options)).response
    assert not shown.ephemeral
    name, picture = content(bot, shown)
    assert name == f"{table}-1.{kind or 'webp'}"
    image = Image.open(io.BytesIO(picture))
    assert image.format == (kind or "webp").upper()
    assert getattr(image, "n_frames", 1) >= 3, "the opening, a play, the result"
    assert shown.content.splitlines() == [
        f"**Ann** against **Bob**, game `{table}-1`.",
        "**Bob** wins 1 point.",
    ]
    description = shown.attachments[0].description
    assert description is not None and len(description) <= 1024
    assert "Ann offers to resign a single game. Bob accepts the resignation." in description
    assert bot.notified(shown.message) == []


async def test_a_game_can_be_named_by_its_number(bot: OneBot) -> None:
    table = await two_games(bot, length=3)
    await resigned(bot, "Bob", "gammon")
    for number, score in ((1, "Match to 3: **Ann** 0, **Bob** 1."), (2, "Match to 3: **Ann** 2, **Bob** 1.")):
        shown = (await ask(bot, "Ann", "replay", game=f"{table}-{number}")).response
        assert score in shown.content and content(bot, shown)[0] == f"{table}-{number}.webp"
    assert f"game `{table}-2`" in await bot.slash("Ann", "replay", game=f" {table.upper()} ")


async def test_it_speaks_the_servers_language_and_has_its_colours(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await two_games(bot)
    preferences = bot.services.preferences
    await preferences.keep_server(bot.guild.id, ServerSettings(language="cs", theme="contrast"))
    await preferences.keep_person(bot.people["Ann"].id, PersonPreferences(language="ru", theme="dark"))
    drawn: list[Scene] = []

    def animation(scenes: Sequence[Scene], _: str) -> bytes:
        drawn.extend(scenes)
        return b"picture"

    monkeypatch.setattr(records, "animation", animation)
    shown = (await ask(bot, "Ann", "replay", game=table)).response
    czech = texts("cs")
    assert czech("{who} accepts the resignation.", who="Bob") in shown.attachments[0].description
    assert {scene.theme for scene in drawn} == {"contrast"}
    assert drawn[-1].banner == czech.many("{who} wins {number} point", "{who} wins {number} points", 1, who="Bob")


async def test_what_cannot_be_shown_is_refused_in_private(bot: OneBot) -> None:
    table = await two_games(bot)
    for game, why in (
        (f"{table}-2", refusal(FactFault.STILL_PLAYED, table=table, game=2)),
        (f"{table}-3", refusal(FactFault.NO_SUCH_GAME, table=table, game=3)),
        ("zzzzzz", refusal(FactFault.UNKNOWN, table="zzzzzz")),
        ("../../etc", refusal(FactFault.NOT_AN_ID, text=plain("../../etc"))),
    ):
        for name, options in (("replay", {}), ("export", {"format": "mat"})):
            answer = await ask(bot, "Ann", name, game=game, **options)
            assert answer.response.ephemeral and said(answer) == why, (name, game)
            assert answer.response.attachments == []


async def test_a_refusal_is_in_the_persons_language(bot: OneBot) -> None:
    await bot.services.preferences.keep_person(bot.people["Ann"].id, PersonPreferences(language="cs"))
    for name, options in (("replay", {}), ("export", {"format": "mat"})):
        answer = await ask(bot, "Ann", name, game="zzzzzz", **options)
        assert (
            said(answer)
            == texts("cs")(FactFault.UNKNOWN.value, table="zzzzzz")
            != refusal(FactFault.UNKNOWN, table="zzzzzz")
        )


async def test_without_a_finished_game_there_is_nothing(bot: OneBot) -> None:
    await bot.play()
    table = (await bot.table()).id
    for name, options in (("replay", {}), ("export", {"format": "txt"})):
        why = refusal(FactFault.NONE_FINISHED, table=table)
        assert await bot.slash("Bob", name, game=table, **options) == why
    # Nobody has to have played before both agree to void the game.
    await bot.slash("Ann", "abort")
    await bot.slash("Bob", "abort")
    for name, options in (("replay", {}), ("export", {"format": "txt"})):
        why = refusal(FactFault.VOIDED, table=table, game=1)
        assert await bot.slash("Bob", name, game=f"{table}-1", **options) == why


async def test_a_challenge_has_no_games(bot: OneBot) -> None:
    await bot.slash("Ann", "play")
    table = component(bot.last, "join").split(":")[1]
    for name, options in (("replay", {}), ("export", {"format": "mat"})):
        assert await bot.slash("Bob", name, game=table, **options) == refusal(FactFault.NONE_FINISHED, table=table)
        why = refusal(FactFault.NO_SUCH_GAME, table=table, game=1)
        assert await bot.slash("Bob", name, game=f"{table}-1", **options) == why


async def test_a_game_that_was_voided_after_a_play_can_be_seen_but_is_no_record(bot: OneBot) -> None:
    await bot.play()
    await bot.turn()
    await bot.slash("Ann", "abort")
    await bot.slash("Bob", "abort")
    table = (await bot.table()).id
    shown = (await ask(bot, "Ann", "replay", game=f"{table}-1")).response
    assert "Game 1 counts for nothing." in shown.content and shown.attachments
    why = refusal(FactFault.VOIDED, table=table, game=1)
    assert await bot.slash("Ann", "export", game=f"{table}-1", format="sgf") == why


async def test_a_table_of_another_server_is_shown_there_alone(bot: OneBot) -> None:
    table = await two_games(bot)
    guild = bot.env.create_guild("Elsewhere")
    channel = guild.create_text_channel("games")
    users = {name: bot.people[name].user for name in ("Ann", "Cyd")}
    ann, cyd = (guild.add_member(users[name]) for name in ("Ann", "Cyd"))
    unknown = refusal(FactFault.UNKNOWN, table=table)
    assert said(await cyd.slash(channel, "replay", game=table)) == unknown
    assert said(await cyd.slash(channel, "export", game=table, format="mat")) == unknown
    refused = await ann.slash(channel, "replay", game=table)
    assert refused.response.ephemeral and said(refused) == refusal(FactFault.ELSEWHERE, table=table)
    exported = (await ann.slash(channel, "export", game=table, format="mat")).response
    assert exported.ephemeral and exported.attachments, "one's own games one may keep"


class Slow:
    """Draws nothing until it may; how many are drawn at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = self.most = 0
        self._lock, self._gate = threading.Lock(), threading.Event()
        monkeypatch.setattr(records, "animation", self._animation)

    def _animation(self, scenes: Sequence[Scene], _: str) -> bytes:
        with self._lock:
            self.now += 1
            self.most = max(self.most, self.now)
        assert self._gate.wait(PATIENCE) and scenes
        with self._lock:
            self.now -= 1
        return b"picture"

    def let_go(self) -> None:
        self._gate.set()


async def test_a_person_waits_for_one_replay_at_a_time(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await two_games(bot)
    slow = Slow(monkeypatch)
    first = asyncio.create_task(ask(bot, "Ann", "replay", game=table))
    await until(lambda: slow.now == 1)
    again = asyncio.create_task(ask(bot, "Ann", "replay", game=table))
    drawn = refusal(FactFault.STILL_MADE)
    stored = bot.env.backend.messages[bot.channel.id]
    await until(lambda: any(message.content == drawn for message in stored.values()))
    slow.let_go()
    assert (await again).response.ephemeral
    assert (await first).response.attachments
    assert (await ask(bot, "Ann", "replay", game=table)).response.attachments


async def test_replays_are_drawn_one_after_the_other_and_boards_do_not_wait_for_them(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two_games(bot)
    slow = Slow(monkeypatch)
    before = len(bot.messages)
    asked = [asyncio.create_task(ask(bot, who, "replay", game=table)) for who in ("Ann", "Bob")]
    await until(lambda: slow.now == 1 and len(bot.messages) == before + 2)
    assert all(message.flags.loading for message in bot.messages[before:]), "everybody has been told to wait"
    board = asyncio.create_task(ask(bot, "Ann", "board"))
    await until(lambda: any(message.attachments for message in bot.messages[before:]))
    assert slow.now == 1, "the board came while the first was being drawn"
    slow.let_go()
    await board
    assert all(answer.response.attachments for answer in await asyncio.gather(*asked))
    assert slow.most == 1


async def test_after_a_slow_start_the_replay_is_posted_and_the_private_promise_taken_back(
    bot: OneBot, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await two_games(bot)
    waited = threading.Event()
    fold = face.kept_steps

    def late(*args: Any) -> Any:
        assert waited.wait(PATIENCE)
        return fold(*args)

    monkeypatch.setattr(face, "kept_steps", late)
    with mock.patch.object(router, "_IN_TIME", 0.05):
        asking = asyncio.create_task(ask(bot, "Ann", "replay", game=table))
        running = bot.services.running
        await until(lambda: any(answer.given for _, answer in running.values()))
    waited.set()
    answer = await asking
    assert answer.ephemeral and answer.response is None
    (posted,) = answer.followups
    assert not posted.ephemeral and content(bot, posted)[0] == f"{table}-1.webp"


async def test_a_file_that_discord_does_not_take_is_told_of(bot: OneBot, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await two_games(bot)

    async def refuse(*_: Any, **__: Any) -> None:
        raise error(413, 40005)

    monkeypatch.setattr(discord.Interaction, "edit_original_response", refuse)
    told = "The replay could not be posted: Discord does not accept what was sent."
    assert await bot.slash("Ann", "replay", game=table) == told


# Files


async def exported(bot: OneBot, who: str, game: str, kind: str) -> tuple[str, str]:
    """Name and text of what somebody is given, in private."""
    given = (await ask(bot, who, "export", game=game, format=kind)).response
    assert given.ephemeral and given.content.startswith(f"`{game}`: Ann – Bob, ")
    name, data = content(bot, given)
    return name, data.decode()


async def test_a_table_is_exported_up_to_its_last_finished_game(bot: OneBot) -> None:
    table = await two_games(bot)
    readers: dict[str, Callable[[str], Record]] = {"mat": mat.parse_mat, "sgf": sgf.parse_sgf}
    for kind, read in readers.items():
        name, text = await exported(bot, "Cyd", table, kind)
        assert name == f"{table}.{kind}"
        record = read(text)
        assert record.names == ("Ann", "Bob") and record.rules == Rules()
        (game,) = record.games
        assert game.result is not None and game.result.points == -1
        assert (await bot.table()).seed.hex() not in text


async def test_an_ogxm_has_the_commitment_and_no_seed_before_the_end(bot: OneBot) -> None:
    table = await two_games(bot)
    given = (await ask(bot, "Cyd", "export", game=table, format="ogxm")).response
    name, data = content(bot, given)
    assert name == f"{table}.ogxm"
    assert [game.result and game.result.points for game in parse_ogxm(data).games] == [-1]
    stored = await bot.table()
    assert stored.commitment.encode() in data and stored.seed.hex().encode() not in data


async def test_one_game_of_a_match_keeps_its_score(bot: OneBot) -> None:
    table = await two_games(bot, length=5)
    await resigned(bot, "Bob", "gammon")
    name, text = await exported(bot, "Ann", f"{table}-2", "mat")
    assert name == f"{table}-2.mat"
    assert text.count(" Game ") == 1 and " Ann : 0 " in text and "Bob : 1" in text and "Wins 2 points" in text
    _, text = await exported(bot, "Ann", f"{table}-2", "sgf")
    assert "[ws:0][bs:1]" in text and "RE[W+2R]" in text and text.count("GM[6]") == 1
    _, text = await exported(bot, "Ann", table, "mat")
    assert text.count(" Game ") == 2 and mat.parse_mat(text).rules == Rules(length=5)


async def test_what_other_programs_count_otherwise_is_said_beside_the_file(bot: OneBot) -> None:
    await bot.play()
    await bot.until(Phase.CUBE)
    await bot.slash("Ann", "settle", points=0)
    await bot.press("Bob", "Accept settlement")
    table = (await bot.table()).id
    game = f"{table}-1"
    given = (await ask(bot, "Cyd", "export", game=game, format="mat")).response
    title, *beside = given.content.splitlines()
    assert title.startswith(f"`{game}`: Ann – Bob, ")
    assert beside == ["Other programs count this game at 1, not 0: .mat has no word for a settlement."]
    assert b"; Game 1 counts 0; programs that know no settlement count 1\n" in content(bot, given)[1]
    for kind in ("sgf", "txt", "ogxm"):
        given = (await ask(bot, "Cyd", "export", game=game, format=kind)).response
        assert given.content == title


async def test_the_file_to_read_says_the_rules_in_the_persons_words(bot: OneBot) -> None:
    table = await two_games(bot, length=5)
    preferences = bot.services.preferences
    hers = await preferences.of_person(bot.people["Ann"].id)
    await preferences.keep_person(bot.people["Ann"].id, replace(hers, language="cs"))
    for who, language in (("Bob", "en"), ("Ann", "cs")):
        name, text = await exported(bot, who, f"{table}-1", "txt")
        assert name == f"{table}-1.txt"
        first, cube, *_ = text.splitlines()
        assert first.startswith(f"{table}-1: Ann – Bob, ") and cube == texts(language)("Doubling cube.")
        game, won = {"en": ("Game 1", "wins 1 point"), "cs": ("Partie 1", "vyhrává 1 bod")}[language]
        assert f"\n\n {game}\n" in text and won in text and "point match" not in text
        assert not any(line.startswith(";") for line in text.splitlines())


async def test_the_file_to_read_says_who_wins_the_match(bot: OneBot) -> None:
    await bot.play(length=1)
    await bot.turn()
    await resigned(bot, "Ann", "single")
    table = await bot.table()
    assert table.stage is Stage.CLOSED
    _, text = await exported(bot, "Bob", table.id, "txt")
    assert text.rstrip().endswith("wins 1 point and the match")


# The option `game`


@pytest.mark.parametrize("name", ["replay", "export", "fairness"])
async def test_ones_own_tables_are_offered(bot: OneBot, name: str) -> None:
    table = await two_games(bot)

    async def offered(who: str, typed: str) -> list[str]:
        choices = await bot.people[who].autocomplete(bot.channel, name, "game", typed)
        assert all(choice["name"] == f"{choice['value']} · Ann – Bob" for choice in choices)
        return [choice["value"] for choice in choices]

    whole = [table, f"{table}-1"]
    assert await offered("Ann", "") == await offered("Bob", table[:3].upper()) == await offered("Ann", table) == whole
    assert await offered("Ann", f"{table}-") == await offered("Ann", f"{table} · Ann – Bob") == whole
    assert await offered("Ann", f"{table}-1") == [f"{table}-1"]
    assert await offered("Ann", f"{table}-2") == []
    assert await offered("Cyd", "") == [] == await offered("Ann", "-")


async def test_the_dice_of_two_are_proved_without_a_look_at_their_log(bot: OneBot) -> None:
    table = await two_games(bot)
    with mock.patch.object(bot.services.store, "_log", side_effect=AssertionError):
        assert "SHA-256" in (await ask(bot, "Ann", "fairness", game=table)).response.content


async def test_tables_are_offered_without_being_folded(bot: OneBot) -> None:
    """Nor is what an older bot has stored read any further than who plays there."""
    table = await two_games(bot)
    with (
        mock.patch.object(log, "SCHEMA", log.SCHEMA + 1),
        mock.patch.object(bot.services.store, "_log", side_effect=AssertionError),
    ):
        choice, *_ = await bot.people["Ann"].autocomplete(bot.channel, "export", "game", "")
    assert choice == {"name": f"{table} · Ann – Bob", "value": table}


async def test_what_is_offered_is_accepted(bot: OneBot) -> None:
    """Nothing is offered of a table without a finished game, but its dice can be asked about."""

    async def offered(command: str) -> list[str]:
        choices = await bot.people["Ann"].autocomplete(bot.channel, command, "game", "")
        return [choice["value"] for choice in choices]

    await bot.play(length=0)
    running = (await bot.table()).id
    assert await offered("replay") == await offered("export") == []
    assert await offered("fairness") == [running]
    await bot.turn()
    await resigned(bot, "Ann", "single")
    assert await offered("replay") == await offered("export") == [running, f"{running}-1"]
    for game in (running, f"{running}-1", f"{running}-", f"{running} · Ann – Bob", f"{running}-1 · Ann – Bob"):
        given = (await ask(bot, "Ann", "export", game=game, format="mat")).response
        assert given.content.startswith(f"`{game.partition(' ')[0].removesuffix('-')}`: Ann – Bob, ")


@pytest.mark.parametrize("kind", ["mat", "sgf", "txt"])
async def test_a_file_and_its_message_name_the_pace(bot: OneBot, kind: str) -> None:
    table = await two_games(bot, length=5, pace="2 min + 15 s")
    given = await bot.people["Ann"].slash(bot.channel, "export", game=f"{table}-1", format=kind)
    assert "\nTime: 2 min a point + 15 s." in said(given)
    name, data = content(bot, given.response)
    assert name.endswith(kind) and "Time: 2 min a point + 15 s." in data.decode()
    if kind != "txt":
        read = {"mat": mat.parse_mat, "sgf": sgf.parse_sgf}[kind]
        assert len(read(data.decode()).games) == 1
