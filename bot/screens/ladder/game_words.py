"""A member's finished games as a list, and the page of one."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from fractions import Fraction

import discord

from bot.ladder.facts import Fact
from bot.ladder.fold import decided_by
from bot.ladder.tallies import rates
from bot.screens.buttons import BLUE, Item, button, choice, pager, select, view
from bot.screens.custom_ids import Press
from bot.screens.face import AnyFace
from bot.screens.faces import boards
from bot.screens.ladder.common_words import NO_TABLE, joined, person, shown_computer, signed_words, unusual_variant
from bot.screens.names import apart, plain
from bot.tables.ladder_pages import GamePage, ListedGame
from bot.texts import Texts

#: Opponents named in a line.
_NAMED = 2
_REASON = 40


def games_words(page: GamePage, t: Texts, *, direct: bool = False) -> str:
    """A page of a member's games on a server, or of those in `direct` messages."""
    title = t("**Games in direct messages**") if direct else t("**Games of {who}**", who=person(page.user, t))
    if not page.games:
        return f"{title}\n" + (t("None is finished yet.") if direct else t("None is finished yet on this server."))
    last = t("-# page {number} of {all}", number=page.page + 1, all=page.pages) if page.pages > 1 else ""
    return "\n".join(filter(None, (title, *(_line(game, t) for game in page.games), last)))


def _line(game: ListedGame, t: Texts) -> str:
    fact = game.fact
    there = dict(fact.computers)
    # Of two against two the opponents come before the partner.
    listed = sorted(game.people.items(), key=lambda each: fact.side(each[0]) == fact.side(game.seat))
    others = [shown_computer(there[seat], t) if seat in there else person(user, t) for seat, user in listed][:_NAMED]
    more = len(game.people) - len(others)
    with_whom = ", ".join(others) + (f" +{more}" if more else "")
    words = joined((f"`{fact.table}-{fact.game}`", f"<t:{int(fact.ended_at)}:d>", kind_words(fact, t), with_whom,
                    f"**{signed_words(points(game))}**", _won(game, t)))  # fmt: skip
    if game.restored is not None:
        return joined((words, t("restored: {reason}", reason=plain(game.restored, _REASON))))
    if game.struck is None:
        return words
    return f"~~{words}~~ " + t("struck: {reason}", reason=plain(game.struck, _REASON))


def kind_words(fact: Fact, t: Texts) -> str:
    """What kind of game it was, and whether it was rated."""
    account = fact.account
    words = boards().get(account.board or "")
    if words is not None and words.played is not None:
        return joined((words.played(account, t), t("with a bank") if fact.contest else ""))
    # Only decided games can lack plays.
    soon = fact.rated and decided_by(fact) is not None and not rates(fact)
    rated = t("too few plays") if soon else t("rated") if fact.rated else ""
    length = t("to {length}", length=account.length) if account.length else t("money")
    return joined((unusual_variant(account.variant, t), length, rated))


def _won(game: ListedGame, t: Texts) -> str:
    winner = game.fact.account.winner
    if winner is None:
        return ""
    return t("match won") if winner == game.fact.side(game.seat) else t("match lost")


def points(game: ListedGame) -> Fraction:
    """The points of a game for the member of the list."""
    total, seat = Fraction(0), game.fact.side(game.seat)
    for row in game.fact.account.rows:
        if seat in (row.payer, row.payee):
            total += Fraction(*row.points) * (1 if row.payee == seat else -1)
    return total


def games_view(
    page: GamePage, names: Mapping[int, str], zone: Mapping[int, date], t: Texts, more: Sequence[Item] = ()
) -> discord.ui.View:
    """A select of games, buttons to other pages, and `more` items. `zone`: the day of each, by its entry."""
    if not page.games:
        return view(more)
    choices = [
        choice(
            joined((f"{game.fact.table}-{game.fact.game}", t.day(zone[game.number]), _names(game, names, t))),
            f"{game.fact.table}-{game.fact.game}",
        )
        for game in page.games
    ]
    items: list[Item] = [select(t("Which game?"), Press("games_pick", NO_TABLE, page.page, str(page.user)), choices)]
    if page.pages > 1:
        turn = Press("games_page", NO_TABLE, page.page, f"{page.user}/")
        items += pager(turn, page.page, page.pages, t, row=1)
    return view([*items, *more])


def _names(game: ListedGame, names: Mapping[int, str], t: Texts) -> str:
    there = dict(game.fact.computers)
    others = [shown_computer(there[seat], t) for seat in game.people if seat in there]
    others += [apart(names[user]) if user in names else t("a player") for user in game.people.values() if user]
    return ", ".join(others[:_NAMED]) or t("a player")


def game_view(game: str, face: AnyFace, t: Texts) -> discord.ui.View:
    """The buttons of a game: replay and analysis, if it has a board; and its file."""
    table, _, number = game.partition("-")
    items: list[Item] = []
    if face.replays:
        items.append(button(t("Replay"), Press("game_replay", table, int(number)), BLUE))
        items.append(button(t("Analyse"), Press("analyze", table, int(number)), emoji="🔍"))
    kinds = [choice(t(words), kind, f".{kind}") for kind, words in face.kinds.items()]
    if kinds:
        items.append(select(t("Which file?"), Press("game_export", table, int(number)), kinds, row=1))
    return view(items)
