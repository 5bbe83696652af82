"""`python -m tests.transcripts`: every transcript told anew."""

from . import ALL, FOLDER
from .telling import retold

for name, teller in ALL.items():
    file = FOLDER / f"{name}.txt"
    told = retold(file.read_text(encoding="utf-8"), teller())
    file.write_text("".join(f"{line}\n" for line in told), encoding="utf-8")
