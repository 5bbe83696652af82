"""A finished sheet as a file: as text, or for other programs."""

from __future__ import annotations

import json
from typing import Any

from msgspec import to_builtins

from bot.preferans.sheet import Sheet, settled
from bot.screens.names import label_names
from bot.screens.preferans.option_words import all_rules, title_words
from bot.screens.preferans.words import balances_words, line_words, settlement_words
from bot.tables.table import Table
from bot.texts import N_, Texts

KINDS = {
    "txt": N_(".txt, to read: the rules, every hand, the settlement"),
    "json": N_(".json, for your own programs: every line with its numbers"),
}


def sheet_title(table: Table, sheet: Sheet, t: Texts) -> str:
    """The file's title."""
    names = label_names(table)
    people = ", ".join(names(seat) for seat in range(sheet.players))
    return t("{table}: {title}; {people}", table=table.id, title=title_words(sheet.options, t), people=people)


def sheet_text(table: Table, sheet: Sheet, t: Texts) -> str:
    """The rules, every line with its balances, and the settlement."""
    names = label_names(table)
    lines = [sheet_title(table, sheet, t), *all_rules(sheet.options, t), ""]
    for each in sheet.written:
        lines.append(f"{each.number:3}. {line_words(each.line, sheet.players, names, t)}")
        lines.append(f"     {balances_words(each.balances, names, t)}")
    return "\n".join([*lines, "", settlement_words(sheet, names, t), ""])


def sheet_json(table: Table, sheet: Sheet) -> str:
    """The same as JSON. Players are named in order of seats; non-integers are fractions."""
    names = label_names(table)
    totals = sheet.totals
    found: dict[str, Any] = {
        "table": table.id,
        "players": [names(seat) for seat in range(sheet.players)],
        "options": to_builtins(sheet.options),
        "lines": [
            {"number": each.number, **to_builtins(each.line), "balances": [str(it) for it in each.balances]}
            for each in sheet.written
        ],
        "bullet": [str(each) for each in totals.bullet],
        "mountain": [str(each) for each in totals.mountain],
        "whists": [
            {"writer": writer, "on": on, "whists": str(whists)}
            for (writer, on), whists in sorted(totals.whists.items())
        ],
        "balances": [str(each) for each in totals.balances],
        "payments": [
            {"payer": payer, "payee": payee, "whists": str(whists)} for payer, payee, whists in settled(totals.balances)
        ],
    }
    return json.dumps(found, ensure_ascii=False, indent=1) + "\n"
