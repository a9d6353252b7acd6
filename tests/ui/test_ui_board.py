"""The leaderboard stands straight with whatever rank and name."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import blocks, check_fits, fast, house_rules, names
from wcwidth import wcswidth

from bot.services.players.leaderboard import BoardOrder, BoardPage, BoardQuery, RankedLine
from bot.store.rows import BoardLine, Player
from bot.ui.cards.leaderboard import board_embed
from core.club_rules import DEFAULT_RULES, ClubRules
from core.lists import RatingList
from core.uschess.lifetime_tables import STANDARD_TABLES
from core.uschess.system import LISTS as USCHESS_LISTS

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
        lines.append(line(rank, name, shown, games, **marks))
        rank += draw(st.integers(0, 2))
    most = MEMBERS_OF_THE_LARGEST_SERVER
    rules = draw(house_rules())
    return page(*lines, query=query, page=rank // 10, pages=most // 10, players=most, house_rules=rules)


@fast
@given(pages(), st.integers(1, 100))
def test_a_page_fits_and_stands_straight(board: BoardPage, viewer: int) -> None:
    embed = board_embed(board, viewer)
    check_fits(embed)
    for block in blocks(embed.description):
        assert len(block) == len(board.lines) + 1
        assert len({wcswidth(row) for row in block}) == 1


@fast
@given(pages())
def test_no_figure_is_cut(board: BoardPage) -> None:
    for block in blocks(board_embed(board, 0).description):
        for row, ranked in zip(block[1:], board.lines, strict=True):
            first, *_, shown, games = row.split()
            assert first.rstrip("=") == str(ranked.rank)
            assert shown == printed(ranked.line, board)
            assert games == str(ranked.line.games)


def printed(ranked: BoardLine, board: BoardPage) -> str:
    """Return a rating with its marks as US Chess printed it, and z behind an inactive player's."""
    letters = LETTERS | {
        row.level: row.letter for row in board.house_rules.lifetime.titles if row.evidence == "set by the club"
    }
    code = "P" if ranked.provisional else ""
    if ranked.title_level is not None:
        code = f"*{letters[ranked.title_level]}{ranked.title_points}"
    return f"{ranked.displayed}{code}{'' if ranked.active else 'z'}"


@pytest.mark.parametrize("rank", [1, 10, 100, 1000, MEMBERS_OF_THE_LARGEST_SERVER])
def test_a_huge_rank_is_shown_whole_beside_the_arrow_and_the_tie(rank: int) -> None:
    (rows,) = blocks(board_embed(page(line(rank), line(rank, "日本語の名前とても長い名前です")), rank).description)
    assert rows[1].split()[0] == rows[2].split()[0] == f"▸{rank}="


def test_the_most_games_that_can_be_entered_are_shown_whole() -> None:
    # /rating set takes up to 100,000.
    (rows,) = blocks(board_embed(page(line(1, games=100_000)), 0).description)
    assert rows[1].split()[-1] == "100000"


def test_the_arrow_stands_at_the_viewers_own_line_alone() -> None:
    (rows,) = blocks(board_embed(page(line(1), line(2), line(3)), 2).description)
    assert ["▸" in row for row in rows] == [False, False, True, False]


def test_nobody_unlinked_is_taken_for_the_viewer() -> None:
    nobody = RankedLine(1, BoardLine(Player(1, None, "Anna"), 1500, 30, False, True, date(2026, 11, 20)))
    (rows,) = blocks(board_embed(page(nobody), 0).description)
    assert "▸" not in rows[1]


@pytest.mark.parametrize(
    ("provisional", "active", "mark"), [(True, True, "1500P"), (False, False, "1500z"), (True, False, "1500Pz")]
)
def test_provisional_and_inactive_players_carry_their_marks(provisional: bool, active: bool, mark: str) -> None:
    embed = board_embed(page(line(1, provisional=provisional, active=active)), 0)
    (rows,) = blocks(embed.description)
    assert rows[1].split()[-2] == mark
    assert "P provisional" in (embed.footer.text or "")
    assert "z inactive" in (embed.footer.text or "")


@pytest.mark.parametrize(
    ("level", "points", "active", "shown"),
    [
        (1400, 2, True, "1575*c2"),  # John Chess in the document of 1998
        (1700, 0, True, "1575*B0"),
        (1800, 9, False, "1575*a9z"),
        (None, None, True, "1575"),
    ],
)
def test_a_rating_has_its_norm_code_as_us_chess_printed_it(
    level: int | None, points: int | None, active: bool, shown: str
) -> None:
    john = line(1, "Chess, John", 1575, 90, active=active, title_level=level, title_points=points)
    embed = board_embed(page(john), 0)
    (rows,) = blocks(embed.description)
    assert rows[1].split() == ["1", "Chess,", "John", shown, "90"]
    assert ("* lifetime title" in (embed.footer.text or "")) == (level is not None)


def test_the_highest_ratings_of_the_largest_server_are_shown_whole() -> None:
    """2905*U2z and 100,000 games behind a rank of eight digits: 10 + 7 + 6 columns, and three spaces, leave five."""
    first, second = (
        line(30_000_000, games=100_000, displayed=2905, active=False, title_level=2900, title_points=2) for _ in "12"
    )
    (rows,) = blocks(board_embed(page(first, second), 30_000_000).description)
    assert rows[1] == rows[2]
    assert rows[1].split()[::2] == ["▸30000000=", "2905*U2z"]
    assert rows[1].split()[-1] == "100000"
    assert wcswidth(rows[1]) == 31


def test_a_clubs_own_letter_is_printed_and_is_no_reconstruction() -> None:
    rules = ClubRules(STANDARD_TABLES.with_letters({2000: "q"}))
    embed = board_embed(page(line(1, title_level=2000, title_points=4), house_rules=rules), 0)
    assert "1500*q4" in (embed.description or "")
    assert "reconstructed" not in (embed.footer.text or "")


def test_an_empty_board_says_how_to_get_on_it() -> None:
    assert "/rating update" in (board_embed(page(), 0).description or "")
