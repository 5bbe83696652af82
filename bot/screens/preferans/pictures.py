"""The pictures of Preferans with their alt texts: a sheet as the classic square, tables, comparisons."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import partial

from bot import limits
from bot.core.actions import Seat
from bot.preferans import tables
from bot.preferans.conventions import Convention
from bot.preferans.sheet import Options, Sheet
from bot.preferans.tables import Compared, Kind
from bot.screens.fitting import shortened
from bot.screens.names import called
from bot.screens.painter import Picture
from bot.screens.preferans.option_words import preset_name
from bot.screens.preferans.words import contract_words, figure, signed_figure
from bot.texts import N_, Texts
from render import Choice, Grid, Group, Plot, Sector, Square, draw_grid, draw_plot, draw_square

#: Characters of a name in an alt text.
_NAME = 24
KINDS: dict[Kind, str] = {
    Kind.MADE: N_("As many tricks as bid"),
    Kind.SHORT: N_("Short: declarer and dealer"),
    Kind.SHORT_WHIST: N_("Short: two whist"),
    Kind.OVER: N_("More than bid: one whists"),
    Kind.OVER_BOTH: N_("More than bid: two whist"),
    Kind.OWN: N_("Half whist"),
    Kind.PASSED: N_("Two passes"),
    Kind.MISERE: N_("Misère"),
    Kind.ALL_PASS: N_("All-pass"),
}
_WHOSE = {
    "declarer": N_("Declarer, talon"),
    "whist": N_("Whister, tricks"),
    "one": N_("One whists"),
    "whister": N_("Whister"),
    "pass": N_("Passes"),
    "own": N_("Half whist"),
    "dealer": N_("Dealer, talon"),
    "others": N_("Others"),
    "none": N_("So many took no trick"),
}


def sheet_picture(sheet: Sheet, names: Sequence[str], theme: str, t: Texts) -> Picture:
    """The picture of the current sheet."""
    square = square_of(sheet, names, theme, t)
    return Picture(partial(draw_square, square), square_words(square, t))


def square_of(sheet: Sheet, names: Sequence[str], theme: str, t: Texts) -> Square:
    """The scene of a sheet."""
    totals, options = sheet.totals, sheet.options
    best = max(totals.balances)
    names = [called(name) for name in names]
    open_still = not sheet.closed and sheet.first is not None and not sheet.complete

    def sector(seat: Seat) -> Sector:
        others = [(seat + step) % sheet.players for step in range(1, sheet.players)]
        return Sector(
            name=names[seat],
            balance=signed_figure(totals.balances[seat], t),
            bullet=figure(totals.bullet[seat], t),
            mountain=figure(totals.mountain[seat], t),
            whists=tuple((names[on], figure(totals.whists.get((seat, on), Fraction()), t)) for on in others),
            leads=totals.balances[seat] == best > 0,
            deals=open_still and seat == sheet.dealer,
        )

    return Square(
        title=": ".join((t("Preferans"), preset_name(options.preset, t))),
        note="" if not sheet.closed else t("sheet given up") if sheet.void else t("sheet settled"),
        sectors=tuple(map(sector, range(sheet.players))),
        bullet=t("pool"),
        mountain=t("dump"),
        middle=(
            t("to {pool}", pool=options.bullet),
            t.many("{number} hand", "{number} hands", sheet.hands),
        ),
        theme=theme,
    )


def square_words(square: Square, t: Texts) -> str:
    """The alt text of a sheet, at most 1,024 characters: names are shortened as needed."""
    for most in (32, _NAME, 16, 10, 6, 3):
        head = f"{square.title}, {', '.join(filter(None, (*square.middle, square.note)))}."
        text = " ".join((head, *(_sector_words(each, square, most, t) for each in square.sectors)))
        if len(text) <= limits.PICTURE_WORDS:
            return text
    return shortened(text, limits.PICTURE_WORDS)


def _sector_words(sector: Sector, square: Square, most: int, t: Texts) -> str:
    whists = ", ".join(f"{shortened(name, most)} {count}" for name, count in sector.whists)
    deals = t("deals next") if sector.deals else ""
    facts = (
        f"{square.bullet} {sector.bullet}",
        f"{square.mountain} {sector.mountain}",
        t("whists on {whists}", whists=whists),
        deals,
    )
    return f"{shortened(sector.name, most)} {sector.balance}: {'; '.join(filter(None, facts))}."


def table_picture(kind: Kind, convention: Convention, options: Options, theme: str, t: Texts) -> Picture:
    """A price table, which must have rows."""
    grid = grid_of(kind, convention, options, theme, t)
    return Picture(partial(draw_grid, grid), grid_words(grid))


def grid_of(kind: Kind, convention: Convention, options: Options, theme: str, t: Texts) -> Grid:
    """The scene of a table."""
    found = tables.table(kind, convention)
    return Grid(
        title=t(KINDS[kind]),
        note=preset_name(options.preset, t),
        groups=tuple(
            Group(t(_WHOSE[group.whose]), tuple(map(str, group.by)) if len(group.by) > 1 else ("",))
            for group in found.columns
        ),
        rows=tuple(
            (_row_name(kind, game, off, t), tuple("" if each is None else figure(each, t) for each in figures))
            for game, off, figures in found.rows
        ),
        theme=theme,
    )


def _row_name(kind: Kind, game: int, off: int, t: Texts) -> str:
    if not game:
        return t.many("{number} trick", "{number} tricks", off)
    return f"{game}" if not off else f"{game} ({off:+d})".replace("-", "−")


def grid_words(grid: Grid) -> str:
    """The alt text of a table, at most 1,024 characters, with as many figures as fit."""
    columns = [f"{group.title} {column}".strip() for group in grid.groups for column in group.columns]
    text = f"{grid.title}, {grid.note}. {'; '.join(columns)}."
    for name, figures in grid.rows:
        row = f" {name}: {', '.join(each or '—' for each in figures)}."
        if len(text) + len(row) > limits.PICTURE_WORDS - 2:
            return f"{text} …"
        text += row
    return text


def comparison_picture(
    game: int, choices: Sequence[Compared], options: Options, theme: str, t: Texts, *, defending: bool
) -> Picture:
    """A comparison of choices, one curve each."""
    plot = plot_of(game, choices, options, theme, t, defending=defending)
    return Picture(partial(draw_plot, plot), plot_words(choices, plot, t))


def plot_of(game: int, choices: Sequence[Compared], options: Options, theme: str, t: Texts, *, defending: bool) -> Plot:
    """The scene of a comparison."""
    contract = contract_words(game, t)
    title = (
        t("Against {contract}: whist or pass", contract=contract)
        if defending
        else t("{contract} or an all-pass", contract=contract).capitalize()
    )
    names = {
        "play": t("play {contract}", contract=contract),
        "all_pass": t("pass, and all do"),
        "whist": t("whist, the other one passes"),
        "pass": t("pass, the other one whists"),
        "own": t("half whist"),
        "nobody": t("both pass"),
    }
    return Plot(
        title=title,
        choices=tuple(
            Choice(names[each.what], tuple((tricks, float(worth)) for tricks, worth in each.worth)) for each in choices
        ),
        outcomes=t("tricks"),
        note=preset_name(options.preset, t),
        theme=theme,
    )


def plot_words(choices: Sequence[Compared], plot: Plot, t: Texts) -> str:
    """The alt text of a comparison, point by point."""
    lines = (
        f"{choice.name}: {', '.join(f'{tricks} → {signed_figure(worth, t)}' for tricks, worth in each.worth)}."
        for choice, each in zip(plot.choices, choices, strict=True)
    )
    return shortened(f"{plot.title} ({plot.note}). {t('By tricks taken:')} {' '.join(lines)}", limits.PICTURE_WORDS)
