"""Spreadsheets become text in a process of their own, which a hostile one may end."""

import base64
import sys
import zlib
from collections.abc import Callable
from datetime import date

import pytest

from bot.services.events.imports.store_file import read_file
from bot.services.framework.spreadsheets.convert import as_text_file
from core.errors import InputError
from tests.spreadsheet_files import Row, ods, ods_of_xml, xlsx, xlsx_of_xml, zipped

TABLE: list[Row] = [
    ["number", "name", "rating", "born", "1"],
    [1, "Änne Łąk", 1650.0, date(2012, 5, 30), "W2"],
    [2, 'Bo "B" Carl', 1600, None, "L1"],
]
_XLS = (
    b"c-rk)O=uHQ5dPjKX?|$aq^3eDlu)p0?In8g(ypy&FSS%XR7B8?U8E%4$Py2F&}z+55IiYf3cYx#dhrK6D0mPNDtZtEA<?5=gbE(otn+4fHLX1~"
    b"pv9l}Ejv4J=FPmxn|Uw$_T_xCGIOV+iWTTb05vCyraGCRJL)$QAid*A)_+Fmb`<_9L?e{QrVt*sya>x2%6wO$;dbx|QQ$q@M{x=xMa#^rBL+DJ"
    b"L&zBVhzi^wNgQd8s*ULhrW=^v;+~I~?q<nlrhU}6B935QAL-fURq<i1i*<2GzxUYYElaX!$1_>Q=dTF2ZwLeSgi-i26`jFm%!2YZWLl<e6e>tj"
    b"0%!5X$p8!fN`0JB^7WMqko@a%d3Y81RV@fi!8y(aUZ&0UQ@~B|p+yYyej0Jtq;+~SXWG=;GA2!G+eT@^I!V=#jX*qwMVCp=2SiBZWhIa8psE-w"
    b"X7(6%ftthFnB2R0ttXbP^%h<O%|yr1%6yVnLV`wKy!rXn{@kd3j3rYXi~BFISq2UV7o-Il$63R%Luz{1Vms4|>~$0K9ZXYHzx3=LZTFac)7<A0"
    b"YrAQjos8G|mO6eb@#T*P?st|y=-Y^&8>*g7&AriQ&_xqBPWJMeMz81<*RM%D(EX?Ic8qsS(?9JV5iQ}x?s$K7tyn^g*(6i9C1*!`Z)x6Kxvc=T"
    b"0-i6i!q+)1#<C>Ox$H04mz*nCCw)Cn`#R|><oVK8@ujh^nCHvQT9fBXbK^?;I_XQMyI*U=U1>=B;}683prD|jprD|j@IOKDd#wBJF5gB&-nk&`"
    b"eb-r{yQV&q{IfWSB3&gqJMN`3WC=FTG*mwu5fZ*Hu|^yJd!fV_jcy~49LJGwxPIweC+dICnhg`bZV5Fyeyx!>fAjd?08wwy{{"
)
"""The table as Excel 97 has it, packed: written by xlwt."""

_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"


def sheet(rows: str) -> bytes:
    return xlsx_of_xml(f'<worksheet xmlns="{_MAIN}"><sheetData>{rows}</sheetData></worksheet>')


def ods_cell(columns: int, rows: int) -> bytes:
    cell = f'<table:table-cell office:value-type="float" office:value="1" table:number-columns-repeated="{columns}"/>'
    return ods_of_xml(
        f'<table:table table:name="S"><table:table-row table:number-rows-repeated="{rows}">{cell}</table:table-row>'
        "</table:table>"
    )


@pytest.mark.parametrize("write", [xlsx, ods])
async def test_the_first_sheet_is_an_event(write: Callable[[list[Row]], bytes]) -> None:
    read = await read_file(write(TABLE))
    (section,) = read.file.sections
    assert [(player.name, player.rating, player.born, player.line) for player in section.players] == [
        ("Änne Łąk", 1650, date(2012, 5, 30), 2),
        ('Bo "B" Carl', 1600, None, 3),
    ]
    assert [(game.first, game.second, game.score) for game in section.games] == [(1, 2, 1.0)]
    assert read.file.remarks == ()


async def test_a_workbook_of_excel_97_is_read_too() -> None:
    read = await read_file(zlib.decompress(base64.b85decode(_XLS)))
    assert [player.name for player in read.file.sections[0].players] == ["Änne Łąk", "Bo Carl"]


async def test_rows_are_counted_as_the_spreadsheet_counts_them() -> None:
    text = await as_text_file(xlsx([[], [], ["name", "1"], ["Ann", "W2"]]))
    assert text.data.decode().split("\n")[2:] == ["name\t1", "Ann\tW2", ""]


async def test_other_sheets_are_named_and_hidden_or_empty_ones_are_none() -> None:
    alone = await as_text_file(xlsx([], [["secret"]], TABLE, hidden=["Sheet2"]))
    assert (alone.data.startswith(b"number\tname"), alone.remarks) == (True, ())
    two = await read_file(xlsx(TABLE, [["x"]], names=["Open", "Under 1400"]))
    assert [str(one) for one in two.file.remarks] == ['The file has 2 sheets. Only the first, "Open", is read.']


@pytest.mark.parametrize(
    "data", [b"", b"number,name,1\n1,Ann,B\n", b"PK\x03\x04 no spreadsheet", b"001 xl/workbook.xml"]
)
async def test_any_other_file_is_left_as_it_is(data: bytes) -> None:
    assert (await as_text_file(data)).data == data


@pytest.mark.parametrize(
    "data",
    [
        pytest.param(zipped({"[Content_Types].xml": "<x/>", "xl/workbook.xml": "<x/>"}), id="no workbook"),
        pytest.param(zipped({"mimetype": "<x/>", "content.xml": "<x/>"}), id="no OpenDocument"),
        pytest.param(b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"x" * 600, id="no Excel 97"),
        pytest.param(xlsx(TABLE)[:-40], id="cut off"),
    ],
)
async def test_a_broken_spreadsheet_is_refused_with_what_to_upload(data: bytes) -> None:
    with pytest.raises(InputError, match=r"That spreadsheet cannot be read\. Save the sheet as CSV, and upload that\."):
        await as_text_file(data)


@pytest.mark.skipif(sys.platform == "win32", reason="the memory of a process is limited elsewhere")
@pytest.mark.parametrize(
    "data",
    [
        pytest.param(
            sheet('<row r="1"><c r="A1"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>'),
            id="two cells, far apart",
        ),
        pytest.param(ods_cell(16384, 1048576), id="a cell, repeated"),
        pytest.param(sheet(f"<row>{'<c><v>1</v></c>' * 100}</row>" * 100_000), id="many cells, packed"),
    ],
)
async def test_a_sheet_that_takes_the_memory_is_refused(data: bytes) -> None:
    """A library that asks for 400 GB ends its process, of which the bot is none."""
    with pytest.raises(InputError, match="That spreadsheet cannot be read"):
        await as_text_file(data)


async def test_a_sheet_of_more_rows_than_an_event_has_is_refused() -> None:
    with pytest.raises(InputError, match="more than 20000 lines"):
        await read_file(xlsx([["number", "name", "1"], *([number, "Ann", None] for number in range(20_001))]))


async def test_an_empty_spreadsheet_is_refused() -> None:
    with pytest.raises(InputError, match="The spreadsheet is empty"):
        await as_text_file(xlsx([]))
