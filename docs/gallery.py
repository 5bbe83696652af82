"""The gallery of all pictures, as a page: `docs/gallery.md` and the files it shows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import render
from bot.backgammon import start
from bot.backgammon.actions import End
from bot.backgammon.record import kept_steps
from bot.chouette import apply
from bot.preferans.sheet import Options
from bot.preferans.tables import Kind, whist_or_pass
from bot.screens.alt import alt_text, chart_alt, ending_alt, person_alt, sheet_alt
from bot.screens.chouette.replay import session_replay_description, session_replay_scenes
from bot.screens.chouette.score_sheet import score_sheet, session_summary
from bot.screens.heads_up.replay import replay_description, replay_scenes
from bot.screens.ladder.board_words import described_ranking
from bot.screens.leagues.scenes import paper_alt
from bot.screens.painter import Picture
from bot.screens.panels.previews import preview_alt, previews
from bot.screens.preferans.guide import example
from bot.screens.preferans.pictures import comparison_picture, sheet_picture, table_picture
from bot.texts import Texts

from .evenings import REPLAYED, friday, moments
from .example import ACTIONS, ENDING, NAMES, RULES
from .states import BRACKET, CHART, CROSSTABLE, OFFERS, PERFORMANCE, PERSON, RANKING, SWISS, THEMED, TURNS, Shown

HEAD = """\
# Every picture the bot draws

Drawn by the bot's own renderer from the scenes in `docs/states.py`, of a chouette from the sessions that
`docs/evenings.py` plays by the rules; `make pictures` draws them anew. Below each picture stand the words that describe
it to those who do not see it.
"""


class Exhibit(NamedTuple):
    """A picture of the gallery: the section it stands in, its file, what it is about, what it says, and its bytes."""

    section: str
    file: str
    caption: str
    words: str
    picture: bytes


def exhibits(t: Texts) -> Iterator[Exhibit]:
    """Everything the gallery shows, in order."""
    for section, states in _sections(t).items():
        for file, caption, scene in states:
            yield Exhibit(section, f"{file}.png", caption, alt_text(scene, t), render.draw(scene))
    chosen = "dark"
    words, themes = preview_alt(chosen, t), render.draw_preview(previews(chosen, t))
    yield Exhibit("Themes", "themes.png", "The themes, where one is chosen.", words, themes)
    yield from _replays(t)
    evening = friday()
    sheet = score_sheet(evening.session, evening.games, evening.name, t)
    yield Exhibit("Papers", "chart.png", "A rating's history.", chart_alt(CHART, t), render.draw_chart(CHART))
    end = session_summary(apply(evening.session, End(by=0)), evening.games, evening.name, "wood", t)
    assert end
    yield Exhibit("Papers", "session.png", "The end of a session.", ending_alt(end, t), render.draw_ending(end))
    yield Exhibit("Papers", "sheet.png", "A chouette's score sheet.", sheet_alt(sheet, t), render.draw_sheet(sheet))
    yield from _ladder(t)
    for file, caption, drawn in _preferans(t):
        yield Exhibit("Preferans", f"{file}.png", caption, drawn.words, drawn.draw())


def _ladder(t: Texts) -> Iterator[Exhibit]:
    section = "Ladder and leagues"
    words, picture = described_ranking(RANKING), render.draw_ranking(RANKING)
    yield Exhibit(section, "ranking.png", "The first of a leaderboard.", words, picture)
    words, picture = described_ranking(PERFORMANCE), render.draw_ranking(PERFORMANCE)
    caption = "How well they play: the performance rating with its standard error."
    yield Exhibit(section, "performance.png", caption, words, picture)
    yield Exhibit(section, "person.png", "One person.", person_alt(PERSON, t), render.draw_person(PERSON))
    words, picture = paper_alt(CROSSTABLE, t), render.draw_crosstable(CROSSTABLE)
    yield Exhibit(section, "crosstable.png", "A division of a league.", words, picture)
    words, picture = paper_alt(SWISS, t), render.draw_crosstable(SWISS)
    caption = "A Swiss: whom each has met, by place, and Buchholz."
    yield Exhibit(section, "swiss.png", caption, words, picture)
    words, picture = paper_alt(BRACKET, t), render.draw_bracket(BRACKET)
    caption = "The last rounds of a knock-out: a dot for each match somebody had lost before."
    yield Exhibit(section, "bracket.png", caption, words, picture)


def _preferans(t: Texts) -> Iterator[tuple[str, str, Picture]]:
    usual, names = Options(), ("Anna", "Bořek", "Petra", "Иван")
    yield "preferans", "A sheet after three hands; Иван deals next.", sheet_picture(example(), names, "wood", t)
    over = table_picture(Kind.OVER, usual.convention, usual, "dark", t)
    yield "preferans-table", "What games cost in which somebody takes more tricks than were bid.", over
    choices = whist_or_pass(7, usual.convention)
    compared = comparison_picture(7, choices, usual, "wood", t, defending=True)
    yield "preferans-compared", "Whisting a seven compared with passing, by the tricks of the defence.", compared


def _sections(t: Texts) -> dict[str, tuple[Shown, ...]]:
    chouette = tuple(Shown(moment.file, moment.caption, moment.scene(t)) for moment in moments())
    return {"Turns": TURNS, "Offers and ends": OFFERS, "The chouette": chouette, "Themes": THEMED}


def _replays(t: Texts) -> Iterator[Exhibit]:
    steps = kept_steps(start(RULES), (*ACTIONS, *ENDING))[1]
    words = replay_description("k7f3q2-1", steps, NAMES, t)
    picture = render.draw_replay(replay_scenes(steps, NAMES, "dark", t))
    yield Exhibit("Replay", "replay.webp", "A finished game, move by move.", words, picture)
    evening = friday()
    played = evening.steps(REPLAYED)
    words = session_replay_description(f"{evening.table.id}-{REPLAYED}", played, evening.name, t)
    picture = render.draw_replay(session_replay_scenes(played, evening.name, "dark", t))
    caption = "A finished game of a chouette, in which one stayed in alone."
    yield Exhibit("Replay", "replay-chouette.webp", caption, words, picture)


def page(shown: list[Exhibit]) -> str:
    """The gallery's page."""
    parts, section = [HEAD], ""
    for exhibit in shown:
        if exhibit.section != section:
            section = exhibit.section
            parts.append(f"## {section}\n")
        parts.append(f"**{exhibit.caption}**\n")
        parts.append(f'<img src="gallery/{exhibit.file}" width="550" alt="{exhibit.caption}">\n')
        parts.append("> " + "\n> ".join(exhibit.words.splitlines()) + "\n")
    return "\n".join(parts)


def write(folder: Path, t: Texts) -> list[Exhibit]:
    """Write the page and its pictures into a folder; return what they are."""
    pictures = folder / "gallery"
    pictures.mkdir(exist_ok=True)
    for old in pictures.iterdir():
        old.unlink()
    shown = list(exhibits(t))
    for exhibit in shown:
        (pictures / exhibit.file).write_bytes(exhibit.picture)
    (folder / "gallery.md").write_text(page(shown), encoding="utf-8")
    return shown
