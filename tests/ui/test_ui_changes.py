"""What an undo, an entered rating or a late report changed, in words."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import check_fits, fast, names, rating_changes

from bot.services.events.void import UndoReport
from bot.services.framework.recalculation.lists import RatingChange
from bot.services.ratings.set_rating import EnteredRatingReport
from bot.store.database.rows import Player
from bot.ui.cards.events import entered_rating_card, undo_card
from bot.ui.wording.shared_lines import changes_text
from core.lists import RatingList

REGULAR, QUICK = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK
DAY = date(2026, 11, 15)
DANA, ELI = Player(1, 11, "Dana"), Player(2, None, "**Eli**")
PEOPLE = {1: DANA, 2: ELI}


def change(number: int) -> RatingChange:
    return RatingChange(1, REGULAR, f"Open {number}", DAY, 1500.0, 1500.0 + number)


@pytest.mark.parametrize(
    ("moved", "text"),
    [
        (
            RatingChange(1, REGULAR, "Open", DAY, 1500.0, 1512.345),
            "- Dana, after Open of 2026-11-15: 1500 → **1512.35**",
        ),
        (RatingChange(1, REGULAR, None, DAY, 1512.5, 1500.0), "- Dana, after event of 2026-11-15: 1512.50 → **1500**"),
        (RatingChange(2, REGULAR, None, None, 1500.0, None), "- \\*\\*Eli\\*\\*, rating now: 1500 → **unrated**"),
        (RatingChange(1, REGULAR, None, None, None, 1450.0), "- Dana, rating now: unrated → **1450**"),
        (RatingChange(3, REGULAR, "*Open*", DAY, 1.0, 2.0), "- a player, after \\*Open\\* of 2026-11-15: 1 → **2**"),
    ],
    ids=["event", "nameless event", "unrated now", "rated now", "unknown player"],
)
def test_a_change_is_a_line(moved: RatingChange, text: str) -> None:
    assert changes_text([moved], PEOPLE) == text


def test_twelve_changes_are_twelve_lines() -> None:
    lines = changes_text([change(number) for number in range(1, 13)], PEOPLE).split("\n")
    assert len(lines) == 12
    assert "Open 12 " in lines[0]


@pytest.mark.parametrize(("amount", "more"), [(13, 2), (14, 3), (1000, 989)])
def test_of_more_than_twelve_the_largest_stay_and_the_rest_are_counted(amount: int, more: int) -> None:
    lines = changes_text([change(number) for number in range(1, amount + 1)], PEOPLE).split("\n")
    assert len(lines) == 12
    assert f"Open {amount} " in lines[0]
    assert f"Open {more + 1} " in lines[10]
    assert lines[11] == f"- … and {more} more"


def test_a_player_whose_rating_now_is_different_has_one_line() -> None:
    now = RatingChange(1, REGULAR, None, None, 1500.0, 1490.0)
    other = RatingChange(2, REGULAR, "Open 1", DAY, 1500.0, 1501.0)
    assert changes_text([change(3), other, change(4), now], PEOPLE).split("\n") == [
        "- Dana, rating now: 1500 → **1490**",
        "- \\*\\*Eli\\*\\*, after Open 1 of 2026-11-15: 1500 → **1501**",
    ]


def test_lines_are_left_out_where_there_is_little_room() -> None:
    text = changes_text([change(number) for number in range(1, 6)], PEOPLE, space=120)
    assert len(text) <= 120
    assert text.endswith("- … and 3 more")
    assert "Open 3 " not in text
    assert "Open 5 " in text


def test_the_list_is_named_where_changes_are_on_several() -> None:
    moved = [RatingChange(1, rating_list, None, None, 1500.0, 1512.0) for rating_list in (REGULAR, QUICK)]
    assert changes_text(moved, PEOPLE).split("\n") == [
        "- Dana (US Chess Regular), rating now: 1500 → **1512**",
        "- Dana (US Chess Quick), rating now: 1500 → **1512**",
    ]


def test_no_change_is_no_line() -> None:
    assert changes_text([], PEOPLE) == ""


people = st.fixed_dictionaries(
    {}, optional={number: st.builds(Player, st.just(number), st.none(), names) for number in (1, 2, 3)}
)


@fast
@given(st.lists(rating_changes, max_size=40), people)
def test_every_change_stays_on_its_line(moved: list[RatingChange], known: dict[int, Player]) -> None:
    lines = changes_text(moved, known).splitlines()
    now = {(one.player_id, one.rating_list) for one in moved if one.day is None}
    earlier = sum(one.day is not None and (one.player_id, one.rating_list) in now for one in moved)
    assert len(lines) == min(len(moved) - earlier, 12)
    assert all(line.startswith("- ") for line in lines)


@fast
@given(st.lists(rating_changes, max_size=40), people, names, names, st.booleans())
def test_the_answer_to_an_undo_fits(
    moved: list[RatingChange], known: dict[int, Player], event: str, player: str, entered_rating_undone: bool
) -> None:
    report = UndoReport(
        name=event,
        day=DAY,
        rating_list=RatingList.USCHESS_REGULAR,
        player=Player(1, 11, player),
        entered_rating_undone=entered_rating_undone,
        changes=tuple(moved),
        people=known,
    )
    check_fits(undo_card(report))


@fast
@given(st.lists(rating_changes, max_size=40), names, st.none() | st.text(max_size=300))
def test_the_answer_to_an_entered_rating_fits(moved: list[RatingChange], player: str, reason: str | None) -> None:
    report = EnteredRatingReport(
        player=Player(1, 11, player),
        rating_list=RatingList.USCHESS_QUICK,
        day=DAY,
        rating=1500.5,
        games=30,
        before=None,
        reason=reason,
        changes=tuple(moved),
    )
    check_fits(entered_rating_card(report))
