"""The locks are those of today's pyproject.toml: what is asked for is in them, and what that asks for in its turn."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
from packaging.licenses import canonicalize_license_expression
from packaging.markers import default_environment
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from docs.bill import Pin, bill, licences, pins
from docs.lock import oldest, wanted

ROOT = Path(__file__).parents[1]
#: By name: a release may be another one where Python is older.
LOCKS = {
    name: {pin.name: [each for each in pins(name) if each.name == pin.name] for pin in pins(name)} for name in wanted()
}
#: Where the bot runs: in the image, and elsewhere as far as there are wheels.
PLACES = [
    {
        "sys_platform": platform,
        "platform_machine": machine,
        "python_version": version,
        "python_full_version": f"{version}.9",
    }
    for platform, machine in (("linux", "x86_64"), ("linux", "aarch64"), ("darwin", "arm64"), ("win32", "AMD64"))
    for version in (oldest(), "3.13")
]


def missing(lock: dict[str, list[Pin]], requirements: list[str], place: dict[str, str]) -> list[str]:
    """What is asked for at a place, and what that asks for as far as it is installed here, and is not locked so."""
    environment = {**default_environment(), **place}
    lacking, looked, left = list[str](), set[tuple[str, str]](), [(Requirement(each), "") for each in requirements]
    while left:
        wish, extra = left.pop()
        if wish.marker and not wish.marker.evaluate(environment | {"extra": extra}):
            continue
        name = canonicalize_name(wish.name)
        pin = next((each for each in lock.get(name, ()) if each.applies(environment)), None)
        if pin is None or not wish.specifier.contains(pin.version, prereleases=True):
            lacking.append(str(wish))
            continue
        try:
            found = distribution(name)
        except PackageNotFoundError:
            continue
        for chosen in {"", *wish.extras}:
            if (name, chosen) not in looked and found.version == pin.version:
                looked.add((name, chosen))
                left += [(Requirement(each), chosen) for each in found.requires or ()]
    return lacking


@pytest.mark.parametrize("name", sorted(wanted()))
def test_a_lock_has_all_that_is_asked_for_wherever_the_bot_runs(name: str) -> None:
    assert {tuple(missing(LOCKS[name], wanted()[name], place)) for place in PLACES} == {()}
    assert all(pin.hashes for pin in pins(name))


@pytest.mark.parametrize("change", ["redis>=99", "tzdata<2025", "brotli", "redis[jwt]", "pillow; extra == 'x'"])
def test_a_lock_that_is_out_of_date_is_noticed(change: str) -> None:
    lacking = missing(LOCKS["run"], [*wanted()["run"], change], {})
    assert bool(lacking) is ("extra" not in change), lacking


def test_an_engine_that_is_compiled_is_the_one_of_which_there_are_wheels() -> None:
    engine, run = ({(pin.name, pin.version): pin for pin in pins(name)} for name in ("engine", "run"))
    assert ("bgsage" in LOCKS["engine"]) and engine.keys() <= run.keys()
    assert all(pin.hashes == run[name].hashes for name, pin in engine.items())


def test_nothing_is_locked_that_nobody_asks_for() -> None:
    asked = {canonicalize_name(Requirement(each).name) for each in wanted()["run"]}
    text = (ROOT / "locks" / "run.txt").read_text(encoding="utf-8")
    for block in re.split(r"\n(?=[a-z])", text):
        via = set(re.findall(r"[a-z][a-z0-9-]*", block.partition("# via")[2])) & LOCKS["run"].keys()
        assert via or block.partition("==")[0] in asked, block.splitlines()[0]


def test_no_lock_says_where_the_files_come_from() -> None:
    for name in LOCKS:
        text = (ROOT / "locks" / f"{name}.txt").read_text(encoding="utf-8")
        assert "://" not in text and "--index" not in text and "--find-links" not in text


def test_the_bill_names_every_release(tmp_path: Path) -> None:
    subprocess.run([sys.executable, "-m", "docs.bill", tmp_path / "bill.json"], cwd=ROOT, check=True)
    written = json.loads((tmp_path / "bill.json").read_text(encoding="utf-8"))
    assert written == bill() and written["bomFormat"] == "CycloneDX"
    versions = {(each["name"], each.get("version")) for each in written["components"]}
    assert versions == {*((pin.name, pin.version) for pin in pins("run")), ("Inter", None), ("Valkey", None)}
    assert all(each["properties"] for each in written["components"] if each["type"] == "library")


def test_the_bill_has_the_licence_of_every_component() -> None:
    assert licences().keys() == {pin.name for pin in pins("run")}
    for component in bill()["components"]:
        [licence] = component["licenses"]
        expression = licence.get("expression") or licence["license"]["id"]
        assert canonicalize_license_expression(expression) == expression, component["name"]


#: By what words a licence file is known.
WORDS = {
    "Apache-2.0": "Apache License",
    "BSD-2-Clause": "2-clause BSD license",
    "BSD-3-Clause": "Neither the name",
    "LGPL-3.0-or-later": "GNU LESSER GENERAL PUBLIC LICENSE",
    "MIT": "Permission is hereby granted, free of charge",
    "MIT-CMU": "Permission to use, copy, modify and distribute this software",
    "OFL-1.1": "SIL OPEN FONT LICENSE Version 1.1",
    "MPL-2.0": "Mozilla Public License Version 2.0",
    "PSF-2.0": "PYTHON SOFTWARE FOUNDATION LICENSE VERSION 2",
    "Unicode-3.0": "UNICODE LICENSE V3",
}


def texts(package: str) -> str:
    """The licence files that a package brings, and those that we keep for one that brings none."""
    own = [ROOT / "locks" / "licences" / f"{name}.txt" for name in (package, package.removesuffix("lite"))]
    brought = [Path(str(file.locate())) for file in distribution(package).files or () if BRINGS.search(str(file))]
    found = [file.read_text(encoding="utf-8", errors="replace") for file in (*own, *brought) if file.is_file()]
    return re.sub(r"\W+", " ", " ".join(found))


BRINGS = re.compile(r"licen[cs]e|copying|notice", re.IGNORECASE)


@pytest.mark.parametrize("name", sorted({pin.name for pin in pins("run") if pin.applies()}))
def test_a_licence_is_what_the_package_itself_says(name: str) -> None:
    """By its metadata, where that has an SPDX expression, and by the files it brings."""
    ours = set(licences()[name].split(" AND "))
    said = distribution(name).metadata.get("License-Expression")
    assert said is None or set(said.split(" AND ")) <= ours
    for licence in ours & WORDS.keys():
        assert re.sub(r"\W+", " ", WORDS[licence]) in texts(name), licence
    assert ours & WORDS.keys()
