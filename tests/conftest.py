"""Settings for all tests."""

from __future__ import annotations

import os
import shutil
import tempfile
from pathlib import Path

from hypothesis import settings

# A slow machine is no failure: speed is measured in `bench`, never by a test.
settings.register_profile("chouette", deadline=None)
settings.load_profile("chouette")

# The store synchronises each write with the disk. In memory that costs nothing, however slow the disk; what the tests
# prove survives the end of a process, not a power failure.
_MEMORY = Path("/dev/shm")
if os.access(_MEMORY, os.W_OK) and shutil.disk_usage(_MEMORY).free > 4 << 30:
    tempfile.tempdir = str(_MEMORY)
