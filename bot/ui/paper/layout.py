"""The layout of tables on A4 or US Letter, for PDF and HTML; and the HTML."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined

from bot.ui.paper.letters import text_width, wrapped
from bot.ui.paper.sheets import SLIPS_ON_A_PAGE, Sheet, Slip

A4, LETTER = (595, 842), (612, 792)
"""Width and height in points."""
MARGIN = 36
PAD = 3

_SIZES = ((False, 14), (False, 12), (False, 10), (False, 9), (False, 8), (True, 10), (True, 9), (True, 8), (True, 7))
"""Landscape and text size in points; the first that fits is used."""

_USUAL = 10
"""Larger sizes are only for tables on one page."""


LEADING = 1.25
"""Line height, in text sizes."""

_WIDEST_NAME = 24
"""Widest cell in text sizes; longer texts wrap."""

_MOST_SPARE = 10


class Part(NamedTuple):
    """Columns side by side on a page, with widths in points."""

    columns: Sequence[int]
    widths: Sequence[float]


@dataclass(frozen=True, slots=True)
class Layout:
    """The layout of a sheet. parts: several if it is too wide for a page. paper: width and height upright."""

    landscape: bool
    size: int
    parts: Sequence[Part]
    paper: tuple[int, int] = A4

    @property
    def page(self) -> tuple[int, int]:
        """Return width and height of a page in points."""
        return (self.paper[1], self.paper[0]) if self.landscape else self.paper


def laid_out(sheet: Sheet, paper: tuple[int, int] = A4) -> Layout:
    """Return a sheet on the fewest pages, in the largest text."""
    for landscape, size in _SIZES:
        if size > _USUAL and _rows_height(sheet, size) > paper[1] - 4 * MARGIN:
            continue
        widths = _natural(sheet, size)
        spare = Layout(landscape, size, (), paper).page[0] - 2 * MARGIN - sum(widths)
        if spare >= 0:
            more = min(spare / max(len(widths), 1), _MOST_SPARE)
            return Layout(landscape, size, [Part(range(len(widths)), [wide + more for wide in widths])], paper)
    return Layout(landscape, size, list(_parts(widths, sheet.keep, paper[1] - 2 * MARGIN)), paper)


def cell_text(cell: str, width: float, size: float) -> list[str]:
    return [line for text in cell.split("\n") for line in wrapped(text, size, width - 2 * PAD)]


def _rows_height(sheet: Sheet, size: int) -> float:
    lines = sum(max(cell.count("\n") + 1 for cell in row) for row in sheet.rows)
    return (lines * LEADING + 1) * size + PAD * len(sheet.rows)


def _natural(sheet: Sheet, size: int) -> list[float]:
    widths = []
    for at in range(len(sheet.head)):
        lines = [line for row in (sheet.head, *sheet.rows) for line in row[at].split("\n")]
        widest = max((text_width(line, size) for line in lines), default=0)
        widths.append(min(widest, _WIDEST_NAME * size) + 2 * PAD + 0.1)
    return widths


def _parts(widths: Sequence[float], keep: int, most: float) -> Iterator[Part]:
    """Yield parts of a wide table, each with the repeated columns."""
    repeated = list(range(keep))
    columns = repeated[:]
    for at in range(keep, len(widths)):
        if sum(widths[one] for one in (*columns, at)) > most and len(columns) > keep:
            yield Part(columns, [widths[one] for one in columns])
            columns = repeated[:]
        columns = [*columns, at]
    yield Part(columns, [widths[one] for one in columns])


_CLASSES = {"<": "left", "^": "middle", ">": "right"}


def html_of(parts: Sequence[Sheet | Sequence[Slip]], paper: tuple[int, int] = A4) -> bytes:
    """Return an HTML file of sheets, and of slips, four per page."""
    pages = Environment(
        loader=PackageLoader("bot.ui.paper", "."), autoescape=True, undefined=StrictUndefined, trim_blocks=True
    )
    shown = [
        (part, laid_out(part, paper), None)
        if isinstance(part, Sheet)
        else (None, None, [part[at : at + SLIPS_ON_A_PAGE] for at in range(0, len(part), SLIPS_ON_A_PAGE)])
        for part in parts
    ]
    return pages.get_template("paper.html").render(parts=shown, classes=_CLASSES, is_letter=paper == LETTER).encode()
