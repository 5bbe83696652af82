"""Texts for server managers about striking or restoring games: confirmation and result."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.screens.buttons import GREY, RED, button, view
from bot.screens.custom_ids import Press
from bot.screens.fitting import torn
from bot.screens.ladder.common_words import NO_TABLE, joined, person, shown_computer, signed_words
from bot.screens.ladder.game_words import kind_words
from bot.tables.judging import Case, Ruling, checksum
from bot.texts import Texts

#: Games, and players, that are listed individually.
_LISTED, _NAMED = 8, 12
_QUOTED = "\n> "


def asked_words(games: Sequence[Case], reason: str, t: Texts, *, restoring: bool) -> str:
    """The games and their players, for confirmation. The reason stands at the end, as given."""
    number, table = len(games), games[0].fact.table
    if restoring:
        first = t.many(
            "**Does {number} game of table `{table}` count again?**",
            "**Do {number} games of table `{table}` count again?**",
            number, table=table,
        )  # fmt: skip
    else:
        first = t.many(
            "**Strike {number} game of table `{table}`?** It counts no more, neither for ratings nor for boards.",
            "**Strike {number} games of table `{table}`?** They count no more, neither for ratings nor for boards.",
            number, table=table,
        )  # fmt: skip
    more = number - _LISTED
    lines = [
        first,
        t("Played by: {people}", people=_people(games, t)),
        *(_line(each, t) for each in games[:_LISTED]),
        t.many("… and {number} more", "… and {number} more", more) if more > 0 else "",
        _of_league(games, t, restoring=restoring),
    ]
    return "\n".join(filter(None, lines)) + _QUOTED + reason


def reason_of(content: str) -> str:
    return torn(content.rpartition(_QUOTED)[2])


def _people(games: Sequence[Case], t: Texts) -> str:
    names: dict[str, None] = {}
    for each in games:
        computers = dict(each.fact.computers)
        for seat, user in each.people.items():
            names[shown_computer(computers[seat], t) if seat in computers else person(user, t)] = None
    left = len(names) - _NAMED
    return ", ".join(list(names)[:_NAMED]) + (f" +{left}" if left > 0 else "")


def _line(game: Case, t: Texts) -> str:
    fact = game.fact
    return joined((f"`{fact.table}-{fact.game}`", f"<t:{int(fact.ended_at)}:d>", kind_words(fact, t), _result(game, t)))


def _result(game: Case, t: Texts) -> str:
    """The winner of two players, and the points; empty for more players."""
    account = game.fact.account
    row = next((row for row in account.rows if row.points[0]), None)
    if account.score is None or row is None or row.payee not in game.people:
        return ""
    return f"{person(game.people[row.payee], t)} {signed_words(row.points[0] / row.points[1])}"


def _of_league(games: Sequence[Case], t: Texts, *, restoring: bool) -> str:
    if not any(each.fact.league and each.fact.account.winner is not None for each in games):
        return ""
    if restoring:
        return t("The match counts again in its league, unless it was replayed or the next round is drawn.")
    return t("The match is owed again in its league, unless that has gone on.")


def asked_view(games: Sequence[Case], game: int | None, t: Texts, *, restoring: bool) -> discord.ui.View:
    """The button that confirms it for exactly these games."""
    table, number = games[0].fact.table, len(games)
    if restoring:
        label, verb = t.many("Restore {number} game", "Restore {number} games", number), "restore"
    else:
        label, verb = t.many("Strike {number} game", "Strike {number} games", number), "strike"
    return view(
        [
            button(label, Press(verb, table, game or 0, checksum(games)), RED),
            button(t("Cancel"), Press("cancel", NO_TABLE, 0), GREY),
        ]
    )


def decided_words(table: str, ruling: Ruling, t: Texts, *, restoring: bool) -> str:
    """The result of the decision."""
    number = len(ruling.games)
    if restoring:
        first = t.many(
            "Restored: {number} game of table `{table}`. Everything is being counted with it.",
            "Restored: {number} games of table `{table}`. Everything is being counted with them.",
            number, table=table,
        )  # fmt: skip
    else:
        first = t.many(
            "Struck: {number} game of table `{table}`. Everything is being counted without it.",
            "Struck: {number} games of table `{table}`. Everything is being counted without them.",
            number, table=table,
        )  # fmt: skip
    return "\n".join((first, *(f"🏆 {t(fault.value)}" for fault in ruling.leagues)))
