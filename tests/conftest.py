"""Settings for all tests."""

from __future__ import annotations

import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

#: What the bot sends is judged by Discord's papers: a refusal fails the test that sent it.
pytest_plugins = ("tests.discord_papers.plugin",)

#: Folders and files in which every test is a long one, those that take longest first.
_LONG = (
    *("faults", "process", "playground", "bench", "play", "texts_gallery", "store", "hosting", "discord_server"),
    *("test_image.py", "test_wheel.py", "test_worker_pool.py", "chouette/test_properties.py"),
    *("backgammon/test_records.py", "backgammon/test_match_properties.py", "backgammon/test_gnubg.py"),
)

# A slow machine is no failure: speed is measured in `bench`, never by a test. And what passes today passes tomorrow.
settings.register_profile("chouette", deadline=None, derandomize=True)
settings.load_profile("chouette")

# The store synchronises each write with the disk. In memory that costs nothing, however slow the disk; what the tests
# prove survives the end of a process, not a power failure.
_MEMORY = Path("/dev/shm")
if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > 4 << 30:
    tempfile.tempdir = str(_MEMORY)


def pytest_xdist_auto_num_workers() -> int:
    """One more than there are processors: much of what tests of processes do is to wait for them."""
    return (os.cpu_count() or 1) + 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """What is long begins first, so that at the end no process is left with much to do while the others have none."""
    for item in items:
        if _rank(item.path) < len(_LONG):
            item.add_marker("long")
    items.sort(key=lambda item: _rank(item.path))


@cache
def _rank(file: Path) -> int:
    """Where a file of tests, or its folder, comes among the long ones."""
    path = file.relative_to(Path(__file__).parent)
    here = (number for number, name in enumerate(_LONG) if path.is_relative_to(name))
    return next(here, len(_LONG))
