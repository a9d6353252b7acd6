"""What a club ranks against, as its directors set it, and what a change did to the cells."""

from collections.abc import Mapping

import discord

from bot.services.qursh.settings import QurshSettings, cell_sources
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import count, day_text
from bot.ui.qursh.wording import table_line
from core.qursh.cells import SEED_GRID
from core.qursh.history import QuantileSource

_CELLS = {
    QuantileSource.CELL: "with 1,000 games or more",
    QuantileSource.THIN: "thin, with 200 to 999",
    QuantileSource.POOLED: "with fewer, placed by all ratings together",
    QuantileSource.PARAMETRIC: "with too few even so, placed by the normal curve",
}


def qursh_settings_card(settings: QurshSettings) -> discord.Embed:
    """Return bins and own games, and how many cells have games enough."""
    rules, history = settings.rules, settings.in_use.history
    usual = " (as announced)" if rules.grid == SEED_GRID else ""
    lines = [f"Bins of the rating difference{usual}: **{', '.join(rules.grid.names)}**"]
    if history.own is None:
        lines.append("The club's own games: **not part of it**; `own_games` names the list whose events are")
    else:
        lines.append(
            f"The club's own games on {history.own.label}: **part of it**; every new event adds its games, and one "
            "that is taken back takes them back"
        )
    if rules.own_list is not None and history.own is not None and not history.own.games:
        lines.append(f"No game of {rules.own_list.label} since {day_text(rules.own_since)} has both scores and ratings")
    lines.append(table_line(history))
    now = cell_sources(history)
    lines.append(f"\n**{count(history.grid.cells, 'cell')}**")
    lines += [f"- {_figure(source, settings.before, now)} {_CELLS[source]}" for source in QuantileSource]
    embed = discord.Embed(title="QURSH · what events are ranked against", description="\n".join(lines), colour=LEVEL)
    embed.set_footer(text="Finer bins compare closer pairs, and leave fewer games in each: /qursh table shows them")
    return embed


def _figure(
    source: QuantileSource, before: Mapping[QuantileSource, int] | None, now: Mapping[QuantileSource, int]
) -> str:
    """Return how many cells, with how many there were before: 18 → **42**."""
    was = now[source] if before is None else before[source]
    return f"**{now[source]}**" if was == now[source] else f"{was} → **{now[source]}**"
