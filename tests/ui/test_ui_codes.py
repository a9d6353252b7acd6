"""Ratings with their norm codes as US Chess printed them, and what is said about the lost tables."""

import pytest

from bot.ui.uschess.norm_codes import (
    code_text,
    delta_text,
    reconstruction_note,
    rounds_text,
    title_name,
    way_to_next,
)
from bot.ui.wording.printed import note_line, rating_with_code
from core.uschess.lifetime import LifetimeEvent, LifetimeTitle, public_title, rate_lifetime, write_code
from core.uschess.lifetime_tables import STANDARD_TABLES, LifetimeTables

CLUB = STANDARD_TABLES.with_letters({2000: "q"}).with_deltas({4: 250, 9: 625})


def event(rounds: int, tables: LifetimeTables = STANDARD_TABLES) -> LifetimeEvent:
    """Return half the points of a 1700-titled player against 1700s, in an event of so many rounds."""
    title = LifetimeTitle(1700)
    return rate_lifetime(title, [1700] * rounds, rounds / 2, rounds, 1700, established=True, tables=tables)


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
    assert rating_with_code(shown, games, provisional, write_code(title, STANDARD_TABLES)) == text


def test_of_a_title_the_level_and_its_own_points_are_published() -> None:
    assert public_title(1400, 2) == LifetimeTitle(1400, 2)
    assert public_title(None, None) is None


def test_a_code_is_set_apart_from_the_text() -> None:
    assert code_text(LifetimeTitle(1400, 2), STANDARD_TABLES) == "`c2`"
    assert code_text(LifetimeTitle(2000, 2), CLUB) == "`q2`"
    assert code_text(None, STANDARD_TABLES) == "blank"


@pytest.mark.parametrize(
    ("level", "name"),
    # Names and order are those of the document's Table I.
    [(1000, "Certified Class E (1000)"), (1900, "Advanced Class A (1900)"), (2900, "5-Star Master (2900)")],
)
def test_a_title_has_the_documents_name(level: int, name: str) -> None:
    assert title_name(level, STANDARD_TABLES) == name


@pytest.mark.parametrize(
    ("title", "text"),
    [
        (LifetimeTitle(1700, 0), "10 points to **Certified Class A (1800)**"),
        (LifetimeTitle(1700, 2), "8 points to **Certified Class A (1800)**"),  # Bishop: eight more points
        (LifetimeTitle(2800, 9, 2), "1 point to **5-Star Master (2900)**"),
        (LifetimeTitle(2900, 2), "the highest title there is"),
    ],
)
def test_the_way_to_the_next_title_is_what_ten_points_still_lack(title: LifetimeTitle, text: str) -> None:
    assert way_to_next(title, STANDARD_TABLES) == text


@pytest.mark.parametrize("level", [1400, 1700, 1800])
def test_a_letter_that_the_document_attests_needs_no_note(level: int) -> None:
    assert reconstruction_note([LifetimeTitle(level)], STANDARD_TABLES) is None


@pytest.mark.parametrize("level", sorted(set(range(1000, 3000, 100)) - {1400, 1700, 1800}))
def test_every_other_letter_is_noted_as_reconstructed(level: int) -> None:
    letter = dict(zip(range(1000, 3000, 100), "eEdDcCbBaAxXlLsStTuU", strict=True))[level]
    note = reconstruction_note([LifetimeTitle(1700), LifetimeTitle(level, 4)], STANDARD_TABLES)
    assert note == f"the letter {letter} is reconstructed: the tables of 1998 are lost"


def test_several_letters_are_named_once_each_from_the_lowest_title_up() -> None:
    titles = [LifetimeTitle(2000), None, LifetimeTitle(1600, 2), LifetimeTitle(2000, 5), LifetimeTitle(1400)]
    note = reconstruction_note(titles, STANDARD_TABLES)
    assert note == "the letters b, x are reconstructed: the tables of 1998 are lost"


@pytest.mark.parametrize(
    ("rounds", "delta"),
    # The specification, 4.4: 0.6 for five rounds and 0.5 for six follow from the text, the others do not.
    [
        (4, "the delta of 0.3 for 4 rounds"),
        (5, None),
        (6, None),
        (7, "the delta of 0.5 for 7 rounds or more"),
        (12, "the delta of 0.5 for 7 rounds or more"),
    ],
)
def test_a_delta_that_decided_is_noted_unless_the_document_attests_it(rounds: int, delta: str | None) -> None:
    note = reconstruction_note([LifetimeTitle(1700)], STANDARD_TABLES, event(rounds))
    assert note == (delta and f"{delta} is reconstructed: the tables of 1998 are lost")


def test_a_letter_and_a_delta_make_one_note() -> None:
    note = reconstruction_note([LifetimeTitle(1600)], STANDARD_TABLES, event(4))
    assert note == "the letter b and the delta of 0.3 for 4 rounds are reconstructed: the tables of 1998 are lost"


def test_what_a_club_has_set_is_no_reconstruction() -> None:
    assert reconstruction_note([LifetimeTitle(2000)], CLUB, event(4, CLUB)) is None


def test_a_note_is_a_line_in_italics() -> None:
    assert note_line("the letter b is reconstructed") == "*The letter b is reconstructed.*"


@pytest.mark.parametrize(
    ("rounds", "delta", "text"),
    [
        (5, "0.6", "5 rounds"),
        (4, "0.25", "4 rounds"),
        (9, "0.625", "9 rounds or more"),
        (15, "0.625", "9 rounds or more"),
    ],
)
def test_a_delta_has_the_decimals_that_a_club_gave_it(rounds: int, delta: str, text: str) -> None:
    row = CLUB.delta(rounds)
    assert delta_text(row) == delta
    assert rounds_text(row, CLUB) == text


@pytest.mark.parametrize(
    ("rounds", "text"), [(7, "7 rounds"), (8, "8 to 9 rounds"), (9, "8 to 9 rounds"), (10, "10 rounds or more")]
)
def test_a_delta_that_holds_over_a_gap_names_all_its_rounds(rounds: int, text: str) -> None:
    """A row holds until the next one: 8=0.2 10=0.1 leaves nine rounds at 0.2."""
    tables = STANDARD_TABLES.with_deltas({8: 200, 10: 100})
    assert rounds_text(tables.delta(rounds), tables) == text
