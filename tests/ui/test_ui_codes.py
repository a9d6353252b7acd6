"""Ratings with their norm codes as US Chess printed them, and the words for titles and deltas."""

import pytest

from bot.ui.systems.uschess.wording import code_text, delta_text, rounds_text, title_name, way_to_next
from bot.ui.wording.shared_lines import rating_with_code
from core.rating.uschess.lifetime import LifetimeTitle, delta_of, public_title, write_code


@pytest.mark.parametrize(
    ("shown", "games", "provisional", "title", "text"),
    [
        (1575, 90, False, LifetimeTitle(1400, 2), "1575*c2"),  # John Chess, in the document's rating list
        (1830, 90, False, LifetimeTitle(1700), "1830*B0"),  # the document's example of rule g
        (1830, 90, False, LifetimeTitle(1800, 5, 2), "1830*a5"),  # the second points are not published
        (1050, 90, False, None, "1050"),
        (1575, 12, True, None, "1575P12"),
        (1575, 1, True, LifetimeTitle(1400, 2), "1575P1"),  # a provisional player's code field is blank
    ],
)
def test_a_rating_is_printed_as_us_chess_printed_it(
    shown: int, games: int, provisional: bool, title: LifetimeTitle | None, text: str
) -> None:
    assert rating_with_code(shown, games, provisional, write_code(title)) == text


def test_of_a_title_the_level_and_its_own_points_are_published() -> None:
    assert public_title(1400, 2) == LifetimeTitle(1400, 2)
    assert public_title(None, None) is None


def test_a_code_is_set_apart_from_the_text() -> None:
    assert code_text(LifetimeTitle(1400, 2)) == "`c2`"
    assert code_text(None) == "blank"


@pytest.mark.parametrize(
    ("level", "name"),
    # Names and order are those of the document's Table I.
    [(1000, "Certified Class E (1000)"), (1900, "Advanced Class A (1900)"), (2900, "5-Star Master (2900)")],
)
def test_a_title_has_the_documents_name(level: int, name: str) -> None:
    assert title_name(level) == name


@pytest.mark.parametrize(
    ("title", "text"),
    [
        (LifetimeTitle(1700, 0), "10 points to **Certified Class A (1800)**"),
        (LifetimeTitle(1700, 2), "8 points to **Certified Class A (1800)**"),  # Bishop: eight more points
        (LifetimeTitle(2800, 9, 2), "1 point to **5-Star Master (2900)**"),
        (LifetimeTitle(2900, 2), "the highest title"),
    ],
)
def test_the_way_to_the_next_title_is_what_ten_points_still_lack(title: LifetimeTitle, text: str) -> None:
    assert way_to_next(title) == text


@pytest.mark.parametrize(
    ("rounds", "delta", "text"), [(4, "0.3", "4 rounds"), (5, "0.6", "5 rounds"), (9, "0.5", "7 rounds or more")]
)
def test_a_delta_names_the_rounds_for_which_it_holds(rounds: int, delta: str, text: str) -> None:
    row = delta_of(rounds)
    assert delta_text(row) == delta
    assert rounds_text(row) == text
