"""The papers beside the code name what there is: paths, commands, decisions; and CI runs the one script."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[1]
DECISIONS = ROOT / "docs" / "decisions"
PAPERS = [
    *sorted(ROOT.glob("*.md")),
    *sorted((ROOT / "docs").glob("*.md")),
    ROOT / "docs" / "directory" / "README.md",
    *sorted(DECISIONS.glob("*.md")),
]
#: What a path of the repository begins with. A file that a line names after one is beside it.
FOLDERS = ("bot/", "render/", "tests/", "docs/", ".ci/", ".github/")
LINK = re.compile(r"\]\((?!https?://|#)([^)#]+)\)")
MAKE = re.compile(r"`make (\w+)")


def name_of(paper: Path) -> str:
    return str(paper.relative_to(ROOT))


def paths(text: str) -> Iterator[str]:
    """Every path of the repository that a paper names."""
    for line in text.splitlines():
        folder = None
        for word in re.findall(r"`([\w./-]+)`", line):
            if word.startswith(FOLDERS):
                yield word
                folder = word.rpartition("/")[0]
            elif folder and re.search(r"\w\.(py|lua)$", word):
                yield f"{folder}/{word}"


@pytest.mark.parametrize("paper", PAPERS, ids=name_of)
def test_what_a_paper_names_is_there(paper: Path) -> None:
    text = paper.read_text(encoding="utf-8")
    missing = [path for path in paths(text) if not (ROOT / path).exists()]
    missing += [link for link in LINK.findall(text) if not (paper.parent / link).exists()]
    targets = set(re.findall(r"^(\w+):", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE))
    missing += [f"make {target}" for target in MAKE.findall(text) if target not in targets]
    assert not missing


def test_every_decision_is_listed_and_says_why_what_and_what_follows() -> None:
    pages = {page.name for page in DECISIONS.glob("*.md")} - {"README.md"}
    assert set(LINK.findall((DECISIONS / "README.md").read_text(encoding="utf-8"))) == pages
    for page in pages:
        text = (DECISIONS / page).read_text(encoding="utf-8")
        parts = re.findall(r"^\*\*(Context|Decision|Consequences)\.\*\*", text, re.MULTILINE)
        assert text.startswith("# ") and parts == ["Context", "Decision", "Consequences"], page


def test_public_ci_runs_what_every_machine_runs() -> None:
    job = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text(encoding="utf-8"))["jobs"]["test"]
    assert [step["run"] for step in job["steps"] if "run" in step] == [".ci/run"]
    oldest = re.search(r'requires-python = ">=([\d.]+)"', (ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    image = re.search(r"^ARG BASE=python:(\d+\.\d+)", (ROOT / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert oldest and image
    assert job["strategy"]["matrix"]["python"] == [oldest[1], image[1]]


@pytest.mark.skipif(shutil.which("make") is None, reason="there is no make on this machine")
@pytest.mark.parametrize(("there", "installed"), [("", "[playground]"), ("playing", ""), ("ready", "")])
def test_play_installs_what_playing_needs_and_nothing_where_all_is(there: str, installed: str, tmp_path: Path) -> None:
    """What make would do; where tests can be run there is all that playing needs, though nobody has noted that."""
    for name in ("pyproject.toml", "Makefile"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".venv").mkdir()
    if there:
        (tmp_path / ".venv" / there).touch()
    does = subprocess.run(["make", "-n", "play"], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert "python -m bot playground" in does
    assert re.findall(r"--editable '\.(.*?)'", does) == ([installed] if installed else [])
