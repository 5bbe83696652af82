"""A chouette as a picture: whose cell says what, that every state can be drawn, and that nothing sealed can be seen."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

import render
from bot import limits
from bot.backgammon import CubeRules, Jacoby, Kind, Side
from bot.backgammon.actions import Abort, Claim, End, Move, Next, OpeningRoll, Roll
from bot.chouette import BOX, TEAM, Consult, LoneTaker
from bot.chouette.actions import Answer, AnswerExtras, Double, GiveExtra, Hold, Leave, Resign, Share
from bot.screens.alt import alt_text
from bot.screens.board_scene import last_play
from bot.screens.chouette.scene import session_scene
from bot.tables.preferences import THEMES
from bot.texts import LANGUAGES, texts
from render import Cube, Member, Scene, Tone
from tests.screens.chouette.test_words import (
    ANN,
    BEAVER,
    BOB,
    CID,
    DAN,
    DROP,
    ENGLISH,
    LINE,
    MANUAL,
    ONE_TURNED,
    PEOPLE,
    RACCOON,
    RESIGNED,
    SECRETS,
    TAKE,
    Told,
    box_on_roll,
    doubled_by_box,
    lone_taker,
    proposed,
    two_double,
    window,
)

TEN = (BOB, ANN, *range(2, 10))
NASTY = ("W" * 32, "שלום עולם Ж 🎲 中", "Z̸̧̛a̷l̴g̶o̵", "", "  ", "\u202eevil", "a\nb", "👩\u200d👧", "**x**", "@everyone")


def scene(told: Told, people: tuple[str, ...] = PEOPLE, theme: str = "wood", language: str = "en") -> Scene:
    return session_scene(told.session, lambda seat: people[seat], last_play(told.news), theme, texts(language))


def cell(told: Told, seat: int) -> Member:
    return next(member for member in scene(told).members if member.name == PEOPLE[seat])


def states(told: Told) -> dict[str, str]:
    return {member.name: member.state for member in scene(told).members}


def acting(told: Told) -> list[str]:
    return [member.name for member in scene(told).members if member.acts]


def everything() -> list[Told]:
    """A table in every kind of state."""
    extras = lone_taker(LoneTaker.EXTRAS).act(GiveExtra(by=ANN, bet=0, give=True), GiveExtra(by=CID, bet=1, give=False))
    partner = Told(replace(MANUAL, partner_from=6), TEN[:6])
    return [
        Told(),
        Told().act(OpeningRoll(dice=(6, 2))),
        window(),
        window(line=(BOB, ANN)),
        window().act(Hold(by=CID)),
        two_double(),
        two_double().act(Answer(by=BOB, replies=((0, DROP), (1, BEAVER)))),
        two_double().act(Answer(by=BOB, replies=((0, TAKE), (1, BEAVER))), Answer(by=CID, replies=((1, RACCOON),))),
        doubled_by_box(),
        lone_taker(LoneTaker.EXTRAS),
        lone_taker(LoneTaker.BEAVER),
        extras,
        lone_taker(LoneTaker.EXTRAS).act(
            GiveExtra(by=ANN, bet=0, give=True),
            GiveExtra(by=CID, bet=1, give=False),
            AnswerExtras(by=DAN, stay=True),
        ),
        proposed(RESIGNED),
        window().act(Leave(by=CID)),
        window().act(Abort()),
        window().bears_off(Kind.BACKGAMMON),
        box_on_roll().bears_off().act(End(by=ANN)),
        partner,
        partner_found(),
        box_on_roll(line=TEN).act(Double(by=BOB, bets=tuple(range(9)))),
    ]


def partner_found() -> Told:
    told = Told(replace(MANUAL, partner_from=6), TEN[:6])
    return told.act(Share(by=BOB, agree=True), Share(by=5, agree=True), OpeningRoll(dice=(6, 5)))


@pytest.mark.parametrize("people", [PEOPLE, NASTY], ids=["plain", "nasty"])
def test_every_kind_of_state_can_be_drawn_and_described(people: tuple[str, ...]) -> None:
    for number, told in enumerate(everything()):
        language = LANGUAGES[number % len(LANGUAGES)]
        shown = scene(told, people, THEMES[number % len(THEMES)], language)
        assert render.draw(shown).startswith(b"\x89PNG")
        assert 100 < len(alt_text(shown, texts(language))) <= limits.PICTURE_WORDS
        position = told.session.game.board.seen_by_white
        assert (shown.bottom, shown.top) == (position.own, position.opponent)


def test_the_window_shows_who_rolls_and_who_holds() -> None:
    told = window().act(Hold(by=CID))
    shown = scene(told)
    assert (shown.names, shown.roles, shown.turn) == (("Ann + 2", "Bob"), ("captain", "box"), Side.WHITE)
    assert (shown.cube, shown.banner, shown.dice) == (None, "", ())
    assert shown.members == (
        Member("Ann", "0", "captain", Cube(1), "to roll", Tone.ASKED, acts=True, captain=True),
        Member("Cid", "0", "", Cube(1), "holds", Tone.ASKED),
        Member("Dan", "0", "", Cube(1)),
    )
    assert shown.last is not None and shown.last.side == Side.BLACK


def test_a_roll_lies_on_the_board() -> None:
    told = window().act(Roll(by=ANN, dice=(6, 5)))
    assert [die.value for die in scene(told).dice] == [6, 5]
    assert states(told) == {"Ann": "plays", "Cid": "", "Dan": ""}
    assert scene(told.act(Move(by=ANN, play="24/13"))).turn == Side.BLACK
    assert acting(told) == []


def test_a_team_of_one_has_its_cube_on_the_board() -> None:
    told = window(line=(BOB, ANN))
    assert (scene(told).names, scene(told).cube) == (("Ann", "Bob"), Cube(1))
    told.act(Double(by=ANN, bets=(0,)))
    assert scene(told).cube == Cube(2, offered_to=Side.BLACK)
    told.act(Answer(by=BOB, replies=((0, TAKE),)))
    assert scene(told).cube == cell(told, ANN).cube == Cube(2, owner=Side.BLACK)


def test_the_team_doubles() -> None:
    shown = scene(two_double())
    assert (shown.turn, shown.banner, shown.asked) == (Side.BLACK, "2 players double", "take or drop?")
    assert shown.cube == Cube(2, offered_to=Side.BLACK)
    assert [member.cube for member in shown.members] == [Cube(2, offered_to=1), Cube(2, offered_to=1), Cube(1)]
    assert states(two_double()) == {"Ann": "doubles", "Cid": "doubles", "Dan": ""}
    assert acting(two_double()) == []


def test_cubes_of_different_values_are_only_in_the_cells() -> None:
    told = window().act(*ONE_TURNED, Roll(by=ANN, dice=(6, 5)), Move(by=ANN, play="24/13"))
    shown = scene(told.act(Double(by=BOB, bets=(0, 1))))
    assert (shown.cube, shown.banner) == (None, "Bob doubles")
    assert [member.cube for member in shown.members] == [Cube(2, offered_to=0), Cube(4, offered_to=0), Cube(1)]


def test_the_box_doubles() -> None:
    told = doubled_by_box()
    assert states(told) == dict.fromkeys(("Ann", "Cid", "Dan"), "doubled?")
    assert acting(told) == ["Ann", "Cid", "Dan"]
    assert acting(told.act(Answer(by=CID, replies=((1, DROP),)))) == ["Ann", "Dan"]
    assert [member.answered for member in scene(told).members] == [False, True, False], "that, not what"
    assert states(told) == dict.fromkeys(("Ann", "Cid", "Dan"), "doubled?")
    told.act(Answer(by=ANN, replies=((0, TAKE),)), Answer(by=DAN, replies=((2, TAKE),)))
    assert cell(told, ANN) == Member("Ann", "0", "captain", Cube(2, owner=0), captain=True)
    assert cell(told, CID) == Member("Cid", "0", "", Cube(1), "dropped", Tone.BAD, out=True)


def test_a_captain_who_is_out_gives_his_role_away() -> None:
    told = two_double().act(Answer(by=BOB, replies=((0, DROP), (1, TAKE))))
    assert scene(told).names == ("Cid + 1", "Bob")
    assert cell(told, ANN) == Member("Ann", "0", "", Cube(1), "won 1", Tone.GOOD, out=True)
    assert scene(told).roles == ("acting captain", "box")
    assert (
        cell(told, CID).role == "acting captain"
        and cell(told, CID).captain
        and cell(told, CID).cube == Cube(2, owner=1)
    )


def test_beavers() -> None:
    told = two_double().act(Answer(by=BOB, replies=((0, TAKE), (1, BEAVER))))
    assert (scene(told).banner, scene(told).turn, acting(told)) == ("Bob beavers to 4", Side.WHITE, ["Cid"])
    assert states(told) == {"Ann": "", "Cid": "beaver?", "Dan": ""}
    told.act(Answer(by=CID, replies=((1, RACCOON),)))
    assert (scene(told).banner, states(told)["Cid"]) == ("Cid raccoons to 8", "raccoon!")


def test_extras() -> None:
    told = lone_taker(LoneTaker.EXTRAS)
    assert states(told) == {"Ann": "extra?", "Cid": "extra?", "Dan": "stays in"}
    assert acting(told.act(GiveExtra(by=ANN, bet=0, give=True))) == ["Cid"]
    told.act(GiveExtra(by=CID, bet=1, give=False))
    assert (states(told), acting(told)) == ({"Ann": "offers", "Cid": "drops", "Dan": "extras?"}, ["Dan"])
    told.act(AnswerExtras(by=DAN, stay=True))
    assert cell(told, ANN) == Member("Ann", "0", "", None, "1 extra", extras=(Cube(2, owner=1),))
    assert cell(told, CID) == Member("Cid", "0", "", Cube(1), "dropped", Tone.BAD, out=True)
    assert cell(told, DAN) == Member(
        *("Dan", "0", "acting captain", Cube(2, owner=0), "1 extra"), captain=True, extras=(Cube(2, owner=0),)
    )


def test_a_forced_beaver() -> None:
    told = lone_taker(LoneTaker.BEAVER)
    assert (scene(told).banner, states(told)["Dan"], acting(told)) == ("Beaver or drop?", "beaver?", ["Dan"])


def test_proposals() -> None:
    told = proposed(RESIGNED)
    assert (scene(told).banner, scene(told).turn) == ("Bob resigns a gammon?", Side.WHITE)
    assert states(told) == dict.fromkeys(("Ann", "Cid", "Dan"), "accept?")
    told = proposed(Resign(by=CID, bets=(1,), kind=Kind.SINGLE))
    assert (states(told)["Cid"], scene(told).turn) == ("proposes", Side.BLACK)


def test_the_partner_has_a_cell_without_a_cube() -> None:
    asking = Told(replace(MANUAL, partner_from=6), TEN[:6]).act(Share(by=BOB, agree=True))
    assert (scene(asking).banner, states(asking)["Fay"], acting(asking)) == ("Partner?", "partner?", ["Fay"])
    assert scene(partner_found()).members[-1] == Member("Fay", "0", "", None, "partner")


def test_who_has_gone_is_away() -> None:
    assert states(window().act(Leave(by=CID)))["Cid"] == "gone"
    told = window().act(Claim(by=BOB))
    assert (cell(told, ANN).state, cell(told, CID).role, scene(told).names[0]) == ("gone", "acting captain", "Cid + 2")


def test_results() -> None:
    told = window().act(*ONE_TURNED).bears_off(Kind.GAMMON)
    shown = scene(told)
    assert (shown.banner, shown.turn, shown.scores) == ("Team +6 · gammon", None, ("+1", "−6"))
    assert shown.end == render.End(TEAM, "wins 6 points", sum=("gammon",), crowned=False)
    assert states(told) == {"Ann": "won 1", "Cid": "won 4", "Dan": "won 1"}
    assert not any(member.out for member in shown.members), "a result is never faded"
    assert acting(told) == [], "who presses Next is said in words: he may have been out of the game that is shown"
    lost = box_on_roll().bears_off()
    assert (scene(lost).banner, states(lost)["Ann"]) == ("Box +3", "lost 1")
    assert scene(lost).end == render.End(BOX, "wins 3 points", crowned=False)
    assert scene(window().act(Abort())).banner == "Void"
    assert scene(lost.act(Next(by=BOB))).members[0].name == "Cid", "the next captain"


def test_tags_name_the_rules_that_stand_out() -> None:
    options = replace(MANUAL, consult=Consult.NONE, lone_taker=LoneTaker.EXTRAS, cube=CubeRules(animals=0))
    assert scene(Told(options)).tags == ("Jacoby", "extras", "no beavers", "no advice")
    assert scene(Told(replace(MANUAL, cube=CubeRules(jacoby=Jacoby.OFF)))).tags == ()


def test_without_a_cube_no_cell_has_one() -> None:
    shown = scene(Told(replace(MANUAL, cube=CubeRules(cube=False)), LINE))
    assert [member.cube for member in shown.members] == [None, None, None]


def shown_of(told: Told) -> tuple[Scene, str]:
    shown = scene(told)
    return shown, alt_text(shown, ENGLISH)


@pytest.mark.parametrize("secret", SECRETS)
def test_what_is_sealed_leaves_no_trace_in_the_picture(secret: str) -> None:
    made, choices = SECRETS[secret]
    shown = [shown_of(made().act(*choice)) for choice in choices]
    assert all(each == shown[0] for each in shown)


def test_in_the_window_not_even_who_has_spoken_can_be_seen() -> None:
    made, choices = SECRETS["who has spoken"]
    assert {shown_of(made().act(*choice))[1] for choice in choices} == {shown_of(made())[1]}
