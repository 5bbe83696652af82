"""All games of a person as one file: a `.zip` of `.mat` files and one collection of `.ogxm`.

What takes long runs in the workers of `bot.worker_pool`.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Sequence
from typing import NamedTuple
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from bot.backgammon import Illegal
from bot.backgammon.record_digest import game_digests
from bot.screens.buttons import GREY, Item, button
from bot.screens.custom_ids import Press
from bot.screens.face import AnyFace
from bot.screens.finished import records
from bot.screens.ladder.common_words import NO_TABLE
from bot.screens.record_files import record_file
from bot.tables.kept_games import LogSlice
from bot.tables.table import Table
from bot.texts import Texts, texts

COLLECTION = "games.ogxm"
NOTES = "notes.txt"
_NAMED = 10
"""Files named in a message."""


class Written(NamedTuple):
    """Finished games as files of one name: `.mat` and `.ogxm`, None where the format cannot hold them."""

    name: str
    mat: bytes | None
    ogxm: bytes | None


def files_of(face: AnyFace, table: Table, log_slice: LogSlice, language: str) -> list[Written]:
    """The files of a table's finished games. What several people played has no `.mat`. Raises `Illegal`."""
    t = texts(language)
    return [
        Written(
            each.name,
            _file(lambda each=each: record_file(table, each.record, "mat", each.name, t)) if each.whole else None,
            _file(lambda each=each: record_file(table, each.record, "ogxm", each.name, t)),
        )
        for each in records(face, table, log_slice)
    ]


def digests_of(face: AnyFace, table: Table, log_slice: LogSlice) -> frozenset[str]:
    """The digests of a table's finished games. Raises `Illegal`."""
    return frozenset(digest for each in records(face, table, log_slice) for digest in game_digests(each.record))


def _file(make: Callable[[], bytes]) -> bytes | None:
    try:
        return make()
    except Illegal:
        return None


def packed(written: Sequence[Written], language: str, most: int) -> list[bytes]:
    """The games as `.zip` files of at most `most` bytes each, as few as possible; one game never is in two."""
    data = _zipped(written, texts(language))
    if len(data) <= most or len(written) < 2:
        return [data]
    half = len(written) // 2
    return [*packed(written[:half], language, most), *packed(written[half:], language, most)]


def _zipped(written: Sequence[Written], t: Texts) -> bytes:
    out = io.BytesIO()
    with ZipFile(out, "w", ZIP_DEFLATED) as zipped:
        for each in written:
            if each.mat is not None:
                zipped.writestr(_entry(f"{each.name}.mat"), each.mat)
        if collected := b"".join(each.ogxm for each in written if each.ogxm is not None):
            zipped.writestr(_entry(COLLECTION), collected)
        if notes := left_out_words(written, t, len(written)):
            zipped.writestr(_entry(NOTES), "\n".join(notes) + "\n")
    return out.getvalue()


def _entry(name: str) -> ZipInfo:
    """A file of a `.zip` without a time, so that the same games are the same bytes."""
    entry = ZipInfo(name)
    entry.compress_type = ZIP_DEFLATED
    return entry


def left_out_words(written: Sequence[Written], t: Texts, most: int = _NAMED) -> list[str]:
    """Which games are in one of the formats only, or in none; at most so many of each are named."""
    kinds = (
        (t("Only in `{file}`, as `.mat` cannot hold them:", file=COLLECTION), False, True),
        (t("Only as `.mat`, as `.ogxm` cannot hold them:"), True, False),
        (t("Left out, as neither format can hold them:"), False, False),
    )
    lines: list[str] = []
    for words, mat, ogxm in kinds:
        names = [each.name for each in written if (each.mat is not None, each.ogxm is not None) == (mat, ogxm)]
        if names:
            lines.append(f"{words} " + ", ".join(f"`{name}`" for name in names[:most]) + (" …" if names[most:] else ""))
    return lines


def all_games_words(written: Sequence[Written], part: int, parts: int, unread: int, beyond: int, t: Texts) -> str:
    """The message of the file. `part` of `parts`, from 1; `unread` tables could not be read, `beyond` were too many."""
    if parts > 1 and part > 1:
        return t("All your games, part {part} of {parts}.", part=part, parts=parts)
    whole = sum(each.mat is not None for each in written)
    collected = sum(each.ogxm is not None for each in written)
    lines = [
        t(
            "**All your games**: {mats} × `.mat`, {collected} in `{file}`.",
            mats=whole,
            collected=collected,
            file=COLLECTION,
        )
        + (" " + t("Part {part} of {parts}.", part=part, parts=parts) if parts > 1 else ""),
        *left_out_words(written, t),
    ]
    if unread:
        lines.append(t.many("{number} table could not be read.", "{number} tables could not be read.", unread))
    if beyond:
        lines.append(
            t.many(
                "{number} older table is left out; take its games with `/export`.",
                "{number} older tables are left out; take their games with `/export`.",
                beyond,
            )
        )
    lines.append(t("-# `/import` takes it, and knows again what is here."))
    return "\n".join(lines)


def all_games_item(t: Texts, row: int) -> Item:
    """The button under one's own list of games."""
    return button(t("Export all"), Press("games_all", NO_TABLE, 0), GREY, row=row)
