"""Texts and buttons of the message of a night: before its first draw, while it is on, and at its end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import discord

from bot.chouette import Options, SessionEnd
from bot.core.actions import Seat
from bot.league.night_draw import in_next_draw, more_rounds, next_draw, order_at, rounds_of
from bot.league.night_entries import At, Plan
from bot.league.night_standings import Highlights, highlights, standing
from bot.league.night_state import NightTable
from bot.screens.buttons import BLUE, GREEN, GREY, button, view
from bot.screens.chouette.option_words import preset_name
from bot.screens.custom_ids import Press
from bot.screens.fitting import fitted
from bot.screens.ladder.common_words import signed_words
from bot.screens.names import plain
from bot.tables.chouette.night_options import games_of, read_options
from bot.tables.held_night import Asked, HeldNight
from bot.texts import N_, Texts

#: Names of those who are in, tables with a line of their own, places at the end, and people with these.
_NAMES, _LINES, _PODIUM, _ON_PODIUM = 3, 3, 3, 6
#: Mentions per message.
_MOST_MENTIONED = 36
_MINUTE, _HOUR = 60, 3600

PLANS: dict[Plan, str] = {
    Plan.FINAL: N_("the best of each table go on"),
    Plan.ROUNDS: N_("each round is drawn anew"),
    Plan.TABLES: N_("the tables stay, people may change"),
}
"""What a plan is, by a few words, in the order in which they are offered."""


def night_words(held: HeldNight, t: Texts, *, aloud: bool = False) -> str:
    """The message of a night, of at most five lines; `aloud`: it mentions who has been drawn to which table."""

    def said(most: int) -> tuple[tuple[()], list[str]]:
        if held.settled:
            return (), list(_end(held, most, t))
        if held.evening.rounds:
            return (), list(_on(held, most, t, aloud=aloud))
        return (), list(_before(held, most, t))

    return fitted(said)


def past_words(held: HeldNight, chapter: int, t: Texts) -> str:
    """What remains of the message of a chapter when the next one has a message of its own."""

    def said(most: int) -> tuple[tuple[()], list[str]]:
        if chapter > 1:
            return (), list(_past(held, chapter - 1, most, t))
        return (), list(_before(held, most, t))

    return fitted(said)


def _title(held: HeldNight) -> str:
    return f"🌙 **{plain(held.name)}**"


def _before(held: HeldNight, most: int, t: Texts) -> Iterator[str]:
    evening = held.evening
    if evening.over:
        yield " · ".join((_title(held), t("The night was called off.")))
        return
    drawn = [seat for table in evening.tables if table.round == 1 for seat in table.drawn]
    inside = sorted(drawn) if evening.rounds else in_next_draw(evening)
    first = [_title(held), t.many("{number} in", "{number} in", len(inside))]
    if evening.begins:
        first.append(t("draw <t:{at}:t>", at=int(evening.begins)))
    yield " · ".join(first)
    yield terms(held, t)
    if inside:
        opener = held.seat_of(held.host.user)
        ordered = sorted(inside, key=lambda seat: seat != opener)
        crown = "👑 " if opener in inside else ""
        yield crown + _some([plain(held.person(seat).name, most) for seat in ordered], _NAMES, t)
    else:
        yield t("Nobody has joined yet.")


def _some(names: Sequence[str], most: int, t: Texts) -> str:
    """Some names and how many more."""
    if len(names) <= most:
        return t.listed(names)
    more = t.many("{number} more", "{number} more", len(names) - most)
    return t.listed([", ".join(names[:most]), more])


def terms(held: HeldNight, t: Texts) -> str:
    """Plan, size of the tables, and the rules of the sessions, in a line."""
    form, options = held.evening.form, read_options(held.evening.opened.setup)
    plan = t("Tables of {size}, {plan}", size=form.size, plan=t(PLANS[form.plan]))
    if form.plan is Plan.ROUNDS:
        plan += " (" + t.many("{number} round", "{number} rounds", form.rounds) + ")"
    return "; ".join(filter(None, (plan, preset_name(options.preset, t), _lasts(options, t))))


def _lasts(options: Options, t: Texts) -> str:
    match options.session_end:
        case SessionEnd.GAMES:
            return t.many("{number} game", "{number} games", options.session_limit)
        case SessionEnd.MINUTES:
            return t.many("{number} minute", "{number} minutes", options.session_limit)
        case SessionEnd.OPEN:
            return ""


def round_name(held: HeldNight, t: Texts) -> str:
    """Which round of how many is played; where tables stay, how many there are."""
    evening = held.evening
    rounds = rounds_of(evening)
    if rounds is None:
        return t.many("{number} table", "{number} tables", len(evening.playing))
    return t("round {number} of {all}", number=evening.rounds, all=max(rounds, evening.rounds))


def _on(held: HeldNight, most: int, t: Texts, *, aloud: bool) -> Iterator[str]:
    evening = held.evening
    state = t("It ends after the running games.") if evening.over else round_name(held, t)
    if (at := next_draw(evening)) is not None:
        state = " · ".join((state, t("draw <t:{at}:t>", at=int(at))))
    yield " · ".join((_title(held), state))
    yield from _lines(held, _shown(held), most, t, aloud=aloud)


def _past(held: HeldNight, number: int, most: int, t: Texts) -> Iterator[str]:
    """A round that is over, or the tables that stayed."""
    tables = [table for table in held.evening.tables if table.round == number]
    if (rounds := rounds_of(held.evening)) is None:
        said = t.many("{number} table", "{number} tables", len(tables))
    else:
        said = t("round {number} of {all}", number=number, all=max(rounds, held.evening.rounds))
    yield " · ".join((_title(held), said))
    yield from _lines(held, tables, most, t)


def _shown(held: HeldNight) -> Sequence[NightTable]:
    """The tables that the message is about; where they stay, without those at which nobody sits any more."""
    evening = held.evening
    if evening.over:
        return evening.unclosed
    return evening.playing or evening.current if evening.plan is Plan.TABLES else evening.current


def _lines(held: HeldNight, tables: Sequence[NightTable], most: int, t: Texts, *, aloud: bool = False) -> Iterator[str]:
    shown = tables if len(tables) <= _LINES else tables[: _LINES - 1]
    for table in shown:
        yield _mentioned_at(held, table, t) if aloud else _table(held, table, most, t)
    if left := len(tables) - len(shown):
        yield t.many("and {number} more table", "and {number} more tables", left)


def thread_name(table: NightTable, t: Texts) -> str:
    """The name of a table's thread, short because it stands in the lines of the night's message."""
    if table.round == 1:
        return t("table-{number}", number=table.number)
    return t("table-{number} · r{round}", number=table.number, round=table.round)


def where(held: HeldNight, table: NightTable, t: Texts) -> str:
    """A table's thread, or its number while it has none."""
    known = held.tables.get(table.at)
    return f"<#{known.channel}>" if known else t("Table {number}", number=table.number)


def _mentioned_at(held: HeldNight, table: NightTable, t: Texts) -> str:
    names = " ".join(_mention(held, seat) for seat in held.evening.there(table.at))
    return f"{where(held, table, t)}: {names}"


def _mention(held: HeldNight, seat: Seat) -> str:
    person = held.person(seat)
    return f"<@{person.user}>" if person.known else plain(person.name)


def _table(held: HeldNight, table: NightTable, most: int, t: Texts) -> str:
    evening = held.evening
    first = leader(held, table, most)
    played = sum(each.session == table.at for each in evening.scored)
    people = len(table.sat) if len(evening.there(table.at)) == len(table.sat) else None
    if table.closed:
        said = t("over")
    elif all_games := games_of(read_options(evening.opened.setup), people):
        said = t("game {number} of {all}", number=min(played + 1, all_games), all=all_games)
    else:
        said = t("game {number}", number=played + 1)
    return f"{where(held, table, t)} {said}" + (f": {first}" if first else "")


def leader(held: HeldNight, table: NightTable, most: int) -> str:
    """Who is first at a table, with the points there or, with a bank, the balance; empty before the first game."""
    evening = held.evening
    order = order_at(evening, table)
    if not order or not any(each.session == table.at for each in evening.scored):
        return ""
    best = order[0]
    if evening.form.bank:
        has = str(evening.balance(best, table.round + 1))
    else:
        has = signed_words(evening.points_at(table.at).get(best, 0))
    return f"**{plain(held.person(best).name, most)}** {has}"


def _end(held: HeldNight, most: int, t: Texts) -> Iterator[str]:
    lines = standing(held.evening)
    if not lines:
        yield " · ".join((_title(held), t("The night was called off.")))
        return
    podium = [line for line in lines if line.place <= _PODIUM]
    said = [f"{line.place} {_name(held, line.seat, most)}" for line in podium[:_ON_PODIUM]]
    if left := len(podium) - len(said):
        said.append(t.many("{number} more", "{number} more", left))
    yield f"{_title(held)}: {' · '.join(said)}"
    yield figures(held, highlights(held.evening), t)


def _name(held: HeldNight, seat: Seat, most: int) -> str:
    return plain(held.person(seat).name, most)


def figures(held: HeldNight, told: Highlights, t: Texts) -> str:
    """People, games and how long it took."""
    parts = [
        t.many("{number} person", "{number} people", told.people),
        t.many("{number} game", "{number} games", told.games),
    ]
    evening = held.evening
    if evening.closed_at is not None and evening.first_drawn_at is not None:
        parts.append(_lasted(evening.closed_at - evening.first_drawn_at, t))
    return ", ".join(parts)


def _lasted(seconds: float, t: Texts) -> str:
    hours, minutes = divmod(max(1, round(seconds / _MINUTE)), _HOUR // _MINUTE)
    if not hours:
        return t("{minutes} min", minutes=minutes)
    return " ".join((t("{hours} h", hours=hours), *([t("{minutes} min", minutes=minutes)] if minutes else ())))


def mentioned(held: HeldNight) -> tuple[int, ...]:
    """The users whom a new message of the round calls: those whom it names."""
    tables = held.evening.playing
    shown = tables if len(tables) <= _LINES else tables[: _LINES - 1]
    people = [held.person(seat) for table in shown for seat in held.evening.there(table.at)]
    return tuple(each.user for each in people if each.known)[:_MOST_MENTIONED]


def awaited(held: HeldNight) -> tuple[int, ...]:
    """The users who are in the next draw."""
    people = (held.person(seat) for seat in in_next_draw(held.evening))
    return tuple(each.user for each in people if each.known)[:_MOST_MENTIONED]


def reminder_words(held: HeldNight, t: Texts) -> str:
    """What is said some time before the first draw."""
    return t(
        "🌙 **{name}**: the tables are drawn <t:{at}:R>. {people}, who cannot come presses **{leave}**.",
        name=plain(held.name), at=int(held.evening.begins or 0),
        people=t.listed(f"<@{user}>" for user in awaited(held)), leave=t("Leave"),
    )  # fmt: skip


def called_words(held: HeldNight, table: NightTable, t: Texts) -> str:
    """The first message in the thread of a table: who plays there."""
    names = t.listed([_mention(held, seat) for seat in held.evening.there(table.at)])
    rounds = rounds_of(held.evening)
    if rounds is None:
        return t("🌙 **{name}** · table {table}: {people}", name=plain(held.name), table=table.number, people=names)
    return t(
        "🌙 **{name}** · round {round} · table {table}: {people}",
        name=plain(held.name), round=table.round, table=table.number, people=names,
    )  # fmt: skip


def moved_words(held: HeldNight, people: Sequence[Seat], to: At, t: Texts) -> str:
    """At which table these people sit from now on."""
    table = held.evening.table(to)
    assert table is not None
    named = t.listed([_mention(held, seat) for seat in people])
    return t("{people}: now at {table}.", people=named, table=where(held, table, t))


def asking_words(held: HeldNight, asked: Asked, t: Texts) -> str:
    """The question whether somebody goes to a table that has become too small."""
    return t(
        "Table {table} has two people left. <@{user}>, will you go there?",
        table=asked.to[1], user=held.person(asked.seat).user,
    )  # fmt: skip


def asking_buttons(held: HeldNight, asked: Asked, t: Texts) -> discord.ui.View:
    """The answers to that."""
    go, stay = Press("night_go", held.id, asked.seat), Press("night_stay", held.id, asked.seat)
    return view([button(t("I go there"), go, GREEN), button(t("I stay"), stay)])


def night_buttons(held: HeldNight, t: Texts, *, late: bool = True) -> discord.ui.View:
    """The buttons of the message; `late`: whether some table takes late comers."""

    def press(verb: str) -> Press:
        return Press(f"night_{verb}", held.id, 0)

    evening = held.evening
    shown = button(t("Standing"), press("standing"), GREY, "📋")
    if held.settled:
        if not evening.rounds:
            return view([])
        dice = [button(t("Dice"), press("dice"), GREY, "🎲")] if evening.rolls else []
        return view([shown, button(t("Tables"), press("tables")), *dice])
    if evening.over:
        return view([shown])
    join = [button(t("Join"), press("join"), GREEN)] if late and evening.no_room() is None else []
    if not evening.rounds:
        leave, rules = button(t("Leave"), press("leave")), button(t("Rules"), press("rules"))
        return view([*join, leave, rules, button(t("Draw"), press("draw"), BLUE)])
    mine = [button(t("My table"), press("mine"), BLUE)] if evening.playing else []
    out = [button(t("Sit out"), press("out"))] if more_rounds(evening) else []
    draw = [] if evening.playing else [button(t("Draw"), press("draw"), BLUE)]
    return view([shown, *mine, *out, *join, *draw])
