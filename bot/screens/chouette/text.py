"""Finished games of a chouette as a text file: rules, players, moves and cubes, ledger."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence

from bot.backgammon import Phase
from bot.chouette import MOST, Options, Reason, Row, in_points, rows
from bot.chouette.record import SessionStep
from bot.screens.chouette.house_words import begin_words
from bot.screens.chouette.option_words import all_rules
from bot.screens.chouette.replay import session_course, session_ending
from bot.screens.chouette.words import line_words, points_words
from bot.screens.names import Names, apart, label_names
from bot.tables.table import Table
from bot.texts import N_, Texts
from render.text import number

_REASONS: dict[Reason, str] = {
    Reason.PLAYED: N_("played out"),
    Reason.DROPPED: N_("cube dropped"),
    Reason.RESIGNED: N_("resigned"),
    Reason.SETTLED: N_("settled"),
    Reason.CLAIMED: N_("lost by silence"),
    Reason.EXTRA: N_("for an extra"),
    Reason.PARTNER: N_("the partner's share"),
}


def session_title(table: Table, game: str, t: Texts, name: Callable[[str], str] = apart) -> str:
    """The file's title; `name` formats a name."""
    names = [name(person.name) for person in table.people.seats]
    people = ", ".join(names[:MOST]) + (f" + {len(names) - MOST}" if len(names) > MOST else "")
    return t("{game}: a chouette of {people}", game=game, people=people)


def session_text(table: Table, game: str, games: Mapping[int, Sequence[SessionStep]], t: Texts) -> str:
    """The text of these finished games, by number; `game`: the id of the whole."""
    # Markup of messages is plain text in a file.
    rules = [line.replace("**", "").replace("`", "") for line in all_rules(table.setup_of(Options), t)]
    head = "\n".join([session_title(table, game, t), *rules])
    names = label_names(table)
    return "\n\n".join([head, *("\n".join(_game(number, games[number], names, t)) for number in games)]) + "\n"


def _game(number: int, steps: Sequence[SessionStep], names: Names, t: Texts) -> Iterator[str]:
    end = steps[-1][2]
    # Before the first roll, everyone has the role of this game, including the partner.
    began = next((before for before, _, after in steps if after.game.phase is not Phase.OPENING), end)
    there = (*end.game.line, *(() if end.game.partner is None else (end.game.partner,)))
    yield t("Game {number}. {line}", number=number, line=line_words(there, began, names, t))
    if begin := begin_words(end.game, t):
        yield f"  {begin}."
    for words in session_course(steps, names, t, named=True):
        yield f"  {words}"
    yield session_ending(steps, names, t)
    for row in rows(end.game, number):
        yield f"  {_row(row, end.unit, names, t)}"
    balances = points_words(((seat, player.points) for seat, player in enumerate(end.players)), end.unit, names)
    yield t("Balance: {balances}.", balances=balances)


def _row(row: Row, unit: int, names: Names, t: Texts) -> str:
    points = number(in_points(row.points, unit))
    paid = t("{payer} pays {payee} {points}", payer=names(row.payer), payee=names(row.payee), points=points)
    return f"{paid} ({t(_REASONS[row.reason])})"
