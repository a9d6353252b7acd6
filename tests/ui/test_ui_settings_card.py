"""A club's settings with its own tables of the lifetime titles."""

from hypothesis import given
from ui_factories import check_fits, fast, house_rules

from bot.store.rows import Club
from bot.ui.cards.settings import settings_card
from core.club_rules import DEFAULT_RULES, ClubRules
from core.lists import RatingList
from core.uschess.lifetime_tables import STANDARD_TABLES

HIGHEST_ID = 2**63 - 1


def club(rules: ClubRules = DEFAULT_RULES) -> Club:
    return Club(1, HIGHEST_ID, RatingList.USCHESS_REGULAR, "role", HIGHEST_ID, rules)


def fields_of(rules: ClubRules = DEFAULT_RULES) -> dict[str, str]:
    return {(field.name or "").split(" · ")[-1]: field.value or "" for field in settings_card(club(rules)).fields}


def test_every_row_that_the_document_does_not_attest_is_marked() -> None:
    """The specification, 4.3 and 4.4: five and six rounds, and the letters c, B and a, are attested."""
    fields = fields_of()
    assert fields["lifetime_deltas"].startswith("`4=0.3`? `5=0.6` `6=0.5` `7=0.5`?, the last one for more rounds too\n")
    letters = fields["lifetime_letters"].split()
    assert [letter for letter in letters if not letter.endswith("?")] == ["`1400=c`", "`1700=B`", "`1800=a`"]
    assert len(letters) == 20


def test_what_the_club_has_set_is_marked_as_its_own() -> None:
    fields = fields_of(ClubRules(STANDARD_TABLES.with_letters({2000: "q"}).with_deltas({8: 625})))
    assert "`8=0.625`!, the last one for more rounds too" in fields["lifetime_deltas"]
    assert "`2000=q`!" in fields["lifetime_letters"]


def test_a_table_of_every_number_of_rounds_fits() -> None:
    tables = STANDARD_TABLES.with_deltas({rounds: 2001 + rounds for rounds in range(4, 21)})
    check_fits(settings_card(club(ClubRules(tables))))


@fast
@given(house_rules())
def test_the_settings_fit_whatever_a_club_has_set(rules: ClubRules) -> None:
    check_fits(settings_card(club(rules)))
