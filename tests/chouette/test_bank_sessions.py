"""Random sessions with a bank, and of fixed turns, against another reading of their logs."""

from __future__ import annotations

from collections import Counter

import pytest

from bot.chouette import Retain
from tests.facts import bank_sessions
from tests.facts.plain_sessions import Plain, paid

SESSIONS = 60


def test_sessions_come_to_what_another_reading_of_their_logs_says() -> None:
    seen = Counter[str]()
    assert bank_sessions.failures(SESSIONS, seen=seen) == []
    # It is not proved on nothing.
    for what in (
        *("member cut", "box wins too much", "box cannot pay", "turned with credit", "refused for credit", "out"),
        *("Leave", "removed", "Join", "LetIn", "SitOut", "Abort", "result taken back", "begins at 2", "begins at 4"),
        *("one is left", "all turns played"),
    ):
        assert seen[what], what


def test_the_other_reading_of_a_settlement_is_that_of_the_examples() -> None:
    assert paid({0: 20, 1: 10, 2: 5, 3: 30}, [0, 1, 2, 3], {1: 8, 2: 8, 3: 8}) == {0: 40, 1: 2, 2: 0, 3: 23}
    assert paid({0: 20, 1: 10, 2: 5, 3: 30}, [0, 1, 2, 3], {1: -8, 2: -8, 3: -8}) == {0: 0, 1: 18, 2: 10, 3: 37}
    assert paid({0: 4, 1: 13, 2: 13, 3: 13}, [0, 1, 2, 3], {1: -2, 2: 4, 3: 4}) == {0: 8, 1: 15, 2: 9, 3: 11}


@pytest.mark.parametrize("wrong", ["paid", "covered"])
def test_what_the_program_prints(
    wrong: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.argv", ["bank_sessions", "4"])
    assert bank_sessions.main() == 0
    assert capsys.readouterr().out == "4 sessions, 0 failures\n"
    if wrong == "paid":
        monkeypatch.setattr("tests.facts.plain_sessions.paid", lambda has, line, won: dict(has))
    else:
        monkeypatch.setattr(Plain, "covered", lambda _, active: list(reversed(active))[:2])
    assert bank_sessions.main() == 1
    assert not capsys.readouterr().out.endswith(" 0 failures\n")


def test_both_kinds_are_among_them() -> None:
    kinds = [bank_sessions.RandomSession(seed, Counter()).options for seed in range(40)]
    assert {each.retain for each in kinds} == {*Retain}
    assert all(bool(each.house_rules.bank) is not each.fixed_turns for each in kinds)
