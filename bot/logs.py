"""How the log looks, and what never gets into it: tokens and passwords, whoever writes the line, and people, where
discord.py writes it.
"""

from __future__ import annotations

import logging
import re
import traceback
from collections.abc import Iterable, Iterator

import discord

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_HIDDEN = "***"
#: Where somebody else's secrets stand; the first group stays.
_SECRETS = (
    re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+"),
    re.compile(r"(['\"]token['\"]: ?['\"])[^'\"]+"),
    re.compile(r"(://)[^\s/?#'\"]+(?=@)"),
)
#: Ids in a line of discord.py; the first group is there where the number is not a person's.
_IDS = re.compile(
    r"((?:applications|channels|commands|guilds|interactions|messages|webhooks)/"
    r"|(?:guild|channel|thread|message|webhook|shard)[_ ]?(?:id)?[:= ]+)?"
    r"(?<!\d)\d{15,20}(?!\d)",
    re.IGNORECASE,
)
#: What discord.py may be told of, and write, as it is; of all else the kind is enough.
_PLAIN = str | int | float | type
#: Errors whose words come from Discord, the system or Python itself, and not from what somebody is called or has typed.
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
    """Formats as usual, then takes out `secrets`, the tokens in Discord's addresses, and who logs in at an address. Of
    lines that discord.py writes, ids and names of people are taken out too.

    A line that cannot be formatted is told of, not raised: logging would print all it holds.
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
        except Exception as error:  # noqa: BLE001  whatever somebody wanted to log, the bot goes on
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
    """The same line without what its things are called: the labels of buttons and the words of errors name people."""
    told = logging.makeLogRecord(vars(record))
    if isinstance(told.args, tuple):
        told.args = tuple(each if isinstance(each, _PLAIN) else type(each).__name__ for each in told.args)
    if told.exc_info:
        error = told.exc_info[1]
        told.exc_info, told.exc_text = None, error and "".join(_traced(error, set()))
    return told


def _traced(error: BaseException, seen: set[int]) -> Iterator[str]:
    """A traceback as Python prints it; of errors that may quote what people are called or type only the kind."""
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

    discord.py begins at INFO whatever the level: below, it writes everything that people send.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(DiscreetFormatter(secrets))
    logging.basicConfig(level=level, handlers=[handler])
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))
