"""The settings, and how a club keeps them."""

import json
from dataclasses import fields
from typing import Any

import pytest

from core.errors import InputError
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules
from core.rating.oracle.config import DEFAULT, Draws, OracleConfig


def test_the_seeds_names_that_a_rating_rests_on_have_its_values() -> None:
    """As the seed's "Configuration" prints them."""
    names = [field.name for field in fields(OracleConfig)][:6]
    assert {name: getattr(DEFAULT, name) for name in names} == {
        "a_max": 1.30,
        "a_min": 1.08,
        "a_decay_rate": 150.0,
        "convergence_threshold": 1e-6,
        "max_iterations": 1000,
        "use_draws": True,
    }


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"a_min": 1.0}, "a_min must be above 1"),
        ({"a_min": 1.4}, "a_max not below a_min"),
        ({"a_max": float("nan")}, "The multipliers are"),
        ({"a_max": 1e31}, "The multipliers are"),
        ({"a_decay_rate": 0.0}, "a_decay_rate is 0. Write a number above 0"),
        ({"convergence_threshold": float("inf")}, "convergence_threshold is inf"),
        ({"scale": -100.0}, "scale is -100"),
        ({"prior_sd": 0.0}, "prior_sd is 0. Write a number above 0, or none"),
        ({"max_iterations": 0}, "max_iterations is 0. Write a whole number from 1 up"),
        ({"provisional_games": 2.5}, "provisional_games is 2.5. Write a whole number from 0 up"),
        ({"keeper_name": " "}, "has no name"),
        ({"draws": "win"}, 'draws is "win". Choose one of half, ignore, davidson'),
        ({"a_mix": 1.2}, 'no setting called "a_mix"'),
    ],
)
def test_settings_that_cannot_be_worked_with_are_refused(values: dict[str, Any], sentence: str) -> None:
    with pytest.raises(InputError, match=sentence):
        OracleConfig.from_json(values)


OTHER = OracleConfig(
    a_min=1.02,
    prior_sd=None,
    draws=Draws.DAVIDSON,
    keeper_name="Borealis",
    keeper_player=7,
    provisional_games=100,
)

STEADY = OracleConfig(a_min=1.02)


@pytest.mark.parametrize("config", [DEFAULT, STEADY, OTHER])
def test_settings_survive_the_database(config: OracleConfig) -> None:
    stored = json.dumps(config.to_json(), allow_nan=False)
    assert OracleConfig.from_json(json.loads(stored)) == config


@pytest.mark.parametrize("name", ["order", "rebalance"])
def test_what_earlier_versions_stored_and_nothing_read_is_passed_over(name: str) -> None:
    assert OracleConfig.from_json({name: "all", "a_min": 1.02}) == STEADY


def test_only_what_a_club_has_set_is_stored() -> None:
    assert DEFAULT.to_json() == {}
    assert STEADY.to_json() == {"a_min": 1.02}


def test_a_clubs_house_rules_hold_them_pool_by_pool() -> None:
    rules = ClubRules(oracle=OTHER).with_oracle(RatingList("oracle:Second"), STEADY)
    assert ClubRules.from_json(json.loads(json.dumps(rules.to_json()))) == rules
    found = [rules.oracle_for(pool) for pool in map(RatingList, ("oracle", "oracle:Second", "oracle:Third"))]
    assert found == [OTHER, STEADY, DEFAULT]
    # As clubs had them before there were Oracle ratings.
    assert ClubRules.from_json({"lifetime": {}}) == ClubRules.from_json(None) == DEFAULT_RULES


@pytest.mark.parametrize(
    ("config", "counts"),
    [(DEFAULT, True), (OracleConfig(use_draws=False), False), (OracleConfig(draws=Draws.IGNORE), False), (OTHER, True)],
)
def test_draws_count_unless_they_are_switched_off(config: OracleConfig, counts: bool) -> None:
    assert config.counts_draws is counts
