"""Texts of a sheet of Preferans: figures, hands, news, the next deal, the settlement."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from bot.core.actions import Seat, Undo
from bot.preferans.hands import AllPass, Game, Misere, Role
from bot.preferans.lines import Column, Correction, Line, Played, Whists, order
from bot.preferans.sheet import Correct, Edit, Lot, Sheet, Write, settled
from bot.screens.names import Names, roll_words
from bot.tables.preferans.news import SheetNews
from bot.texts import N_, Texts

#: Fractions of three or four players that have a character of their own.
_SIGNS = {Fraction(1, 3): "⅓", Fraction(2, 3): "⅔", Fraction(1, 6): "⅙", Fraction(5, 6): "⅚"}
#: Quarters are written as decimals: they are exact hundredths.
_WRITTEN = 100
#: A no-break space between a name and its figure.
_TIED = "\u00a0"
COLUMNS: dict[Column, str] = {Column.BULLET: N_("pool"), Column.MOUNTAIN: N_("dump"), Column.WHISTS: N_("whists")}


def figure(value: Fraction, t: Texts) -> str:
    """Whists or points: 11.5 for quarters, 3⅓ for thirds."""
    sign, value = "−" if value < 0 else "", abs(value)
    whole, rest = divmod(value, 1)
    if rest in _SIGNS:
        return f"{sign}{whole or ''}{_SIGNS[rest]}"
    if _WRITTEN % rest.denominator:
        return f"{sign}{value.numerator}/{value.denominator}"
    decimals = f"{int(rest * _WRITTEN):02}".rstrip("0")
    return f"{sign}{whole}{decimal_mark(t) if decimals else ''}{decimals}"


def decimal_mark(t: Texts) -> str:
    return "." if t.language == "en" else ","


def signed_figure(value: Fraction, t: Texts) -> str:
    """The same with its sign; 0 without one."""
    return ("+" if value > 0 else "") + figure(value, t)


def balances_words(balances: Sequence[Fraction], names: Names, t: Texts) -> str:
    return " · ".join(f"{names(seat)}{_TIED}{signed_figure(each, t)}" for seat, each in enumerate(balances))


def contract_words(game: int | None, t: Texts) -> str:
    """The name of a contract; None: a misère."""
    if game is None:
        return t("misère")
    return {6: t("six"), 7: t("seven"), 8: t("eight"), 9: t("nine"), 10: t("ten")}[game]


def role_words(role: Role, t: Texts) -> str:
    return {
        Role.WHIST: t("whist"), Role.PASS: t("pass"), Role.OWN: t("half whist"), Role.CHECK: t("check"),
    }[role]  # fmt: skip


def tricks_words(tricks: int, t: Texts) -> str:
    return t.many("{number} trick", "{number} tricks", tricks)


def hand_words(line: Played, players: int, names: Names, t: Texts) -> str:
    """A hand's result in a sentence."""
    match line.hand:
        case AllPass(tricks=tricks):
            taken = ", ".join(f"{names(seat)}{_TIED}{count}" for seat, count in enumerate(tricks))
            return t("All passed: {tricks}.", tricks=taken)
        case Misere(tricks=tricks):
            who = names(line.declarer or 0)
            return (
                t("{who}: misère with {tricks}.", who=who, tricks=tricks_words(tricks, t))
                if tricks
                else t("{who}: misère, made.", who=who)
            )
        case Game():
            return _game_words(line.hand, order(line, players), names, t)


def _game_words(hand: Game, seats: Sequence[Seat], names: Names, t: Texts) -> str:
    declarer, *others = seats
    contract, short = contract_words(hand.game, t), hand.game - hand.tricks
    who = names(declarer)
    if short > 0:
        first = t("{who}: {contract}, short by {number}", who=who, contract=contract, number=short)
    elif short < 0:
        first = t("{who}: {contract}, {tricks}", who=who, contract=contract, tricks=tricks_words(hand.tricks, t))
    else:
        first = t("{who}: {contract}, made", who=who, contract=contract)
    parts = [first]
    played = any(role is Role.WHIST for role, _ in hand.defenders)
    for seat, (role, tricks) in zip(others, hand.defenders, strict=False):
        count = f"{_TIED}{tricks}" if played and role is Role.WHIST else ""
        parts.append(f"{names(seat)} {role_words(role, t)}{count}")
    if hand.talon:
        parts.append(t("talon {number}", number=hand.talon))
    return "; ".join(parts) + "."


def line_words(line: Line, players: int, names: Names, t: Texts) -> str:
    """Any line of a sheet."""
    if isinstance(line, Correction):
        return _correction_words(line, names, t)
    return hand_words(line, players, names, t)


def _correction_words(line: Correction, names: Names, t: Texts) -> str:
    points = signed_figure(Fraction(line.points), t)
    if line.on is None:
        return t(
            "Correction, {who}: {column} {points}.", who=names(line.seat), column=t(COLUMNS[line.column]), points=points
        )
    return t(
        "Correction, {who}: whists on {other} {points}.", who=names(line.seat), other=names(line.on), points=points
    )


def news_words(news: SheetNews, sheet: Sheet, names: Names, t: Texts) -> str:
    """One news entry in a line or two; empty if it needs no words."""
    players = sheet.players
    who = "" if news.action.by is None else names(news.action.by)
    worth = balances_words([Fraction(*each) for each in news.balances], names, t) if news.balances else ""
    match news.action:
        case Lot(dice=dice):
            dealer = names(sheet.first or 0)
            return t("The lot: {roll}, so {who} deals first.", roll=roll_words(dice), who=dealer)
        case Write() | Correct() if news.line is not None:
            said = t("Line {number}. {what}", number=news.number, what=line_words(news.line, players, names, t))
            lines = [said, worth]
        case Edit() if news.line is not None and news.before is not None:
            lines = [
                t(
                    "{who} has changed line {number}: {what}",
                    who=who, number=news.number, what=line_words(news.line, players, names, t),
                ),
                worth,
                t("It was: {what}", what=line_words(news.before, players, names, t)),
            ]  # fmt: skip
        case Undo() if news.before is not None:
            was = line_words(news.before, players, names, t)
            lines = [t("{who} has taken back line {number}: {what}", who=who, number=news.number, what=was)]
            if news.line is not None:
                lines.append(t("Now it is: {what}", what=line_words(news.line, players, names, t)))
        case _:
            return ""
    if news.complete:
        lines.append(t("Everybody's pool is closed."))
    return "\n".join(filter(None, lines))


def next_words(sheet: Sheet, names: Names, t: Texts) -> list[str]:
    """The next deal."""
    if sheet.closed or sheet.first is None:
        return []
    if sheet.complete:
        return [t("The pool is closed. **{end}** under **{more}** settles the sheet.", end=t("Settle"), more=t("More"))]
    said = t("Hand {number}: {who} deals.", number=sheet.hands + 1, who=names(sheet.dealer))
    return [f"{said} {running_words(sheet.running, t)}".strip()]


def running_words(running: int, t: Texts) -> str:
    """The number of all-passes just before; empty for none."""
    return t.many("{number} all-pass before it.", "{number} all-passes before it.", running) if running else ""


def payments_words(paid: Whists, names: Names, t: Texts) -> str:
    """Payments."""
    if not paid:
        return t("Nobody owes anything.")
    each = (
        t("{payer} pays {payee} {points}", payer=names(payer), payee=names(payee), points=figure(whists, t))
        for payer, payee, whists in paid
    )
    return "; ".join(each) + "."


def settlement_words(sheet: Sheet, names: Names, t: Texts) -> str:
    """The balances of a sheet, and payments."""
    balances = sheet.totals.balances
    return "\n".join((
        t("In whists: {balances}", balances=balances_words(balances, names, t)),
        payments_words(settled(balances), names, t),
    ))  # fmt: skip


def closed_words(sheet: Sheet, names: Names, t: Texts) -> str:
    """The end of a sheet; empty while it runs."""
    if not sheet.closed:
        return ""
    if sheet.void or not sheet.lines:
        return t("The sheet is given up and counts for nothing.")
    hands = t.many(
        "The sheet is settled after {number} hand.", "The sheet is settled after {number} hands.", sheet.hands
    )
    return f"{hands}\n{settlement_words(sheet, names, t)}"


def end_doubt(sheet: Sheet, names: Names, t: Texts) -> str:
    """The confirmation question before a sheet is settled."""
    return "\n".join((t("Settle the sheet? Nothing can be written on it any more."), settlement_words(sheet, names, t)))
