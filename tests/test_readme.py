import doctest
from pathlib import Path


def test_what_the_readme_shows_is_true() -> None:
    readme = Path(__file__).parent.parent / "README.md"
    failed, tried = doctest.testfile(str(readme), module_relative=False)
    assert tried > 10
    assert not failed
