"""Texts about imported matches."""

from __future__ import annotations

from collections.abc import Sequence

from bot.backgammon import Rules
from bot.backgammon.record_faults import OF_RULES, Note
from bot.screens.board_rules_words import title_words
from bot.screens.board_scene import names_of
from bot.screens.buttons import GREEN, GREY, Item, button
from bot.screens.custom_ids import Press
from bot.screens.names import apart, label_names, plain
from bot.tables.heads_up.imports import KEPT, MOST_BYTES
from bot.tables.table import Table
from bot.texts import Texts

#: Notes shown per match.
_MOST_NOTES = 8


def brought_words(kept: Sequence[tuple[Table, Sequence[Note]]], shown: int, gone: Sequence[str], t: Texts) -> str:
    """The matches of a file, with their ids and repairs.

    `shown`: the game of the first match whose replay stands below; `gone`: the ids deleted to make room.
    """
    lines = [line for table, notes in kept for line in (_match(table, t), *_notes(notes, t))]
    lines.append(t("Only you see this. `/replay` and `/export` take these ids; they count for nothing."))
    lines.append(t("The replay below is game `{game}`.", game=f"{kept[0][0].id}-{shown}"))
    if gone:
        lines.append(gone_words(gone, t))
    return "\n".join(lines)


def rules_words(kept: Sequence[tuple[Table, Sequence[Note]]], t: Texts) -> list[str]:
    """The assumed rules of matches to be analysed whose file does not state them, one per line."""
    notes = [(table, note) for table, notes in kept for note in notes if note.mend in OF_RULES]
    return [f"`{table.id}`: {_mended(note, t)}" for table, note in notes[:_MOST_NOTES]]


def gone_words(gone: Sequence[str], t: Texts) -> str:
    """The matches deleted to make room."""
    ids, size = ", ".join(f"`{name}`" for name in gone), MOST_BYTES // 1_000_000
    return t(
        "I keep {most} such matches for you, {size} MB in all; the oldest made room: {ids}.",
        most=KEPT,
        size=size,
        ids=ids,
    )


def shown_words(table: Table, words: str, t: Texts) -> str:
    """The text of a public replay of an imported match."""
    return f"{words}\n" + t("Brought from elsewhere; it counts for nothing.")


def _match(table: Table, t: Texts) -> str:
    white, black = map(plain, names_of(table))
    return f"`{table.id}`: {white} – {black}, {title_words(table.setup_of(Rules), t)}"


def own_items(table: Table, t: Texts) -> list[Item]:
    """The buttons that say which side the owner of an imported match was: pressed is the one that is stored."""
    seat = table.seat_of(table.channel)
    names = label_names(table, 30)
    white, black = t("I was {name}, white", name=names(0)), t("I was {name}, black", name=names(1))
    return [
        button(label, Press("own", table.id, 0, said), GREEN if seat == side else GREY)
        for side, said, label in ((0, "0", white), (1, "1", black), (None, "neither", t("Neither")))
    ]


def own_words(table: Table, t: Texts) -> str:
    """What the pressed side means."""
    if (seat := table.seat_of(table.channel)) is None:
        return t("Nobody’s decisions in `{table}` count as yours.", table=table.id)
    return t(
        "In `{table}` the decisions of **{name}** count as yours: in `/train`, and in the course of PR in your "
        "`/profile`.",
        table=table.id,
        name=plain(names_of(table)[seat]),
    )


def match_words(table: Table, t: Texts) -> str:
    return f"{' – '.join(map(apart, names_of(table)))}, {title_words(table.setup_of(Rules), t)}"


def _notes(notes: Sequence[Note], t: Texts) -> list[str]:
    told: list[str] = []
    for note in notes[:_MOST_NOTES]:
        words = _mended(note, t)
        line = t("Line {line}: {words}", line=note.line, words=words) if note.line else words
        if note.times > 1:
            line += " " + t("({times} times)", times=note.times)
        told.append(f"- {line}")
    if len(notes) > _MOST_NOTES:
        told.append("- …")
    return told


def _mended(note: Note, t: Texts) -> str:
    return t(note.mend.value, **{name: plain(value) for name, value in note.details})
