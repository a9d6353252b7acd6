"""Show the calculation: every step with its clause, to four decimals, in pages."""

from collections.abc import Iterable, Sequence
from itertools import groupby

import discord

from bot.services.reports import EventReport
from bot.ui.rating_card import LEVEL, result_letter
from bot.ui.text import number, plain, rating, safe, table
from bot.ui.wording import sentence
from core.explain import Step
from core.uschess.norms import NormRow
from core.uschess.player import PlayerResult

PAGE_CHARACTERS = 3500
ROWS_IN_A_TABLE = 25
LEVELS_IN_A_TABLE = 3
"""How many levels of four decimals stand side by side: 31 columns."""


def calculation_pages(report: EventReport) -> list[discord.Embed]:
    """Return the calculation of an event as embeds to page through."""
    result: PlayerResult = report.outcome.detail
    pages = list(_pack(_step_lines(report.outcome.steps), "\n"))
    pages += _pack([_opponents_table(report), *_norm_tables(result)], "\n")
    embeds = []
    for index, text in enumerate(pages, start=1):
        embed = discord.Embed(title="The calculation", description=text, colour=LEVEL)
        embed.set_author(name=f"{plain(report.player.name)} · {report.rating_list.label}")
        embed.set_footer(text=f"Page {index} of {len(pages)} · {result.edition.title}")
        embeds.append(embed)
    return embeds


def _step_lines(steps: Iterable[Step]) -> Iterable[str]:
    """Return the steps in order, each under the clause that demands it."""
    for clause, under_it in groupby(steps, key=lambda step: step.clause):
        lines = [f"- {sentence(step)}" for step in under_it]
        # The clause stays with its first step when a page ends here.
        yield f"\n**{safe(clause, 80)}**\n{lines[0]}"
        yield from lines[1:]


def _pack(parts: Iterable[str], between: str) -> Iterable[str]:
    """Join parts into pages, none of which is too long."""
    page = ""
    for part in parts:
        if page and len(page) + len(part) > PAGE_CHARACTERS:
            yield page
            page = ""
        page += between + part if page else part
    if page:
        yield page


def _opponents_table(report: EventReport) -> str:
    rows = []
    for played in report.crosstable.games_of(1):
        known = report.opponents.get(played.opponent.player) if isinstance(played.opponent.player, int) else None
        name = plain(known.name) if known else ""
        given = rating(played.opponent.rating or 0, 2)
        rows.append((str(played.round), result_letter(played.score), given, name))
    return "**Opponents, ratings as given**\n" + table(("Rd", "", "Rating", "Player"), rows, (2, 1, 7, -24))


def _norm_tables(result: PlayerResult) -> Iterable[str]:
    """Return the whole norm table, four levels at a time and at most 25 rounds at a time."""
    heading = "**Expected scores by norm level**\n"
    rows = result.norms.rows
    for start in range(0, len(rows), LEVELS_IN_A_TABLE):
        levels = rows[start : start + LEVELS_IN_A_TABLE]
        header = ("Rd", "Opp.", *(f"{row.level.code} {row.level.rating}" for row in levels))
        columns = (2, 4, *(7 for _ in levels))
        games = list(enumerate(result.event.games))
        for first in range(0, len(games), ROWS_IN_A_TABLE):
            lines: list[Sequence[str]] = [
                (str(game.round), str(round(game.rating)), *(number(row.games[index], 4) for row in levels))
                for index, game in games[first : first + ROWS_IN_A_TABLE]
            ]
            if first + ROWS_IN_A_TABLE >= len(games):
                lines += _sums(levels)
            yield heading + table(header, lines, columns)
            heading = ""


def _sums(levels: Sequence[NormRow]) -> list[Sequence[str]]:
    return [
        ("", "Exp.", *(number(row.expected, 4) for row in levels)),
        ("", "Req.", *("N/A" if row.required is None else number(row.required, 4) for row in levels)),
        ("", "Norm", *("YES" if row.earned else "NO" for row in levels)),
    ]
