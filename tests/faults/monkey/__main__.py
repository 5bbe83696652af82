"""`python -m tests.faults.monkey [STEPS] [SEED]` lets the monkey loose and prints what it came to."""

from __future__ import annotations

import sys
import time

from tests.discord_papers.listening import listening
from tests.faults.schedule import scheduled

from .monkey import played


def main(words: list[str]) -> int:
    """Ends with 1 if anything was wrong."""
    steps, seed = int(words[0]) if words else 500, int(words[1]) if len(words) > 1 else 0
    begun = time.perf_counter()
    with listening() as hearing:
        report, _ = scheduled(seed, played(steps, seed))
    took = time.perf_counter() - begun
    for name, number in sorted(report.done.items()):
        print(f"{number:8,} {name}")
    for said, number in report.warnings.most_common():
        print(f"{number:8,} warning: {said[:200]}")
    for kind, names in report.never.items():
        print(f"{kind} never sent ({len(names)}): {', '.join(names)}")
    for told in (*report.unanswered, *report.faults, *dict.fromkeys(map(str, hearing.refusals))):
        print(told)
    routes = hearing.summary["routes"]
    print(
        f"seed {seed}: {report.steps} steps in {took:.0f} s, {report.interactions} interactions, "
        f"{report.outside} messages outside of servers, "
        f"{sum(routes.values())} requests of {len(routes)} routes, {len(hearing.refusals)} refused, "
        f"{len(report.faults)} faults, {len(report.unanswered)} unanswered"
    )
    return 1 if report.faults or report.unanswered or hearing.refusals else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
