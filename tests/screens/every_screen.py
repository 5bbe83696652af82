"""Every message that the screens can make of a table, as it would be sent; and sessions that have seen many people."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from fractions import Fraction
from itertools import cycle, islice, product
from typing import Any, NamedTuple

import discord
from msgspec.structs import replace

from bot import limits
from bot.analysis.report import Placed, worst_for
from bot.analysis.verdicts import DOUBLE, ROLL, Verdict, candidates
from bot.analysis.verdicts import Kind as Kind_
from bot.backgammon import Board as Held
from bot.backgammon import (
    Draft,
    Illegal,
    Kind,
    Match,
    OfferStage,
    Phase,
    Position,
    Refused,
    Reply,
    Rules,
    Side,
    Variant,
    Xgid,
    format_xgid,
    legal_plays,
)
from bot.backgammon import start as begun
from bot.backgammon.actions import AnyAction as MatchAction
from bot.backgammon.actions import Double as MatchDouble
from bot.backgammon.actions import Drop
from bot.backgammon.actions import Resign as MatchResign
from bot.backgammon.actions import Settle as MatchSettle
from bot.backgammon.bet import Bet, CubeRules, Offer, courses
from bot.backgammon.record import kept_steps
from bot.backgammon.record_faults import Mend, Note
from bot.chouette import PRESETS, ChouetteFault, Options, Session, apply, fewest_transfers, start
from bot.chouette.actions import Answer, AnyAction, Arrange, Double, Leave, Resign, Settle
from bot.chouette.history import history
from bot.chouette.record import session_steps
from bot.chouette.state import Payment, Player
from bot.chouette.statistics import statistics
from bot.cogs.lookup import choice_words
from bot.cogs.table_setup import word_form
from bot.core.clock import Clock, Days, Hours, Live
from bot.core.pace import DAY, HOUR, MINUTE, SECOND, wanted_of
from bot.core.state import TableState
from bot.engine.thoughts import EXACT, TAGS, Chances, CubeThought, Judged, Level, Stakes
from bot.ladder.performance import CoursePoint, Performance
from bot.ladder.players import Badge
from bot.ladder.players import Player as Listed
from bot.ladder.rating import Standing
from bot.ladder.tallies import Cubes, Sum, Tally, WinLoss
from bot.ladder.watch import Gain, Source
from bot.league import Decided, Extended, Knockout, LeagueFault, RoundRobin, Swiss, TimeUp
from bot.league.rounds import decisions
from bot.league.state import MOST_IN_KNOCKOUT
from bot.permissions import FOR_EVENTS, INVITED, NEEDED
from bot.screens import (
    all_games,
    alt,
    asking_words,
    board_names,
    challenge_words,
    clock_words,
    composer,
    computer_words,
    ended_items,
    finished,
    finished_game,
    fitting,
    live,
    note_words,
    pace_words,
    private_thread_words,
    refusal_words,
    resigning,
    waiting_words,
)
from bot.screens import (
    board_words as table_words,
)
from bot.screens import names as naming
from bot.screens import painter as pictures
from bot.screens.board_scene import draft_scene
from bot.screens.buttons import view
from bot.screens.chouette import (
    advice_words,
    entry_words,
    lobby_words,
    option_words,
    score_sheet,
)
from bot.screens.chouette import (
    buttons as session_buttons,
)
from bot.screens.chouette import (
    finished as session_finished,
)
from bot.screens.chouette import (
    replay as session_replay,
)
from bot.screens.chouette import (
    text as session_text,
)
from bot.screens.chouette.partner_thread import PartnerThread
from bot.screens.custom_ids import Press
from bot.screens.discord_errors import FOR_GOOD, Trouble
from bot.screens.face import Shown, label_in
from bot.screens.faces import board_face, boards, face_of, registered
from bot.screens.heads_up import import_words, replay
from bot.screens.heads_up import words as heads_up_words
from bot.screens.ladder import (
    board_words,
    common_words,
    game_words,
    person_card,
    profile_words,
    strike_words,
    watch_words,
)
from bot.screens.leagues import asks as league_asks
from bot.screens.leagues import scenes as league_scenes
from bot.screens.leagues import words as league_words
from bot.screens.links import Links
from bot.screens.own_items import around_items
from bot.screens.panels import own_time, preferences, previews, settings
from bot.screens.private_words import private_words
from bot.screens.reference import (
    fact_words,
    faults,
    help_words,
    hint_words,
    odds_words,
    position_words,
    proof_words,
)
from bot.screens.reference import topics as rule_topics
from bot.screens.reference.faults import FactFault
from bot.screens.refusal_words import unshown_words
from bot.screens.refused_words import refused_words
from bot.screens.remarks import with_remarks
from bot.screens.reviews import day_words, queue_words
from bot.screens.reviews import items as review_items
from bot.screens.reviews import pictures as review_pictures
from bot.screens.reviews import words as review_words
from bot.screens.show_items import everybody_item
from bot.tables.about import About, Unrated
from bot.tables.advice import MOST_PLAYS, Decision, Hint
from bot.tables.board_game import board_of
from bot.tables.chouette.news import SessionNews, session_news
from bot.tables.counting import RatingChange
from bot.tables.days import Puzzle
from bot.tables.desk import REMEMBERED
from bot.tables.held_league import Debt, HeldLeague
from bot.tables.intents import KINDS
from bot.tables.judging import Case, Ruling
from bot.tables.kept_games import FinishedGames, LogSlice
from bot.tables.ladder_pages import RIVALS, ROWS, BoardPage, GamePage, Line, ListedGame, Profile, Rival, Versus
from bot.tables.nights import Night
from bot.tables.notes import MOST as NOTE
from bot.tables.notices import Event, ToTell
from bot.tables.personal_data import Left
from bot.tables.preferences import MOST_BLOCKED, THEMES, PersonPreferences, ServerSettings
from bot.tables.refused_posts import ANSWER, PODIUM, QUESTION, RefusedPost
from bot.tables.refused_posts import of_league as posts_of_league
from bot.tables.remarks import Remark
from bot.tables.review_requests import End, Progress, Request
from bot.tables.reviews import Review, part_of
from bot.tables.table import Advice, People, Person, Stage, Table
from bot.tables.waiting import A_PAGE, Entry, TableWait, WaitingPage
from bot.tables.waits import Wait
from bot.texts import Texts, texts
from render import Scene
from tests.backgammon.positions import board as placed
from tests.chouette.random_session import MOST_SEATS, anything, asked_for, made, random_options
from tests.discord_server import validation
from tests.ladder.facts import chouette_game, match_game
from tests.league.seasons import Season
from tests.screens.states import played, scene_of

LINKS = Links(*(f"https://example.org/{what * 400}"[:512] for what in ("support", "terms", "privacy")))
MOST_PEOPLE = 60
#: Posts that Discord has refused: for want of permissions, for what else it says, and given up.
REFUSED = (
    RefusedPost(
        about="1", channel=10**18, why="FORBIDDEN", lacking=tuple(INVITED.values()), since=1.8e9, again=1.8e9 + 86_400
    ),
    *(RefusedPost(about="1", channel=10**18, why=why.name, since=1.8e9, again=1.8e9) for why in FOR_GOOD),
    RefusedPost(about="1", channel=10**18, why="of a newer bot", since=1.8e9, tries=4),
)
_NIGHT = Night(start=23 * 60 + 30, end=7 * 60 + 45, zone="America/Argentina/ComodRivadavia")
_PACES = Live(250 * MINUTE, 60 * SECOND), Hours(240 * HOUR, 72 * HOUR), Days(14 * DAY)
_ANSWERED = (
    (Reply.TAKE, Reply.DROP, OfferStage.DOUBLE),
    (Reply.DROP, Reply.BEAVER, OfferStage.DOUBLE),
    (Reply.RACCOON, Reply.TAKE, OfferStage.BEAVER),
    (Reply.DROP, Reply.TAKE, OfferStage.RACCOON),
)


WAYS = {
    (Kind_.CUBE, OfferStage.DOUBLE): (ROLL, "take", "beaver", "drop"),
    (Kind_.ANSWER, OfferStage.DOUBLE): (ROLL, "take", "beaver", "drop"),
    (Kind_.ANSWER, OfferStage.BEAVER): ("take", "raccoon", "drop"),
    (Kind_.ANSWER, OfferStage.RACCOON): ("take", "drop"),
}
"""What is kept of the worth of a cube, at the most."""


class Message(NamedTuple):
    """What is sent at once; `description` of its picture. `name` says which message it is."""

    name: str
    content: str
    view: discord.ui.View | None = None
    file: str = ""
    description: str = ""

    def check(self) -> None:
        """Raise what Discord answers to a message that it does not take."""
        files = [{"id": 0, "filename": self.file, "description": self.description}] if self.file else []
        components = self.view.to_components() if self.view else []
        form = {"content": self.content, "components": components, "attachments": files}
        validation.message(form, components_v2=False, new_files=["0"] if files else [])
        assert self.content.strip() and len(self.file) <= 100, self.name


class Played(NamedTuple):
    """A session on its way: its table now, how it began, and everything that was done."""

    table: Table
    people: int
    log: tuple[AnyAction, ...]

    @property
    def session(self) -> Session:
        assert isinstance(self.table.state, Session)
        return self.table.state


def sessions(seed: int, names: Sequence[str], most: int) -> Iterator[Played]:
    """A random session after each of its actions; all but a few of `names` sat there once, and owe or are owed."""
    rng = random.Random(seed)
    options = random_options(rng)
    count = rng.randint(3 if options.fixed_turns else 2, min(7, options.room))
    session, log, news = start(options, count), list[AnyAction](), list[SessionNews]()
    for version in range(1, most):
        action = anything(rng, session) if rng.random() < 0.1 else asked_for(rng, session)
        if action is None:
            return
        try:
            after = apply(session, action)
        except Refused:
            continue
        if isinstance(action, Arrange) and len(after.players) < MOST_SEATS < len(names):
            after = _with_departed(after, len(names), rng)
        told = session_news(session, action, after, version)
        news = [*news, told][-REMEMBERED:] if told else news
        session = after
        log.append(action)
        yield Played(_table(options, names, session, tuple(news)), count, tuple(log))
        if session.closed:
            return


def _with_departed(session: Session, count: int, rng: random.Random) -> Session:
    """The session as if many others had played and left; places for those who are yet to join remain."""
    gone = [Player(points=rng.choice((0, rng.randint(-999, 999)))) for _ in range(count - MOST_SEATS - 1)]
    fresh = (Player(),) * (MOST_SEATS - len(session.players))
    balance = sum(player.points for player in gone)
    return replace(session, players=(*session.players, *fresh, *gone, Player(points=-balance)))


def _table(options: Options, names: Sequence[str], session: Session, news: tuple[SessionNews, ...]) -> Table:
    ids = (1_000_000_000_000_000_000 + seat for seat in range(len(names)))
    return Table(
        about=About(id="k7f3q2", guild=7, channel=8, setup=options, made_at=0, expires_at=6e9),
        people=People(seats=tuple(map(Person, ids, names)), words=tuple((seat, "w" * 40) for seat in range(10))),
        seed=bytes(32),
        stage=Stage.CLOSED if session.closed else Stage.OPEN,
        state=session,
        news=news,
        screen=replace(live.Screen(), message=10**18),
        advice=Advice(thread=10**18, told=True),
        version=session.asked,
    )


def closed(played: Played) -> Played:
    """The same, as if the session were over now."""
    session = played.session
    owed = fewest_transfers({seat: player.points for seat, player in enumerate(session.players)})
    over = replace(session, closed=True, payments=tuple(map(Payment, owed)), proposals=())
    return played._replace(table=replace(played.table, stage=Stage.CLOSED, state=over))


def of_session(played: Played, rng: random.Random, t: Texts) -> Iterator[Message]:
    """Every message about a chouette that is played, or is over."""
    table, session = played.table, played.session
    yield from of_any(table, t)
    for page, text in enumerate(score_sheet.score_pages(session, naming.mentions(table), t)):
        yield Message(f"score {page}", text)
    for own in (True, False):
        for page in range(1 + len(session.payments) // fitting.ROWS):
            seat = rng.randrange(len(session.players))
            yield Message("payments", *session_buttons.payments_screen(table, session, seat, page, t, own=own))
    if items := session_buttons.double_items(table, session, t):
        yield Message("whom to double", "?", live.view(items))
    yield Message("advice", advice_words.first_words(table, t))
    for page in proof_words.proof_words(table, t, first=played.log[0]):
        yield Message("proof", page)
    somebody = {table.person(0).user, 1}
    for said in (private_thread_words.taken_out, private_thread_words.let_in_again):
        yield Message("advice", said(table, somebody, t))
    seat = rng.randrange(len(session.players))
    items = live.view(entry_words.entry_items(table, session, seat, t))
    yield Message("newcomer", entry_words.entry_words(table, seat, session.host, t), items)
    partners = PartnerThread()
    yield Message("partner", "\n".join((partners.first_words(table, t), partners.title(table, t))))
    assert partners.readers(table) <= partners.talking(table)
    captain = advice_words.captain_of(table)
    yield Message("advice", private_thread_words.warning(table, 10**18, somebody, captain, t))
    yield Message("advice", private_thread_words.moved(10**18, captain, t))
    for action in _doubtful(session, rng):
        yield Message("doubt", face_of(table).confirmation(session, action, naming.bold_names(table), t))
    for verb in ("double", "take", "pass"):
        yield Message(verb, face_of(table).sealed(session, session, verb, t) or "-")
    everybody = tuple(range(min(10, len(session.players))))
    refused = Illegal(ChouetteFault.NOT_AGREED, names=everybody)
    yield Message("refusal", refusal_words.state_message(table, t, refusal_words.refusal_words(refused, t, table)))


def _doubtful(session: Session, rng: random.Random) -> Iterable[AnyAction]:
    """What may be asked once more."""
    game = session.game
    if game.exchange and not game.exchange.extras:
        for index in game.exchange.bets[:1]:
            others = tuple((bet, rng.choice(list(Reply))) for bet in game.exchange.bets[1:])
            replies = ((index, Reply.DROP), *others)
            yield Answer(by=game.answerer(index), replies=replies)
    if game.phase is Phase.CUBE:
        for seat in (game.box, game.captain):
            if bets := game.accessible(seat, session.options.cube):
                yield Double(by=seat, bets=bets)
    for kind in (Resign, Settle) if game.open_bets else ():
        if kind is Resign:
            yield made(rng, session, kind, game.bets[game.open_bets[0]].black)
    there = [seat for seat in game.line if game.held(seat) and session.is_seated(seat)]
    if there and session.begun and not session.closed and game.phase is not Phase.OVER:
        yield Leave(by=rng.choice(there))


def of_records(played: Played, t: Texts) -> Iterator[Message]:
    """Every message about games that are over, and the sheet."""
    table, options = played.table, played.table.setup_of(Options)
    assert options is not None
    names = naming.label_names(table)
    games = history(options, played.people, played.log)
    count = score_sheet.sheet_count(played.session, games)
    for page in range(count):
        sheet = score_sheet.score_sheet(played.session, games, names, t, page=page)
        yield Message("sheet", "-", None, "sheet.png", alt.sheet_alt(sheet, t))
    if end := score_sheet.session_summary(played.session, games, names, "wood", t):
        yield Message("session's end", "-", None, "session.png", pictures.of_session(end, t).words)
    counted = statistics(games)
    for seat in range(3):
        found = score_sheet.statistics_words(counted, seat, naming.bold_names(table), t)
        yield Message("statistics", "\n".join(found))
    over = session_steps(start(options, played.people), played.log)
    for number, steps in over.items():
        if steps[-1][2].game.phase is not Phase.OVER:
            continue
        game = f"{table.id}-{number}"

        def said(most: int, game: str = game, number: int = number) -> tuple[tuple[()], list[str]]:
            return (), [session_replay.session_replay_words(game, over[number], naming.bold_names(table, most), t)]

        told = session_replay.session_replay_description(game, steps, names, t)
        yield Message("replay", fitting.unbroken(fitting.fitted(said)), None, f"{game}.webp", told)
        assert session_replay.session_replay_scenes(steps, names, "wood", t)
        yield Message("export", session_text.session_title(table, game, t, naming.plain))
        assert session_text.session_text(table, game, {number: steps}, t)
    log_slice = _log_slice(table, start(options, played.people), played.log)
    yield from _looked_up(table, log_slice, t)
    kept = FinishedGames(table.game, log_slice, ())
    yield Message("numbers", session_finished.numbers(table, kept, 0, t.language))
    yield Message("sheet", "-", None, "sheet.png", session_finished.sheet(table, kept, 0, "wood", t.language)[1])


def _log_slice(table: Table, begun: TableState, log: Iterable[Any]) -> LogSlice:
    entries = [table.game.header(begun), *map(table.game.codec.encode, log)]
    return LogSlice(table.game, b"\n".join(entries))


def _looked_up(table: Table, log_slice: LogSlice, t: Texts) -> Iterator[Message]:
    """What workers tell of a table's finished games, if it has any."""
    assert table.state is not None
    for page in fact_words.rolls_words(table.id, 1, finished.rolled(face_of(table), log_slice, 1), t):
        yield Message("rolls", page)
    try:
        told = finished.replayed(face_of(table), table, log_slice, None, "wood", t.language)
        title, text = finished.written(face_of(table), table, log_slice, told.number, "txt", t.language)
    except Illegal as refused:
        assert refused.reason is faults.FactFault.NONE_FINISHED
        return
    yield Message("replay", told.words, None, "r.webp", told.description)
    yield Message("export", title)
    assert text and told.scenes
    files = all_games.files_of(face_of(table), table, log_slice, t.language)
    assert all_games.packed(files, t.language, limits.FILE)
    assert len(all_games.digests_of(face_of(table), table, log_slice)) <= table.state.number


def of_waiting(entries: Sequence[Entry], t: Texts) -> Iterator[Message]:
    """The list of what waits, full of these, on its last page of many."""
    page = WaitingPage(tuple(islice(cycle(entries), A_PAGE if entries else 0)), 98, 99, 99 * A_PAGE if entries else 0)
    words = waiting_words.waiting_words(page, 0, lambda guild: "W" * 100, t)
    assert words.count("](https://discord.com/channels/") == len(page.entries), "no link is cut"
    yield Message("waiting", words, waiting_words.waiting_view(page, t))


def of_any(table: Table, t: Texts) -> Iterator[Message]:
    """Every message about a running or finished table of any kind."""
    assert table.state is not None
    far = replace(table, about=replace(table.about, guild=10**18, channel=10**18))
    waits = [TableWait(far, seat, wait, 6e9) for wait in Wait for seat in range(min(3, len(table.people.seats)))]
    yield from of_waiting(waits, t)
    yield Message("next", *waiting_words.next_screen(waits[0], t))
    description = alt.alt_text(scene_of(table, "wood", t), t)
    buttons = live.components(table, t)
    yield Message("live", live.content(table, 0, t, 0), buttons, live.picture_name(table), description)
    yield Message("state", refusal_words.state_message(table, t, "x" * 300))
    yield Message("pips", table_words.pips_words(table, t))
    yield Message("race", fact_words.race_words(table, t))
    yield Message("equity", odds_words.table_score_words(table, t) or "-")
    yield from of_composer(table, t)
    if isinstance(table.state, Match):
        for pace in _PACES:
            yield from of_clock(replace(table, clock=Clock.of(pace)), t)
    face = board_face(table)
    assert set(face.topics_at(table)) <= set(rule_topics.ordered(table)) == set(rule_topics.topics())
    for turn in Side:
        yield Message("race", "\n".join(face.reservations(table.state, turn, naming.bold_names(table), t)) or "-")
    for seat in (0, 1):
        own = [*face.own_items(table, seat, lambda _: True, t), note_words.note_item(table, t)]
        yield Message("hint", "-", view(hint_words.cube_items(face, table, table.state.questions, seat, t)))
        yield Message(
            "more",
            refusal_words.state_message(table, t) or "-",
            live.view(around_items(table, own, t, on_board=True)),
        )
        costs = {name: 3 * number for number, name in enumerate(KINDS)}
        yield Message("resign", "-", live.view(resigning.resign_items(costs, table.id, table.state.question, t)))
        assert set(face.resignations(table.state, seat)) <= set(costs)
        assert len(face.doubles(table, seat, t)) in (0, 2)
        assert face.winners_at_nothing(table.state, seat, 1 - seat) in ((), (seat, 1 - seat))
    for items in (ended_items.replay_items(table, t), ended_items.export_items(table, face, t)):
        yield Message("afterwards", "-", live.view(items))
    situation, carried = face.xgid(table.state), board_names.xgid_in(live.picture_name(table))
    public = face.xgid(table.public.state)
    assert table.state.closed if carried is None else format_xgid(carried) == format_xgid(public)
    yield Message("odds", odds_words.position_odds_words(situation, t))
    scene = position_words.position_scene(situation, "wood", t)
    yield Message("position", position_words.position_words(situation, t), None, "p.png", alt.alt_text(scene, t))
    for page in proof_words.proof_words(table, t):
        yield Message("proof", page)
    yield Message("choice", choice_words(f"{table.id}-12345", table.people.seats))
    for question in table.state.questions:
        if any(each.number == question.number for each in table.state.proposals):
            label = face_of(table).proposal(table.state, question.number, naming.label_names(table), t)
            yield Message("offer", fitting.shortened(label, limits.CHOICE))


def of_clock(table: Table, t: Texts) -> Iterator[Message]:
    """What a table's clock adds to its messages."""
    scene = clock_words.timed(scene_of(table, "wood", t), table, 0, t)
    yield Message("live", live.content(table, 0, t, 0), live.components(table, t), "p.png", alt.alt_text(scene, t))
    for seat in (0, 1):
        rest = clock_words.rest_words(table, seat, 0, t)
        yield Message("state", refusal_words.state_message(table, t, rest, "x" * 300))


def of_composer(table: Table, t: Texts) -> Iterator[Message]:
    """Every message of somebody who puts a play together, if there is a roll to play."""
    state = board_of(table.state)
    board = state.board
    if board.dice is None or board.turn is None:
        return
    composed = composer.Composed()
    while True:
        draft = Draft(board.position, board.dice, composed.picks, state.rules.max_on_point).completed()
        for smaller in (False, True):
            composed = replace(composed, smaller=smaller)
            shown = composer.composer_screen(table.id, 10**9 - 1, draft, composed, board.dice, t, hints=True)
            yield Message("composer", *shown)
        scene = scene_of(table, "wood", t)
        scene = draft_scene(scene, board.turn, draft, board.dice, composed.latest(draft), flipped=True)
        yield Message("draft", "-", None, "draft.png", alt.alt_text(scene, t))
        if draft.play is not None:
            return
        composed = composed.then(draft.ways()[-1].picks)


def of_lobby(names: Sequence[str], options: Options, chosen: str | None, t: Texts) -> Iterator[Message]:
    """Every message about a chouette that has not begun, or has just done so."""
    whole = _table(options, names, start(options, 3 if options.fixed_turns else 2), ())
    agreed = replace(whole.people, agreed=(whole.person(0).user,))
    for stage in (Stage.CHALLENGE, Stage.OPEN, Stage.WITHDRAWN):
        table = replace(whole, state=None, stage=stage, people=agreed)
        yield Message("lobby", lobby_words.lobby_words(table, t), lobby_words.lobby_buttons(table, t))
    timed = replace(whole, state=None, stage=Stage.CHALLENGE, about=replace(whole.about, enough=10))
    yield Message("lobby", lobby_words.lobby_words(timed, t), lobby_words.lobby_buttons(timed, t))
    yield Message("begins", lobby_words.begins_words(whole, t))
    yield Message("too few", lobby_words.too_few_words(timed, t))
    yield Message("opening", lobby_words.begun_words(whole, t))
    yield Message("panel", lobby_words.panel_words(whole, chosen, t), lobby_words.panel_view(whole, chosen, t))
    for lines in (lobby_words.joined_words(whole, t), lobby_words.newcomer_words(options, 2, t)):
        for page in fitting.pages(lines):
            yield Message("rules", page)
    for page in challenge_words.rules_pages(face_of(whole).terms(whole, t)):
        yield Message("rules", page)


def of_challenge(names: Sequence[str], rules: Rules, t: Texts) -> Iterator[Message]:
    """Every message about a challenge."""
    options = PRESETS["standard"]
    whole = _table(options, names[:2], start(options, 3), ())
    about = replace(whole.about, setup=rules)
    stages = (Stage.CHALLENGE, Stage.OPEN, Stage.WITHDRAWN)
    for stage, unrated in product(stages, (None, *Unrated)):
        about = replace(about, rated=unrated is None, unrated=unrated)
        table = replace(whole, about=about, state=None, stage=stage)
        face = face_of(table)
        yield Message("challenge", face.gathering_words(table, t), face.gathering_buttons(table, t))
        yield Message("opening", face.opening_words(table, t))
        for page in challenge_words.rules_pages(face.terms(table, t)):
            yield Message("rules", page)
        for person in table.people.seats:
            yield Message("declined", challenge_words.declined_words(table, face.terms(table, t), person.user, t))


def of_league(names: Sequence[str], chance: int, t: Texts) -> Iterator[Message]:
    """Every message about a league on its way, of as many people as can be in one, and of a few."""
    for form in (RoundRobin(weeks=4, size=10, moved=2), Knockout(losses=3, round_days=14), Swiss(rounds=9)):
        for count in (4, form.most):
            season = Season(form, count, chance)
            yield from _of_league(season, names, t)
            season.start()
            yield from _of_league(season, names, t)
            for _ in range(min(len(season.league.open_pairings), 60) - 1):
                season.win_by_chance()
            season.leave(season.league.present[-1])
            yield from _of_league(season, names, t)
            yield from _of_round(season, names, t)
            if count < MOST_IN_KNOCKOUT:
                season.play_out()
            if not season.league.over:
                season.end()
            yield from _of_league(season, names, t)


def _of_round(season: Season, names: Sequence[str], t: Texts) -> Iterator[Message]:
    """Every message about what is new in a round that ends by itself."""
    for _ in range(2):
        season.at = season.league.time_up or season.at
        number, *later = season.league.open_pairings or (None,)
        if number is None:
            return
        if season.league.time_up:
            season.add(Extended(season.at, 14))
            yield from _of_league(season, names, t)
            season.at = season.league.time_up
        season.add(Decided(season.at, number, season.league.pairings[number].one))
        yield from _of_league(season, names, t)
        if season.league.time_up and later:
            on = dict.fromkeys(later[: len(later) // 2])
            season.add(TimeUp(season.at, decisions(season.league, on, 0b10)))
            yield from _of_league(season, names, t)
            season.at = season.league.time_up or season.at
            season.add(TimeUp(season.at, decisions(season.league, on, 0b10)))
            yield from _of_league(season, names, t)
        season.draw()


def _of_league(season: Season, names: Sequence[str], t: Texts) -> Iterator[Message]:
    league = replace(season.league, opened=replace(season.league.opened, name=names[0][:40] or "-", rated=False))
    people = {seat: Person(10**18 + seat, names[seat % len(names)]) for seat in range(len(league.lots))}
    held = HeldLeague(guild=7, id="k7f3q2", fold=league, people=people, host=people[0], version=1, acted_at=season.at)
    for aloud in (False, True):
        words = league_words.league_words(held, t, aloud=aloud)
        yield Message("league", words, league_words.league_buttons(held, season.at, t))
    for page in league_words.table_words(held, t):
        yield Message("table of a league", page)
    for own in (False, True):
        words = league_asks.leaving_words(held, 0, t, own=own)
        yield Message("leaving a league", words, league_asks.sure_view("league_gone", held, t))
    yield Message("calling a league off", league_asks.ending_words(held, t))
    for each in REFUSED:
        words = refused_words(posts_of_league(held.id), each, t)
        yield Message("refused league", words, league_words.again_button(held, t))
    yield Message("reminder of a league", league_words.reminder_words(held, t))
    owed = [Debt(held, number, each, each.one) for number, each in league.open_pairings.items()]
    yield from of_waiting(owed, t)
    yield Message("debts", league_words.debts_words(owed, t), league_words.debts_buttons(owed, t))
    for debt, usual in ((None, 0), *((each, 25) for each in owed[:1])):
        items = asking_words.asking_items(10**19, usual, debt, t)
        yield Message("how long", asking_words.asking_words("W" * limits.NAME, t), live.view(items))
    for paper in league_scenes.papers(held, "wood", t):
        yield Message("picture of a league", "-", None, "league.png", league_scenes.paper_alt(paper, t))


def of_match(table: Table, log: Sequence[MatchAction], t: Texts) -> Iterator[Message]:
    """Every message about a match, and about its games that are over."""
    yield from of_any(table, t)
    match = table.state_of(Match)
    kind = None if table.about.setup.length else Kind.GAMMON
    for action in (MatchResign(by=0, kind=kind), MatchDouble(by=0), Drop(by=0)):
        yield Message("doubt", face_of(table).confirmation(table.state, action, naming.bold_names(table), t))
    for what in (MatchResign(by=0, kind=None), MatchSettle(by=1, points=0), MatchSettle(by=1, points=-2)):
        yield Message("proposal", heads_up_words.proposed_words(what, match, naming.bold_names(table), t))
    names = tuple(naming.called(person.name) for person in table.people.seats)
    for number, steps in kept_steps(begun(table.about.setup), log).items():
        if steps[-1][2].game.phase is Phase.OVER:
            game = f"{table.id}-{number}"
            told = replay.replay_description(game, steps, names, t)
            yield Message("replay", replay.replay_words(game, steps, naming.bold_names(table), t), None, "r.webp", told)
            assert replay.replay_scenes(steps, names, "wood", t)
    yield from of_brought(table, t)
    if log:
        yield from _looked_up(table, _log_slice(table, begun(table.about.setup), log), t)


def of_brought(table: Table, t: Texts) -> Iterator[Message]:
    """Every message about a match that somebody has brought from elsewhere."""
    places = [(name, "x" * 60) for name in ("text", "value", "score", "points", "written")]
    notes = [Note(mend, 12345, tuple(places), times) for mend in Mend for times in (1, 7)]
    for few in (notes[:8], notes):
        brought = import_words.brought_words([(table, few)], 3, ["k7f3q2"] * 3, t)
        yield Message("brought", brought, view([finished_game.show_item(table, 12345, "webp", t)]), "r.webp", "x")
    yield Message("brought", import_words.shown_words(table, "x" * 200, t))
    for user in (table.channel, table.people.seats[0].user):
        mine = replace(table, about=replace(table.about, channel=user))
        yield Message("own side", import_words.own_words(mine, t), view(import_words.own_items(mine, t)))
    for said in (Remark(1, 0, "x" * 500), Remark(1, 12, "x" * 500), Remark(1, 12, "x" * 500, cube=True)):
        yield Message("remarks", with_remarks("x" * 200, [said] * 3, t))
    yield Message("remarks", with_remarks("x" * 200, [said] * 20, t))
    yield Message(
        "brought",
        "\n".join([*import_words.rules_words([(table, notes)] * 25, t), import_words.gone_words(["k7f3q2"] * 3, t)]),
    )


def of_nothing(t: Texts) -> Iterator[Message]:
    """Every message that needs no table."""
    for why in Trouble:
        yield Message("unshown", unshown_words(why, ("Send Messages",) * 10, t))
    names = rule_topics.ordered(None)
    for name in names:
        shown = view(
            [*rule_topics.topics_items(names, rule_topics.page_of(name, names), t, name), everybody_item(None, t)]
        )
        yield Message("topic", rule_topics.topic_words(name, t), shown)
        assert rule_topics.meant(name, t) == name in [found for _, found in rule_topics.matching(name, names, t)]
    for length in (0, 25):
        yield Message("paces", "\n".join(pace_words.offered_words(length, t)))
    for pace in _PACES:
        yield Message("pace", pace_words.wanted_words(wanted_of(pace, 25), 25, t))
    for event in Event:
        yield Message("private words", private_words(ToTell("x:1", "x" * 10, event, 1), "Club", t))
    for last in (None, "k7f3q2"):
        shown = view([*rule_topics.topics_items(names, 0, t), everybody_item(None, t)])
        yield Message("contents", rule_topics.contents_words(last, t), shown)
    near = rule_topics.nearest("x" * 200, t)
    yield Message("topic", refusal_words.refusal_words(Illegal(FactFault.NO_SUCH_TOPIC, text="x" * 100, names=near), t))
    for name in (None, *odds_words.ODDS):
        for page in fitting.pages(odds_words.odds_words(name, t)):
            yield Message("odds", page)
    yield Message("equity", odds_words.score_words(1, 25, t))
    yield Message("odds", odds_words.way_words("....xx.o", t))
    rolled = Xgid(position=placed({6: 5, 5: 5, 4: 5}, {6: 5, 5: 5, 3: 5}), turn=Side.BLACK, dice=(6, 5))
    shown = view([everybody_item(rolled.position, t)])
    yield Message("race", fact_words.position_race_words(rolled, t), shown)
    yield Message("odds", odds_words.asked_rolls_words("6-5, 3, double", t))
    rolls = [(number, (6, 5)) for number in range(99000, 99400)]
    for page in fact_words.rolls_words("k7f3q2", 99999, rolls, t):
        yield Message("rolls", page)
    both = label_in(t, texts("cs" if t.language == "ru" else "ru"))
    topics = help_words.help_topics("wood", t, Shown(both, both))
    for number, topic in enumerate(topics):
        shown = view([*help_words.help_items(topics, number, LINKS, t), everybody_item(None, t)])
        described = topic.picture.words
        yield Message("help", topic.words, shown, "help.png", described)
    yield from of_hints(t)
    yield from of_reviews(t)
    yield from of_panels(t)
    yield from of_money_sessions(t)
    yield from of_ladder(t)
    for name in (*option_words.CUBES, *option_words.TABLE):
        assert all(option_words.value_words(name, value, t) for value in option_words.choices(name))
    yield Message("note", note_words.note_words("*" * NOTE))
    note = Press("note", "k7f3q2", 1)
    for asked in (
        word_form(Press("word", "k7f3q2", 1), t),
        settings.zone_form(t),
        own_time.night_form(PersonPreferences(night=_NIGHT), t),
        note_words.note_form(note, "x" * NOTE, t),
    ):
        assert len(asked.title) <= limits.TITLE and len(asked.custom_id) <= limits.CUSTOM_ID
        assert all(len(field.to_component_dict()["label"]) <= limits.TITLE for field in asked.children)


def of_money_sessions(t: Texts) -> Iterator[Message]:
    """The picture of a session between two that is over."""
    table, games = played([(0, Kind.GAMMON), (1, Kind.BACKGAMMON), (0, Kind.SINGLE)])
    end = face_of(table).summary(table, games, "wood", t)
    assert end is not None
    yield Message("session's end", "-", None, "session.png", pictures.of_session(end, t).words)


def of_ladder(t: Texts) -> Iterator[Message]:
    """The pages of a ladder, as full as they can be."""
    most = 10**20
    for board in (words.board for words in boards().values()):
        lines = tuple(
            Line(rank=99_990 + each, number=each, user=most - each, value=-9_999.99, provisional=True, count=99_999,
                 form="10" * 5, change=-2_000.0, error=99.99)
            for each in range(ROWS)
        )  # fmt: skip
        for rows, season in ((lines, "2026-Q4"), ((), "2026-11"), (lines[:1], "")):
            own = Line(rank=123_456, number=0, user=most, value=12.5, provisional=True, count=1, change=1.0)
            page = BoardPage(
                board=board, variant="hypergammon", season=season, page=5, size=99_999 * len(rows), lines=rows, own=own
            )
            yield Message("board", board_words.board_words(page, t, 3), board_words.board_view(page, t))
            for plays in (0, 29, 299):
                few = Line(rank=0, number=0, user=None, value=500_000.0, provisional=False, count=plays, error=99.99)
                waiting = replace(page, own=None, unlisted=few)
                yield Message("board", board_words.board_words(waiting, t, 3), board_words.board_view(waiting, t))
            pressed = board_words.read_press(board_words.board_press(page, "board_page", 3))
            assert pressed == (board, "hypergammon", season) and (not season or common_words.is_season(season))
            yield Message("podium", board_words.podium_words(page, t))
            if rows:
                shown = board_words.ranking(page, {line.user or 0: "W" * limits.NAME for line in rows}, "wood", t)
                words = board_words.board_words(page, t, rows=False)
                yield Message("first ten", words, file="board.png", description=board_words.described_ranking(shown))
    rivals = tuple(Rival(most - each, 9_999, 9_999) for each in range(RIVALS))
    tally = Tally(
        games=99_999,
        standings={each.value: Standing(1_234.5, 12_345) for each in Variant},
        records={f"{each.value} {length}": WinLoss(999, 999) for each in Variant for length in (0, 1, 25)},
        bets={
            "points": {"white": Sum(9_999, -99_999), "black": Sum(9_999, 1, 3)},
            "computer": {TAGS[level]: Sum(9_999, -99_999) for level in Level},
            "bets": {role: Sum(9_999, -99_999, 7) for role in ("box", "captain", "partner", "crew")},
        },
        cubes=Cubes(Sum(999, 999, 7), Sum(999, 999, 7), Sum(999, 999, 7), Sum(999, 999, 7)),
        wins=9_999, gammons=3_333, backgammons=11, performance=Performance(99, 99_999, 9_999, 10**12, 10**15),
    )  # fmt: skip
    player = Listed(
        tally=tally,
        doubles=WinLoss(999, 999),
        form="1010101010",
        streak=0,
        best_streak=9_999,
        badges={badge.value: 1.0 for badge in Badge},
    )
    ranks = {each.value: 99_999 for each in Variant}
    for profile in (
        Profile(user=most, player=player, ranks=ranks, victims=rivals, nemeses=rivals, nights=999, nights_won=9),
        Profile(user=most, player=Listed()),
    ):
        yield Message("profile", profile_words.profile_words(profile, t), profile_words.profile_view(most, LINKS, t))
    changes = tuple(RatingChange("hypergammon", 1e9 + 1e5 * each, 1_500.0 + each) for each in range(40))
    charted = Profile(user=most, player=player, ratings=changes)
    for profile in (charted, Profile(user=most, player=Listed())):
        course = tuple(CoursePoint(each.at, 99.9, 300) for each in profile.ratings)
        card = person_card.person_card(profile, "W" * limits.NAME, "wood", lambda at: date.fromtimestamp(at), t, course)
        assert (card is None) == (profile is not charted)
        if card is not None:
            yield Message("card", "-", file="profile.png", description=alt.person_alt(card, t))
    versus = Versus(most, most - 1, 9_999, 9_999, Fraction(-99_999, 7), {"hypergammon": (1_234.5, 2_000.0)})
    yield Message("versus", profile_words.versus_words(versus, t), profile_words.versus_view(versus, t))
    yield from _listed_games(most, t)


def _listed_games(most: int, t: Texts) -> Iterator[Message]:
    people = {seat: most - seat for seat in range(1, 8)}
    facts = [
        match_game(winner=0, length=25, points=64, cube=64, score=(24, 24), at=1e9, variant="hypergammon", game=each)
        if each % 3
        else replace(
            chouette_game(dict.fromkeys(people, -64), at=1e9, game=each),
            computers=((1, "beginner2"), (2, "world_class")),
        )
        for each in range(9990, 9990 + ROWS)
    ]
    games = [
        ListedGame(number=each, fact=facts[each], seat=0, people=people, struck=reason)
        for each, reason in zip(range(ROWS), cycle((None, "_" * 200)), strict=False)
    ]
    days = dict.fromkeys(range(ROWS), date(2026, 11, 30))
    names = dict.fromkeys(people.values(), "W" * limits.NAME)
    for page in (GamePage(most, 3, 9_999, tuple(games)), GamePage(most, 0, 0, ())):
        yield Message("games", game_words.games_words(page, t), game_words.games_view(page, names, days, t))
    yield from _judged_games(most, t)
    for face in registered():
        yield Message("game", "`k7f3q2-12`", game_words.game_view("k7f3q2-12", face, t))


def _judged_games(most: int, t: Texts) -> Iterator[Message]:
    """What who manages the server is asked, and told: of a long match in a league and of a large chouette."""
    last = match_game(
        winner=0, length=25, points=64, cube=64, score=(24, 24), at=1e9, variant="hypergammon", game=9_999, plays=1,
        league="winter",
    )  # fmt: skip
    large = replace(
        chouette_game(dict.fromkeys(range(1, 10), -64), at=1e9), computers=((1, "beginner2"), (2, "world_class"))
    )
    for fact in (last, large):
        people = {seat: None if seat == 9 else most - seat for seat, _ in fact.account.roles}
        for count, restoring in product((1, 99), (False, True)):
            cases = [Case(9_999, replace(fact, table="k7f3q2"), people)] * count
            words = strike_words.asked_words(cases, "W" * 200, t, restoring=restoring)
            assert strike_words.reason_of(words) == "W" * 200 and len(words) <= limits.MESSAGE
            yield Message("strike", words, strike_words.asked_view(cases, 9_999, t, restoring=restoring))
            ruling = Ruling(tuple(range(count)), (LeagueFault.REPLAYED, LeagueFault.GONE_ON))
            yield Message("struck", strike_words.decided_words("k7f3q2", ruling, t, restoring=restoring))
    sources = tuple(Source(each, 1_234.5, ("k7f3q2", "abcdef", "uvwxyz", "ghijkm")) for each in (2, 3))
    gains = [Gain(1, "hypergammon", 1_234.5, sources)] * 20 + [Gain(1, "backgammon", 100.0, ())] * 20
    known = {1: most, 2: most - 1, 3: None}
    for some in (gains, gains[20:], []):
        yield Message("watch", watch_words.watch_words(some, known, "2026-12", t))


def of_hints(t: Texts) -> Iterator[Message]:
    """What the engine advises: five plays of a double, and every word about a cube."""
    assert all(computer_words.computer_name(level, t) for level in Level)
    assert all(len(computer_words.offer_words(level, t)) <= limits.LABEL for level in Level)
    board, chances = Held.start(Variant.BACKGAMMON).opened(2, 2), Chances(0.5, 0.25, 0.125, 0.25, 0.125)
    board = replace(board, dice=(2, 2), turn=Side.BLACK)
    plays, stakes = board.plays(None), Stakes(beavers=True)
    asked = Decision(board.position, Side.BLACK, stakes, (2, 2))
    judged = tuple(Judged(play.packed, -place / 7, chances, 3) for place, play in enumerate(plays[:MOST_PLAYS]))
    seen = Scene(board.position.own, board.position.opponent, ("Ann", "Bob"))
    advised = Hint(asked, judged)
    scene = hint_words.compared_scene(seen, advised, plays)
    assert hint_words.hint_scene(seen, asked.side, plays[0]).last
    buttons = hint_words.play_items(advised, plays, "k7f3q2", 10**9 - 1, t)
    back = hint_words.back_item("k7f3q2", 10**9 - 1, "ns.x6x6-x6x6", t)
    yield Message(
        "hint",
        hint_words.hint_words(advised, plays, t),
        view([*buttons, back, hint_words.figures_item("k7f3q2", 10**9 - 1, "ns.x6x6-x6x6", t)]),
        "hint.png",
        alt.alt_text(scene, t),
    )
    for last in (None, computer_words.Wanted(25, Level.INTERMEDIATE)):
        usual = last or computer_words.Wanted(0, Level.BEGINNER)
        for words, items in (
            computer_words.length_screen(last, usual, t),
            computer_words.level_screen(25, usual, t),
        ):
            yield Message("against the computer", words, view(items))
    for stays, taken in ((0.5, 0.6), (0.5, 1.2), (1.5, 1.6), (0.2, 0.1), (0.0, -0.5), (0.0, -1.5)):
        thought = CubeThought(stays, taken, 1.0, chances)
        for stage in (None, *OfferStage):
            for may in (True, False):
                ways = () if stage is None else courses(Bet(0, 1), Offer(Side.BLACK, stage), CubeRules(animals=2))
                about = asked._replace(dice=None, stage=stage, ways=ways, may_double=may)
                yield Message("hint", hint_words.hint_words(Hint(about, cube=thought), (), t))


def of_reviews(t: Texts) -> Iterator[Message]:
    """Every message about an analysis: a long one of many people, and every kind of mistake."""
    table = Table(
        about=About(id="k7f3q2", guild=1, channel=2, setup=Options(), made_at=0, expires_at=0),
        people=People(seats=tuple(Person(1001 + seat, "_W" * 16) for seat in range(10))),
        seed=b"",
    )
    position, chances = Held.start(Variant.BACKGAMMON).position, Chances(0.525, 0.255, 0.0, 0.1, 0.0)
    said = [(Kind_.CUBE, DOUBLE, ROLL, OfferStage.DOUBLE), (Kind_.CUBE, ROLL, DOUBLE, OfferStage.DOUBLE)]
    said += [(Kind_.ANSWER, chosen.value, best.value, stage) for chosen, best, stage in _ANSWERED]
    made = [(Kind_.PLAY, "bar/off(2) 24/18*(2)", "13/7(2) 8/2*(2)", OfferStage.DOUBLE), *said]
    near = (("13/7(2) 8/2*(2)", 0.0), ("24/18(2) 13/7(2)", 0.05))
    verdicts = [
        Placed(
            199,
            Verdict(
                seat=place % 10, side=Side(place % 2), turn=100 + place, kind=kind, position=position.id,
                stakes=Stakes(),
                chosen=chosen, best=best, after=chances, after_best=chances, error=0.05 * place + 0.03, counted=True,
                dice=(6, 6) if kind is Kind_.PLAY else None, luck=-1.25, stage=stage,
                near=near if kind is Kind_.PLAY else (),
                unseen=0.1 * (kind is Kind_.PLAY), plies=EXACT if place % 3 else 4, staked=640 * (place % 2),
                outcomes=() if kind is Kind_.PLAY else tuple((way, -1.2345) for way in WAYS[kind, stage]),
            ),
        )
        for place, (kind, chosen, best, stage) in enumerate(made * 6)
    ]  # fmt: skip
    review = Review("bgsage 2.0 / 1", "2-ply, 3-ply", ())
    uncounted = Placed(199, replace(verdicts[0].verdict, counted=False, error=0.0))
    match = [replace(each, verdict=replace(each.verdict, stakes=Stakes(64, away=(24, 25)))) for each in verdicts]
    for games in ([199], [198, 199]):
        for some in (verdicts, match, verdicts[:1], [], [uncounted]):
            for own in (None, 0, 9):
                text = review_words.report_words(table, games, some, review, t, own)
                errors = worst_for(some, own)
                there = dict(enumerate(errors))
                for shown in range(min(len(errors), 2)) or (0,):
                    under = review_words.error_words(table, errors, shown, games, t, own)
                    assert len(under) < limits.MESSAGE / 2
                    text = review_words.report_text(text, under, errors, shown, t)
                    yield Message("analysis", text, review_items.report_view(table, games, there, shown, t))
            assert review_words.whole_list(table, games, some, review, t)
        for progress in (
            Progress(waits=True, others=1, all=3000, seconds=70),
            Progress(others=12, done=2999, all=3000, seconds=7000),
            Progress(done=7, all=23),
            Progress(end=End.CANCELLED, by="W" * 32),
            *(Progress(end=each) for each in End),
        ):
            text = queue_words.progress_words(review_words.named(table.id, games), progress, t)
            for mentioned in (True, False):
                later = f"{text}\n-# {queue_words.later_words(mentioned=mentioned, t=t)}"
                yield Message("analysis", later, review_items.cancel_view(table.id, "1" * 20, t))
        for end in End:
            under = review_items.ready_view(table.id, review_items.whole(games), 10**19, t)
            yield Message("analysed", queue_words.ready_words(10**19, end, t), under)
        groups = [(first, first + 99, 3000) for first in range(1, 30_000, 100)]
        for page in (0, 1, len(groups) // limits.CHOICES):
            under = review_items.parts_view(table.id, part_of(1, 31_000), groups, page, t)
            yield Message("parts", queue_words.parts_words(f"{table.id}-1-31000", 28_500, 3000, 2000, t), under)
        asked = Request("1" * 20, 10**19, 1, 1, table.id, (1, 2), "en", 1, "x", 1, 0.0, part=part_of(1, 31_000))
        listed = [(asked, Progress(done=7, all=3000, seconds=7000))] * 30
        queue = review_items.queue_view([(f"{number:020}", f"{table.id} · {number}") for number in range(30)], t)
        yield Message("queue", queue_words.queue_words(listed, t), queue)
    for place, each in enumerate(verdicts[: len(made)]):
        plays = [str(play) for play in legal_plays(position, (6, 6))]
        scene = review_pictures.decision_scene(table, each, verdicts, 0, "wood", t, played=plays[0], best=plays[-1])
        assert len(scene.ways) == 2 * (each.verdict.kind is Kind_.PLAY)
        words = review_words.error_words(table, [each], 0, [199], t)
        yield Message("mistake", words, None, "mistake.png", alt.alt_text(scene, t))
        for told, pick in ((None, None), (2999, None), (None, 4), (2999, 4)):
            assert review_items.read_task(review_items.task_id(place, told, pick)) == (place, told, pick)
        task = review_words.task_words(each, place + 1, len(made), "W" * 32, t)
        yield Message("practice", review_words.task_words(each, place + 1, len(made), "W" * 32, t, own=True))
        yield Message("practice", task, review_items.task_view(table.id, 199, each, place, 2999, t))
        legal = replace(each.verdict, chosen=plays[0], best=plays[-1], near=()) if each.verdict.dice else each.verdict
        answered = review_pictures.answered_scene(table, replace(each, verdict=legal), verdicts, 0, "wood", t)
        assert bool(answered.ways) == (each.verdict.kind is Kind_.PLAY)
        for picked, _ in review_words.candidates(each.verdict):
            after = review_items.solution_view(table.id, 199, place, len(made), 2999, t)
            yield Message("practice", review_words.solution_words(each, picked, t), after)
    yield from of_days([each.verdict for each in verdicts[: len(made)]], t)
    assert all(t(word) for word in (*review_words.GRADES.values(), *review_words.WORDS.values()))


def of_days(verdicts: Sequence[Verdict], t: Texts) -> Iterator[Message]:
    """Every message about a position of the day: each kind of decision, with few votes and many, at the longest."""
    for place, each in enumerate(verdicts):
        dice = (6, 6) if each.dice else None
        plays = [str(play) for play in legal_plays(Position.from_id(each.position), dice)] if dice else []
        long = sorted(plays, key=len)[-5:]
        near = tuple((play, 0.04 * index) for index, play in enumerate(long))
        shown = replace(each, chosen=long[-1], best=long[0], near=near) if dice else each
        for length, stakes in ((0, each.stakes), (25, Stakes(cube=64, away=(24, 25)))):
            verdict = replace(shown, stakes=stakes)
            choices = tuple(choice for choice, _ in candidates(verdict))
            puzzle = Puzzle("x", 1, 2, "k7f3q2", 199, verdict, length, choices, "bgsage 2.0 / 1", "2-ply, 3-ply")
            under = day_words.day_view(199, puzzle, t)
            asked = review_pictures.puzzle_scene(verdict, length, "wood", t)
            yield Message(
                "position", day_words.day_words(puzzle, place, 1.8e9, t), under, "position.png", alt.alt_text(asked, t)
            )
            solved = review_pictures.solved_scene(verdict, length, "wood", t)
            link = "https://discord.com/channels/1456074443980800002/1456074443980800002/1456074443980800002"
            yield Message("position", day_words.day_words(puzzle, place, None, t, link))
            for votes, name in ((dict.fromkeys(choices, 1_000), "_W" * 16), ({}, "")):
                words = day_words.answer_words(puzzle, votes, name, t)
                yield Message("answer", words, None, "answer.png", alt.alt_text(solved, t))
            for choice in choices:
                yield Message("vote", day_words.vote_words(choice, 1.8e9, t))


def of_panels(t: Texts) -> Iterator[Message]:
    """Every page of the panels of `/preferences` and `/settings`."""
    everybody = tuple(range(10**18, 10**18 + MOST_BLOCKED))
    for person in (
        PersonPreferences(),
        PersonPreferences(door=False, blocked=everybody),
        PersonPreferences(blocked=None),
    ):
        shown = preferences.preference_view(person, t)
        yield Message("preferences", preferences.preference_words(person, t), shown)
        for each in (person, replace(person, night=_NIGHT, direct=True, direct_refused=True)):
            yield Message("own time", own_time.time_words(each, t), own_time.time_view(each, t))
    for theme in (None, *THEMES):
        assert [scene.turn for scene in previews.previews(theme, t)] == [
            None if each != theme else 0 for each in THEMES
        ]
        yield Message("themes", "-", None, "themes.png", previews.preview_alt(theme, t))
    for listed, named in ((None, False), (True, True), (False, False)):
        yield Message("data", preferences.data_words(t), preferences.data_view(t, listed, named=named))
    yield Message("delete", preferences.delete_words(t), preferences.delete_view(t))
    for left in (Left(), Left(tuple(range(10**18, 10**18 + 100)), ("k7f3q2",) * 100)):
        yield Message("deleted", preferences.deleted_words(left, t))
    for server in (
        ServerSettings(),
        ServerSettings(rules=Rules(length=25, cube=False), remind_after=48, claim_after=168),
        ServerSettings(podium=10**18, champion=10**18, rated_a_day=0, money_rated=True, daily=10**18),
    ):
        yield Message("settings", settings.setting_words(server, t, t), settings.setting_view(server, t))
        lacking = settings.lacking_words(10**18, tuple(NEEDED.values()), t)
        warned = [[lacking, *(refused_words(name, each, t) for name in (QUESTION, ANSWER))] for each in REFUSED]
        for warnings in ([], *([lacking, refused_words(PODIUM, each, t)] for each in REFUSED)):
            words = settings.ladder_words(server, warnings, t)
            yield Message("leaderboards", words, settings.ladder_view(server, t))
        yield Message("no events", settings.no_events_words(tuple(FOR_EVENTS.values()), t))
        for waiting, warnings in ((0, []), *((300, each) for each in warned)):
            words = settings.daily_words(server, waiting, warnings, t)
            yield Message("position of the day", words, settings.daily_view(server, t))
        for shown in (settings.default_rules_view(server, t), settings.cube_view(server.rules, t)):
            yield Message("default rules", settings.default_rules_words(server, t), shown)
