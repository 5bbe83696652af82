"""What people are offered at a chouette is what its rules accept of them: by buttons, under More, or in lists."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from itertools import combinations

import discord
import pytest

import bot.cogs.router  # noqa: F401  enters the rows of the table of verbs
from bot.backgammon import Kind, Phase, Refused, Reply, Seat
from bot.chouette import BOX, LoneTaker, Pace, Session, actions, apply
from bot.chouette.questions import awaited
from bot.cogs.more import own_items
from bot.cogs.people import people_about
from bot.cogs.verbs import Request, request
from bot.core.actions import Action
from bot.core.intent import Intent
from bot.screens.chouette.buttons import double_items
from bot.screens.custom_ids import Press
from bot.screens.faces import board_face
from bot.screens.live import components
from bot.tables import intents
from bot.tables.about import About
from bot.tables.chouette import intents as chouette_intents
from bot.tables.chouette.bets_meant import answerable, doubles_for
from bot.tables.table import People, Person, Stage, Table
from bot.texts import texts
from tests.chouette.random_session import MOST_SEATS, play_on

T = texts("en")
DICE = (1, 2)
#: What is no action at the table.
_APART = ("more", "payments", "history", "score", "rematch", "replay", "export", "analyze", "dice", "challenge_rules")
_LETTERS = {reply.value[0]: reply for reply in Reply}


def table_of(session: Session) -> Table:
    seats = tuple(Person(1001 + seat, f"P{seat}") for seat in range(max(MOST_SEATS, len(session.players))))
    options = session.options
    return Table(
        about=About(id="k7f3q2", guild=7, channel=8, setup=options, made_at=0, expires_at=600),
        people=People(seats=seats),
        seed=bytes(32),
        stage=Stage.CLOSED if session.closed else Stage.OPEN,
        state=session,
    )


def accepted(session: Session, action: Action) -> bool:
    try:
        apply(session, action)  # type: ignore[arg-type]
    except Refused:
        return False
    return True


def done(session: Session, seat: Seat, intent: Intent | None) -> list[Action]:
    """What a press does; nothing where it is refused before it is an action."""
    assert intent is not None
    try:
        return [intent(session, seat, lambda: DICE)]
    except Refused:
        return []


def by_press(table: Table, session: Session, seat: Seat, item: discord.ui.Item[discord.ui.View]) -> Iterator[Action]:
    """What somebody can do with a button or a list, one choice of it after the other."""
    press = Press.parse(item.custom_id)  # type: ignore[attr-defined]
    assert press is not None
    values = [option.value for option in item.options] if isinstance(item, discord.ui.Select) else []
    game = session.game
    match press.verb:
        case "move":
            yield actions.Move(by=seat, play=str(game.plays(session.rules)[0]))
        case "accept":
            yield from done(session, seat, intents.accept(press.question))
        case "decline":
            yield from done(session, seat, intents.decline(press.question))
        case "paid":
            yield from done(session, seat, chouette_intents.paid(int(press.extra)))
        case "resign":
            for name in board_face(table).resignations(session, seat):
                yield from done(session, seat, request(f"resign_{name}").intent)
        case "settle":
            yield from done(session, seat, intents.settle(1, (int(press.extra),)))
        case "settle_with":
            for other in people_about(table, seat, "settle"):
                yield from done(session, seat, intents.settle(1, (other,)))
        case "double" if game.board.turn is BOX and doubles_for(session, seat) == game.box and not press.extra:
            yield from done(session, seat, intents.double())
            for each in double_items(table, session, T)[-1:]:
                ways = [tuple(map(int, option.value.split("."))) for option in each.options]  # type: ignore[attr-defined]
                for many in range(1, 1 + min(2, each.max_values)):  # type: ignore[attr-defined]
                    for some in combinations(ways, many):
                        yield from done(session, seat, intents.double(tuple(who for way in some for who in way)))
        case "answers":
            mine = answerable(session, seat)
            for value in values:
                chosen = dict.fromkeys(mine, Reply.DROP) | {int(value[:-1]): _LETTERS[value[-1]]}
                yield from done(session, seat, chouette_intents.replies(chosen))
        case "extras":
            for value in values:
                whom = (int(value[1:]),)
                dropped, refused = (whom, ()) if value[0] == "d" else ((), whom)
                yield from done(session, seat, chouette_intents.extras(True, refused, dropped))
        case "second_table":
            return
        case _:
            asked = Request.parse(press.extra or press.verb)
            assert asked is not None, press
            yield from done(session, seat, asked.intent)


def by_lists(table: Table, session: Session, seat: Seat) -> Iterator[Action]:
    """What the lists of the commands offer to name."""
    for command in ("double", "take", "drop", "beaver", "raccoon", "extra drop"):
        for other in people_about(table, seat, command):
            yield from done(session, seat, request(command.replace(" ", "_"), (other,)).intent)
    for other in people_about(table, seat, "resign"):
        for kind in Kind:
            yield from done(session, seat, intents.resign(kind, (other,)))
    for other in people_about(table, seat, "settle"):
        yield from done(session, seat, intents.settle(1, (other,)))


def conceivable(session: Session, seat: Seat) -> Iterator[Action]:
    """Everything that somebody could wish to do, one bet at a time. Commands alone are how people come, go between
    games, name a delegate and, where they roll themselves, say what holds for later games."""
    game, player = session.game, session.players[seat]
    yield from (kind(by=seat) for kind in (actions.Pass, actions.Hold, actions.Undo, actions.Abort, actions.Claim))
    yield from (kind(by=seat) for kind in (actions.DeclineBox, actions.Next, actions.Leave))
    yield actions.Roll(by=seat, dice=DICE)
    if game.phase is Phase.PLAY:
        yield actions.Move(by=seat, play=str(game.plays(session.rules)[0]))
    yield from (actions.Share(by=seat, agree=agree) for agree in (True, False))
    yield actions.SitOut(by=seat, out=not player.out)
    if game.phase is Phase.OVER or seat not in (game.box, game.acting_captain):
        yield actions.AutoPass(by=seat, on=not player.auto_pass)
    yield actions.Pause(by=seat, on=not session.paused)
    if not session.ending:
        yield actions.End(by=seat)
    for index in range(len(game.bets)):
        yield actions.Double(by=seat, bets=(index,))
        yield from (actions.Answer(by=seat, replies=((index, reply),)) for reply in Reply)
        yield from (actions.GiveExtra(by=seat, bet=index, give=give) for give in (True, False))
        yield from (actions.Resign(by=seat, kind=kind, bets=(index,)) for kind in Kind)
        yield actions.Settle(by=seat, points=1, bets=(index,))
    yield from (actions.AnswerExtras(by=seat, stay=stay) for stay in (True, False))
    for other in game.line:
        yield actions.AnswerExtras(by=seat, stay=True, dropped=(other,))
        if session.options.lone_taker is LoneTaker.EXTRAS_VOLUNTARY:
            yield actions.AnswerExtras(by=seat, stay=True, refused=(other,))
    for proposal in session.proposals:
        yield actions.Accept(by=seat, question=proposal.number)
        yield actions.Decline(by=seat, question=proposal.number)
    yield from (actions.Paid(by=seat, payment=index) for index in range(len(session.payments)))


def among(action: Action, offered: Iterable[Action]) -> bool:
    """Whether it is offered, by itself or with more of its kind."""
    for other in offered:
        match action, other:
            case actions.Double(bets=(bet,)), actions.Double(bets=bets) if bet in bets:
                return True
            case actions.Answer(replies=(reply,)), actions.Answer(replies=replies) if reply in replies:
                return True
            case actions.Resign(bets=(bet,), kind=kind), actions.Resign(bets=bets) if (
                bet in bets and other.kind is kind
            ):
                return True
            case actions.Settle(bets=(bet,)), actions.Settle(bets=bets) if bet in bets:
                return True
            case _ if action == other:
                return True
            case _:
                continue
    return False


def check(session: Session) -> None:
    """Everything offered is accepted; everything accepted is offered."""
    table = table_of(session)
    public = components(table, T).children
    seated = [seat for seat in range(len(session.players)) if session.closed or session.is_seated(seat)]
    pressed = [item for item in public if (item.custom_id or "").partition(":")[0] not in _APART]  # type: ignore[attr-defined]
    can: dict[Seat, list[Action]] = {}
    accepts: set[str] = set()
    for seat in seated:
        can[seat] = list(by_lists(table, session, seat))
        for item in pressed:
            ways = [each for each in by_press(table, session, seat, item) if accepted(session, each)]
            can[seat] += ways
            accepts |= {str(item.custom_id)} if ways else set()  # type: ignore[attr-defined]
        for item in () if session.closed else own_items(table, seat, T, claims=True):
            ways = list(by_press(table, session, seat, item))
            assert ways and all(accepted(session, each) for each in ways), (seat, item, ways)
            can[seat] += ways
    for item in pressed:
        if str(item.custom_id).startswith("second_table:"):
            continue
        if str(item.custom_id).startswith("roll:") and (session.game.holding or awaited(session)):
            continue  # Roll is always there, and tells for whom it waits
        assert str(item.custom_id) in accepts, (item, "is offered, and nobody may do it")  # type: ignore[attr-defined]
    asked = session.questions
    if len(board_face(table).shown_questions(session, asked)) < len(asked):
        return  # while all is resigned nothing else is offered, though it may be typed
    clock = session.options.pace is Pace.LIVE and session.phase is not Phase.OVER
    for seat in seated:
        for action in conceivable(session, seat):
            if isinstance(action, actions.Pause) and action.on and not clock:
                continue  # where no clock runs it can be typed
            if accepted(session, action):
                assert among(action, can[seat]), (action, "is accepted and not offered")


@pytest.mark.long
@pytest.mark.parametrize("first", range(0, 24, 6))
def test_whatever_is_offered_is_accepted_and_the_other_way_round(first: int) -> None:
    looked = 0
    for seed in range(first, first + 6):
        rng = random.Random(seed)

        def watch(_: Session, __: actions.AnyAction, session: Session, rng: random.Random = rng) -> None:
            nonlocal looked
            if rng.random() < 0.12:
                looked += 1
                check(session)

        play_on(seed, 200, watch)
    assert looked > 20
