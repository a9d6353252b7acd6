"""From a crosstable to what waits for everybody's next list."""

import json
from datetime import date
from typing import Any

import pytest
from fide_factories import BLITZ, DAY, NOW, RAPID, STANDARD, own_event, player, reasons_of, step_of

from core.errors import InputError, RuleError
from core.event.background import NOTHING_KNOWN, Background, ExternalRating, ExternalSystem
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game, TimeControl
from core.event.entered_rating import EnteredRating
from core.lists import RatingList
from core.rating.fide.periods import LeftOut
from core.rating.fide.rules import EDITIONS, Reason
from core.rating.fide.state import PastRating, PendingEvent, PlayerState, PoolEvent
from core.rating.fide.system import SYSTEM as system
from core.rating.outcome import Award, CommonReason, DisplayedRating
from core.rating.rating_system import PublishedSystem

LIST, LAST_DAY = date(2026, 12, 1), date(2026, 11, 28)
FIDE_1900 = Background(ratings=(ExternalRating(ExternalSystem.FIDE, 1900, DAY),))


def rated(
    crosstable: Crosstable,
    state: PlayerState,
    rating_list: RatingList = STANDARD,
    background: Background = NOTHING_KNOWN,
) -> Any:
    return system.rate_event(crosstable, rating_list, {"me": state}, backgrounds={"me": background})["me"]


def section(*ratings: int | None, games: tuple[Game, ...], **more: Any) -> Any:
    """Return everybody's outcome in a section of the club."""
    names = "abcdefgh"[: len(ratings)]
    states = {
        name: PlayerState() if rating is None else player(rating) for name, rating in zip(names, ratings, strict=True)
    }
    states |= more.pop("states", {})
    entrants = tuple(Entrant(number, player=name, rated=True) for number, name in enumerate(names, start=1))
    crosstable = Crosstable(DAY, entrants, games, **more)
    return system.rate_event(crosstable, STANDARD, states)


def test_the_system_is_one_that_publishes_lists() -> None:
    published: PublishedSystem = system
    assert published.needs_player_background(player(1800))


def test_an_event_waits_and_the_rating_stays_as_published() -> None:
    """1800 expects .50 of 1800, .64 of 1700 and .24 of 2000: 1.38; 2 is .62 more, times K 20 is 12.4."""
    outcome = rated(own_event((1800, 1700, 2000), results=(1, 0.5, 0.5)), player(1800))
    assert outcome.before == outcome.after == DisplayedRating(1800, 1800, 200, False)
    assert (outcome.score, outcome.expected, outcome.rules) == (2, 1.38, "fide-2025-10-01")
    assert outcome.state.pending == (PendingEvent(DAY, 3, 2, 62, NOW.key),)
    estimate = outcome.detail.estimate
    assert (estimate.day, estimate.change, estimate.rounded, estimate.calculated) == (LIST, 1240, 12, 1812)
    assert outcome.norms == outcome.titles == ()


def test_the_performance_is_fides() -> None:
    """Ra of 1800, 1700 and 2000 is 1833; 2 of 3 is 67 %, dp 125."""
    assert rated(own_event((1800, 1700, 2000), results=(1, 0.5, 0.5)), player(1800)).performance == 1958


def test_the_list_counts_what_the_events_left() -> None:
    first = rated(own_event((1800,), results=(1,), date=date(2026, 11, 7)), player(1800))
    second = rated(own_event((1800,), results=(1,)), first.state)
    assert second.detail.estimate.calculated == 1820
    published = system.publish(second.state, STANDARD, LIST, LAST_DAY)
    assert (published.before.displayed, published.after.displayed, published.after.games) == (1800, 1820, 202)


def test_a_total_score_is_enough() -> None:
    outcome = rated(own_event((1800, 1700), score=1.5), player(1800))
    assert (outcome.score, outcome.state.pending[0].above) == (1.5, 36)


def test_both_sides_of_a_game_are_rated_against_the_published_ratings() -> None:
    outcomes = section(1800, 1900, games=(Game(1, 1, 2, 1),))
    assert [outcomes[name].state.pending[0].above for name in "ab"] == [64, -64]


def test_byes_and_games_that_were_not_rated_count_nothing() -> None:
    games = (Game(1, 1, 2, 1), Game(2, 1, 2, 1, rated=False))
    outcomes = section(
        1800, 1800, 1800, games=games, byes=(Bye(3, 1, ByeKind.FORFEIT_WIN), Bye(1, 3, ByeKind.FULL_POINT))
    )
    assert set(outcomes) == {"a", "b"}
    assert outcomes["a"].state.pending[0].games == 1


class TestTheRatingInForce:
    """The ratings are those of the list in force on the event's first day (B.02 8.3, B.01 1.4.6a)."""

    def test_an_event_over_two_months_uses_the_ratings_of_its_first_day(self) -> None:
        moved = player(1900, history=(PastRating(date(2026, 11, 1), 1800),))
        over = {"began": date(2026, 10, 30), "date": date(2026, 11, 3)}
        crosstable = own_event((1800,), results=(1,), **over)
        assert rated(crosstable, moved).detail.own.rating == 1800
        assert rated(own_event((1800,), results=(1,), date=date(2026, 11, 3)), moved).detail.own.rating == 1900
        opponents = section(
            1800,
            None,
            games=(Game(1, 1, 2, 1),),
            states={"b": moved},
            began=date(2026, 10, 30),
        )
        assert opponents["a"].detail.games[0].rating == 1800

    def test_the_rules_are_those_of_the_first_day(self) -> None:
        crosstable = own_event((2200,), results=(1,), began=date(2025, 9, 30), date=date(2025, 10, 5))
        assert rated(crosstable, player(2700)).rules == "fide-2024-12-01"
        assert rated(crosstable, player(2700)).expected == 0.92

    def test_who_was_rated_meanwhile_counts_so_for_themselves_only(self) -> None:
        """Article 8.2.4."""
        newly = player(1800, history=(PastRating(date(2026, 11, 1), None),))
        outcomes = section(
            1800, None, 1800, games=(Game(1, 1, 2, 1), Game(2, 1, 3, 1)), states={"b": newly}, began=date(2026, 10, 30)
        )
        assert [game.left_out for game in outcomes["a"].detail.games] == [LeftOut.UNRATED, None]
        assert outcomes["b"].detail.own == (1800, Reason.OWN_CURRENT)
        assert outcomes["b"].expected == 0.5


class TestEventsOfMoreThanAMonth:
    """The ratings are those of the list in force at each game (B.01 1.4.6a, read for ratings too).

    By FIDE's table D = 0 expects .50, D = 100 expects .64 and D = -100 expects .36.
    """

    MOVED = player(1900, history=(PastRating(date(2026, 11, 1), 1800),))
    DAYS = (date(2026, 10, 2), date(2026, 11, 1))

    def long(self, began: date = date(2026, 10, 2), **more: Any) -> dict[str, Any]:
        return {"began": began, "date": date(2026, 11, 1), "days": (began, date(2026, 11, 1)), **more}

    def test_each_game_counts_with_the_players_rating_of_its_day(self) -> None:
        outcome = rated(own_event((1800, 1800), results=(1, 0.5), **self.long()), self.MOVED)
        assert (outcome.expected, outcome.state.pending[0].above) == (1.14, 36)
        assert [game.difference for game in outcome.detail.games] == [0, 100]
        steps = [(step.reason, step.value, step.inputs) for step in outcome.detail.steps][:4]
        assert [step for step in steps if step[0] in (Reason.OWN_RATING, Reason.OWN_AT_GAME)] == [
            (Reason.OWN_RATING, 1800, ()), (Reason.OWN_AT_GAME, 1900, (2,)),
        ]  # fmt: skip

    def test_and_with_the_opponents(self) -> None:
        outcomes = section(
            1800, None, games=(Game(1, 1, 2, 0.5), Game(2, 1, 2, 0.5)), states={"b": self.MOVED},
            began=self.DAYS[0], days=(self.DAYS[0], DAY),
        )  # fmt: skip
        assert [game.rating for game in outcomes["a"].detail.games] == [1800, 1900]
        assert outcomes["a"].state.pending[0].above == 14
        assert outcomes["b"].state.pending[0].above == -14

    def test_thirty_days_are_rated_with_the_first_list(self) -> None:
        outcome = rated(own_event((1800, 1800), results=(1, 0.5), **self.long(date(2026, 10, 3))), self.MOVED)
        assert (outcome.expected, outcome.state.pending[0].above) == (1.0, 50)

    def test_a_round_without_a_day_counts_with_the_first_list(self) -> None:
        unknown = self.long(days=(None, None))
        assert rated(own_event((1800, 1800), results=(1, 0.5), **unknown), self.MOVED).expected == 1.0

    def test_a_match_too(self) -> None:
        outcome = rated(
            Crosstable(
                date(2026, 11, 1),
                (Entrant(1, player="me", rated=True), Entrant(2, 1800)),
                (Game(1, 1, 2, 0.5), Game(2, 1, 2, 0.5)),
                kind=EventKind.MATCH,
                began=self.DAYS[0],
                days=self.DAYS,
            ),
            self.MOVED,
        )
        assert outcome.expected == 1.14

    def test_who_gets_a_rating_meanwhile_counts_for_opponents_from_that_list_on(self) -> None:
        newly = player(1800, history=(PastRating(date(2026, 11, 1), None),))
        outcomes = section(
            1800, None, games=(Game(1, 1, 2, 1), Game(2, 1, 2, 1)), states={"b": newly},
            began=self.DAYS[0], days=(self.DAYS[0], DAY),
        )  # fmt: skip
        assert [game.left_out for game in outcomes["a"].detail.games] == [LeftOut.UNRATED, None]
        assert outcomes["b"].expected == 1.0


class TestUnratedPlayers:
    def test_games_against_rated_opponents_wait_for_a_first_rating(self) -> None:
        outcome = rated(own_event((1800, None, 1700), results=(1, 1, 0.5)), PlayerState())
        assert outcome.state.pool == (PoolEvent(DAY, (1800, 1700), 1.5, NOW.key),)
        assert (outcome.before, outcome.after, outcome.expected, outcome.score) == (None, None, None, 1.5)
        assert outcome.performance == 1943  # Ra 1750, 75 %, dp 193

    def test_the_list_brings_the_first_rating(self) -> None:
        """Five games: Ra (9000 + 3600) / 7 = 1800; (3 + 1) / 7 = .57, dp 50."""
        outcome = rated(own_event((1800,) * 5, results=(1, 1, 1, 0, 0)), PlayerState())
        assert outcome.detail.estimate.first.rating == 1850
        assert system.publish(outcome.state, STANDARD, LIST, LAST_DAY).after == DisplayedRating(1850, 1850, 5, True)

    def test_an_unrated_player_changes_nobody(self) -> None:
        outcomes = section(1800, None, 1800, games=(Game(1, 1, 2, 1), Game(2, 1, 3, 1), Game(3, 2, 3, 0.5)))
        assert outcomes["a"].state.pending[0].games == outcomes["c"].state.pending[0].games == 1
        assert outcomes["b"].state.pool[0].opponents == (1800, 1800)

    @pytest.mark.parametrize("rating_list", [RAPID, BLITZ])
    def test_a_standard_rating_replaces_a_missing_rapid_or_blitz_one(self, rating_list: RatingList) -> None:
        outcome = rated(own_event((1900,), results=(1,)), PlayerState(), rating_list, FIDE_1900)
        assert outcome.detail.own == (1900, Reason.OWN_BORROWED)
        assert outcome.state.pending == (PendingEvent(DAY, 1, 1, 50, NOW.key, 1900),)
        assert system.publish(outcome.state, rating_list, LIST, LAST_DAY).after.displayed == 1920  # K 40: new here

    def test_one_with_a_standard_rating_counts_as_rated_for_another_member(self) -> None:
        states, backgrounds = {"a": player(1800), "b": PlayerState()}, {"b": FIDE_1900}
        entrants = (Entrant(1, player="a", rated=True), Entrant(2, player="b", rated=True))
        crosstable = Crosstable(DAY, entrants, (Game(1, 1, 2, 1),))
        outcomes = system.rate_event(crosstable, RAPID, states, backgrounds=backgrounds)
        assert outcomes["a"].detail.games[0].rating == 1900

    @pytest.mark.parametrize("rating", [1399, 3501])
    def test_a_rating_outside_fides_range_replaces_nothing(self, rating: int) -> None:
        background = Background(ratings=(ExternalRating(ExternalSystem.FIDE, rating, DAY),))
        outcome = rated(own_event((1900,), results=(1,)), PlayerState(), RAPID, background)
        assert outcome.detail.own is None

    def test_a_rating_of_another_federation_replaces_nothing(self) -> None:
        background = Background(ratings=(ExternalRating(ExternalSystem.USCHESS_REGULAR, 1900, DAY),))
        assert rated(own_event((1900,), results=(1,)), PlayerState(), RAPID, background).detail.own is None

    def test_an_opponent_with_a_standard_rating_counts_as_rated(self) -> None:
        entrants = (
            Entrant(1, player="me", rated=True),
            Entrant(2, external_ratings=(ExternalRating(ExternalSystem.FIDE, 1900, DAY),)),
        )
        outcome = rated(Crosstable(DAY, entrants, (Game(1, 1, 2, 1),)), player(1800), RAPID)
        assert outcome.detail.games[0].rating == 1900


class TestMatches:
    def match(self, mine: float | None, *scores: float) -> Any:
        games = tuple(Game(number, 1, 2, score) for number, score in enumerate(scores, start=1))
        entrants = (Entrant(1, player="me", rated=True), Entrant(2, mine))
        return rated(Crosstable(DAY, entrants, games, kind=EventKind.MATCH), player(1800))

    def test_games_after_the_decision_do_not_count(self) -> None:
        """Four games: 2.5 points decide; the fourth is left out."""
        detail = self.match(1800, 1, 1, 0.5, 1).detail
        assert [game.left_out for game in detail.games] == [None, None, None, LeftOut.MATCH_DECIDED]
        assert (detail.score, detail.above) == (2.5, 100)

    def test_the_loser_decides_it_too(self) -> None:
        detail = self.match(1800, 0, 0, 0, 1).detail
        assert [game.left_out for game in detail.games] == [None, None, None, LeftOut.MATCH_DECIDED]

    def test_an_even_match_counts_whole(self) -> None:
        assert self.match(1800, 1, 0, 1, 0).detail.change.counting == 4

    def test_one_with_an_unrated_player_does_not_count(self) -> None:
        with pytest.raises(RuleError, match="a match counts only between rated players"):
            self.match(None, 1, 1)
        games = (Game(1, 1, 2, 1),)
        with pytest.raises(RuleError, match="a match counts only between rated players"):
            section(1800, None, games=games, kind=EventKind.MATCH)

    def test_it_has_one_opponent(self) -> None:
        crosstable = own_event((1800, 1900), results=(1, 1), kind=EventKind.MATCH)
        with pytest.raises(InputError, match="A match has one opponent"):
            rated(crosstable, player(1800))


class TestWhatIsRefused:
    def test_no_game(self) -> None:
        with pytest.raises(InputError, match="No played games"):
            section(1800, 1800, games=())

    @pytest.mark.parametrize(("opponent", "why"), [(None, "unrated"), (1399, "too low for a FIDE list")])
    def test_no_game_that_counts(self, opponent: int | None, why: str) -> None:
        with pytest.raises(RuleError, match=f"FIDE does not rate these games: .*{why}"):
            rated(own_event((opponent,), results=(1,)), player(1800))

    def test_games_too_far_apart(self) -> None:
        with pytest.raises(RuleError, match="600 points or more apart"):
            rated(own_event((2000,), results=(1,)), player(2650), RAPID)

    @pytest.mark.parametrize("rating", [1800.5, 3501])
    def test_what_is_no_fide_rating(self, rating: float) -> None:
        with pytest.raises(
            InputError, match=f"Player 2: {rating:g} is not a FIDE rating. Write a whole number from 1400"
        ):
            rated(own_event((rating,), results=(1,)), player(1800))

    def test_unknown_results_name_the_player(self) -> None:
        with pytest.raises(InputError, match="Player 1: There are games without a result"):
            section(1800, 1800, games=(Game(1, 1, 2),))

    def test_an_unknown_name_of_rules(self) -> None:
        with pytest.raises(InputError, match='no FIDE rules called "fide-1900"'):
            system.rate_event(own_event((1800,), results=(1,)), STANDARD, {"me": player(1800)}, "fide-1900")

    @pytest.mark.parametrize(
        ("control", "rating_list", "right"),
        [
            (TimeControl(3, 2), STANDARD, "FIDE Blitz"),
            (TimeControl(15, 10), BLITZ, "FIDE Rapid"),
            (TimeControl(90, 30), RAPID, "FIDE Standard"),
        ],
    )
    def test_a_list_that_the_time_control_does_not_move(
        self, control: TimeControl, rating_list: RatingList, right: str
    ) -> None:
        crosstable = own_event((1800,), results=(1,), time_control=control)
        with pytest.raises(RuleError, match=f"is rated as {right}, not as {rating_list.label}"):
            rated(crosstable, player(1800), rating_list)

    def test_a_time_control_too_fast_for_the_strongest_player(self) -> None:
        crosstable = own_event((2400,), results=(1,), time_control=TimeControl(90, 0))
        with pytest.raises(RuleError, match="a player of 2400 or more"):
            rated(crosstable, player(1800))

    def test_a_lower_title(self) -> None:
        with pytest.raises(RuleError, match="for life"):
            system.demote(player(2300))


def test_rules_may_be_chosen_by_name() -> None:
    crosstable = own_event((2200,), results=(1,))
    for edition in EDITIONS:
        outcome = system.rate_event(crosstable, STANDARD, {"me": player(2700)}, edition.key)["me"]
        assert outcome.rules == outcome.state.pending[0].rules == edition.key
    assert system.rate_event(crosstable, STANDARD, {"me": player(2700)}, "fide-2024-03-01")["me"].expected == 0.92


@pytest.mark.parametrize(
    ("peak", "games", "held"),
    [
        (2300, 30, [(2200, "CM"), (2300, "FM")]),
        (2299, 30, [(2200, "CM")]),
        (2199, 30, []),
        (2300, 29, []),
        (None, 30, []),
    ],
)
def test_a_standard_rating_brings_titles_after_30_games(peak: int | None, games: int, held: list[Any]) -> None:
    state = PlayerState(rating=2100, games=games, peak=peak)
    assert system.titles(state, STANDARD) == tuple(Award("fide", level, code) for level, code in held)
    assert system.titles(state, RAPID) == ()


def test_the_floor_is_1400_on_every_list() -> None:
    assert [system.floor(player(1800), rating_list) for rating_list in system.lists] == [1400] * 3


def test_the_steps_are_the_event_the_list_so_far_and_the_performance() -> None:
    outcome = rated(own_event((1800, None, 1000, 1400), results=(1, 1, 1, 1)), player(1850))
    assert reasons_of(outcome.steps) == [
        Reason.OWN_RATING,
        Reason.GAME,
        Reason.GAME_UNRATED,
        Reason.GAME_BELOW_FLOOR,
        Reason.GAME_LIMITED,
        CommonReason.EXPECTED_SCORE,
        CommonReason.SCORE_MINUS_EXPECTED,
        Reason.K_USUAL,
        Reason.EVENT_CHANGE,
        Reason.LIST_CHANGE,
        Reason.ROUNDED,
        Reason.LIST_RATING,
        Reason.PERFORMANCE,
    ]
    assert step_of(outcome.steps, Reason.GAME_LIMITED).inputs == (4, 1400, 450, 400)
    assert {step.clause for step in outcome.steps} == {"FIDE B.02, 8.3", "FIDE B.02, 8.3.4", "FIDE C.07, 10.2"}


def test_a_junior_is_known_by_the_year() -> None:
    event = own_event((1800,), results=(1,))
    assert rated(event, player(1800), background=Background(born_year=2010)).detail.estimate.used_k == 40
    assert rated(event, player(1800), background=Background(date(2010, 5, 1))).detail.estimate.used_k == 40
    assert rated(event, player(1800)).detail.estimate.used_k == 20


def test_an_entered_rating_survives_the_database() -> None:
    state = system.apply_entered(system.unrated(), EnteredRating(1850, games=12), STANDARD)
    assert system.rank(state) == DisplayedRating(1850, 1850, 12, True)
    waiting = rated(own_event((1800,), results=(1,)), state).state
    assert system.load(json.loads(json.dumps(system.dump(waiting)))) == waiting
    assert system.load({}) == system.unrated() == PlayerState()
    assert system.rank(system.unrated()) is None
    assert system.estimate(waiting, STANDARD, LIST).after.displayed == 1867  # K 40 times .43 is 17.2
