"""What persists between runs besides the bot's own data: the messages of channel, threads and direct messages.

In the data directory: `channel.json`, and the files of the messages in `files/`, each written once. JSON decoded into
the types it was written from, not pickle: a foreign file can never run code.
"""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from itertools import count
from pathlib import Path

import msgspec
from msgspec import Struct
from simcord.backend.models import Channel, Message

from bot.store import StoreError
from bot.store.files import lock, make_directory

_log = logging.getLogger(__name__)


STORE, PAGE, FILES = "store", "channel.json", "files"
"""Contents of the data directory: the bot's own data, the messages, and their files."""

_KEPT = (STORE, PAGE, FILES)


class PlaygroundError(Exception):
    """The playground cannot be opened; the text is a sentence for the user."""


class Record(Struct, frozen=True):
    """The contents of the channel. `people`: names, in the order of their ids; `direct`: who has a direct message with
    the bot.
    """

    people: tuple[str, ...]
    threads: tuple[Channel, ...]
    messages: tuple[Message, ...]
    direct: tuple[Channel, ...] = ()


@contextmanager
def occupied(directory: Path) -> Iterator[None]:
    """Lock the data directory. Raises `PlaygroundError` if it cannot be used or another playground uses it."""
    try:
        make_directory(directory)
        descriptor = lock(directory / "playground-lock")
    except StoreError as error:
        raise PlaygroundError(f"{error} Another directory can be chosen with --data.") from error
    if descriptor is None:
        raise PlaygroundError(
            f"Another playground runs on {directory}. Use its page, end it, or choose another directory with --data."
        )
    try:
        yield
    finally:
        os.close(descriptor)


def set_aside(directory: Path) -> Path:
    """Move the data of an older playground away; returns where. Raises `PlaygroundError`."""
    aside = next(place for number in count(1) if not (place := directory / f"before-{number}").exists())
    try:
        aside.mkdir(mode=0o700)
        for name in _KEPT:
            if (directory / name).exists():
                (directory / name).rename(aside / name)
    except OSError as error:
        raise PlaygroundError(
            f"What an older version has kept in {directory} cannot be set aside: {error.strerror}. "
            "Another directory can be chosen with --data."
        ) from error
    return aside


class History:
    """The record in a data directory."""

    def __init__(self, directory: Path) -> None:
        self._page = directory / PAGE
        self._files = directory / FILES

    def load(self) -> Record | None:
        """The record; None if there is none. An unreadable one is moved away, and the channel starts empty."""
        try:
            return msgspec.json.decode(self._page.read_bytes(), type=Record)
        except FileNotFoundError:
            return None
        except (msgspec.DecodeError, UnicodeDecodeError) as error:  # truncated, or of another version of simcord
            aside = self._page.with_suffix(".unreadable")
            _log.warning(
                "%s cannot be read (%s). It is kept as %s; the channel starts empty.", self._page, error, aside
            )
            self._page.replace(aside)
            return None

    def file(self, attachment: str) -> bytes | None:
        """The bytes of an attachment, None if missing."""
        try:
            return (self._files / attachment).read_bytes()
        except OSError:
            return None

    def save(self, record: Record, files: Mapping[str, bytes]) -> None:
        """Write a record and the files of its messages, atomically."""
        try:
            self._files.mkdir(mode=0o700, exist_ok=True)
            before = {path.name for path in self._files.iterdir()}
            for name in files.keys() - before:
                _write(self._files / name, files[name])
            _write(self._page, msgspec.json.encode(record))
            for name in before - files.keys():
                (self._files / name).unlink()
        except OSError as error:  # the bot's data are safe; a failure to store messages should not end the process
            _log.warning("The messages of the channel cannot be kept: %s", error)


def _write(path: Path, content: bytes) -> None:
    draft = path.with_name(f"{path.name}.new")
    draft.touch(mode=0o600)
    draft.write_bytes(content)
    draft.replace(path)
