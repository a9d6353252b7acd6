"""Sections for the tests of the wall chart."""

import tomllib
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

from hypothesis import strategies as st
from ui_factories import names

from bot.services.events.report import SectionReport
from bot.store.database.rows import Player
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES
from core.rating.outcome import DisplayedRating, Outcome
from core.rating.uschess.state import PlayerState, enter_rating
from core.rating.uschess.system import SYSTEM as system

DAY = date(2026, 11, 20)
REGULAR = RatingList.USCHESS_REGULAR
GOLDEN = Path(__file__).parents[1] / "golden" / "uschess" / "section_rating.toml"
PUBLISHED: list[dict[str, Any]] = tomllib.loads(GOLDEN.read_text(encoding="utf-8"))["case"]
PRINTED = {"BF": "B", "BH": "H", "FW": "X", "FL": "F", "U": "U"}
"""The letters that US Chess prints, by those of the golden file."""


def published_cells(line: Mapping[str, Any]) -> list[str]:
    """Return a player's rounds as US Chess prints them."""
    cells = []
    for result in line["rounds"].split():
        letters = result.rstrip("0123456789")
        cells.append(PRINTED.get(letters, letters) + result[len(letters) :])
    return cells


def published_section(case: Mapping[str, Any], *, rated: bool = True) -> SectionReport:
    """Return a published section, rated from the published ratings before it."""
    entrants, games, byes, states = [], [], [], {}
    for line in case["players"]:
        number = line["row"]
        entrants.append(Entrant(number, player=number, name=f"Player {number}", rated=True))
        if line["pre"] != "unrated":
            known = 200 if line["games_before"] == "established" else line["games_before"]
            states[number] = enter_rating(PlayerState(), EnteredRating(line["pre"], known), REGULAR)
        for played, cell in enumerate(published_cells(line), start=1):
            opponent = int(cell[1:]) if cell[1:] else None
            if cell[0] not in "WDL":
                byes.append(Bye(played, number, ByeKind(cell[0]), opponent))
            elif opponent is not None and number < opponent:
                games.append(Game(played, number, opponent, {"W": 1.0, "D": 0.5, "L": 0.0}[cell[0]]))
    crosstable = Crosstable(DAY, tuple(entrants), tuple(games), tuple(byes))
    outcomes = system.rate_event(crosstable, REGULAR, states) if rated else {}
    return section(crosstable, {number: f"Player {number}" for number in states}, {REGULAR: outcomes})


def section(
    crosstable: Crosstable,
    known: Mapping[int, str] | None = None,
    outcomes: Mapping[RatingList, Mapping[int, Outcome]] | None = None,
    name: str | None = "Open",
) -> SectionReport:
    """Return a section; players have their pairing numbers for ids."""
    people = {number: Player(number, None, name) for number, name in (known or {}).items()}
    by_list = {moved: dict(rated) for moved, rated in (outcomes or {REGULAR: {}}).items()}
    return SectionReport(7, name, crosstable, tuple(by_list), people, by_list, DEFAULT_RULES)


def crosstable(*names: str, games: Sequence[Game] = (), byes: Sequence[Bye] = (), **more: Any) -> Crosstable:
    """Return an event of these entrants, numbered from 1."""
    entrants = tuple(Entrant(number, name=name, **more) for number, name in enumerate(names, start=1))
    return Crosstable(DAY, entrants, tuple(games), tuple(byes))


def moved(
    before: DisplayedRating | None, after: DisplayedRating, expected: float | None = None, score: float = 0
) -> Outcome:
    """Return an outcome of which only the ratings are looked at, and what was expected."""
    return Outcome(before, after, expected, score, 0, "", (), (), None, None)


def standing(shown: int, games: int = 200, title: tuple[int, int] | None = None) -> DisplayedRating:
    return DisplayedRating(float(shown), shown, games, games <= 25, *(title or (None, None)))


ranks = st.builds(
    standing,
    st.integers(100, 3000),
    st.sampled_from([1, 4, 25, 26, 300, 100_000]),
    st.none() | st.tuples(st.integers(10, 29).map(lambda hundreds: 100 * hundreds), st.integers(0, 9)),
).map(lambda rank: rank._replace(title_level=None, title_points=None) if rank.provisional else rank)


made = st.integers(0, 120).map(lambda halves: halves / 2)
expectations = st.none() | st.floats(0, 60)


@st.composite
def sections(draw: st.DrawFn, most_players: int = 40, most_rounds: int = 30) -> SectionReport:
    first = draw(st.sampled_from([1, 1, 1, 95, 1990]))
    numbers = list(range(first, first + draw(st.integers(0, most_players))))
    with_points = draw(st.booleans())
    game_points = st.tuples(st.integers(-20, 1000), st.integers(0, 800)) if with_points else st.just((None, None))
    scores = st.sampled_from([1.0, 0.5, 0.0, None])
    games, byes = [], []
    for played in range(1, draw(st.integers(0, most_rounds)) + 1):
        order = draw(st.permutations(numbers))
        pairs = draw(st.integers(0, len(order) // 2))
        for white, black in zip(order[:pairs], order[pairs : 2 * pairs], strict=True):
            points = draw(game_points)
            games.append(Game(played, white, black, draw(scores), None, *points, rated=draw(st.integers(0, 9)) > 0))
        for number in order[2 * pairs : 2 * pairs + draw(st.integers(0, 5))]:
            opponent = draw(st.none() | st.sampled_from(numbers))
            counted = draw(st.none() | st.sampled_from([0, 50, -50])) if with_points else None
            byes.append(Bye(played, number, draw(st.sampled_from(ByeKind)), opponent, counted))
    called = {number: draw(names) for number in numbers}
    entrants = [
        Entrant(number, draw(st.none() | st.floats(100, 3000)), name=draw(st.just(called[number]) | st.none()))
        for number in numbers
    ]
    lists = draw(st.sampled_from([(), (REGULAR,), (REGULAR, RatingList.USCHESS_QUICK)]))
    known = {number: called[number] for number in numbers if draw(st.integers(0, 3))}
    outcomes = {
        one: {
            number: moved(draw(st.none() | ranks), draw(ranks), draw(expectations), draw(made))
            for number in known
            if draw(st.integers(0, 5))
        }
        for one in lists
    }
    people = {number: Player(number, None, name) for number, name in known.items()}
    table = Crosstable(DAY, tuple(entrants), tuple(games), tuple(byes))
    return SectionReport(7, draw(st.none() | names), table, lists, people, outcomes, DEFAULT_RULES)
