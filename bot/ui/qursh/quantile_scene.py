"""One game among those of its cell, and a pair of ratings, as pictures."""

from bot.services.qursh.quantile import PairReport, QuantileReport
from bot.ui.framework.text import signed
from bot.ui.pictures.scene import Scene
from bot.ui.qursh.histogram_scene import Mark, histogram_scene
from bot.ui.qursh.wording import percent


def quantile_scene(report: QuantileReport) -> Scene:
    """Return the margins as the higher rated player sees them, those below the game in blue."""
    placed = report.placed
    first_is_higher = report.first.rating >= report.second.rating
    tenths = placed.first_tenths if first_is_higher else placed.second_tenths
    margin = f"{placed.margin:+d}".replace("-", "−") if placed.margin else "tie"
    who = "higher rated" if report.first.rating != report.second.rating else "first"
    return histogram_scene(report.distribution, Mark(placed.margin, f"{margin}: {percent(tenths)}"), who)


def pair_scene(report: PairReport) -> Scene:
    """Return the margins between two ratings, with the one that is worth 50 percent."""
    if report.higher.rating == report.lower.rating:
        return histogram_scene(report.distribution, Mark(0, "tie: 50 %"), "first")
    even = report.table.even
    return histogram_scene(report.distribution, Mark(even, f"{signed(even, 0).replace('-', '−')}: 50 %"))
