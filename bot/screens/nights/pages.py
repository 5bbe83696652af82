"""What somebody reads of a night for themselves: standing, tables, rules, the proof of its draws."""

from __future__ import annotations

from bot.league.night_draw import places_at
from bot.league.night_entries import Plan
from bot.league.night_standings import NightLine, highlights, payments, standing
from bot.screens.chouette.option_words import all_rules
from bot.screens.fitting import pages
from bot.screens.ladder.common_words import signed_words
from bot.screens.names import called, plain
from bot.screens.nights.words import terms, where
from bot.screens.reference.proof_words import CHECK
from bot.tables.chouette.night_options import read_options
from bot.tables.held_night import HeldNight
from bot.texts import Texts
from render import Placed, Ranking

#: Rows of the card.
_ROWS = 10


def standing_pages(held: HeldNight, t: Texts) -> list[str]:
    """Everybody in order; when the night is over also who pays whom, in as few messages as possible."""
    lines = [f"🌙 **{plain(held.name)}** · " + terms(held, t)]
    found = standing(held.evening)
    if not found:
        return [*pages([*lines, t("Nothing has been played yet.")])]
    lines += [_line(held, each, t) for each in found]
    paid = payments(held.evening) if held.settled else ()
    if paid:
        lines.append(t("**Payments**"))
        for each in paid:
            lines.append(
                t("{payer} pays {payee} {points}", payer=_named(held, each.payer), payee=_named(held, each.payee),
                  points=each.points)
            )  # fmt: skip
    return pages(lines)


def _named(held: HeldNight, seat: int) -> str:
    return plain(held.person(seat).name, 30)


def _line(held: HeldNight, line: NightLine, t: Texts) -> str:
    # Escaped: Discord numbers a list anew, and shared places would be lost.
    said = f"{line.place}\\. **{_named(held, line.seat)}**: {figure(held, line)}"
    final = held.evening.plan is Plan.FINAL and held.evening.rounds > 1
    reached = t("round {number}", number=line.round) if final else ""
    games = t.many("{number} game", "{number} games", line.games)
    return " · ".join(filter(None, (said, reached, games, t("has left the night") if line.left else "")))


def figure(held: HeldNight, line: NightLine) -> str:
    """What somebody has: points won and lost, or with a bank the balance."""
    return str(line.figure) if held.evening.form.bank else signed_words(line.figure)


def tables_pages(held: HeldNight, t: Texts) -> list[str]:
    """All tables of all rounds with who was there, the best first."""
    lines = [f"🌙 **{plain(held.name)}**"]
    for table in held.evening.tables:
        if table.number == 1 and held.evening.rounds > 1:
            lines.append(t("**Round {number}**", number=table.round))
        points = held.evening.points_at(table.at)
        people = ", ".join(
            f"{_named(held, seat)} {signed_words(points.get(seat, 0))}"
            for group in places_at(held.evening, table)
            for seat in group
        )
        lines.append(f"{where(held, table, t)}: {people}")
    return pages(lines)


def rules_pages(held: HeldNight, t: Texts) -> list[str]:
    """The terms of a night, and every rule of its sessions."""
    options = read_options(held.evening.opened.setup)
    return pages([f"🌙 **{plain(held.name)}**", terms(held, t), *all_rules(options, t)])


def dice_pages(held: HeldNight, t: Texts) -> list[str]:
    """The proof that nobody chose the draws; the seed only when the night is over."""
    evening = held.evening
    lines = [
        t("**Draws of {name}**", name=plain(held.name)),
        t("Commitment, the SHA-256 of the seed: `{commitment}`", commitment=evening.opened.commitment),
        t(
            "Each place in turn is drawn with two dice among those who are left, as they joined: number "
            "(first − 1) × 6 + second − 1, without the remainder rolled again, modulo how many are left."
        ),
    ]
    if not held.settled:
        lines.append(t("The seed stays secret until the night is over. Then all draws can be checked."))
        return pages(lines)
    lines.append(t("Seed: `{seed}`", seed=held.seed.hex()))
    for number in range(1, evening.rounds + 1):
        tables = [table for table in evening.tables if table.round == number]
        people = sorted(seat for table in tables for seat in table.drawn)
        lines.append(
            t(
                "**Round {number}**, as they joined: {people}. Drawn: {tables}",
                number=number,
                people=", ".join(_named(held, seat) for seat in people),
                tables="; ".join(", ".join(_named(held, seat) for seat in table.drawn) for table in tables),
            )
        )
    checked = pages(lines)
    if evening.rolls:
        program = CHECK.format(seed=held.seed.hex(), words=[], first=1, last=evening.rolls)
        checked.append(f"```python\n{program}```")
    return checked


def card(held: HeldNight, note: str, theme: str, t: Texts) -> Ranking | None:
    """The picture at the end of a night: the first ten, with who kept the box longest and who won or lost most in one
    game. None if nothing was played.
    """
    lines, told = standing(held.evening)[:_ROWS], highlights(held.evening)
    if not lines or not told.games:
        return None

    def aside(seat: int) -> str:
        box = told.longest_box[1] if told.longest_box and told.longest_box[0] == seat else 0
        swing = signed_words(told.largest_swing[1]) if told.largest_swing and told.largest_swing[0] == seat else ""
        if box > 1 and swing:  # in the room of one
            return t("longest box {number}, swing {points}", number=box, points=swing)
        if box > 1:
            return t.many("longest box: {number} game", "longest box: {number} games", box)
        return t("largest swing: {points}", points=swing) if swing else ""

    rows = tuple(
        Placed(line.place, called(held.person(line.seat).name), figure(held, line), note=aside(line.seat))
        for line in lines
    )
    return Ranking(called(held.name), rows, note, theme)


def card_alt(ranking: Ranking) -> str:
    """The alt text of a card."""
    rows = [f"{row.rank}. {row.name}: {row.value}" + (f" ({row.note})" if row.note else "") for row in ranking.rows]
    return ". ".join((f"{ranking.title}: {ranking.note}", *rows))
