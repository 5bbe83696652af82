"""What is known of one person and read at one look, as a card: ratings, records, points, last games, badges."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date

from bot.analysis.report import FEW
from bot.ladder.boards import Board
from bot.ladder.performance import Performance
from bot.ladder.players import Badge
from bot.ladder.tallies import Record, Sum, Tally
from bot.screens.ladder.common_words import BOARDS, joined, performance_words, rating_words, shown_variant, signed_words
from bot.screens.names import called
from bot.tables.ladder_pages import Profile
from bot.texts import N_, Texts
from render import Figure, PersonCard
from render.person import MOST_FIGURES

BADGES = {
    Badge.FIRST_WIN: N_("First win"),
    Badge.GAMMON: N_("Gammon"),
    Badge.BACKGAMMON: N_("Backgammon"),
    Badge.GIANT_SLAYER: N_("Giant-slayer: beat somebody 200 points ahead"),
    Badge.FIVE_IN_A_ROW: N_("Five in a row"),
    Badge.CUBE_ON_16: N_("Won with the cube on 16"),
    Badge.BOX_KEPT: N_("Kept the box for five games"),
    Badge.COMEBACK: N_("Comeback from nothing"),
    Badge.FLAWLESS: N_("A flawless game: PR below 2"),
}
_ROLES = {
    "box": N_("box"),
    "captain": N_("captain"),
    "partner": N_("partner"),
    "crew": N_("crew"),
}
#: Kinds of matches that are told; those played most come first.
_RECORDS = 6
#: Changes that make a line.
_FEWEST = 2


def person_card(profile: Profile, name: str, theme: str, day: Callable[[float], date], t: Texts) -> PersonCard | None:
    """Somebody's card, about the variant that was played most lately; None if there is nothing to draw."""
    player = profile.player
    points: tuple[tuple[float, float], ...] = ()
    rating, about, others = "", tuple[str, ...](), list(player.standings)
    if others:
        variant = profile.ratings[-1].variant if profile.ratings else others[0]
        others.remove(variant)
        rank, standing = profile.ranks.get(variant), player.standing(variant)
        rating = rating_words(standing.rating, provisional=player.tally.provisional(variant))
        placed = t("rank {rank}", rank=rank) if rank else ""
        experience = t("experience {number}", number=standing.experience)
        about = shown_variant(variant, t), joined((placed, experience))
        points = tuple(sorted({each.at: each.rating for each in profile.ratings if each.variant == variant}.items()))
        points = points if len(points) >= _FEWEST else ()
    whens = [at for at, _ in points]
    tally = player.tally
    played = _totals(tally, t), _roles(tally, t), _performance(tally.performance, t)
    rows = _ratings(profile, others, t), _records(tally, t), *played
    card = PersonCard(
        name=called(name),
        note=games_words(player.tally, t),
        rating=rating,
        about=about,
        points=points,
        ticks=tuple((at, t.day(day(at))) for at in (whens[0], whens[len(whens) // 2], whens[-1])) if whens else (),
        form=player.form,
        streak=t.many("longest run {number} win", "longest run {number} wins", player.best_streak),
        figures=tuple(filter(None, rows)),
        badges=tuple(t(words) for badge, words in BADGES.items() if badge.value in player.badges),
        theme=theme,
    )
    return card if card.rating or card.form or card.figures else None


def games_words(tally: Tally, t: Texts) -> str:
    """How much somebody has played."""
    return t.many("{number} finished game", "{number} finished games", tally.games)


def records(tally: Tally, t: Texts) -> list[tuple[str, Record]]:
    """What was won and lost, by kinds of matches; those played most come first."""
    kinds = sorted(tally.records.items(), key=lambda each: -each[1].won - each[1].lost)[:_RECORDS]
    return [(_kind(name, t), record) for name, record in kinds]


def _kind(name: str, t: Texts) -> str:
    variant, _, length = name.rpartition(" ")
    title = t("money") if length == "0" else t("to {length}", length=length)
    return title if variant == "backgammon" else f"{shown_variant(variant, t)} {title}"


def _ratings(profile: Profile, variants: list[str], t: Texts) -> tuple[Figure, ...]:
    """Those of other variants."""
    tally = profile.player.tally
    standings = [(each, profile.player.standing(each)) for each in variants[:MOST_FIGURES]]
    return tuple(
        Figure(shown_variant(variant, t), rating_words(standing.rating, provisional=tally.provisional(variant)))
        for variant, standing in standings
    )


def _records(tally: Tally, t: Texts) -> tuple[Figure, ...]:
    return tuple(Figure(words, f"{record.won}–{record.lost}") for words, record in records(tally, t)[:MOST_FIGURES])


def _totals(tally: Tally, t: Texts) -> tuple[Figure, ...]:
    """Points for money between two, and points a bet in chouettes."""
    points, bets = tally.total(Board.POINTS.value), tally.total(Board.BETS.value)
    found: list[Figure] = []
    if points.count:
        games = t.many("{number} game", "{number} games", points.count)
        found.append(Figure(t(BOARDS[Board.POINTS]), signed_words(points.points), games))
    if bets.count:
        found.append(_bets(t(BOARDS[Board.BETS]), bets, t))
    return tuple(found)


def _roles(tally: Tally, t: Texts) -> tuple[Figure, ...]:
    """Points a bet by role; who has had one role alone has been told already."""
    played = tally.bets.get(Board.BETS.value, {})
    found = [
        _bets(t(words), played[role], t) for role, words in _ROLES.items() if role in played and played[role].count
    ]
    return tuple(found) if len(found) > 1 else ()


def _performance(found: Performance, t: Texts) -> tuple[Figure, ...]:
    """How well was played in the games that were analysed. Of few decisions there is no rating."""
    if found.rating is None:
        return ()
    value = t("too few") if found.decisions < FEW else performance_words(found.rating, found.error, t)
    decisions = t.many("{number} decision", "{number} decisions", found.decisions)
    return (Figure(t(BOARDS[Board.PERFORMANCE]), value, decisions),)


def _bets(words: str, total: Sum, t: Texts) -> Figure:
    return Figure(words, signed_words(total.points / total.count), t.many("{number} bet", "{number} bets", total.count))
