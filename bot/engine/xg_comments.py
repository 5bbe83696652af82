"""Comments of an .xg file as plain text: the part temp.xgc of its archive, one rich text a line."""

from __future__ import annotations

import codecs
import re

_TOKEN = re.compile(
    r"\\(?:'(?P<byte>[0-9a-fA-F]{2})|(?P<word>[a-z]{1,32})(?P<number>-?\d{1,9})? ?|(?P<sign>[^a-z]))"
    r"|(?P<brace>[{}])|(?P<text>[^\\{}]+)",
    re.DOTALL,
)
_BREAKS = {"par": "\n", "line": "\n", "tab": "\t", "emdash": "—", "endash": "–", "bullet": "•"}
_BREAKS |= {"lquote": "‘", "rquote": "’", "ldblquote": "“", "rdblquote": "”"}
_SIGNS = {"~": "\N{NO-BREAK SPACE}", "\n": "\n", "\r": "\n", "_": "-", "\\": "\\", "{": "{", "}": "}"}
_UNSEEN = frozenset(("fonttbl", "colortbl", "stylesheet", "info", "pict", "generator", "object", "header", "footer"))
"""Groups of rich text whose text is not shown."""
_LINE_BREAK = "\x01\x02"
"""Stands for a line break within a comment. Source: XG_format.pas at extremegammon.com/xgformat.aspx."""


def plain_comments(data: bytes) -> list[str]:
    """The comments of that part in their order, to which records refer by number from 0."""
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("cp1252", "replace")
    return [plain_text(line.replace(_LINE_BREAK, "\r\n")) for line in text.split("\r\n")]


def plain_text(text: str) -> str:
    """Rich text (RTF 1.9) without its formatting; what is not rich text stays as it is."""
    if not text.lstrip().startswith("{\\rtf"):
        return _tidy(text)
    found: list[str] = []
    page, skipped = "cp1252", 0
    # Whether the text of a group is shown, and how many characters replace one in Unicode.
    shown, replacing = True, 1
    stack: list[tuple[bool, int]] = []
    for token in _TOKEN.finditer(text):
        word, number, sign = token["word"], token["number"], token["sign"]
        if brace := token["brace"]:
            if brace == "{":
                stack.append((shown, replacing))
            elif stack:
                shown, replacing = stack.pop()
            skipped = 0
        elif word == "ansicpg":
            page = _page(number or "")
        elif word == "uc":
            replacing = int(number or 1)
        elif word in _UNSEEN or sign == "*":
            shown = False
        elif not shown:
            continue
        elif word == "u":
            found.append(chr(int(number or 0) & 0xFFFF))
            skipped = replacing
        elif word:
            found.append(_BREAKS.get(word, ""))
        elif skipped and (token["byte"] or sign):
            skipped -= 1
        elif token["byte"]:
            found.append(bytes.fromhex(token["byte"]).decode(page, "replace"))
        elif sign:
            found.append(
                {"~": "\N{NO-BREAK SPACE}", "\n": "\n", "\r": "\n", "_": "-"}.get(sign, sign * (sign in "\\{}"))
            )
        else:
            seen = re.sub(r"[\r\n]", "", token["text"])
            found.append(seen[skipped:])
            skipped = max(0, skipped - len(seen))
    joined = "".join(found).encode("utf-16-le", "surrogatepass")
    return _tidy(joined.decode("utf-16-le", "replace"))


def _page(number: str) -> str:
    try:
        return codecs.lookup(f"cp{number}").name
    except LookupError:
        return "cp1252"


def _tidy(text: str) -> str:
    """Without control characters, and without blanks at the ends of lines."""
    text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", text.replace("\r\n", "\n"))
    return "\n".join(line.rstrip() for line in text.split("\n")).strip()
