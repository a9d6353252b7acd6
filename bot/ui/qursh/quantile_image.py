"""One game among those of its cell, and a pair of ratings, as pictures."""

from bot.services.qursh.quantile import PairReport, QuantileReport
from bot.ui.framework.text import signed
from bot.ui.qursh.histogram_image import Mark, histogram_image
from bot.ui.qursh.wording import percent


def quantile_image(report: QuantileReport) -> bytes:
    """Return a PNG of the margins as the higher rated player sees them, those below the game darker."""
    placed = report.placed
    first_is_higher = report.first.rating >= report.second.rating
    tenths = placed.first_tenths if first_is_higher else placed.second_tenths
    mark = Mark(placed.margin, f"{f'{placed.margin:+d}' if placed.margin else 'tie'}: {percent(tenths)}")
    who = "higher rated" if report.first.rating != report.second.rating else "first"
    return histogram_image(report.distribution, mark, who)


def pair_image(report: PairReport) -> bytes:
    """Return a PNG of the margins between two ratings, with the one that is worth 50 percent."""
    if report.higher.rating == report.lower.rating:
        return histogram_image(report.distribution, Mark(0, "tie: 50 %"), "first")
    even = report.table.even
    return histogram_image(report.distribution, Mark(even, f"{signed(even, 0)}: 50 %"))
