"""The account that docs/hosting.md gives the bot: no test of the store on a real server has more rights."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

from redis.asyncio import Redis, RedisCluster

_PAGE = Path(__file__).parents[2] / "docs" / "hosting.md"
_ACCOUNT = re.compile(r"^ACL SETUSER chouette on >PASSWORD (.+)$", re.MULTILINE)
_MORE = re.compile(r"^\*\*On a cluster\*\* .*?`([^`]+)`", re.MULTILINE)
_PASSWORD = "s3cret"


class Host(NamedTuple):
    """Makes clients of one server: with all rights, and with those of the account that the bot is to have."""

    all_rights: Callable[[], Redis | RedisCluster]
    bot: Callable[[], Redis | RedisCluster]


def as_documented(*, cluster: bool = False) -> tuple[str, ...]:
    """The command by which a server gets the account, word by word as the page has it."""
    text = _PAGE.read_text(encoding="utf-8")
    [rights] = _ACCOUNT.findall(text)
    more = on_a_cluster() if cluster else ()
    return ("ACL", "SETUSER", "chouette", "reset", "on", f">{_PASSWORD}", *rights.split(), *more)


def on_a_cluster() -> tuple[str, ...]:
    """The rights that the page adds there."""
    return tuple(_MORE.findall(_PAGE.read_text(encoding="utf-8"))[0].split())


def signed_in(url: str) -> str:
    """The address with that account's name and password."""
    return url.replace("://", f"://chouette:{_PASSWORD}@", 1)
