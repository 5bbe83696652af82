"""`python -m docs.lines [REV …]`: how many lines of code, text and data there are, now or at commits.

Lines of code are those on which something stands that is no comment and no docstring.
"""

from __future__ import annotations

import ast
import io
import subprocess
import sys
import tarfile
import tokenize
from collections.abc import Iterator, Mapping
from pathlib import Path

ROOT = Path(__file__).parents[1]
_SILENT = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER}
_DOCUMENTED = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef


def code(source: str) -> int:
    """The lines of code of a Python source."""
    lines = {
        line
        for token in tokenize.generate_tokens(io.StringIO(source).readline)
        if token.type not in _SILENT
        for line in range(token.start[0], token.end[0] + 1)
    }
    return len(lines.difference(_explained(source)))


def _explained(source: str) -> Iterator[int]:
    """The lines of docstrings, those below an assignment too."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, _DOCUMENTED):
            for each in node.body:
                if (
                    isinstance(each, ast.Expr)
                    and isinstance(each.value, ast.Constant)
                    and isinstance(each.value.value, str)
                ):
                    yield from range(each.lineno, (each.end_lineno or each.lineno) + 1)


def files(revision: str | None) -> Mapping[str, bytes]:
    """All files of a commit, or those that lie here and are known to git."""
    if revision is None:
        names = subprocess.run(
            ["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True
        ).stdout.splitlines()
        return {name: (ROOT / name).read_bytes() for name in names if (ROOT / name).is_file()}
    archive = subprocess.run(["git", "archive", revision], cwd=ROOT, check=True, capture_output=True).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as tar:
        return {each.name: file.read() for each in tar if each.isfile() and (file := tar.extractfile(each))}


def told(revision: str | None) -> str:
    """The figures of a commit in a line."""
    found = files(revision)
    written = {
        top: sum(
            code(data.decode()) for name, data in found.items() if name.startswith(f"{top}/") and name.endswith(".py")
        )
        for top in ("bot", "render", "tests")
    }
    tests = {name: data for name, data in found.items() if name.startswith("tests/")}
    lines, size = sum(len(data.splitlines()) for data in tests.values()), sum(map(len, tests.values()))
    figures = (
        *(f"{count} lines of code in {top}" for top, count in written.items()),
        f"{lines} lines and {size} bytes of all in tests",
    )
    return f"{revision or 'now'}: {', '.join(figures)}"


if __name__ == "__main__":
    for each in [*sys.argv[1:], None]:
        print(told(each), flush=True)
