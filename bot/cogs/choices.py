"""What was chosen in a list."""

from __future__ import annotations

from bot.screens.answer import Answer


def all_chosen(answer: Answer) -> list[str]:
    """What was chosen in a list."""
    values = (answer.interaction.data or {}).get("values", [])
    return [str(value) for value in values] if isinstance(values, list) else []


def chosen(answer: Answer) -> str:
    """The one thing that was chosen in a list; empty for a button."""
    return next(iter(all_chosen(answer)), "")
