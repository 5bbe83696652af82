"""The chouettes of the gallery: a Friday of five players and a sixth, and a table of ten.

Every picture is of a state that the rules themselves have led to.
"""

from __future__ import annotations

from functools import cache

from bot.backgammon import Kind, Reply
from bot.backgammon.actions import Accept
from bot.chouette import PRESETS, Options, Order
from bot.chouette.actions import AnswerExtras, GiveExtra, Hold, Join, Resign, Share
from bot.chouette.options import with_value

from .courses import ATTACK, FLIGHT, RACE, RUN, SQUEEZE
from .evening import Evening, Moment

OREL, PETRA, ONDREJ, SARKA, IVAN, ELISKA = range(6)
FRIDAY = ("Orel", "Petra", "Ondřej", "Šárka", "Иван", "Eliška")
TEN = (*FRIDAY, "Quentin", "Bo", "Jiří", "Žofie")
#: The game of the Friday that is shown as a replay.
REPLAYED = 3

_TAKE, _DROP, _BEAVER = Reply.TAKE, Reply.DROP, Reply.BEAVER


def moments() -> tuple[Moment, ...]:
    """What the gallery shows of both, in the order of the cubes' life."""
    return (*friday().moments, *ten().moments)


def _options() -> Options:
    return with_value(PRESETS["extras_and_partner"], "order", Order.MANUAL)


@cache
def friday() -> Evening:
    """Six games. Orel has the box first; it goes to Petra, Ondřej, Иван and back to Petra."""
    evening = Evening(FRIDAY, 5, _options())
    for number, game in enumerate((_warm_up, _window_to_gammon, _lone_taker, _partner, _all_drop, _settled)):
        if number:
            evening.next_game()
        game(evening)
    return evening


def _warm_up(evening: Evening) -> None:
    """The box loses to Petra and her team."""
    evening.play(RUN, 15)
    evening.team_doubles(PETRA, SARKA)
    evening.answers({PETRA: _TAKE, SARKA: _DROP})
    evening.play(RUN, 17)
    evening.team_doubles(ONDREJ, IVAN)
    evening.answers({ONDREJ: _DROP, IVAN: _DROP})
    evening.play(RUN)
    evening.do(Resign(by=OREL, kind=Kind.SINGLE, bets=(0,)), Accept(by=PETRA, question=evening.session.asked + 1))


def _window_to_gammon(evening: Evening) -> None:
    """Petra has the box, Ondřej is captain; behind him Šárka, Иван, Orel."""
    evening.play(SQUEEZE, 13)
    evening.team_doubles(SARKA)
    evening.answers({SARKA: _TAKE})
    evening.play(SQUEEZE, 15)
    evening.do(Hold(by=OREL))
    evening.show(
        "chouette-window",
        "Before the team's roll: the captain rolls once everybody has said whether to double; one asks the captain to "
        "wait. One cube is with the box already.",
    )
    evening.team_doubles(ONDREJ, OREL)
    evening.show("chouette-batch", "The captain has rolled: the cubes doubled are all the box's to answer.")
    evening.answers({ONDREJ: _TAKE, OREL: _DROP})
    evening.play(SQUEEZE, 18)
    evening.box_doubles(ONDREJ, SARKA, IVAN)
    evening.answers({SARKA: _DROP})
    evening.show(
        "chouette-answers",
        "The box has doubled, and one member is out. Another has answered; what, nobody is told until all have.",
    )
    evening.answers({ONDREJ: _TAKE, IVAN: _TAKE})
    evening.play(SQUEEZE)
    evening.show("chouette-result", "The end of a game.")


def _lone_taker(evening: Evening) -> None:
    """Ondřej has the box, Šárka is captain; behind her Иван, Orel, Petra. Eliška comes."""
    evening.do(Join(by=ELISKA))
    evening.play(FLIGHT, 11)
    evening.box_doubles(SARKA, IVAN, OREL, PETRA)
    evening.answers({SARKA: _DROP, IVAN: _DROP, OREL: _TAKE, PETRA: _DROP})
    evening.do(GiveExtra(by=SARKA, bet=0, give=True))
    evening.do(GiveExtra(by=IVAN, bet=1, give=False))
    evening.do(GiveExtra(by=PETRA, bet=3, give=True))
    evening.show(
        "chouette-extras",
        "One alone stays in: those who drop may each offer an extra cube, and the lone taker takes them or drops after "
        "all.",
    )
    evening.do(AnswerExtras(by=OREL, stay=True))
    evening.play(FLIGHT)
    evening.do(Resign(by=OREL, kind=Kind.SINGLE, bets=evening.session.game.held(OREL)))
    for proposal in evening.session.proposals:
        evening.do(Accept(by=proposal.of[0], question=proposal.number))


def _partner(evening: Evening) -> None:
    """Ondřej keeps the box, Иван is captain; behind him Orel, Petra, Šárka, and Eliška, who shares the box."""
    evening.do(Share(by=ONDREJ, agree=True))
    evening.show("chouette-partner", "The box wants a partner: members are asked in turn, from the last in line.")
    evening.do(Share(by=ELISKA, agree=True))
    evening.play(RACE, 15)
    evening.team_doubles(OREL, PETRA)
    evening.answers({OREL: _TAKE, PETRA: _TAKE})
    evening.play(RACE)
    evening.do(Resign(by=ONDREJ, kind=Kind.SINGLE, bets=evening.session.game.open_bets))
    offered = {proposal.of[0]: proposal.number for proposal in evening.session.proposals}
    evening.do(Accept(by=SARKA, question=offered[SARKA]))
    evening.show(
        "chouette-resignation",
        "The box resigns to everybody; each accepts or plays on, one has accepted. Its partner stands last.",
    )
    evening.do(*(Accept(by=seat, question=offered[seat]) for seat in (IVAN, OREL)))
    evening.settle(PETRA, 3)


def _all_drop(evening: Evening) -> None:
    """Иван has the box, wants no partner and doubles everybody out."""
    evening.do(Share(by=IVAN, agree=False))
    evening.play(ATTACK)
    team = evening.session.game.team
    evening.box_doubles(*team)
    evening.answers(dict.fromkeys(team, _DROP))


def _settled(evening: Evening) -> None:
    """Иван keeps the box, Petra is captain; behind her Šárka, Eliška, Ondřej, Orel."""
    evening.play(RUN, 17)
    evening.team_doubles(*evening.session.game.team)
    evening.answers({PETRA: _DROP, SARKA: _TAKE, ELISKA: _DROP, ONDREJ: _DROP, OREL: _TAKE})
    evening.play(RUN)
    evening.settle(SARKA, -1)
    evening.settle(OREL, 1)


@cache
def ten() -> Evening:
    """Two games of ten, the second of them going on."""
    quentin, bo, jiri, zofie = range(6, 10)
    evening = Evening(TEN, 10, _options())
    evening.do(Share(by=OREL, agree=True), Share(by=zofie, agree=True))
    evening.play(FLIGHT, 11)
    team = evening.session.game.team
    evening.box_doubles(*team)
    evening.answers({seat: _DROP if seat in (PETRA, SARKA, bo) else _TAKE for seat in team})
    for seat, points in ((ONDREJ, -2), (IVAN, -3), (ELISKA, 1), (quentin, -2), (jiri, 4)):
        evening.settle(seat, points)
    evening.next_game()
    evening.play(SQUEEZE, 13)
    evening.team_doubles(ONDREJ, SARKA, ELISKA, jiri)
    evening.answers({ONDREJ: _TAKE, SARKA: _TAKE, ELISKA: _TAKE, jiri: _DROP})
    evening.play(SQUEEZE, 18)
    evening.box_doubles(ONDREJ, SARKA, IVAN, quentin, bo)
    evening.answers({ONDREJ: _TAKE, SARKA: _DROP, IVAN: _BEAVER, quentin: _TAKE, bo: _BEAVER})
    evening.show(
        "chouette-ten",
        "A chouette of ten. The box has doubled five of them: two took, one dropped, and two beavered, which the box "
        "has to answer.",
    )
    return evening
