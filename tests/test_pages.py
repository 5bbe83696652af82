"""The pages for people: what they show is true, README is short, nothing that can be typed or set is left out."""

from __future__ import annotations

import doctest
import inspect
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from bot import __main__ as command_line
from bot import settings
from tests.screens.reference.test_facts import commands

ROOT = Path(__file__).parents[1]
README, PLAYERS, HOSTS, HOSTING = (
    (ROOT / name).read_text(encoding="utf-8")
    for name in ("README.md", "docs/players.md", "docs/hosts.md", "docs/hosting.md")
)


@pytest.mark.parametrize("page", ["library", "scale"])
def test_what_is_computed_on_a_page_is_true(page: str) -> None:
    failed, tried = doctest.testfile(str(ROOT / "docs" / f"{page}.md"), module_relative=False)
    assert tried >= 10
    assert not failed


def test_readme_opens_with_a_picture_two_commands_and_three_sentences() -> None:
    title, picture, block, words, heading = README.split("\n\n")[:5]
    assert title == "# Chouette" and re.fullmatch(r"!\[[^]]+\]\([\w/.]+\)", picture)
    assert re.findall(r"^make \w+", block, re.MULTILINE) == ["make play", "make test"]
    assert len(re.findall(r"\.(?=\s|$)", words)) == 3 and heading.startswith("## Try it")


def test_readme_is_read_in_two_minutes() -> None:
    """At 240 words a minute, without the addresses of what it leads to."""
    assert len(re.findall(r"\w[\w’'./-]*", re.sub(r"\]\([^)]*\)", "]", README))) <= 2 * 240


def typed(page: str) -> set[str]:
    """The commands that a page names, those of a group by their whole names."""
    found = set[str]()
    for cell in re.findall(r"[^|\n]+", page):
        group = ""
        for code in re.findall(r"`([^`]+)`", cell):
            if code.startswith("/"):
                group = code[1:].split()[0]
                found.add(code[1:])
            elif group:
                found.add(f"{group} {code}")
    return found


def test_every_command_is_on_one_of_the_pages() -> None:
    assert commands() - typed(PLAYERS) - typed(HOSTS) == set()


def test_every_variable_and_every_command_of_the_machine_is_on_the_page_for_hosts() -> None:
    read = set(re.findall(r'environ, "([A-Z_]+)"|environ(?:\.get\(|\[)"([A-Z_]+)"', inspect.getsource(settings)))
    names = {one or other for one, other in read}
    assert {"DISCORD_TOKEN", "SUPPORT_URL", "SHARD_IDS"} <= names
    assert {name for name in names if f"`{name}`" not in HOSTS} == set()
    known = set(re.findall(r'(?:add_parser\(|^        \()"(\w+)"', inspect.getsource(command_line), re.MULTILINE))
    assert {"run", "backup", "reviews"} <= known
    assert {name for name in known - {"cancel"} if f"`python -m bot {name}" not in HOSTS} == set()


@pytest.mark.long
def test_the_file_for_panels_starts_the_bot(tmp_path: Path) -> None:
    block = re.search(r"```python\n(# start\.py.*?)```", HOSTING, re.DOTALL)
    assert block
    (tmp_path / "start.py").write_text(block[1], encoding="utf-8")
    env = {"PATH": os.defpath, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, "start.py"], cwd=tmp_path, env=env, capture_output=True, text=True)
    assert done.returncode == 1 and done.stderr.startswith("The bot cannot start: DISCORD_TOKEN is not set.")
