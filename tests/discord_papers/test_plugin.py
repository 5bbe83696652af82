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


def run(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A Python of its own in a folder, with this house to import from."""
    env = os.environ | {"PYTHONPATH": f"{ROOT}{os.pathsep}{folder}"}
    env.pop("PYTEST_ADDOPTS", None)
    command = [sys.executable, "-P", *arguments]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=120, check=False)


def lines_of(folder: Path, *options: str) -> list[str]:
    """What the tests above come to, line by line."""
    (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n", encoding="utf-8")
    for name, tests in (("play", _JUDGED), ("store", _NOT_JUDGED)):
        (folder / "tests" / name).mkdir(parents=True, exist_ok=True)
        (folder / "tests" / name / f"test_sent_in_{name}.py").write_text(_POST + tests, encoding="utf-8")
    plugin = ("-p", "no:cacheprovider", "-p", "tests.discord_papers.plugin", "--papers")
    return run(folder, "-m", "pytest", *plugin, *options, "tests").stdout.splitlines()


@pytest.mark.parametrize("options", [(), ("-n", "2")], ids=["alone", "side by side"])
def test_who_sends_wrong_things_fails_and_the_last_line_has_the_sums(tmp_path: Path, options: tuple[str, ...]) -> None:
    lines = lines_of(tmp_path, *options)
    said = "\n".join(lines)
    assert lines[-1] == "4 requests of 1 routes, 1 refused", said
    assert "6 passed" in said and "1 error" in said, said
    assert "POST /channels/{channel_id}/messages: content: characters of a message: 2001 of at most 2000" in said
    assert any(line.split() == ["2,001", "of", "2,000", "characters", "of", "a", "message"] for line in lines)


def test_a_program_that_is_watched_writes_down_what_it_has_sent(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(_PROGRAM, encoding="utf-8")
    lines = (
        "import os, sys, subprocess\n"
        "def test_program():\n"
        "    command = [sys.executable, '-P', '-m', 'tests.discord_papers.watched', 'program', {number!r}]\n"
        "    subprocess.run(command, check=True)\n"
    )
    for number, last in (("7", "1 requests of 1 routes, 0 refused"), ("2001", "1 requests of 1 routes, 1 refused")):
        folder = tmp_path / number
        (folder / "tests" / "playground").mkdir(parents=True)
        (folder / "pytest.ini").write_text("[pytest]\naddopts = --import-mode=importlib\n", encoding="utf-8")
        test = folder / "tests" / "playground" / "test_watched_program.py"
        test.write_text(lines.format(number=number), encoding="utf-8")
        plugin = ("-p", "no:cacheprovider", "-p", "tests.discord_papers.plugin", "--papers", "--rootdir", str(folder))
        said = run(tmp_path, "-m", "pytest", *plugin, str(test)).stdout
        assert said.splitlines()[-1] == last, said
        assert ("Discord would refuse" in said) == (number != "7")


def test_nobody_listens_to_a_program_that_is_not_asked_for(tmp_path: Path) -> None:
    (tmp_path / "program.py").write_text(_PROGRAM, encoding="utf-8")
    done = run(tmp_path, "-m", "tests.discord_papers.watched", "program", "2001")
    assert done.returncode == 0 and not done.stderr
    assert [each.name for each in tmp_path.iterdir() if each.suffix == ".json"] == []
