"""The rating watch in words: where the large gains of a season come from, for those who manage a ladder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from bot.ladder.watch import GAINED, Gain
from bot.screens.ladder.common_words import joined, person, season_words, signed_words, unusual_variant
from bot.texts import Texts

#: Members listed, and tables per opponent.
_LISTED, _TABLES = 8, 3


def watch_words(gains: Sequence[Gain], people: Mapping[int, int | None], season: str, t: Texts) -> str:
    """Members who have gained most from one opponent; `people`: the members of the numbers in the list."""
    told = [gain for gain in gains if gain.sources]
    others, more = len(gains) - len(told), len(told) - _LISTED
    lines = [t("**Rating gained mostly from one opponent** · {season}", season=season_words(season, t))]
    for gain in told[:_LISTED]:
        lines += _lines(gain, people, t)
    if not told:
        lines.append(t("Nobody. Looked at are those who have gained {number} points or more.", number=round(GAINED)))
    if more > 0:
        lines.append(t.many("… and {number} more", "… and {number} more", more))
    if others:
        lines.append(
            t.many(
                "-# {number} other has gained {points} points or more, from several opponents.",
                "-# {number} others have gained {points} points or more, from several opponents.",
                others,
                points=round(GAINED),
            )
        )
    return "\n".join(lines)


def _lines(gain: Gain, people: Mapping[int, int | None], t: Texts) -> Iterator[str]:
    variant = unusual_variant(gain.variant, t)
    yield joined((f"{person(people[gain.player], t)} **{signed_words(round(gain.gained))}**", variant))
    for source in gain.sources:
        points = signed_words(round(source.gained))
        yield t.many(
            "- from {who}: **{points}** in {number} match",
            "- from {who}: **{points}** in {number} matches",
            len(source.tables), who=person(people[source.opponent], t), points=points,
        )  # fmt: skip
        tables = list(dict.fromkeys(source.tables))
        yield "-# " + " ".join(f"`{table}`" for table in tables[:_TABLES]) + (" …" if len(tables) > _TABLES else "")
