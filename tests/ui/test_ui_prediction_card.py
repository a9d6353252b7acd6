"""What one game would bring fits a phone, whoever plays it."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from ui_factories import blocks, check_fits, drawn_events, names, player_states
from ui_factories import report_of as uschess_report
from ui_fide_factories import STANDARD, fide_event, fide_states, on_list

from bot.services.ratings.forecast import RESULTS, PredictedSide, Prediction
from bot.store.database.rows import Player
from bot.ui.cards.section import prediction_card
from core.lists import RatingList
from core.rating.fide.state import PlayerState
from core.rating.uschess.state import PlayerState as UschessState
from core.rating.uschess.system import SYSTEM as uschess_system


def fide_side(state: PlayerState, opponent: int, name: str | None) -> PredictedSide:
    outcomes = {score: on_list(fide_event([opponent], [score]), state).outcome for score in RESULTS}
    rating = None if state.rating is None else float(state.rating)
    return PredictedSide(None if name is None else Player(1, 11, name), rating, outcomes)


def uschess_side(state: UschessState, opponent: float, name: str) -> PredictedSide:
    outcomes = {score: uschess_report(fide_event([opponent], [score]), state).outcome for score in RESULTS}
    rank = uschess_system.rank(state)
    return PredictedSide(Player(1, 11, name), None if rank is None else rank.rating, outcomes)


def text_of(prediction: Prediction) -> str:
    return prediction_card(prediction).description or ""


def test_each_side_has_its_expected_score_and_results() -> None:
    """100 apart: .64, K 20."""
    prediction = Prediction(
        STANDARD,
        fide_side(PlayerState(1800, 200, 1800), 1700, "Dana"),
        fide_side(PlayerState(1700, 9, 1700), 1800, "Eli"),
    )
    text = text_of(prediction)
    assert text.startswith("Dana 1800: expected **0.64**\nEli 1700: expected **0.36**\n")
    own, other = blocks(text)
    assert [line.split() for line in own] == [
        ["Dana", "Change", "List"],
        ["Win", "+7.20", "1807"],
        ["Draw", "-2.80", "1797"],
        ["Loss", "-12.80", "1787"],
    ]
    assert other[1].split() == ["Win", "+25.60", "1726"]


def test_why_a_side_cannot_be_told_is_said() -> None:
    own = fide_side(PlayerState(1800, 200, 1800), 1500, "Dana")
    other = PredictedSide(Player(2, None, "Eli"), 1500.0, {}, "FIDE does not rate these games: they are far apart.")
    text = text_of(Prediction(STANDARD, own, other))
    assert text.endswith("\nEli: FIDE does not rate these games: they are far apart.")


def test_a_rating_that_was_typed_has_no_table() -> None:
    own = fide_side(PlayerState(1800, 200, 1800), 1700, "Dana")
    card = prediction_card(Prediction(STANDARD, own, PredictedSide(None, 1700.0, {})))
    assert card.author.name == "Dana and 1700 · FIDE Standard"
    assert len(blocks(card.description)) == 1


@drawn_events
@given(fide_states(), fide_states(), st.integers(1400, 3000), names, names)
def test_any_game_on_a_fide_list_fits(one: PlayerState, two: PlayerState, rating: int, name: str, other: str) -> None:
    check(Prediction(STANDARD, fide_side(one, rating, name), fide_side(two, rating, other)))


@drawn_events
@given(player_states(), player_states(), st.integers(100, 3000), names, names)
def test_any_game_on_a_us_chess_list_fits(
    one: UschessState, two: UschessState, rating: int, name: str, other: str
) -> None:
    sides: Any = (uschess_side(one, rating, name), uschess_side(two, rating, other))
    check(Prediction(RatingList.USCHESS_REGULAR, *sides))


def check(prediction: Prediction) -> None:
    card = prediction_card(prediction)
    check_fits(card)
    for block in blocks(card.description):
        # A name may be cut, which has the first twelve columns of a heading.
        assert not [line for line in block[1:] if "…" in line]
