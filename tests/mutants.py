"""`python -m tests.mutants [HOW_MANY [SEED]]`: the rules with one thing changed at a time, and what no test notices.

A sample of all the changes that cosmic-ray knows. The tests of the rules are collected once, and each is run once to
see to which lines it comes. Then each change is tried in a fork of this process, where the function gets the code
with the change: by the tests that come to its line, the fastest first, until one notices. What is done but once,
while modules are loaded, is tried in a copy of the tree, which takes minutes. What survives is printed with its
difference at once: it is either the same rule in other words, or one that wants a test. Not for CI: to learn the
lines takes minutes.
"""

from __future__ import annotations

import ast
import difflib
import gc
import os
import pickle
import random
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, TypeVar

import msgspec
import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[1]
#: What is changed, and what might notice it.
_CHANGED = ("bot/backgammon", "bot/chouette", "bot/dice.py")
_TESTS = ("tests/backgammon", "tests/chouette", "tests/transcripts", "tests/core", "tests/test_dice.py")
_INSIDE = tuple(str(ROOT / place) for place in _CHANGED)
#: Seconds of a processor and bytes of memory after which what does not end counts as noticed.
_LONG, _LARGE = 300, 3 << 30
HOW_MANY = 200

_T = TypeVar("_T")
Line = tuple[str, int]
"""A file, by its whole path, and the number of a line."""


class Mutant(msgspec.Struct, frozen=True, order=True):
    """A change: which operator of cosmic-ray's, at which of the places of a file where it could be applied."""

    file: str
    operator: str
    occurrence: int

    def source(self) -> str | None:
        """The file with the change; None if only its types or texts for readers say something else then, or if it
        cannot be made."""
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
    for place in _CHANGED:
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


class Change:
    """What a mutant changes in this process."""

    def __init__(self, mutant: Mutant, after: str) -> None:
        path = ROOT / mutant.file
        self.file, self.before, self.after = mutant.file, path.read_text(encoding="utf-8"), after
        old, new = (compile(text, str(path), "exec") for text in (self.before, self.after))
        self.codes = exchanged(old, new)
        lines = zip(self.before.splitlines(), self.after.splitlines(), strict=False)
        #: The lines that are other ones, then those of the whole function.
        self.lines = [{(str(path), number) for number, (was, now) in enumerate(lines, 1) if was != now}]
        self.lines.append({(str(path), line) for was, _ in self.codes or () for line in _lines(was)})

    def difference(self, mutant: Mutant) -> str:
        """It, to read."""
        texts = self.before.splitlines(), self.after.splitlines()
        return "\n".join(difflib.unified_diff(*texts, mutant.file, mutant.operator, n=3, lineterm=""))


def exchanged(old: CodeType, new: CodeType) -> list[tuple[CodeType, CodeType]] | None:
    """The code of the outermost functions that differ between two modules or classes; None if anything else does."""
    inner = [[each for each in code.co_consts if isinstance(each, CodeType)] for code in (old, new)]
    rest = [
        (code.co_code, code.co_names, [repr(each) for each in code.co_consts if not isinstance(each, CodeType)])
        for code in (old, new)
    ]
    if rest[0] != rest[1] or len(inner[0]) != len(inner[1]):
        return None
    found: list[tuple[CodeType, CodeType]] = []
    for was, now in zip(*inner, strict=True):
        if was == now:
            continue
        below = [(was, now)] if was.co_flags & 2 else exchanged(was, now)  # 2: it has locals, as functions have
        if below is None:
            return None
        found += below
    return found


def _lines(code: CodeType) -> Iterator[int]:
    yield from (line for _, _, line in code.co_lines() if line)
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from _lines(each)


def _name(code: CodeType) -> tuple[str, str, int]:
    return code.co_filename, code.co_qualname, code.co_firstlineno


def forked(work: Callable[[], _T]) -> _T | None:
    """What work gives in a process like this one; None if that has died or has taken too much."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        resource.setrlimit(resource.RLIMIT_AS, (_LARGE, _LARGE))
        resource.setrlimit(resource.RLIMIT_CPU, (_LONG, _LONG + 1))
        try:
            with open(writing, "wb") as pipe:
                pickle.dump(work(), pipe)
        finally:
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        data = pipe.read()
    os.waitpid(child, 0)
    return pickle.loads(data) if data else None


def _passes(test: pytest.Item) -> bool:
    return not any(report.failed for report in runtestprotocol(test, log=False, nextitem=None))


def _watched(test: pytest.Item) -> tuple[bool, float, set[Line]]:
    """Whether a test passes, its seconds, and the lines of the rules to which it comes."""
    seen: set[Line] = set()

    def step(frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(_INSIDE):
            return None
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return step

    begun = time.process_time()
    sys.settrace(step)
    try:
        good = _passes(test)
    finally:
        sys.settrace(None)
    return good, time.process_time() - begun, seen


class Trials:
    """For pytest: tries each of the mutants by the tests that were collected, instead of running these."""

    def __init__(self, chosen: dict[Mutant, str]) -> None:
        self._chosen = chosen
        self._functions: dict[tuple[str, str, int], list[FunctionType]] = {}
        self._seen: list[tuple[float, pytest.Item, set[Line]]] = []
        self.survived = 0

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """All of them."""
        for each in gc.get_objects():
            if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(_INSIDE):
                self._functions.setdefault(_name(each.__code__), []).append(each)
        gc.freeze()  # no fork looks through what is there, which would copy it
        for test in session.items:
            good, seconds, lines = forked(partial(_watched, test)) or (False, 0.0, set[Line]())
            if not good:
                raise pytest.UsageError(f"{test.nodeid} fails as it is")
            self._seen.append((seconds, test, lines))
        self._seen.sort(key=lambda each: each[0])
        for number, (mutant, source) in enumerate(self._chosen.items(), 1):
            change = Change(mutant, source)
            survives = self._survives(change)
            self.survived += survives
            print(number, mutant, "SURVIVED" if survives else "noticed", flush=True)
            if survives:
                print(change.difference(mutant), flush=True)
        return True

    def _survives(self, change: Change) -> bool:
        """Whether no test notices it."""
        tests: list[pytest.Item] = []
        for lines in change.lines:
            tests = tests or [test for _, test, seen in self._seen if seen & lines]
        if not change.codes or not tests:  # it is done once, while modules are loaded
            return _survives_in_a_copy(change)

        def alone() -> bool:
            for was, now in change.codes or ():
                for function in self._functions.get(_name(was), ()):
                    function.__code__ = now
            return all(map(_passes, tests))

        return bool(forked(alone))


def _survives_in_a_copy(change: Change) -> bool:
    """Whether no test notices it in a tree that has it from the beginning."""
    with tempfile.TemporaryDirectory() as name:
        place = Path(name)
        listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
        found = subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout
        for file in filter(None, found.split("\0")):
            if (ROOT / file).is_file():
                (place / file).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / file, place / file)
        (place / change.file).write_text(change.after, encoding="utf-8")
        command = (sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *_TESTS)
        try:
            return subprocess.run(command, cwd=place, capture_output=True, timeout=2 * _LONG).returncode == 0
        except subprocess.TimeoutExpired:
            return False


def main(most: int, seed: int) -> int:
    """The exit code: whether any has survived."""
    sys.dont_write_bytecode = True
    trials = Trials(sampled(most, seed))
    tests = [str(ROOT / place) for place in _TESTS]
    if code := pytest.main(["-q", "-s", "-p", "no:cacheprovider", *tests], plugins=[trials]):
        return int(code)
    print(f"{trials.survived} of {most} mutants survived, seed {seed}")
    return 1 if trials.survived else 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:]]
    sys.exit(main(given[0] if given else HOW_MANY, given[1] if len(given) > 1 else 0))
