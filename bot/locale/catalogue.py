"""Extraction of all messages, and updates of the catalogues."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from enum import Enum
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

from bot.backgammon import CubeFault, PlayFault, TableFault
from bot.backgammon.asked_odds import OddsFault
from bot.backgammon.odds import RaceFault
from bot.backgammon.opening import OpeningFault
from bot.backgammon.record_faults import Mend, RecordFault
from bot.backgammon.typed_opening import TypedOpeningFault
from bot.backgammon.typed_position import PositionFault
from bot.chouette import ChouetteFault
from bot.core.looking import LookingFault
from bot.core.pace import PaceFault
from bot.league import LeagueFault
from bot.league.night_state import NightFault
from bot.lessons.reading import lessons
from bot.locale.extracting import Message, extracted
from bot.preferans.hands import HandFault
from bot.preferans.lines import SheetFault
from bot.screens.discord_errors import Trouble
from bot.screens.lessons.faults import LessonFault
from bot.screens.reference.faults import FactFault
from bot.tables.advice import HintFault
from bot.tables.appointments import AppointmentFault
from bot.tables.chouette.lobby_fault import LobbyFault
from bot.tables.cube_scores import ScoreFault
from bot.tables.faults import (
    ChallengeFault,
    LadderFault,
    LeagueTrouble,
    PlaceFault,
    RoleFault,
    StoreFault,
    TableTrouble,
)
from bot.tables.heads_up.imports import ImportFault
from bot.tables.holidays import AwayFault
from bot.tables.night_faults import NightTrouble
from bot.tables.preferans.faults import PreferansFault
from bot.tables.reviews import ReviewFault
from bot.tables.training import TrainingFault
from bot.texts import CATALOGUES, ENGLISH, LANGUAGES

SOURCES = CATALOGUES.parent
#: Reasons are sentences too; their modules know nothing of translation.
REASONS: tuple[type[Enum], ...] = (
    PlayFault,
    CubeFault,
    TableFault,
    RaceFault,
    RecordFault,
    OpeningFault,
    TypedOpeningFault,
    Mend,
    OddsFault,
    PaceFault,
    LookingFault,
    PositionFault,
    TableTrouble,
    PlaceFault,
    StoreFault,
    RoleFault,
    LadderFault,
    ChallengeFault,
    LobbyFault,
    AppointmentFault,
    AwayFault,
    LeagueFault,
    LeagueTrouble,
    NightFault,
    NightTrouble,
    ImportFault,
    ChouetteFault,
    FactFault,
    HandFault,
    SheetFault,
    PreferansFault,
    HintFault,
    LessonFault,
    ScoreFault,
    ReviewFault,
    TrainingFault,
    Trouble,
)

#: A fixed creation date, so that updates do not change the header.
_BEGUN = datetime(2026, 11, 21, tzinfo=UTC)


def messages() -> Iterator[tuple[Message, str]]:
    """Every message of the sources with its file; plurals are a pair."""
    for file in _sources(SOURCES):
        for message in extracted(file.read_text()):
            yield message, str(file.relative_to(SOURCES))
    for reasons in REASONS:
        for reason in reasons:
            yield str(reason.value), reasons.__module__
    for lesson in lessons():
        for text in lesson.texts:
            yield text, f"lesson {lesson.name}"


def _sources(folder: Path) -> Iterator[Path]:
    """The sources of a folder, then those of its subfolders."""
    yield from sorted(folder.glob("*.py"))
    for inner in sorted(each for each in folder.iterdir() if each.is_dir()):
        yield from _sources(inner)


def path(language: str) -> Path:
    return CATALOGUES / f"{language}.po"


def read(language: str) -> Catalog:
    """A catalogue; empty if there is none yet."""
    if not path(language).exists():
        return Catalog(locale=language, charset="utf-8")
    with path(language).open("rb") as file:
        return read_po(file, locale=language)


def update() -> None:
    """Add new messages to every catalogue, untranslated, and drop unused ones."""
    template = Catalog(charset="utf-8")
    for message, file in messages():
        template.add(message, locations=[(file, 0)])
    for language in LANGUAGES:
        if language == ENGLISH:
            continue
        catalogue = read(language)
        catalogue.update(template, no_fuzzy_matching=True)
        catalogue.obsolete.clear()
        catalogue.project, catalogue.version, catalogue.last_translator = "Chouette", "1", "the authors"
        catalogue.language_team, catalogue.msgid_bugs_address = language, "the authors"
        catalogue.creation_date = catalogue.revision_date = _BEGUN
        with path(language).open("wb") as file:
            write_po(file, catalogue, width=0, sort_output=False, include_lineno=False, omit_header=False)
