"""Logs of chouettes: what is stored is read for ever."""

import pytest
from msgspec.structs import replace

from bot.backgammon.log import SCHEMA, OldRules, UnreadableLog
from bot.chouette import HouseRules, Options, Session, actions, apply, replay, start
from bot.chouette.log import CHOUETTE, Header
from bot.chouette.options import RULES_VERSION

#: One stored log of every schema there has been; none of these lines is ever changed.
STORED = {
    1: (
        b'{"schema":1,"rules_version":4,"options":{"preset":"extras_and_partner","order":"roll","max_playe'
        b'rs":10,"cube":{"cube":true,"jacoby":"per_cube","animals":2,"beavers_per_bet":1,"beaver_refusable'
        b'":true,"cube_cap":64,"auto_doubles":0},"settlements":true,"retain":"captain","may_decline_box":t'
        b'rue,"box_take":"free","box_take_captain":false,"box_double":"free","lone_taker":"extras","window'
        b'":"sealed","pace":"relaxed","cube_timer":60,"forfeit_after":10,"join":"behind_loser","session_en'
        b'd":"open","session_limit":10,"consult":"own_cube","partner_from":6,"partner_mandatory":false,"pa'
        b'rtner_pick":"from_last"},"players":6,"host":0}',
        b'{"do":"arrange","dice":[[6,5],[4,3],[2,1]],"line":[],"at":5.0,"by":null}',
        b'{"do":"share","agree":true,"by":0}',
        b'{"do":"share","agree":true,"by":5}',
        b'{"do":"opening_roll","dice":[3,1],"by":null}',
        b'{"do":"move","play":"8/5 6/5","by":1}',
        b'{"do":"double","bets":[0,1,2,3],"by":0}',
        b'{"do":"answer","replies":[[0,"drop"]],"by":1}',
        b'{"do":"answer","replies":[[1,"drop"]],"by":2}',
        b'{"do":"answer","replies":[[2,"drop"]],"by":3}',
        b'{"do":"answer","replies":[[3,"take"]],"by":4}',
        b'{"do":"give_extra","bet":0,"give":true,"by":1}',
        b'{"do":"give_extra","bet":1,"give":false,"by":2}',
        b'{"do":"give_extra","bet":2,"give":true,"by":3}',
        b'{"do":"answer_extras","stay":true,"refused":[],"dropped":[3],"by":4}',
        b'{"do":"roll","dice":[6,5],"by":0}',
        b'{"do":"move","play":"24/13","by":0}',
        b'{"do":"delegate","to":1,"by":4}',
        b'{"do":"auto_pass","on":false,"by":1}',
        b'{"do":"sit_out","out":true,"by":2}',
        b'{"do":"pause","on":true,"by":0}',
        b'{"do":"pause","on":false,"by":0}',
        b'{"do":"settle","points":-1,"bets":[3],"winner":null,"by":4}',
        b'{"do":"decline","question":14,"by":0}',
        b'{"do":"double","bets":[3,4],"by":4}',
        b'{"do":"answer","replies":[[3,"take"]],"by":0}',
        b'{"do":"answer","replies":[[4,"take"]],"by":1}',
        b'{"do":"roll","dice":[6,4],"by":4}',
        b'{"do":"move","play":"24/20 24/18","by":4}',
        b'{"do":"undo","by":4}',
        b'{"do":"accept","question":19,"by":0}',
        b'{"do":"join","by":6}',
        b'{"do":"gone","seat":6,"by":null}',
        b'{"do":"resign","kind":2,"bets":[3,4],"by":4}',
        b'{"do":"accept","question":21,"by":0}',
        b'{"do":"accept","question":22,"by":1}',
        b'{"do":"leave","seat":null,"by":6}',
        b'{"do":"next","by":0}',
        b'{"do":"opening_roll","dice":[1,3],"by":null}',
        b'{"do":"move","play":"8/5 6/5","by":0}',
        b'{"do":"hold","by":4}',
        b'{"do":"pass","by":1}',
        b'{"do":"lapse","by":null}',
        b'{"do":"abort","by":null}',
        b'{"do":"next","by":0}',
        b'{"do":"opening_roll","dice":[1,3],"by":null}',
        b'{"do":"dismiss","by":null}',
        b'{"do":"claim","match":false,"by":null}',
        b'{"do":"decline_box","by":3}',
        b'{"do":"end","by":0}',
        b'{"do":"paid","payment":0,"by":4}',
    ),
}

#: What only sessions with computers have; none of these lines is ever changed either.
WITH_COMPUTERS = (
    b'{"schema":1,"rules_version":4,"options":{"preset":"standard","order":"roll","max_players":10,"cub'
    b'e":{"cube":true,"jacoby":"per_cube","animals":1,"beavers_per_bet":1,"beaver_refusable":true,"cube'
    b'_cap":64,"auto_doubles":0},"settlements":true,"retain":"captain","may_decline_box":true,"box_take'
    b'":"free","box_take_captain":false,"box_double":"free","lone_taker":"off","window":"sealed","pace"'
    b':"relaxed","cube_timer":60,"forfeit_after":10,"join":"behind_loser","session_end":"open","session'
    b'_limit":10,"consult":"own_cube","partner_from":0,"partner_mandatory":false,"partner_pick":"from_l'
    b'ast"},"players":3,"host":0,"computers":[2]}',
    b'{"do":"arrange","dice":[[6,1],[5,2],[4,3]],"line":[0,1,2],"at":0.0,"by":null}',
    b'{"do":"opening_roll","dice":[3,1],"by":null}',
    b'{"do":"abort","by":null}',
    b'{"do":"add_computer","by":0}',
)

#: What only sessions of the fifth rules have; none of these lines is ever changed either.
WITH_HOUSE_RULES = (
    b'{"do":"arrange","dice":[[6,1],[5,2],[4,3]],"line":[0,1,2],"at":0.0,"stakes":[2,1,4],"by":null}',
    b'{"do":"stake","stake":4,"by":1}',
    b'{"do":"knock","at":5.0,"by":3}',
    b'{"do":"let_in","seat":3,"by":0}',
    b'{"do":"not_now","seat":4,"at":6.5,"by":0}',
    b'{"do":"spent","seat":1,"ms":75000,"by":null}',
    b'{"do":"settle","points":3,"bets":[0],"winner":null,"engine":[134],"by":1}',
    b'{"do":"next_at","at":1800.5,"by":0}',
)


def test_what_only_house_rules_know_is_still_read() -> None:
    assert [CHOUETTE.encode(CHOUETTE.action(line)) for line in WITH_HOUSE_RULES] == [*WITH_HOUSE_RULES]


def test_a_session_of_the_fourth_rules_has_no_house_rules() -> None:
    for first in (STORED[SCHEMA][0], WITH_COMPUTERS[0]):
        header = CHOUETTE.header(first)
        assert header.options.house_rules == HouseRules() and b"house" not in CHOUETTE.encode(header)


def test_a_stored_log_with_computers_is_still_read() -> None:
    first, *rest = WITH_COMPUTERS
    header = CHOUETTE.header(first)
    assert header.computers == (2,) and CHOUETTE.encode(header) == first
    assert [CHOUETTE.encode(CHOUETTE.action(line)) for line in rest] == rest
    session = start(header.options, header.players, header.host, header.rules_version, header.computers)
    for line in rest:
        session = apply(session, CHOUETTE.action(line))
    assert (session.computers, session.line) == ((2, 3), (0, 2, 1, 3))


#: What is entered at a table that was split.
OF_A_NIGHT = (b'{"do":"adopt","by":null}',)


@pytest.mark.parametrize("schema", sorted(STORED))
def test_stored_logs_are_still_read(schema: int) -> None:
    first, *rest = STORED[schema]
    header = CHOUETTE.header(first)
    session = replay(header.options, header.players, map(CHOUETTE.action, rest), header.host, header.rules_version)
    assert session.closed and session.payments[0].paid
    assert (session.number, session.rolls, session.line) == (3, 8, (4, 2, 5, 1, 3, 0))
    assert [player.points for player in session.players] == [4, 7, -1, 1, -15, 4, 0]


def test_the_newest_schema_is_written_as_it_is_stored() -> None:
    first, *rest = STORED[SCHEMA]
    assert CHOUETTE.encode(CHOUETTE.header(first)) == first
    assert [CHOUETTE.encode(CHOUETTE.action(line)) for line in rest] == rest


def test_every_kind_of_action_of_a_chouette_stands_in_the_newest_example() -> None:
    more = (*WITH_COMPUTERS[1:], *WITH_HOUSE_RULES, *OF_A_NIGHT)
    stored = {type(CHOUETTE.action(line)) for line in (*STORED[SCHEMA][1:], *more)}
    kinds = {kind for kind in vars(actions).values() if isinstance(kind, type) and issubclass(kind, actions.Action)}
    assert kinds - stored == {actions.Action}


@pytest.mark.parametrize(("schema", "rules_version"), [(SCHEMA + 1, RULES_VERSION), (SCHEMA, RULES_VERSION + 1)])
def test_a_newer_log_is_refused_with_words(schema: int, rules_version: int) -> None:
    line = CHOUETTE.encode(Header(schema=schema, rules_version=rules_version, options=Options(), players=4))
    with pytest.raises(UnreadableLog, match="newer version"):
        CHOUETTE.header(line)


def test_a_log_of_before_the_first_release_is_refused_with_words() -> None:
    oldest = Header(rules_version=4, options=Options(), players=4)
    assert CHOUETTE.header(CHOUETTE.encode(oldest)) == oldest
    with pytest.raises(OldRules, match="under rules 3; the oldest known here are 4"):
        CHOUETTE.header(CHOUETTE.encode(replace(oldest, rules_version=3)))


@pytest.mark.parametrize(
    "line", [b"", b"{}", b'{"do":"take","by":0}', b'{"do":"double","by":0}', b'{"do":"pass","by":0,"why":1}']
)
def test_what_is_no_action_of_a_chouette_is_refused(line: bytes) -> None:
    with pytest.raises(UnreadableLog):
        CHOUETTE.action(line)


def test_a_state_is_read_as_it_was_written() -> None:
    first, *rest = STORED[SCHEMA]
    head = CHOUETTE.header(first)
    session = start(head.options, 6, rules_version=head.rules_version)
    for line in rest:
        assert CHOUETTE.state(CHOUETTE.encode(session)) == session
        so_far = map(CHOUETTE.action, rest[: rest.index(line) + 1])
        session = replay(session.options, 6, so_far, rules_version=head.rules_version)
    assert isinstance(session, Session)


def test_a_log_names_options_by_value_and_seats_but_no_people() -> None:
    line = CHOUETTE.encode(Header(options=Options(), players=3))
    assert b'"box_take":"free"' in line and b'"players":3' in line
