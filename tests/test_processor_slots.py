"""Slots of the machine: one holder each, in whatever process, and nobody waits for ever or keeps one beyond its end."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path

import pytest

from bot import processor_slots
from bot.processor_slots import in_slot, processors, slot, slots_folder

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="there are no locks of files there")

#: Holds a slot, if it gets one, until it is killed or its standard input ends.
HOLDER = """
import sys
from pathlib import Path
from bot.processor_slots import slot
with slot(Path(sys.argv[1])) as held:
    print(held, flush=True)
    sys.stdin.read()
"""


@contextmanager
def holder(folder: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process, which holds a slot of this directory."""
    command = [sys.executable, "-c", HOLDER, str(folder)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout
        assert process.stdout.readline() == "True\n"
        try:
            yield process
        finally:
            process.kill()


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A directory of slots of this test's own. Nobody waits long."""
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path))
    monkeypatch.setattr(processor_slots, "LONGEST", 0.05)
    found = slots_folder()
    assert found
    return found


def free(folder: Path) -> int:
    """The number of free slots."""
    with ExitStack() as stack:
        return sum(stack.enter_context(slot(folder)) for _ in processors())


def test_there_is_one_for_each_processor(folder: Path) -> None:
    assert free(folder) == len(processors())
    with ExitStack() as stack:
        assert all(stack.enter_context(slot(folder)) for _ in processors())
        with slot(folder) as more:
            assert not more
    assert free(folder) == len(processors())


def test_other_processes_hold_them_too_until_they_are_killed(folder: Path) -> None:
    with holder(folder) as other:
        assert free(folder) == len(processors()) - 1
        other.kill()
        other.wait()
        assert free(folder) == len(processors())


def test_work_runs_without_one_when_those_who_hold_them_never_end(folder: Path) -> None:
    with ExitStack() as stack:
        for _ in processors():
            stack.enter_context(holder(folder))
        assert in_slot(folder, lambda: "drawn") == "drawn"


def test_who_waits_gets_the_first_that_is_free(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(processor_slots, "LONGEST", 60.0)
    with ExitStack() as stack:
        others = [stack.enter_context(holder(folder)) for _ in processors()]
        monkeypatch.setattr(processor_slots.time, "sleep", lambda _: (others[-1].kill(), others[-1].wait()))
        with slot(folder) as held:
            assert held


def test_work_that_fails_gives_it_back(folder: Path) -> None:
    with pytest.raises(ZeroDivisionError):
        in_slot(folder, lambda: 1 // 0)
    assert free(folder) == len(processors())


def test_no_file_stays_open(folder: Path) -> None:
    before = os.listdir("/dev/fd")
    with ExitStack() as stack:
        for _ in range(len(processors()) + 2):
            stack.enter_context(slot(folder))
    assert os.listdir("/dev/fd") == before


def test_a_directory_that_is_gone_takes_the_slots_with_it(folder: Path) -> None:
    for each in folder.iterdir():
        each.unlink()
    folder.rmdir()
    assert in_slot(folder, lambda: "drawn") == "drawn"


@pytest.mark.parametrize("blocked_by", ["a file", "a link", "no directory above"])
def test_without_a_directory_there_are_none_and_the_log_says_so_once(
    blocked_by: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(tempfile, "gettempdir", lambda: str(tmp_path / "temporary"))
    place = tmp_path / "temporary" / f"chouette-slots-{os.getuid()}"
    if blocked_by != "no directory above":
        place.parent.mkdir()
    if blocked_by == "a file":
        place.touch()
    if blocked_by == "a link":
        (tmp_path / "elsewhere").mkdir()
        place.symlink_to(tmp_path / "elsewhere")
    with caplog.at_level(logging.WARNING):
        found = slots_folder()
    assert found is None
    assert [record.levelname for record in caplog.records] == ["WARNING"]
    assert in_slot(found, lambda: "drawn") == "drawn"
