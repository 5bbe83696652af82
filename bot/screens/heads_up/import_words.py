"""Texts about imported matches."""

from __future__ import annotations

from collections.abc import Sequence

from bot import limits
from bot.backgammon import Refused, Rules
from bot.backgammon.record_faults import OF_RULES, InvalidRecord, Note
from bot.screens.board_rules_words import title_words
from bot.screens.board_scene import names_of
from bot.screens.buttons import GREEN, GREY, Item, button
from bot.screens.custom_ids import Press
from bot.screens.fitting import shortened
from bot.screens.names import apart, label_names, plain
from bot.screens.refusal_words import refusal_words
from bot.tables.heads_up.imports import KEPT, MOST_BYTES
from bot.tables.table import Table
from bot.texts import Texts

#: Notes shown per match.
_MOST_NOTES = 8
#: Matches of a file that are named, ids, refused files, names to choose among.
_MOST_MATCHES, _MOST_IDS, _MOST_REFUSED, _MOST_NAMES = 6, 10, 4, 4
_FILE_NAME, _WHY = 60, 200


def brought_words(
    kept: Sequence[tuple[Table, Sequence[Note]]],
    shown: int,
    gone: Sequence[str],
    t: Texts,
    beside: Sequence[str] = (),
) -> str:
    """The matches of a file, with their ids and repairs; of many only the first.

    `shown`: the game of the first match whose replay stands below; `gone`: the ids deleted to make room; `beside`: what
    did not come in.
    """
    listed = kept if len(kept) <= _MOST_MATCHES else [(table, ()) for table, _ in kept[:_MOST_MATCHES]]
    lines = [line for table, notes in listed for line in (_match(table, t), *_notes(notes, t))]
    if more := len(kept) - len(listed):
        lines.append(t.many("And {number} more match.", "And {number} more matches.", more))
    lines += beside
    lines.append(t("Only you see this. `/replay` and `/export` take these ids; they count for nothing."))
    lines.append(t("The replay below is game `{game}`.", game=f"{kept[0][0].id}-{shown}"))
    if gone:
        lines.append(gone_words(gone, t))
    return shortened("\n".join(lines), limits.MESSAGE)


def beside_words(
    came: int, here: Sequence[Table], refused: Sequence[tuple[str, Refused | InvalidRecord]], t: Texts
) -> list[str]:
    """How many matches of a file came in, were here already, or were refused, and why; empty if all came in."""
    if not here and not refused:
        return []
    lines = [
        t(
            "Came in: {came}. Here already: {here}. Refused: {refused}.",
            came=came,
            here=len(here),
            refused=len(refused),
        )
    ]
    if here:
        ids = ", ".join(f"`{table.id}`" for table in here[:_MOST_IDS]) + (" …" if here[_MOST_IDS:] else "")
        lines.append(t("Here already: {ids}", ids=ids))
    for name, why in refused[:_MOST_REFUSED]:
        lines.append(f"- {plain(name, _FILE_NAME)}: {shortened(refusal_words(why, t), _WHY)}")
    if refused[_MOST_REFUSED:]:
        lines.append("- …")
    return lines


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


def file_items(tables: Sequence[Table], t: Texts) -> list[Item]:
    """The buttons that say who of a file with several matches its owner was: the names that stand in most of them."""
    places = dict[str, list[tuple[Table, int]]]()
    for table in tables:
        for seat, name in enumerate(names_of(table)):
            places.setdefault(name, []).append((table, seat))
    often = sorted(places.items(), key=lambda item: -len(item[1]))[:_MOST_NAMES]
    names = [
        button(
            t.many(
                "I was {name} ({number} match)", "I was {name} ({number} matches)", len(found), name=apart(name, 30)
            ),
            Press("own_file", found[0][0].id, 0, str(found[0][1])),
        )
        for name, found in often
    ]
    return [*names, button(t("Neither"), Press("own_file", tables[0].id, 0, "neither"))]


def file_words(name: str | None, count: int, t: Texts) -> str:
    """What the pressed name means for so many matches of a file."""
    if name is None:
        return t.many(
            "Nobody’s decisions in the {number} match of this file count as yours.",
            "Nobody’s decisions in the {number} matches of this file count as yours.",
            count,
        )
    return t.many(
        "In {number} match of this file the decisions of **{name}** count as yours.",
        "In {number} matches of this file the decisions of **{name}** count as yours.",
        count,
        name=plain(name),
    )


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
