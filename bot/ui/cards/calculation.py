"""The calculation in pages: all figures of an event, then every step with its clause, to four decimals."""

from collections.abc import Iterable
from itertools import groupby

import discord

from bot.services.events.report import EventReport, ListReport
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import pack, plain, safe
from bot.ui.systems import CARDS
from bot.ui.wording.steps import sentence
from bot.ui.wording.unconfirmed import marked
from core.explain import Step


def calculation_pages(report: EventReport) -> list[discord.Embed]:
    """Return the calculation of an event as embeds to page through: all figures, list by list, then the tables."""
    pages: list[tuple[ListReport, str]] = [(report.lists[0], _in_full(report))]
    for moved in report.lists:
        pages += [(moved, page) for page in pack(_step_lines(moved.outcome.steps), "\n")]
    for moved in report.lists:
        # What a dual-rated event's lists have in common stands there once.
        if moved is report.lists[0] or CARDS[moved.rating_list] is not CARDS[report.rating_list]:
            more = CARDS[moved.rating_list].calculation_tables(report, moved)
            pages += [(moved, page) for page in pack(more, "\n")]
    embeds = []
    for index, (moved, text) in enumerate(pages, start=1):
        embed = discord.Embed(title="The calculation", description=text, colour=LEVEL)
        embed.set_author(name=f"{plain(report.player.name)} · {moved.rating_list.label}")
        cards = CARDS[moved.rating_list]
        parts = [f"Page {index} of {len(pages)}", cards.rules_title(moved.outcome), *cards.official]
        embed.set_footer(text=" · ".join(parts))
        embeds.append(embed)
    marked(embeds[0], report.standing)
    return embeds


def _in_full(report: EventReport) -> str:
    """Return what the answer leaves out: hundredths, and the tables by game and level."""
    further = [CARDS[moved.rating_list].further_line(moved) for moved in report.lists[1:]]
    return CARDS[report.rating_list].full_text(report, further)


def _step_lines(steps: Iterable[Step]) -> Iterable[str]:
    """Return the steps in order, each under the clause that demands it."""
    for clause, under_it in groupby(steps, key=lambda step: step.clause):
        lines = [f"- {sentence(step)}" for step in under_it]
        # The clause stays with its first step when a page ends here.
        yield f"\n**{safe(clause, 80)}**\n{lines[0]}"
        yield from lines[1:]
