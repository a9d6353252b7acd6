"""A pool's settings."""

from collections.abc import Mapping
from typing import Any

import discord

from bot.services.oracle.settings import POOL_SETTINGS, PoolSettings
from bot.services.setting_kinds import Setting
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import safe
from bot.ui.wording.changes import changes_text
from core.oracle.config import DEFAULT, BareScores, Draws, OracleConfig, Rebalancing

_DRAWS = {
    Draws.HALF: "half a win for each",
    Draws.IGNORE: "do not count",
    Draws.DAVIDSON: "half a win; predictions fit them (Davidson)",
}
_BARE_SCORES = {
    BareScores.MEAN: "every game counts the mean score",
    BareScores.WINS_FIRST: "wins first, then losses, then draws\\*",
}
_REBALANCING = {
    Rebalancing.ANCHOR: "the opponent alone takes the whole change",
    Rebalancing.ALL: "everybody is rebalanced\\*",
}


def pool_settings_card(settings: PoolSettings) -> discord.Embed:
    """Return a pool's Keeper and figures, those that are not the usual ones marked, and what a change moved."""
    config, keeper = settings.config, settings.keeper
    lines = [f"Keeper **{'nobody yet' if keeper is None else safe(keeper.name)}**, at 50 by definition"]
    lines += [_line(setting, config) for setting in POOL_SETTINGS if setting.name != "use_draws"]
    if len(settings.pools) > 1:
        lines.append("Pools: " + ", ".join(pool.label for pool in settings.pools))
    if settings.changes:
        lines.append("\n**What changed**\n" + changes_text(settings.changes, settings.people, 2500))
    embed = discord.Embed(title="Settings", description="\n".join(lines), colour=LEVEL)
    embed.set_author(name=settings.pool.label)
    embed.set_footer(text="* not the usual one · a change is applied to every match so far")
    return embed


def _line(setting: Setting, config: OracleConfig) -> str:
    name = setting.name
    value = getattr(config, name)
    if name in _WORDS:
        title, words = _WORDS[name]
        return f"{title}: **{words[value] if name != 'draws' or config.use_draws else 'do not count'}**"
    mark = "" if value == getattr(DEFAULT, name) else "\\*"
    shown = "none: pure maximum likelihood" if value is None else f"{value:g}"
    return f"`{name}` **{shown}**{mark} · {setting.label}"


_WORDS: Mapping[str, tuple[str, Mapping[Any, str]]] = {
    "draws": ("Draws", _DRAWS),
    "bare_scores": ("Scores without the order of play", _BARE_SCORES),
    "rebalancing": ("Matches with the Keeper", _REBALANCING),
}
