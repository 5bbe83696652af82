"""The browser that the tests drive."""

from __future__ import annotations

from urllib.parse import quote

import pytest

from tests.playground.chromium import Browser, find_chromium

CHROMIUM = find_chromium()
pytestmark = pytest.mark.skipif(CHROMIUM is None, reason="there is no Chromium on this machine")

#: The first touch does nothing, as one that takes too long or meets a page that moves.
_DEAF = """<meta name=viewport content="width=device-width">
<button onclick="this.textContent += '!'">Press</button>
<script>
document.addEventListener('touchstart', event => event.preventDefault(), { passive: false, once: true })
</script>"""


async def test_a_tap_that_is_lost_is_made_again_and_only_then() -> None:
    async with Browser(CHROMIUM or "") as browser:
        tab = await browser.tab(f"data:text/html,{quote(_DEAF)}", 390, 844, phone=True)
        button = "document.querySelector('button')"
        await tab.click(button)
        assert await tab.value(f"{button}.textContent") == "Press!"
        await tab.click(button)
        assert await tab.value(f"{button}.textContent") == "Press!!"
