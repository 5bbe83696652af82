"""The bot as `python -m bot`, with the toy among its games: `python -m tests.toy run`."""

from __future__ import annotations

import sys

from bot.__main__ import main

from .plug import plug_in

if __name__ == "__main__":
    plug_in()
    sys.exit(main())
