"""What is kept of a player between matches."""

import json
from datetime import date

import pytest
from oracle_factories import DAY

from core.errors import InputError, RuleError
from core.event.entered_rating import EnteredRating, EnteredRecord
from core.rating.oracle.config import OracleConfig, PlayerKind
from core.rating.oracle.state import PlayerState, apply_calibration, as_keeper, enter_rating

PLAYED = PlayerState(
    log_strength=0.1 + 0.2,
    games=31,
    wins=17,
    losses=10,
    draws=4,
    information=7.123456789012345,
    kind=PlayerKind.AI_HYBRID,
    provisional=False,
    opened=True,
    calibrated=date(2026, 3, 4),
    entered=12,
    confidence=81.450625,
    raw=0.7 + 0.1,
    origin=0.5,
)


@pytest.mark.parametrize("state", [PlayerState(), PLAYED, as_keeper(PlayerState(games=3, wins=3))])
def test_a_state_survives_the_database_to_the_last_bit(state: PlayerState) -> None:
    assert PlayerState.from_json(json.loads(json.dumps(state.to_json()))) == state


def test_only_what_differs_from_an_idle_player_is_stored() -> None:
    assert PlayerState().to_json() == {}
    assert PlayerState(games=2, wins=1, losses=1).to_json() == {"games": 2, "wins": 1, "losses": 1}


def test_whoever_is_idle_stands_at_50_unrated() -> None:
    assert PlayerState().rating == 50
    assert not PlayerState().is_rated
    assert all(
        state.is_rated
        for state in (
            PlayerState(games=1),
            PlayerState(opened=True),
            PlayerState(calibrated=DAY),
            as_keeper(PlayerState()),
        )
    )


def test_a_starting_rating_counts_for_the_games_behind_it() -> None:
    """75 after 40 games, as if against the Keeper: 40 * 0.75 * 0.25 = 7.5 of information."""
    state = enter_rating(PlayerState(kind=PlayerKind.AI_BALANCED), EnteredRating(75, games=40))
    assert state.rating == pytest.approx(75)
    assert state.information == pytest.approx(7.5)
    assert (state.games, state.provisional, state.kind) == (40, False, PlayerKind.AI_BALANCED)
    assert enter_rating(PlayerState(), EnteredRating(75, games=19)).provisional


class TestTheRecordThatATableTells:
    def test_it_is_the_players_from_then_on(self) -> None:
        state = enter_rating(PlayerState(wins=3), EnteredRating(60, 20, record=EnteredRecord(12, 7, 1, 42.5, 0.5)))
        assert (state.games, state.wins, state.losses, state.draws) == (20, 12, 7, 1)
        assert (state.confidence, state.entered) == (42.5, 20)
        assert state.standard_error() == pytest.approx(0.5)

    def test_without_a_confidence_it_is_50_as_the_seeds_program_gives(self) -> None:
        assert enter_rating(PlayerState(), EnteredRating(60, 20, record=EnteredRecord(12, 8, 0))).confidence == 50

    def test_of_games_without_results_nothing_is_told(self) -> None:
        state = enter_rating(PLAYED, EnteredRating(60, 20))
        assert (state.wins, state.losses, state.draws, state.confidence, state.entered) == (0, 0, 0, None, 20)


def test_a_correction_without_games_keeps_the_history() -> None:
    state = enter_rating(PLAYED, EnteredRating(20))
    assert state.rating == pytest.approx(20)
    assert (state.games, state.wins, state.information) == (PLAYED.games, PLAYED.wins, PLAYED.information)


@pytest.mark.parametrize("rating", [0, 100, -1, 1500])
def test_a_rating_off_the_scale_is_refused(rating: float) -> None:
    with pytest.raises(InputError, match="between 0 and 100"):
        enter_rating(PlayerState(), EnteredRating(rating, games=0))


@pytest.mark.parametrize(
    ("entered", "sentence"),
    [
        (EnteredRating(60, games=30, peak=70), "neither a peak nor a floor"),
        (EnteredRating(60, floor=50), "neither a peak nor a floor"),
        (EnteredRating(60, games=-1), "-1 is not a number of games"),
    ],
)
def test_an_entered_rating_that_cannot_be_is_refused(entered: EnteredRating, sentence: str) -> None:
    with pytest.raises(RuleError, match=sentence):
        enter_rating(PlayerState(), entered)


def test_the_keeper_is_50_by_definition() -> None:
    keeper = as_keeper(PLAYED)
    assert (keeper.rating, keeper.kind, keeper.standard_error()) == (50, PlayerKind.AI_KEEPER, 0)
    assert enter_rating(keeper, EnteredRating(50)).is_keeper
    assert apply_calibration(keeper, 1.0, 0.3, DAY).log_strength == 0


@pytest.mark.parametrize("games", [None, 30])
def test_whoever_is_the_keeper_now_stays_at_50_whatever_they_had_before(games: int | None) -> None:
    named = OracleConfig(keeper_player=7)
    for state, player in ((as_keeper(PLAYED), None), (PLAYED, 7)):
        opened = enter_rating(state, EnteredRating(60, games=games, player=player), named)
        assert (opened.rating, opened.is_keeper, opened.games) == (50, True, 30 if games else PLAYED.games)
    other = enter_rating(PLAYED, EnteredRating(60, player=8), named)
    assert (round(other.rating, 9), other.is_keeper) == (60, False)


def test_a_calibration_sets_strength_and_doubt_and_keeps_the_record() -> None:
    state = apply_calibration(PLAYED, -0.75, 0.61, DAY)
    assert state.log_strength == -0.75
    assert state.standard_error() == pytest.approx(0.61)
    assert (state.games, state.wins, state.losses, state.draws) == (31, 17, 10, 4)
    assert state.calibrated == DAY
