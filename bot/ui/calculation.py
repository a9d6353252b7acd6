"""Show the calculation: every step with its clause, to four decimals, in pages."""

from collections.abc import Iterable, Sequence
from itertools import groupby

import discord

from bot.services.reports import EventReport, ListReport
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
    """Return the calculation of an event as embeds to page through: list by list, then its norms."""
    pages: list[tuple[ListReport, str]] = []
    for moved in report.lists:
        pages += [(moved, page) for page in pack(_step_lines(moved.steps), "\n")]
    main: PlayerResult = report.outcome.detail
    norms = pack([_opponents_table(report), *norm_tables(main)], "\n")
    pages += [(report.lists[0], page) for page in norms]
    embeds = []
    for index, (moved, text) in enumerate(pages, start=1):
        embed = discord.Embed(title="The calculation", description=text, colour=LEVEL)
        embed.set_author(name=f"{plain(report.player.name)} · {moved.rating_list.label}")
        embed.set_footer(text=f"Page {index} of {len(pages)} · {main.edition.title}")
        embeds.append(embed)
    return embeds


def _step_lines(steps: Iterable[Step]) -> Iterable[str]:
    """Return the steps in order, each under the clause that demands it."""
    for clause, under_it in groupby(steps, key=lambda step: step.clause):
        lines = [f"- {sentence(step)}" for step in under_it]
        # The clause stays with its first step when a page ends here.
        yield f"\n**{safe(clause, 80)}**\n{lines[0]}"
        yield from lines[1:]


def pack(parts: Iterable[str], between: str) -> Iterable[str]:
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
    result: PlayerResult = report.outcome.detail
    own = report.crosstable.number_of(report.player.id)
    rows = []
    for played, game in zip(report.crosstable.games_of(own), result.event.games, strict=True):
        known = report.opponents.get(played.opponent.player) if isinstance(played.opponent.player, int) else None
        name = plain(known.name) if known else ""
        rows.append((str(played.round), result_letter(played.score), rating(game.rating, 2), name))
    whole = any(entrant.rated and entrant.number != own for entrant in report.crosstable.entrants)
    heading = "Opponents, intermediate ratings (step 4)" if whole else "Opponents, ratings as given"
    return f"**{heading}**\n" + table(("Rd", "", "Rating", "Player"), rows, (2, 1, 7, -18))


def norm_tables(result: PlayerResult) -> Iterable[str]:
    """Return the whole norm table, three levels at a time and at most 25 rounds at a time."""
    heading = "**Expected scores by norm level**\n"
    rows = result.norms.rows
    for start in range(0, len(rows), LEVELS_IN_A_TABLE):
        levels = rows[start : start + LEVELS_IN_A_TABLE]
        header = ("Rd", "Opp.", *(f"{row.level.code} {row.level.rating}" for row in levels))
        columns = (2, 4, *(7 for _ in levels))
        games = list(enumerate(result.event.games))
        for first in range(0, len(games), ROWS_IN_A_TABLE):
            lines: list[Sequence[str]] = [
                (str(game.round), str(result.norms.opponents[index]), *(number(row.games[index], 4) for row in levels))
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
