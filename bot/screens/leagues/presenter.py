"""Shows leagues: posted again at the start, each round and the end."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

import discord

from bot.screens.contests import ContestPresenter
from bot.screens.leagues.scenes import Paper, paper_alt, papers
from bot.screens.leagues.words import called_up, league_buttons, league_words, mentioned, reminder_words
from bot.tables.held_league import HeldLeague
from bot.texts import Texts
from render.bracket import Bracket, draw_bracket
from render.crosstable import draw_crosstable


class LeaguePresenter(ContestPresenter[HeldLeague]):
    def _called(self, held: HeldLeague) -> Sequence[int]:
        return called_up(held)

    def _message(self, held: HeldLeague, t: Texts, *, aloud: bool) -> tuple[str, discord.ui.View]:
        return league_words(held, t, aloud=aloud), league_buttons(held, self._now(), t)

    def _reminder(self, held: HeldLeague, t: Texts) -> tuple[str, Sequence[int]]:
        return reminder_words(held, t), mentioned(held)

    def _pictures(self, held: HeldLeague, theme: str, t: Texts) -> Iterable[tuple[Callable[[], bytes], str]]:
        return ((partial(_drawn, paper), paper_alt(paper, t)) for paper in papers(held, theme, t))


def _drawn(paper: Paper) -> bytes:
    return draw_bracket(paper) if isinstance(paper, Bracket) else draw_crosstable(paper)
