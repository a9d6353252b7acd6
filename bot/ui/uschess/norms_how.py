"""How the norms of an event come about: the sums per opponent, scheme by scheme, in pages."""

from collections.abc import Iterable

import discord

from bot.services.events.report import EventReport, ListReport
from bot.ui.framework.colours import SHOWN
from bot.ui.framework.text import capital, number, pack, plain, points, table
from bot.ui.uschess.calculation import norm_tables
from bot.ui.uschess.norm_codes import code_text, delta_text, rounds_text, title_name, way_to_next
from bot.ui.uschess.wording import NORM_BLOCKS
from core.lists import RatingList
from core.uschess.editions import NormTest
from core.uschess.lifetime import LifetimeEvent
from core.uschess.lifetime_tables import LifetimeTables
from core.uschess.player import PlayerResult


def how_pages(report: EventReport) -> list[discord.Embed]:
    """Return the sums per opponent behind an event's norms, scheme by scheme, as embeds to page through."""
    pages: list[tuple[ListReport, str]] = []
    for moved in report.lists:
        result: PlayerResult = moved.outcome.detail
        if moved.rating_list is RatingList.USCHESS_REGULAR or len(report.lists) == 1:
            pages += [(moved, page) for page in pack([_title_intro(result), *norm_tables(result)], "\n")]
        if result.lifetime is not None and result.lifetime.tests:
            parts = _level_parts(result.lifetime, result.event.score, report.house_rules.lifetime)
            pages += [(moved, page) for page in pack(parts, "\n")]
    embeds = []
    for index, (moved, text) in enumerate(pages, start=1):
        embed = discord.Embed(title="How the norms come about", description=text, colour=SHOWN)
        embed.set_author(name=f"{plain(report.player.name)} · {moved.rating_list.label}")
        embed.set_footer(text=f"Page {index} of {len(pages)}")
        embeds.append(embed)
    return embeds


def _title_intro(result: PlayerResult) -> str:
    norms = result.norms
    takes = "more than 1 point above that"
    if norms.test is not NormTest.TITLE_SYSTEM:
        takes = "1 point above that, or more"
    elif result.event.games_played == 3 and result.event.bye is not None:
        takes = "2 points above that, or more"
    none = "" if norms.blocked is None or norms.earned is not None else f" No norm: {NORM_BLOCKS[norms.blocked]}."
    return (
        f"Score **{points(result.event.score)}**. For every level, what a player of that rating is expected to score "
        f"against each opponent's post-event rating is summed up. A norm takes {takes}.{none}"
    )


def _level_parts(event: LifetimeEvent, score: float, tables: LifetimeTables) -> Iterable[str]:
    """Return each level tested as the document's own example does, step by step."""
    assert event.delta is not None
    delta = f"Delta for {rounds_text(event.delta, tables)}: {delta_text(event.delta)}"
    for test in event.tests:
        rows = [
            (str(opponent), str(abs(test.level - opponent)), f"{probability / 1000:.3f}", _side(test.level, opponent))
            for opponent, probability in zip(event.opponents, test.probabilities, strict=True)
        ]
        expected, margin = number(test.expected / 1000, 3), number(test.margin / 1000, 3)
        rows.append(("Sum", "", expected, ""))
        verdict = "not below it: norm **made**" if test.made else "below it: norm **not made**"
        yield (
            f"**{title_name(test.level, tables)}**, lifetime title\n"
            "1. Scoring probability against each opponent's post-event rating\n"
            + table(("Opp.", "Diff.", "Prob.", "Level is"), rows, (4, 5, 6, -9))
            + f"\n2. Sum: **{expected}**"
            f"\n3. {points(score)} − {expected} = **{margin}**"
            f"\n4. {delta}. {margin} is {verdict}\n"
        )
    after = event.after
    code = f"The code stays {code_text(after, tables)}"
    if after != event.before:
        code = f"Code {code_text(event.before, tables)} → {code_text(after, tables)}"
    highest = "No norm" if event.highest is None else f"Highest norm **{event.highest}**"
    ending = f"{highest}. {code}."
    if after is not None:
        ending += f" {capital(way_to_next(after, tables))}."
    yield ending


def _side(level: int, opponent: int) -> str:
    if level == opponent:
        return "equal"
    return "higher" if level > opponent else "lower"
