"""Players coming and going: joining, leaving, sitting out, sharing the box; and the way from one game to the next."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce

from msgspec import UNSET
from msgspec.structs import replace

from bot.backgammon import Foreign, Illegal, Phase, Seat, TableFault
from bot.core.proposals import renumbered

from . import line as order
from .actions import AutoPass, Delegate, Gone, Join, Leave, LetIn, SitOut, Stake
from .approval import answered, may_sit_down
from .cubes import silent
from .ending import next_box, points, rows, with_won
from .faults import ChouetteFault
from .fixed_turns import Turns
from .house import StartCube
from .options import PartnerPick
from .questions import heirs
from .round import Round
from .stakes import staked, with_starts
from .state import NO_HOST, SITS_OUT, Computers, Partnering, Player, Session
from .units import full_bank


def joined(session: Session, what: Join) -> Session:
    """A player sits down: now between two games, else for the next one, also after leaving the running one."""
    seat = what.by
    assert seat is not None
    if seat == len(session.players):
        session = replace(session, players=(*session.players, Player(bank=full_bank(session.options))))
    session = session.with_player(seat, out=False, sat_out=0, end=None)
    if session.turns is not None:
        session = replace(session, turns=_with_newcomers(session.turns, session, (seat,)))
    if session.game.phase is not Phase.OVER:
        return _with_any_host(replace(session, joining=(*session.joining, seat)))
    line = order.joined(session.line, seat, session.options.join)
    return _with_any_host(replace(session, line=line, newcomers=(*session.newcomers, seat)))


def _with_newcomers(turns: Turns, session: Session, seats: Iterable[Seat]) -> Turns:
    """A schedule with numbers for these seats, as the options want it."""
    rounds = session.options.house_rules.schedule_rounds
    return reduce(lambda so_far, seat: so_far.with_newcomer(seat, rounds), seats, turns)


def let_in(session: Session, what: LetIn) -> Session:
    """Somebody who has asked sits down. Raises `Stale`, or `Illegal` where the table is full by now."""
    session = answered(session, what)
    if not session.has_room:
        raise Illegal(ChouetteFault.FULL, most=session.options.room)
    return joined(session, Join(by=what.seat))


def computer_joined(session: Session) -> Session:
    """A computer sits down between two games, like a player who joins."""
    seat = len(session.players)
    there = Computers(seats=(*session.computers, seat), apart=tuple(session.apart.items()))
    session = joined(replace(session, with_computers=there), Join(by=seat))
    return session.with_player(seat, auto_pass=False)


def left(session: Session, what: Leave) -> Session:
    """A player leaves, or is removed by the host. In mid-game they are silent from now on."""
    seat = what.by if what.seat is None else what.seat
    if what.seat is not None and what.by is not None and what.by != session.host:
        raise session.only_host()
    if seat is None or not session.is_seated(seat):
        raise Foreign(TableFault.NOT_SEATED)
    # Proposals that they made, or that wait for them, lapse.
    kept = tuple(each for each in session.proposals if seat not in (*each.of, each.what.by))
    session = replace(session, joining=_without(session.joining, seat), proposals=kept)
    if session.banked:
        session = _ended(session, seat)
    if session.game.phase is not Phase.OVER and seat in (*session.game.line, session.game.partner):
        away = (*session.game.away, seat) if seat not in session.game.away else session.game.away
        leaving = (*_without(session.leaving, seat), seat)
        session = replace(session, leaving=leaving, game=replace(session.game, away=away))
        session = _unsaid(session)
    else:
        session = replace(session, line=_without(session.line, seat))
        if seat == session.partner:
            session = replace(session, partner=None)
    return _with_host(session)


def _ended(session: Session, seat: Seat) -> Session:
    """A player is out of a session with a bank, or has left it: after which game, and what they had before that one."""
    game = session.game
    before = dict(zip(game.line, game.balances, strict=True)).get(seat, session.players[seat].balance)
    return session.with_player(seat, end=(session.number, before))


def _unsaid(session: Session) -> Session:
    """A player who has left is also silent in the window before the roll: a pass, whatever they said before.

    Their delegate may still speak.
    """
    if session.game.phase is not Phase.CUBE:
        return session
    return replace(session, game=reduce(silent, session.leaving, session.game))


def _with_host(session: Session) -> Session:
    """If the host has gone, the next in line is host."""
    if session.host == NO_HOST or session.is_seated(session.host):
        return session
    there = (seat for seat in (*session.line, *session.joining) if seat not in session.computers)
    staying = [seat for seat in there if session.is_seated(seat)]
    return replace(session, host=staying[0]) if staying else session


def _with_any_host(session: Session) -> Session:
    """If the host had gone when nobody could follow, somebody who is there now is host: since rules 5."""
    return _with_host(session) if session.rules_version >= 5 else session


def gone(session: Session, what: Gone) -> Session:
    """A player has left the server: they sit out, their pending word in the window is a pass, the next in line is
    host.
    """
    seat = what.seat
    if seat == session.host and (next_host := session.heir) is not None:
        session = replace(session, host=next_host)
    session = session.with_player(seat, out=True, auto_pass=True)
    if session.game.phase is Phase.CUBE:
        session = replace(session, game=silent(session.game, seat))
    if session.partnering and seat == (
        session.game.box if session.partnering.asked is None else session.partnering.asked
    ):
        session = renumbered(shared(session, agree=False))
    over = session.game.phase is Phase.OVER
    return replace(session, partner=None) if over and session.partner == seat else session


def switched(session: Session, what: SitOut | AutoPass | Delegate | Stake) -> Session:
    """A player changes one of their switches."""
    seat = what.by
    assert seat is not None
    match what:
        case SitOut():
            if session.players[seat].out == what.out:
                raise Illegal(ChouetteFault.SAID_ALREADY)
            session = session.with_player(seat, out=what.out, sat_out=0)
            shared = session.partner == seat and session.game.phase is Phase.OVER
            return replace(session, partner=None) if shared else session
        case AutoPass():
            return session.with_player(seat, auto_pass=what.on)
        case Stake():
            return staked(session, what)
        case Delegate():
            if what.to == seat:
                raise Illegal(ChouetteFault.NOT_YOURSELF)
            if what.to in session.computers:
                raise Illegal(ChouetteFault.NO_COMPUTER_DELEGATE)
            if what.to is not None and not session.is_seated(what.to):
                raise Illegal(TableFault.NOT_SEATED)
            return session.with_player(seat, delegate=what.to)


def box_declined(session: Session) -> Session:
    """The captain who has won the box declines it: the next in line has it."""
    follower, old_box = heirs(session)[0], session.game.box
    return replace(session, line=order.declined(session.line, old_box, follower, session.newcomers))


def finished(session: Session) -> Session:
    """The game is over: points, the new line, arrivals and departures. Wishes of those who may no longer come lapse."""
    game = session.game
    for seat, won in points(game).items():
        session = session.with_player(seat, points=session.players[seat].points + won)
    booked = rows(game, session.number)
    if (turns := session.turns) is not None:
        session = replace(session, turns=replace(turns, won=with_won(turns.won, booked)))
    for row in booked:
        if {row.payer, row.payee} & {*session.computers}:
            session = _with_apart(_with_apart(session, row.payer, -row.points), row.payee, row.points)
    line = session.line
    if not game.void:
        for seat in line:
            if session.players[seat].out and seat not in (*game.line, game.partner):
                session = session.with_player(seat, sat_out=session.players[seat].sat_out + 1)
        session = _counted(session)
        if session.turns is None:
            line = order.turned(line, game.box, game.captain, next_box(game, session.options.retain))
        if line[0] != game.box:
            session = replace(session, partner=None, partner_settled=False)
        for seat in line:
            if session.players[seat].sat_out >= SITS_OUT:
                line = _without(line, seat) if session.banked else (*_without(line, seat), seat)
                session = session.with_player(seat, sat_out=0)
                if session.banked:
                    session = _ended(session, seat)
    line = tuple(seat for seat in line if seat not in session.leaving or seat not in session.joining)
    for seat in session.joining:
        line = order.joined(line, seat, session.options.join)
    line = tuple(seat for seat in line if seat not in session.leaving or seat in session.joining)
    partner = session.partner
    if partner is not None and (partner not in line or partner in session.leaving or session.players[partner].out):
        session = replace(session, partner=None)
    gone = [seat for seat in line if session.is_broke(seat)]
    for seat in gone:
        session = _ended(session, seat)
    line = tuple(seat for seat in line if seat not in gone)
    session = replace(session, line=line, joining=(), leaving=(), newcomers=session.joining, partnering=None)
    session = replace(session, knocking=tuple(seat for seat in session.knocking if may_sit_down(session, seat)))
    return _with_host(session) if gone else _with_any_host(session)


def _counted(session: Session) -> Session:
    """The session after a game that counts, as fixed turns and the start cube count."""
    if (turns := session.turns) is not None:
        box = session.game.box
        session = session.with_player(box, boxes=session.players[box].boxes + 1)
        return replace(session, turns=turns.played())
    by_stay = session.options.house_rules.start_cube is StartCube.BOX_GAME
    return replace(session, stay=session.stay + 1) if by_stay else session


def _with_apart(session: Session, seat: Seat, points: int) -> Session:
    """Add to the part of a player's balance that is not paid."""
    apart = session.apart | {seat: session.apart.get(seat, 0) + points}
    return replace(session, with_computers=Computers(seats=session.computers, apart=tuple(apart.items())))


def next_game(session: Session, at: float) -> Session:
    """Set up the next game; the box may first be asked whether it wants a partner. `at`: seconds since 1970."""
    box = session.game.box
    session = replace(session, at=max(at, session.at))
    if session.active and session.active[0] != box:
        session = replace(session, partner=None, partner_settled=False)
    number = session.asked + 1
    session = replace(session, number=session.number + 1, table_question=number, asked=number, before=None)
    session = replace(session, knocking=(), used=())
    return _set_up(session)


def first_game(session: Session, line: order.Line) -> Session:
    """Set up the first game, with a line that has just been found."""
    options = session.options
    turns = Turns.of(line, options.house_rules.schedule_rounds) if options.fixed_turns else None
    return _set_up(replace(session, line=line, turns=turns))


def _set_up(session: Session) -> Session:
    turns = session.turns and session.turns_left
    session = replace(session, line=session.coming, turns=turns)
    if session.playing[:1] != (session.game.box,):
        session = replace(session, stay=0)
    wanted = session.options.partner_from
    if wanted and len(session.active) >= wanted and session.partner is None and not session.partner_settled:
        first = candidates(session)[0] if session.options.partner_mandatory else None
        session = replace(session, partnering=Partnering(asked=first, left=candidates(session)[first is not None :]))
    return with_round(session)


def with_round(session: Session) -> Session:
    """Set up a board for the players of the next game; those who have left meanwhile are silent."""
    line = session.playing
    game = with_starts(session, Round.start(line, session.partner, session.rules))
    balances = tuple(session.players[seat].balance for seat in line) if session.banked else ()
    game = replace(game, away=session.leaving, unit=session.unit, balances=balances)
    return replace(session, game=game, newcomers=())


def candidates(session: Session) -> tuple[Seat, ...]:
    """The candidates for a share of the box, in the order of asking; never the captain."""
    crew = tuple(seat for seat in session.playing[2:] if seat not in (*session.computers, *session.leaving))
    return crew if session.options.partner_pick is PartnerPick.NEXT_IN_LINE else crew[::-1]


def shared(session: Session, agree: bool) -> Session:
    """An answer about the partner: by the box whether it wants one, or by the candidate who is asked."""
    asking = session.partnering
    assert asking is not None
    if asking.asked is None:
        if not agree:
            return replace(session, partnering=None, partner_settled=True)
        return _ask_next(session, asking.left)
    if agree:
        return _with_partner(session, asking.asked)
    if not asking.left and session.options.partner_mandatory and (there := candidates(session)):
        return _with_partner(session, there[0])
    return _ask_next(session, asking.left)


def _ask_next(session: Session, left: tuple[Seat, ...]) -> Session:
    left = tuple(seat for seat in left if not session.players[seat].out)
    if not left:
        return replace(session, partnering=None, partner_settled=True)
    return replace(session, partnering=Partnering(asked=left[0], left=left[1:]))


def _with_partner(session: Session, seat: Seat) -> Session:
    return with_round(replace(session, partner=seat, partnering=None, partner_settled=True))


def restored(before: Session, now: Session) -> Session:
    """The earlier state for the players of now: no arrival, departure or switch is undone."""
    seats = range(len(now.players))
    was = [before.players[seat].points if seat < len(before.players) else now.players[seat].points for seat in seats]
    taken = {seat for seat in before.line if _taken_by_result(before, now, seat)}
    there = [before.is_seated(seat) if seat in taken else now.is_seated(seat) for seat in seats]
    # A player who has come back plays from the next game on, and this is still the game they left.
    silenced = (*before.leaving, *now.leaving)
    players = tuple(_player_restored(before, now, seat, was[seat], taken=seat in taken) for seat in seats)
    computers = Computers(seats=now.computers, apart=tuple(before.apart.items())) if now.computers else UNSET
    arrivals = dict.fromkeys((*now.joining, *now.line, *seats)) if now.rules_version >= 5 else seats
    joining = tuple(seat for seat in arrivals if there[seat] and (seat not in before.line or seat in silenced))
    leaving = tuple(seat for seat in before.line if not there[seat] or seat in silenced)
    in_game = (*before.game.line, before.game.partner)
    away = tuple(dict.fromkeys((*before.game.away, *(seat for seat in leaving if seat in in_game))))
    line = tuple(seat for seat in before.line if seat not in leaving or seat in in_game)
    undone = replace(
        before,
        players=players,
        line=line,
        joining=joining,
        leaving=tuple(seat for seat in leaving if seat in line),
        host=now.host,
        knocking=now.knocking,
        refused=now.refused,
        used=now.used,
        game=replace(before.game, away=away),
        paused=now.paused,
        ending=now.ending,
        with_computers=computers,
        turns=before.turns and now.turns and _with_newcomers(before.turns, now, now.turns.people),
    )
    return _unsaid(undone)


def _taken_by_result(before: Session, now: Session, seat: Seat) -> bool:
    """Whether a player is not there by the result taken back alone: out, or after sitting out too many games, and the
    place is still free.
    """
    was, player = before.players[seat], now.players[seat]
    rested = was.out and player.out and was.sat_out + 1 == SITS_OUT and not player.sat_out and now.rules_version >= 5
    return now.is_broke(seat) or (rested and not now.is_seated(seat) and now.has_room)


def _player_restored(before: Session, now: Session, seat: Seat, points: int, *, taken: bool) -> Player:
    player = now.players[seat]
    if seat >= len(before.players):
        return player
    was = before.players[seat]
    end = was.end if taken and before.is_seated(seat) else player.end
    rests = was.out and player.out and now.rules_version >= 5  # before that the game taken back counted as sat out
    return replace(player, points=points, boxes=was.boxes, end=end, sat_out=was.sat_out if rests else player.sat_out)


def _without(seats: tuple[Seat, ...], seat: Seat) -> tuple[Seat, ...]:
    return tuple(each for each in seats if each != seat)
