"""What an event changes: real tournaments, FIDE's calculator, and the limit of the difference by date."""

from typing import Any

import pytest
from fide_factories import BLITZ, NOW, RAPID, STANDARD, games_against, hundredths

from core.errors import InputError
from core.lists import RatingList
from core.rating.fide.periods import LeftOut, OpponentGame, event_change
from core.rating.fide.rules import DATED, Edition, edition_named, nearest_half_away
from tests.core.golden_cases import golden

IN_2009, IN_2014, IN_2022, IN_2024 = (
    edition_named(key) for key in ("fide-2009-07-01", "fide-2014-07-01", "fide-2022-01-01", "fide-2024-03-01")
)
BEFORE_2009 = edition_named("fide-before-2009-07-01")


def expected_of(own: int, opponents: list[int], edition: Edition, rating_list: RatingList = STANDARD) -> list[Any]:
    change = event_change(own, games_against(opponents, [0.0] * len(opponents)), edition, rating_list)
    return [game.expected for game in change.games]


@pytest.mark.parametrize("case", golden("fide/calculator"))
def test_a_game_is_what_fides_calculator_says(case: dict[str, Any]) -> None:
    games = games_against([case["opponent"]], [case["score"]])
    in_2024 = event_change(case["own"], games, IN_2024, STANDARD)
    assert in_2024.expected == hundredths(case["expected"])
    assert case["k"] * in_2024.above == hundredths(case["change"])
    assert case["k"] * event_change(case["own"], games, NOW, STANDARD).above == hundredths(case["change_2025_10"])
    for rating_list in (RAPID, BLITZ):
        # By the rules of 2024, before games far apart stopped counting there.
        assert event_change(case["own"], games, IN_2024, rating_list) == in_2024


@pytest.mark.parametrize("case", golden("fide/single_games"))
def test_a_game_by_the_rules_of_october_2025(case: dict[str, Any]) -> None:
    games = games_against([case["opponent"]], [case["score"]])
    change = event_change(case["own"], games, NOW, RatingList(case["list"]))
    assert change.counting == (0 if case.get("rated") is False else 1)
    points = case["k"] * change.above
    assert nearest_half_away(int(points), 100) == case["change_rounded"]
    if "change" in case:
        assert points == hundredths(case["change"])


@pytest.mark.parametrize("case", golden("fide/tournaments"))
def test_tournaments_before_the_limit_mattered(case: dict[str, Any]) -> None:
    for edition in (BEFORE_2009, IN_2009):
        change = event_change(case["own"], games_against(case["opponents"], case["scores"]), edition, STANDARD)
        if "expected" in case:
            assert change.expected == hundredths(case["expected"])
            assert case["k"] * change.above == hundredths(case["change"])


class TestTheLimitOfTheDifference:
    """The table: .98 from 560, .92 from 392 to 411, .89 from 345 to 357, 1.00 from 736 on."""

    def test_until_june_2009_a_difference_counts_up_to_350(self) -> None:
        assert expected_of(2400, [2050, 2000, 1000], BEFORE_2009) == [89, 89, 89]
        assert expected_of(2000, [2350, 2400, 3000], BEFORE_2009) == [11, 11, 11]

    def test_then_it_counts_up_to_400_any_number_of_times(self) -> None:
        for edition in (IN_2009, IN_2014, IN_2024):
            assert expected_of(2400, [2000, 1800, 1800, 1000], edition) == [92, 92, 92, 92]
            assert expected_of(2000, [2400, 2600, 3000], edition) == [8, 8, 8]

    def test_from_2022_to_february_2024_it_helps_once_where_the_gap_is_widest(self) -> None:
        # 2400 - 1800 = 600: .98; the widest, 2400 - 1600, is the one that counts as 400.
        assert expected_of(2400, [1800, 1600, 1800], IN_2022) == [98, 92, 98]
        assert expected_of(2400, [1600, 1800, 1800], IN_2022) == [92, 98, 98]
        assert expected_of(2400, [2000, 1800], IN_2022) == [92, 92]

    def test_where_it_hurts_it_holds_every_time(self) -> None:
        assert expected_of(2000, [2600, 2700, 3000], IN_2022) == [8, 8, 8]

    def test_a_game_that_does_not_count_does_not_use_the_one_time_up(self) -> None:
        games = [OpponentGame(1, 1600, 1.0, LeftOut.MATCH_DECIDED), OpponentGame(2, 1800, 1.0)]
        assert [game.expected for game in event_change(2400, games, IN_2022, STANDARD).games] == [0, 92]

    def test_since_october_2025_differences_count_in_full_from_2650(self) -> None:
        """2650 - 2050 = 600 is .98; the opponent of 2050 is below 2650 and expects .08."""
        assert expected_of(2650, [2050], NOW) == [98]
        assert expected_of(2649, [2049], NOW) == [92]
        assert expected_of(2050, [2650], NOW) == [8]
        assert expected_of(2650, [2050], IN_2024) == [92]

    @pytest.mark.parametrize("rating_list", [RAPID, BLITZ])
    def test_in_rapid_and_blitz_the_limit_holds_for_all(self, rating_list: RatingList) -> None:
        assert expected_of(2650, [2051], NOW, rating_list) == [92]

    @pytest.mark.parametrize("rating_list", [RAPID, BLITZ])
    def test_in_rapid_and_blitz_until_2021_only_the_end_of_the_table_limits(self, rating_list: RatingList) -> None:
        assert expected_of(2400, [1800, 1000], IN_2014, rating_list) == [98, 99]


class TestGamesThatDoNotCount:
    def test_an_unrated_opponent(self) -> None:
        change = event_change(1800, games_against([1800, None, 1900], [1.0, 1.0, 0.5]), NOW, STANDARD)
        assert [game.left_out for game in change.games] == [None, LeftOut.UNRATED, None]
        assert (change.counting, change.score) == (2, 1.5)

    @pytest.mark.parametrize(
        ("own", "opponent", "counts"),
        [(2601, 2001, False), (2001, 2601, False), (2601, 2002, True), (2600, 1900, True), (1900, 2600, True)],
    )
    def test_rapid_and_blitz_games_600_apart_of_a_player_above_2600(
        self, own: int, opponent: int, counts: bool
    ) -> None:
        games = games_against([opponent], [1.0])
        for rating_list in (RAPID, BLITZ):
            assert event_change(own, games, NOW, rating_list).counting == counts
            assert event_change(own, games, IN_2024, rating_list).counting == 1
        assert event_change(own, games, NOW, STANDARD).counting == 1

    def test_a_total_is_enough_where_all_games_count(self) -> None:
        """2 * .50 + .92 expected of 3; 1.5 made: .42 less."""
        games = games_against([1800, 1800, 1400], [None, None, None])
        change = event_change(1800, games, NOW, STANDARD, total=1.5)
        assert (change.score, change.expected, change.above) == (1.5, 192, -42)

    def test_a_total_is_enough_where_the_results_of_the_others_are_known(self) -> None:
        games = [OpponentGame(1, 1800), OpponentGame(2, None, 1.0)]
        assert event_change(1800, games, NOW, STANDARD, total=1.5).score == 0.5

    def test_a_total_is_not_enough_where_some_do_not_count(self) -> None:
        with pytest.raises(InputError, match=r"Round 2 does not count for FIDE\. Remove that game"):
            event_change(1800, games_against([1800, None], [None, None]), NOW, STANDARD, total=1)

    def test_every_game_that_does_not_count_is_named(self) -> None:
        with pytest.raises(InputError, match=r"Rounds 2, 3 do not count for FIDE\. Remove those games"):
            event_change(1800, games_against([1800, None, None], [None, None, None]), NOW, STANDARD, total=1)

    def test_nothing_needs_to_be_told_where_no_game_counts(self) -> None:
        change = event_change(1800, games_against([None, None], [None, None]), NOW, STANDARD, total=1)
        assert (change.counting, change.score, change.above) == (0, 0, 0)

    def test_a_score_that_cannot_be_is_refused(self) -> None:
        games = [OpponentGame(1, 1800), OpponentGame(2, None, 0.0)]
        with pytest.raises(InputError, match="between 0 and the 1 game that count, not 2"):
            event_change(1800, games, NOW, STANDARD, total=2)

    def test_no_result_and_no_total_is_refused(self) -> None:
        with pytest.raises(InputError, match="without a result"):
            event_change(1800, games_against([1800], [None]), NOW, STANDARD)


def test_a_game_says_what_it_brought() -> None:
    won, unknown, left = event_change(
        1800, [OpponentGame(1, 1800, 1.0), OpponentGame(2, 1700), OpponentGame(3, None, 1.0)], NOW, STANDARD, total=2.5
    ).games
    assert (won.above, unknown.above, left.above) == (50, None, None)


def test_an_event_is_in_whole_hundredths_by_every_official_edition() -> None:
    for edition in DATED:
        change = event_change(1800, games_against([1803, 1500], [1.0, 0.5]), edition, STANDARD)
        assert isinstance(change.above, int)
