"""The text of a profile beside its card, and of a pair of members."""

from __future__ import annotations

from collections.abc import Sequence

import discord

from bot.ladder.tallies import Cubes, Tally
from bot.screens.buttons import GREY, button, view
from bot.screens.common_words import came_to
from bot.screens.custom_ids import Press
from bot.screens.faces import boards
from bot.screens.ladder.common_words import NO_TABLE, joined, number_words, person, shown_variant, signed_words
from bot.screens.ladder.person_card import games_words, records
from bot.screens.links import Links
from bot.tables.ladder_pages import Profile, Rival, Versus
from bot.texts import N_, Texts
from render.person import MOST_FIGURES


def profile_words(profile: Profile, t: Texts) -> str:
    """A member's profile on this server, except what the card shows."""
    tally = profile.player.tally
    lines = [
        f"**{person(profile.user, t)}** · " + games_words(tally, t),
        _records(tally, t),
        _together(profile, t),
        *(each.line(tally, t) for each in boards().values() if each.line),
        _cubes(tally.cubes, t),
        _gammons(tally, t),
        _rivals(t("Beats most:"), profile.victims, t),
        _rivals(t("Loses most to:"), profile.nemeses, t),
    ]
    return "\n".join(filter(None, lines))


def _records(tally: Tally, t: Texts) -> str:
    """Records that do not fit on the card."""
    said = [f"{words} **{record.won}–{record.lost}**" for words, record in records(tally, t)[MOST_FIGURES:]]
    return t("Won–lost: {records}", records=" · ".join(said)) if said else ""


def _together(profile: Profile, t: Texts) -> str:
    """Matches of two against two, and nights of chouettes."""
    doubles, said = profile.player.doubles, list[str]()
    if doubles.won or doubles.lost:
        said.append(t("two against two **{won}–{lost}**", won=doubles.won, lost=doubles.lost))
    if profile.nights:
        said.append(t("nights **{number}**, won **{won}**", number=profile.nights, won=profile.nights_won))
    return t("Together: {what}", what=" · ".join(said)) if said else ""


def _cubes(cubes: Cubes, t: Texts) -> str:
    kinds = (
        (N_("offered {number} that were taken"), cubes.accepted),
        (N_("offered {number} that were dropped"), cubes.refused),
        (N_("took {number}"), cubes.taken),
        (N_("dropped {number}"), cubes.dropped),
    )
    said = [came_to(t(words, number=each.count), each.points, t) for words, each in kinds if each.count]
    return t("Cubes: {cubes}", cubes=" · ".join(said)) if said else ""


def _gammons(tally: Tally, t: Texts) -> str:
    if not tally.wins:
        return ""
    share = number_words(100 * (tally.gammons + tally.backgammons) / tally.wins)
    return t("Gammons: {percent} % of games won by play or resignation", percent=share)


def _rivals(title: str, rivals: Sequence[Rival], t: Texts) -> str:
    if not rivals:
        return ""
    return f"{title} " + ", ".join(f"{person(each.user, t)} {each.won}–{each.lost}" for each in rivals)


def profile_view(user: int, links: Links, t: Texts) -> discord.ui.View:
    """The buttons of an ephemeral profile."""
    return view(
        [
            button(t("Games"), Press("games_page", NO_TABLE, 0, str(user)), GREY),
            button(t("Show everybody"), Press("profile_show", NO_TABLE, 0, str(user)), GREY),
            *links.items(t),
        ]
    )


def versus_words(versus: Versus, t: Texts) -> str:
    """The record of two members against each other."""
    one, other = person(versus.one, t), person(versus.other, t)
    lines = [
        f"**{one} – {other}**",
        t("Matches and games for money won: **{won}–{lost}**", won=versus.won, lost=versus.lost),
    ]
    if versus.points:
        lines.append(t("Points between them: {one} **{points}**", one=one, points=signed_words(versus.points)))
    for variant, (first, second) in versus.ratings.items():
        both = joined((f"{round(first)}–{round(second)}", f"({signed_words(round(first) - round(second))})"))
        lines.append(t("Rating, {variant}: **{rating}**", variant=shown_variant(variant, t), rating=both))
    return "\n".join(lines)


def versus_view(versus: Versus, t: Texts) -> discord.ui.View:
    """The button of an ephemeral record."""
    pair = f"{versus.one}/{versus.other}"
    return view([button(t("Show everybody"), Press("versus_show", NO_TABLE, 0, pair), GREY)])
