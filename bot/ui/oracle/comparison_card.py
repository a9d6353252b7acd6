"""Oracle beside Elo and Glicko-2: the seed's table, who foresaw the pool's matches better, everybody's ratings."""

import discord

from bot.services.oracle.compare import PoolComparison
from bot.ui.framework.colours import LEVEL
from bot.ui.framework.text import count, number, plain, table
from core.compared_systems import COIN, ComparedPlayer, Forecasts
from core.elo.editions import USUAL, edition_named
from core.glicko2.formula import MIDDLE
from core.lists import RatingList
from core.oracle.scale import displayed

LINES_ON_A_PAGE = 20
_SYSTEMS = ("Oracle", "Elo", "Glicko-2")


def comparison_pages(report: PoolComparison) -> list[discord.Embed]:
    """Return the two comparisons of the systems, then everybody's ratings, as embeds to page through."""
    players = report.compared.players
    starts = range(0, len(players), LINES_ON_A_PAGE)
    texts = [f"{_features(report)}\n\n{_forecasts(report)}"]
    texts += [_ratings(report, players[start : start + LINES_ON_A_PAGE]) for start in starts]
    embeds = []
    for page, text in enumerate(texts, start=1):
        embed = discord.Embed(title="Oracle, Elo and Glicko-2", description=text, colour=LEVEL)
        embed.set_author(name=report.pool.label)
        embed.set_footer(
            text=f"Page {page} of {len(texts)} · from the matches alone, everybody beginning alike: starting ratings "
            "and calibrations are left out"
        )
        embeds.append(embed)
    return embeds


def _features(report: PoolComparison) -> str:
    """Return the seed's table, with the figures by which this club rates."""
    config = report.rules.oracle_for(report.pool)
    key = report.rules.usual_rules.get(RatingList.ELO)
    k = (USUAL if key is None else edition_named(key)).k
    lines = (
        ("Scale", "1-99", f"arbitrary ({MIDDLE:g} typical)", f"arbitrary ({MIDDLE:g} typical), with a deviation"),
        ("Interpretation", "win% vs benchmark", "abstract difference", "difference, and how sure it is"),
        ("Update", "A^delta (multiplicative)", "K×delta (additive)", "from a month's games at once"),
        ("Learning rate", f"adaptive (A {config.a_max:g} to {config.a_min:g})", f"fixed K ({k})", "by the deviation"),
        ("Probability", "s/(s+s')", "1/(1+10^(-d/400))", "1/(1+e^(-g·d/173.7))"),
    )
    return "\n".join(f"**{feature}:** {' | '.join(figures)}" for feature, *figures in lines)


def _forecasts(report: PoolComparison) -> str:
    """Say how well each system foresaw the matches: 31 columns."""
    compared = report.compared
    found = (compared.oracle, compared.elo, compared.glicko2)
    rows = [(name, number(one.loss, 4), _right(one)) for name, one in zip(_SYSTEMS, found, strict=True)]
    verdict = (
        "none yet, too few games or too close to tell" if compared.best is None else f"**{_SYSTEMS[compared.best]}**"
    )
    lines = [
        f"**Who foresaw them better**, of {count(compared.games, 'game')} before they were played",
        table(("System", "Loss", "Right"), rows, (-12, 8, 9)),
        f"Loss: the mean of -ln of the chance given to what came; a coin loses {COIN:.4f}. Right: matches that the "
        f"favourite won. Clearly the least loss: {verdict}.",
    ]
    return "\n".join(lines)


def _right(forecasts: Forecasts) -> str:
    return f"{forecasts.right}/{forecasts.decided}"


def _ratings(report: PoolComparison, players: tuple[ComparedPlayer, ...]) -> str:
    """Return everybody's rating in each system: 31 columns."""
    rows = [
        (
            str(displayed(one.oracle)),
            number(one.elo, 0),
            number(one.glicko2, 0),
            f"±{number(one.deviation, 0)}",
            plain(report.people[one.player].name),
        )
        for one in players
    ]
    return table(("Oracle", "Elo", "Gl-2", "", "Player"), rows, (6, 4, 4, 4, -9))
