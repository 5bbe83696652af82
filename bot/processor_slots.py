"""Processor slots: as much heavy work at a time as the machine has processors, however many processes want to do some.

A slot is a file that is locked (`flock`) while the work runs. The files lie in a directory of the user in the temporary
directory, one for each processor that this process may use, so all processes of one user on one machine share them; in
containers, or with a private temporary directory, each has its own. The kernel gives a lock back when its process ends,
however it ends. Nobody waits for anything while holding a slot, and nobody waits for one longer than `LONGEST`: work
then runs without. So does work where there are no locks.
"""

from __future__ import annotations

import logging
import os
import stat
import sys
import tempfile
import time
from collections.abc import Callable, Generator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TypeVar

if sys.platform != "win32":
    import fcntl

_log = logging.getLogger(__name__)

LONGEST = 1.0
"""Maximum seconds to wait for a slot. Those of a process that was stopped (Ctrl-Z) do not get free."""

_FIRST_PAUSE, _LONGEST_PAUSE = 0.0005, 0.004
"""Seconds between two looks for a free slot; flock can wait for one file only."""

_T = TypeVar("_T")


def slots_folder() -> Path | None:
    """The directory of the slots, which is made if necessary. None, with a line in the log: there can be none."""
    if sys.platform == "win32":
        return None
    folder = Path(tempfile.gettempdir(), f"chouette-slots-{os.getuid()}")
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        found = folder.lstat()
        # In the temporary directory somebody else may have put a link or a directory of their own there.
        if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid():
            raise PermissionError(f"{folder} is somebody else's")
        file = _file(folder, processors()[0])
        _locked(file)
        os.close(file)
    except OSError as error:
        _log.warning("pictures are drawn without regard to other processes on this machine: %s", error)
        return None
    return folder


def processors() -> Sequence[int]:
    """The numbers of the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return range(os.cpu_count() or 1)


def in_slot(folder: Path | None, work: Callable[[], _T]) -> _T:
    """Do `work` once a slot of this directory is free; without one, at once."""
    with slot(folder):
        return work()


@contextmanager
def slot(folder: Path | None) -> Generator[bool]:
    """Hold a slot, after waiting for it; gives whether there is one."""
    files: list[int] = []
    try:
        yield folder is not None and _taken(folder, files)
    finally:
        for file in files:
            os.close(file)


def _taken(folder: Path, files: list[int]) -> bool:
    """Lock a slot, of which the file is then one of `files`."""
    numbers = processors()
    first = os.getpid() % len(numbers)  # so that not all look at the same file first
    try:
        for number in (*numbers[first:], *numbers[:first]):
            files.append(_file(folder, number))
            if _locked(files[-1]):
                return True
        end, pause = time.monotonic() + LONGEST, _FIRST_PAUSE
        while time.monotonic() < end:
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
            if any(map(_locked, files)):
                return True
    except OSError as error:  # such as too many open files, or the directory is gone
        _log.debug("no slot can be had: %s", error)
    return False


def _file(folder: Path, number: int) -> int:
    """Open the file of a slot."""
    return os.open(folder / f"processor-{number}", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)


def _locked(file: int) -> bool:
    """Lock a file, if nobody else has."""
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
