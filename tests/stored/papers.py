"""The files of the examples: a store as text, a paragraph a key, and back into a store.

The first line of a paragraph is the key, its kind and, if it vanishes, `vanishes`; each further one is an item, whose
words are parted by single spaces. Only its last word may contain spaces. What is no text, or empty, is `hex:` and
digits.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import fakeredis

HERE = Path(__file__).parent
#: The folders of examples, the oldest first.
SETS = sorted((each for each in HERE.iterdir() if each.name.isdigit()), key=lambda each: int(each.name))
#: When what vanishes does, in a test: milliseconds since 1970.
LATE = 4_102_444_800_000

_READ = {
    "string": ("GET",),
    "hash": ("HGETALL",),
    "set": ("SMEMBERS",),
    "zset": ("ZRANGE", 0, -1, "WITHSCORES"),
    "stream": ("XRANGE", "-", "+"),
}
#: The command that writes an item of each kind, and how many words an item has.
_WRITE = {"string": ("SET", 1), "hash": ("HSET", 2), "set": ("SADD", 1), "zset": ("ZADD", 2), "stream": ("XADD", 5)}

Client = fakeredis.FakeAsyncRedis


async def written(client: Client) -> str:
    """A store as text."""
    paragraphs: list[str] = []
    for key in sorted([key async for key in client.scan_iter()]):
        kind = (await client.execute_command("TYPE", key)).decode()
        command, *rest = _READ[kind]
        value = await client.execute_command(command, key, *rest)
        vanishes = " vanishes" if await client.execute_command("PTTL", key) >= 0 else ""
        lines = [" ".join(map(_text, item)) for item in _items(kind, value)]
        paragraphs.append("\n".join([f"{key.decode()} {kind}{vanishes}", *lines]) + "\n")
    return "\n".join(paragraphs)


def _items(kind: str, value: Any) -> Iterator[tuple[bytes, ...]]:
    match kind:
        case "string":
            yield (value,)
        case "hash":
            yield from sorted(value.items())
        case "set":
            yield from ((member,) for member in sorted(value))
        case "zset":
            yield from ((repr(score).encode(), member) for member, score in value)
        case _:
            yield from ((number, *(word for pair in said.items() for word in pair)) for number, said in value)


def _text(word: bytes) -> str:
    text = word.decode(errors="replace")
    return text if text and text.encode() == word and text.isprintable() else f"hex:{word.hex()}"


def _word(text: str) -> bytes:
    return bytes.fromhex(text[4:]) if text.startswith("hex:") else text.encode()


async def filled(text: str) -> Client:
    """A store with what this text says."""
    client = fakeredis.FakeAsyncRedis(server=fakeredis.FakeServer())
    for paragraph in text.removesuffix("\n").split("\n\n"):
        first, *lines = paragraph.split("\n")
        key, kind, *vanishes = first.split(" ")
        command, words = _WRITE[kind]
        for line in lines:
            await client.execute_command(command, key, *map(_word, line.split(" ", words - 1)))
        if vanishes:
            await client.execute_command("PEXPIREAT", key, LATE)
    return client
