import pytest

from core.lists import RatingList


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
