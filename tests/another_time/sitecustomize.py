"""Sleep for every Python process that runs under `faketime`: on `PYTHONPATH`, as `make at` puts it.

libfaketime 0.9.10 leaves the monotonic clock alone when told to, as it must for a lock's timeout to end, but then gets
wrong until when `time.sleep` is to sleep, and that fails as an invalid argument. Waiting for nothing is not affected.
"""

import select
import time


def _sleep(seconds: float, /) -> None:
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    select.select((), (), (), seconds)


time.sleep = _sleep
