"""What can be said on the command line of the playground."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.playground import main, parse_options
from bot.playground.people import PEOPLE, Person, parse_people, print_people


def test_the_defaults_are_six_people_in_three_languages_at_port_8080() -> None:
    options = parse_options([])
    assert options.people == PEOPLE
    assert [person.name for person in PEOPLE] == ["Alice", "Bořek", "Вера", "Dan", "Eva", "Фёдор"]
    assert (options.port, options.data) == (8080, Path("playground-data").resolve())


def test_people_are_read_as_they_are_written() -> None:
    assert parse_people(print_people(PEOPLE)) == PEOPLE
    assert parse_people(" Eva , Jan:de") == (Person("Eva", "en-US"), Person("Jan", "de"))


@pytest.mark.parametrize(
    ("people", "words"),
    [
        ("Alice", "2 to 12 people can sit in the playground, not 1."),
        ("Alice,Alice:cs", "There are two people called Alice."),
        ("Alice,Bob:xx", "'xx' is no language of Discord"),
        ("Alice,", "A name has 1 to 32 characters"),
        ("Alice,Bob:", "'' is no language of Discord"),
    ],
)
def test_bad_people_are_refused_with_a_sentence(people: str, words: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_options(["--people", people])
    assert words in capsys.readouterr().err


def test_a_bad_port_is_refused_with_a_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        parse_options(["--port", "70000"])
    assert "70000 is no port" in capsys.readouterr().err


def test_a_data_directory_that_is_a_file_is_refused_with_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["--data", str(tmp_path / "file")]) == 1
    said = capsys.readouterr().err
    assert said.startswith("The playground cannot be opened. The data directory")
    assert said.rstrip().endswith("Another directory can be chosen with --data.")
