"""A Python that is too old is told so in one sentence."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import bot

ROOT = Path(__file__).parents[1]
GUARD = Path(bot.__file__)


@pytest.mark.parametrize("version", [(2, 7), (3, 6), (3, 10), (3, 11), (3, 20)])
def test_an_old_python_is_told_what_is_needed(version: tuple[int, int]) -> None:
    """With the version as it would be there, and nothing else imported."""
    run = f"import sys; sys.version_info = {(*version, 0)}; exec(open({str(GUARD)!r}).read()); print('goes on')"
    told = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True)
    if version < (3, 11):
        words = f"The bot needs Python 3.11 or newer; this is Python {version[0]}.{version[1]}.\n"
        assert (told.returncode, told.stdout, told.stderr) == (1, "", words)
    else:
        assert (told.returncode, told.stdout, told.stderr) == (0, "goes on\n", "")


def test_an_old_python_can_read_what_tells_it() -> None:
    tree = ast.parse(GUARD.read_text(encoding="utf-8"), feature_version=(3, 4))
    assert [type(each).__name__ for each in tree.body] == ["Expr", "Import", "If"], "nothing else is imported first"


def test_it_is_the_version_that_is_declared() -> None:
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["requires-python"]
    [asked] = re.findall(r"version_info < \((\d+), (\d+)\)", GUARD.read_text(encoding="utf-8"))
    assert declared == f">={'.'.join(asked)}"


def test_make_asks_before_it_installs_anything() -> None:
    recipes = (ROOT / "Makefile").read_text().split("\n\n")
    making = [recipe for recipe in recipes if "-m venv" in recipe]
    assert making and all(recipe.index("-c 'import bot'") < recipe.index("-m venv") for recipe in making)
