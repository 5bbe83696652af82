"""What is known of one person, and of two people, in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

import discord

from bot.ladder.boards import Board
from bot.ladder.players import Badge
from bot.ladder.tallies import Cubes, Record, Sum, Tally
from bot.screens.buttons import GREY, button, view
from bot.screens.custom_ids import Press
from bot.screens.ladder.common_words import (
    NO_TABLE,
    joined,
    number_words,
    person,
    rating_words,
    shown_variant,
    signed_words,
)
from bot.screens.names import called
from bot.tables.ladder_pages import Profile, Rival, Versus
from bot.texts import N_, Texts
from render import Chart

BADGES = {
    Badge.FIRST_WIN: ("🥇", N_("First win")),
    Badge.GAMMON: ("⚡", N_("Gammon")),
    Badge.BACKGAMMON: ("💥", N_("Backgammon")),
    Badge.GIANT_SLAYER: ("🗡️", N_("Giant-slayer: beat somebody 200 points ahead")),
    Badge.FIVE_IN_A_ROW: ("🔥", N_("Five in a row")),
    Badge.CUBE_ON_16: ("🎲", N_("Won with the cube on 16")),
    Badge.BOX_KEPT: ("📦", N_("Kept the box for five games")),
    Badge.COMEBACK: ("🚀", N_("Comeback from nothing")),
}
_ROLES = {
    "box": N_("box"),
    "captain": N_("captain"),
    "partner": N_("partner"),
    "crew": N_("crew"),
    "white": N_("light"),
    "black": N_("dark"),
}
#: Kinds of matches that are told; those played most come first.
_RECORDS = 6
#: Changes that make a chart.
_FEWEST = 2


def profile_words(profile: Profile, t: Texts) -> str:
    """All that is known of somebody on this server."""
    player = profile.player
    tally = player.tally
    lines = [
        f"**{person(profile.user, t)}** · " + t.many("{number} finished game", "{number} finished games", tally.games),
        *_ratings(profile, t),
        *_records(tally, t),
        *_points(tally, t),
        _chouette(tally, t),
        _cubes(tally.cubes, t),
        _gammons(tally, t),
        _streaks(profile, t),
        _rivals(t("Beats most:"), profile.victims, t),
        _rivals(t("Loses most to:"), profile.nemeses, t),
        _badges(profile, t),
    ]
    return "\n".join(filter(None, lines))


def rating_chart(profile: Profile, name: str, theme: str, day: Callable[[float], date], t: Texts) -> Chart | None:
    """How the rating has changed in the variant that was played most lately; None before it has changed twice."""
    if not profile.ratings:
        return None
    variant = profile.ratings[-1].variant
    points: dict[float, float] = {each.at: each.rating for each in profile.ratings if each.variant == variant}
    if len(points) < _FEWEST:
        return None
    whens = sorted(points)
    ticks = tuple((at, t.day(day(at))) for at in (whens[0], whens[len(whens) // 2], whens[-1]))
    return Chart(
        title=called(name),
        points=tuple(sorted(points.items())),
        note=shown_variant(variant, t),
        ticks=ticks,
        theme=theme,
    )


def _ratings(profile: Profile, t: Texts) -> list[str]:
    lines: list[str] = []
    for variant, standing in profile.player.standings.items():
        rank = profile.ranks.get(variant)
        lines.append(
            t(
                "Rating, {variant}: **{rating}**",
                variant=shown_variant(variant, t),
                rating=rating_words(standing.rating, provisional=standing.provisional),
            )
            + (" · " + t("rank {rank}", rank=rank) if rank else "")
            + " · "
            + t("experience {number}", number=standing.experience)
        )
    return lines


def _records(tally: Tally, t: Texts) -> list[str]:
    kinds = sorted(tally.records.items(), key=lambda each: -each[1].won - each[1].lost)[:_RECORDS]
    said = [_record(name, record, t) for name, record in kinds]
    return [t("Won–lost: {records}", records=" · ".join(said))] if said else []


def _record(name: str, record: Record, t: Texts) -> str:
    variant, _, length = name.rpartition(" ")
    title = t("money") if length == "0" else t("to {length}", length=length)
    other = "" if variant == "backgammon" else f"{shown_variant(variant, t)} "
    return f"{other}{title} **{record.won}–{record.lost}**"


def _points(tally: Tally, t: Texts) -> list[str]:
    total = tally.total(Board.POINTS.value)
    if not total.count:
        return []
    games = t.many("{number} game", "{number} games", total.count)
    return [t("For money: **{points}** in {games}", points=signed_words(total.points), games=games)]


def _chouette(tally: Tally, t: Texts) -> str:
    total = tally.total(Board.BETS.value)
    if not total.count:
        return ""
    roles = tally.bets[Board.BETS.value].items()
    parts = [f"{t(_ROLES[role]) if role in _ROLES else role} {_a_bet(each)}" for role, each in roles if each.count]
    bets = t.many("{number} bet", "{number} bets", total.count)
    return t("Chouette: **{points}** a bet in {bets} ({roles})",
             points=_a_bet(total), bets=bets, roles=", ".join(parts))  # fmt: skip


def _a_bet(total: Sum) -> str:
    return signed_words(total.points / total.count) if total.count else "±0"


def _cubes(cubes: Cubes, t: Texts) -> str:
    kinds = (
        (t("offered and taken"), cubes.accepted),
        (t("offered and dropped"), cubes.refused),
        (t("taken"), cubes.taken),
        (t("dropped"), cubes.dropped),
    )
    said = [f"{words} {each.count} ({signed_words(each.points)})" for words, each in kinds if each.count]
    return t("Cubes: {cubes}", cubes=", ".join(said)) if said else ""


def _gammons(tally: Tally, t: Texts) -> str:
    if not tally.wins:
        return ""
    share = number_words(100 * (tally.gammons + tally.backgammons) / tally.wins)
    return t("Gammons: {percent} % of games won on the board", percent=share)


def _streaks(profile: Profile, t: Texts) -> str:
    player = profile.player
    if not player.form:
        return ""
    form = "".join("🟢" if each == "1" else "🔴" for each in player.form)
    longest = t.many("longest run {number} win", "longest run {number} wins", player.best_streak)
    return t("Last games: {form}", form=form) + " · " + longest


def _rivals(title: str, rivals: Sequence[Rival], t: Texts) -> str:
    if not rivals:
        return ""
    return f"{title} " + ", ".join(f"{person(each.user, t)} {each.won}–{each.lost}" for each in rivals)


def _badges(profile: Profile, t: Texts) -> str:
    earned = [f"{emoji} {t(words)}" for badge, (emoji, words) in BADGES.items() if badge.value in profile.player.badges]
    return t("Badges: {badges}", badges=" · ".join(earned)) if earned else ""


def profile_view(user: int, t: Texts) -> discord.ui.View:
    """The buttons under what one person sees alone."""
    return view(
        [
            button(t("Games"), Press("games_page", NO_TABLE, 0, str(user)), GREY),
            button(t("Show everybody"), Press("profile_show", NO_TABLE, 0, str(user)), GREY),
        ]
    )


def versus_words(versus: Versus, t: Texts) -> str:
    """What two people have come to against each other."""
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
    """The button under what one person sees alone."""
    pair = f"{versus.one}/{versus.other}"
    return view([button(t("Show everybody"), Press("versus_show", NO_TABLE, 0, pair), GREY)])
