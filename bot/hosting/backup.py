"""`python -m bot backup FILE` and `python -m bot restore FILE`."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Coroutine
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from bot.settings import Settings
from bot.store import Copied, StoreError, back_up, bring_back


def backup(settings: Settings, file: Path) -> int:
    """Write a backup into a new file, also while the bot runs; returns the exit code."""
    return _told("Written", back_up(settings.redis_url, settings.data_dir, file), file, "No backup was made.")


def restore(settings: Settings, file: Path) -> int:
    """Restore a backup into an empty store; returns the exit code."""
    return _told("Restored", bring_back(settings.redis_url, settings.data_dir, file), file, "Not restored.")


def _told(done: str, work: Coroutine[Any, Any, Copied], file: Path, undone: str) -> int:
    try:
        copied = asyncio.run(work)
    except StoreError as error:
        print(f"{undone} {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print(f"{undone} It was stopped.", file=sys.stderr)
        return 1
    made = datetime.fromtimestamp(copied.made_at, UTC)
    print(f"{done}: {file} of {made:%Y-%m-%d %H:%M} UTC. Tables: {copied.tables}, keys: {copied.keys}.")
    if copied.account is not None:
        print(
            f"It belongs to the bot account {copied.account}. Another one takes a store over with: python -m bot adopt"
        )
    return 0
