"""The playground's page on a phone, and for whoever has only a keyboard: with a small bot, in a browser."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground.corrections import CORRECTIONS
from bot.playground.welcome import COMMANDS
from tests.cogs.test_verbs import commands
from tests.playground.chromium import Browser, find_chromium
from tests.playground.seat import Seat
from tests.playground.visitor import Hall, hall

CHROMIUM = find_chromium()
in_a_browser = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

#: Whether everything that a finger needs lies inside the window.
_INSIDE = """(() => {
    const all = [...document.querySelectorAll('button, input, textarea, .command-pill')]
    const row = document.querySelector('.command-row')?.getBoundingClientRect()
    return all.filter(e => e.checkVisibility()).every(e => {
        const box = e.getBoundingClientRect()
        const scrolled = e.closest('.command-row') && (box.bottom < row.top || box.top > row.bottom)
        return scrolled || e.closest('#people') || box.left >= 0 && box.right <= innerWidth && box.bottom <= innerHeight
    }) && document.documentElement.scrollWidth <= innerWidth
})()"""


@pytest.fixture
async def here(tmp_path: Path) -> AsyncIterator[Hall]:
    async with hall(tmp_path) as opened:
        yield opened


async def test_simcords_scripts_are_mended_and_the_picture_of_the_empty_channel_is_there(here: Hall) -> None:
    for path in CORRECTIONS:
        async with here.session.get(here.address.rstrip("/") + path) as response:
            assert response.status == 200, path
    async with here.session.get(here.address) as response:
        page = await response.text()
    for name in COMMANDS:
        assert f'data-command="{name}"' in page
    assert 'alt="Alice' in page
    async with here.session.get(f"{here.address}welcome.png") as response:
        assert response.content_type == "image/png" and (await response.read()).startswith(b"\x89PNG")


def test_what_a_newcomer_can_press_can_be_typed_too() -> None:
    assert set(COMMANDS) <= set(commands())


@in_a_browser
@pytest.mark.parametrize("width", [375, 390])
async def test_a_command_with_all_its_options_is_sent_with_the_keyboard_alone(here: Hall, width: int) -> None:
    async with Browser(CHROMIUM or "") as browser:
        tab = await browser.tab(f"{here.address}?as=Alice", width, 667, phone=True)
        alice = Seat(tab, "Alice")
        await alice.arrived()
        await alice.choose_command("many")
        assert await tab.value(_INSIDE)
        for option in ("who", "yes", "number", "word"):
            await alice.add_option(option)
            if option == "number":
                await tab.type("7")
            else:  # the lists are there before anything is typed
                await tab.until("document.querySelector('.command-suggestion.is-active')")
                assert await tab.value("document.activeElement.value") == ""
                await tab.key("Enter", 13)
            assert await tab.value(_INSIDE), option
        await tab.until("document.activeElement.matches('.command-chip')")  # the next Enter is the command's
        await tab.key("Enter", 13)
        await alice.sees("@Alice first True 7")
        await alice.choose_command("many")
        await tab.key("Enter", 13)
        await alice.sees("None None None None")
        assert tab.errors == []


@in_a_browser
async def test_a_command_sent_while_a_list_is_asked_for_is_sent(here: Hall) -> None:
    async with Browser(CHROMIUM or "") as browser:
        alice = await Seat.take(browser, here.address, "Alice", phone=True)
        tab = alice.tab
        await alice.choose_command("many")
        # What the page sends is held back from here on, as if the line were slow.
        await tab.value("""{ window.sent = []; const send = window.fetch, held = new Promise(go => { window.go = go })
            window.fetch = async (...what) => { sent.push(what[1]?.body ?? ""); await held; return send(...what) } }""")
        await alice.add_option("word")
        await tab.until("sent.some(body => String(body).includes('autocomplete_command'))")
        await tab.key("Enter", 13)
        assert not await tab.value("sent.some(body => String(body).includes('run_command'))")
        await tab.value("go()")
        await alice.sees("None None None None")
        assert tab.errors == []


@in_a_browser
async def test_one_is_somebody_else_with_a_press(here: Hall) -> None:
    async with Browser(CHROMIUM or "") as browser:
        tab = await browser.tab(f"{here.address}?as=Alice", 390, 844, phone=True)
        seat = Seat(tab, "Alice")
        await seat.arrived()
        for name in ("Фёдор", "Bořek"):
            await tab.click(f"[...document.querySelectorAll('#people button')].find(e => e.innerText === '{name}')")
            seat.name = name
            await seat.arrived()
            pressed = "[...document.querySelectorAll('#people [aria-pressed=true]')].map(e => e.innerText).join()"
            await tab.until(f"{pressed} === '{name}'")
            assert await tab.value("new URLSearchParams(location.search).get('as')") == name


@in_a_browser
async def test_a_picture_stays_until_the_next_is_there_and_the_keyboard_stays_in_its_message(here: Hall) -> None:
    async with Browser(CHROMIUM or "") as browser:
        alice = await Seat.take(browser, here.address, "Alice", phone=True)
        tab = alice.tab
        await alice.command("door")
        await tab.until("document.querySelector('article img[alt]')?.naturalWidth === 300")
        # Each time the page changes: is a picture seen, and how high is its box?
        await tab.value("""window.seen = []; new MutationObserver(() => {
            const image = document.querySelector('article img.attachment-image')
            seen.push([image.complete && image.naturalWidth > 0, image.getBoundingClientRect().height, image.alt])
        }).observe(document.getElementById('channel-message-list'),
                   {subtree: true, childList: true, attributes: true})""")
        await tab.value(
            "[...document.querySelectorAll('.component-button')].find(e => e.innerText === 'enter').focus()"
        )
        dan = await here.enter("Dan")
        await dan.run("paint")
        await tab.until("document.querySelector('article img[alt]').alt === 'A red board'")
        await tab.until("document.querySelector('article img[alt]').naturalWidth === 300")
        await tab.until("document.querySelector('article .component-button').innerText === 'wait'")
        seen = await tab.value("seen")
        assert seen and all(there and height == seen[0][1] for there, height, _ in seen), seen
        await tab.until("document.activeElement.closest('article') === document.querySelector('article')")
        # It is heard as what it shows.
        assert not await tab.value("document.querySelector('.media-lightbox-trigger').ariaLabel")
        assert tab.errors == []


@in_a_browser
async def test_apps_are_a_press_away_on_a_message_and_on_a_name(here: Hall) -> None:
    async with Browser(CHROMIUM or "") as browser:
        alice = await Seat.take(browser, here.address, "Alice", phone=True)
        tab = alice.tab
        dan = await here.enter("Dan")
        await dan.run("say", text="words")
        await alice.sees("words")
        for opens, name, says in ((".apps-open", "Quote", "“words”"), (".message-author", "Greet", "Hello, Chouette")):
            await tab.click(f"document.querySelector('article {opens}')")
            wanted = f"[...document.querySelectorAll('.apps button')].find(e => e.innerText === '{name}')"
            await tab.until(wanted)
            assert await tab.value(_INSIDE)
            await tab.click(wanted)
            await alice.sees(says)
        assert not await tab.value("document.querySelector('.apps')")
        assert await tab.value("document.querySelectorAll('.apps-open').length") == 2  # none on what one sees alone
        assert tab.errors == []
