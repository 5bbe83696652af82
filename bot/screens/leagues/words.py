"""Texts of a league: its message, owed matches, tables, and new chapters."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import discord

from bot.core import pace
from bot.core.actions import Seat
from bot.league import Decided, Extended, Moved, Pairing, TimeUp, Why
from bot.league.entries import DAY
from bot.league.rounds import STRETCH
from bot.league.standings import standings
from bot.league.state import HOLIDAY_DAYS
from bot.screens.buttons import BLUE, GREEN, GREY, button, view
from bot.screens.custom_ids import Press
from bot.screens.fitting import fitted, pages
from bot.screens.leagues.footnotes import LOT, by_lot, footnotes
from bot.screens.leagues.form_words import heading, how_words, pictured, place_words, resting_words, unplayed_words
from bot.screens.names import apart, plain
from bot.screens.pace_words import league_pace_words
from bot.tables.held_league import Debt, HeldLeague
from bot.texts import N_, Texts

#: Matches with a button each.
_MOST_BUTTONS = 20
#: Mentions per message.
_MOST_MENTIONED = 40


def league_words(held: HeldLeague, t: Texts, *, aloud: bool = False) -> str:
    """The message of a league; `aloud`: it mentions those who have to play now."""

    def said(most: int) -> tuple[tuple[()], list[str]]:
        calls = _call(held, t) if aloud else ""
        rule = unplayed_words(held.league, t) if held.league.started_at is None else ""
        return (), [*terms(held, t), rule, *_state(held, most, t), calls, _small_print(held, t)]

    return fitted(said)


def terms(held: HeldLeague, t: Texts) -> list[str]:
    """The format and the rules."""
    opened, how = held.league.opened, how_words(held.league, t)
    first = t.many(
        "🏆 **{name}**: {variant}, matches to {number} point.",
        "🏆 **{name}**: {variant}, matches to {number} points.",
        opened.length, name=plain(opened.name), variant=t(opened.variant),
    )  # fmt: skip
    time, days = league_pace_words(held.league.pace, t), held.league.holiday_days
    away = t("Holidays do not count.")
    if days:
        away = t.many("{number} day of a holiday counts.", "{number} days of a holiday count.", days)
    if days == HOLIDAY_DAYS:
        away = ""
    return [first, " ".join(filter(None, (how, time, away, "" if opened.rated else t("Not rated."))))]


def _state(held: HeldLeague, most: int, t: Texts) -> Iterable[str]:
    league = held.league
    if league.over:
        yield _result(held, most, t)
    elif league.started_at is None:
        names = ", ".join(plain(held.person(seat).name, most) for seat in league.present)
        count = len(league.present)
        joined = t.many("{number} has joined: {names}", "{number} have joined: {names}", count, names=names)
        yield joined if count else t("Nobody has joined yet.")
    elif league.form.in_rounds:
        yield " · ".join(filter(None, (heading(league, t), _end_words(held, t))))
        yield from (_pair(held, each, most, t) for each in league.pairings if each.group == league.rounds - 1)
        if resting := league.rests[-1] if league.rests else ():
            yield resting_words(league, t.listed(_bold(held, seat, most) for seat in resting), t)
    else:
        assert league.ends_at is not None
        yield t(
            "{done} of {all} matches are played. Ends <t:{end}:R>.",
            done=sum(each.result is not None for each in league.counted), all=len(league.counted),
            end=int(league.ends_at),
        )  # fmt: skip
    yield from footnotes(held, pictured(league), t)


def _end_words(held: HeldLeague, t: Texts) -> str:
    current, ends = held.league.current, held.league.time_up
    if current is None or ends is None:
        return ""
    if current.late_until is None:
        return t("ends <t:{end}:R>", end=int(ends))
    return t("what has begun ends <t:{end}:R>", end=int(ends))


def _pair(held: HeldLeague, pairing: Pairing, most: int, t: Texts) -> str:
    one, other = (plain(held.person(seat).name, most) for seat in pairing.seats)
    if pairing.result is None:
        return f"{one} – {other}"
    if pairing.result.winner == pairing.one:
        one = f"**{one}**"
    elif pairing.result.winner == pairing.other:
        other = f"**{other}**"
    why = pairing.result.why
    return f"{one} {score(pairing)} {other}" + (f" · {t(_WHY[why])}" if why else "")


_WHY = {
    Why.CHALLENGE: N_("no answer"),
    Why.LOT: N_("by lot"),
    Why.CLOCK: N_("time is up"),
    Why.HOST: N_("decided"),
    Why.NEITHER: N_("both lose"),
}


def score(pairing: Pairing) -> str:
    """The score of a decided match, the points of its first seat first."""
    assert pairing.result is not None
    more, less = pairing.result.points if pairing.result.game else (1, 0)
    if not pairing.result.game:
        return " : ".join("+" if pairing.result.winner == seat else "–" for seat in pairing.seats)
    return f"{more}:{less}" if pairing.result.winner == pairing.one else f"{less}:{more}"


def _result(held: HeldLeague, most: int, t: Texts) -> str:
    league = held.league
    if league.started_at is None:
        return t("It was called off.")
    firsts = [lines[0] for lines in standings(league) if lines and not lines[0].out]
    if not firsts or not league.has_winner:
        return t("It is over without a winner.")
    names = [_bold(held, line.seat, most) for line in firsts]
    if len(names) == 1:
        return t("It is over. The winner: {name} 🎉", name=names[0])
    return t("It is over. The winners of the divisions, the highest first: {names} 🎉", names=t.listed(names))


def _bold(held: HeldLeague, seat: Seat, most: int) -> str:
    return f"**{plain(held.person(seat).name, most)}**"


def _small_print(held: HeldLeague, t: Texts) -> str:
    return t("-# League `{league}`, opened by {name}", league=held.id, name=plain(held.host.name))


def league_buttons(held: HeldLeague, now: float, t: Texts) -> discord.ui.View:
    """The buttons of a league's message."""
    league = held.league

    def press(verb: str) -> Press:
        return Press(f"league_{verb}", held.id, 0)

    if league.over:
        return view([button(t("Table"), press("table"), GREY, "📋")] if league.started_at is not None else [])
    join = [button(t("Join"), press("join"), GREEN)] if league.may_join(now) else []
    if league.started_at is None:
        return view([*join, button(t("Leave"), press("leave")), button(t("Start"), press("start"), BLUE)])
    mine, shown = button(t("My matches"), press("mine"), BLUE), button(t("Table"), press("table"), GREY, "📋")
    return view([mine, *join, shown])


# Ephemeral messages


def again_button(held: HeldLeague, t: Texts) -> discord.ui.View:
    """The button below a post that Discord has refused."""
    return view([button(t("Try again"), Press("league_again", held.id, 0), BLUE)])


def debts_words(debts: Sequence[Debt], t: Texts) -> str:
    """The member's opponents still to play, by league."""
    if not debts:
        return t("You owe nobody a match at the moment.")
    lines = [t("You have yet to play:")]
    for league in dict.fromkeys(debt.held.id for debt in debts):
        mine = [debt for debt in debts if debt.held.id == league]
        names = ", ".join(plain(debt.opponent.name, 20) for debt in mine)
        held = mine[0].held
        said = t("🏆 **{name}** (matches to {length}): {names}", name=plain(held.name),
                 length=held.league.opened.length, names=names)  # fmt: skip
        lines.append(" · ".join(filter(None, (said, _end_words(held, t)))))
    lines.append(t("A button challenges here; `/play` with one of them does the same."))
    return pages(lines)[0]


def debts_buttons(debts: Sequence[Debt], t: Texts) -> discord.ui.View:
    return view(
        button(
            t("Play {name}", name=apart(debt.opponent.name, 30)),
            Press("league_play", debt.held.id, debt.number),
            GREEN,
        )
        for debt in debts[:_MOST_BUTTONS]
    )


def table_words(held: HeldLeague, t: Texts) -> list[str]:
    """Its tables line by line, in as few messages as possible."""
    league = held.league
    lines = list(filter(None, (*terms(held, t), unplayed_words(league, t))))
    if league.started_at is None:
        return [league_words(held, t)]
    for number, division in enumerate(standings(league), 1):
        if len(league.divisions) > 1:
            lines.append(t("**Division {number}**", number=number))
        lots = by_lot(division)
        for place, line in enumerate(division, 1):
            said = place_words(held, place, line, t)
            lines.append(f"{said} · {LOT}" if place in lots else said)
        lines += footnotes(held, division, t)
    return pages(lines)


# Public messages


def mentioned(held: HeldLeague) -> tuple[int, ...]:
    """The users who owe a match, at most as many as one message mentions."""
    return _users(held, held.league.open_pairings.values())


def _users(held: HeldLeague, pairings: Iterable[Pairing]) -> tuple[int, ...]:
    seats = dict.fromkeys(seat for each in pairings for seat in each.seats)
    return tuple(held.person(seat).user for seat in seats if held.person(seat).known)[:_MOST_MENTIONED]


def called_up(held: HeldLeague) -> tuple[int, ...]:
    """The users whom the latest chapter of a league concerns, at most as many as one message mentions."""
    league = held.league
    match league.news:
        case Decided(pairing=number):
            return _users(held, [league.pairings[number]])
        case TimeUp(decisions=made):
            return _users(held, [*(league.pairings[each.pairing] for each in made), *league.open_pairings.values()])
        case _:
            return mentioned(held)


def _call(held: HeldLeague, t: Texts) -> str:
    """What is new, with mentions of those whom it concerns."""
    people = t.listed(f"<@{user}>" for user in called_up(held))
    match held.league.news:
        case None:
            return t("{people}: the pairings are out.", people=people)
        case Extended(days=days):
            return t.many(
                "{people}: the round has {number} day more.", "{people}: the round has {number} days more.", days,
                people=people,
            )  # fmt: skip
        case Moved(by=by):
            return t.many(
                "{people}: the round has {number} day more, for holidays.",
                "{people}: the round has {number} days more, for holidays.",
                round(by / DAY),
                people=people,
            )
        case Decided(winner=seat):
            return t(
                "{people}: whoever runs the league has decided your match. It goes to {winner}.",
                people=people, winner=_bold(held, seat, 30),
            )  # fmt: skip
        case TimeUp():
            up = t("{people}: the time of the round is up.", people=people)
            on = t("What has begun goes on at {hours} h a turn.", hours=STRETCH.per_turn // pace.HOUR)
            return f"{up} {on}" if held.league.open_pairings else up


def reminder_words(held: HeldLeague, t: Texts) -> str:
    ends = held.league.time_up
    if ends is not None and held.last_call is not None:
        return t(
            "🏆 **{name}**: the round ends <t:{end}:R>. {people}, see whom you owe a match with `/league pairings`.",
            name=plain(held.name), end=int(ends), people=_mentions(held, t),
        )  # fmt: skip
    return t(
        "🏆 **{name}**: matches are still to be played. {people}, see whom you owe one with `/league pairings`.",
        name=plain(held.name), people=_mentions(held, t),
    )  # fmt: skip


def _mentions(held: HeldLeague, t: Texts) -> str:
    return t.listed(f"<@{user}>" for user in mentioned(held))
