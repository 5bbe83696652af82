"""The verbs of Preferans: gathering for a sheet, entering hands, settling."""

from __future__ import annotations

from bot.cogs import gathering, preferans_entry, preferans_gathering, table_setup
from bot.cogs.verbs import Confirm, Verb, plainly
from bot.tables.preferans import intents

_GATHERING = (
    Verb(name="pref_join", sealed=False, press=preferans_gathering.press_join),
    Verb(name="pref_leave", sealed=False, press=preferans_gathering.press_leave),
    Verb(name="pref_rules", sealed=False, press=gathering.tell_rules, apart=True),
    Verb(name="pref_word", sealed=False, asks=table_setup.ask_word, takes=preferans_gathering.take_word),
)
_SHEET = (
    Verb(name="pref_hand", sealed=False, press=preferans_entry.open_entry, apart=True),
    Verb(name="pref_step", sealed=False, press=preferans_entry.press_step, private=True),
    Verb(name="pref_save", sealed=False, press=preferans_entry.press_save, private=True),
    Verb(name="pref_end", sealed=False, does=plainly(intents.end()), confirm=Confirm.ALWAYS),
)
_COMMANDS = tuple(
    Verb(name=f"preferans_{name}", sealed=False)
    for name in ("value", "table", "open", "hand", "edit", "undo", "correct", "score", "end")
)
VERBS = (*_GATHERING, *_SHEET, *_COMMANDS)
