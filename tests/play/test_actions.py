"""The log of a club: a line for each thing that people do, and nothing in it that a player must not read."""

from __future__ import annotations

import asyncio
import base64
import logging
import re
from functools import partial
from typing import Any

import pytest

from bot.backgammon import Phase
from bot.cogs import verbs
from bot.store import StoreError
from bot.tables.schedule import TABLE

from .bot import OneBot, said
from .chouette import OneChouette, crew
from .test_presses import other

HOUR = 3600
#: What differs from run to run.
_RUN = re.compile(r"\b(interaction|acknowledged|board|table)=\S+")


@pytest.fixture(autouse=True)
def _everything_is_logged(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, "bot")


async def actions(bot: OneBot, caplog: pytest.LogCaptureFixture) -> list[str]:
    """The lines of all actions so far."""
    await bot.services.idle(60)
    return [record.getMessage() for record in caplog.records if record.name == "bot.actions"]


async def told(bot: OneBot, caplog: pytest.LogCaptureFixture) -> list[str]:
    """The same without what differs from run to run; they are forgotten then."""
    lines = [" ".join(_RUN.sub("", line).split()) for line in await actions(bot, caplog)]
    caplog.clear()
    return lines


async def test_each_command_press_and_form_is_a_line(bot: OneBot, caplog: pytest.LogCaptureFixture) -> None:
    await bot.slash("Ann", "play", opponent="Bob")
    form = await bot.press("Bob", "My word", bot.last)
    await bot.people["Bob"].submit_modal(form, {"word": "second"})
    await bot.press("Bob", "Accept challenge", bot.last)
    assert f"action verb=play table={(await bot.table()).id} question=- " in caplog.text
    assert [line.split()[1] for line in await told(bot, caplog)] == [
        "verb=play",
        "verb=word",
        "verb=word",
        "verb=join",
    ]

    table, match, who = await bot.table(), await bot.match(), await bot.asked()
    await bot.slash(who, "move", play=bot.plays[0])
    (line,) = await actions(bot, caplog)
    form_of_line = rf"action verb=move table={table.id} question={match.question} interaction=\d+ "
    assert re.fullmatch(form_of_line + r"acknowledged=\d+ board=\d+ outcome=done", line), line
    caplog.clear()

    await bot.until(Phase.PLAY)
    await told(bot, caplog)
    number = (await bot.match()).question
    await bot.press(await bot.asked(), "Move")
    assert await told(bot, caplog) == [f"action verb=move question={number} outcome=done"]


async def test_a_refusal_is_told_by_its_name(bot: OneBot, caplog: pytest.LogCaptureFixture) -> None:
    await bot.slash("Ann", "roll")
    assert await told(bot, caplog) == ["action verb=roll question=- outcome=refused reason=NO_TABLE"]
    await bot.play()
    who = await bot.asked()
    number = (await bot.match()).question
    await told(bot, caplog)
    await bot.slash(who, "move", play="nonsense")
    assert await told(bot, caplog) == ["action verb=move question=- outcome=refused reason=UNREADABLE"]
    await bot.press(other(who), "Move")
    assert await told(bot, caplog) == [f"action verb=move question={number} outcome=refused reason=NOT_YOUR_TURN"]
    await bot.slash("Cyd", "take")
    assert await told(bot, caplog) == ["action verb=cube question=- outcome=refused"]


async def test_autocompletion_is_no_action(bot: OneBot, caplog: pytest.LogCaptureFixture) -> None:
    await bot.play()
    who = await bot.asked()
    await told(bot, caplog)
    assert await bot.people[who].autocomplete(bot.channel, "move", "play", "")
    assert await actions(bot, caplog) == []


async def test_what_is_delivered_again_is_repeated(
    bot: OneBot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    await bot.play()
    who, emit, sent = await bot.asked(), bot.env.backend.emit, list[Any]()
    await told(bot, caplog)

    def noted(event: str, payload: Any, *others: Any, **more: Any) -> Any:
        if event == "INTERACTION_CREATE":
            sent.append(payload)
        return emit(event, payload, *others, **more)

    monkeypatch.setattr(bot.env.backend, "emit", noted)
    await bot.slash(who, "move", play=bot.plays[0])
    (first,) = await told(bot, caplog)
    version = (await bot.table()).version
    emit("INTERACTION_CREATE", sent[0])
    await bot.env._settle_internal()
    assert (await bot.table()).version == version
    assert re.fullmatch(r"action verb=move question=\d+ outcome=done", first)
    assert await told(bot, caplog) == ["action verb=move question=- outcome=repeated"]


async def test_an_error_is_found_by_the_number_that_the_person_is_told(
    bot: OneBot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def breaks(*_: Any, **__: Any) -> None:
        raise RuntimeError("a bug")

    monkeypatch.setattr(bot.services.desk, "table", breaks)
    answer = await bot.slash("Ann", "board")
    number = re.search(r"\(error ([0-9a-f]{8})\)", answer)
    assert number
    assert await told(bot, caplog) == [f"action verb=board question=- outcome=error error={number[1]}"]


async def test_a_store_that_is_away_is_told(
    bot: OneBot, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def away(*_: Any, **__: Any) -> None:
        raise StoreError("away")

    monkeypatch.setattr(bot.services.store, "held", away)
    await bot.slash("Ann", "roll")
    assert await told(bot, caplog) == ["action verb=roll question=- outcome=store"]


async def test_what_time_brings_about_is_a_line_too(bot: OneBot, caplog: pytest.LogCaptureFixture) -> None:
    services = bot.services
    changed = services.telemetry.by_clock(services.lifecycle.serve)
    remind = services.telemetry.by_clock(services.lifecycle.remind, "remind")

    async def tick() -> list[str]:
        await told(bot, caplog)
        look = partial(services.clock.look, changed=changed, remind=remind)
        services.schedule.handle(TABLE, look)
        await asyncio.gather(*await services.schedule.begin())
        return await told(bot, caplog)

    await bot.slash("Ann", "play")
    bot.later(HOUR)
    assert await tick() == ["action verb=expire question=- outcome=done by=clock"]
    await bot.play()
    number = (await bot.match()).question
    lines = []
    for _ in range(30):
        bot.later(HOUR)
        lines += await tick()
    assert lines[0] == f"action verb=remind question={number} outcome=done by=clock"


# A chouette, whose log its host may read while he plays


async def window(choice: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log tells of a window in which one member says his word."""
    caplog.clear()
    async with crew(("Ann", "Bob", "Cyd", "Dan")) as group:
        await opened(group)
        await group.until(box=False)
        captain, second, third = await group.team()
        await told(group.bot, caplog)
        if choice == "Double":
            await group.confirmed(second, choice)
        else:
            await group.bot.press(second, choice)
        await group.bot.press(third, "Pass")
        await group.bot.slash(captain, "double")
        await discreet(group, caplog)
        return await told(group.bot, caplog)


async def replies(choice: str, caplog: pytest.LogCaptureFixture) -> list[str]:
    """What the log tells of an offer to all, which one member answers."""
    caplog.clear()
    async with crew(("Ann", "Bob", "Cyd", "Dan")) as group:
        await opened(group)
        await group.until(box=True)
        _captain, second, third = await group.team()
        await group.command(await group.box(), "double")
        await told(group.bot, caplog)
        await group.command(second, choice)
        await group.bot.slash(third, "roll")
        await discreet(group, caplog)
        return await told(group.bot, caplog)


async def opened(group: OneChouette) -> None:
    """A session by the same dice each time, one of them by a word."""
    bot = group.bot
    bot.services.lobby._entropy = lambda count: bytes(range(1, count + 1))
    await bot.slash("Ann", "chouette open")
    for who in ("Bob", "Cyd", "Dan"):
        await bot.press(who, "Join", bot.last)
    form = await bot.press("Bob", "My word", bot.last)
    await bot.people["Bob"].submit_modal(form, {"word": "abracadabra"})
    await bot.slash("Ann", "chouette start")


async def discreet(group: OneChouette, caplog: pytest.LogCaptureFixture) -> None:
    """No names, words, users, seeds, nor what was answered."""
    bot, seed = group.bot, (await group.table()).seed
    secrets = ["Ann", "Bob", "Cyd", "Dan", "abracadabra", seed.hex(), base64.b64encode(seed).decode(), repr(seed)]
    secrets += [str(person.id) for person in bot.people.values()]
    secrets += ["verb=double", "verb=pass", "verb=take", "verb=drop", "verb=beaver", "verb=sure", "verb=cancel"]
    text = "\n".join([record.getMessage() + (record.exc_text or "") for record in caplog.records])
    assert "verb=cube" in text
    assert [secret for secret in secrets if secret in text] == []


async def test_a_sealed_action_has_its_one_word_in_the_log_whatever_has_led_to_it(
    caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(verbs, "_rows", {name: row for name, row in verbs.rows().items() if "delegate" not in name})
    async with crew(("Ann", "Bob", "Cyd")) as group:
        await group.open("Ann", "Bob", "Cyd")
        await told(group.bot, caplog)
        await group.bot.slash("Bob", "chouette delegate", member=group.bot.people["Cyd"])
        assert [line.split()[1] for line in await told(group.bot, caplog)] == ["verb=cube"]


async def test_the_log_does_not_tell_who_doubled(caplog: pytest.LogCaptureFixture) -> None:
    doubled = await window("Double", caplog)
    assert doubled == await window("Pass", caplog)
    assert sum("outcome=done" in line for line in doubled) == 2


async def test_the_log_does_not_tell_what_was_answered(caplog: pytest.LogCaptureFixture) -> None:
    taken = await replies("take", caplog)
    assert taken == await replies("drop", caplog) == await replies("beaver", caplog)


async def test_no_evening_s_log_holds_a_secret(caplog: pytest.LogCaptureFixture) -> None:
    """From the lobby to the end, replays and proofs included."""
    async with crew(("Ann", "Bob", "Cyd", "Dan")) as group:
        await opened(group)
        table = (await group.table()).id
        await group.until(box=False)
        for who in (await group.team())[1:]:
            await group.confirmed(who, "Double")
        await group.command((await group.team())[0], "double")
        await group.command(await group.box(), "take")
        await group.resign_all()
        for command in ("fairness", "export"):
            await group.bot.slash("Cyd", command, game=table, **({"format": "txt"} if command == "export" else {}))
        assert "went wrong" not in said(await group.bot.people["Dan"].slash(group.bot.channel, "chouette score"))
        await discreet(group, caplog)
