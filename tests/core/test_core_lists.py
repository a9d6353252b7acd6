import copy
import pickle
import re

import pytest

from core.lists import LIST_PATTERN, LONGEST_NAME, OWN_SYSTEMS, RatingList


@pytest.mark.parametrize("rating_list", RatingList)
def test_every_list_has_a_label(rating_list: RatingList) -> None:
    assert rating_list.label


def test_labels_are_all_different() -> None:
    assert len({rating_list.label for rating_list in RatingList}) == len(RatingList)


@pytest.mark.parametrize(
    ("value", "label"),
    [
        ("uschess-regular", "US Chess Regular"),
        ("uschess-quick", "US Chess Quick"),
        ("uschess-blitz", "US Chess Blitz"),
    ],
)
def test_what_the_database_stores_never_changes(value: str, label: str) -> None:
    # Values as design.md lists them: a club's facts are read back by them.
    assert RatingList(value).label == label


@pytest.mark.parametrize("base", OWN_SYSTEMS)
def test_an_own_list_has_its_systems_key_and_a_name(base: RatingList) -> None:
    own = RatingList(f"{base.value}:Go 9×9")
    assert (own.label, own.base, own.is_own, own.value) == ("Go 9×9", base, True, f"{base.value}:Go 9×9")
    assert own is RatingList(f"{base.value}:Go 9×9") is pickle.loads(pickle.dumps(own)) is copy.deepcopy(own)
    assert own not in list(RatingList)
    assert base.order < own.order < (base.order[0] + 1, "")
    assert re.fullmatch(LIST_PATTERN, own.value)


@pytest.mark.parametrize(
    "value",
    [
        *("fide-standard:Go", "naspa:Go", "elo:", "elo: Go", "elo:Go ", "elo:Go  board", "chess:Go", "Go"),
        *("elo:" + "a" * 24, "elo:*Go*", "elo:_Go_", "elo:@everyone", "elo:<@1>", "elo:Go ⚫", "elo:a:b", "elo:-Go"),
    ],
)
def test_another_text_is_not_a_list(value: str) -> None:
    with pytest.raises(ValueError, match=re.escape(value)):
        RatingList(value)


def test_the_longest_list_fits_its_column() -> None:
    longest = max(OWN_SYSTEMS, key=len)
    assert len(RatingList(f"{longest}:{'a' * LONGEST_NAME}")) <= 32
