"""A headless Chromium, driven over its DevTools protocol: tabs that are looked at, clicked and typed into.

Keys, clicks and touches are real ones: they meet whatever lies at that point of the page.
"""

from __future__ import annotations

import asyncio
import base64
import contextlib
import itertools
import json
import os
import shutil
import tempfile
from pathlib import Path
from types import TracebackType
from typing import Any

import aiohttp

_NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
_OPTIONS = ("--headless=new", "--remote-debugging-port=0", "--no-first-run", "--disable-gpu", "--disable-dev-shm-usage")


def find_chromium() -> str | None:
    """The path of a Chromium or Chrome on this machine."""
    return next((path for name in _NAMES if (path := shutil.which(name))), None)


class TabError(Exception):
    """What a tab was asked for and cannot do, for example because it is loading another page."""


class Browser:
    """`async with Browser(path) as browser`. Each tab is somebody else's window: they share nothing."""

    def __init__(self, path: str) -> None:
        self._path = path
        self._numbers = itertools.count(1)
        self._answers: dict[int, asyncio.Future[dict[str, Any]]] = {}
        self._tabs: dict[str, Tab] = {}

    async def __aenter__(self) -> Browser:
        self._profile = tempfile.mkdtemp(prefix="chromium-")
        # A container's root cannot have the sandbox; only our own page is opened.
        options = [*_OPTIONS, f"--user-data-dir={self._profile}", *(["--no-sandbox"] if os.geteuid() == 0 else [])]
        self._process = await asyncio.create_subprocess_exec(
            *(self._path, *options, "about:blank"),
            stderr=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.DEVNULL,
            # A browser under `faketime` is so slow that it slows everything; its own clock is nobody's business here.
            env={name: value for name, value in os.environ.items() if name != "LD_PRELOAD"},
        )
        assert self._process.stderr is not None
        async with asyncio.timeout(30):
            while not (line := await self._process.stderr.readline()).startswith(b"DevTools listening on "):
                assert line, "Chromium has ended"
        self._drain = asyncio.create_task(self._process.stderr.read())
        self._session = aiohttp.ClientSession()
        self._socket = await self._session.ws_connect(line.split()[-1].decode(), max_msg_size=0)
        self._listener = asyncio.create_task(self._listen())
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.cancel()
        await self._session.close()
        self._process.terminate()
        await self._process.wait()
        self._drain.cancel()
        shutil.rmtree(self._profile, ignore_errors=True)

    async def call(self, method: str, session: str | None = None, **values: Any) -> dict[str, Any]:
        """One command of the protocol, and its result. Raises `TabError` if it cannot be carried out."""
        number = next(self._numbers)
        answer = self._answers[number] = asyncio.get_running_loop().create_future()
        message: dict[str, Any] = {"id": number, "method": method, "params": values}
        await self._socket.send_json(message | ({"sessionId": session} if session else {}))
        try:
            async with asyncio.timeout(5):
                return await answer
        except TimeoutError as error:  # the page is just going away, and the answer with it
            raise TabError(f"{method} is not answered") from error

    async def _listen(self) -> None:
        async for message in self._socket:
            data = json.loads(message.data)
            if (number := data.get("id")) is not None:
                answer = self._answers.pop(number)
                if answer.done():
                    continue
                if "error" in data:
                    answer.set_exception(TabError(data["error"]["message"]))
                else:
                    answer.set_result(data["result"])
            elif data["method"] == "Runtime.exceptionThrown":
                details = data["params"]["exceptionDetails"]
                self._tabs[data["sessionId"]].errors.append(
                    details.get("exception", {}).get("description", details["text"])
                )

    async def tab(self, address: str, width: int = 1200, height: int = 850, phone: bool = False) -> Tab:
        """A new window on an address; `phone`: fingers instead of a mouse."""
        context = (await self.call("Target.createBrowserContext"))["browserContextId"]
        target = (await self.call("Target.createTarget", url="about:blank", browserContextId=context))["targetId"]
        session = (await self.call("Target.attachToTarget", targetId=target, flatten=True))["sessionId"]
        tab = self._tabs[session] = Tab(self, session, phone)
        for domain in ("Page", "Runtime"):
            await tab.call(f"{domain}.enable")
        size = {"width": width, "height": height}
        await tab.call("Emulation.setDeviceMetricsOverride", **size, deviceScaleFactor=1, mobile=phone)
        await tab.call("Emulation.setTouchEmulationEnabled", enabled=phone)
        await tab.call("Page.navigate", url=address)
        return tab


class Tab:
    """One window. `errors`: what went wrong in its scripts."""

    def __init__(self, browser: Browser, session: str, phone: bool) -> None:
        self._browser, self._session, self._phone = browser, session, phone
        self.errors: list[str] = []

    async def call(self, method: str, **values: Any) -> dict[str, Any]:
        """One command of the protocol to this tab."""
        return await self._browser.call(method, self._session, **values)

    async def value(self, script: str) -> Any:
        """What a JavaScript expression gives. Raises `AssertionError` if it throws."""
        result = await self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in result, f"{script}: {result['exceptionDetails']}"
        return result["result"].get("value")

    async def until(self, script: str, seconds: float = 60) -> Any:
        """Wait until an expression is true; its value. Raises `AssertionError` with the page's text if it never is."""
        end = asyncio.get_running_loop().time() + seconds
        while asyncio.get_running_loop().time() < end:
            with contextlib.suppress(TabError):
                if (value := await self.value(script)) not in (None, False, 0, ""):  # an element comes as {}
                    return value
            await asyncio.sleep(0.03)
        raise AssertionError(
            f"not within {seconds} s: {script}\nThe page says: {await self.value('document.body.innerText')}"
        )

    async def click(self, element: str, seconds: float = 60) -> None:
        """Click or tap an element, given as a JavaScript expression, once it is there, at rest and not covered.

        A page may move in the very moment, and a tap that takes too long is none; whoever sees that nothing has
        happened does it again.
        """
        # Null until the middle of the element, scrolled into view, belongs to it and is where it was before.
        middle = f"""(async () => {{
            const element = {element}
            if (!element || element.disabled) return null
            element.scrollIntoView({{ block: 'nearest' }})
            const box = element.getBoundingClientRect()
            await new Promise(rested => setTimeout(rested, 150))
            const now = element.getBoundingClientRect()
            const x = now.x + now.width / 2, y = now.y + now.height / 2
            const met = document.elementFromPoint(x, y)
            if (box.y !== now.y || !met || !element.contains(met) && !met.contains(element)) return null
            window.reached = false
            document.addEventListener('click', event => {{
                const there = [element, {element}].filter(Boolean)
                reached ||= there.some(each => each.contains(event.target) || event.target.contains(each))
            }}, {{ capture: true, once: true }})
            return [x, y]
        }})()"""
        end = asyncio.get_running_loop().time() + seconds
        while True:
            await self._touch(*await self.until(middle, seconds))
            try:  # another page knows nothing of a click that led to it
                await self.until("typeof reached === 'undefined' || reached", 2)
                return
            except AssertionError:
                if asyncio.get_running_loop().time() > end:
                    raise

    async def _touch(self, x: float, y: float) -> None:
        if self._phone:
            await self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
            await self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
            return
        for kind in ("mouseMoved", "mousePressed", "mouseReleased"):
            await self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", clickCount=1)

    async def type(self, text: str) -> None:
        """Type into whatever has the focus."""
        for letter in text:
            await self.call("Input.insertText", text=letter)

    async def key(self, name: str, code: int) -> None:
        """Press a key, such as ("Enter", 13) or ("Tab", 9)."""
        text = {"text": "\r"} if name == "Enter" else {}
        for kind in ("keyDown", "keyUp"):
            more = text if kind == "keyDown" else {}
            await self.call(
                "Input.dispatchKeyEvent", type=kind, key=name, code=name, windowsVirtualKeyCode=code, **more
            )

    async def picture(self, path: Path) -> None:
        """Save what the window shows as PNG."""
        path.write_bytes(base64.b64decode((await self.call("Page.captureScreenshot"))["data"]))
