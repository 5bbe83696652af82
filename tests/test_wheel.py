"""The wheel of a release, installed where there is nothing else: its version, the doctor, a game in the playground."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import subprocess
import sys
import zipfile
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import aiohttp
import pytest

from tests.discord_server import DiscordServer
from tests.playground.visitor import Hall, Visitor
from tests.test_image import ROOT, context, pip_environment

TAG = "v1.2.3"
#: One step of a play, or a whole play, as a button has it.
STEP = re.compile(r"(\d+|bar)/(\d+|off)")


class Place:
    """A fresh environment, and a directory in which commands are run."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.env = pip_environment() | {"PATH": f"{root}/venv/bin:{os.defpath}", "HOME": str(root / "home")}
        self.run(sys.executable, "-m", "venv", "venv")

    def run(self, *command: str | Path, **env: str) -> subprocess.CompletedProcess[str]:
        """Run a command. Raises `CalledProcessError`."""
        done = subprocess.run(command, cwd=self.root, env=self.env | env, capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
        return done

    def git(self, *command: str, at: Path) -> None:
        """Run git, as somebody."""
        self.run("git", "-c", "user.name=x", "-c", "user.email=x@example.org", "-C", at, *command)

    def build(self, sources: Path) -> Path:
        """The wheel of these sources."""
        self.run("pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", sources / "dist", sources)
        [wheel] = (sources / "dist").iterdir()
        return wheel


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    root = tmp_path_factory.mktemp("wheel")
    yield Place(root)
    shutil.rmtree(root)


@pytest.fixture(scope="module")
def checkout(place: Place) -> Path:
    """What git has or would have, as a release tags it."""
    made = place.root / "checkout"
    for file in (*context(), ".gitattributes", ".git_archival.txt"):
        (made / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, made / file)
    place.git("init", "--quiet", at=made)
    place.git("add", "--all", at=made)
    place.git("commit", "--quiet", "--message", "All", at=made)
    place.git("tag", TAG, at=made)
    return made


@pytest.fixture(scope="module")
def wheel(place: Place, checkout: Path) -> Path:
    return place.build(checkout)


@pytest.fixture(scope="module")
def alone(place: Place, wheel: Path) -> Place:
    """An environment that has the wheel and what it needs."""
    place.run("pip", "install", "--quiet", wheel)
    return place


@pytest.fixture(scope="module")
def playground(alone: Place, wheel: Path) -> Place:
    """The same with the extra `playground`."""
    alone.run("pip", "install", "--quiet", f"{wheel}[playground]")
    return alone


def test_the_version_is_that_of_the_tag(wheel: Path) -> None:
    assert wheel.name == "chouette-1.2.3-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as files:
        there = {name.split("/")[0] for name in files.namelist()}
    assert there == {"bot", "render", "chouette-1.2.3.dist-info"}


def test_an_archive_without_history_knows_it_too_and_a_bare_folder_does_not(place: Place, checkout: Path) -> None:
    for name in ("archive", "bare"):
        (place.root / name).mkdir()
        place.git("archive", "--output", str(place.root / f"{name}.tar"), "HEAD", at=checkout)
        shutil.unpack_archive(place.root / f"{name}.tar", place.root / name, filter="data")
    (place.root / "bare" / ".git_archival.txt").unlink()
    built = [place.build(place.root / name).name.split("-")[1] for name in ("archive", "bare")]
    assert built == ["1.2.3", "0.0"]


async def test_the_wheel_alone_runs_the_doctor(alone: Place) -> None:
    async with DiscordServer() as discord:
        discord.guild()
        command = ("python", "-m", "bot", "doctor")
        addresses = {"DISCORD_API_BASE": discord.api_base, "DISCORD_GATEWAY_URL": discord.gateway_url}
        found = await asyncio.to_thread(alone.run, *command, DISCORD_TOKEN=discord.token, **addresses)
    lines = found.stdout.splitlines()
    assert not found.stderr and [line for line in lines if line.startswith("!!")] == []
    assert any(line.startswith("ok  Bot 1.2.3, Python ") for line in lines)
    assert lines[-1].startswith("The bot can run: 0 to be mended (!!)")


async def test_a_game_is_played_to_its_end_in_the_playground(playground: Place) -> None:
    """Against the computer, which the extra brings, over the page's own interface."""
    async with opened(playground) as hall:
        entrance = await hall.enter("Alice")
        asked = await entrance.run("play", level="13", length="1")
        assert asked["settlement"] == "settled", asked
        while len(places := entrance.snapshot["places"]) < 3:
            await entrance.look()
        _, thread, _ = places
        visitor = await hall.enter("Alice", thread["id"])
        pressed = list[str]()
        while (found := offered(visitor)) is None or found[0] != "Rematch":
            if found is None:
                await asyncio.sleep(0.1)
            else:
                label, message, key = found
                await visitor.act("click", target_id=message, control_key=key)
                pressed.append(label)
            await visitor.look()
        told = "\n".join(await visitor.look())
        assert re.search(r"\bwins?\b", told), told
        assert {"Move", "Confirm"} <= set(pressed)


def offered(visitor: Visitor) -> tuple[str, str, str] | None:
    """What is to be pressed next: its label, its message and its key; None while there is nothing."""
    for name in reversed(visitor.snapshot["timeline"]):
        keys = dict[str, str]()
        for row, each in enumerate(visitor.snapshot["messages"][name]["components"]):
            for column, button in enumerate(each["components"]):
                if button.get("label") and not button.get("disabled"):
                    place = button.get("id") or f"{row}.components.{column}"
                    keys.setdefault(button["label"], f"message:{name}:component:{place}")
        steps = [label for label in keys if STEP.match(label)]
        for label in ("Rematch", "Confirm", *steps, "Accept resignation", "Take", "Roll", "Move"):
            if label in keys:
                return label, name, keys[label]
    return None


@asynccontextmanager
async def opened(place: Place) -> AsyncIterator[Hall]:
    """`python -m bot playground` of the environment, for the length of a `with`."""
    command = ("python", "-m", "bot", "playground", "--port", "0", "--data", "played")
    program = await asyncio.create_subprocess_exec(
        *command, cwd=place.root, env=place.env, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE
    )
    assert program.stdout and program.stderr
    try:
        async with asyncio.timeout(300), aiohttp.ClientSession() as session:
            while b"http://" not in (line := await program.stdout.readline()):
                assert line, (await program.stderr.read()).decode()
            yield Hall(session, line.decode())
    finally:
        program.terminate()
        _, errors = await program.communicate()
    assert program.returncode == 0 and not errors, errors.decode()
