"""Orders of tie-breaks as directors type them."""

import pytest

from core.errors import InputError
from core.tournament.tiebreaks.standings import DEFAULT_ORDER, MOST, TIE_BREAKS, Family, chosen, parse_order


@pytest.mark.parametrize(
    ("text", "order"),
    [
        ("DE, BH/C1", ("DE", "BH/C1")),
        ("de; bh c1; sb", ("DE", "BH/C1", "SB")),
        ("DE BH/C1 BH-C2 SB M1", ("DE", "BH/C1", "BH/C2", "SB/M1")),
        ("bhc1\nmm\ncumo,", ("BH/C1", "MM", "CUMO")),
        ("DE, BH, DE", ("DE", "BH", "DE")),
        ("spread", ("SPREAD",)),
        (" None ", ()),
        ("Buchholz", ("BH",)),
        ("direct encounter, Buchholz Cut 1, Buchholz, Sonneborn-Berger", ("DE", "BH/C1", "BH", "SB")),
        ("Sonneborn Berger; number of wins; Koya", ("SB", "WIN", "KS")),
        ("median buchholz, buchholz cut-2, progressive scores", ("BH/M1", "BH/C2", "PS")),
        ("Modified median, Solkoff, cumulative, head to head", ("MM", "SOLK", "CUM", "H2H")),
        ("Direct Encounter Buchholz-Cut 1", ("DE", "BH/C1")),
    ],
)
def test_an_order_is_read(text: str, order: tuple[str, ...]) -> None:
    assert parse_order(text) == order


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "No tie-breaks are given. Write names or codes with commas between, for example Buchholz Cut 1, SB"),
        ("BUCH", "BUCH is not a tie-break. Write names or codes"),
        ("BH/C3", "BH/C3 is not a tie-break"),
        ("BH, BH", "BH is listed twice"),
        ("bh/c1, BHC1", "BH/C1 is listed twice"),
        ("WIN/C1", "WIN has no cut. Write WIN without /C1"),
        ("PS/M1", "PS has /C1 and /C2. Write PS without /M1"),
        ("`@everyone`", "`@EVERYONE` is not a tie-break"),
        ("x" * 100, "The text is not a tie-break"),
        ("BH, " * 500, "The text is too long"),
        (",".join(list(TIE_BREAKS)[: MOST + 1]), "at most 10 tie-breaks"),
    ],
)
def test_an_order_that_is_not_one_is_refused_in_a_sentence(text: str, sentence: str) -> None:
    with pytest.raises(InputError) as refused:
        parse_order(text)
    assert sentence in refused.value.message


def test_ten_tie_breaks_are_an_order() -> None:
    ten = ("DE", "WIN", "WON", "BPG", "BWG", "PS", "REP", "STD", "TPN", "BH")
    assert parse_order(", ".join(ten)) == ten
    with pytest.raises(InputError, match="at most 10 tie-breaks"):
        parse_order(", ".join((*ten, "SB")))


def test_every_tie_break_can_be_typed_by_its_name() -> None:
    for tie_break in TIE_BREAKS.values():
        (code,) = parse_order(tie_break.name)
        assert TIE_BREAKS[code].name == tie_break.name


def test_every_default_order_can_be_typed() -> None:
    for order in DEFAULT_ORDER.values():
        assert parse_order(", ".join(order) or "none") == order


def test_a_code_has_a_name_a_rule_and_a_family() -> None:
    assert chosen("bh/c1").name == "Buchholz Cut-1"
    assert chosen("SB/M2").name == "Sonneborn-Berger Median-2"
    assert TIE_BREAKS["BH"].family is Family.FIDE
    assert TIE_BREAKS["MM"].family is Family.USCHESS
    assert TIE_BREAKS["SPREAD"].family is Family.SCRABBLE
