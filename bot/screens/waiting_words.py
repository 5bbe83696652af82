"""The list of what waits for one person: tables, matches owed in leagues, answers owed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from typing import NamedTuple

import discord

from bot import limits
from bot.screens.buttons import GREY, button, link_button, message_link, pager, view
from bot.screens.clock_words import rests_words
from bot.screens.custom_ids import Press
from bot.screens.faces import face_of
from bot.screens.fitting import shortened
from bot.screens.names import MOST, plain
from bot.screens.waits_words import proposed_words
from bot.tables.held_league import Debt
from bot.tables.table import Stage, Table
from bot.tables.waiting import A_PAGE, Entry, TableWait, WaitingPage
from bot.tables.waits import Wait
from bot.texts import N_, Texts

#: The name of a server, of direct messages with 0; empty where it is not known.
Servers = Callable[[int], str]


class _Brevity(NamedTuple):
    """Characters of a name, and whether servers are named, and scores."""

    name: int = 8
    servers: bool = False
    scores: bool = True


#: What is tried in turn until the list is short enough.
_BREVITIES = (*(_Brevity(most, servers=True) for most in (32, 20, 12, 8)), _Brevity(), _Brevity(scores=False))
#: People of a table who are named.
_NAMED = 2
_NO_TABLE = "0"

_TITLES = {
    Wait.MUST: N_("**You must act**"),
    Wait.OTHERS: N_("**Others must act**"),
    None: N_("**Matches you owe in leagues**"),
    Wait.ANSWER: N_("**Answers you owe**"),
}


def waiting_words(page: WaitingPage, here: int | None, servers: Servers, t: Texts, most: int = limits.MESSAGE) -> str:
    """A page of the list, of at most so many characters. Of what is `here` (a server; 0: direct messages) is not said
    where it is.
    """
    if not page.total:
        return t("Nothing waits for you.")
    words = ""
    for brevity in _BREVITIES:
        words = "\n".join(_lines(page, here, servers, brevity, t))
        if len(words) <= most:
            break
    return shortened(words, most)


def _lines(page: WaitingPage, here: int | None, servers: Servers, brevity: _Brevity, t: Texts) -> Iterator[str]:
    numbered = enumerate(page.entries, page.number * A_PAGE + 1)
    for kind, entries in groupby(numbered, lambda each: _kind(each[1])):
        yield t(_TITLES[kind])
        for number, entry in entries:
            words, guild = _words(entry, brevity, t)
            name = servers(guild) if brevity.servers and guild != here else ""
            server = plain(name, brevity.name) if name else ""
            yield f"**{number}.** {words}" + (f"\n-# {server}" if server else "")
    if any(isinstance(each, TableWait) and each.wait is not Wait.ANSWER for each in page.entries):
        yield t("-# The time: when a game may be claimed or, by a clock, is lost.")


def _kind(entry: Entry) -> Wait | None:
    return entry.wait if isinstance(entry, TableWait) else None


def _words(entry: Entry, brevity: _Brevity, t: Texts) -> tuple[str, int]:
    """An entry in words, and its server."""
    if isinstance(entry, Debt):
        held, most = entry.held, brevity.name
        league = f"[{plain(held.name, most)}]({message_link(held.guild, held.channel, held.screen.message)})"
        return _joined(f"**{plain(entry.opponent.name, most)}**", league), held.guild
    table = entry.table.public
    paused = table.state is not None and table.state.paused
    proposed = entry.wait is Wait.ANSWER and table.stage is not Stage.CHALLENGE
    if paused:
        asked = t("paused")
    else:
        asked = proposed_words(table, entry.seat, t) if proposed else face_of(table).awaited(table, t)
    return _joined(
        ", ".join(_others(table, entry.seat, brevity.name)),
        face_of(table).standing(table, entry.seat, t) if brevity.scores else "",
        f"[{asked}]({message_link(table.about.guild, table.channel, table.screen.message)})",
        "" if paused or proposed else _by_when(entry, t),
    ), table.about.guild


def _by_when(entry: TableWait, t: Texts) -> str:
    rests = entry.table.rests_until
    return f"<t:{int(entry.until)}:R>" if rests is None else rests_words(rests, t)


def next_screen(entry: TableWait, t: Texts) -> tuple[str, discord.ui.View]:
    """The table that waits next for somebody who has just played elsewhere, and the way there."""
    table = entry.table.public
    words = _joined(", ".join(_others(table, entry.seat, MOST)), face_of(table).standing(table, entry.seat, t))
    there = link_button(t("Next"), message_link(table.about.guild, table.channel, table.screen.message))
    return t("Played. Next waits: {table}", table=words), view([there])


def _joined(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _others(table: Table, seat: int, most: int) -> list[str]:
    """Those with whom somebody plays: so many by name, and the number of the others."""
    names = [f"**{plain(each.name, most)}**" for other, each in enumerate(table.people.seats) if other != seat]
    return names if len(names) <= _NAMED else [*names[: _NAMED - 1], f"+{len(names) - _NAMED + 1}"]


def waiting_view(page: WaitingPage, t: Texts) -> discord.ui.View:
    """The buttons to other pages, and to look again."""
    turn = Press("waiting", _NO_TABLE, page.number)
    again = button(t("Look again"), turn._replace(extra=f"{page.number}"), GREY, "🔄")
    return view([*(pager(turn._replace(extra="to"), page.number, page.pages, t) if page.pages > 1 else ()), again])
