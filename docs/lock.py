"""`python -m docs.lock` writes the releases of today and the hashes of their files into the locks; it needs uv."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: For every platform and every version of Python that is supported; no address of where the files come from.
_COMPILE = (
    *("-m", "uv", "pip", "compile", "--universal", "--generate-hashes"),
    *("--no-header", "--no-emit-index-url", "--quiet", "--upgrade"),
)
#: Extras that the image has.
_EXTRAS = ("engine",)
#: What the engine's own sources are built with, where there is no wheel of it.
_COMPILING = ["scikit-build-core>=0.10", "pybind11>=2.12", "cmake>=3.18", "ninja>=1.11"]


def wanted() -> dict[str, list[str]]:
    """What each lock is of, as pyproject.toml says it: the bot with what it can do without, such as an engine; what
    builds its wheel; the engine wherever it can be compiled, and what compiles it."""
    said = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    project = said["project"]
    extras = project["optional-dependencies"]
    run = [*project["dependencies"], *(each for name in _EXTRAS for each in extras.get(name, ()))]
    engine = [each.partition(";")[0].strip() for each in extras["engine"]]
    return {"run": run, "build": said["build-system"]["requires"], "engine": engine, "compile": _COMPILING}


def oldest() -> str:
    """The oldest Python that is supported."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return project["requires-python"].removeprefix(">=")


def main() -> None:
    """Write all. Ends with the words of uv if a release cannot be found."""
    for name, requirements in wanted().items():
        file = ROOT / "locks" / f"{name}.txt"
        command = [sys.executable, *_COMPILE, "--python-version", oldest(), "--output-file", str(file), "-"]
        subprocess.run(command, input="\n".join(requirements), text=True, check=True, cwd=ROOT)


if __name__ == "__main__":
    main()
