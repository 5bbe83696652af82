"""Discord's OpenAPI document: which operation a request is, and what of it the document does not allow."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from pathlib import Path
from typing import Any, NamedTuple

import jsonschema_rs

from .differences import applied

FILE = Path(__file__).with_name("openapi.json.xz")
_JSON = "application/json"
_LITERAL = ("enum", "const", "default", "example", "examples")


#: Discord's error code of a form that is not what it should be.
INVALID = 50035


class Fault(NamedTuple):
    """What is not allowed: where in the request, what of it, and the part of the document, or rule, that says so.

    `code`: that of Discord's answer; 0 if Discord takes it all the same, and only its papers do not know it.
    """

    where: str
    what: str
    schema: str
    code: int = INVALID

    def __str__(self) -> str:
        return f"{self.where or 'the request'}: {self.what} ({self.schema})"


class Operation:
    """One method of one path."""

    def __init__(self, document: Document, method: str, template: str, described: dict[str, Any]) -> None:
        self.method, self.template = method, template
        self.name: str = described["operationId"]
        self._document, self._described = document, described
        # A segment that is a whole word of the path wins over one that stands for any.
        self.words = sum(not part.startswith("{") for part in template.split("/"))

    @property
    def route(self) -> str:
        """As it is named in reports."""
        return f"{self.method} {self.template}"

    @cached_property
    def _parameters(self) -> dict[str, dict[str, dict[str, Any]]]:
        """Those of the query and the path, by name."""
        shared = self._document.paths[self.template].get("parameters", ())
        found: dict[str, dict[str, dict[str, Any]]] = {"query": {}, "path": {}, "header": {}}
        for each in (*shared, *self._described.get("parameters", ())):
            found[each["in"]][each["name"]] = each
        return found

    @cached_property
    def _checked(self) -> dict[tuple[str, str], jsonschema_rs.Draft202012Validator]:
        """What holds the value of each parameter against its schema."""
        return {
            (kind, name): self._document.validator(described.get("schema", {}))
            for kind, known in self._parameters.items()
            for name, described in known.items()
        }

    @cached_property
    def _body(self) -> jsonschema_rs.Draft202012Validator | None:
        content = self._described.get("requestBody", {}).get("content", {})
        if _JSON in content:
            return self._document.validator(content[_JSON]["schema"])
        form = content.get("multipart/form-data")
        return None if form is None else self._document.validator(form["schema"])

    @property
    def takes_files(self) -> bool:
        """Whether files may come with it."""
        return "multipart/form-data" in self._described.get("requestBody", {}).get("content", {})

    def faults(self, path: Mapping[str, str], query: Mapping[str, Any], body: Any) -> Iterator[Fault]:
        """What the document does not allow of a request; `body` None: it has none."""
        for kind, given in (("path", path), ("query", query)):
            known = self._parameters[kind]
            for name, value in given.items():
                if name in known:
                    yield from _of_text(self._checked[kind, name], str(value), f"{kind}.{name}")
                elif kind == "query":
                    yield Fault(f"query.{name}", "there is no such parameter", self.route, 0)
            for name, parameter in known.items():
                if parameter.get("required") and name not in given:
                    yield Fault(f"{kind}.{name}", "is missing", self.route)
        if self._body is not None and body is not None:
            yield from _explained(self._body, body, "")
        elif self._body is None and body not in (None, {}):
            yield Fault("", "has a body, and takes none", self.route, 0)
        elif body is None and self._described.get("requestBody", {}).get("required"):
            yield Fault("", "has no body", self.route)


class Document:
    """All of it. Objects are closed: what it does not name may not be sent."""

    def __init__(self, content: dict[str, Any]) -> None:
        self.paths: dict[str, dict[str, Any]] = content["paths"]
        self._parts = {"components": {"schemas": _closed(content["components"]["schemas"])}}
        self._validators: dict[str, jsonschema_rs.Draft202012Validator] = {}
        self.operations = [
            Operation(self, method.upper(), template, described)
            for template, methods in self.paths.items()
            for method, described in methods.items()
            if isinstance(described, dict) and "operationId" in described
        ]
        self._patterns: dict[tuple[str, int], list[tuple[re.Pattern[str], Operation]]] = {}
        for each in sorted(self.operations, key=lambda one: -one.words):
            key = each.method, each.template.count("/")
            self._patterns.setdefault(key, []).append((_pattern(each.template), each))

    def find(self, method: str, path: str) -> tuple[Operation, dict[str, str]] | None:
        """The operation of a request and what its path's places hold; `path` is what follows the version."""
        for pattern, operation in self._patterns.get((method, path.count("/")), ()):
            if match := pattern.fullmatch(path):
                return operation, match.groupdict()
        return None

    def validator(self, schema: dict[str, Any]) -> jsonschema_rs.Draft202012Validator:
        """For a schema that is a part of the document."""
        key = json.dumps(schema, sort_keys=True)
        if key not in self._validators:
            whole = {**_closed(schema), **self._parts}
            self._validators[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        return self._validators[key]


@cache
def discord() -> Document:
    """The document beside this file, with the differences applied."""
    return Document(applied(json.loads(lzma.decompress(FILE.read_bytes()))))


def _pattern(template: str) -> re.Pattern[str]:
    """Matches the paths of a template, with a group for each place."""
    parts = re.split(r"{(\w+)}", template)
    return re.compile(
        "".join(f"(?P<{part}>[^/]+)" if place % 2 else re.escape(part) for place, part in enumerate(parts))
    )


def _closed(part: Any, name: str = "") -> Any:
    """The same schema, but that no object may have what it does not name."""
    if isinstance(part, list):
        return [_closed(each) for each in part]
    if not isinstance(part, dict):
        return part
    inner = {key: each if key in _LITERAL else _closed(each, key) for key, each in part.items()}
    if name != "properties" and "properties" in part and "additionalProperties" not in part:
        inner["unevaluatedProperties"] = False
    return inner


def _of_text(validator: jsonschema_rs.Draft202012Validator, text: str, where: str) -> Iterator[Fault]:
    """A parameter of a query or path is text, whatever it stands for."""
    meant: list[Any] = [text]
    meant += [text.lower() in ("true", "1")] if text.lower() in ("true", "false", "1", "0") else []
    meant += [int(text)] if re.fullmatch(r"-?\d+", text) else []
    if not any(validator.is_valid(each) for each in meant):
        yield from _explained(validator, meant[-1], where)


def _explained(validator: jsonschema_rs.Draft202012Validator, given: Any, where: str) -> Iterator[Fault]:
    for error in validator.iter_errors(given):
        yield from _told(error, where)


def _told(error: jsonschema_rs.ValidationError, where: str) -> Iterator[Fault]:
    """Where there are several ways to be right, what is wrong with the one that was meant: of the same `type`, else the
    one that came farthest.
    """
    ways = getattr(error.kind, "context", None)
    if ways:
        meant = min(
            ways,
            key=lambda way: (any(_is_of_type(each) for each in way), -max(len(each.instance_path) for each in way)),
        )
        for each in meant:
            yield from _told(each, where)
        return
    place = ".".join(filter(None, (where, *map(str, error.instance_path))))
    code = 0 if error.schema_path[-1] == "unevaluatedProperties" else INVALID
    yield Fault(place, error.message[:200], "/".join(map(str, error.schema_path)), code)


def _is_of_type(error: jsonschema_rs.ValidationError) -> bool:
    """Whether it says that this is another kind of thing altogether."""
    path = list(error.schema_path)
    return path[-1] in ("type", "null") or path[-3:-1] == ["properties", "type"] or "type" in path[-2:]
