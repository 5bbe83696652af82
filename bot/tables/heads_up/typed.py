"""What a table of two holds, by its own types. Neither is asked of the table of another game."""

from __future__ import annotations

from bot.backgammon import Match, Rules
from bot.tables.table import Table


def rules_of(table: Table) -> Rules:
    """The rules that were agreed on."""
    rules = table.about.setup
    assert isinstance(rules, Rules)
    return rules


def match_of(table: Table) -> Match:
    """The match or money session, which must have begun."""
    assert isinstance(table.state, Match)
    return table.state
