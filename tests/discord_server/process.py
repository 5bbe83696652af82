"""The bot as a process of its own: started, waited for, killed, ended and started again."""

import asyncio
import os
import signal
import sys
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from tests.known_dice import environment

from .gateway import Gateway
from .world import World

ROOT = Path(__file__).parents[2]
BOT = (sys.executable, "-m", "tests.known_dice", "bot", "run")


class BotProcess:
    """A bot under test. `async with` starts it and makes sure it is gone at the end."""

    def __init__(
        self, world: World, gateway: Gateway, command: Sequence[str], env: Mapping[str, str], cwd: Path
    ) -> None:
        self._world = world
        self._gateway = gateway
        self._command = command
        self._cwd = cwd
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("DISCORD_")}
        self._env = inherited | {"PYTHONUNBUFFERED": "1"} | dict(env)
        self._process: asyncio.subprocess.Process | None = None
        self._readers: list[asyncio.Task[None]] = []
        self._identified_before = 0
        self._output = {"out": bytearray(), "err": bytearray()}

    async def __aenter__(self) -> "BotProcess":
        await self.start()
        return self

    async def __aexit__(self, *exception: object) -> None:
        if self.running:
            await self.terminate()

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def pid(self) -> int:
        return self._started.pid

    @property
    def stdout(self) -> str:
        """Everything printed so far, over all its lives."""
        return self._output["out"].decode(errors="replace")

    @property
    def stderr(self) -> str:
        """Everything on standard error so far, over all its lives."""
        return self._output["err"].decode(errors="replace")

    @property
    def _started(self) -> asyncio.subprocess.Process:
        if self._process is None:
            raise RuntimeError("the bot has not been started")
        return self._process

    async def start(self, **more: str) -> None:
        """Starts it, for the first time or again with the same command and environment, and more in that."""
        if self.running:
            raise RuntimeError("the bot is running already")
        self._identified_before = self._gateway.identified
        self._world.processes += 1
        env = self._env | environment(self._world.processes) | more
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *self._command, env=env, cwd=self._cwd, stdin=asyncio.subprocess.DEVNULL, stdout=pipe, stderr=pipe
        )
        streams = ((self._process.stdout, "out"), (self._process.stderr, "err"))
        self._readers = [asyncio.create_task(self._read(stream, name)) for stream, name in streams if stream]

    async def _read(self, stream: asyncio.StreamReader, name: str) -> None:
        while chunk := await stream.read(65536):
            self._output[name] += chunk
            self._world.changed()

    async def ready(self, timeout: float = 60, *, commands: bool = True, shards: int = 1) -> None:
        """Waits until this process has identified with so many shards, and commands are registered.

        `commands=False` does not wait for those. Commands stay registered when a bot dies, as they do at Discord.
        """

        def there() -> bool:
            identified = self._gateway.identified >= self._identified_before + shards and self._gateway.connected
            return identified and (not commands or any(self._world.commands.values()))

        await self._while_running(there, timeout, "the bot to be ready")

    async def says(self, text: str, timeout: float = 60) -> None:
        """Waits until it has written `text` to standard output or error."""
        await self._while_running(lambda: text in self.stdout + self.stderr, timeout, f"output {text!r}")

    async def _while_running(self, check: Callable[[], bool], timeout: float, what: str) -> None:
        """Waits for something; the end of the process or of the time is an error that shows its last words."""
        waiting = asyncio.ensure_future(self._world.until(check, timeout, lambda: f"{what}; stderr:\n{self.stderr}"))
        ending = asyncio.ensure_future(self.wait())
        await asyncio.wait({waiting, ending}, return_when=asyncio.FIRST_COMPLETED)
        ending.cancel()
        if not waiting.done():
            waiting.cancel()
            if not check():
                raise RuntimeError(f"the bot ended ({self._started.returncode}); stderr:\n{self.stderr}")
            return
        await waiting

    async def wait(self) -> int:
        """Waits for its end and the end of its output; gives the exit code."""
        code = await self._started.wait()
        await asyncio.wait(self._readers)
        return code

    async def kill(self) -> None:
        """SIGKILL: no goodbye."""
        if self.running:
            self._started.kill()
        await self.wait()

    async def terminate(self, timeout: float = 60) -> int:
        """SIGTERM; gives the exit code. After `timeout` seconds it is killed (code -9)."""
        if self.running:
            self._started.send_signal(signal.SIGTERM)
        try:
            await asyncio.wait_for(self.wait(), timeout)
        except TimeoutError:
            await self.kill()
        return self._started.returncode or 0
