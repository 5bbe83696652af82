"""`python -m tests.texts_gallery OUT.html`."""

import asyncio
import sys
from pathlib import Path

from tests.texts_gallery.page import explained, page, played

if __name__ == "__main__":
    Path(sys.argv[1]).write_text(page(asyncio.run(played()) | explained()), encoding="utf-8")
