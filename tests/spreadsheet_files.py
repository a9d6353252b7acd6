"""Spreadsheets as Excel and LibreOffice write them, as small as they can be."""

import io
import zipfile
from collections.abc import Mapping, Sequence
from datetime import date
from xml.sax.saxutils import escape

Row = Sequence[str | float | date | None]

_TYPES = (
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
    '<Override PartName="/xl/workbook.xml" '
    'ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/></Types>'
)
_RELATION = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_RELATIONS = '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">{}</Relationships>'
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_STYLES = f'<styleSheet xmlns="{_MAIN}"><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'


def zipped(members: Mapping[str, str]) -> bytes:
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for number, (name, text) in enumerate(members.items()):
            archive.writestr(name, text, zipfile.ZIP_DEFLATED if number else zipfile.ZIP_STORED)
    return file.getvalue()


def xlsx_of_xml(*sheets: str, names: Sequence[str] = (), hidden: Sequence[str] = ()) -> bytes:
    names = names or [f"Sheet{number}" for number in range(1, len(sheets) + 1)]
    listed = "".join(
        f'<sheet name="{name}" sheetId="{number}" r:id="r{number}" '
        f'state="{"hidden" if name in hidden else "visible"}"/>'
        for number, name in enumerate(names, start=1)
    )
    links = "".join(
        f'<Relationship Id="r{number}" Type="{_RELATION}/worksheet" Target="worksheets/sheet{number}.xml"/>'
        for number in range(1, len(sheets) + 1)
    )
    links += f'<Relationship Id="s" Type="{_RELATION}/styles" Target="styles.xml"/>'
    office = f'<Relationship Id="r1" Type="{_RELATION}/officeDocument" Target="xl/workbook.xml"/>'
    return zipped(
        {
            "[Content_Types].xml": _TYPES,
            "_rels/.rels": _RELATIONS.format(office),
            "xl/workbook.xml": f'<workbook xmlns="{_MAIN}" xmlns:r="{_RELATION}"><sheets>{listed}</sheets></workbook>',
            "xl/_rels/workbook.xml.rels": _RELATIONS.format(links),
            "xl/styles.xml": _STYLES,
            **{f"xl/worksheets/sheet{number}.xml": sheet for number, sheet in enumerate(sheets, start=1)},
        }
    )


def sheet_xml(rows: Sequence[Row]) -> str:
    lines = []
    for number, row in enumerate(rows, start=1):
        cells = "".join(_xlsx_cell(f"{chr(64 + column)}{number}", value) for column, value in enumerate(row, start=1))
        lines.append(f'<row r="{number}">{cells}</row>')
    return f'<worksheet xmlns="{_MAIN}"><sheetData>{"".join(lines)}</sheetData></worksheet>'


def xlsx(*sheets: Sequence[Row], names: Sequence[str] = (), hidden: Sequence[str] = ()) -> bytes:
    """Return a workbook of sheets of up to 26 columns."""
    return xlsx_of_xml(*map(sheet_xml, sheets), names=names, hidden=hidden)


def _xlsx_cell(place: str, value: str | float | date | None) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return f'<c r="{place}" t="inlineStr"><is><t>{escape(value)}</t></is></c>'
    if isinstance(value, date):
        days = (value - date(1899, 12, 30)).days
        return f'<c r="{place}" s="1"><v>{days}</v></c>'
    return f'<c r="{place}"><v>{value}</v></c>'


def ods_of_xml(table: str) -> bytes:
    """Return an OpenDocument spreadsheet of a table."""
    content = (
        '<office:document-content xmlns:office="urn:oasis:names:tc:opendocument:xmlns:office:1.0" '
        'xmlns:table="urn:oasis:names:tc:opendocument:xmlns:table:1.0" '
        'xmlns:text="urn:oasis:names:tc:opendocument:xmlns:text:1.0">'
        f"<office:body><office:spreadsheet>{table}</office:spreadsheet></office:body></office:document-content>"
    )
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    manifest = (
        '<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0">'
        f'<manifest:file-entry manifest:full-path="/" manifest:media-type="{kind}"/></manifest:manifest>'
    )
    return zipped({"mimetype": kind, "content.xml": content, "META-INF/manifest.xml": manifest})


def ods(rows: Sequence[Row]) -> bytes:
    """Return an OpenDocument spreadsheet of one sheet."""
    lines = "".join(f"<table:table-row>{''.join(map(_ods_cell, row))}</table:table-row>" for row in rows)
    empty = '<table:table-cell table:number-columns-repeated="16384"/>'
    below = f'<table:table-row table:number-rows-repeated="1048000">{empty}</table:table-row>'
    return ods_of_xml(f'<table:table table:name="Sheet1">{lines}{below}</table:table>')


def _ods_cell(value: str | float | date | None) -> str:
    if value is None:
        return "<table:table-cell/>"
    if isinstance(value, date):
        kind = f'office:value-type="date" office:date-value="{value.isoformat()}"'
    elif isinstance(value, str):
        kind = 'office:value-type="string"'
    else:
        kind = f'office:value-type="float" office:value="{value}"'
    return f"<table:table-cell {kind}><text:p>{escape(str(value))}</text:p></table:table-cell>"
