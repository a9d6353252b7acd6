"""One group against three, as embeds: each player's score both ways, and which group of ratings gains."""

import discord

from bot.services.qursh.standings import Standings
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.layout import cell_lines, whole
from bot.ui.framework.text import count, signed
from bot.ui.qursh.standings_card import PAGE_SIZE, score_text
from bot.ui.qursh.wording import table_line
from core.qursh.comparison import Compared, Comparison, GroupGain


def comparison_pages(standings: Standings, comparison: Comparison) -> list[discord.Embed]:
    """Return both rankings beside each other, six players a page, those first who gain most by a single group."""
    lines = comparison.lines
    pages = max(1, -(-len(lines) // PAGE_SIZE))
    title = whole(standings.name) if standings.name else "Scrabble event"
    embeds = []
    for page in range(pages):
        parts = [_group_line(group) for group in comparison.groups] if page == 0 else []
        shown = lines[page * PAGE_SIZE : (page + 1) * PAGE_SIZE]
        parts += _lines(shown) if shown else ["Nobody has half of the rounds scored, so nobody is ranked."]
        if page == 0:
            parts.append(table_line(standings.ranking.history))
        embed = discord.Embed(title=f"QURSH · {title} · one group against three", colour=LEVEL)
        embed.description = "\n".join(parts)
        facts = [] if pages == 1 else [f"Page {page + 1} of {pages}"]
        facts += [count(len(lines), "player"), "three: grouped by the higher rating; one: by the difference alone"]
        embed.set_footer(text=" · ".join(facts))
        embeds.append(embed)
    return embeds


def _group_line(group: GroupGain) -> str:
    """Say how many of a group gain: Rated above 1500: 14 % have a higher score with one group (2 of 14)."""
    share = round(100 * group.higher / group.players)
    what = f"**{share} %** have a higher score with one group ({group.higher} of {group.players}"
    return f"Rated {group.name}: {what}, lower {group.lower})"


def _lines(shown: tuple[Compared, ...]) -> list[str]:
    """Return a line for each player: both scores and the gain, then the name with the rating."""
    rows = [
        (
            (score_text(line.three), score_text(line.one), signed(line.gain / 100, 2)),
            f"{whole(line.three.player.name)} · {line.three.player.rating or 0:.0f}",
        )
        for line in shown
    ]
    return ["three groups, one, gain", *cell_lines(rows, ">>>")]
