"""The leaderboard stands straight with whatever rank and name."""

from dataclasses import replace
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import check_fits, fast, names
from wcwidth import wcswidth

from bot.services.ratings.leaderboard import BoardOrder, BoardPage, BoardQuery, Place, RankedLine
from bot.store.database.rows import BoardLine, Player
from bot.ui.cards.leaderboard import board_embed, board_lines, board_page
from bot.ui.framework.layout import PADDING
from bot.ui.framework.text import safe
from core.lists import RatingList
from core.rating.club_rules import DEFAULT_RULES, ClubRules, Codes
from core.rating.uschess.system import LISTS as USCHESS_LISTS

MEMBERS_OF_THE_LARGEST_SERVER = 30_000_000


LETTERS = dict(zip(range(1000, 3000, 100), "eEdDcCbBaAxXlLsStTuU", strict=True))
"""By title level, from the specification of the lifetime titles, section 4.3."""


def line(rank: int, name: str = "Dana", displayed: int = 1500, games: int = 30, **marks: object) -> RankedLine:
    """Return a line for the player whose user has the rank's own number."""
    marks = {"provisional": False, "active": True} | marks
    return RankedLine(rank, BoardLine(Player(rank, rank, name), displayed, games, date=date(2026, 11, 20), **marks))


def page(*lines: RankedLine, **more: object) -> BoardPage:
    query = BoardQuery(RatingList.USCHESS_REGULAR, BoardOrder.RATING, everyone=True)
    fields = {"query": query, "page": 0, "pages": 1, "players": len(lines), "house_rules": DEFAULT_RULES} | more
    fields.setdefault("today", date(2026, 11, 21))
    return BoardPage(lines=tuple(lines), **fields)


@st.composite
def pages(draw: st.DrawFn) -> BoardPage:
    rank = draw(st.one_of(st.integers(1, 100), st.integers(1, MEMBERS_OF_THE_LARGEST_SERVER)))
    query = BoardQuery(draw(st.sampled_from(RatingList)), draw(st.sampled_from(BoardOrder)), draw(st.booleans()))
    has_codes = query.rating_list in USCHESS_LISTS  # no other list prints a title behind a rating
    lines = []
    for _ in range(draw(st.integers(0, 10))):
        figures = draw(st.tuples(names, st.integers(100, 3000), st.integers(1, 99_999), st.booleans(), st.booleans()))
        name, shown, games, provisional, active = figures
        code = draw(st.tuples(st.none(), st.none()) | st.tuples(st.sampled_from(list(LETTERS)), st.integers(0, 9)))
        level, points = (None, None) if provisional or not has_codes else code
        marks = {"provisional": provisional, "active": active, "title_level": level, "title_points": points}
        figures = {
            BoardOrder.RATING: st.none(),
            BoardOrder.GAIN: st.integers(-400, 400),
            BoardOrder.GAMES: st.just(games),
            BoardOrder.PEAK: st.dates(date(2026, 8, 21), date(2026, 11, 21)),
        }
        ranked = line(rank, name, shown, games, **marks)
        lines.append(
            replace(ranked, figure=draw(figures[query.order]), rating=shown, rests_on_reports=draw(st.booleans()))
        )
        rank += draw(st.integers(0, 2))
    most = MEMBERS_OF_THE_LARGEST_SERVER
    return page(*lines, query=query, page=rank // 10, pages=most // 10, players=most)


def cells(text: str | None) -> list[str]:
    return [row.split("`")[1] for row in (text or "").splitlines()[1:] if not row.startswith("`*c2`")]


@fast
@given(pages(), st.integers(1, 100))
def test_a_page_fits_and_its_figures_are_in_columns(board: BoardPage, viewer: int) -> None:
    embed = board_embed(board, viewer)
    check_fits(embed)
    shown = cells(embed.description) if board.lines else []
    assert len(shown) == len(board.lines) <= 10
    assert len({wcswidth(cell.replace(PADDING, "_")) for cell in shown}) <= 1
    assert all(" " not in cell for cell in shown)


@pytest.mark.long
@fast
@given(pages(), st.integers(1, 100))
def test_every_name_is_whole_and_no_figure_is_cut(board: BoardPage, viewer: int) -> None:
    rows = [row for row in board_lines(board, viewer)[1:] if not row.startswith("`*c2`")]
    for row, ranked in zip(rows, board.lines, strict=True):
        assert safe(ranked.line.player.name, 100) in row
        rank, *figure = row.split("`")[1].replace(PADDING, " ").split()
        assert rank == str(ranked.rank)
        if board.query.order is BoardOrder.RATING:
            assert figure == [printed(ranked.line, board)]
        else:
            assert f" · {ranked.line.displayed}" in row


def printed(ranked: BoardLine, board: BoardPage) -> str:
    """Return a rating with its mark as US Chess printed it."""
    code = "P" if ranked.provisional else ""
    if ranked.title_level is not None:
        code = f"*{LETTERS[ranked.title_level]}{ranked.title_points}"
    return f"{ranked.displayed}{code}"


NAMES = [
    "M" * 60,
    "Wilhelmina Osgoode " * 3,
    "นายสมชาย ใจดี" * 4,
    "山田 太郎" * 12,
    "*bold* _it_ `code` [x](https://e.example) #1",
]


@pytest.mark.parametrize("many", [0, 1, 10])
@pytest.mark.parametrize("name", NAMES)
def test_long_and_foreign_names_follow_aligned_figures(name: str, many: int) -> None:
    """spec/look.md, section 6: names of 60 characters, Thai, Japanese, markdown; 0, 1 and 10 rows."""
    board = page(*(line(rank, name, 90 + 191 * rank) for rank in range(1, many + 1)))
    embed = board_embed(board, 1)
    check_fits(embed)
    assert (embed.description or "").count(safe(name, 100)) == many
    if many:
        assert len((embed.description or "").splitlines()) == many + 1 <= 12
        assert len({len(cell) for cell in cells(embed.description)}) == 1


def test_a_page_looks_as_it_was_drawn() -> None:
    """The layout of spec/look.md, section 1.3, to the letter; _ is U+00A0."""
    rows = [(1, "Bea Castellan", 2028, 1900, 2), (2, "Tobias Arbor", 1914, 1800, 2)]
    lines = [line(r, n, shown, title_level=lvl, title_points=pts) for r, n, shown, lvl, pts in rows]
    lines.append(line(9, "Nora Quill", 1486, provisional=True))
    board = page(*lines, players=14, pages=2, place=Place(9, 55, 8))
    embed = board_embed(board, 9)
    assert (embed.description or "").replace(PADDING, "_").splitlines() == [
        "### US Chess Regular",
        "`*c2`: lifetime title (letter) and points toward the next",
        "`1_2028*A2` Bea Castellan",
        "`2_1914*a2` Tobias Arbor",
        "`9_1486P__` **Nora Quill** ◂ you",
    ]
    assert embed.footer.text == "14 players · P provisional · You: 9th, 55 to the 8th"


@pytest.mark.parametrize("rank", [1, 10, 100, 1000, MEMBERS_OF_THE_LARGEST_SERVER])
def test_a_huge_rank_is_shown_whole_beside_a_tie(rank: int) -> None:
    shown = cells(board_embed(page(line(rank), line(rank, "日本語の名前とても長い名前です")), rank).description)
    assert [cell.split(PADDING)[0] for cell in shown] == [str(rank)] * 2


def test_only_the_viewers_own_line_is_marked() -> None:
    rows = board_lines(page(line(1), line(2), line(3)), 2)[1:]
    assert ["◂ you" in row for row in rows] == [False, True, False]
    assert not any("◂ you" in row for row in board_lines(page(line(1), line(2))))


def test_nobody_unlinked_is_taken_for_the_viewer() -> None:
    nobody = RankedLine(1, BoardLine(Player(1, None, "Anna"), 1500, 30, False, True, date(2026, 11, 20)))
    assert "you" not in board_lines(page(nobody), 0)[1]


@pytest.mark.parametrize(
    ("provisional", "active", "row"),
    [
        (True, True, "`1_1500P` Dana"),
        (False, False, "`1_1500` Dana *· since November*"),
        (True, False, "`1_1500P` Dana *· since November*"),
    ],
)
def test_provisional_and_inactive_players_carry_their_marks(provisional: bool, active: bool, row: str) -> None:
    embed = board_embed(page(line(1, provisional=provisional, active=active)), 0)
    assert (embed.description or "").replace(PADDING, "_").splitlines()[1] == row
    assert ("P provisional" in (embed.footer.text or "")) is provisional


def test_a_rating_on_unconfirmed_reports_says_so_behind_the_name() -> None:
    reported = replace(line(1), rests_on_reports=True)
    assert board_lines(page(reported))[1].endswith("Dana *· not confirmed*")


@pytest.mark.parametrize(
    ("level", "points", "shown"),
    [
        (1400, 2, "1575*c2"),  # John Chess in the document of 1998
        (1700, 0, "1575*B0"),
        (None, None, "1575"),
    ],
)
def test_a_rating_has_its_norm_code_as_us_chess_printed_it(level: int | None, points: int | None, shown: str) -> None:
    john = line(1, "Chess, John", 1575, 90, title_level=level, title_points=points)
    embed = board_embed(page(john), 0)
    assert cells(embed.description)[-1] == f"1{PADDING}{shown}"
    assert ("`*c2`: lifetime title" in (embed.description or "")) is ("*" in shown)
    assert "reconstructed" not in (embed.footer.text or "")


@pytest.mark.parametrize(("codes", "shown"), [(Codes.EARNED, "1575"), (Codes.ALL, "1575*B0"), (Codes.NONE, "1575")])
def test_a_code_without_earned_points_is_shown_where_the_club_turned_it_on(codes: Codes, shown: str) -> None:
    john = line(1, "Chess, John", 1575, 90, title_level=1700, title_points=None)
    embed = board_embed(page(john, house_rules=ClubRules(codes=codes)), 0)
    assert cells(embed.description)[-1] == f"1{PADDING}{shown}"
    assert len((embed.description or "").splitlines()) == 2 + ("*" in shown)


@pytest.mark.parametrize(
    ("order", "figure", "heading", "row"),
    [
        (BoardOrder.GAIN, 88, "gain in November", "`1_▲88` Dana · 1500"),
        (BoardOrder.GAMES, 120, "games", "`1_120` Dana · 1500"),
        (BoardOrder.PEAK, date(2026, 11, 7), "newest peaks", "`1_7_Nov` Dana · 1500"),
    ],
)
def test_another_order_shows_its_figure_and_the_rating_after_the_name(
    order: BoardOrder, figure: object, heading: str, row: str
) -> None:
    query = BoardQuery(RatingList.USCHESS_REGULAR, order)
    shown = board_lines(page(replace(line(1), figure=figure, rating=1500), query=query))
    assert [one.replace(PADDING, "_") for one in shown] == [f"### US Chess Regular · {heading}", row]


@pytest.mark.parametrize("order", BoardOrder)
def test_an_empty_board_says_why(order: BoardOrder) -> None:
    embed = board_embed(page(query=BoardQuery(RatingList.USCHESS_REGULAR, order)), 0)
    assert len((embed.description or "").splitlines()) == 2


def test_below_a_board_stands_what_its_list_has() -> None:
    def labels(rating_list: RatingList, **more: Any) -> list[Any]:
        board = page(line(1), query=BoardQuery(rating_list, **more))
        return [getattr(item, "label", None) for item in board_page(board, 7).below]

    assert labels(RatingList.ELO) == [None, "Show inactive"]
    assert labels(RatingList.ELO, everyone=True) == [None, "Hide inactive"]
    assert labels(RatingList.FIDE_RAPID) == [None, "Show inactive", "Coming list"]
    assert labels(RatingList.ORACLE) == [None, "Show inactive", "Sure ranks", "Compare systems"]
    assert labels(RatingList.ORACLE, sure=True)[2] == "Plain ranks"
    assert labels(RatingList.ORACLE, order=BoardOrder.GAMES) == [None, "Show inactive", "Compare systems"]
    assert labels(RatingList.FIDE_RAPID, on=date(2026, 1, 1)) == [None, "Show inactive"]
    empty = replace(page(query=BoardQuery(RatingList.FIDE_RAPID)), is_empty=True)
    assert [getattr(item, "label", None) for item in board_page(empty, 7).below] == ["Coming list"]
