"""How the log looks, and what never gets into it: tokens and passwords, whoever writes the line."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable

_FORMAT = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_HIDDEN = "***"
#: Where somebody else's secrets stand; the first group stays.
_SECRETS = (
    re.compile(r"(/(?:webhooks|interactions)/\d+/)[^/\s?'\"]+"),
    re.compile(r"(['\"]token['\"]: ?['\"])[^'\"]+"),
    re.compile(r"(://)[^\s/?#'\"]+(?=@)"),
)


class DiscreetFormatter(logging.Formatter):
    """Formats as usual, then takes out `secrets`, the tokens in Discord's addresses, and who logs in at an address.

    A line that cannot be formatted is told of, not raised: logging would print all it holds.
    """

    def __init__(self, secrets: Iterable[str] = ()) -> None:
        super().__init__(_FORMAT)
        own = [re.escape(secret) for secret in secrets if secret]
        self._own = re.compile("|".join(own)) if own else None

    def format(self, record: logging.LogRecord) -> str:
        """The line, and the traceback below it if there is one."""
        try:
            text = super().format(record)
        except Exception as error:  # noqa: BLE001  whatever somebody wanted to log, the bot goes on
            where = f"{record.filename}:{record.lineno}"
            text = (
                f"{self.formatTime(record)} {record.levelname} {record.name}: "
                f"A line of {where} cannot be written: {type(error).__name__}"
            )
        for secret in _SECRETS:
            text = secret.sub(rf"\1{_HIDDEN}", text)
        return self._own.sub(_HIDDEN, text) if self._own else text


def set_up(level: str, secrets: Iterable[str] = ()) -> None:
    """Log to standard error from this level on, without `secrets`.

    discord.py begins at INFO whatever the level: below, it writes everything that people send.
    """
    handler = logging.StreamHandler()
    handler.setFormatter(DiscreetFormatter(secrets))
    logging.basicConfig(level=level, handlers=[handler])
    logging.getLogger("discord").setLevel(max(logging.INFO, logging.getLogger().level))
