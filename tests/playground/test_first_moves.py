"""The real bot in a real browser: the first moves of a match, as visitors of the playground see and make them."""

from __future__ import annotations

import asyncio
import json
import signal
import sys
from asyncio.subprocess import PIPE, STDOUT, Process
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.texts import Texts, texts
from tests.playground.chromium import Browser, find_chromium
from tests.playground.seat import Seat

CHROMIUM = find_chromium()
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

_TEXTS = {"Alice": texts("en"), "Bořek": texts("cs")}


@asynccontextmanager
async def playground(data: Path, port: int = 0, end: signal.Signals = signal.SIGINT) -> AsyncIterator[str]:
    """`python -m bot playground` for the length of a `with`: its address. It must end well when told to."""
    command = (
        sys.executable,
        "-m",
        "tests.discord_papers.watched",
        "bot",
        "playground",
        "--data",
        str(data),
        "--port",
        str(port),
    )
    process = await asyncio.create_subprocess_exec(*command, stdout=PIPE, stderr=STDOUT)
    try:
        async with asyncio.timeout(60):
            assert process.stdout is not None
            assert (await process.stdout.readline()).decode() == "The playground opens …\n"
            first = (await process.stdout.readline()).decode()
            assert first.startswith("Open http://127.0.0.1:"), first + (await process.stdout.read()).decode()
        yield first.split()[1]
        await _ends_well(process, end)
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()


async def _ends_well(process: Process, end: signal.Signals) -> None:
    process.send_signal(end)
    async with asyncio.timeout(60):
        said, _ = await process.communicate()
    *hints, last = said.decode().splitlines()
    assert len(hints) == 2, said.decode()
    assert last.startswith("The playground has ended. Its tables are kept in ")
    assert process.returncode == 0


async def _challenge(alice: Seat, borek: Seat) -> tuple[Seat, Seat]:
    """Alice challenges Bořek, who accepts: who has the opening move, and the other."""
    await alice.command("play", opponent="Bořek", length="3")
    await borek.press("Accept challenge")
    for seat in (alice, borek):
        await seat.sees("Opening roll:")
        picture = await seat.tab.until("[...document.querySelectorAll('article img[alt]')].at(-1)?.alt")
        assert "Alice" in picture and "Bořek" in picture
        await seat.tab.until("[...document.querySelectorAll('article img[alt]')].at(-1).naturalWidth > 300")
    words = await alice.newest()
    return (alice, borek) if "@Alice, play" in words else (borek, alice)


async def _compose(mover: Seat, t: Texts) -> None:
    """Put a play together in the composer, each time by the first step that is offered."""
    await mover.press("Move")
    buttons = "[...document.querySelectorAll('.component-button')]"
    confirm = f"{buttons}.findLast(each => each.innerText === {t('Confirm')!r})"
    step = f"{buttons}.find(each => /^(bar|[0-9]+)\\/([0-9]+|off)/.test(each.innerText))"
    await mover.tab.until(confirm)
    while await mover.tab.value(f"{confirm}.disabled"):
        said = json.dumps(await mover.newest())
        await mover.tab.until(f"({step} && !{step}.disabled) || !{confirm}.disabled")
        if not await mover.tab.value(f"{confirm}.disabled"):  # the last step is shown only now
            break
        await mover.tab.click(step)
        await mover.tab.until(f"[...document.querySelectorAll('article')].at(-1).innerText !== {said}")
        await mover.idle()
    await mover.press(t("Confirm"))


async def test_the_first_moves_of_a_match(tmp_path: Path) -> None:
    async with playground(tmp_path / "data") as address, Browser(CHROMIUM or "") as browser:
        alice = await Seat.take(browser, address, "Alice")
        borek = await Seat.take(browser, address, "Bořek", phone=True)
        await borek.tab.click("document.querySelector('[data-command=help]')")
        await borek.sees("Only you can see this")
        mover, other = await _challenge(alice, borek)
        await _compose(mover, _TEXTS[mover.name])
        for seat in (mover, other):
            await seat.sees_mentioned(other.name)
        assert await borek.tab.value("document.documentElement.scrollWidth") <= 390
        heights = "[...document.querySelectorAll('.component-button')].map(each => each.offsetHeight)"
        assert min(await borek.tab.value(heights)) >= 40
        below = """(() => {
            const article = [...document.querySelectorAll('article')].findLast(each => each.querySelector('img[alt]'))
            const button = article.querySelector('.component-button').getBoundingClientRect()
            return article.querySelector('img[alt]').getBoundingClientRect().bottom <= button.top
        })()"""
        assert await alice.tab.value(below)
        assert alice.tab.errors == borek.tab.errors == []


async def test_a_restart_keeps_the_table_and_open_tabs_come_back(tmp_path: Path) -> None:
    async with Browser(CHROMIUM or "") as browser:
        async with playground(tmp_path / "data", end=signal.SIGTERM) as address:
            alice = await Seat.take(browser, address, "Alice")
            borek = await Seat.take(browser, address, "Bořek")
            mover, other = await _challenge(alice, borek)
            before = [await seat.tab.value("simcordPreview.contextId") for seat in (mover, other)]
        port = int(address.rstrip("/").rsplit(":")[-1])
        async with playground(tmp_path / "data", port=port) as again:
            assert again == address
            for seat, context in zip((mover, other), before, strict=True):
                now = "window.simcordPreview?.contextId"
                await seat.tab.until(f"{now} && {now} !== {context!r}", seconds=60)
                await seat.arrived()
                await seat.sees("Opening roll:")
            await _compose(mover, _TEXTS[mover.name])
            await other.sees_mentioned(other.name)


async def test_a_table_in_a_thread_is_one_click_away(tmp_path: Path) -> None:
    async with playground(tmp_path / "data") as address, Browser(CHROMIUM or "") as browser:
        alice = await Seat.take(browser, address, "Alice")
        borek = await Seat.take(browser, address, "Bořek")
        await alice.command("play", opponent="Bořek", thread="True")
        picker = "document.getElementById('place-picker')"
        await borek.tab.until(f"!{picker}.hidden && {picker}.options.length === 2")
        await borek.tab.click("document.querySelector('.message-system-link')")
        await borek.tab.until("location.search.includes('in=')")
        await borek.arrived()
        await borek.press("Accept challenge")
        await borek.sees("Opening roll:")
        await alice.tab.click("[...document.querySelectorAll('.mention')].at(-1)")
        await alice.tab.until("location.search.includes('in=')")
        await alice.arrived()
        await alice.sees("Opening roll:")
        assert alice.tab.errors == borek.tab.errors == []
