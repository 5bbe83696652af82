import pytest

from bot.backgammon import Kind, Match, Position, Rules, actions, replay, start
from bot.backgammon.log import (
    SCHEMA,
    Header,
    OldRules,
    UnreadableLog,
    decode_action,
    decode_header,
    decode_state,
    encode_action,
    encode_header,
    encode_state,
)
from bot.backgammon.rules import RULES_VERSION

#: One stored log of every schema there has been; none of these lines is ever changed.
STORED = {
    1: (
        b'{"schema":1,"rules_version":4,"rules":{"length":0,"variant":"backgammon","max_on_point":null,"cube":true,'
        b'"crawford":true,"money":{"cube":true,"jacoby":"per_cube","animals":2,"beavers_per_bet":1,'
        b'"beaver_refusable":true,"cube_cap":64,"auto_doubles":1},"settlements":true}}',
        b'{"do":"opening_roll","by":null,"dice":[2,2]}',
        b'{"do":"opening_roll","by":null,"dice":[3,1]}',
        b'{"do":"move","by":0,"play":"8/5 6/5"}',
        b'{"do":"settle","by":0,"points":-1}',
        b'{"do":"decline","by":1,"question":6}',
        b'{"do":"double","by":1}',
        b'{"do":"beaver","by":0}',
        b'{"do":"raccoon","by":1}',
        b'{"do":"take","by":0}',
        b'{"do":"roll","by":null,"dice":[6,4]}',
        b'{"do":"resign","by":1,"kind":2}',
        b'{"do":"accept","by":0,"question":12}',
        b'{"do":"undo","by":1}',
        b'{"do":"accept","by":0,"question":14}',
        b'{"do":"abort","by":null}',
        b'{"do":"next","by":0}',
        b'{"do":"next","by":1}',
        b'{"do":"opening_roll","by":null,"dice":[5,6]}',
        b'{"do":"claim","by":0,"match":false}',
        b'{"do":"end","by":1}',
    ),
}


@pytest.mark.parametrize("schema", sorted(STORED))
def test_stored_logs_are_still_read(schema: int) -> None:
    first, *rest = STORED[schema]
    header = decode_header(first)
    match = replay(header.rules, map(decode_action, rest))
    assert match.closed
    assert (match.score, match.number, match.rolls) == ((1, -1), 2, 4)


def test_the_newest_schema_is_written_as_it_is_stored() -> None:
    first, *rest = STORED[SCHEMA]
    assert encode_header(decode_header(first)) == first
    assert [decode_action(encode_action(decode_action(line))) for line in rest] == [
        decode_action(line) for line in rest
    ]


def test_every_kind_of_action_stands_in_the_newest_example() -> None:
    stored = {type(decode_action(line)) for line in STORED[SCHEMA][1:]}
    kinds = {kind for kind in vars(actions).values() if isinstance(kind, type) and issubclass(kind, actions.Action)}
    later = {
        b'{"do":"flag","by":null}': actions.Flag(),
        b'{"do":"rest","of":[0,1],"by":null}': actions.Rest(of=(0, 1)),
        b'{"do":"rest","of":[],"by":1}': actions.Rest(by=1),
        b'{"do":"ready","by":0}': actions.Ready(by=0),
        b'{"do":"sat","by":0}': actions.Sat(by=0),
    }
    assert kinds - stored == {actions.Action, actions.Drop, *map(type, later.values())}
    for line, action in later.items():
        assert encode_action(action) == line and decode_action(line) == action


@pytest.mark.parametrize(("schema", "rules_version"), [(SCHEMA + 1, RULES_VERSION), (SCHEMA, RULES_VERSION + 1)])
def test_a_newer_log_is_refused_with_words(schema: int, rules_version: int) -> None:
    line = encode_header(Header(rules=Rules())).replace(b'"schema":1', b'"schema":%d' % schema)
    line = line.replace(b'"rules_version":%d' % RULES_VERSION, b'"rules_version":%d' % rules_version)
    with pytest.raises(UnreadableLog, match="newer version"):
        decode_header(line)


def test_a_log_of_before_the_first_release_is_refused_with_words() -> None:
    oldest = encode_header(Header(rules=Rules(), rules_version=4))
    assert decode_header(oldest).rules_version == 4
    with pytest.raises(OldRules, match="under rules 3; the oldest known here are 4"):
        decode_header(oldest.replace(b'"rules_version":4', b'"rules_version":3'))


@pytest.mark.parametrize(
    "line",
    [
        b"",
        b"{}",
        b"x",
        b'{"do":"fly"}',
        b'{"do":"double","by":0,"why":1}',
        b'{"do":"roll","dice":[1]}',
        b'{"do":"roll","dice":"13"}',
    ],
)
def test_what_is_no_action_is_refused(line: bytes) -> None:
    with pytest.raises(UnreadableLog):
        decode_action(line)


def test_a_snapshot_of_another_shape_is_refused() -> None:
    for data in (
        b"{}",
        encode_state(start(Rules())).replace(b'"rolls"', b'"throws"'),
        b'{"game":{"board":{"position":7}}}',
    ):
        with pytest.raises(UnreadableLog):
            decode_state(data)


def test_an_impossible_rule_in_a_log_is_refused() -> None:
    line = encode_header(Header(rules=Rules())).replace(b'"animals":1', b'"animals":7')
    with pytest.raises(UnreadableLog, match="animals"):
        decode_header(line)


def test_a_log_names_options_by_value_and_seats_but_no_people() -> None:
    assert b'"jacoby":"per_cube"' in encode_header(Header(rules=Rules()))
    assert encode_action(actions.Resign(by=0, kind=Kind.GAMMON)) == b'{"do":"resign","kind":2,"by":0}'


def test_a_position_is_stored_with_its_number_of_checkers() -> None:
    state = encode_state(start(Rules()))
    assert f'"{Position.start().id}/15"'.encode() in state
    assert isinstance(decode_state(state), Match)
