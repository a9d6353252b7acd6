"""What is told of an event is refused where it cannot be so."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from fide_norm_factories import NINE_GMS, games, known_event, opponent, snapshot

from core.errors import InputError
from core.rating.fide.norms.facts import GM, Decided, EventFormat, NormGame, NormOpponent, NormPlayer, NormSnapshot
from core.rating.fide.norms.result import evaluate


@pytest.mark.parametrize("rating", [0, -1, 3501])
def test_a_rating_is_in_range_or_left_out(rating: int) -> None:
    with pytest.raises(InputError, match="Leave the rating of an unrated player empty"):
        NormOpponent(rating)


@pytest.mark.parametrize("federation", ["", "No", "nor", "NORW", "N0R", "NÖR"])
def test_a_federation_is_three_capital_letters(federation: str) -> None:
    for use in (lambda: NormOpponent(2400, federation), lambda: NormPlayer(federation)):
        with pytest.raises(InputError, match="three capital letters, for example NOR"):
            use()
    with pytest.raises(InputError, match="three capital letters"):
        known_event(federation=federation)


@pytest.mark.parametrize("score", [-0.5, 0.25, 1.5])
def test_a_game_scores_nothing_half_or_one(score: float) -> None:
    with pytest.raises(InputError, match=r"Round 3: a game scores 0, 0\.5 or 1"):
        NormGame(3, opponent(NINE_GMS[0]), score)


def test_a_played_game_has_an_opponent() -> None:
    with pytest.raises(InputError, match="Name the opponent or enter a bye"):
        NormGame(3, None, 1)
    assert NormGame(3, None, 1, Decided.ALLOCATED_BYE).is_point_without_play


@pytest.mark.parametrize("rounds", [0, 23])
def test_an_event_has_a_number_of_rounds(rounds: int) -> None:
    with pytest.raises(InputError, match="1 to 22 rounds"):
        known_event(rounds)


def test_an_event_ends_after_it_starts() -> None:
    with pytest.raises(InputError, match="before it starts"):
        known_event(start=date(2026, 5, 2), end=date(2026, 5, 1))


def test_a_round_is_in_the_event_and_there_once() -> None:
    with pytest.raises(InputError, match="no round 9 in an event of 8 rounds"):
        snapshot(games(NINE_GMS, "1" * 9), rounds=8)
    twice = [*games(NINE_GMS[:3], "111"), *games(NINE_GMS[:1], "1")]
    with pytest.raises(InputError, match="Give each round once"):
        snapshot(twice)


def test_results_are_given_or_the_total_not_both() -> None:
    played = games(NINE_GMS, "1" * 9)
    with pytest.raises(InputError, match="Give every result or the total score"):
        snapshot([*played[:8], replace(played[8], score=None)])
    with pytest.raises(InputError, match="not both"):
        NormSnapshot(NormPlayer("NOR"), known_event(), played, 9)


@pytest.mark.parametrize("score", [-1, 9.5, 3.25])
def test_a_total_fits_the_games(score: float) -> None:
    played = tuple(replace(game, score=None) for game in games(NINE_GMS, "1" * 9))
    with pytest.raises(InputError, match="0 to 9 points"):
        NormSnapshot(NormPlayer("NOR"), known_event(), played, score)


def test_a_total_fits_the_games_that_count() -> None:
    field = [*NINE_GMS[:8], "2500 GM NON"]
    played = tuple(replace(game, score=None) for game in games(field, "1" * 9))
    event = NormSnapshot(NormPlayer("NOR"), known_event(), played, 9)
    with pytest.raises(InputError, match="A score of 9 is more than 8 games that count can give"):
        evaluate(event, GM)


def test_in_a_double_round_robin_people_are_named() -> None:
    with pytest.raises(InputError, match="Name each opponent"):
        snapshot(games(NINE_GMS, "1" * 9), format=EventFormat.DOUBLE_ROUND_ROBIN)


@pytest.mark.parametrize(
    ("event_format", "told", "predetermined"),
    [
        (EventFormat.SWISS, None, False),
        (EventFormat.KNOCKOUT, None, False),
        (EventFormat.ROUND_ROBIN, None, True),
        (EventFormat.DOUBLE_ROUND_ROBIN, None, True),
        (EventFormat.OTHER, None, None),
        (None, None, None),
        (EventFormat.SWISS, True, True),
        (None, False, False),
    ],
)
def test_the_format_says_whether_pairings_are_predetermined(event_format: Any, told: Any, predetermined: Any) -> None:
    settings = known_event(format=event_format, predetermined=told)
    assert settings.pairings_are_predetermined is predetermined
