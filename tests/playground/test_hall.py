"""The served playground with a small bot: who may look, who sees what, in which language, in which order."""

from __future__ import annotations

import asyncio
import logging
import socket
from pathlib import Path

import discord
import pytest
from simcord.backend.models import Message

from bot.app import create_bot
from bot.playground.history import History, PlaygroundError, Record
from bot.playground.people import PEOPLE, Person
from bot.settings import Settings
from bot.store import EmbeddedServer, keys
from bot.store.connection import client_for
from bot.store.inspection import inspect
from bot.store.schema import SCHEMA
from tests.playground.small_bot import SmallBot
from tests.playground.visitor import hall


async def test_it_is_for_this_machine_alone(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        for path in ("", "playground.js", "preview.css", "api/state"):
            for headers in ({"Host": "evil.example"}, {"Host": "evil.example:8080"}):
                async with here.session.get(here.address + path, headers=headers) as response:
                    assert response.status in (401, 403)


async def test_the_next_free_port_is_taken_and_told(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        async with hall(tmp_path, port=port) as here:
            assert port < int(here.address.rstrip("/").rsplit(":")[-1]) < port + 20
            assert here.words.startswith(f"Open {here.address} in a browser.")


async def test_one_playground_at_a_time_on_the_same_data(tmp_path: Path) -> None:
    async with hall(tmp_path):
        with pytest.raises(PlaygroundError, match="Another playground runs on"):
            async with hall(tmp_path):
                pass


async def test_the_bot_never_gets_the_store_of_the_environment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("REDIS_URL", "redis://the.real.bot")
    given: list[Settings] = []

    async def make(settings: Settings) -> discord.Client:
        given.append(settings)
        return SmallBot()

    async with hall(tmp_path, make):
        assert given == [Settings(data_dir=tmp_path / "store")]


async def test_the_real_bot_finds_its_own_store_again(tmp_path: Path) -> None:
    """Its account there is simulated, and the same each time, whoever sits there."""
    owners: list[bytes | None] = []
    for people in (PEOPLE[:2], PEOPLE):
        async with hall(tmp_path, create_bot, people):
            owners.append((await inspect(EmbeddedServer(tmp_path / "store").url)).account)
    assert len(set(owners)) == 1 and owners[0]


async def test_what_an_older_version_has_kept_is_set_aside(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    for number in (1, 2):
        async with EmbeddedServer(tmp_path / "store") as server:
            client = client_for(server.url)
            await client.set(keys.SCHEMA, 1)
            await client.aclose()
        (tmp_path / "files").mkdir(exist_ok=True)
        (tmp_path / "files" / "1").write_text("a picture")
        (tmp_path / "channel.json").write_text(f"the channel of {number}")
        async with hall(tmp_path, create_bot) as here:
            assert here.words.startswith("Open "), "it begins anew"
            assert (await inspect(EmbeddedServer(tmp_path / "store").url)).schema == str(SCHEMA).encode()
        aside = tmp_path / f"before-{number}"
        assert f"kept is now in {aside}" in caplog.text
        assert (aside / "channel.json").read_text() == f"the channel of {number}"
        assert (aside / "files" / "1").read_text() == "a picture" and (aside / "store").is_dir()


async def test_the_bot_is_told_to_end(tmp_path: Path) -> None:
    bots: list[SmallBot] = []

    async def make(_: Settings) -> discord.Client:
        bots.append(SmallBot())
        return bots[0]

    async with hall(tmp_path, make):
        assert not bots[0].ended
    assert bots[0].ended


async def test_each_person_is_spoken_to_in_his_language(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        for person in PEOPLE:
            visitor = await here.enter(person.name)
            await visitor.run("language")
            assert await visitor.look() == [person.locale]
            assert visitor.snapshot["profile"]["locale"] == person.locale


async def test_commands_are_described_in_the_language_of_the_visitor(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        entries = {}
        for name in ("Alice", "Bořek"):
            visitor = await here.enter(name)
            entries[name] = {each["path"][0]: each for each in (await visitor.get("api/commands"))["entries"]}
        assert entries["Alice"]["language"]["invocation"] == "language"
        assert entries["Bořek"]["language"]["invocation"] == "jazyk"
        assert entries["Bořek"]["language"]["description"] == "Řekni, jak se se mnou mluví"
        assert entries["Bořek"]["say"]["options"][0]["description"] == "Co říct"
        assert entries["Bořek"]["say"]["description"] == "Say something, after a while"


async def test_what_one_does_the_other_sees_without_asking_for_it(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        alice, dan = await here.enter("Alice"), await here.enter("Dan")
        await alice.run("say", text="Hello")
        assert await dan.look() == ["Hello"]
        await dan.act("send_message", content="Hello yourself")
        assert await alice.look() == ["Hello", "Hello yourself"]


async def test_what_is_meant_for_another_is_no_news(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        alice, dan = await here.enter("Alice"), await here.enter("Dan")
        await dan.look()
        before = dan.snapshot["publishedRevision"]
        await alice.run("language")
        assert await dan.look() == []
        assert dan.snapshot["publishedRevision"] == before


async def test_a_second_action_waits_for_the_first(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        alice, dan = await here.enter("Alice"), await here.enter("Dan")
        slow = asyncio.create_task(alice.run("say", text="slow", after="0.7"))
        await asyncio.sleep(0.3)
        receipts = [await dan.act("send_message", content="quick"), await slow]
        assert [receipt["settlement"] for receipt in receipts] == ["settled", "settled"]
        assert await dan.look() == ["slow", "quick"]


async def test_an_action_is_no_worse_for_what_has_happened_meanwhile(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        alice, dan = await here.enter("Alice"), await here.enter("Dan")
        await alice.run("door")
        await dan.look()
        for number in range(3):
            await alice.look()
            await alice.run("say", text=str(number))
        assert (await dan.press("enter"))["settlement"] == "settled"
        assert (await dan.look())[-1] == "Dan pressed enter"


async def test_a_button_that_has_been_replaced_cannot_be_hit_in_place_of_the_one_seen(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        alice, dan = await here.enter("Alice"), await here.enter("Dan")
        await alice.run("door")
        await dan.look()
        await alice.look()
        await alice.run("swap")
        receipt = await dan.press("enter")
        assert receipt["rejected"] and not receipt["dispatched"]
        assert await dan.look() == ["A door"]
        assert (await dan.press("resign"))["settlement"] == "settled"
        assert (await dan.look())[-1] == "Dan pressed resign"


async def test_a_bot_that_does_not_answer_is_not_waited_for_long(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        alice = await here.enter("Alice")
        async with asyncio.timeout(60):
            receipt = await alice.run("silence")
        assert receipt["acknowledgement"] == "unacknowledged"
        await alice.look()
        assert (await alice.run("say", text="Still here"))["settlement"] == "settled"


async def test_one_can_go_into_a_thread_that_the_bot_has_opened(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        alice, dan = await here.enter("Alice"), await here.enter("Dan")
        assert [place["name"] for place in dan.snapshot["places"]] == ["# backgammon", "Direct message with the bot"]
        await alice.run("thread")
        await dan.look()
        channel, thread, _ = dan.snapshot["places"]
        assert (channel["name"], channel["here"], thread["name"], thread["here"]) == (
            "# backgammon",
            True,
            "# Beside it",
            False,
        )
        inside = await here.enter("Dan", thread["id"])
        assert await inside.look() == ["Inside"]
        await inside.press("deep")
        await inside.look()
        await inside.run("say", text="Down here")
        await inside.look()
        await inside.act("send_message", content="And I")
        assert await inside.look() == ["Inside", "Dan pressed deep", "Down here", "And I"]
        assert "Down here" not in await dan.look()


async def test_a_direct_message_with_the_bot_is_read_by_one_alone_and_kept(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        alice = await here.enter("Alice")
        place = alice.snapshot["places"][-1]
        assert place["direct"] and not place["here"]
        inside = await here.enter("Alice", place["id"])
        await inside.run("say", text="Between us")
        await inside.look()
        await inside.act("send_message", content="And I")
        assert await inside.look() == ["Between us", "And I"] and await alice.look() == []
        dan = await here.enter("Dan", place["id"])
        assert dan.snapshot["channel"]["name"] == "backgammon" and await dan.look() == []
        assert (await inside.act("viewer", viewer_id=dan.snapshot["viewerId"]))["rejected"]
    async with hall(tmp_path, people=(*PEOPLE, Person("Fred", "de"))) as here:
        inside = await here.enter("Alice", place["id"])
        assert await inside.look() == ["Between us", "And I"]
        assert [place["here"] for place in inside.snapshot["places"]] == [False, True]


async def test_unknown_people_and_places_in_the_address_count_as_not_said(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        visitor = await here.enter("Nobody", "12345")
        assert visitor.snapshot["channel"]["name"] == "backgammon"
        names = {viewer["id"]: viewer["name"] for viewer in visitor.snapshot["viewers"]}
        assert names[visitor.snapshot["viewerId"]] == "Alice"


async def test_many_tabs_push_out_the_one_asleep_for_longest(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        first = await here.enter("Alice")
        for _ in range(17):
            last = await here.enter("Dan")
        assert await last.look() == []
        with pytest.raises(AssertionError, match="context-unavailable"):
            await first.look()


async def test_the_channel_and_its_threads_are_kept_and_old_buttons_work(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        alice = await here.enter("Alice")
        ids = [viewer["id"] for viewer in alice.snapshot["viewers"]], alice.snapshot["channelId"]
        await alice.run("door")
        await alice.look()
        await alice.run("thread")
        await alice.look()
        thread = alice.snapshot["places"][1]["id"]
    async with hall(tmp_path, people=(*PEOPLE, Person("Fred", "de"))) as here:
        alice = await here.enter("Alice")
        assert (
            [viewer["id"] for viewer in alice.snapshot["viewers"]][: len(PEOPLE)],
            alice.snapshot["channelId"],
        ) == ids
        seen = await alice.look()
        assert "A door" in seen and not any(text.startswith("See ") for text in seen)
        door = next(each for each in alice.snapshot["messages"].values() if each["content"] == "A door")
        (picture,) = door["attachments"]
        assert picture["description"] == "A green board"
        assert alice.snapshot["assets"][picture["asset_id"]]["available"]
        assert (await alice.press("enter"))["settlement"] == "settled"
        inside = await here.enter("Alice", thread)
        assert await inside.look() == ["Inside"]
        assert (await inside.press("deep"))["settlement"] == "settled"


async def test_the_tables_of_other_people_are_not_taken_over(tmp_path: Path) -> None:
    async with hall(tmp_path):
        pass
    with pytest.raises(
        PlaygroundError, match="Its tables belong to Alice, Bořek, Вера, Dan, Eva, Фёдор, in this order"
    ):
        async with hall(tmp_path, people=(Person("Dan", "en-US"), Person("Alice", "en-US"))):
            pass


def test_a_record_is_kept_with_its_files_and_nothing_else(tmp_path: Path) -> None:
    history = History(tmp_path)
    assert history.load() is None
    message = Message(1, 2, 3, "Hello", embeds=[{"title": "x"}], ping_user_ids=[4])
    record = Record(("Alice",), (), (message,))
    history.save(record, {"10": b"ten", "11": b"eleven"})
    assert history.load() == record
    history.save(record, {"11": b"eleven"})
    assert history.file("10") is None
    assert history.file("11") == b"eleven"
    assert (tmp_path / "channel.json").stat().st_mode & 0o077 == 0


def test_a_record_that_cannot_be_read_is_put_aside(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    (tmp_path / "channel.json").write_text('{"people": [')
    with caplog.at_level(logging.WARNING):
        assert History(tmp_path).load() is None
    assert "the channel starts empty" in caplog.text
    assert (tmp_path / "channel.unreadable").read_text() == '{"people": ['


async def test_what_is_under_apps_is_offered_in_ones_language_and_answers(tmp_path: Path) -> None:
    async with hall(tmp_path) as here:
        alice, borek = await here.enter("Alice"), await here.enter("Bořek")
        await alice.run("say", text="words")
        await borek.look()
        apps = borek.snapshot["apps"]
        assert apps["message"] == [{"name": "Ask", "label": "Ask"}, {"name": "Quote", "label": "Citovat"}]
        assert [each["label"] for each in apps["person"]] == ["Greet"]
        people = {each["name"]: each["id"] for each in apps["people"]}
        assert {"Alice", "Dan", "Chouette"} <= people.keys()
        (said,) = borek.snapshot["timeline"]
        assert await borek.use("Quote", "message", said)
        assert await borek.look() == ["words", "“words”"] and await alice.look() == ["words"]
        assert await borek.use("Greet", "person", people["Dan"])
        assert (await alice.look())[-1] == "Hello, Dan"
        assert await borek.use("Ask", "message", said)
        await borek.look()
        assert borek.snapshot["modal"] and not alice.snapshot["modal"]
        await borek.act("send_message", content="never mind")
        await borek.look()
        assert not borek.snapshot["modal"]
        for name, on, target in (("Quote", "message", "1"), ("Quote", "message", "x"), ("None", "person", said)):
            assert not await borek.use(name, on, target)
        direct = await here.enter("Bořek", borek.snapshot["places"][-1]["id"])
        await direct.act("send_message", content="mine")
        await direct.look()
        assert await direct.use("Quote", "message", direct.snapshot["timeline"][0])
        assert await direct.look() == ["mine", "“mine”"]
