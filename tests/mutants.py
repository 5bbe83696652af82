"""`python -m tests.mutants [HOW_MANY [SEED [OF]]]`: sources with one thing changed at a time, and what no test notices.

`OF`: rules (the default), ladder, league, preferans or analysis.

A sample of all the changes that cosmic-ray knows. The tests of these sources are run once, to see to which lines each
comes. Then each change is tried in a fork: one that has the tests, where a function gets the code with the change, or
for what is done but once, while modules are loaded, one that has loaded nothing of ours yet and then loads the change.
There those tests are run that come to its lines, the fastest first, until one notices. What survives is printed with
its difference at once: it is either the same in other words, or one that wants a test. Not for CI: to learn the lines
takes minutes.
"""

from __future__ import annotations

import ast
import contextlib
import difflib
import gc
import importlib
import os
import pickle
import random
import resource
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any, NamedTuple, TypeVar

import msgspec
import pytest
from _pytest.runner import runtestprotocol

ROOT = Path(__file__).parents[1]


class Suite(NamedTuple):
    """Sources that are changed, and the tests that might notice it."""

    changed: tuple[str, ...]
    tests: tuple[str, ...]


SUITES = {
    "rules": Suite(
        ("bot/backgammon", "bot/chouette", "bot/dice.py"),
        ("tests/backgammon", "tests/chouette", "tests/transcripts", "tests/core", "tests/test_dice.py"),
    ),
    **{name: Suite((f"bot/{name}",), (f"tests/{name}",)) for name in ("ladder", "league", "preferans", "analysis")},
}
_CHANGED, _TESTS = SUITES[sys.argv[3] if len(sys.argv) > 3 else "rules"]
_INSIDE = tuple(str(ROOT / place) for place in _CHANGED)
_OURS = ("bot", "render", "tests", "docs")
#: Seconds of a processor that a test may take beyond what it took, and bytes of memory: what takes more is noticed.
_LONG, _LARGE = 5, 3 << 30
#: Seconds for a test that has not been seen before, and for one that is watched.
_UNKNOWN, _WATCHED = 60, 3600
HOW_MANY = 200

_T = TypeVar("_T")
Line = tuple[str, int]
"""A file, by its whole path, and the number of a line."""
Functions = dict[tuple[str, str, int], list[FunctionType]]
"""By their file, their name there and the line where they begin."""


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
        with warnings.catch_warnings(action="ignore", category=SyntaxWarning):  # such as one about `is 1`
            try:
                after = mutate_code(before, get_operator(self.operator)(), self.occurrence)
                return after if after and _meaning(after) != _meaning(before) else None
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
        with warnings.catch_warnings(action="ignore", category=SyntaxWarning):
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


def _functions() -> Functions:
    """All functions of the rules that there are."""
    found: Functions = {}
    for each in gc.get_objects():
        if isinstance(each, FunctionType) and each.__code__.co_filename.startswith(_INSIDE):
            found.setdefault(_name(each.__code__), []).append(each)
    return found


def begun(work: Callable[[], _T], *, quiet: bool = True) -> Callable[[], _T | None]:
    """Begin something in a process like this one; what is given waits until it has ended."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        if quiet:
            nothing = os.open(os.devnull, os.O_WRONLY)
            os.dup2(nothing, 1)
            os.dup2(nothing, 2)
        try:
            with open(writing, "wb") as pipe:
                pickle.dump(work(), pipe)
        finally:
            os._exit(0)
    os.close(writing)

    def ended() -> _T | None:
        with open(reading, "rb") as pipe:
            data = pipe.read()
        os.waitpid(child, 0)
        return pickle.loads(data) if data else None

    return ended


def forked(work: Callable[[], _T]) -> _T | None:
    """What work gives in a process like this one; None if that has died or has taken too much."""
    return begun(work)()


class Learned(msgspec.Struct, frozen=True):
    """What was seen of a test: the seconds of a processor that it took, and to which lines of the rules it came."""

    name: str
    seconds: float
    lines: frozenset[Line]


class _Runner:
    """For pytest: does something else with the tests that were collected than to run them all."""

    def __init__(self, work: Callable[[Sequence[pytest.Item]], None]) -> None:
        self._work = work

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        self._work(session.items)
        return True


def _with_tests(work: Callable[[Sequence[pytest.Item]], None]) -> int:
    """Do it with all tests of the rules; the exit code."""
    options = ["-qs", "-p", "no:cacheprovider", "-W", "ignore::pytest.PytestAssertRewriteWarning"]
    return int(pytest.main([*options, *(str(ROOT / place) for place in _TESTS)], plugins=[_Runner(work)]))


def _passes(test: pytest.Item, limit: float) -> bool:
    signal.setitimer(signal.ITIMER_VIRTUAL, limit)  # its signal ends the process
    resource.setrlimit(resource.RLIMIT_AS, (_LARGE, _LARGE))
    return not any(report.failed for report in runtestprotocol(test, log=False, nextitem=None))


def _watched(test: pytest.Item) -> Learned | None:
    seen: set[Line] = set()

    def step(frame: FrameType, event: str, _: object) -> Any:
        if not frame.f_code.co_filename.startswith(_INSIDE):
            return None
        seen.add((frame.f_code.co_filename, frame.f_lineno))
        return step

    begun = time.process_time()
    sys.settrace(step)
    try:
        good = _passes(test, _WATCHED)
    finally:
        sys.settrace(None)
    return Learned(test.nodeid, time.process_time() - begun, frozenset(seen)) if good else None


def _learned(share: slice) -> list[Learned | None]:
    """Of some of the tests of the rules; None for one that fails as it is."""
    found: list[Learned | None] = []
    _with_tests(lambda tests: found.extend(forked(partial(_watched, test)) for test in tests[share]))
    return found


class Trials:
    """Tries changes, each by the tests that might notice it."""

    def __init__(self, known: Sequence[Learned]) -> None:
        self._known = known

    def coming(self, change: Change) -> list[Learned]:
        """Those that come to its lines, or at least into its functions."""
        found = ([each for each in self._known if each.lines & lines] for lines in change.lines)
        return next(filter(None, found), [])

    def survives(self, change: Change, tests: Mapping[str, pytest.Item], functions: Functions) -> bool:
        """Whether no test notices the change of some functions; these and the tests are loaded."""
        chosen = [(tests[each.name], _LONG + each.seconds) for each in self.coming(change)]

        def alone() -> bool:
            for was, now in change.codes or ():
                for function in functions[_name(was)]:
                    function.__code__ = now
            return all(_passes(test, limit) for test, limit in chosen)

        return bool(forked(alone))

    def survives_loading(self, change: Change) -> bool:
        """Whether no test notices a change of what is done while modules are loaded; none of ours is yet."""
        file = str(ROOT / change.file)
        limits = {each.name: _LONG + each.seconds for each in self._known}
        # First what comes to the module; but anything may look at what was loaded.
        coming = sorted(self._known, key=lambda each: all(name != file for name, _ in each.lines))
        place = {each.name: number for number, each in enumerate(coming)}

        def alone() -> bool:
            _load_as(file, change.after)
            passed = False

            def run(tests: Sequence[pytest.Item]) -> None:
                nonlocal passed
                # The change may have given a test another name.
                chosen = sorted(tests, key=lambda test: place.get(test.nodeid, len(place)))
                passed = all(_passes(test, limits.get(test.nodeid, _UNKNOWN)) for test in chosen)

            return not _with_tests(run) and passed

        return bool(forked(alone))


def _load_as(changed: str, source: str) -> None:
    """Let a module be loaded from here as if its file said this."""
    data, stats = SourceFileLoader.get_data, SourceFileLoader.path_stats

    def changed_data(self: SourceFileLoader, path: str) -> bytes:
        return source.encode() if path == changed else data(self, path)

    def changed_stats(self: SourceFileLoader, path: str) -> Any:
        found = stats(self, path)
        return {**found, "mtime": 0} if path == changed else found  # what was compiled before is too new

    SourceFileLoader.get_data, SourceFileLoader.path_stats = changed_data, changed_stats


def _load_what_is_not_ours() -> None:
    """All that our modules and tests need beside each other, so that forks find it loaded."""

    def names() -> list[str]:
        _with_tests(lambda _: None)
        return [name for name in sys.modules if name.partition(".")[0] not in _OURS]

    for name in forked(names) or ():
        with contextlib.suppress(ImportError):  # some are only made by others
            importlib.import_module(name)


def _tried(chosen: Sequence[tuple[Mutant, str]], known: Sequence[Learned]) -> int:
    """How many of the mutants have survived."""
    trials = Trials(known)
    changes = [(mutant, Change(mutant, source)) for mutant, source in chosen]

    def told(mutant: Mutant, change: Change, survives: bool) -> bool:
        words = ["SURVIVED", change.difference(mutant)] if survives else ["noticed"]
        print(mutant.file, mutant.operator, mutant.occurrence, "\n".join(words), flush=True)
        return survives

    def with_functions_exchanged() -> dict[Mutant, bool]:
        found: dict[Mutant, bool] = {}

        def run(tests: Sequence[pytest.Item]) -> None:
            by_name, functions = {test.nodeid: test for test in tests}, _functions()
            gc.freeze()  # no fork looks through what is there, which would copy it
            for mutant, change in changes:
                names = {_name(was) for was, _ in change.codes or ()}
                if names and functions.keys() >= names and trials.coming(change):
                    found[mutant] = told(mutant, change, trials.survives(change, by_name, functions))

        _with_tests(run)
        return found

    found = begun(with_functions_exchanged, quiet=False)()
    if found is None:
        raise RuntimeError("the process with the tests has died")
    # The rest while nothing of ours is loaded: what is done only then.
    found |= {
        mutant: told(mutant, each, trials.survives_loading(each)) for mutant, each in changes if mutant not in found
    }
    return sum(found.values())


def main(most: int, seed: int) -> int:
    """The exit code: whether any has survived."""
    sys.dont_write_bytecode = True
    chosen = list(sampled(most, seed).items())
    _load_what_is_not_ours()
    processors = os.cpu_count() or 1
    shares = [slice(number, None, processors) for number in range(processors)]
    learning = [begun(partial(_learned, share)) for share in shares]
    seen = [each for ended in learning for each in ended() or [None]]
    known = sorted(filter(None, seen), key=lambda each: each.seconds)
    if not known or None in seen:
        print("a test of the rules fails as it is")
        return 2
    trying = [begun(partial(_tried, chosen[share], known), quiet=False) for share in shares]
    survivors = [ended() for ended in trying]
    if None in survivors:
        print("a process that tried has died")
        return 2
    print(f"{sum(filter(None, survivors))} of {len(chosen)} mutants survived, seed {seed}")
    return 1 if any(survivors) else 0


if __name__ == "__main__":
    given = [int(word) for word in sys.argv[1:3]]
    sys.exit(main(given[0] if given else HOW_MANY, given[1] if len(given) > 1 else 0))
