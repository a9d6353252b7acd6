"""The calculators' figures and sentences, as the pages ask for them."""

import json
from datetime import date
from typing import Any

import pytest

from bot.site import calculator
from bot.site.browser import answer
from core.errors import RatingError
from tests.site import SAMPLE

TODAY = date(2026, 11, 26)
SEED = {"list": "uschess-regular", "opponents": "974 951 2471 1585", "score": "3", "rating": "1470", "games": "25"}
"""The event of seed 000's README, which prints 1505.4203214835065 by its own rules."""


def asked(call: str, given: Any) -> dict[str, Any]:
    sent = given if isinstance(given, bytes) else json.dumps(given)
    found: dict[str, Any] = json.loads(answer(call, sent, TODAY.isoformat()))
    return found


def figure(call: str, given: Any) -> str:
    return str(asked(call, given)["parts"][0]["figure"])


def test_us_chess_event_is_rated_by_the_rules_of_today() -> None:
    found = calculator.event(SEED, TODAY)
    assert found["exact"] == pytest.approx(1510.272570627109, abs=1e-9)
    assert found["expected"] == pytest.approx(2.2410, abs=1e-4)
    assert found["performance"] == pytest.approx(2033.4361422071304, abs=1e-6)


def test_the_informal_calculator_is_there_by_name() -> None:
    found = calculator.event(SEED | {"rules": "informal-2020"}, TODAY)
    assert found["exact"] == pytest.approx(1505.4203214835065, abs=1e-9)
    assert [level["level"] for level in found["levels"] if level["earned"]] == [1200]


def test_an_older_event_is_rated_by_the_rules_of_its_date() -> None:
    found = calculator.event(SEED | {"date": "2024-06-01"}, TODAY)
    assert found["rules"] == "US Chess from 2023-02-01 (B = 12)"


def test_elo_event_is_rated_as_published() -> None:
    """Wikipedia, Elo rating system: 1613 plays five rounds at K 32 and has 1601 after it."""
    event = {"list": "elo", "opponents": "L1609 D1477 W1388 W1586 L1720", "rating": "1613", "games": "40"}
    assert calculator.event(event, TODAY)["after"] == 1601


def test_fide_change_is_what_the_handbook_makes_of_it() -> None:
    """B.02 8.3: K 20 against an opponent 191 above expects .25, and a win brings 15 points."""
    event = {"list": "fide-standard", "opponents": "W1991", "rating": "1800", "games": "50"}
    found = calculator.event(event, TODAY)
    assert found["games"][0]["expected"] == 0.25
    assert found["after"] == 1815


def test_unrated_fide_player_sees_a_first_rating() -> None:
    event = {"list": "fide-standard", "opponents": "W1902 D1877 L1884 W2012 L1832", "games": "0"}
    assert figure("event", event).startswith("unrated → 18")


def test_oracle_match_moves_both() -> None:
    fields = {
        "rating": "60",
        "games": "40",
        "opponent_rating": "45",
        "opponent_games": "30",
        "wins": "12",
        "losses": "3",
    }
    found = calculator.match(fields, TODAY)
    assert found["exact"] > 60
    assert found["other"] < 45


def test_equal_margin_between_equals_is_half() -> None:
    assert figure("margin", {"rating": "1500", "opponent_rating": "1500", "margin": "0"}) == "50.0%"


def test_margin_of_the_lower_rated_player_is_worth_more() -> None:
    low, high = ({"rating": a, "opponent_rating": b, "margin": "0"} for a, b in (("1500", "1700"), ("1700", "1500")))
    percents = [float(figure("margin", one).rstrip("%")) for one in (low, high)]
    assert percents[0] > 50 > percents[1]
    assert sum(percents) == pytest.approx(100)


def test_file_is_rated_by_section() -> None:
    [small, table] = asked("file", SAMPLE.read_bytes())["parts"]
    assert small["text"].startswith("US Chess Regular, ")
    assert table["head"][:3] == ["no.", "name", "points"]
    assert [row[1:3] for row in table["rows"][:2]] == [["Bea Castellan", "3½"], ["Mara Lindqvist", "3"]]


@pytest.mark.parametrize(
    ("call", "given", "sentence"),
    [
        ("event", SEED | {"opponents": "Dana 951"}, '"Dana" is not a rating. On this page, write ratings only'),
        ("event", SEED | {"rating": "high"}, '"high" is not a number. Write the rating like 1470.'),
        ("event", SEED | {"games": "2.5"}, "2.5 is not a number of games. Write a whole number, for example 25."),
        ("event", SEED | {"score": ""}, "Your score is missing"),
        ("event", SEED | {"rating": "9999"}, "9999 is not a rating"),
        ("event", SEED | {"date": "2026-13-01"}, "2026-13-01"),
        ("match", {"rating": "60"}, "Both ratings are needed. Write them between 1 and 99, for example 60 and 45."),
        ("match", {"rating": "60", "opponent_rating": "45"}, "Write how many games were won, lost and drawn"),
        ("margin", {"rating": "1500"}, "Both ratings are needed, for example 1500 and 1700."),
        ("file", b"no result file at all", "not a known result file"),
        ("file", b"\xff\x00" * 50, ""),
    ],
)  # fmt: skip
def test_bad_input_ends_in_one_sentence(call: str, given: Any, sentence: str) -> None:
    found = asked(call, given)
    assert sentence in found["error"]
    assert "\n" not in found["error"]


def test_every_edition_of_every_list_rates_an_event() -> None:
    for key in ("uschess-regular", "fide-standard", "naspa", "elo", "glicko-2"):
        for edition, title in calculator.editions(key):
            event = {"list": key, "opponents": "W1500 D1600 L1700", "rating": "1550", "games": "60", "rules": edition}
            try:
                assert calculator.event(event, TODAY)["rules"] == title
            except RatingError as error:
                pytest.fail(f"{edition}: {error}")
