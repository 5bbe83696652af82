"""The plugin fails whoever sends what Discord refuses, and says in the last line what all tests came to."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

_POST = """
from simcord.backend import Backend
from simcord.backend.errors import BackendError
from simcord.http import router


def post(**body):
    backend = Backend()
    person = backend.make_user("Alice").id
    guild = backend.create_guild("Friends", owner_id=person).id
    backend.add_member(guild, backend.bot_user.id)
    channel = backend.create_channel(guild, "backgammon").id
    try:
        router.dispatch(backend, "POST", f"/channels/{channel}/messages", json=body)
    except BackendError:
        pass
"""

_JUDGED = """
def test_well():
    post(content="x" * 7)


def test_wrong():
    post(content="x" * 2001)


def test_wrong_on_purpose(papers):
    post(content="x", nonce="x" * 26)
    papers.expects("nonce")


def test_what_judges_patch_is_patched_by_a_test(monkeypatch):
    heard = router.dispatch
    monkeypatch.setattr(router, "dispatch", lambda *given, **how: heard(*given, **how))
    post(content="x")
"""

_FOR_SEVERAL = """
import pytest


@pytest.fixture(scope="module")
def opened():
    post(content="x" * 2002)
    yield
    post(content="x" * 2003)


def test_opens(opened):
    pass


def test_goes_on(opened):
    post(content="x")
"""

_NOT_JUDGED = """
def test_wrong_where_nobody_listens():
    post(content="x" * 2001)


def test_nothing_is_left_behind():
    assert router.dispatch.__module__ == "simcord.http.router"
"""

_PROGRAM = f"""
import sys
{_POST}
post(content="x" * int(sys.argv[1]))
"""


#: Seconds after which something hangs: a machine on which other tests run takes a minute.
_HANGS = 900

#: Options of all runs below.
_PLUGIN = ("-p", "no:cacheprovider", "-p", "tests.discord_papers.plugin", "--papers")


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own in a folder, with this house to import from and nothing of the tests that run it."""
    env = {key: value for key, value in os.environ.items() if not key.startswith("PYTEST_")}
    env["PYTHONPATH"] = f"{ROOT}{os.pathsep}{folder}"
    command = [sys.executable, "-P", *arguments]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=_HANGS, check=False)


def outcome_of(folder: Path, *options: str) -> list[str]:
    """What pytest says of a folder's tests, with a place of its own for what they keep."""
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n", encoding="utf-8")
    return run(folder, "-m", "pytest", *_PLUGIN, f"--basetemp={folder / 'kept'}", *options, "tests").stdout.splitlines()


def lines_of(folder: Path, *options: str) -> list[str]:
    """What the tests above come to, line by line."""
    for name, tests in (("play", _JUDGED), ("process", _FOR_SEVERAL), ("store", _NOT_JUDGED)):
        (folder / "tests" / name).mkdir(parents=True, exist_ok=True)
        (folder / "tests" / name / f"test_sent_in_{name}.py").write_text(_POST + tests, encoding="utf-8")
    return outcome_of(folder, *options)


@pytest.mark.parametrize("options", [(), ("-n", "2", "--dist", "loadfile")], ids=["alone", "side by side"])
def test_who_sends_wrong_things_fails_and_the_last_line_has_the_sums(tmp_path: Path, options: tuple[str, ...]) -> None:
    lines = lines_of(tmp_path, *options)
    said = "\n".join(lines)
    assert lines[-1] == "7 requests of 1 routes, 3 refused", said
    assert "8 passed" in said and "3 errors" in said, said
    for length in (2001, 2002, 2003):
        words = f"content: characters of a message: {length} of at most 2000"
        assert f"POST /channels/{{channel_id}}/messages: {words}" in said, said
    assert any(line.split() == ["2,003", "of", "2,000", "characters", "of", "a", "message"] for line in lines)


def test_a_program_that_is_watched_writes_down_what_it_has_sent(tmp_path: Path) -> None:
    for length, refused in ((7, 0), (2001, 1)):
        folder = tmp_path / str(length)
        (folder / "tests" / "playground").mkdir(parents=True)
        (folder / "program.py").write_text(_PROGRAM, encoding="utf-8")
        test = f"""
import subprocess
import sys


def test_program():
    watched = ["-P", "-m", "tests.discord_papers.watched", "program", "{length}"]
    subprocess.run([sys.executable, *watched], check=True)
"""
        (folder / "tests" / "playground" / "test_watched_program.py").write_text(test, encoding="utf-8")
        lines = outcome_of(folder)
        said = "\n".join(lines)
        assert lines[-1] == f"1 requests of 1 routes, {refused} refused", said
        assert ("Discord would refuse" in said) == bool(refused)


def test_nobody_listens_to_a_program_that_is_not_asked_for(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(_PROGRAM, encoding="utf-8")
    done = run(tmp_path, "-m", "tests.discord_papers.watched", "program", "2001")
    assert done.returncode == 0 and not done.stderr
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".json"] == []
