"""Somebody at the playground's page, in a tab of his own: what he types, presses and sees.

To see what he sees while a test is written: `await seat.tab.picture(Path("seen.png"))`.
"""

from __future__ import annotations

import json

from tests.playground.chromium import Browser, Tab

_MESSAGES = "[...document.querySelectorAll('#channel-message-list article')]"
_IDLE = "window.simcordPreview?.ready && !simcordPreview.pendingAction && !simcordPreview.awaitingRevision"


class Seat:
    """`await Seat.take(browser, address, "Alice")`, then `command`, `press`, `choose` … and `sees`.

    `tab` is at hand for everything else.
    """

    def __init__(self, tab: Tab, name: str) -> None:
        self.tab, self.name = tab, name

    @classmethod
    async def take(cls, browser: Browser, address: str, name: str, *, phone: bool = False) -> Seat:
        """Open the page as a person; on a phone it is 390 × 844 points large."""
        size = (390, 844) if phone else (1200, 850)
        seat = cls(await browser.tab(f"{address}?as={name}", *size, phone=phone), name)
        await seat.arrived()
        return seat

    async def arrived(self) -> None:
        """Wait until the page shows the channel to this person."""
        name = json.dumps(self.name)
        await self.tab.until(
            f"{_IDLE} && document.getElementById('viewer-picker').selectedOptions[0]?.text === {name}", seconds=60
        )

    async def idle(self) -> None:
        """Wait until the page has nothing under way."""
        await self.tab.until(_IDLE)

    async def choose_command(self, name: str) -> None:
        """Type a slash command and choose it in the list."""
        tab = self.tab
        await self.idle()
        await tab.click("document.getElementById('channel-composer-input')")
        await tab.type(f"/{name}")
        await tab.until("document.querySelector('.command-entry.is-active')")
        await tab.key("Enter", 13)
        await tab.until("document.querySelector('.command-chip')")

    async def add_option(self, name: str) -> str:
        """Add an option to the command; its field, as a JavaScript expression."""
        await self.tab.click("document.querySelector('.command-chip')")
        await self.tab.click(_with_text(".command-suggestion", name))
        field = f"document.querySelector('.command-option-input[data-option={name}]')"
        await self.tab.until(f"document.activeElement === {field}")
        return field

    async def command(self, name: str, **options: str) -> None:
        """Type a slash command with options, choose it in the list, and send it."""
        tab = self.tab
        await self.choose_command(name)
        for option, value in options.items():
            field = await self.add_option(option)
            await tab.type(value)
            await tab.until(f"{field}.value === {json.dumps(value)}")
            if await tab.value(f"{field}.role === 'combobox'"):
                await tab.click(_with_text(".command-suggestion", value))
            else:
                await tab.key("Tab", 9)
        await tab.click("document.getElementById('send-message')")
        await tab.until("!document.querySelector('.command-chip')")
        await self.idle()

    async def press(self, label: str) -> None:
        """Press the newest button with this label."""
        await self.idle()
        await self.tab.click(f"[...document.querySelectorAll('article .component-button')].findLast({_says(label)})")
        await self.idle()

    async def choose(self, placeholder: str, option: str | None = None) -> str:
        """Choose in the newest list with this placeholder, the first option if none is named; what was chosen."""
        await self.idle()
        trigger = f"[...document.querySelectorAll('article .select-trigger')].findLast({_says(placeholder)})"
        await self.tab.click(trigger)
        wanted = _with_text(".is-open .select-option", option or "")
        chosen = await self.tab.until(f"{wanted}?.querySelector('.option-label').textContent")
        await self.tab.click(wanted)
        await self.idle()
        return str(chosen)

    async def sees(self, text: str, seconds: float = 60) -> None:
        """Wait until a message says this."""
        await self.tab.until(f"{_MESSAGES}.some({_says(text)})", seconds)

    async def sees_mentioned(self, name: str) -> None:
        """Wait until the newest message mentions somebody."""
        mentions = f"[...({_MESSAGES}.at(-1)?.querySelectorAll('.mention') ?? [])]"
        await self.tab.until(f"{mentions}.some({_says(f'@{name}')})")

    async def newest(self) -> str:
        """What the newest message says."""
        return str(await self.tab.value(f"{_MESSAGES}.at(-1)?.innerText ?? ''"))


def _says(text: str) -> str:
    return f"element => element.innerText.includes({json.dumps(text)})"


def _with_text(selector: str, text: str) -> str:
    return f"[...document.querySelectorAll({json.dumps(selector)})].find({_says(text)})"
