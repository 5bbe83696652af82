"""The bot's environment variables, typed, with their defaults."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from urllib.parse import urlsplit

from msgspec import Struct

#: The default of `DATA_DIR`.
DATA_DIR = "data"
#: The default of `STORE_LIMIT`, for a server without a limit of its own.
STORE_LIMIT = 512 << 20
#: The smallest accepted limit.
_LEAST_STORE = 16 << 20
_SIZE = re.compile(r"(\d{1,9}) ?(mb?|gb?)", re.IGNORECASE)

_PAINTERS = 2
#: Characters of a link that Discord takes on a button.
_LONGEST_LINK = 512


class SettingsError(Exception):
    """A variable with an invalid value. The message names it and says what it should be."""


class Settings(Struct, frozen=True, kw_only=True):
    """Configuration by the host.

    `redis_url` None: an embedded server in `data_dir`. `api_base` and `gateway_url` None: Discord itself. `shard_count`
    None: as many as Discord recommends. `metrics_address`: host and port of the Prometheus endpoint. `health_file`:
    touched while the bot is healthy. `painters`: processes that render pictures; 0: threads of the bot do.
    `store_limit`: bytes that the store may take if its server has no limit of its own. `support_url`: where people
    find help with this bot, linked in `/help` and `/profile`.
    """

    token: str = ""
    redis_url: str | None = None
    data_dir: Path = Path(DATA_DIR)
    api_base: str | None = None
    gateway_url: str | None = None
    shard_count: int | None = None
    shard_ids: tuple[int, ...] | None = None
    log_level: str = "INFO"
    metrics_address: tuple[str, int] | None = None
    health_file: Path | None = None
    painters: int = 0
    store_limit: int = STORE_LIMIT
    support_url: str | None = None

    @classmethod
    def from_env(cls, environ: Mapping[str, str] = os.environ) -> Settings:
        """Read the environment. Raises `SettingsError`."""
        count = _number(environ, "SHARD_COUNT")
        ids = _numbers(environ, "SHARD_IDS")
        painters = _number(environ, "PAINTERS", 0)
        if ids is not None and (count is None or max(ids) >= count):
            raise SettingsError("SHARD_IDS needs a SHARD_COUNT that is greater than every one of them.")
        level = environ.get("LOG_LEVEL", "INFO").upper()
        if level not in ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"):
            raise SettingsError(f"LOG_LEVEL is DEBUG, INFO, WARNING, ERROR or CRITICAL, not {level!r}.")
        return cls(
            token=environ.get("DISCORD_TOKEN", "").strip(),
            redis_url=environ.get("REDIS_URL") or None,
            data_dir=Path(environ.get("DATA_DIR") or DATA_DIR),
            api_base=_url(environ, "DISCORD_API_BASE", ("http", "https")),
            gateway_url=_url(environ, "DISCORD_GATEWAY_URL", ("ws", "wss")),
            shard_count=count,
            shard_ids=ids,
            log_level=level,
            metrics_address=_address(environ, "METRICS_ADDRESS"),
            painters=usual_painters() if painters is None else painters,
            store_limit=_size(environ, "STORE_LIMIT", _LEAST_STORE) or STORE_LIMIT,
            health_file=Path(environ["HEALTH_FILE"]) if environ.get("HEALTH_FILE") else None,
            support_url=_link(environ, "SUPPORT_URL"),
        )


def usual_painters() -> int:
    """The default number of painters: two, or none on a single processor."""
    return _PAINTERS if (os.cpu_count() or 1) > 1 else 0


def _url(environ: Mapping[str, str], name: str, schemes: tuple[str, ...]) -> str | None:
    value = environ.get(name)
    if value and not value.startswith(tuple(f"{scheme}://" for scheme in schemes)):
        shown = value.rpartition("@")[2]  # before it there may be a password
        raise SettingsError(f"{name} should begin with {' or '.join(f'{each}://' for each in schemes)}, not {shown!r}.")
    if value and "@" in value and "http" in schemes:
        raise SettingsError(f"{name} cannot hold a name and password: the bot's token stands in their place.")
    return value.rstrip("/") if value else None


def _link(environ: Mapping[str, str], name: str) -> str | None:
    """A web address that people can open."""
    value = environ.get(name, "").strip()
    if not value:
        return None
    try:
        parts = urlsplit(value)
        there = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0 and parts.password is None
    except ValueError:
        there = False
    if not there or not re.fullmatch(rf"[!-~]{{1,{_LONGEST_LINK}}}", value):
        raise SettingsError(f"{name} should be an address of the web, such as https://discord.gg/….")
    return value


def _address(environ: Mapping[str, str], name: str) -> tuple[str, int] | None:
    value = environ.get(name, "").strip()
    if not value:
        return None
    host, _, port = value.rpartition(":")
    if not host or not port.isdecimal() or not 0 < int(port) < 65536:
        raise SettingsError(f"{name} should be a host and a port, such as 127.0.0.1:9464, not {value!r}.")
    return host.removeprefix("[").removesuffix("]"), int(port)


def _number(environ: Mapping[str, str], name: str, least: int = 1) -> int | None:
    value = environ.get(name, "").strip()
    if not value:
        return None
    if not value.isdecimal() or int(value) < least:
        raise SettingsError(f"{name} should be a number from {least}, not {value!r}.")
    return int(value)


def _size(environ: Mapping[str, str], name: str, least: int) -> int | None:
    """Bytes, given as mega- or gigabytes."""
    value = environ.get(name, "").strip()
    if not value:
        return None
    found = _SIZE.fullmatch(value)
    size = int(found[1]) << (30 if found[2][0] in "gG" else 20) if found else 0
    if size < least:
        raise SettingsError(f"{name} should be a size from {least >> 20}mb, such as 512mb or 2gb, not {value!r}.")
    return size


def _numbers(environ: Mapping[str, str], name: str) -> tuple[int, ...] | None:
    value = environ.get(name, "").replace(" ", "")
    if not value:
        return None
    if not all(part.isdecimal() for part in value.split(",")):
        raise SettingsError(f"{name} should be numbers separated by commas, not {value!r}.")
    return tuple(int(part) for part in value.split(","))
