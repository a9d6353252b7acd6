"""Read CSV or TSV as rows with line numbers."""

import codecs
import csv
import io
import re
import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, TypeAlias

from core.errors import InputError
from core.event.event_file import Remark

Value: TypeAlias = str | int | float | None

_FORMULA = re.compile(r"'*[=+\-@\t\r]")
_GUARDED = re.compile(r"'+[=+\-@\t\r]")


def guarded(text: str) -> str:
    return f"'{text}" if _FORMULA.match(text) else text


def unguarded(text: str) -> str:
    return text[1:] if _GUARDED.match(text) else text


def plain(text: str) -> str:
    """Return text on one line with single blanks, without control characters."""
    visible = (" " if unicodedata.category(character) in ("Cc", "Cs") else character for character in text)
    return " ".join("".join(visible).split())


def number_text(number: float) -> str:
    """Return a number without an exponent, and without decimals where it has none."""
    if float(number).is_integer():
        return str(int(number))
    return repr(number) if "e" not in repr(number) else f"{number:.9f}".rstrip("0").rstrip(".")


def table_bytes(rows: Iterable[Sequence[Value]]) -> bytes:
    """Return rows as CSV in UTF-8 with a byte-order mark."""
    file = io.StringIO(newline="")
    writer = csv.writer(file, lineterminator="\r\n")
    for row in rows:
        writer.writerow([_cell(value) for value in row])
    return file.getvalue().encode("utf-8-sig")


def _cell(value: Value) -> str:
    if value is None:
        return ""
    return guarded(plain(value) if isinstance(value, str) else number_text(value))


# Guess the Windows code page: a word counts for a page if one of its languages has all the letters. A statistical
# detector needs sentences, not names.


class DecodedText(NamedTuple):
    """A text, and the assumed code page in words; None if certain."""

    text: str
    assumed: str | None = None

    @property
    def remarks(self) -> tuple[Remark, ...]:
        if self.assumed is None:
            return ()
        text = f"The file is not in UTF-8 and was read as {self.assumed}. If names look wrong, save it as UTF-8."
        return (Remark(None, text),)


def _letters(first: str, last: str) -> str:
    return "".join(map(chr, range(ord(first), ord(last) + 1)))


_PAGES = {
    "cp1252": (
        "Western European",
        "äöüß àâæçéèêëîïôœùûü áéíñóúü áâãàçéêíóôúü àèéìíòóùú åäöé æøåéòôó áðéíóúýþæö éèëïöüáóç àçèéíïòóúü",
    ),
    "cp1250": (
        "Central European",
        "ąćęłńóśźż áčďéěíňóřšťúůýž áäčďéíĺľňóôŕšťúýž áéíóöőúüű čćđšž ăâîşţ äöüß ëç",
    ),
    "cp1254": ("Turkish", "çğıöşüâîû"),
    "cp1257": ("Baltic", "āčēģīķļņšūž ąčęėįšųūž äöõüšž"),
    "cp1255": ("Hebrew", _letters("א", "ת")),
    "cp1253": ("Greek", "άέήίαβγδεζηθικλμνξοπρσςτυφχψωϊϋόύώ"),
    "cp1251": ("Cyrillic", _letters("а", "џ") + "ґ"),
    "cp1256": ("Arabic", _letters("ء", "ي")),
}
"""Code pages, likeliest first: own letters, and letters beside a to z of their languages."""
_OTHER_SCRIPTS = {"cp1251", "cp1253", "cp1255", "cp1256"}
_WORD = re.compile(rb"[A-Za-z\x80-\xff]*[\x80-\xff][A-Za-z\x80-\xff]*")
_MOST_WORDS, _LONGEST_WORD = 5_000, 40


def decode_in_code_page(data: bytes) -> DecodedText:
    """Return text in the page in which most words are of a language; Western if none."""
    words = {match[0] for match, _ in zip(_WORD.finditer(data), range(_MOST_WORDS), strict=False)}
    page = max(_PAGES, key=lambda page: sum(_is_word(word[:_LONGEST_WORD], page) for word in words))
    return DecodedText(data.decode(page, errors="replace"), f"{_PAGES[page][0]} (Windows-{page[2:]})")


def _is_word(word: bytes, page: str) -> bool:
    try:
        text = word.decode(page)
    except UnicodeDecodeError:
        return False
    if page in _OTHER_SCRIPTS and (re.search(r"[a-zA-Z]|ς\w", text) or not _is_cased(text)):
        return False  # two scripts in a word, or a sign of its beginning or end inside it
    # "İ" keeps a dot in lower case; Portuguese õ before e looks like Hungarian ő.
    letters = {letter for letter in text.lower().replace("i̇", "i").replace("õe", "") if not letter.isascii()}
    return any(all(letter in alphabet for letter in letters) for alphabet in _PAGES[page][1].split())


def _is_cased(text: str) -> bool:
    return text in (text.lower(), text.upper(), text.capitalize())


MOST_BYTES = 10 * 1024 * 1024
MOST_ROWS = 20_000
MOST_COLUMNS, MOST_CELLS = 1_000, 500_000
"""More than any event has; counted before a table is split, which is slow."""
MOST_TITLES, MOST_TITLE_CHARACTERS = 25, 20_000
"""How far below the beginning a header is looked for."""
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),  # begins as that of UTF-16 does
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_DELIMITERS = "\t;,|"
_VISIBLE = re.compile(r"\S")


class TableRow(NamedTuple):
    """The cells of a row, stripped; `line` counts from 1."""

    line: int
    cells: list[str]

    def cell(self, index: int | None) -> str:
        """Return a cell; empty if the row or table lacks it."""
        return self.cells[index] if index is not None and index < len(self.cells) else ""


def decode(data: bytes) -> str:
    return decode_text(data).text


def decode_text(data: bytes) -> DecodedText:
    """Return text by byte-order mark, in UTF-8, or in a guessed code page."""
    if len(data) > MOST_BYTES:
        raise InputError("The file has more than 10 MiB. Upload only the result file of one event.")
    if not data.strip():
        raise InputError("The file is empty. Upload the result file of an event.")
    marked = next((encoding for mark, encoding in _MARKS if data.startswith(mark)), None)
    if marked is not None:
        try:
            data = data.decode(marked).encode()
        except UnicodeError:
            raise InputError("The file is damaged. Save the table again, as CSV in UTF-8.") from None
    nul = data.find(b"\0")
    if 0 <= nul < 4096:
        raise InputError("The file is not text. Upload a result file, for example a table saved as CSV.")
    if nul >= 0:
        line = data.count(b"\n", 0, nul) + 1
        raise InputError(f"Line {line}: there is a NUL character. Delete it.")
    try:
        decoded = DecodedText(data.decode("utf-8-sig"))
    except UnicodeDecodeError:
        decoded = decode_in_code_page(data)
    return decoded._replace(text=_without_bars(decoded.text.replace("\r\n", "\n").replace("\r", "\n")))


_RULER = re.compile(r"[`\s|+:=-]*")


def _without_bars(text: str) -> str:
    """Return a table that is drawn with bars, as in Discord or Markdown, with tabs; other text as it is."""
    first = next((line.strip() for line in text[:2_000].split("\n") if not _RULER.fullmatch(line)), "")
    if len(first) < 2 or not first.startswith("|") or not first.endswith("|"):
        return text
    lines = ("" if _RULER.fullmatch(line) else line.strip().strip("|") for line in text.split("\n"))
    return "\n".join(line.replace("\t", " ").replace("|", "\t") for line in lines)


def first_line(text: str) -> str:
    seen = _VISIBLE.search(text)
    if seen is None:
        return ""
    end = text.find("\n", seen.start())
    return text[text.rfind("\n", 0, seen.start()) + 1 : len(text) if end < 0 else end]


def without_titles(text: str, is_header: Callable[[TableRow], bool]) -> tuple[list[str], str]:
    """Return the lines above a table, and the text with them blanked; none without a header."""
    titles: list[str] = []
    for number, line in enumerate(text[:MOST_TITLE_CHARACTERS].split("\n")):
        if not line.strip():
            continue
        try:
            (row,) = read_rows(line)
        except (InputError, ValueError):  # no table, or a row without anything
            row = TableRow(1, [])
        if is_header(row):
            return titles, "\n" * number + "\n".join(text.split("\n")[number:])
        titles.append(" ".join(cell for cell in row.cells if cell) or line.strip())
        if len(titles) > MOST_TITLES:
            break
    return [], text


def read_rows(text: str) -> list[TableRow]:
    if text.count("\n") > MOST_ROWS:
        raise InputError(f"The table has more than {MOST_ROWS} lines. Upload one event at a time.")
    first = first_line(text)
    delimiter = max(_DELIMITERS, key=first.count)
    if first.count(delimiter) > MOST_COLUMNS:
        raise InputError(f"The table has more than {MOST_COLUMNS} columns. Upload one event at a time.")
    if text.count(delimiter) > MOST_CELLS:
        raise InputError(f"The table has more than {MOST_CELLS} cells. Upload one event at a time.")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True, skipinitialspace=True)
    rows = []
    try:
        for cells in reader:
            if len(cells) > MOST_COLUMNS:
                raise InputError(
                    f"Line {reader.line_num}: there are more than {MOST_COLUMNS} cells in the row. Shorten it."
                )
            stripped = [" ".join(cell.split()) for cell in cells]
            if any(stripped):
                rows.append(TableRow(reader.line_num, stripped))
    except csv.Error:
        raise InputError(f"Line {reader.line_num}: the table ends too early. Check its quotation marks.") from None
    return rows
