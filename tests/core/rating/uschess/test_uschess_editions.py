from datetime import date, timedelta
from itertools import pairwise
from typing import Any

import pytest

from core.errors import InputError
from core.rating.uschess.rules import (
    DATED,
    EDITIONS,
    INFORMAL_2020,
    EffectiveGamesRule,
    NormTest,
    edition_for,
    edition_named,
)
from tests.core.golden_cases import golden

N_STAR = {"until-2013": EffectiveGamesRule.UNTIL_2013, "since-2013": EffectiveGamesRule.SINCE_2013}


@pytest.mark.parametrize("case", golden("uschess/editions"))
def test_the_date_of_the_event_chooses_the_rules(case: dict[str, Any]) -> None:
    edition = edition_for(case["date"])
    assert edition.bonus_multiplier == case["expected"]
    assert edition.effective_games is N_STAR[case["expected_n_star"]]


def test_every_edition_begins_where_the_one_before_it_ends() -> None:
    for earlier, later in pairwise(DATED):
        assert later.since is not None
        assert edition_for(later.since) is later
        assert edition_for(later.since - timedelta(days=1)) is earlier


def test_the_first_and_the_last_day_of_the_calendar_have_rules() -> None:
    assert edition_for(date.min) is DATED[0]
    assert edition_for(date.max) is DATED[-1]


@pytest.mark.parametrize("edition", EDITIONS, ids=lambda edition: edition.key)
def test_an_edition_is_found_by_its_key(edition: Any) -> None:
    assert edition_named(edition.key) is edition


def test_every_edition_has_a_key_and_a_title_of_its_own() -> None:
    assert len({edition.key for edition in EDITIONS}) == len({edition.title for edition in EDITIONS}) == len(EDITIONS)


def test_an_unknown_key_is_answered_with_a_sentence() -> None:
    with pytest.raises(InputError, match='"elo" is not an edition'):
        edition_named("elo")


def test_no_date_chooses_the_informal_rules() -> None:
    assert INFORMAL_2020.since is None
    assert INFORMAL_2020 not in DATED


def test_only_the_informal_rules_differ_in_more_than_two_figures() -> None:
    # Spec of the seed program: B = 14, N* less one, logistic norms, K cut above 2200 in every event.
    assert (INFORMAL_2020.bonus_multiplier, INFORMAL_2020.effective_games) == (14, EffectiveGamesRule.MINUS_ONE)
    assert INFORMAL_2020.norm_test is NormTest.LOGISTIC
    assert INFORMAL_2020.k_always_reduced_above_2200
    for edition in DATED:
        assert edition.norm_test is NormTest.TITLE_SYSTEM
        assert not edition.k_always_reduced_above_2200
