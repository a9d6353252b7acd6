"""Ratings, score, performance, and the event's own conditions: FIDE B.01, 1.1 and 1.4.6 to 1.4.8."""

from datetime import date
from typing import Any

import pytest
from fide_norm_factories import NINE_GMS, games, snapshot

from core.event.crosstable import TimeControl
from core.rating.fide.norms.evaluation import CheckState, NormItem, RaisedOpponent
from core.rating.fide.norms.facts import GM, IM, NORMS, WGM, WIM, EventFormat
from core.rating.fide.norms.result import NormWarning, evaluate, evaluate_all


class TestRatings:
    """1.4.6: unrated is 1400, and one opponent, the lowest, is raised to the floor of the norm."""

    @pytest.mark.parametrize(
        ("lowest", "raised", "average"),
        [
            # (8*2500 + 2200)/9 = 2466.67
            ("2100 GM AUS", RaisedOpponent(9, 2100, 2200), 2467),
            ("- GM AUS", RaisedOpponent(9, None, 2200), 2467),
            # (8*2500 + 2201)/9 = 2466.78
            ("2201 GM AUS", None, 2467),
            ("2200 GM AUS", None, 2467),
        ],
    )
    def test_the_lowest_is_raised(self, lowest: str, raised: RaisedOpponent | None, average: int) -> None:
        figures = evaluate(snapshot(games([*NINE_GMS[:8], lowest], "1111==100")), GM).whole.figures
        assert (figures.raised, figures.average) == (raised, average)

    def test_it_is_one_opponent_alone(self) -> None:
        """(7*2500 + 2150 + 2200)/9 = 2427.8: 2100 is raised, 2150 is not."""
        field = [*NINE_GMS[:7], "2150 GM AUS", "2100 GM BRA"]
        figures = evaluate(snapshot(games(field, "1111==100")), GM).whole.figures
        assert (figures.raised, figures.average) == (RaisedOpponent(9, 2100, 2200), 2428)

    @pytest.mark.parametrize(("norm", "floor"), [(GM, 2200), (IM, 2050), (WGM, 2000), (WIM, 1850)], ids=str)
    def test_every_norm_has_its_floor(self, norm: Any, floor: int) -> None:
        raised = evaluate(
            snapshot(games([*NINE_GMS[:8], "- - AUS"], "1111==100"), woman=True), norm
        ).whole.figures.raised
        assert raised is not None
        assert raised.floor == floor


class TestAverageAndPerformance:
    """1.4.7 and 1.4.8: the average is rounded before dp is added."""

    @pytest.mark.parametrize(("last", "average", "achieved"), [(2604, 2600, True), (2603, 2599, False)])
    def test_half_a_point_of_average_is_rounded_up(self, last: int, average: int, achieved: bool) -> None:
        """Ten games, 5 points, dp 0. (8*2600 + 2591 + 2604)/10 = 2599.5 is rounded up; 2599.4 is not."""
        field = [*[text.replace("2500", "2600") for text in NINE_GMS[:8]], "2591 GM CHN", f"{last} GM AUS"]
        result = evaluate(snapshot(games(field, "1111100000")), GM)
        assert (result.whole.figures.average, result.whole.achieved) == (average, achieved)

    def test_an_average_too_low_is_not_made_up_for(self) -> None:
        """IM: 9/9 is +800, but 2229 is below 2230."""
        field = [f"2229 IM {text[-3:]}" for text in NINE_GMS]
        result = evaluate(snapshot(games(field, "1" * 9)), IM)
        assert [(check.item, check.missing) for check in result.best.failed] == [(NormItem.AVERAGE, 1)]

    def test_without_a_game_there_is_no_average(self) -> None:
        result = evaluate(snapshot([]), GM)
        assert {NormItem.GAMES, NormItem.AVERAGE, NormItem.PERFORMANCE} <= {check.item for check in result.best.failed}
        assert result.whole.figures.performance is None


class TestScore:
    """1.4.8b: 35 %, taken strictly."""

    @pytest.mark.parametrize(
        ("number", "results", "passed"),
        [(9, "111000000", False), (9, "111=00000", True), (10, "111=000000", True), (12, "1111=0000000", True)],
    )
    def test_the_least_score(self, number: int, results: str, passed: bool) -> None:
        """9 games: 3.15, so 3.5; 10: 3.5; 12: 4.2, so 4.5."""
        field = [f"2700 GM {text[-3:]}" for text in (NINE_GMS + NINE_GMS)[:number]]
        check = evaluate(snapshot(games(field, results)), GM).whole.check(NormItem.SCORE)
        assert (check.state is CheckState.PASSED) is passed

    def test_of_13_games_4_and_a_half_points_fail_with_a_warning(self) -> None:
        """4.5/13 = 34.6 %, which rounds to 35. Leaving out the won games leaves less than 35 %."""
        field = [f"2750 GM {text[-3:]}" for text in (NINE_GMS + NINE_GMS)[:13]]
        result = evaluate(snapshot(games(field, "1111=00000000"), format=EventFormat.ROUND_ROBIN), GM)
        assert [check.item for check in result.best.failed] == [NormItem.SCORE]
        assert [(remark.warning, remark.figures) for remark in result.remarks] == [
            (NormWarning.SCORE_ROUNDS_TO_35, (4.5, 13))
        ]


class TestWomen:
    """0.5: WGM and WIM norms are for women."""

    @pytest.mark.parametrize(
        ("woman", "state"), [(True, CheckState.PASSED), (False, CheckState.FAILED), (None, CheckState.TO_CONFIRM)]
    )
    def test_who_may_make_them(self, woman: bool | None, state: CheckState) -> None:
        result = evaluate(snapshot(games(NINE_GMS, "111111000"), woman=woman), WGM)
        assert result.whole.check(NormItem.WOMEN).state is state

    @pytest.mark.parametrize(("woman", "norms"), [(True, NORMS), (None, (GM, IM)), (False, (GM, IM))])
    def test_all_norms_that_are_open(self, woman: bool | None, norms: Any) -> None:
        results = evaluate_all(snapshot(games(NINE_GMS, "111111000"), woman=woman))
        assert tuple(result.norm for result in results) == norms

    def test_she_makes_the_highest_and_so_all(self) -> None:
        assert all(result.certain for result in evaluate_all(snapshot(games(NINE_GMS, "111111000"), woman=True)))
        assert WIM in NORMS


class TestConditionsOfTheEvent:
    """1.1: what is not known is to be confirmed, what is wrong fails."""

    CHECKED = (
        ("rated", False, NormItem.RATED),
        ("registered", False, NormItem.REGISTERED),
        ("most_rounds_a_day", 3, NormItem.ROUNDS_A_DAY),
        ("time_control", TimeControl(90, 29), NormItem.TIME_CONTROL),
        ("arbiters", False, NormItem.ARBITERS),
        ("arbiters_play", True, NormItem.ARBITERS_DO_NOT_PLAY),
        ("format", EventFormat.OTHER, NormItem.FORMAT),
        ("changed_for_players", True, NormItem.UNCHANGED),
    )

    @pytest.mark.parametrize(("name", "wrong", "item"), CHECKED)
    def test_a_wrong_one_fails_and_an_unknown_one_is_to_be_confirmed(
        self, name: str, wrong: Any, item: NormItem
    ) -> None:
        event = games(NINE_GMS, "111111000")
        more = {"format_approved": False} if item is NormItem.FORMAT else {}
        failed = evaluate(snapshot(event, **{name: wrong}, predetermined=False, **more), GM)
        assert [check.item for check in failed.best.failed] == [item]
        unknown = evaluate(snapshot(event, **{name: None}, predetermined=False), GM)
        assert unknown.achieved
        assert not unknown.certain
        assert item in [check.item for check in unknown.best.to_confirm]

    def test_nothing_known_of_the_event_leaves_the_games(self) -> None:
        nothing = dict.fromkeys([name for name, _, _ in self.CHECKED])
        result = evaluate(snapshot(games(NINE_GMS, "111111000"), **nothing), GM)
        assert (result.achieved, len(result.best.to_confirm)) == (True, len(self.CHECKED) + 1)

    def test_twelve_hours_a_day(self) -> None:
        """Two games of 2 x 180 minutes are 720; of 2 x 181 they are too long."""
        event = games(NINE_GMS, "111111000")
        assert evaluate(snapshot(event, time_control=TimeControl(150, 30)), GM).certain
        longer = evaluate(snapshot(event, time_control=TimeControl(151, 30)), GM)
        assert [(check.item, check.missing) for check in longer.best.failed] == [(NormItem.MINUTES_A_DAY, 4)]

    def test_a_faster_time_control_may_be_approved(self) -> None:
        event = games(NINE_GMS, "111111000")
        result = evaluate(snapshot(event, time_control=TimeControl(45, 30), time_control_approved=True), GM)
        assert result.achieved
        assert [(remark.warning, remark.figures) for remark in result.remarks] == [
            (NormWarning.APPROVED_TIME_CONTROL, (75,))
        ]

    def test_another_format_may_be_approved(self) -> None:
        event = snapshot(
            games(NINE_GMS, "111111000"), format=EventFormat.OTHER, format_approved=True, predetermined=False
        )
        assert evaluate(event, GM).certain

    def test_older_and_longer_events_are_told(self) -> None:
        event = snapshot(games(NINE_GMS, "111111000"), start=date(2023, 12, 31), end=date(2024, 1, 30))
        found = [(remark.warning, remark.figures) for remark in evaluate(event, GM).remarks]
        assert found == [(NormWarning.OLDER_RULES, ()), (NormWarning.RATINGS_AT_THE_GAME, (31,))]
