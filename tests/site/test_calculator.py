"""The calculators' figures and sentences, as the pages ask for them."""

import json
from datetime import date
from typing import Any

import pytest

from bot.site import calculator
from bot.site.browser import answer
from core.errors import RatingError
from tests.site import ROOT, SAMPLE

TODAY = date(2026, 11, 26)
SEED = {"list": "uschess-regular", "opponents": "974 951 2471 1585", "score": "3", "rating": "1470", "games": "25"}
"""The event of seed 000's README, which prints 1505.4203214835065 by its own rules."""


def asked(call: str, given: Any) -> dict[str, Any]:
    sent = [("results", given)] if isinstance(given, bytes) else given if call == "file" else json.dumps(given)
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


def test_the_table_of_norm_levels_is_that_of_the_seed() -> None:
    """The table that seed 000's README prints, rounded as it is there."""
    rows = rows_of(asked("event", SEED | {"rules": "informal-2020"}), "Expected and required scores by norm level")
    assert [row[1] for row in rows] == ["974", "951", "2471", "1585", "expected", "required", "norm"]
    assert [float(cell) for cell in rows[0][2:]] == [0.786, 0.9207, 0.9735, 0.9915, 0.9973, 0.9991, 0.9997]
    assert [float(cell) for cell in rows[4][2:]] == [1.6924, 2.1091, 2.4784, 2.7797, 2.9732, 3.1438, 3.3896]
    assert rows[5][2:] == ["2.6924", "3.1091", "3.4784", "3.7797", "3.9732", "–", "–"]
    assert rows[6][2:] == ["earned", *"––––––"]


def test_a_rating_without_games_is_established_as_the_bot_takes_it() -> None:
    """With 25 games the seed's player gains 40.27; an established one, of 50 games, gains the same or less, by K."""
    parts = asked("event", {name: text for name, text in SEED.items() if name != "games"})["parts"]
    assert parts[0]["figure"] == "1470 → 1510 (+40.27)"
    assert "Without a number of games, the rating counts as established (50 games)." in [
        part.get("text") for part in parts
    ]


WITHOUT_GAMES = b"""number,name,rating,games,1,2,3,4
1,Ada Blank,1800,,L2,W3,W4,B
2,Bo Cart,1500,,W1,W4,W3,B
3,Cy Dorn,1700,,W4,L1,L2,B
4,Di Elm,1600,,L3,L2,L1,B
"""


def test_a_file_without_games_is_rated_as_the_bot_rates_it() -> None:
    """Bo Cart at 1500 wins all three: a newcomer's formula would give over 2100, an established player's does not."""
    parts = asked("file", [("event.csv", WITHOUT_GAMES)])["parts"]
    assert "4 ratings without games: counted as established (50 games)" in parts[0]["text"]
    (cart,) = [row for row in parts[1]["rows"] if row[1] == "Bo Cart"]
    assert 1600 < int(cart[5]) < 1700


def test_the_score_that_a_rating_takes_is_answered() -> None:
    """Elo with K 32, by hand: against an equal opponent a win is +16, so two wins are a little less than +32."""
    asked_for = {"list": "elo", "opponents": "1500 1500", "rating": "1500", "target": "1516"}
    parts = asked("event", asked_for)["parts"]
    assert parts[0]["figure"] == "You need 1½ of 2 for 1516."
    assert parts[1]["rows"] == [["0", "1468"], ["½", "1484"], ["1", "1500"], ["1½", "1516"], ["2", "1532"]]
    parts = asked("event", asked_for | {"target": "1600"})["parts"]
    assert parts[0]["figure"] == "No score against these opponents gives 1600."


def test_a_rating_is_read_as_us_chess_prints_it() -> None:
    printed = calculator.event(SEED | {"rating": "1470P12", "games": ""}, TODAY)
    assert printed["after"] == calculator.event(SEED | {"games": "12"}, TODAY)["after"]
    assert not printed["established"]
    assert calculator.event(SEED | {"rating": "unr", "games": ""}, TODAY)["before"] is None
    with pytest.raises(RatingError, match=r"is not a rating\. Write it like 1470 or 1470P12"):
        calculator.event(SEED | {"rating": "strong"}, TODAY)


def test_the_results_may_be_in_brackets_as_in_a_crosstable() -> None:
    found = calculator.event(SEED | {"opponents": "974 (W) 951 (W) 2471 (L) 1585 (W)", "score": ""}, TODAY)
    assert found["score"] == 3


@pytest.mark.parametrize("score", ["1 1/2", "1½", "1.5", "1,5"])
def test_a_score_is_read_as_the_bot_reads_it(score: str) -> None:
    assert calculator.event(SEED | {"score": score}, TODAY)["score"] == 1.5


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


WEEKEND = (ROOT / "tests/golden/files/weekend.trf").read_bytes()
"""90+10, of 2011, with players above 2200: too fast for FIDE's standard list."""


@pytest.mark.parametrize(
    ("content", "chosen", "rated_by"),
    [
        (WEEKEND, "", "FIDE Standard, 2011-02-27"),
        (WEEKEND.replace(b"2011", b"2025").replace(b"1:30 + 10", b"0:15 + 10"), "", "FIDE Rapid, 2025-02-27"),
        (WEEKEND, "fide-rapid", "FIDE Rapid, 2011-02-27"),
        (WEEKEND, "uschess-regular", "US Chess Regular, 2011-02-27"),
        (SAMPLE.read_bytes(), "elo", "Elo, 2026-11-26"),
    ],
)
def test_file_is_rated_by_the_list_that_fits_or_is_chosen(content: bytes, chosen: str, rated_by: str) -> None:
    found = json.loads(answer("file", [("results", content)], TODAY.isoformat(), chosen))
    assert found["parts"][0]["text"] == rated_by
    assert all(row[5] for row in found["parts"][1]["rows"] if row[2] not in ("", "0"))


def test_fide_ratings_start_players_of_another_list_by_its_rules() -> None:
    """Since March 2024 a FIDE rating gives a US Chess rating; in 2011 the formula is not known."""
    by_year = {}
    for year in (b"2011", b"2025"):
        content = WEEKEND.replace(b"2011", year)
        found = json.loads(answer("file", [("results", content)], TODAY.isoformat(), "uschess-regular"))
        by_year[year] = max(int(row[5]) for row in found["parts"][1]["rows"])
    assert by_year[b"2011"] < 2000 < 2600 < by_year[b"2025"]


def test_games_played_online_start_nobody_and_fit_no_federations_list() -> None:
    pgn = b"""[Event "Tuesday Blitz"]
[Site "https://lichess.org/AbCdEfGh"]
[Date "2026.11.03"]
[Round "1"]
[White "quietrook"]
[Black "loudpawn"]
[Result "1-0"]
[WhiteElo "2105"]
[BlackElo "1890"]

1. e4 1-0
"""
    for chosen, rated_by in (("", "Elo, 2026-11-03"), ("uschess-regular", "US Chess Regular, 2026-11-03")):
        found = json.loads(answer("file", [("games.pgn", pgn)], TODAY.isoformat(), chosen))
        assert found["parts"][0]["text"] == rated_by
        assert [row[4] for row in found["parts"][1]["rows"]] == ["", ""]


COUNTRIES = ("NED", "FRA", "POL", "GER", "ESP", "HUN", "ITA", "USA", "CZE")
GRANDMASTERS = ", ".join(f"{result}2500 GM {country}" for result, country in zip("WWWWWWLLL", COUNTRIES, strict=True))
"""Six of nine against 2500 is 67%, for which B.01 1.4.9 adds 125: 2625, and a grandmaster norm takes 2600."""


def rows_of(found: dict[str, Any], title: str) -> list[list[str]]:
    return next(part["rows"] for part in found["parts"] if part.get("title") == title)


def test_title_norm_is_checked_clause_by_clause() -> None:
    event = {"opponents": GRANDMASTERS, "federation": "NOR", "format": "swiss"}
    found = asked("norm", event)
    assert found["parts"][0]["figure"] == "GM norm earned, to be confirmed"
    rows = rows_of(found, "Conditions of the GM norm")
    assert ["Performance", "✓ fulfilled", "2625", "at least 2600", "1.4.8"] in rows
    assert ["Rated by FIDE", "? to confirm", "", "", "1.4"] in rows
    confirmed = event | {"confirmed": "yes", "time_control": "90+30"}
    assert figure("norm", confirmed) == "GM norm earned"


def test_title_norm_names_what_is_short() -> None:
    """Against 2400 the same score performs 2525, 75 too few; the average of 2380 is reached."""
    found = asked("norm", {"opponents": GRANDMASTERS.replace("2500", "2400"), "norm": "GM"})
    assert found["parts"][0]["figure"] == "No GM norm"
    verdict = next(row for row in rows_of(found, "Norms") if row[0] == "GM")
    assert verdict[2:] == ["2400", "2525"]
    assert "performance 75 short" in verdict[1]


def test_title_norm_says_what_the_rounds_to_come_must_bring() -> None:
    """A norm takes 35% (1.4.8b): without a point after nine of ten rounds it is out of reach."""
    found = asked("norm", {"opponents": "W2500 GM NED, W2500 GM FRA, W2500 GM POL, W2500 GM GER", "rounds": "9"})
    assert found["parts"][0]["figure"] == "GM norm still possible"
    lost = asked("norm", {"opponents": GRANDMASTERS.replace("W", "L"), "rounds": "10"})
    assert lost["parts"][0]["figure"].endswith("norm out of reach")


def test_womens_norm_is_checked_when_it_is_asked_for() -> None:
    assert figure("norm", {"opponents": GRANDMASTERS, "norm": "WGM"}).startswith("WGM norm earned")
    unasked = asked("norm", {"opponents": GRANDMASTERS})
    assert [row[0] for row in rows_of(unasked, "Norms")] == ["GM", "IM"]


TSH = b"Vale, Ann 1500 2 2; 400 450\nQuill, Bob 1500 1 1; 400 400\n"


def test_scrabble_file_is_ranked_by_qursh() -> None:
    """A tie of equals is 50 for both, and what a game gives the one it takes from the other."""
    rows = rows_of(asked("file", TSH), "QURSH standings")
    assert [(row[0], row[1], row[5:]) for row in rows] == [
        ("1", "Vale, Ann", ["2", "1½–½", "+50"]),
        ("2", "Quill, Bob", ["2", "½–1½", "-50"]),
    ]
    scores = [float(row[4]) for row in rows]
    assert sum(scores) == pytest.approx(100)
    assert scores[0] > 50


def test_divisions_in_several_files_are_ranked_together() -> None:
    other = TSH.replace(b"Ann", b"Cleo").replace(b"Bob", b"Dev")
    rows = rows_of(asked("file", [("a.t", TSH), ("b.t", other)]), "QURSH standings")
    assert sorted(row[2] for row in rows) == ["a", "a", "b", "b"]
    assert [row[0] for row in rows] == ["1", "1", "3", "3"]


def test_a_scrabble_file_without_ratings_says_why_it_is_not_ranked() -> None:
    parts = asked("file", TSH.replace(b"1500", b"0"))["parts"]
    assert parts[0]["text"].startswith("No QURSH standings: Nobody in the event has a rating.")
    assert parts[-1]["rows"]


@pytest.mark.parametrize(
    ("call", "given", "sentence"),
    [
        ("event", SEED | {"opponents": "Dana 951"}, '"Dana" is not a rating. On this page, write ratings only'),
        ("event", SEED | {"rating": "high"}, '"high" is not a rating. Write it like 1470 or 1470P12.'),
        ("event", SEED | {"games": "2.5"}, "2.5 is not a number of games. Write a whole number, for example 25."),
        ("event", SEED | {"score": ""}, "Your score is missing"),
        ("event", SEED | {"rating": "9999"}, "9999 is not a rating"),
        ("event", SEED | {"date": "2026-13-01"}, "2026-13-01"),
        ("match", {"rating": "60"}, "Both ratings are needed. Write them between 1 and 99, for example 60 and 45."),
        ("match", {"rating": "60", "opponent_rating": "45"}, "Write how many games were won, lost and drawn"),
        ("margin", {"rating": "1500"}, "Both ratings are needed, for example 1500 and 1700."),
        ("norm", {"opponents": ""}, "There are no opponents. Write them like W2450 IM NED"),
        ("norm", {"opponents": "W2450 IM Ned"}, "has the federation Ned. Write it in capitals, for example NOR"),
        ("norm", {"opponents": "W2450 IM NED", "rounds": "40"}, '"40" is not a number from 1 to '),
        ("norm", {"opponents": "W2450 IM NED", "federation": "Norway"}, '"Norway" is not a valid federation'),
        ("norm", {"opponents": "W2450 IM NED, W2300 FM SWE", "rounds": "1"}, "There is no round 2 in an event of"),
        ("norm", {"opponents": "W2450 IM NED", "time_control": "slow"}, '"slow" is not a time control'),
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
