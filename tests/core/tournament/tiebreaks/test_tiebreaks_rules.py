"""Single articles, worked by hand."""

from datetime import date
from fractions import Fraction

import pytest
from tiebreaks_events import column, event, published, ranks

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game
from core.tournament.tiebreaks.field import Edition, Terms
from core.tournament.tiebreaks.standings import explain, notes, standings

HALF = Fraction(1, 2)


@pytest.mark.parametrize(
    ("first_day", "edition"),
    [
        (date(2026, 2, 28), Edition.SINCE_2024),
        (date(2026, 3, 1), Edition.SINCE_2026),
        (date(2019, 1, 1), Edition.SINCE_2024),
    ],
)
def test_the_edition_is_that_of_the_first_day(first_day: date, edition: Edition) -> None:
    table = Crosstable(date(2026, 3, 4), (Entrant(1),), (), began=first_day)
    assert Terms().edition_for(table) is edition


def test_before_any_game_everybody_shares_the_first_rank() -> None:
    rows = standings(event("", "", ""), ("DE", "BH/C1", "SB", "WIN", "MM"))
    assert [(row.rank, row.points) for row in rows] == [(1, 0), (1, 0), (1, 0)]
    assert rows[0].values == (None, None, None, 0, None)


def test_a_round_without_a_line_is_a_zero_point_bye() -> None:
    """Player 3 has nothing in round 2: for 1, who met 3, the round counts as a draw (16.3)."""
    table = event("3w1 2w1", "U 1b0", "1b0")
    assert column(table, "BH")[1] == HALF + 1
    assert column(table, "REP") == {1: 2, 2: 2, 3: 1}


def test_an_open_game_says_nothing_yet() -> None:
    table = event("2w1 3w?", "1b0 U", "U 1b?")
    assert column(table, "BH") == {1: 1, 2: 1 + 1, 3: 1}
    assert column(table, "REP") == {1: 1, 2: 2, 3: 1}
    assert ranks(table) == {1: 1, 2: 1, 3: 1}


def test_totals_count_where_single_results_are_unknown() -> None:
    table = Crosstable(
        date(2026, 6, 1),
        (Entrant(1, score=0.5), Entrant(2, score=1)),
        (Game(1, 1, 2), Game(2, 2, 1)),
        (Bye(3, 1, ByeKind.FULL_POINT),),
    )
    assert [(row.number, row.points) for row in standings(table)] == [(1, Fraction(3, 2)), (2, 1)]


def test_a_game_that_was_too_short_to_be_rated_was_played() -> None:
    table = Crosstable(date(2026, 6, 1), (Entrant(1), Entrant(2)), (Game(1, 1, 2, 1.0, True, rated=False),))
    assert column(table, "WON") == {1: 1, 2: 0}


def test_a_bye_may_be_worth_half_a_point_and_is_still_no_requested_one() -> None:
    table = event("U 2w1", "Z 1b0")
    assert [row.points for row in standings(table, (), Terms(bye_worth=HALF))] == [Fraction(3, 2), 0]
    assert column(table, "REP", bye_worth=HALF)[1] == 2
    # The dummy has the own 1 1/2, but half of two rounds' points at most; player 2 has nothing.
    assert column(table, "BH", bye_worth=HALF)[1] == 1


def test_fore_buchholz_draws_the_last_round_once_it_is_paired() -> None:
    table = event("2w1 3w1", "1b0 4w?", "4w1 1b0", "3b0 2b?")
    assert column(table, "FB", planned=3) == column(table, "BH", planned=3)
    # All four: 1 has 1 1/2, 2 has 1/2, 3 has 1 1/2, 4 has 1/2.
    assert column(table, "FB", planned=2) == {1: 2, 2: 2, 3: 2, 4: 2}


def test_standard_points_compare_with_the_scheduled_opponent() -> None:
    """7.7: a double forfeit brings both the same points."""
    assert column(event("2w- U 3w1", "1b- H Z", "U Z 1b0"), "STD") == {1: HALF + 2, 2: HALF + HALF, 3: 1}


def test_two_games_of_the_same_two_are_averaged_in_direct_encounter() -> None:
    table = event("2w1 2b= 4w0", "1b0 1w= 3w1", "U U 2b0", "U U 1b1")
    assert [row.points for row in standings(table)] == [3, 2, Fraction(3, 2), Fraction(3, 2)]
    assert column(table, "DE") == {1: Fraction(3, 4), 2: Fraction(1, 4), 3: None, 4: None}


def test_a_sure_leader_of_direct_encounters_in_a_swiss_is_ranked() -> None:
    """1, 2, 3 have 2; 1 beat both, 2 and 3 have not met: 1 is first, the others stay tied (6.3)."""
    table = event("2w1 3w1 4w0", "1b0 5w1 U", "4w1 1b0 5w1", "3b0 Z 1b1", "U 2b0 3b0")
    assert ranks(table, "DE") == {1: 1, 2: 2, 3: 2, 4: 4, 5: 4}
    # 6.3 is for Swiss events: in a round robin nothing is decided before all have met.
    assert ranks(table, "DE", preset=True) == {1: 1, 2: 1, 3: 1, 4: 4, 5: 4}
    assert explain(table, 1, "DE")[-1].rule == "C.07 6.3"


def test_a_forfeit_is_no_direct_encounter_unless_pairings_were_set() -> None:
    table = event("2w+ Z", "1b- U")
    assert ranks(table, "DE") == {1: 1, 2: 1}
    assert ranks(table, "DE", preset=True) == {1: 1, 2: 2}


def test_who_is_tied_for_direct_encounter_depends_on_what_comes_before() -> None:
    crosstable = published("tec-rr-6")
    alone = explain(crosstable, 1, "DE", ("DE",), Terms(preset=True))
    assert {one.opponent for one in alone} == {2, 3}
    assert sum(one.value for one in alone) == 2
    # Sonneborn-Berger tells 1 from 2 and 3, who are still tied with each other.
    assert explain(crosstable, 1, "DE", ("SB", "DE"), Terms(preset=True)) == ()
    assert {one.opponent for one in explain(crosstable, 2, "DE", ("SB", "DE"), Terms(preset=True))} == {3}


def test_koya_counts_the_possible_points_without_the_free_round() -> None:
    """Three players, three rounds, two games each: 1 point is half."""
    table = event("Z 2w1 3b=", "3w1 1b0 Z", "2b0 Z 1w=")
    assert column(table, "KS", preset=True) == {1: 1, 2: 0, 3: HALF}


def test_a_cut_of_all_there_is_leaves_nothing_and_ranks_last() -> None:
    table = event("2w= Z", "1b= 3w=", "Z 2b=")
    assert column(table, "ARO/C1") == {1: None, 2: 1500, 3: None}
    assert ranks(table, "ARO/C1") == {1: 2, 2: 1, 3: 2}
    assert column(event("2w1", "1b0"), "BH/C1") == {1: None, 2: None}


def test_rating_columns_are_left_out_where_somebody_unrated_played() -> None:
    table = event("2w1", "1b0", "Z", ratings=[1600, None, 1500])
    assert column(table, "ARO") == {1: None, 2: None, 3: None}
    assert list(notes(table, ("BH", "ARO"))) == ["ARO"]
    assert column(table, "ARO", unrated=1400) == {1: 1400, 2: 1600, 3: None}
    assert notes(table, ("BH", "ARO"), Terms(unrated=1400)) == {}
    # Who is unrated and has not played keeps nobody from an average.
    assert column(event("2w1", "1b0", "Z", ratings=[1600, 1500, None]), "ARO") == {1: 1500, 2: 1600, 3: None}


def test_the_lower_pairing_number_and_the_higher_rating_go_first() -> None:
    table = event("2w=", "1b=", ratings=[1500, 1600])
    assert ranks(table, "TPN") == {1: 1, 2: 2}
    assert ranks(table, "RTNG") == {1: 2, 2: 1}


def test_nine_rounds_of_us_chess_leave_out_two_scores_at_an_end() -> None:
    """Player 1 won nine games against scores 0 to 8, none of them with an unplayed round."""
    games, stranger = [], 100
    for opponent in range(2, 11):
        for round_number in range(1, 10):
            if round_number == opponent - 1:
                games.append(Game(round_number, 1, opponent, 1.0))
            else:
                beaten = sum(game.first == opponent and game.score == 1 for game in games)
                games.append(Game(round_number, opponent, stranger, float(beaten < opponent - 2)))
                stranger += 1
    numbers = {number for game in games for number in (game.first, game.second)}
    table = Crosstable(date(2026, 6, 1), tuple(Entrant(number) for number in numbers), tuple(games))
    assert column(table, "SOLK")[1] == sum(range(9))
    assert column(table, "MM")[1] == sum(range(2, 9))
    assert column(table, "MED")[1] == sum(range(2, 7))


def test_modified_median_below_and_at_half_of_the_points() -> None:
    """Rounds 2: opponents' adjusted scores of 1 are 2 and 1/2; of 2, 1/2 and 1/2 below 1; 34E1."""
    table = event("2w0 3w1", "1b1 4w1", "4b0 1b0", "3w1 2b0")
    assert column(table, "SOLK") == {1: 2, 2: 2, 3: 2, 4: 2}
    # 1 and 4 are at half: highest and lowest go, nothing is left. 2 is above: 0 or 1 goes. 3 is below: the 1 goes.
    assert column(table, "MM") == {1: None, 2: 1, 3: 1, 4: None}


def test_head_to_head_counts_plus_and_minus() -> None:
    """3-1 is +2 and beats 1-0 (34E5): 1 beat two of the tied and lost to nobody, 2 beat one."""
    table = event("2w1 3w1 4b0", "1b0 4w1 3w1", "4w1 1b0 2b0", "3b0 2b0 1w1")
    assert [row.points for row in standings(table)] == [2, 2, 1, 1]
    assert column(table, "H2H") == {1: 1, 2: -1, 3: 1, 4: -1}
    assert ranks(table, "H2H") == {1: 1, 2: 2, 3: 3, 4: 4}


def test_us_chess_ranks_points_in_play_above_points_without_a_game() -> None:
    table = event("U Z", "3w1 4w0", "2b0 Z", "Z 2b1")
    assert ranks(table, "BLK") == {4: 1, 2: 2, 1: 3, 3: 4}
    (remark,) = [one for one in explain(table, 1, "SOLK") if one.round is None]
    assert remark.rule == "US Chess 34E"


def test_spread_is_of_points_on_the_board_capped_and_with_byes() -> None:
    games = (Game(1, 1, 2, 1.0, True, 500, 350), Game(2, 1, 3, 0.0, False, 380, 400))
    byes = (
        Bye(1, 3, ByeKind.FULL_POINT, points=50),
        Bye(2, 2, ByeKind.FORFEIT_LOSS, points=-50),
    )
    table = Crosstable(date(2026, 6, 1), tuple(map(Entrant, (1, 2, 3))), games, byes)
    assert column(table, "SPREAD") == {1: 130, 2: -200, 3: 70}
    assert column(table, "SPREAD", spread_cap=100) == {1: 80, 2: -150, 3: 70}
    assert [one.words for one in explain(table, 1, "SPREAD", terms=Terms(spread_cap=100))] == [
        "spread +150, capped",
        "spread",
    ]
    told = Crosstable(date(2026, 6, 1), tuple(map(Entrant, (1, 2))), (Game(1, 1, 2, 1.0, True, 80, -80),))
    assert column(told, "SPREAD") == {1: 80, 2: -80}


def test_a_buchholz_is_explained_round_by_round() -> None:
    """Player 4: the half-point bye's dummy has 3 1/2, at most half of five rounds' points; the cut takes it."""
    lines = explain(published("tec-swiss-5"), 4, "BH/C1")
    assert [(one.round, one.opponent, one.value, one.counted) for one in lines] == [
        (1, 12, 3, True),
        (2, None, Fraction(5, 2), False),
        (3, 13, Fraction(3, 2), True),
        (4, 3, Fraction(7, 2), True),
        (5, 1, Fraction(7, 2), True),
    ]
    assert lines[0].words == "score 2, adjusted to 3: requested byes at the end count as draws"
    assert lines[1].words == "unplayed: own score 3½, at most 2½, half of the rounds' points"
    assert [one.rule for one in lines[:3]] == ["C.07 16.3", "C.07 16.4", "C.07 8.1"]


def test_a_performance_is_explained_to_its_end() -> None:
    *opponents, last = explain(published("tec-swiss-5"), 2, "TPR")
    assert [one.value for one in opponents] == [1750, 1900, 2200, 1450, 2100]
    assert (last.value, last.words) == (2120, "average 1880, and +240 for 80% of the points")


def test_an_unknown_code_is_refused() -> None:
    with pytest.raises(InputError, match="XYZ is not a tie-break"):
        standings(event(""), ("XYZ",))
