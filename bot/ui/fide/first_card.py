"""A first FIDE rating, step by step."""

from itertools import groupby

import discord

from bot.services.fide.first_rating import FirstReport
from bot.ui.fide.wording import OFFICIAL
from bot.ui.framework.colours import LEVEL, RISE
from bot.ui.framework.text import count, day_text, plain, points, safe
from bot.ui.wording.steps import sentence
from core.fide.editions import FirstRatingRule
from core.fide.first_rating import FEWEST_GAMES, FirstRating

CALCULATOR_NOTE = "FIDE's own web calculator still applies the rules of 2022 and differs"


def first_card(report: FirstReport) -> discord.Embed:
    """Return what the games make toward a first rating, and how."""
    published = report.published
    lines = [_headline(published.first)]
    if published.first is not None:
        lines.append(f"Score **{points(published.first.score)}** of {count(published.first.games, 'game')} that count")
    for event in published.pool if not report.typed else ():
        against = " ".join(str(opponent) for opponent in event.opponents)
        lines.append(f"- {day_text(event.ended)}: {points(event.score)} against {against}")
    for clause, steps in groupby(published.steps, key=lambda step: step.clause):
        lines.append(f"\n**{safe(clause, 80)}**")
        lines += [f"- {sentence(step)}" for step in steps]
    is_published = published.first is not None and published.first.is_published
    embed = discord.Embed(
        title="A first FIDE rating", description="\n".join(lines)[:4096], colour=RISE if is_published else LEVEL
    )
    embed.set_author(name=f"{plain(report.player.name)} · {report.rating_list.label}")
    kept = "stored nowhere" if report.typed else f"on the list of {day_text(published.day)}"
    parts = [f"Rules: {published.edition.title}", kept]
    if published.first is not None and published.first.rule is FirstRatingRule.SINCE_2024:
        parts.append(CALCULATOR_NOTE)
    parts.append(OFFICIAL)
    embed.set_footer(text=" · ".join(parts))
    return embed


def _headline(first: FirstRating | None) -> str:
    if first is None:
        why = "It takes games against rated opponents; a first event without a point is left out."
        return f"## No game that counts yet\n{why}"
    if first.games < FEWEST_GAMES:
        missing = FEWEST_GAMES - first.games
        return (
            f"## {first.games} of {FEWEST_GAMES} games\n{count(missing, 'game')} more; so far they make {first.rating}."
        )
    if not first.is_published:
        return f"## {first.rating}\nBelow {first.floor} nothing is published: the games go on counting for 26 months."
    return f"## {first.rating}"
