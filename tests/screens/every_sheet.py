"""Every message that the screens can make of Preferans, as it would be sent."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from typing import Any

from bot import limits
from bot.core.actions import Abort, End
from bot.core.refusal import Refused
from bot.preferans import drafts
from bot.preferans.conventions import GAMES, PRESETS
from bot.preferans.drafts import Draft, Step
from bot.preferans.hands import AllPass, Misere
from bot.preferans.sheet import Lot, Options, Sheet, apply
from bot.preferans.tables import Kind, play_or_pass, table, whist_or_pass
from bot.screens import ended_items, finished, live
from bot.screens.buttons import view
from bot.screens.faces import face_of
from bot.screens.names import bold_names, label_names
from bot.screens.preferans import entry, option_words, pictures, value_words, words
from bot.screens.question_items import common_items
from bot.screens.reference.proof_words import proof_words
from bot.screens.refusal_words import refusal_words, state_message
from bot.tables.about import About
from bot.tables.games import PREFERANS
from bot.tables.kept_games import LogSlice
from bot.tables.preferans.news import SheetNews, sheet_news
from bot.tables.table import People, Person, Screen, Stage, Table
from bot.texts import Texts
from tests.preferans import sheets

from .every_screen import Message


def _table(options: Options, names: Sequence[str], state: Sheet | None, news: tuple[SheetNews, ...] = ()) -> Table:
    about = About(id="k7f3q2", guild=1, channel=2, setup=options, made_at=1e9, expires_at=2e9)
    people = People(seats=tuple(Person(10**17 + seat, name) for seat, name in enumerate(names)))
    stage = Stage.CHALLENGE if state is None else Stage.CLOSED if state.closed else Stage.OPEN
    screen = Screen(message=10**18)
    return Table(
        about=about,
        people=people,
        seed=bytes(32),
        stage=stage,
        state=state,
        news=news,
        version=len(news),
        screen=screen,
    )


def of_sheets(seed: int, names: Sequence[str], t: Texts) -> Iterator[Message]:
    """A company gathers, plays at random, and settles or gives up."""
    rng = random.Random(seed)
    options = sheets.options(rng)
    names = names[: options.convention.players]
    yield from _gathering(options, names, t)
    sheet, log, news = Sheet(options=options), list[Any](), list[SheetNews]()
    end = (End(by=0), Abort(), End())[seed % 3]
    for turn in range(27):
        action = Lot(dice=(rng.randint(1, 6), rng.randint(1, 6))) if not turn else sheets.action(rng, sheet)
        action = end if turn == 26 else action
        try:
            after = apply(sheet, action)
        except Refused as error:
            yield Message("refused", refusal_words(error, t, _table(options, names, sheet)))
            continue
        news = [*news[-3:], sheet_news(sheet, action, after, len(log) + 1)]
        log.append(action)
        sheet = after
        yield from _shown(_table(options, names, sheet, tuple(news)), sheet, t)
        if not sheet.closed:
            yield from _entered(_table(options, names, sheet), sheet, rng, t)
    yield from _written(_table(options, names, sheet), sheet, log, t)


def _gathering(options: Options, names: Sequence[str], t: Texts) -> Iterator[Message]:
    whole = _table(options, names, None)
    face = face_of(whole)
    for stage in (Stage.CHALLENGE, Stage.OPEN, Stage.WITHDRAWN):
        shown = Table(about=whole.about, people=whole.people, seed=whole.seed, stage=stage)
        yield Message("gathering", face.gathering_words(shown, t), face.gathering_buttons(shown, t))
    yield Message("opening", face.opening_words(whole, t))
    terms = face.terms(whole, t)
    yield Message("rules", "\n".join((terms.title, *terms.rules)))
    assert option_words.changed(options) in (True, False)


def _shown(it: Table, sheet: Sheet, t: Texts) -> Iterator[Message]:
    face = face_of(it)
    picture = face.picture(it, "wood", t, 0)
    yield Message("live", live.content(it, 0, t, 0), live.components(it, t), live.picture_name(it), picture.words)
    yield Message("state", state_message(it, t, "x" * 300))
    yield Message("doubt", face.confirmation(sheet, End(by=0), bold_names(it), t))
    yield Message("order", "\n".join(face.order(sheet, Lot(dice=(6, 5)), t)))
    yield Message("more", "-", view(face.own_items(it, 0, lambda _: True, t)))
    for page in proof_words(it, t):
        yield Message("proof", page)
    for question in sheet.questions:
        assert common_items(it, question, t) is not None


def _entered(it: Table, sheet: Sheet, rng: random.Random, t: Texts) -> Iterator[Message]:
    """A hand entered at random, step by step."""
    convention, draft = sheet.options.convention, entry.first_draft(sheet)
    while True:
        names = label_names(it, 20)
        items = entry.entry_items(it.id, sheet, draft, names, t)
        yield Message("entry", entry.entry_words(sheet, draft, bold_names(it), t), view(items))
        assert entry.read_draft(str(draft)) == draft
        match draft.step(convention):
            case Step.WHO if rng.random() < 0.3:
                draft = draft._replace(contract=drafts.ALL_PASS)
            case Step.WHO:
                draft = draft._replace(declarer=rng.choice(drafts.who(draft, convention)))
            case Step.CONTRACT:
                contract = rng.choice(drafts.contracts(convention, sheet.running))
                draft = drafts.with_contract(draft, contract, convention)
            case Step.ROLES:
                draft = draft._replace(roles=rng.choice(drafts.roles(draft, convention)))
            case Step.TRICKS:
                draft = draft._replace(tricks=rng.choice(drafts.tricks(draft, convention)))
            case Step.READY:
                break
    for wrong in (Draft(0, 0, 0, "6", None, ()), draft._replace(tricks=(77, 77, 77, 77), line=len(sheet.lines))):
        if wrong.step(convention) is Step.READY:
            yield Message("entry", entry.entry_words(sheet, wrong, bold_names(it), t))


def _written(it: Table, sheet: Sheet, log: Sequence[Any], t: Texts) -> Iterator[Message]:
    face = face_of(it)
    assert sheet.closed
    lines = [PREFERANS.header(Sheet(options=sheet.options)), *map(PREFERANS.codec.encode, log)]
    log_slice = LogSlice(PREFERANS, b"\n".join(lines))
    for kind in face.kinds:
        title, text = finished.written(face, it, log_slice, None, kind, t.language)
        assert text
        yield Message("export", title)
    assert finished.rolled(face, log_slice, 1)
    yield Message("afterwards", "-", view(ended_items.export_items(it, face, t)))


def of_values(t: Texts) -> Iterator[Message]:
    """What hands are worth, the tables, choices compared; in every convention."""
    for preset, convention in PRESETS.items():
        options = Options(preset=preset, convention=convention)
        for hand in (Misere(0), Misere(3), AllPass((0, 3, 5, 2))):
            yield Message("value", value_words.value_words(hand, options, t))
        for kind in Kind:
            if table(kind, convention).rows:
                picture = pictures.table_picture(kind, convention, options, "wood", t)
                yield Message("table", "-", None, "table.png", picture.words)
        for game in GAMES:
            for defending, choices in (
                (False, play_or_pass(game, convention)),
                (True, whist_or_pass(game, convention)),
            ):
                if choices:
                    shown = pictures.comparison_picture(game, choices, options, "dark", t, defending=defending)
                    yield Message("compared", "-", None, "compared.png", shown.words)
                    assert len(shown.words) <= limits.PICTURE_WORDS
    assert words.decimal_mark(t) in ".,"
