"""Sheets that are played at random."""

from __future__ import annotations

import random
from collections.abc import Sequence

from bot.core.actions import Action, Undo
from bot.preferans.conventions import PRESETS, TRICKS, Convention, among, progressing
from bot.preferans.hands import AllPass, Game, Hand, Misere, Role
from bot.preferans.lines import Column, Correction, Line, Played
from bot.preferans.sheet import Correct, Edit, Lot, Options, Sheet, Write, apply

_MISERES, _ALL_PASSES = 0.1, 0.3


def options(rng: random.Random) -> Options:
    """Of any company."""
    preset = rng.choice(list(PRESETS))
    convention = among(PRESETS[preset], rng.choice((3, 4)))
    if rng.random() < 0.3:
        convention = progressing(convention, dearer=rng.random() < 0.5)
    return Options(preset=preset, convention=convention, bullet=rng.choice((4, 10, 20)), helping=rng.random() < 0.7)


def hand(rng: random.Random, convention: Convention, running: int) -> Hand:
    """A hand that can have been."""
    kind = rng.random()
    if kind < _MISERES:
        return Misere(rng.choice((0, 0, 0, 1, 2, 5)))
    if kind < _MISERES + _ALL_PASSES:
        cuts = sorted(rng.randint(0, TRICKS) for _ in range(convention.players - 1))
        return AllPass(tuple(b - a for a, b in zip((0, *cuts), (*cuts, TRICKS), strict=True)))
    game = rng.randint(convention.lowest(running), TRICKS)
    talon = rng.randint(0, 3) if convention.talon else 0
    if game in convention.checked:
        roles = (Role.CHECK, Role.CHECK)
    else:
        found = [(Role.WHIST, Role.WHIST), (Role.WHIST, Role.PASS), (Role.PASS, Role.WHIST)]
        found += [(Role.OWN, Role.PASS), (Role.PASS, Role.OWN)] if game in convention.own_half else []
        found += [(Role.PASS, Role.PASS)] if game in convention.no_whist else []
        roles = rng.choice(found)
    if not set(roles) & {Role.WHIST, Role.CHECK}:
        return Game(game, game, ((roles[0], None), (roles[1], None)), talon)
    taken = min(TRICKS, max(0, game + rng.choice((-2, -1, 0, 0, 0, 1, 2))))
    first = rng.randint(0, TRICKS - taken)
    return Game(game, taken, ((roles[0], first), (roles[1], TRICKS - taken - first)), talon)


def played(rng: random.Random, sheet: Sheet, running: int | None = None) -> Played:
    """A hand on this sheet."""
    players = sheet.players
    dealer = rng.randrange(players) if rng.random() < 0.1 else sheet.dealer
    found = hand(rng, sheet.options.convention, sheet.running if running is None else running)
    if isinstance(found, AllPass):
        return Played(dealer, None, found)
    return Played(dealer, rng.choice([seat for seat in range(players) if players == 3 or seat != dealer]), found)


def opened(rng: random.Random) -> Sheet:
    """A sheet on which nothing is written."""
    return apply(Sheet(options=options(rng)), Lot(dice=(rng.randint(1, 6), rng.randint(1, 6))))


def action(rng: random.Random, sheet: Sheet) -> Action:
    """Something that can be done to it."""
    seat, kind = rng.randrange(sheet.players), rng.random()
    hands = [number for number, line in enumerate(sheet.lines, 1) if isinstance(line, Played)]
    if sheet.changes and (kind < 0.1 or sheet.complete):
        return Undo(by=seat)
    if hands and kind < 0.2:
        # High enough for any number of all-passes before it.
        return Edit(by=seat, number=rng.choice(hands), line=played(rng, sheet, running=99))
    if kind < 0.25:
        other = (seat + 1) % sheet.players
        column = rng.choice(list(Column))
        on = other if column is Column.WHISTS else None
        return Correct(by=seat, line=Correction(column, seat, rng.choice((-7, 1, 12)), on))
    return Write(by=seat, line=played(rng, sheet))


def entered(sheet: Sheet, lines: Sequence[Line]) -> Sheet:
    """The same company with these lines, entered one after the other."""
    for line in lines:
        sheet = apply(sheet, Write(by=0, line=line) if isinstance(line, Played) else Correct(by=0, line=line))
    return sheet
