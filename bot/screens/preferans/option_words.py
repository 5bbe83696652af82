"""Texts of a sheet's options: the convention, its values, and the pool."""

from __future__ import annotations

from bot.preferans.conventions import HOUSE, PRESETS, Convention, among
from bot.preferans.sheet import Options
from bot.screens.preferans.words import contract_words
from bot.texts import N_, Texts

NAMES: dict[str, str] = {
    "house": N_("house"),
    "sochi": N_("Sochi"),
    "leningrad": N_("Leningrad"),
    "rostov": N_("Rostov"),
}


def preset_name(preset: str, t: Texts) -> str:
    return t(NAMES.get(preset, preset))


def title_words(options: Options, t: Texts) -> str:
    return t("Preferans: {convention}, to {pool}", convention=preset_name(options.preset, t), pool=options.bullet)


def changed(options: Options) -> bool:
    """Whether any value differs from the convention of that name."""
    usual = PRESETS.get(options.preset, HOUSE)
    return options.convention != among(usual, options.convention.players) or not options.helping


def all_rules(options: Options, t: Texts) -> list[str]:
    """Every value in force, one per line."""
    it = options.convention
    help_ = t("points beyond it close others' pools, and are worth as many whists on them")
    alone = t("nobody helps another: it ends when everybody has so many")
    return [
        f"• {line}"
        for line in (
            t.many("{number} play.", "{number} play.", it.players),
            t("Pool to {pool}; {help}.", pool=options.bullet, help=help_ if options.helping else alone),
            t(
                "Games of 6 to 10: {points} in the pool, {penalty} on the dump for each trick short, {whists} "
                "whists for each trick.",
                points=_row(it, 1), penalty=_row(it, it.penalty), whists=_row(it, it.whist),
            ),
            t(
                "A point of the pool is worth {pool} whists, one of the dump {dump}.",
                pool=it.bullet, dump=it.mountain,
            ),
            _duty_words(it, t),
            t("Gentleman's whist: of a declarer who fails, both defenders write alike.")
            if it.gentleman
            else t("Greedy whist: who whists alone writes for all tricks of the defence."),
            t("Consolation: for each trick short all others write whists.") if it.consolation else t("No consolation."),
            _games_words(t("A defender who claims only half writes half, without play: {games}."), it.own_half, t),
            _games_words(t("Both may pass: {games}."), it.no_whist, t),
            _games_words(t("Checked, not whisted: {games}."), it.checked, t),
            t("The dealer writes whists for good cards in the talon.") if it.talon else "",
            t(
                "Misère: {made} in the pool, {failed} on the dump for each trick.",
                made=it.misere, failed=it.misere * it.penalty,
            ),
            *_all_pass_words(it, t),
        )
        if line
    ]  # fmt: skip


def _row(convention: Convention, times: int) -> str:
    return "–".join(str(unit * times) for unit in convention.unit)


def _duty_words(convention: Convention, t: Texts) -> str:
    return (
        t("No responsibility: who whists pays nothing for tricks that are missing."),
        t("Half responsibility: a whister pays half the declarer's penalty for each trick that is missing."),
        t("Full responsibility: a whister pays the declarer's penalty for each trick that is missing."),
    )[convention.duty]


def _games_words(said: str, games: tuple[int, ...], t: Texts) -> str:
    return said.replace("{games}", t.listed(contract_words(game, t) for game in games)) if games else ""


def _all_pass_words(convention: Convention, t: Texts) -> list[str]:
    if convention.pass_whists:
        price = t(
            "All-pass: who takes the fewest tricks writes {whists} whists on the others for each trick of theirs.",
            whists=_progression(convention.pass_whists),
        )
    else:
        price = t("All-pass: {points} on the dump for each trick.", points=_progression(convention.all_pass))
    none = t("Who takes none writes {points} in the pool.", points=_progression(convention.no_trick))
    out = t("Way out of all-passes: {games}.", games="–".join(map(str, convention.way_out)))
    return [f"{price} {none}", out if len(convention.way_out) > 1 else ""]


def _progression(values: tuple[int, ...]) -> str:
    return "–".join(map(str, values))
