"""Which games count, and how many there must be: FIDE B.01, 1.4.1 and 1.4.2."""

import pytest
from fide_norm_factories import NINE_GMS, games, known_event, opponent, snapshot, unplayed

from core.rating.fide.norms.evaluation import Basis, CheckState, Exclusion, NormItem
from core.rating.fide.norms.facts import GM, IM, Championship, Decided, EventFormat, NormPlayer, NormSnapshot
from core.rating.fide.norms.result import NormResult, NormWarning, evaluate


def warnings_of(result: NormResult) -> list[NormWarning]:
    return [remark.warning for remark in result.remarks]


class TestNumberOfGames:
    """1.4.1a and b. Every event here is 2500 against 2500 players and 6.5 of 9 or its like: no lack but of games."""

    def test_nine_games_are_enough(self) -> None:
        """6.5/9 = 72.2 %, dp(.72) = 166, Rp = 2500 + 166 = 2666."""
        result = evaluate(snapshot(games(NINE_GMS, "1111===10")), GM)
        assert result.certain
        assert (result.best.basis, result.best.figures.performance) == (Basis.GAMES, 2666)

    def test_eight_are_not(self) -> None:
        result = evaluate(snapshot(games(NINE_GMS[:8], "1111===1")), GM)
        assert [check.item for check in result.best.failed] == [NormItem.GAMES]
        assert result.best.check(NormItem.GAMES).missing == 1

    @pytest.mark.parametrize(("rounds", "enough"), [(6, False), (7, True), (9, True), (10, False)])
    def test_seven_are_in_a_team_championship_of_seven_to_nine_rounds(self, rounds: int, enough: bool) -> None:
        played = games(NINE_GMS[: min(rounds, 7)], "1111==="[:rounds])
        result = evaluate(snapshot(played, rounds=rounds, championship=Championship.TEAM), GM)
        assert result.achieved is enough

    def test_seven_count_as_seven(self) -> None:
        """5/7 = 71.4 %, dp(.71) = 158: Rp 2658. 4/7 = 57 %, dp 50: 2550 fails, so no full point is spare."""
        result = evaluate(snapshot(games(NINE_GMS[:7], "111=1=0"), championship=Championship.TEAM), GM)
        assert (result.best.basis, result.best.games_for_title) == (Basis.TEAM_CHAMPIONSHIP, 7)

    @pytest.mark.parametrize(("number", "worth"), [(8, 9), (9, 9), (10, 10)])
    def test_eight_games_of_the_world_cup_count_as_nine(self, number: int, worth: int) -> None:
        played = games([*NINE_GMS, "2500 GM AUS"][:number], "1111===01="[:number])
        event = snapshot(played, rounds=16, format=EventFormat.KNOCKOUT, championship=Championship.WORLD_CUP)
        best = evaluate(event, GM).best
        assert (best.basis, best.achieved, best.games_for_title) == (Basis.WORLD_CUP, True, worth)


class TestEightGamesAndAPoint:
    """1.4.1c: in nine rounds, eight games and a forfeit win or allocated bye count as nine."""

    @pytest.mark.parametrize("decided", [Decided.FORFEIT, Decided.ALLOCATED_BYE])
    def test_it_makes_the_norm_and_says_that_it_counts_once(self, decided: Decided) -> None:
        """6/8 = 75 %, dp(.75) = 193: Rp 2693; 5/8 = .63 up, dp 95: 2595 fails, so no full point is spare."""
        played = games(NINE_GMS, "11111==01")
        result = evaluate(snapshot([*played[:4], unplayed(played[4], decided), *played[5:]]), GM)
        assert (result.best.basis, result.best.figures.score) == (Basis.EIGHT_AND_A_POINT, 6)
        assert (result.achieved, result.best.games_for_title) == (True, 9)
        assert warnings_of(result) == [NormWarning.EIGHT_GAMES_ONCE]

    @pytest.mark.parametrize(
        ("decided", "points"), [(Decided.FORFEIT, 0), (Decided.OTHER_BYE, 1), (Decided.ADJUDICATED, 1)]
    )
    def test_nothing_else_is_such_a_point(self, decided: Decided, points: float) -> None:
        played = games(NINE_GMS, "11111==01")
        result = evaluate(snapshot([*played[:4], unplayed(played[4], decided, points), *played[5:]]), GM)
        assert [check.item for check in result.best.failed] == [NormItem.GAMES]

    def test_it_is_for_nine_rounds_alone(self) -> None:
        played = games(NINE_GMS, "11111==01")
        passed = [*played[:4], unplayed(played[4], Decided.FORFEIT), *played[5:]]
        assert not evaluate(snapshot(passed, rounds=10), GM).achieved

    def test_seven_games_and_two_points_are_not_enough(self) -> None:
        played = games(NINE_GMS, "111111==1")
        passed = [unplayed(played[0], Decided.FORFEIT), unplayed(played[1], Decided.FORFEIT), *played[2:]]
        assert not evaluate(snapshot(passed), GM).achieved


class TestLastRoundForfeit:
    """1.4.2c: a forfeit win of the last round may count as a loss to reach the number of games."""

    def test_who_can_afford_the_loss_has_a_norm_that_counts_without_limit(self) -> None:
        """6.5/9 with the loss is 72 %: 2500 + 166."""
        played = games(NINE_GMS, "11111===1")
        result = evaluate(snapshot([*played[:8], unplayed(played[8], Decided.FORFEIT)]), GM)
        assert (result.best.basis, result.best.figures.performance) == (Basis.LAST_ROUND_FORFEIT, 2666)
        assert (len(result.best.games), result.best.games[-1].score) == (9, 0)
        assert [remark.figures for remark in result.remarks] == [(9,)]
        assert warnings_of(result) == [NormWarning.COUNTED_AS_LOSS]

    def test_who_cannot_has_the_norm_of_eight_games_instead(self) -> None:
        """5.5/8 = .69, dp 141: 2641 makes it; 5.5/9 = .61, dp 80: 2580 does not."""
        played = games(NINE_GMS, "1111===01")
        result = evaluate(snapshot([*played[:8], unplayed(played[8], Decided.FORFEIT)]), GM)
        assert (result.achieved, result.best.basis) == (True, Basis.EIGHT_AND_A_POINT)

    def test_it_is_the_last_round_of_any_event(self) -> None:
        """Ten rounds, one missed: eight games and the forfeit of round 10; 6.5/9."""
        played = games([*NINE_GMS, "2500 GM AUS"], "11111===11")
        passed = [*played[:8], unplayed(played[8], Decided.OTHER_BYE, 0), unplayed(played[9], Decided.FORFEIT)]
        assert evaluate(snapshot(passed), GM).best.basis is Basis.LAST_ROUND_FORFEIT

    def test_another_round_is_not_counted(self) -> None:
        played = games([*NINE_GMS, "2500 GM AUS"], "11111===11")
        passed = [*played[:8], unplayed(played[8], Decided.FORFEIT), unplayed(played[9], Decided.OTHER_BYE, 0)]
        assert not evaluate(snapshot(passed), GM).achieved

    def test_an_opponent_whose_games_do_not_count_is_none(self) -> None:
        played = games([*NINE_GMS[:8], "2500 GM NON"], "11111===1")
        best = evaluate(snapshot([*played[:8], unplayed(played[8], Decided.FORFEIT)]), GM).best
        assert best.basis is Basis.EIGHT_AND_A_POINT

    def test_nobody_counts_it_who_has_games_enough(self) -> None:
        played = games([*NINE_GMS, "2500 GM AUS"], "11111===11")
        best = evaluate(snapshot([*played[:9], unplayed(played[9], Decided.FORFEIT)]), GM).best
        assert (best.basis, len(best.games)) == (Basis.GAMES, 9)


class TestGamesThatDoNotCount:
    """1.4.2a to c."""

    @pytest.mark.parametrize(
        ("decided", "exclusion"),
        [
            (Decided.FORFEIT, Exclusion.FORFEIT),
            (Decided.ADJUDICATED, Exclusion.ADJUDICATED),
            (Decided.ALLOCATED_BYE, Exclusion.BYE),
            (Decided.OTHER_BYE, Exclusion.BYE),
        ],
    )
    def test_what_was_not_decided_over_the_board(self, decided: Decided, exclusion: Exclusion) -> None:
        played = games(["2500 GM AUS", *NINE_GMS], "11111==100")
        result = evaluate(snapshot([unplayed(played[0], decided), *played[1:]]), GM)
        assert [(excluded.game.round, excluded.exclusion) for excluded in result.excluded] == [(1, exclusion)]
        assert (result.whole.figures.games, result.whole.figures.score) == (9, 6)

    def test_opponents_of_federations_that_are_not_fides(self) -> None:
        result = evaluate(snapshot(games(["2500 GM NON", *NINE_GMS], "11111==100")), GM)
        assert [excluded.exclusion for excluded in result.excluded] == [Exclusion.NOT_FIDE]
        assert result.excluded[0].exclusion.clause == "FIDE B.01, 1.4.2a"

    @pytest.mark.parametrize(
        ("event_format", "pointless", "counted"),
        [
            (EventFormat.ROUND_ROBIN, True, 9),
            (EventFormat.ROUND_ROBIN, False, 10),
            (EventFormat.ROUND_ROBIN, None, 10),
            (EventFormat.SWISS, True, 10),
        ],
    )
    def test_unrated_opponents_without_a_point_in_a_round_robin(
        self, event_format: EventFormat, pointless: bool | None, counted: int
    ) -> None:
        field = [opponent("- - AUS", pointless=pointless), *[opponent(text) for text in NINE_GMS]]
        result = evaluate(snapshot(games(field, "11111==100"), format=event_format), GM)
        assert result.whole.figures.games == counted
        asked = event_format is EventFormat.ROUND_ROBIN and pointless is None
        assert (NormWarning.POINTLESS_UNKNOWN in warnings_of(result)) is asked

    def test_a_rated_opponent_without_a_point_counts(self) -> None:
        field = [opponent("2300 FM AUS", pointless=True), *[opponent(text) for text in NINE_GMS]]
        result = evaluate(snapshot(games(field, "11111==100"), format=EventFormat.ROUND_ROBIN), GM)
        assert result.excluded == ()


class TestAllRounds:
    """1.4.1e: where pairings are predetermined, the norm takes all rounds."""

    def test_a_round_robin_under_way_makes_no_norm(self) -> None:
        result = evaluate(snapshot(games(NINE_GMS, "1111===10"), rounds=11, format=EventFormat.ROUND_ROBIN), GM)
        assert [check.item for check in result.best.failed] == [NormItem.ALL_ROUNDS]
        assert result.best.check(NormItem.ALL_ROUNDS).missing == 2

    def test_a_swiss_under_way_does(self) -> None:
        assert evaluate(snapshot(games(NINE_GMS, "1111===10"), rounds=11), GM).certain

    def test_without_a_format_it_is_to_be_confirmed(self) -> None:
        result = evaluate(snapshot(games(NINE_GMS, "1111===10"), rounds=11, format=None), GM)
        assert {check.item for check in result.best.to_confirm} == {NormItem.FORMAT, NormItem.ALL_ROUNDS}

    def test_a_forfeit_is_a_round_that_has_passed(self) -> None:
        played = games(["2500 GM AUS", *NINE_GMS], "11111==110")
        passed = [unplayed(played[0], Decided.FORFEIT), *played[1:]]
        assert evaluate(snapshot(passed, format=EventFormat.ROUND_ROBIN), GM).certain


class TestLongEvents:
    """1.7: a norm of more than 13 rounds counts as 13 games; the checks take all of them."""

    def test_fourteen_games_count_as_thirteen(self) -> None:
        """9/14 = 64.3 %, dp(.64) = 102: Rp 2602. 8/14 = 57 %: 2550, so no full point is spare."""
        field = [*NINE_GMS, *[f"2500 GM {federation}" for federation in ["AUS", "BRA", "ARG", "PER", "CHI"]]]
        result = evaluate(snapshot(games(field, "1111111==00==0")), GM)
        assert (result.achieved, result.best.games_for_title) == (True, 13)
        assert [(remark.warning, remark.figures) for remark in result.remarks] == [(NormWarning.COUNTS_AS_13, (14,))]


class TestExtraGames:
    """1.4.1d: every full point above what the norm takes counts as one more game."""

    @pytest.mark.parametrize(
        ("results", "extra"),
        # Against 2500: 6/9 makes 2625 and 5.5/9 only 2580, so 6 is what it takes.
        [("1111==100", 0), ("11111=100", 0), ("111111100", 1), ("1111111=0", 1), ("111111110", 2), ("111111111", 3)],
    )
    def test_they_are_counted_for_the_title(self, results: str, extra: int) -> None:
        best = evaluate(snapshot(games(NINE_GMS, results)), GM).best
        assert (best.achieved, best.extra_games, best.games_for_title) == (True, extra, 9 + extra)

    def test_without_the_norm_there_are_none(self) -> None:
        field = [text.replace("GM", "-") for text in NINE_GMS]
        assert evaluate(snapshot(games(field, "111111111")), GM).best.extra_games == 0

    def test_a_lower_norm_has_more_of_them(self) -> None:
        """IM against 2500: 3.5/9 = .39, dp -80: 2420 fails; 4/9 = .44, dp -43: 2457 makes it; 8 is 4 points more."""
        assert evaluate(snapshot(games(NINE_GMS, "111111110")), IM).best.extra_games == 4


def test_a_total_alone_is_judged_without_leaving_out_games() -> None:
    played = [game.__class__(game.round, game.opponent) for game in games(NINE_GMS, "0" * 9)]
    result = evaluate(NormSnapshot(NormPlayer("NOR"), known_event(), tuple(played), 6), GM)
    assert (result.certain, result.whole.figures.score) == (True, 6)


def test_a_check_that_failed_tells_its_state_and_clause() -> None:
    check = evaluate(snapshot(games(NINE_GMS[:8], "1111===1")), GM).best.check(NormItem.GAMES)
    assert (check.state, check.have, check.need) == (CheckState.FAILED, 8, 9)
    assert (check.item.clause, check.item.number) == ("FIDE B.01, 1.4.1", 3)
