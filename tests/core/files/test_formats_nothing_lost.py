"""Every result that a file shows is read, or the file is refused, or a remark to check names where it is.

The results are counted in the text by patterns of this file, never by the readers.
"""

import csv
import io
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from core.errors import InputError
from core.event.event_file import LOOK_AT, FileEvent
from core.files.recognise import read_event_file
from tests.core.files.game_list_examples import PGN, SWISSPERFECT
from tests.core.files.test_formats_crosstables import BARS
from tests.core.files.test_formats_printed_tables import CHESS_RESULTS, US_CHESS

ROOT = Path(__file__).parents[3]
SAMPLES = ROOT / "tests" / "golden" / "files"

OF_TRF = re.compile(r"\s*([0-9]{1,4}) ([wbsWBS-]) ([10=WDLwdl])")
OF_CELL = re.compile(r"-*[WDL=½]\s*[1-9][0-9]*-*|[1-9][0-9]*\s*[wbsWBS]\s*(?:[10½]|0\.5)|[1-9][0-9]*:[WDL]")
OF_GAME = re.compile(r"(?:1|0|1/2|½)-(?:1|0|1/2|½)|win|draw|loss")
OF_SCORE = re.compile("[0-9]{1,3}")
OF_TSH = re.compile(r"^[^#;]*?\s[0-9]+\s+([0-9 ]+);([-0-9 ]+)", re.MULTILINE)


def of_trf(text: str) -> int:
    lines = [line for line in text.splitlines() if line.startswith("001")]
    cells = (OF_TRF.match(line[at : at + 10]) for line in lines for at in range(91, len(line), 10))
    return sum(cell is not None and int(cell[1]) > 0 for cell in cells)


def of_tsh(text: str) -> int:
    pairs = (zip(opponents.split(), scores.split(), strict=False) for opponents, scores in OF_TSH.findall(text))
    return sum(int(opponent) > 0 for line in pairs for opponent, _ in line)


def of_pgn(text: str) -> int:
    return 2 * len(re.findall(r'\[Result "(?:1-0|0-1|1/2-1/2)"\]', text))


def of_table(text: str) -> int:
    return sum(OF_CELL.fullmatch(cell.strip()) is not None for row in rows_of(text) for cell in row)


def of_list(text: str) -> int:
    """Count the rows of two players with a result, or with the scores of both."""
    header, *rows = rows_of(text)
    scores = [at for at, cell in enumerate(header) if "score" in cell.casefold()]
    count = 0
    for row in rows:
        has_result = any(map(OF_GAME.fullmatch, row))
        has_scores = bool(scores) and all(OF_SCORE.fullmatch(row[at]) for at in scores)
        people = [cell for cell in row if re.search("[A-Za-z]{3}", cell) and not OF_GAME.fullmatch(cell)]
        count += 2 * ((has_result or has_scores) and len(people) > 1)
    return count


def rows_of(text: str) -> list[list[str]]:
    delimiter = max("\t;,|", key=text.count)
    return [[cell.strip() for cell in row] for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(row)]


def sides_read(event: FileEvent, *, forfeits: bool = False) -> int:
    games = sum(2 * len(section.games) for section in event.sections)
    against = sum(bye.opponent is not None for section in event.sections for bye in section.byes)
    return games + (against if forfeits else 0)


def to_check(event: FileEvent) -> list[str]:
    return [one.text for one in event.remarks if one.kind == LOOK_AT]


COUNTED: dict[str, Callable[[str], int]] = {".trf": of_trf, ".t": of_tsh, ".tsh": of_tsh}
FILES = [file for file in sorted(SAMPLES.rglob("*")) if file.suffix in COUNTED and file.name != "config.tsh"]


@pytest.mark.parametrize("file", FILES, ids=lambda file: f"{file.parent.name}/{file.name}")
def test_every_result_of_a_sample_is_read(file: Path) -> None:
    data = file.read_bytes()
    written = COUNTED[file.suffix](data.decode("latin-1"))
    assert written > 20
    # tsh writes a forfeit as a score.
    assert sides_read(read_event_file(data), forfeits=file.suffix != ".trf") == written


def blocks() -> Iterator[tuple[str, str]]:
    """Return the examples of the manual under their titles."""
    text = (ROOT / "docs" / "formats.md").read_text(encoding="utf-8")
    for number, block in enumerate(re.findall(r"```csv\n(.*?)```", text, re.DOTALL)):
        yield f"manual {number}", block


ROUND_ROBINS = re.compile(r"\*")
TABLES = {name: text for name, text in blocks() if of_table(text) and not ROUND_ROBINS.search(text)} | {
    "sample": (ROOT / "bot" / "samples" / "sample-event.csv").read_text(encoding="utf-8"),
    "chess-results": CHESS_RESULTS,
    "US Chess": US_CHESS,
    "SwissPerfect": SWISSPERFECT,
}
LISTS = {name: text for name, text in blocks() if not of_table(text) and not ROUND_ROBINS.search(text)}
TEXTS = [
    *((name, text, of_table) for name, text in TABLES.items()),
    *((name, text, of_list) for name, text in LISTS.items()),
    ("PGN", PGN, of_pgn),
    ("bars", BARS, of_table),
]


def test_there_is_something_to_count() -> None:
    assert len(FILES) >= 3
    assert (len(TABLES), len(LISTS)) >= (7, 5)


@pytest.mark.parametrize(("name", "text", "count"), TEXTS, ids=[name for name, _, _ in TEXTS])
def test_every_result_of_an_example_is_read(name: str, text: str, count: Callable[[str], int]) -> None:
    event = read_event_file(text.encode())
    assert sides_read(event) == count(text) > 0
    assert to_check(event) == []


HEADER = re.compile("name|player|white|winner|home", re.IGNORECASE)
HEADINGS = ("", "Final", "Week 3", "Rd", "1", "Points?", "x")


def changed(text: str) -> Iterator[tuple[str, str]]:
    """Yield a table with each heading renamed, and with a column inserted at each place."""
    delimiter = max("\t;,|", key=text.count)
    lines = text.splitlines()
    header = next(at for at, line in enumerate(lines) if HEADER.search(line) and delimiter in line)
    for place in range(len(lines[header].split(delimiter))):
        for heading in HEADINGS:
            cells = lines[header].split(delimiter)
            cells[place] = heading
            yield f"{heading!r} at {place}", "\n".join([*lines[:header], delimiter.join(cells), *lines[header + 1 :]])
        inserted = []
        for index, row in enumerate(csv.reader(lines, delimiter=delimiter)):
            row.insert(place, "" if index < header else "Club" if index == header else "Rooks")
            inserted.append(delimiter.join(f'"{cell}"' if delimiter in cell else cell for cell in row))
        yield f"inserted at {place}", "\n".join(inserted)


@pytest.mark.parametrize(("name", "text", "count"), TEXTS[:-2], ids=[name for name, _, _ in TEXTS[:-2]])
def test_a_changed_heading_loses_no_result_in_silence(name: str, text: str, count: Callable[[str], int]) -> None:
    lost, refused, cases = [], 0, 0
    for change, mutated in changed(text):
        cases += 1
        try:
            event = read_event_file(mutated.encode())
        except InputError:
            refused += 1
            continue
        if sides_read(event) != count(text) and not to_check(event):
            lost.append((change, sides_read(event), count(text)))
    assert lost == []
    assert refused < cases
