"""The scripts that measure the levels: they count as they say, go on where they were stopped, and give a verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.backgammon import Position
from bot.backgammon.mat import parse_mat
from bot.engine.engine import available
from bot.engine.kinds import Kind
from tests.backgammon.gnubg import GNUBG

pytestmark = pytest.mark.skipif(not available(), reason="there is no engine for this machine")


def test_a_share_has_the_interval_of_pairs_of_games_with_the_same_dice() -> None:
    from tests.facts.levels import share

    always = share([1, -1] * 100)
    assert (always.won, always.low, always.high) == (0.5, 0.5, 0.5), "who wins is all dice"
    one = share([1, 1, -1, -1] * 50)
    assert one.won == 0.5 and one.high - one.low == pytest.approx(2 * 1.96 * 0.5 / 99**0.5)
    assert share([4, 2, 1, -1]).won == 0.75 and share([4, 2, 1, -1]).points == 1.5
    assert share([4, 2, 1, -1, 1]) == share([4, 2, 1, -1]), "the second game of the dice is still to come"


def test_a_rating_has_the_error_of_its_decisions() -> None:
    from tests.facts.errors import Lost, rating

    decisions = [0.0, 0.0, 0.1, 0.3]
    lost = Lost(4, sum(decisions), sum(each**2 for each in decisions))
    mean, error, counted = rating({"prime": lost})
    assert (mean, counted) == (pytest.approx(50.0), 4)
    deviation = (sum((each - 0.1) ** 2 for each in decisions) / 3) ** 0.5
    assert error == pytest.approx(500 * deviation / 2)


def test_what_people_lose_is_kept_and_shown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    from tests.facts import errors

    people = errors.shares(errors.of_people())
    assert sum(people.values()) == pytest.approx(1.0) and min(people.values()) > 0
    assert {each.value for each in Kind} < set(people)
    assert errors.main(["--levels", str(tmp_path)]) == 0
    assert f"| opening | {100 * people['opening']:.1f} % |" in capsys.readouterr().out


@pytest.mark.skipif(not GNUBG, reason="there is no GNU Backgammon")
def test_the_levels_play_on_where_they_were_stopped_and_are_judged(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    from tests.facts import errors, levels

    run = ["--folder", str(tmp_path), "--strong-games", "0", "--judged", "2"]
    levels.main(["play", *run, "--games", "1"])
    files = sorted(tmp_path.glob("*.games.jsonl"))
    first = {file.name: file.read_text() for file in files}
    lower, pair = tmp_path / "beginner-first_steps.games.jsonl", levels.PAIRS[0]
    lower.write_text(first[lower.name] + '{"game": 1, "se')
    levels.main(["play", *run, "--games", "2"])
    for file in files:
        assert file.read_text().startswith(first[file.name])
    one, other = levels.lines(tmp_path, pair)
    assert (one["seat"], other["seat"]) == (0, 1)
    rolls = [[entry.dice for entry in parse_mat(line["record"]).games[0].entries[:1]] for line in (one, other)]
    assert rolls[0] == rolls[1], "the dice are the same"

    levels.main(["judge", *run, "--judged", "1"])
    (judgement,) = levels.lines(tmp_path, pair, "judged")
    assert judgement["game"] == 0 and set(judgement["lost"]) == {"first_steps", "beginner"}
    assert levels.main(["table", *run]) == 1, "so few games prove nothing"
    told = capsys.readouterr().out
    assert "| beginner | first steps | 2 | " in told and "| world class | 0.0 ± 0.0 | 0 |" in told
    assert errors.main(["--levels", str(tmp_path)]) == 0
    assert "| lost by | people | first steps | beginner |" in capsys.readouterr().out


def test_games_by_other_settings_are_not_mixed_with_these(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.facts import levels

    pair = levels.PAIRS[0]
    assert levels.lines(tmp_path, pair) == []
    with monkeypatch.context() as patch:
        patch.setattr(levels.choices, "CLEAR", 0.3)
        with pytest.raises(SystemExit, match="other settings"):
            levels.lines(tmp_path, pair)
    assert levels.lines(tmp_path, pair) == []


def test_what_the_levels_play_is_what_a_worker_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    from bot.engine import player
    from bot.engine.thoughts import Level
    from tests.facts.self_play import played

    asked: set[Level] = set()
    choose = player.choice

    def spied(position: Position, *rest: object) -> object:
        asked.add(rest[2])  # type: ignore[arg-type]
        return choose(position, *rest)

    monkeypatch.setattr(player, "choice", spied)
    game = played(Level.BEGINNER, Level.FIRST_STEPS, "dice", "secret")
    assert asked == {Level.BEGINNER, Level.FIRST_STEPS} and game.points
    assert played(Level.BEGINNER, Level.FIRST_STEPS, "dice", "secret").actions == game.actions
