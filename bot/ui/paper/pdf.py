"""Sheets and slips as a PDF, with page numbers."""

import io
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from reportlab.pdfgen.canvas import Canvas

from bot.ui.paper.layout import A4, LEADING, MARGIN, PAD, Layout, Part, cell_text, laid_out
from bot.ui.paper.letters import BASE, font_name, text_width, wrapped, write
from bot.ui.paper.sheets import SLIPS_ON_A_PAGE, Sheet, Slip
from bot.ui.pictures.font_files import own_fonts

TITLE, FACTS, SMALL = 14, 9, 8
_BLACK, _GREY, _RULE = 0, 0.35, 0.75
_FOOT = 22

Row = Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True)
class _Page:
    """A page of a sheet: some of its rows and columns."""

    sheet: Sheet
    layout: Layout
    part: Part
    rows: Sequence[Row]
    is_first: bool
    is_last: bool


def pdf_of(parts: Sequence[Sheet | Sequence[Slip]], paper: tuple[int, int] = A4) -> tuple[bytes, int]:
    """Return a PDF of sheets, and of slips, four per page; and its number of pages."""
    font_name(own_fonts()[0])
    written = io.BytesIO()
    canvas = Canvas(written, initialFontName=BASE, pageCompression=1)
    first = next((part for part in parts if isinstance(part, Sheet)), None)
    canvas.setTitle("Result slips" if first is None else first.title)
    canvas.setCreator("Crosstable")
    for part in parts:
        if isinstance(part, Sheet):
            _draw_sheet(canvas, part, paper)
        else:
            _draw_slips(canvas, part, paper)
    pages = canvas.getPageNumber() - 1
    canvas.save()
    return written.getvalue(), pages


def _draw_sheet(canvas: Canvas, sheet: Sheet, paper: tuple[int, int]) -> None:
    pages = list(_pages(sheet, paper))
    for number, page in enumerate(pages, start=1):
        canvas.setPageSize(page.layout.page)
        _draw_page(canvas, page)
        if len(pages) > 1:
            _grey(canvas, f"{number} of {len(pages)}", page.layout.page[0] / 2, _FOOT)
        canvas.showPage()


def _pages(sheet: Sheet, paper: tuple[int, int]) -> Iterator[_Page]:
    layout = laid_out(sheet, paper)
    size, notes = layout.size, _notes_height(sheet, layout)
    for at, part in enumerate(layout.parts):
        rows, is_first = [_cells(row, part, size) for row in sheet.rows], at == 0
        is_last = False
        while not is_last:
            space = layout.page[1] - 2 * MARGIN - _heading_height(sheet, layout, with_facts=is_first)
            space -= _height(_cells(sheet.head, part, size), size)
            taken = _fitting(rows, size, space)
            is_last = taken == len(rows)
            ends = is_last and at == len(layout.parts) - 1
            if ends and taken > 1 and _fitting(rows, size, space - notes) < taken:
                # notes stay with the last row
                taken, is_last, ends = _fitting(rows, size, space - notes), False, False
            yield _Page(sheet, layout, part, rows[:taken], is_first, ends)
            rows, is_first = rows[taken:], False


def _fitting(rows: Sequence[Row], size: int, space: float) -> int:
    taken = 0
    while taken < len(rows) and space >= _height(rows[taken], size):
        space -= _height(rows[taken], size)
        taken += 1
    return max(taken, min(len(rows), 1))


def _cells(row: Sequence[str], part: Part, size: int) -> Row:
    return [cell_text(row[at], width, size) for at, width in zip(part.columns, part.widths, strict=True)]


def _height(row: Row, size: int) -> float:
    return max(len(cell) for cell in row) * size * LEADING + PAD


def _lines(texts: Sequence[str], size: float, layout: Layout) -> list[str]:
    return [line for text in texts if text for line in wrapped(text, size, layout.page[0] - 2 * MARGIN)]


def _heading_height(sheet: Sheet, layout: Layout, *, with_facts: bool) -> float:
    titles = _lines([sheet.title], TITLE, layout)
    facts = _lines([sheet.facts], FACTS, layout) if with_facts else ()
    return (len(titles) * TITLE + len(facts) * FACTS) * LEADING + 6


def _notes_height(sheet: Sheet, layout: Layout) -> float:
    return len(_lines(sheet.notes, SMALL, layout)) * SMALL * LEADING + 6


def _draw_page(canvas: Canvas, page: _Page) -> None:
    layout, size = page.layout, page.layout.size
    y: float = layout.page[1] - MARGIN
    for line in _lines([page.sheet.title], TITLE, layout):
        y -= TITLE * LEADING
        write(canvas, MARGIN, y + 4, line, TITLE, bold=True)
    for line in _lines([page.sheet.facts], FACTS, layout) if page.is_first else ():
        y -= FACTS * LEADING
        write(canvas, MARGIN, y + 3, line, FACTS)
    y -= 6
    wide = sum(page.part.widths)
    head = _cells(page.sheet.head, page.part, size)
    for at, row in enumerate((head, *page.rows)):
        _draw_row(canvas, page, row, y, bold=at == 0)
        y -= _height(row, size)
        canvas.setStrokeGray(_RULE if at else _BLACK)
        canvas.setLineWidth(0.4 if at else 0.8)
        canvas.line(MARGIN, y, MARGIN + wide, y)
        canvas.setStrokeGray(_BLACK)
    if page.is_last:
        for line in _lines(page.sheet.notes, SMALL, layout):
            y -= SMALL * LEADING
            write(canvas, MARGIN, y - 4, line, SMALL)


def _draw_row(canvas: Canvas, page: _Page, row: Row, y: float, *, bold: bool) -> None:
    size, x = page.layout.size, float(MARGIN)
    for at, width, lines in zip(page.part.columns, page.part.widths, row, strict=True):
        for number, line in enumerate(lines):
            spare = width - 2 * PAD - text_width(line, size)
            left = {"<": 0.0, "^": spare / 2, ">": spare}[page.sheet.aligns[at]]
            write(canvas, x + PAD + left, y - size * (1 + LEADING * number) - 1, line, size, bold=bold)
        x += width


def _grey(canvas: Canvas, text: str, middle: float, y: float) -> None:
    canvas.setFillGray(_GREY)
    write(canvas, middle - text_width(text, SMALL) / 2, y, text, SMALL)
    canvas.setFillGray(_BLACK)


def _draw_slips(canvas: Canvas, slips: Sequence[Slip], paper: tuple[int, int]) -> None:
    high = paper[1] / SLIPS_ON_A_PAGE
    for start in range(0, len(slips), SLIPS_ON_A_PAGE):
        canvas.setPageSize(paper)
        for place, slip in enumerate(slips[start : start + SLIPS_ON_A_PAGE]):
            top = paper[1] - place * high
            if place:
                canvas.setDash(3, 3)
                canvas.setLineWidth(0.5)
                canvas.line(0, top, paper[0], top)
                canvas.setDash()
            _draw_slip(canvas, slip, top, paper[0])
        canvas.showPage()


def _draw_slip(canvas: Canvas, slip: Slip, top: float, width: float) -> None:
    most, right = width - 2 * MARGIN, width - MARGIN
    write(canvas, MARGIN, top - 34, wrapped(slip.title, 10, most)[0], 10)
    write(canvas, MARGIN, top - 54, slip.place, TITLE, bold=True)
    for at, (side, name) in enumerate(slip.sides):
        y = top - 84 - 32 * at
        write(canvas, MARGIN, y, side, FACTS)
        for number, line in enumerate(wrapped(name, 11, most - 250)[:2]):
            write(canvas, MARGIN + 50, y - 13 * number, line, 11)
        write(canvas, right - 190, y, "Signature", SMALL)
        canvas.setLineWidth(0.5)
        canvas.line(right - 145, y - 2, right, y - 2)
    step = most / max(len(slip.results), 1)
    for at, result in enumerate(slip.results):
        x = MARGIN + at * step
        canvas.setLineWidth(0.8)
        canvas.rect(x, top - 164, 12, 12)
        write(canvas, x + 18, top - 162, result, 11)
