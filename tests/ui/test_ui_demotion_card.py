"""A lifetime title that was lowered, or given back."""

from hypothesis import given
from hypothesis import strategies as st
from ui_factories import any_text, check_fits, fast, lifetime_titles, names

from bot.services.ratings.uschess import DemotionReport
from bot.store.database.rows import Player
from bot.ui.systems.uschess.title_cards import demotion_card
from core.lists import RatingList
from core.rating.uschess.lifetime import LifetimeTitle


def report(
    before: LifetimeTitle | None,
    after: LifetimeTitle | None,
    reason: str = "poor results",
    name: str = "Dana",
    *,
    undone: bool = False,
) -> DemotionReport:
    player = Player(1, 11, name)
    return DemotionReport(7, player, RatingList.USCHESS_QUICK, before, after, reason, undone=undone)


def test_a_lowered_title_is_shown_with_the_one_before() -> None:
    """1800 less 100 is 1700; ten points lead back."""
    card = demotion_card(report(LifetimeTitle(1800, 4), LifetimeTitle(1700)))
    assert card.title == "Title lowered, as requested"
    assert card.author.name == "Dana · US Chess Quick"
    assert card.description == (
        "## `a4` → `B0`\n"
        "Lifetime title **Advanced Class B (1700)**: 10 points to **Certified Class A (1800)**\n"
        "Reason: poor results"
    )


def test_below_the_lowest_title_the_code_is_blank() -> None:
    text = demotion_card(report(LifetimeTitle(1000, 4), None)).description or ""
    assert text == "## `e4` → blank\nReason: poor results"


def test_a_title_is_given_back() -> None:
    card = demotion_card(report(LifetimeTitle(1700), LifetimeTitle(1800, 4), undone=True))
    assert card.title == "Title restored"
    assert (card.description or "").startswith("## `B0` → `a4`\n")


@fast
@given(st.none() | lifetime_titles, st.none() | lifetime_titles, any_text, names, st.booleans())
def test_any_lowered_title_fits(
    before: LifetimeTitle | None,
    after: LifetimeTitle | None,
    reason: str,
    name: str,
    undone: bool,
) -> None:
    check_fits(demotion_card(report(before, after, reason * 5, name, undone=undone)))
