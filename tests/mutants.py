"""`python -m tests.mutants [HOW_MANY [SEED]]`: the rules with one thing changed at a time, and what no test notices.

A sample of all the changes that cosmic-ray knows, each tried in a copy of the tree with the tests of the rules, those
first that are nearest to it or fast. What survives is printed with its difference at once: it is either the same rule
in other words, or one that wants a test. Not for CI: a mutant that survives has taken a minute or two.
"""

from __future__ import annotations

import ast
import compileall
import difflib
import multiprocessing
import os
import py_compile
import random
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import hypothesis.stateful  # noqa: F401  for the forked processes, each of which would take a second over it
import msgspec
import pytest

ROOT = Path(__file__).parents[1]
#: Where what is mutated lies, and where what might notice it does.
_TESTS = {
    "bot/chouette": ("tests/chouette", "tests/transcripts", "tests/core"),
    "bot/backgammon": ("tests/backgammon", "tests/transcripts", "tests/chouette", "tests/core"),
    "bot/dice.py": ("tests/test_dice.py",),
}
#: Seconds after which a mutant that does not end counts as noticed.
_LONG = 600.0
HOW_MANY = 200


class Mutant(msgspec.Struct, frozen=True, order=True):
    """A change: which operator of cosmic-ray's, at which of the places of a file where it could be applied."""

    file: str
    operator: str
    occurrence: int

    def source(self) -> str | None:
        """The file with the change; None if only its types or texts for readers say something else then,
        or if it cannot be made."""
        from cosmic_ray.mutating import mutate_code  # it is installed only for this
        from cosmic_ray.plugins import get_operator

        before = (ROOT / self.file).read_text(encoding="utf-8")
        try:
            after = mutate_code(before, get_operator(self.operator)(), self.occurrence)
            return after if _meaning(after) != _meaning(before) else None
        except (SyntaxError, AttributeError):  # cosmic-ray does not understand `except` with several
            return None


def _meaning(source: str) -> str:
    """What a file does, without what it says of types."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(None)
    return ast.dump(tree)


def mutants() -> Iterator[Mutant]:
    """All that there are."""
    from cosmic_ray.ast import ast_nodes, get_ast
    from cosmic_ray.plugins import get_operator, operator_names

    operators = {name: get_operator(name) for name in operator_names()}
    simple = {name: operator() for name, operator in operators.items() if not operator.arguments()}
    for place in _TESTS:
        for path in sorted((ROOT / place).rglob("*.py")) or [ROOT / place]:
            nodes = list(ast_nodes(get_ast(path.read_text(encoding="utf-8"))))
            for name, operator in simple.items():
                places = sum(len(list(operator.mutation_positions(node))) for node in nodes)
                for occurrence in range(places):
                    yield Mutant(path.relative_to(ROOT).as_posix(), name, occurrence)


def sampled(most: int, seed: int) -> dict[Mutant, str]:
    """So many mutants and their sources; a seed means the same ones again."""
    order = sorted(mutants())
    random.Random(seed).shuffle(order)
    chosen: dict[Mutant, str] = {}
    for mutant in order:
        if len(chosen) < most and (source := mutant.source()) is not None:
            chosen[mutant] = source
    return chosen


def copied(place: Path) -> None:
    """The tree as git has or would have it, compiled by what is in its files, not by when they were written."""
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    for name in subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\0"):
        if name and (ROOT / name).is_file():
            (place / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, place / name)
    for folder in ("bot", "tests"):
        compileall.compile_dir(place / folder, quiet=1, invalidation_mode=py_compile.PycInvalidationMode.CHECKED_HASH)


def _tested(place: Path, files: Sequence[str]) -> None:
    """In a process of its own: 0 if all tests pass."""
    os.chdir(place)
    sys.path[:] = [str(place), *(each for each in sys.path if each not in ("", str(ROOT)))]
    sys.dont_write_bytecode = True
    for name in [name for name in sys.modules if name.partition(".")[0] in ("bot", "render", "tests")]:
        del sys.modules[name]
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.dup2(nothing, 2)
    # One after the other: within one run those that take longest would come first.
    os._exit(any(pytest.main(["-x", "-q", "--assert=plain", "-p", "no:cacheprovider", file]) for file in files))


def passes(place: Path, files: Sequence[str]) -> bool:
    """Whether these tests notice nothing."""
    process = multiprocessing.get_context("fork").Process(target=_tested, args=(place, files))
    process.start()
    process.join(_LONG)
    process.kill()
    process.join()
    return process.exitcode == 0


def timed(place: Path) -> dict[str, float]:
    """The files of tests, and how many seconds each takes. Raises `SystemExit` if one fails without any mutant."""
    times: dict[str, float] = {}
    for folder in dict.fromkeys(folder for folders in _TESTS.values() for folder in folders):
        for path in sorted((place / folder).glob("test_*.py")) or [place / folder]:
            name, begun = path.relative_to(place).as_posix(), time.monotonic()
            if not passes(place, [name]):
                raise SystemExit(f"{name} fails as it is")
            times[name] = time.monotonic() - begun
    return times


def ordered(mutant: Mutant, times: dict[str, float]) -> list[str]:
    """The files that might notice a mutant: its own ones first, then what is told of everything, then what is fast."""
    folders = next(folders for place, folders in _TESTS.items() if mutant.file.startswith(place))
    its_own = f"test_{Path(mutant.file).name}"
    return sorted(
        (name for name in times if name.startswith(folders)),
        key=lambda name: (
            not (name.startswith(folders[0]) and name.endswith(its_own)),
            not name.startswith("tests/transcripts"),
            times[name],
        ),
    )


def main(most: int, seed: int) -> int:
    """The exit code: whether any has survived."""
    left = 0
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        copied(place)
        times, chosen = timed(place), sampled(most, seed)
        for number, (mutant, source) in enumerate(chosen.items(), 1):
            file = place / mutant.file
            before = file.read_text(encoding="utf-8")
            file.write_text(source, encoding="utf-8")
            survived = passes(place, ordered(mutant, times))
            file.write_text(before, encoding="utf-8")
            left += survived
            print(number, mutant, "SURVIVED" if survived else "noticed", flush=True)
            if survived:
                lines = before.splitlines(), source.splitlines()
                print(*difflib.unified_diff(*lines, mutant.file, mutant.operator, n=3, lineterm=""), sep="\n")
    print(f"{left} of {len(chosen)} mutants survived, seed {seed}")
    return 1 if left else 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(given[0] if given else HOW_MANY, given[1] if len(given) > 1 else 0))
