"""Board games as files, for other programs and as text."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from bot.backgammon import Illegal, mat, sgf
from bot.backgammon.counted_elsewhere import Unwritten, counted_otherwise
from bot.backgammon.record import InvalidRecord, Record
from bot.languages import ENGLISH
from bot.ogxm import Proof, format_ogxm
from bot.screens.board_rules_words import rules_words, title_words
from bot.screens.fitting import ROWS
from bot.screens.pace_words import clock_words
from bot.tables.table import Stage, Table
from bot.texts import N_, Texts, texts

KINDS: Mapping[str, str] = {
    "mat": N_(".mat, for GNU Backgammon, XG and most other programs"),
    "sgf": N_(".sgf, for GNU Backgammon"),
    "ogxm": N_(".ogxm, for HedgeHog and GammonView, with the proof of the dice"),
    "txt": N_(".txt, to read: the rules in words and the moves"),
}
"""The files by suffix, and their purpose."""

_WHY = {
    Unwritten.AUTOMATIC: N_("an automatic double"),
    Unwritten.SETTLED: N_("a settlement"),
    Unwritten.MATCH: N_("a resigned match"),
}


def record_file(table: Table, record: Record, kind: str, game: str, t: Texts) -> bytes:
    """The record as one of the `KINDS`. Raises `Illegal` if that cannot express it."""
    length = record.rules.length
    if kind in ("sgf", "mat"):
        # Other programs expect ASCII in English.
        note = " ".join(clock_words(table, length, texts(ENGLISH)))
        try:
            return (sgf.format_sgf if kind == "sgf" else mat.format_mat)(record, note).encode()
        except InvalidRecord as error:
            raise Illegal(error.reason, **error.details) from error
    if kind == "ogxm":
        try:
            return format_ogxm(record, _proof(table))
        except InvalidRecord as error:
            raise Illegal(error.reason, **error.details) from error
    head = [record_title(record, game, str, t), *rules_words(record.rules, t), *clock_words(table, length, t)]
    moves = (line.rstrip() for line in mat.in_columns(record, wording(t)))
    return ("\n".join([*head, *moves]) + "\n").encode()


def beside_file(record: Record, kind: str, t: Texts) -> str:
    """How other programs count games of a file differently; empty if they do not."""
    games = counted_otherwise(record, kind)
    if not games:
        return ""
    whys = t.listed(t(word) for why, word in _WHY.items() if any(game.why is why for game in games))
    if len(record.games) == 1:
        return t(
            "Other programs count this game at {elsewhere}, not {points}: .{kind} has no word for {whys}.",
            elsewhere=games[0].elsewhere,
            points=games[0].points,
            kind=kind,
            whys=whys,
        )
    lines = [
        t("Other programs count some points in it otherwise: .{kind} has no word for {whys}.", kind=kind, whys=whys)
    ]
    lines += [
        t("Game {game}: {elsewhere} instead of {points}.", game=game.game, elsewhere=game.elsewhere, points=game.points)
        for game in games[:ROWS]
    ]
    if left := games[ROWS:]:
        lines.append(t.many("And {number} more game.", "And {number} more games.", len(left)))
    return "\n".join(lines)


def _proof(table: Table) -> Proof | None:
    """The proof of the dice, except for imported matches; with the seed only once the table is closed."""
    if table.imported:
        return None
    words, seed = table.dice_words, table.seed if table.stage is Stage.CLOSED else None
    later = any(first > 1 for first, _ in words)
    return Proof(table.commitment, [word for _, word in words], seed, [first for first, _ in words] if later else ())


def wording(t: Texts) -> mat.Wording:
    """The wording of the columns as text."""
    off = t("4/off").partition("/")[2]

    def wins(points: int, match: bool) -> str:
        if match:
            return t.many("wins {number} point and the match", "wins {number} points and the match", points)
        return t.many("wins {number} point", "wins {number} points", points)

    return mat.Wording(
        game=t("Game {number}"),
        turns=(t("doubles to {number}"), t("beavers to {number}"), t("raccoons to {number}")),
        takes=t("takes"),
        drops=t("drops"),
        refuses_beaver=t("refuses the beaver"),
        play=lambda play: play.replace("/off", f"/{off}"),
        wins=wins,
        resigns=lambda match: t("resigns the match") if match else t("resigns"),
    )


def record_title(record: Record, game: str, name: Callable[[str], str], t: Texts) -> str:
    """The file's title."""
    white, black = (" ".join(name(each).split()) for each in record.names)
    return f"{game}: {white} – {black}, {title_words(record.rules, t)}"
