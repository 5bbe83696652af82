"""Reading the fact files."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


def lines(name: str) -> list[dict[str, Any]]:
    """Every case of a file with one JSON object a line."""
    return [json.loads(line) for line in (FOLDER / name).read_text().splitlines()]
