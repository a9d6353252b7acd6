"""Lists: real months as FIDE published them, and what a list does to a player."""

from datetime import date, timedelta
from typing import Any

import pytest
from fide_factories import DAY, NOW, RAPID, STANDARD, games_against, hundredths, player, reasons_of, step_of

from core.event.background import Background
from core.event.entered_rating import EnteredRating
from core.rating.fide.periods import estimate, event_change, last_day_for, list_for, publish
from core.rating.fide.rules import Reason, edition_for
from core.rating.fide.state import PastRating, PendingEvent, PlayerState, PoolEvent, enter_rating
from tests.core.golden_cases import golden

LIST, LAST_DAY = date(2026, 12, 1), date(2026, 11, 28)


def waiting(above: float, games: int = 5, ended: date = DAY, score: float = 2.5, **more: Any) -> PendingEvent:
    return PendingEvent(ended, games, score, above, more.pop("rules", NOW.key), **more)


def pooled(opponents: int, score: float, ended: date = DAY, rating: int = 1800) -> PoolEvent:
    return PoolEvent(ended, (rating,) * opponents, score, NOW.key)


@pytest.mark.parametrize("case", golden("fide/periods"))
def test_a_month_is_what_fide_published(case: dict[str, Any]) -> None:
    day, pending, bases = case["list_date"], [], set()
    for tournament in case["tournaments"]:
        edition = edition_for(tournament["start"])
        games = games_against(tournament["opponents"], tournament["scores"])
        change = event_change(tournament["own"], games, edition, STANDARD)
        assert change.above == hundredths(tournament["above"])
        assert tournament["k"] * change.above == hundredths(tournament["change"])
        ended = min(tournament["start"], last_day_for(day))
        pending.append(PendingEvent(ended, change.counting, change.score, change.above, edition.key))
        bases.add(tournament["own"])
    peak = 2400 if case["k"] == 10 else case["rating_before"]
    state = player(case["rating_before"], peak=peak, pending=tuple(pending))
    if "base correction" in case["note"]:
        # FIDE began from another rating than its list had: what a TD enters as a correction.
        (base,) = bases
        state = enter_rating(state, EnteredRating(base))
    published = publish(state, STANDARD, day, last_day_for(day))
    assert published is not None
    assert (published.k.value, published.used_k, published.games) == (case["k"], case["used_k"], case["games"])
    assert [figure.change for figure in published.events] == [hundredths(t["change"]) for t in case["tournaments"]]
    assert (published.change, published.rounded) == (hundredths(case["change"]), case["rounded"])
    assert published.state.rating == published.after.rating == case["rating"]


@pytest.mark.parametrize(
    ("ended", "listed"),
    [
        (date(2026, 11, 1), date(2026, 12, 1)),
        (date(2026, 11, 28), date(2026, 12, 1)),
        (date(2026, 11, 29), date(2027, 1, 1)),
        (date(2026, 12, 29), date(2027, 1, 1)),
        (date(2026, 12, 30), date(2027, 2, 1)),
        (date(2024, 2, 27), date(2024, 3, 1)),
        (date(2024, 2, 28), date(2024, 4, 1)),
    ],
)
def test_an_event_counts_on_the_list_three_days_after_it_or_later(ended: date, listed: date) -> None:
    assert list_for(ended) == listed
    assert last_day_for(listed) >= ended


def test_all_events_of_a_list_are_rounded_once() -> None:
    """K 20 times .07 is 1.4: one by one 1 and 1, together 2.8, which is 3."""
    published = publish(player(1800, pending=(waiting(7), waiting(7))), STANDARD, LIST, LAST_DAY)
    assert (published.change, published.rounded, published.state.rating) == (280, 3, 1803)


def test_half_a_point_is_rounded_away_from_zero() -> None:
    """K 10 times .25 is 2.5."""
    assert publish(player(2450, pending=(waiting(25),)), STANDARD, LIST, LAST_DAY).state.rating == 2453
    assert publish(player(2450, pending=(waiting(-25),)), STANDARD, LIST, LAST_DAY).state.rating == 2447


def test_all_games_of_a_list_limit_k_together() -> None:
    """39 games: 700 / 39 is 17.9; 17 * 2.00 points above is 34."""
    state = player(1800, pending=(waiting(100, games=20), waiting(100, games=19)))
    published = publish(state, STANDARD, LIST, LAST_DAY)
    assert (published.k.value, published.used_k) == (20, 17)
    assert published.state.rating == 1834
    assert step_of(published.steps, Reason.K_CAPPED).inputs == (20, 39)


def test_k_is_that_of_the_list_before() -> None:
    """29 games make K 40, though this list brings the 30th; born in 2008, a junior on the lists of 2026."""
    assert publish(player(1800, games=29, pending=(waiting(10),)), STANDARD, LIST, LAST_DAY).used_k == 40
    junior = Background(born_year=2008)
    for day, k in ((date(2027, 1, 1), 40), (date(2027, 2, 1), 20)):
        published = publish(player(1800, pending=(waiting(10),)), STANDARD, day, last_day_for(day), junior)
        assert published.used_k == k


def test_a_list_counts_games_and_remembers_what_was_in_force() -> None:
    published = publish(player(1800, pending=(waiting(50, games=9),)), STANDARD, LIST, LAST_DAY)
    state = published.state
    assert (state.rating, state.games, state.peak, state.pending) == (1810, 209, 1810, ())
    assert state.history == (PastRating(LIST, 1800),)
    assert (state.in_force(date(2026, 11, 30)), state.in_force(LIST)) == (1800, 1810)


def test_what_ended_later_goes_on_waiting() -> None:
    late, last = waiting(50, ended=date(2026, 11, 29)), waiting(50, ended=LAST_DAY)
    assert publish(player(1800, pending=(late,)), STANDARD, LIST, LAST_DAY) is None
    published = publish(player(1800, pending=(late, last)), STANDARD, LIST, LAST_DAY)
    assert (published.state.rating, published.state.pending) == (1810, (late,))


def test_published_twice_nothing_is_left_to_count() -> None:
    published = publish(player(1800, pending=(waiting(50),)), STANDARD, LIST, LAST_DAY)
    assert publish(published.state, STANDARD, LIST, LAST_DAY) is None


def test_the_month_so_far_is_the_list_as_it_would_be() -> None:
    state = player(1800, pending=(waiting(50), waiting(-20)))
    assert estimate(state, STANDARD, LIST) == publish(state, STANDARD, LIST, LAST_DAY)
    assert estimate(player(1800), STANDARD, LIST).rounded == 0


def test_what_an_event_brings_by_itself_is_shown_unrounded() -> None:
    published = estimate(player(1800, pending=(waiting(7), waiting(-11))), STANDARD, LIST)
    assert [figure.change for figure in published.events] == [140, -220]
    assert (published.score, published.expected) == (5.0, 5.04)
    steps = [step for step in published.steps if step.reason is Reason.EVENT_CHANGE]
    assert [(step.value, step.inputs) for step in steps] == [(1.4, (20, 0.07)), (-2.2, (20, -0.11))]


class TestTheFloor:
    def test_below_1400_a_player_is_unrated_and_keeps_the_games(self) -> None:
        late = waiting(50, ended=date(2026, 11, 29))
        published = publish(player(1405, pending=(waiting(-30), late)), STANDARD, LIST, LAST_DAY)
        assert (published.before.displayed, published.after, published.calculated) == (1405, None, 1399)
        state = published.state
        assert (state.rating, state.games, state.peak, state.pending) == (None, 205, 1405, ())
        assert state.in_force(LIST) is None
        assert step_of(published.steps, Reason.BELOW_FLOOR).value == 1400

    def test_exactly_1400_is_rated(self) -> None:
        assert publish(player(1406, pending=(waiting(-30),)), STANDARD, LIST, LAST_DAY).state.rating == 1400

    def test_before_march_2024_it_was_1000(self) -> None:
        state = player(1405, pending=(waiting(-30, ended=date(2023, 5, 1), rules="fide-2022-10-01"),))
        assert publish(state, STANDARD, date(2023, 6, 1), date(2023, 5, 29)).state.rating == 1399

    def test_a_rating_that_was_entered_below_it_goes_with_the_next_list(self) -> None:
        assert publish(player(1350), STANDARD, LIST, LAST_DAY).after is None


class TestAFirstRating:
    """All opponents are 1800 and so is Ra; 3 of 5 is (3 + 1) / 7 = .57, dp 50: 1850."""

    def test_it_is_published_with_the_games_that_make_it(self) -> None:
        state = PlayerState(pool=(pooled(2, 1), pooled(3, 2)))
        published = publish(state, STANDARD, LIST, LAST_DAY)
        assert (published.before, published.after.displayed, published.games) == (None, 1850, 5)
        assert published.after.provisional
        assert published.state == PlayerState(1850, 5, 1850, (PastRating(LIST, None),))
        assert published.state.in_force(LAST_DAY) is None
        assert (published.score, published.expected, published.calculated) == (3, None, 1850)

    def test_four_games_are_too_few_and_go_on_waiting(self) -> None:
        state = PlayerState(pool=(pooled(4, 3),))
        assert publish(state, STANDARD, LIST, LAST_DAY) is None
        so_far = estimate(state, STANDARD, LIST)
        assert (so_far.first.games, so_far.after, so_far.state) == (4, None, state)
        assert step_of(so_far.steps, Reason.FIRST_FEW_GAMES).value == 1

    def test_one_below_the_floor_goes_on_waiting(self) -> None:
        """Golden case INIT-D6: half a point of five against 1401 makes 1285."""
        state = PlayerState(pool=(pooled(5, 0.5, rating=1401),))
        assert publish(state, STANDARD, LIST, LAST_DAY) is None
        assert step_of(estimate(state, STANDARD, LIST).steps, Reason.FIRST_TOO_LOW).inputs == (1285,)

    def test_a_first_event_without_a_point_is_thrown_away(self) -> None:
        state = PlayerState(pool=(pooled(5, 0), pooled(5, 3)))
        published = publish(state, STANDARD, LIST, LAST_DAY)
        assert (published.state.rating, published.state.games) == (1850, 5)
        assert step_of(published.steps, Reason.POOL_LOST).inputs == (5,)
        only = estimate(PlayerState(pool=(pooled(5, 0),)), STANDARD, LIST)
        assert (only.first, reasons_of(only.steps)) == (None, [Reason.POOL_LOST])

    def test_a_later_event_then_counts_with_the_rating_that_is_published(self) -> None:
        """Article 8.2.4: 1850 expects .57 of 1800; one of one is .43 more."""
        late = pooled(1, 1, ended=date(2026, 11, 29))
        published = publish(PlayerState(pool=(pooled(5, 3), late)), STANDARD, LIST, LAST_DAY)
        assert published.state.pool == ()
        assert published.state.pending == (PendingEvent(late.ended, 1, 1, 43, NOW.key),)

    def test_an_event_older_than_26_months_does_not_count(self) -> None:
        old = pooled(3, 2, ended=LIST - timedelta(days=900))
        assert estimate(PlayerState(pool=(old, pooled(3, 2))), STANDARD, LIST).first.games == 3


def test_a_borrowed_rating_is_the_base_of_the_first_list() -> None:
    """New on this list: K 40, times .50 is 20."""
    state = PlayerState(pending=(waiting(50, borrowed=1900),))
    published = publish(state, RAPID, LIST, LAST_DAY)
    assert (published.before, published.base, published.state.rating, published.state.games) == (None, 1900, 1920, 5)


def test_a_borrowed_rating_of_2400_has_the_k_that_goes_with_it() -> None:
    assert publish(PlayerState(pending=(waiting(50, borrowed=2400),)), RAPID, LIST, LAST_DAY).used_k == 10


def test_the_simplified_rules_have_k_without_a_limit_and_any_sum() -> None:
    """K 20 times 1.005 is 20.1; forty games leave it 20."""
    event = waiting(100.5, games=40, rules="simplified-2017")
    published = publish(player(1800, pending=(event,)), STANDARD, LIST, LAST_DAY)
    assert (published.used_k, published.rounded, float(published.change)) == (20, 20, 2010.0)


def test_a_correction_moves_the_base_and_leaves_what_waits() -> None:
    state = enter_rating(player(1800, pending=(waiting(50),)), EnteredRating(1790))
    assert publish(state, STANDARD, LIST, LAST_DAY).state.rating == 1800
    assert estimate(state, STANDARD, LIST).base == 1790


def test_the_steps_of_a_list_are_in_order() -> None:
    published = publish(player(1800, pending=(waiting(50), waiting(-30))), STANDARD, LIST, LAST_DAY)
    assert reasons_of(published.steps) == [
        Reason.K_USUAL,
        Reason.EVENT_CHANGE,
        Reason.EVENT_CHANGE,
        Reason.LIST_CHANGE,
        Reason.ROUNDED,
        Reason.LIST_RATING,
    ]
    assert published.rules == NOW.key
