"""Sheets and slips as one HTML file that prints as the PDF does."""

from collections.abc import Sequence

from jinja2 import Environment, PackageLoader, StrictUndefined

from bot.ui.paper.layout import laid_out
from bot.ui.paper.sheets import SLIPS_ON_A_PAGE, Sheet, Slip

_CLASSES = {"<": "left", "^": "middle", ">": "right"}


def html_of(parts: Sequence[Sheet | Sequence[Slip]]) -> bytes:
    """Return an HTML file of sheets, and of slips four to a page."""
    pages = Environment(
        loader=PackageLoader("bot.ui.paper", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    shown = [
        (part, laid_out(part), None)
        if isinstance(part, Sheet)
        else (None, None, [part[at : at + SLIPS_ON_A_PAGE] for at in range(0, len(part), SLIPS_ON_A_PAGE)])
        for part in parts
    ]
    return pages.get_template("paper.html").render(parts=shown, classes=_CLASSES).encode()
