"""What is asked once more before it is done to a league: leaving it, and calling it off."""

from __future__ import annotations

import discord

from bot.core.actions import Seat
from bot.screens.buttons import GREY, RED, button, view
from bot.screens.custom_ids import Press
from bot.screens.names import plain
from bot.tables.held_league import HeldLeague
from bot.texts import Texts


def leaving_words(held: HeldLeague, seat: Seat, t: Texts, *, own: bool) -> str:
    """Whether a seat is to leave, and what that brings about; `own`: its member is asked."""
    league, name = held.league, plain(held.name)
    asked = t("Leave **{name}**?", name=name)
    if not own:
        asked = t("Take **{who}** out of **{name}**?", who=plain(held.person(seat).name), name=name)
    if league.started_at is None:
        return asked
    if league.leaves_early(seat):
        then = t("Fewer than half of these matches have been played, so none of them counts for anybody in the table.")
    else:
        then = t("Matches that are still owed are lost.")
    return " ".join((asked, then, t("There is no way back into a league that runs.")))


def ending_words(held: HeldLeague, t: Texts) -> str:
    """Whether it is to be called off."""
    asked = t("Call **{name}** off? It is over then, and stays so.", name=plain(held.name))
    if not (owed := len(held.league.open_pairings)):
        return asked
    return f"{asked} " + t.many("{number} match is still open.", "{number} matches are still open.", owed)


def sure_view(verb: str, held: HeldLeague, t: Texts, seat: Seat = 0) -> discord.ui.View:
    """The button that does it, by this verb, and one that does not."""
    return view(
        [
            button(t("Confirm"), Press(verb, held.id, seat), RED),
            button(t("Cancel"), Press("cancel", held.id, 0), GREY),
        ]
    )
