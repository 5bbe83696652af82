"""What a table of a chouette holds, by its own types. Both raise `Illegal` at the table of another game."""

from __future__ import annotations

from bot.backgammon import Illegal
from bot.chouette import ChouetteFault, Options, Session
from bot.tables.table import Table


def options_of(table: Table) -> Options:
    """The rules that were agreed on."""
    options = table.about.setup
    if not isinstance(options, Options):
        raise Illegal(ChouetteFault.NOT_A_CHOUETTE)
    return options


def session_of(table: Table) -> Session:
    """The session, which must have begun."""
    options_of(table)
    if not isinstance(table.state, Session):
        raise Illegal(ChouetteFault.NOT_BEGUN)
    return table.state
