"""Logging format, and redaction: tokens and passwords in any line, names and ids of users in lines of discord.py."""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Iterable, Iterator

import discord

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_HIDDEN = "***"
#: Secrets of others in URLs; the first group stays.
_SECRETS = (
    re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+"),
    re.compile(r"(['\"]token['\"]: ?['\"])[^'\"]+"),
    re.compile(r"(://)[^\s/?#'\"]+(?=@)"),
)
#: Ids in a line of discord.py; the first group is present if it is not a user's.
_IDS = re.compile(
    r"((?:applications|channels|commands|guilds|interactions|messages|webhooks)/"
    r"|(?:guild|channel|thread|message|webhook|shard)[_ ]?(?:id)?[:= ]+)?"
    r"(?<!\d)\d{15,20}(?!\d)",
    re.IGNORECASE,
)
#: Types that discord.py may log as they are; of others only the type is logged.
_PLAIN = str | int | float | type
#: Errors whose text comes from Discord, the system or Python, not from users.
_SPEAKING = (
    discord.HTTPException,
    discord.ConnectionClosed,
    discord.GatewayNotFound,
    OSError,
    AttributeError,
    ImportError,
    NameError,
    TypeError,
)


class DiscreetFormatter(logging.Formatter):
    """Formats as usual, then redacts `secrets`, the tokens in Discord's URLs, and credentials in addresses. In lines of
    discord.py ids and names of users are redacted too.

    A line that cannot be formatted is reported, not raised: logging would print all its arguments.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__(_FORMAT)
        own = [re.escape(secret) for secret in secrets if secret]
        self._own = re.compile("|".join(own)) if own else None

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback below it if there is one."""
        try:
            theirs = record.name.partition(".")[0] == "discord"
            text = _IDS.sub(_unless_told, super().format(_impersonal(record))) if theirs else super().format(record)
        except Exception as error:  # noqa: BLE001  a faulty log call must not stop the bot
            where = f"{record.filename}:{record.lineno}"
            text = (
                f"{self.formatTime(record)} {record.levelname} {record.name}: "
                f"A line of {where} cannot be written: {type(error).__name__}"
            )
        for secret in _SECRETS:
            text = secret.sub(rf"\1{_HIDDEN}", text)
        return self._own.sub(_HIDDEN, text) if self._own else text


def _unless_told(found: re.Match[str]) -> str:
    return found[0] if found[1] else _HIDDEN


def _impersonal(record: logging.LogRecord) -> logging.LogRecord:
    """The same record without names: labels of buttons and texts of errors may contain them."""
    told = logging.makeLogRecord(vars(record))
    if isinstance(told.args, tuple):
        told.args = tuple(each if isinstance(each, _PLAIN) else type(each).__name__ for each in told.args)
    if told.exc_info:
        error = told.exc_info[1]
        told.exc_info, told.exc_text = None, error and "".join(_traced(error, set()))
    return told


def _traced(error: BaseException, seen: set[int]) -> Iterator[str]:
    """A traceback as Python prints it; of errors that may quote users only the type."""
    seen.add(id(error))
    before = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    if before is not None and id(before) not in seen:
        yield from _traced(before, seen)
        yield "\n\nwhich has led to\n\n"
    yield "Traceback (most recent call last):\n"
    yield from traceback.format_tb(error.__traceback__)
    yield f"{type(error).__qualname__}: {error}" if isinstance(error, _SPEAKING) else type(error).__qualname__


def set_up(level: str, secrets: Iterable[str] = ()) -> None:
    """Log to standard error from this level on, without `secrets`.

    discord.py logs at INFO or above whatever the level: below, it logs everything users send.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(DiscreetFormatter(secrets))
    logging.basicConfig(level=level, handlers=[handler])
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))
