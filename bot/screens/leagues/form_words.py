"""What differs from form to form in the words of a league: how it goes, a line of its table, a round."""

from __future__ import annotations

from bot.core import pace
from bot.league import Knockout, League, RoundRobin, Swiss
from bot.league.entries import DAY
from bot.league.rounds import STRETCH, UNANSWERED
from bot.league.standings import Line, standings
from bot.league.state import LATE
from bot.screens.ladder.common_words import signed_words
from bot.screens.names import plain
from bot.tables.held_league import HeldLeague
from bot.texts import Texts


def how_words(league: League, t: Texts) -> str:
    """How it goes."""
    form = league.form
    match form:
        case RoundRobin():
            return t.many(
                "Everybody of a division plays everybody else of it once, within {number} week.",
                "Everybody of a division plays everybody else of it once, within {number} weeks.",
                form.weeks,
            )
        case Knockout():
            how = t.many(
                "A knock-out: who has lost {number} match is out.",
                "A knock-out: who has lost {number} matches is out.",
                form.losses,
            )
            if form.byes_by_rating:
                how += " " + t("Byes go to the highest rated.")
        case Swiss():
            how = t("A Swiss: in each round everybody plays somebody with about as many wins, and nobody is out.")
            how += " " + _rounds_words(league, form, t)
    if days := form.days_a_round:
        how += " " + t.many("A round has {number} day.", "A round has {number} days.", days)
    return how


def _rounds_words(league: League, form: Swiss, t: Texts) -> str:
    rounds = league.planned or form.rounds
    if rounds:
        return t.many("There is {number} round.", "There are {number} rounds.", rounds)
    return t("How many rounds there are depends on how many take part.")


def unplayed_words(league: League, t: Texts) -> str:
    """What happens at the end of a round; empty if it has none of its own."""
    if not league.form.days_a_round:
        return ""
    how = {"hours": UNANSWERED // (pace.HOUR // pace.SECOND), "days": LATE // DAY,
           "stretch": STRETCH.per_turn // pace.HOUR}  # fmt: skip
    if league.form.lot_decides:
        return t(
            "When a round is over, a match that has not begun goes to whoever alone has challenged and got no answer "
            "for {hours} h, else the lot decides. One that has begun goes on for at most {days} days, at {stretch} h a "
            "turn; then whoever must act loses it.",
            **how,
        )
    return t(
        "When a round is over, a match that has not begun goes to whoever alone has challenged and got no answer for "
        "{hours} h, else both lose it. One that has begun goes on for at most {days} days, at {stretch} h a turn; "
        "then whoever must act loses it.",
        **how,
    )


def heading(league: League, t: Texts) -> str:
    """The heading of the round that is played."""
    if league.planned:
        return t("**Round {number} of {all}**", number=league.rounds, all=league.planned)
    return t("**Round {number}**", number=league.rounds)


def resting_words(league: League, people: str, t: Texts) -> str:
    """Who has the bye of a round."""
    if isinstance(league.form, Swiss):
        return t("A bye, which is a win: {people}.", people=people)
    return t("Through without a match: {people}.", people=people)


def pictured(league: League) -> tuple[Line, ...]:
    """The table that its one picture shows; nothing where several do, or a bracket."""
    tables = () if isinstance(league.form, Knockout) else standings(league)
    return tables[0] if len(tables) == 1 else ()


def place_words(held: HeldLeague, place: int, line: Line, t: Texts) -> str:
    """A line of the table of its form."""
    name, league = f"**{plain(held.person(line.seat).name, 30)}**", held.league
    match league.form:
        case Knockout():
            said = t("{place}. {name}: won {won}, lost {lost}", place=place, name=name, won=line.won, lost=line.lost)
            return " · ".join((said, t("out"))) if line.out else said
        case RoundRobin():
            said = t(
                "{place}. {name}: won {won}, lost {lost}, points {points}",
                place=place, name=name, won=line.won, lost=line.lost, points=signed_words(line.points),
            )  # fmt: skip
        case Swiss():
            said = t(
                "{place}. {name}: won {won}, lost {lost}, Buchholz {buchholz}, points {points}",
                place=place, name=name, won=line.won, lost=line.lost, buchholz=f"{line.buchholz:g}",
                points=signed_words(line.points),
            )  # fmt: skip
    open_ones = t.many("{number} match open", "{number} matches open", line.open) if line.open else ""
    return " · ".join(filter(None, (said, t("has left") if line.left else "", open_ones)))
