"""The verbs of leagues. Their presses name a league in place of a table, and a pairing in place of a question."""

from __future__ import annotations

from bot.cogs import league
from bot.cogs.verbs import Verb

VERBS = (
    *(Verb(name=f"league_{name}", sealed=False) for name in ("open", "knockout", "pairings", "end", "hosts")),
    Verb(name="league_join", sealed=False, press=league.join, apart=True),
    Verb(name="league_leave", sealed=False, press=league.leave, apart=True),
    Verb(name="league_start", sealed=False, press=league.start, apart=True),
    Verb(name="league_table", sealed=False, press=league.show_table, apart=True),
    Verb(name="league_again", sealed=False, press=league.press_again, private=True),
    Verb(name="league_mine", sealed=False, press=league.show_debts, apart=True, logged="league_pairings"),
    Verb(name="league_play", sealed=False, press=league.press_play, private=True),
)
