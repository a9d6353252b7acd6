"""Build the calculators as a folder of static files: `make site`, or `python -m bot.site.build FOLDER`.

Pyodide comes from node_modules, which `npm ci` in this folder fills.
"""

import hashlib
import json
import shutil
import sys
import zipfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import NamedTuple

from jinja2 import Environment, PackageLoader, StrictUndefined, select_autoescape

from bot.site.calculator import editions
from core.lists import RatingList
from core.rating.fide.norms.facts import NORMS, EventFormat, Exemption

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
PYODIDE = HERE / "node_modules" / "pyodide"
PYODIDE_FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json")

PYTHON = (
    "core/**/*.py",
    "bot/__init__.py",
    "bot/site/__init__.py",
    "bot/site/browser.py",
    "bot/site/calculator.py",
    "bot/site/norms.py",
    "bot/ui/__init__.py",
    "bot/ui/framework/__init__.py",
    "bot/ui/framework/text.py",
    "bot/ui/wording/__init__.py",
    "bot/ui/wording/steps.py",
    "bot/ui/systems/__init__.py",
    "bot/ui/systems/*/__init__.py",
    "bot/ui/systems/*/wording.py",
    "bot/ui/systems/fide/norm_lines.py",
)


class Field(NamedTuple):
    """A field of a form.

    example: what "Show an example" fills in; empty for nothing. choices: values to choose from, or none.
    """

    name: str
    label: str
    example: str = ""
    numeric: bool = True
    wide: bool = False
    choices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Page:
    """A page with a form. call: what `bot.site.browser` does with it."""

    key: str
    label: str
    title: str
    lead: str
    call: str = "event"
    lists: tuple[RatingList, ...] = ()
    fields: tuple[Field, ...] = ()


OPPONENTS = Field(
    "opponents",
    "Opponents' ratings, with W, D or L in front if you like",
    "974 951 2471 1585",
    numeric=False,
    wide=True,
)
SCORE, RATING = (
    Field("score", "Your points", "3", numeric=False),
    Field("rating", "Your rating (empty: unrated)", "1470", numeric=False),
)
GAMES, DAY = (
    Field("games", "Rated games behind it (empty: established)", "25"),
    Field("date", "Date (default: today)", numeric=False),
)
TARGET = Field("target", "Rating you want (shows the score that you need)")
BORN = Field("born", "Birth date, for a first rating", numeric=False)
EVENT = (OPPONENTS, SCORE, RATING, GAMES, DAY, TARGET)
WITHOUT_GAMES = (OPPONENTS, SCORE, RATING, TARGET)
NORM_ROUNDS = (
    "W2450 IM NED, D2380 GM FRA, W2405 FM POL, D2510 GM GER, W2320 IM ESP, "
    "L2480 GM HUN, D2390 IM ITA, W2350 GM USA, W2300 IM CZE"
)
NORM_FIELDS = (
    Field(
        "opponents",
        "Rounds, with a comma between: result, rating, title, federation",
        NORM_ROUNDS,
        numeric=False,
        wide=True,
    ),
    Field("federation", "Player's federation", "NOR", numeric=False),
    Field("woman", "Woman player", choices=("yes", "no")),
    Field("norm", "Norm (default: the nearest)", choices=tuple(map(str, NORMS))),
    Field("date", "First day (default: today)", numeric=False),
    Field("rounds", "Rounds as scheduled"),
    Field("format", "Pairing format", "swiss", choices=tuple(EventFormat)),
    Field("host", "Event's federation", numeric=False),
    Field("exemption", "Federation exemption", choices=tuple(Exemption)),
    Field("time_control", "Time control", "90+30", numeric=False),
    Field("rounds_a_day", "Most rounds on a day"),
    Field("confirmed", "Rated, registered, arbiters present", choices=("yes", "no")),
)

FILE_LISTS = (
    *(RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ),
    *(RatingList.FIDE_STANDARD, RatingList.FIDE_RAPID, RatingList.FIDE_BLITZ),
    *(RatingList.NASPA, RatingList.ORACLE, RatingList.ELO, RatingList.GLICKO_2),
)

PAGES = (
    Page(
        "us-chess",
        "US Chess",
        "US Chess rating calculator",
        "New rating, performance rating and norms, by the rules of any year since 2008.",
        lists=(RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK, RatingList.USCHESS_BLITZ),
        fields=(*EVENT, BORN),
    ),
    Page(
        "fide",
        "FIDE",
        "FIDE rating calculator",
        "Rating change, K, performance rating and first ratings, by the regulations of the event's date.",
        lists=(RatingList.FIDE_STANDARD, RatingList.FIDE_RAPID, RatingList.FIDE_BLITZ),
        fields=(
            OPPONENTS._replace(example="W1850 D1990 L1720"),
            SCORE._replace(example=""),
            RATING._replace(example="1800"),
            GAMES,
            DAY,
            TARGET,
            BORN,
        ),
    ),
    Page(
        "fide-norms",
        "FIDE norms",
        "FIDE title norm check",
        "GM, IM, WGM and WIM norms, each condition with its clause. Write ? for a round to come.",
        call="norm",
        fields=NORM_FIELDS,
    ),
    Page(
        "scrabble",
        "Scrabble",
        "Scrabble margins by QURSH",
        "What a margin is worth between two ratings: 50% is what the ratings predict.",
        call="margin",
        fields=(
            RATING._replace(label="Your NASPA rating", example="1500"),
            Field("opponent_rating", "Opponent's rating", "1700"),
            Field("margin", "Your margin", "-40"),
        ),
    ),
    Page(
        "naspa",
        "NASPA",
        "NASPA rating estimate",
        "An estimate: NASPA does not publish its whole formula.",
        lists=(RatingList.NASPA,),
        fields=EVENT,
    ),
    Page(
        "oracle",
        "Oracle",
        "Oracle match calculator",
        "Ratings are the chance in percent of beating the Keeper, who stays at 50.",
        call="match",
        fields=(
            RATING._replace(label="Your rating", example="60"),
            GAMES._replace(label="Your games", example="40"),
            Field("opponent_rating", "Opponent's rating", "45"),
            Field("opponent_games", "Opponent's games", "30"),
            Field("wins", "You won", "12"),
            Field("losses", "You lost", "8"),
            Field("draws", "Drawn", "0"),
        ),
    ),
    Page(
        "elo",
        "Elo",
        "Elo rating calculator",
        "Plain Elo ratings with K 32, 20 or 10.",
        lists=(RatingList.ELO,),
        fields=WITHOUT_GAMES,
    ),
    Page(
        "glicko-2",
        "Glicko-2",
        "Glicko-2 rating calculator",
        "Ratings with a deviation, by Glickman's paper of 2013.",
        lists=(RatingList.GLICKO_2,),
        fields=WITHOUT_GAMES,
    ),
    Page(
        "file",
        "Result file",
        "Rate a result file",
        "TRF, PGN, US Chess rating reports, SwissSys, tsh, CoCo and CSV are rated here, in your browser. "
        "Scrabble files are ranked by QURSH too: choose the files of all divisions.",
        call="file",
        lists=FILE_LISTS,
    ),
)


def build(folder: Path) -> None:
    """Write the site into a folder, replacing an earlier build.

    Raise FileNotFoundError where Pyodide is not installed.
    """
    if not PYODIDE.is_dir():
        raise FileNotFoundError(f"Pyodide is missing. Run npm ci in {HERE.relative_to(ROOT)}.")
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "pyodide").mkdir(parents=True)
    for name in PYODIDE_FILES:
        shutil.copy(PYODIDE / name, folder / "pyodide" / name)
    _pack_python(folder / "crosstable.zip")
    for path in sorted((HERE / "static").iterdir()):
        if path.name != "service-worker.js":
            shutil.copy(path, folder / path.name)
    megabytes = round(sum(path.stat().st_size for path in folder.rglob("*.*")) / 1e6)
    for name, text in _pages(megabytes):
        (folder / name).write_text(text, encoding="utf-8")
    _write_service_worker(folder)


def _pack_python(path: Path) -> None:
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as packed:
        for source in sorted({found for pattern in PYTHON for found in ROOT.glob(pattern)}):
            entry = zipfile.ZipInfo(source.relative_to(ROOT).as_posix())  # without a time: the same files, the same zip
            packed.writestr(entry, source.read_bytes(), zipfile.ZIP_DEFLATED)


def _pages(megabytes: int) -> Iterator[tuple[str, str]]:
    environment = Environment(
        loader=PackageLoader("bot.site"), autoescape=select_autoescape(), undefined=StrictUndefined, trim_blocks=True
    )
    lead = "Ratings for chess, Scrabble and any game, calculated in your browser with every step."
    about = {"title": "Rating calculators", "lead": lead, "key": "index", "pages": PAGES}
    yield "index.html", environment.get_template("index.html").render(about)
    for page in PAGES:
        template = environment.get_template("file.html" if page.call == "file" else "calculator.html")
        yield f"{page.key}.html", template.render(_context(page, megabytes))


def _context(page: Page, megabytes: int) -> Mapping[str, object]:
    return {
        "pages": PAGES,
        "key": page.key,
        "title": page.title,
        "lead": page.lead,
        "call": page.call,
        "lists": [(one.value, one.label) for one in page.lists],
        "fields": page.fields,
        "rules": editions(page.lists[0].value) if page.lists else [],
        "megabytes": megabytes,
    }


def _write_service_worker(folder: Path) -> None:
    """Write the service worker with the list of all files, and a version that changes when one of them does."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    digest = hashlib.sha256()
    for path in paths:
        digest.update(path.read_bytes())
    names = ["./", *(path.relative_to(folder).as_posix() for path in paths)]
    template = (files("bot.site") / "static" / "service-worker.js").read_text(encoding="utf-8")
    text = template.replace("{{ version }}", digest.hexdigest()[:16]).replace("{{ files }}", json.dumps(names))
    (folder / "service-worker.js").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    build(Path(sys.argv[1]))
