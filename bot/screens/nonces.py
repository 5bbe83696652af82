"""What Discord knows a message again by, so that it is posted once though the answer to the first try was lost."""

from __future__ import annotations

import base64
import hashlib

from bot import limits

_BYTES = limits.NONCE * 5 // 8


def nonce_of(guild: int, *parts: object) -> str:
    """The nonce of a message of a server, by what identifies it there: at most `limits.NONCE` characters.

    Within some minutes the same nonce, in whatever channel or server, gives the message of the first time and posts
    nothing; so what is meant to be another message, or another attempt at it, differs in a part.
    """
    identity = "\n".join((str(guild), *map(str, parts)))
    digest = hashlib.sha256(identity.encode()).digest()[:_BYTES]
    return base64.b32encode(digest).decode().rstrip("=").lower()
