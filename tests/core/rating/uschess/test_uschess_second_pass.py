"""Where US Chess' own figure for one member's report lies, against published sections."""

from typing import Any

import pytest
from hypothesis import given
from uschess_factories import DUAL, ESTABLISHED, established, event, fast, scored_fields

from core.event.crosstable import EventKind
from core.rating.uschess.rated import RatedPlayer, rate_games
from core.rating.uschess.rules import edition_for
from core.rating.uschess.second_pass import published_range
from core.rating.uschess.state import PlayerState
from core.words import displayed
from tests.core.golden_cases import cases


def reported(case: dict[str, Any], row: dict[str, Any]) -> RatedPlayer:
    """Return what a player's own report gives: opponents' ratings before the event, a newcomer's after it."""
    by_row = {one["row"]: one for one in case["players"]}
    opponents = [by_row[other] for other, _ in row["games"]]
    known = [one["expected_post"] if one["pre"] == "unrated" else one["pre"] for one in opponents]
    games = ESTABLISHED if row["games_before"] == "established" else row["games_before"]
    played = event(known, sum(score for _, score in row["games"]), time_control=DUAL)
    return rate_games(PlayerState(rating=row["pre"], games=games), played, edition_for(played.day))


def test_published_ratings_are_in_the_range() -> None:
    """13 of the 16 rated players of two junior sections with three games or more: fewer than among adults."""
    found = []
    for case in cases("uschess/section_rating"):
        for row in case["players"]:
            if row["pre"] != "unrated" and len(row["games"]) >= 3:
                within = published_range(reported(case, row))
                assert within is not None
                found.append(within.low <= row["expected_post_int"] <= within.high)
    assert (len(found), sum(found)) == (16, 13)


@fast
@given(scored_fields(minimum_games=2))
def test_the_range_holds_the_reports_own_rating(field: tuple[list[float], float]) -> None:
    opponents, score = field
    player = rate_games(established(1500), event(opponents, score), edition_for(event(opponents, score).day))
    found = published_range(player)
    assert found is None or found.low <= displayed(player.rating) <= found.high


def test_the_range_is_wider_among_juniors() -> None:
    """K of their opponents is larger: 800/(11.5 + 4) at 1000 against 800/(28.6 + 4) at 2000."""

    def width(rating: float) -> int:
        played = event([rating] * 4, 2)
        found = published_range(rate_games(established(rating), played, edition_for(played.day)))
        assert found is not None
        return found.high - found.low

    assert width(600) > width(1000) > width(2000) > 0


@pytest.mark.parametrize(
    "played", [event([1500], 1), event([1500, 1500], 1, who=(1, 1), kind=EventKind.MATCH)], ids=["one game", "match"]
)
def test_there_is_no_range_for_one_game_or_a_match(played: Any) -> None:
    assert published_range(rate_games(established(1500), played, edition_for(played.day))) is None
