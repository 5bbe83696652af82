"""Every message of a night of chouettes, as it would be sent."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from bot import limits
from bot.chouette import PRESETS
from bot.league.night import folded
from bot.league.night_state import Evening
from bot.screens.nights import pages, words
from bot.tables.chouette.night_options import written_options
from bot.tables.held_night import Asked, HeldNight, Lair
from bot.tables.table import Person
from bot.texts import Texts
from tests.facts.evenings import RandomEvening

from .every_screen import Message


def of_nights(seed: int, names: Sequence[str], t: Texts) -> Iterator[Message]:
    """A random night before its draw, while it is on and at its end, called off too."""
    played = RandomEvening(seed)
    played.play()
    cuts = sorted({1, 4, *played.chance.sample(range(1, len(played.log) + 1), 4), len(played.log)})
    states = [folded(played.log[:cut]) for cut in cuts]
    states.append(replace(states[1], over=True))
    preset = sorted(PRESETS)[seed % len(PRESETS)]
    for state in states:
        opened = replace(
            state.opened, name=names[0], setup=written_options(PRESETS[preset]), begins=state.opened.at + 9
        )
        yield from _of(replace(state, opened=opened), names, t)


def _of(evening: Evening, names: Sequence[str], t: Texts) -> Iterator[Message]:
    people = {seat: Person(10**18 + seat, names[seat % len(names)]) for seat in range(len(evening.lots))}
    held = HeldNight(
        guild=7,
        id="k7f3q2",
        fold=evening,
        people=people,
        host=Person(10**18, names[0]),
        seed=bytes(32),
        tables={table.at: Lair(10**18, "k7f3q2") for table in evening.tables},
        version=9,
        acted_at=evening.opened.at,
    )
    for aloud in (False, True):
        yield Message("night", words.night_words(held, t, aloud=aloud), words.night_buttons(held, t, late=aloud))
    for chapter in range(1, held.chapters):
        yield Message("past", words.past_words(held, chapter, t))
    for table in evening.tables:
        assert 0 < len(words.thread_name(table, t)) <= limits.THREAD_NAME
        yield Message("moved", words.moved_words(held, table.drawn, table.at, t))
    assert len(words.mentioned(held)) <= len(people)
    if words.awaited(held):
        yield Message("reminder of a night", words.reminder_words(held, t))
    for table in evening.playing:
        yield Message("called", words.called_words(held, table, t))
        if seats := evening.there(table.at):
            asked = Asked(table.at, table.at, seats[0])
            yield Message("asked", words.asking_words(held, asked, t), words.asking_buttons(held, asked, t))
    for told in (pages.standing_pages, pages.tables_pages, pages.rules_pages, pages.dice_pages):
        for page in told(held, t):
            yield Message(told.__name__, page)
    if ranking := pages.card(held, "note", "wood", t):
        yield Message("card", pages.card_alt(ranking))
