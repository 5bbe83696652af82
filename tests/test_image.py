"""The container's image and compose.yaml, without a container engine: their steps are done in directories.

What root does in the last stage (its user, the owner of /data) is only looked at.
"""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from packaging.utils import canonicalize_name

from bot.health import PERIOD
from docs.bill import pins
from tests.discord_server import DiscordServer
from tests.process.bots import READY, PlayedTable
from tests.store.servers import Server, server_binary

ROOT = Path(__file__).parents[1]
#: What tells a process another time than the machine's, if the tests are run at one.
CLOCK = {name: value for name, value in os.environ.items() if name == "LD_PRELOAD" or name.startswith("FAKETIME")}
#: The version that the workflow of a release gives.
RELEASE = "1.2.3"
GIVEN = {"VERSION": RELEASE, "ENGINE": "compiled"}
#: The signs of a pattern in .dockerignore as those of a regular expression.
GLOB = {"**/": "(?:.*/)?", "*": "[^/]*", ".": r"\."}


class Step(NamedTuple):
    """One instruction of the Dockerfile, such as ("COPY", "bot /src/bot")."""

    name: str
    words: str


def stages() -> list[list[Step]]:
    """The Dockerfile's instructions, by stage; each stage begins with FROM. What stands before the first is `BASE`."""
    lines = [line for line in (ROOT / "Dockerfile").read_text().splitlines() if not line.lstrip().startswith("#")]
    found: list[list[Step]] = []
    for line in "\n".join(lines).replace("\\\n", " ").splitlines():
        if line.strip() and not line.startswith("ARG BASE="):
            step = Step(*line.split(None, 1))
            found += [[]] if step.name == "FROM" else []
            found[-1].append(step)
    return found


BUILD, LAST = stages()


def words(name: str) -> str:
    """What the last stage says of something that it says once."""
    [said] = [step.words for step in LAST if step.name == name]
    return said


def ignored(path: str) -> bool:
    """Whether .dockerignore keeps a file out of the context: the last pattern that fits it or its folder decides."""
    out = False
    for line in (ROOT / ".dockerignore").read_text().splitlines():
        if line and not line.startswith("#"):
            pattern = re.sub(r"\*\*/|\*|\.", lambda part: GLOB[part.group()], line.removeprefix("!"))
            if re.match(f"{pattern}(/|$)", path):
                out = not line.startswith("!")
    return out


def context() -> list[str]:
    """The files that the image is made of, of those git has or would have."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    files = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0")
    return [file for file in files if file and not ignored(file) and (ROOT / file).exists()]


class Image:
    """A directory that has the files of the image, and its environment."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.packages = next(root.glob("venv/lib/python3.*/site-packages"))

    def mapped(self, words: str) -> str:
        """The same words with this image's paths in them."""
        return re.sub(r"(?<![\w.}])/(venv|data|tmp|src)\b", rf"{self.root}/\1", words)

    @property
    def env(self) -> dict[str, str]:
        """The environment a container would have."""
        settings = dict(word.split("=", 1) for word in shlex.split(self.mapped(words("ENV"))))
        return settings | {"PATH": settings["PATH"].replace("$PATH", os.defpath)}

    @property
    def entrypoint(self) -> list[str]:
        return yaml.safe_load(words("ENTRYPOINT"))

    def run(self, *command: str, **env: str) -> subprocess.CompletedProcess[str]:
        """A command in a container of its own."""
        place, env = self.root / "data", CLOCK | self.env | env
        return subprocess.run(command, env=env, cwd=place, capture_output=True, text=True, timeout=60)

    @property
    def healthy(self) -> bool:
        """What the HEALTHCHECK says."""
        command = words("HEALTHCHECK").partition("CMD ")[2]
        return self.run("/bin/sh", "-c", command).returncode == 0


def pip_environment() -> dict[str, str]:
    """Nothing of this environment but how pip reaches its index."""
    pip = {key: value for key, value in os.environ.items() if re.match(r"PIP_|SSL_|.*_(proxy|PROXY|BUNDLE)$", key)}
    own = [file for file in (Path.home() / ".config/pip/pip.conf", Path.home() / ".pip/pip.conf") if file.exists()]
    return pip | ({"PIP_CONFIG_FILE": str(own[0])} if own and "PIP_CONFIG_FILE" not in pip else {})


@pytest.fixture(scope="module")
def image(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Image]:
    """The image: both stages' COPY and the first one's RUN, each done where there is nothing else."""
    place = tmp_path_factory.mktemp("image")
    build, root, base = place / "build", place / "root", place / "base"
    subprocess.run([sys.executable, "-m", "venv", base], check=True)
    # Nothing that compiles.
    env = pip_environment() | {
        "PATH": f"{base}/bin:/usr/bin:/bin",
        "HOME": str(place / "home"),
        "CC": "false",
        "CXX": "false",
    }
    for name, said in BUILD[1:]:
        if name == "ARG":
            key, _, value = said.partition("=")
            env[key] = GIVEN.get(key, value)
        elif name == "COPY":
            *sources, target = said.split()
            for source in sources:
                copy(source, target, build)
        else:
            assert name == "RUN", name
            here = re.sub(r"(?<!\S)/(?=venv|src)", f"{build}/", said)
            subprocess.run(["/bin/sh", "-ec", here], env=env, check=True, cwd=build)
    assert not list(place.glob("home/**/*")), "something is left behind beside the image"
    [copied] = [step.words.split() for step in LAST if step.name == "COPY"]
    assert copied == ["--from=build", "/venv", "/venv"]
    shutil.copytree(build / "venv", root / "venv", symlinks=True)
    for empty in ("data", "tmp"):
        (root / empty).mkdir()
    yield Image(root)
    shutil.rmtree(place)


def copy(source: str, target: str, root: Path) -> None:
    """Copy a file or directory of the context, as COPY does."""
    files = [file for file in context() if file == source or file.startswith(f"{source}/")]
    assert files, source
    for file in files:
        inside = file.removeprefix(source).removeprefix("/") or (source if target.endswith("/") else "")
        to = root / target.removeprefix("/") / inside
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, to)


def test_the_context_holds_nothing_but_the_program() -> None:
    assert {file.split("/")[0] for file in context()} == {
        "pyproject.toml",
        "README.md",
        "LICENSE",
        "locks",
        "bot",
        "render",
    }
    secrets = [".env", ".git/config", "data/appendonly.aof", "bot/.env", "bot/__pycache__/app.cpython-313.pyc"]
    for path in (*secrets, "bot/data/x", "bot/app.pyc", "tests/conftest.py", ".venv/bin/python", "x.backup"):
        assert ignored(path), path


def test_the_last_stage_is_small_and_nobody_is_root_there() -> None:
    assert [step.name for step in LAST if step.name in ("RUN", "COPY", "ADD")] == ["RUN", "COPY"]
    assert words("FROM") == "${BASE}" and BUILD[0].words == "${BASE} AS build"
    assert int(words("USER")) > 0 and f"--uid {words('USER')}" in words("RUN")
    assert (words("STOPSIGNAL"), words("VOLUME")) == ("SIGTERM", "/data")
    [allowed] = re.findall(r"(\d+) seconds ago", words("HEALTHCHECK"))
    assert int(allowed) == 4 * PERIOD


def test_what_comes_from_elsewhere_is_named_by_its_digest() -> None:
    [base] = re.findall(r"^ARG BASE=(\S+)$", (ROOT / "Dockerfile").read_text(), re.MULTILINE)
    store = yaml.safe_load((ROOT / "compose.yaml").read_text())["services"]["store"]["image"]
    assert re.fullmatch(r"python:3\.\d+\.\d+-slim-\w+@sha256:[0-9a-f]{64}", base)
    assert re.fullmatch(r"valkey/valkey:\d+\.\d+\.\d+@sha256:[0-9a-f]{64}", store)


def test_only_what_runs_is_in_the_image(image: Image) -> None:
    there = {path.name.split("-")[0].lower().replace(".", "_") for path in image.packages.glob("*.dist-info")}
    assert {"chouette", "discord_py", "redis", "pillow"} <= there
    assert not there & {"pip", "setuptools", "wheel", "pytest", "simcord", "ruff"}
    assert not list(image.packages.glob("__editable__*")) and not list(image.packages.glob("tests"))
    for data in ("bot/store/scripts/save.lua", "bot/locale/cs.po", "bot/engine/bear_off_base.bin", "render/fonts"):
        assert (image.packages / data).exists(), data
    modules = {file.removesuffix(".py") for file in context() if file.endswith(".py")}
    assert {module for module in modules if not (image.packages / f"{module}.py").exists()} == set()


def test_what_is_in_the_image_is_what_is_locked(image: Image) -> None:
    there = {path.name.rpartition(".")[0].rpartition("-") for path in image.packages.glob("*.dist-info")}
    found = {(canonicalize_name(name), version) for name, _, version in there} - {("chouette", RELEASE)}
    assert found == {(pin.name, pin.version) for pin in pins("run") if pin.applies()}


def test_every_licence_is_in_the_image(image: Image) -> None:
    """Beside its package, or with us."""
    ours = {file.name for file in (image.root / "venv" / "licences").iterdir()}
    assert ours == {"licences.toml", "ogxm.txt", "valkey.txt"}
    for pin in pins("run"):
        for place in image.packages.glob(f"{pin.name.replace('-', '_')}-{pin.version}.dist-info"):
            assert [*place.glob("licenses/**/*"), *place.glob("LICENSE*")] or f"{pin.name}.txt" in ours, pin.name


def test_the_entrypoint_knows_all_commands(image: Image) -> None:
    shown = image.run(*image.entrypoint, "--help")
    assert shown.returncode == 0, shown.stderr
    assert {"run", "doctor", "backup", "restore"} <= set(re.findall(r"\w+", shown.stdout))
    refused = image.run(*image.entrypoint, *yaml.safe_load(words("CMD")))
    assert refused.returncode == 1 and "DISCORD_TOKEN is not set" in refused.stderr


async def test_the_image_plays_and_tells_how_it_is(image: Image) -> None:
    file = Path(image.env["HEALTH_FILE"])

    async def healthy() -> None:
        async with asyncio.timeout(60):
            while not image.healthy:
                await asyncio.sleep(0.2)

    async with DiscordServer() as discord:
        discord.world.response_seconds = 20
        guild = discord.guild()
        addresses = {"DISCORD_API_BASE": discord.api_base, "DISCORD_GATEWAY_URL": discord.gateway_url}
        doctor = (*image.entrypoint, "doctor")
        found = await asyncio.to_thread(image.run, *doctor, DISCORD_TOKEN=discord.token, **addresses)
        assert "Traceback" not in found.stderr and discord.token not in found.stdout + found.stderr, found
        assert [line for line in found.stdout.splitlines() if line.startswith("!!") and "TOKEN" not in line] == [], (
            found
        )
        command = [*image.entrypoint, *yaml.safe_load(words("CMD"))]
        async with discord.bot_process(image.env, command=command, cwd=image.root / "data") as bot:
            assert not image.healthy
            await bot.says(READY, 60)
            await healthy()
            played = PlayedTable(guild.channel("table"), [guild.member("Ann"), guild.member("Bob")])
            await played.begin()
            os.kill(bot.pid, signal.SIGSTOP)
            os.utime(file, (time.time() - 21, time.time() - 21))
            assert not image.healthy
            os.kill(bot.pid, signal.SIGCONT)
            await healthy()
            ended = await bot.terminate()
        assert ended == 0 and "Traceback" not in bot.stderr, bot.stderr
    assert not image.healthy and not file.exists()
    assert (image.root / "data" / "appendonlydir").is_dir()


# compose.yaml

COMPOSE: dict[str, Any] = yaml.safe_load((ROOT / "compose.yaml").read_text())


SCALE: dict[str, Any] = yaml.safe_load((ROOT / "compose.scale.yaml").read_text())
#: What runs once, and keeps nothing.
ONCE = SCALE["services"]["cluster"]


@pytest.mark.parametrize("file", [COMPOSE, SCALE], ids=["compose.yaml", "compose.scale.yaml"])
def test_all_services_are_shut_off_and_come_back(file: dict[str, Any]) -> None:
    volumes = Counter(file["volumes"].keys())
    for service in file["services"].values():
        assert "ports" not in service
        assert service["read_only"] and service["cap_drop"] == ["ALL"]
        assert service["security_opt"] == ["no-new-privileges:true"]
        assert service["mem_limit"] and service["pids_limit"]
        assert {"max-size", "max-file"} == service["logging"]["options"].keys()
        if service is not ONCE:
            assert service["restart"] == "unless-stopped"
            [volume] = service["volumes"]
            volumes[volume.partition(":")[0]] -= 1
    assert set(volumes.values()) == {0}, "each volume is one service's"


def test_the_stores_are_well_before_the_bots_start() -> None:
    assert set(COMPOSE["services"]) == {"bot", "store"}
    stores = {name for name in SCALE["services"] if name.startswith("store-")}
    assert ONCE["restart"] == "no" and ONCE["depends_on"] == {name: {"condition": "service_healthy"} for name in stores}
    assert all("test" in SCALE["services"][name]["healthcheck"] for name in stores)
    for name in ("bot-1", "bot-2"):
        bot = SCALE["services"][name]
        assert bot["depends_on"] == {"cluster": {"condition": "service_completed_successfully"}}
        assert bot["environment"]["DISCORD_TOKEN"].startswith("${DISCORD_TOKEN:?")
        assert {"tmpfs", "stop_grace_period", "mem_limit"} <= bot.keys() & COMPOSE["services"]["bot"].keys()
    bot, store = COMPOSE["services"]["bot"], COMPOSE["services"]["store"]
    assert bot["depends_on"] == {"store": {"condition": "service_healthy"}} and "test" in store["healthcheck"]
    assert bot["environment"]["DISCORD_TOKEN"].startswith("${DISCORD_TOKEN:?")
    assert bot["environment"]["REDIS_URL"] == "redis://store:6379"
    assert any(words("ENV").count(f"HEALTH_FILE={place}/") for place in bot["tmpfs"])


def test_the_store_keeps_what_it_has_answered(tmp_path: Path) -> None:
    store = COMPOSE["services"]["store"]
    program, *options = store["command"]
    version = subprocess.run([server_binary(), "--version"], capture_output=True, text=True, check=True).stdout
    release = store["image"].removeprefix("valkey/valkey:").partition("@")[0]
    assert program == "valkey-server" and f"v={release} " in version
    with Server(tmp_path, *options) as server:
        said = {name: server.ask("CONFIG GET", name)[name] for name in ("appendfsync", "maxmemory-policy", "save")}
        assert server.ask("CONFIG GET", "appendonly") == {"appendonly": "yes"}
        room = int(server.ask("CONFIG GET", "maxmemory")["maxmemory"])
    assert store["mem_limit"] == "1g" and room == 512 << 20, "a rewriting of the file has room beside it"
    assert said == {"appendfsync": "always", "maxmemory-policy": "noeviction", "save": ""}
