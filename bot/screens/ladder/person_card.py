"""A member's profile card: ratings, records, points, last games, badges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import date

from bot.ladder.performance import ENOUGH, CoursePoint
from bot.ladder.players import Badge
from bot.ladder.tallies import Tally, WinLoss
from bot.screens.faces import boards
from bot.screens.ladder.common_words import joined, performance_words, rating_words, shown_variant
from bot.screens.names import called
from bot.tables.ladder_pages import Profile
from bot.texts import N_, Texts
from render import Figure, PersonCard, Progress
from render.person import MOST_FIGURES, MOST_ROWS

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
#: Kinds of matches shown; those played most first.
_RECORDS = 6
#: Rating changes required for a chart, and last games for their row where no rating stands beside them.
_FEWEST, _FEWEST_LAST = 2, 3


def person_card(
    profile: Profile,
    name: str,
    theme: str,
    day: Callable[[float], date],
    t: Texts,
    course: Sequence[CoursePoint] = (),
) -> PersonCard | None:
    """A member's card, about the variant rated most recently, with the `course` of their performance rating; None if
    there is nothing to draw.
    """
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
    form = player.form if rating or len(player.form) >= _FEWEST_LAST else ""
    tally = player.tally
    told = boards().values()
    totals = tuple(figure for each in told if each.totalled for figure in each.figures(tally, t))[:MOST_FIGURES]
    rows = _ratings(profile, others, t), _records(tally, t), totals, *(each.row(tally, t) for each in told if each.row)
    card = PersonCard(
        name=called(name),
        note=games_words(player.tally, t),
        rating=rating,
        about=about,
        points=points,
        ticks=_ticks(points, day, t),
        form=form,
        streak=t.many("longest run {number} win", "longest run {number} wins", player.best_streak) if form else "",
        figures=tuple(tuple(row) for row in rows if row)[:MOST_ROWS],
        badges=tuple(t(words) for badge, words in BADGES.items() if badge.value in player.badges),
        progress=_progress(course, day, t),
        theme=theme,
    )
    return card if card.rating or card.form or card.figures or card.progress else None


def _ticks(
    points: Sequence[tuple[float, float]], day: Callable[[float], date], t: Texts
) -> tuple[tuple[float, str], ...]:
    """The days of the first, the middle and the last point."""
    whens = [at for at, _ in points]
    return tuple((at, t.day(day(at))) for at in (whens[0], whens[len(whens) // 2], whens[-1])) if whens else ()


def _progress(course: Sequence[CoursePoint], day: Callable[[float], date], t: Texts) -> Progress | None:
    """The course of the performance rating, with how many decisions it is over until they are enough."""
    if len(course) < _FEWEST:
        return None
    points, last = tuple((each.at, each.rating) for each in course), course[-1]
    best = best_of(course)
    first, lowest = (performance_words(each.rating, None, t) for each in (course[0], course[best]))
    return Progress(
        title=t("PR over the last {number} decisions", number=ENOUGH)
        if last.full
        else t.many("PR over {number} decision so far", "PR over {number} decisions so far", last.decisions),
        value=performance_words(last.rating, None, t),
        points=points,
        note=t("{first} at first · {best} at best", first=first, best=lowest),
        ticks=_ticks(points, day, t),
        decimal=performance_words(0, None, t)[1],
        best=best,
    )


def best_of(course: Sequence[CoursePoint]) -> int:
    """The place of the best point over enough decisions, the latest of equals; without such points of the best one."""
    enough = [place for place, each in enumerate(course) if each.full] or range(len(course))
    return min(reversed(enough), key=lambda place: course[place].rating)


def games_words(tally: Tally, t: Texts) -> str:
    return t.many("{number} finished game", "{number} finished games", tally.games)


def records(tally: Tally, t: Texts) -> list[tuple[str, WinLoss]]:
    """Wins and losses by kind of match; those played most first."""
    kinds = sorted(tally.records.items(), key=lambda each: -each[1].won - each[1].lost)[:_RECORDS]
    return [(_kind(name, t), record) for name, record in kinds]


def _kind(name: str, t: Texts) -> str:
    variant, _, length = name.rpartition(" ")
    title = t("money") if length == "0" else t("to {length}", length=length)
    return title if variant == "backgammon" else f"{shown_variant(variant, t)} {title}"


def _ratings(profile: Profile, variants: list[str], t: Texts) -> tuple[Figure, ...]:
    """The ratings in other variants."""
    tally = profile.player.tally
    standings = [(each, profile.player.standing(each)) for each in variants[:MOST_FIGURES]]
    return tuple(
        Figure(shown_variant(variant, t), rating_words(standing.rating, provisional=tally.provisional(variant)))
        for variant, standing in standings
    )


def _records(tally: Tally, t: Texts) -> tuple[Figure, ...]:
    return tuple(Figure(words, f"{record.won}–{record.lost}") for words, record in records(tally, t)[:MOST_FIGURES])
