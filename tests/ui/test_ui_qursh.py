"""QURSH's answers: whatever the event and the names, they fit a phone and Discord, and no figure is cut."""

from dataclasses import replace
from datetime import date
from itertools import pairwise

import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st
from picture_checks import check_scene
from ui_factories import blocks, check_fits, names

from bot.services.ratings.qursh import HistoryInUse, QuantileReport, QuantileSide, Standings
from bot.ui.framework.layout import PADDING
from bot.ui.framework.text import safe
from bot.ui.pictures.scene import BLUE, INK, QUIET_BAR, Line, Rect
from bot.ui.systems.qursh.cards import page_of, pages_of, quantile_embed, score_text, standings_embed, table_embed
from bot.ui.systems.qursh.scenes import HEIGHT, WIDTH, quantile_scene
from core.errors import InputError
from core.event.crosstable import Game
from core.event.event_file import Remark
from core.rating.qursh.cells import CELLS
from core.rating.qursh.history import (
    SHIPPED,
    CellCounter,
    History,
    Margins,
    QuantileSource,
    build,
    distribution,
    summaries,
)
from core.rating.qursh.ranking import (
    Contestant,
    Division,
    best_out_of_the_money,
    class_winners,
    margin_for,
    quantile,
    rank_event,
    seat_of,
)
from tests.depth import examples

drawn = examples()
ratings = st.none() | st.integers(1, 9999).map(float)


@st.composite
def histories(draw: st.DrawFn) -> History:
    """Draw the shipped table, or one with cells of any size."""
    if draw(st.booleans()):
        return SHIPPED
    tally = CellCounter()
    for rating, games in draw(
        st.lists(st.tuples(st.sampled_from([900, 1400, 1900]), st.integers(1, 1200)), max_size=3)
    ):
        for number in range(games):
            tally.add(rating, rating - 120, number % 301 - 150)
    return build(tally.cells(), draw(names), date(2026, 11, 20), read=10**7)


@st.composite
def divisions(draw: st.DrawFn, name: str | None) -> Division:
    """Draw up to 30 players with any names, ratings and classes, who met in up to 40 rounds."""
    players = tuple(
        Contestant(number, draw(names), draw(ratings), draw(st.none() | names))
        for number in range(1, draw(st.integers(2, 30)) + 1)
    )
    games = []
    for played in range(1, draw(st.sampled_from([1, 2, 7, 40])) + 1):
        seats = range(1, len(players) + 1)
        pairs = list(zip(seats[::2], seats[1::2], strict=False))[: draw(st.integers(1, 15))]
        for first, second in pairs:
            own, theirs = draw(st.integers(0, 1500)), draw(st.integers(0, 1500))
            score = 0.5 if own == theirs else float(own > theirs)
            games.append(Game(played, first, second, score, None, own, theirs))
    return Division(name, players, tuple(games), rounds=max(game.round for game in games))


@st.composite
def drawn_standings(draw: st.DrawFn) -> Standings:
    """Draw a ranked event of one or two divisions."""
    played = [draw(divisions(name)) for name in draw(st.sampled_from([(None,), ("A", "C"), ("Collins division", "x")]))]
    history = draw(histories())
    try:
        ranking = rank_event(played, history, grouped=draw(st.booleans()), exact=draw(st.booleans()))
    except InputError:
        # Nobody has a rating, or half of the scores are 0.
        ranking = rank_event([tiny()], history)
    everybody = (*ranking.rows, *ranking.others)
    marked = everybody[: draw(st.integers(0, len(everybody)))]
    return Standings(
        name=draw(st.none() | names),
        ranking=ranking,
        classes=class_winners(ranking),
        marked=marked,
        best_of_the_rest=best_out_of_the_money(ranking, {seat_of(row) for row in marked}),
        sources=tuple((source, 10**6) for source in QuantileSource),
        divisions=(),
        sections=(),
        users={seat_of(row): number for number, row in enumerate(everybody)},
        remarks=tuple(draw(st.lists(st.builds(Remark, st.none() | st.integers(1, 10**6), names), max_size=5))),
    )


def tiny() -> Division:
    """Return two rated players with a game between them."""
    return Division(None, (Contestant(1, "Ann", 1800), Contestant(2, "Ben", 1675)), (game(1, 420, 400),), rounds=1)


def game(played: int, own: int, theirs: int) -> Game:
    return Game(played, 1, 2, 1.0, None, own, theirs)


@pytest.mark.long
@drawn
@given(standings=drawn_standings(), viewer=st.integers(0, 60))
def test_every_page_of_a_ranking_fits_with_every_figure(standings: Standings, viewer: int) -> None:
    shown = []
    for page in range(pages_of(standings)):
        embed = standings_embed(standings, page, viewer)
        check_fits(embed)
        rows = players_of(embed)
        assert len(rows) <= 6
        shown += rows
    assert len(shown) == len(standings.ranking.rows)
    for row, (first, second) in zip(standings.ranking.rows, shown, strict=True):
        rank, score = figures_of(first)
        assert (rank.strip("="), score) == (str(row.rank), score_text(row))
        assert safe(row.player.name, 100) in first
        assert second.startswith(f"{row.games} game")
        assert f"{row.record.spread:+d}" in second or row.record.spread == 0


def players_of(embed: discord.Embed) -> list[tuple[str, str]]:
    """Return the two lines of each player of a page."""
    lines = (embed.description or "").replace(PADDING, " ").split("\n")
    return [(first, second) for first, second in pairwise(lines) if first.startswith("`")]


def figures_of(line: str) -> list[str]:
    return line.split("`")[1].replace("=", "= ").split()


def test_names_of_sixty_one_characters_stay_whole() -> None:
    """In the ranking, among the winners of the classes and of prizes, and among those who are not ranked."""
    called = [f"{letter} {'Castellan-Prado ' * 3}of Far Away" for letter in "ABCDEFGH"]
    players = tuple(Contestant(number, name, 1500 + number) for number, name in enumerate(called, start=1))
    pairs = [(first, played) for first in (1, 3, 5) for played in (1, 2, 3)]
    games = [Game(played, first, first + 1, 1.0, None, 420, 400) for first, played in (*pairs, (7, 1))]
    ranking = rank_event([Division(None, players, tuple(games), rounds=3)], SHIPPED)
    assert len(ranking.others) == 2
    standings = Standings(None, ranking, class_winners(ranking), ranking.rows[:1], ranking.rows[1:2], (), (), (), {})
    embeds = [standings_embed(standings, page, 0) for page in range(pages_of(standings))]
    texts = [embed.description or "" for embed in embeds]
    assert all(text.count("\n") < 12 for text in texts)
    rows = players_of(embeds[0])
    assert all(first.endswith(row.player.name) for row, (first, _) in zip(ranking.rows, rows, strict=True))
    assert f"{called[0]} 59.00; {called[2]} 59.00 … and 1 more" in texts[1]
    assert f"**Highest out of the money:** {called[2]} 59.00\nPrize winners marked: {called[0]}\n" in texts[1]
    assert f"rounds scored: {called[6]} (1); {called[7]} (1)" in texts[1]


@drawn
@given(standings=drawn_standings())
def test_the_viewer_is_marked(standings: Standings) -> None:
    for row in standings.ranking.rows[:12]:
        viewer = standings.users[seat_of(row)]
        page = page_of(standings, viewer)
        assert page is not None
        rows = players_of(standings_embed(standings, page, viewer))
        marked = [first for first, _ in rows if first.endswith("** ◂ you")]
        assert len(marked) == 1
        assert figures_of(marked[0])[1] == score_text(row)
    assert page_of(standings, 10**6) is None


def test_players_with_one_score_share_a_rank() -> None:
    """A tie between equals is 50% for each."""
    players = (Contestant(1, "Ann", 1500), Contestant(2, "Ben", 1500))
    ranking = rank_event([Division(None, players, (Game(1, 1, 2, 0.5, None, 400, 400),), rounds=1)], SHIPPED)
    standings = Standings(None, ranking, {}, (), (), (), (), (), {})
    rows = players_of(standings_embed(standings, 0, 0))
    assert [first for first, _ in rows] == ["`1= 50.00` 🥇 Ann", "`1= 50.00` 🥇 Ben"]
    assert [second for _, second in rows] == ["1 game · 1500 · ½-½ · 0"] * 2


def test_a_ranking_without_anybody_says_so() -> None:
    three_rounds = replace(tiny(), rounds=3)
    standings = Standings(None, rank_event([three_rounds], SHIPPED), {}, (), (), (), (), (), {})
    embed = standings_embed(standings, 0, 0)
    assert "nobody is ranked" in (embed.description or "")
    assert "Not ranked, with less than half of the rounds scored: Ann (1); Ben (1)" in (embed.description or "")


def report_of(history: History, first: QuantileSide, second: QuantileSide) -> QuantileReport:
    placed = quantile(history, first.rating, second.rating, first.points, second.points)
    higher, lower = max(first.rating, second.rating), min(first.rating, second.rating)
    shown = distribution(history, placed.group, placed.bin_number, placed.margin)
    return QuantileReport(first, second, placed, shown, margin_for(history, higher, lower), history)


sides = st.builds(QuantileSide, names, st.floats(1, 9999), st.integers(1, 2000))


@drawn
@given(history=histories(), first=sides, second=sides)
def test_every_game_fits_an_embed(history: History, first: QuantileSide, second: QuantileSide) -> None:
    embed = quantile_embed(report_of(history, first, second))
    check_fits(embed)


@examples(0.3)
@given(history=histories(), first=sides, second=sides)
def test_every_game_has_a_picture_that_can_be_read(history: History, first: QuantileSide, second: QuantileSide) -> None:
    scene = quantile_scene(report_of(history, first, second))
    check_scene(scene)
    assert (scene.width, scene.height) == (WIDTH, HEIGHT)
    assert scene == quantile_scene(report_of(history, first, second))


@pytest.mark.parametrize("margin", [-150, 0, 150])
def test_the_line_of_the_game_stands_at_its_margin(margin: int) -> None:
    """The picture spans the mean, 0.155 x 25 points at most, and 3.2 deviations of about 100 to each side."""
    report = report_of(SHIPPED, QuantileSide("Ann", 1500, 500 + margin), QuantileSide("Ben", 1490, 500))
    scene = quantile_scene(report)
    (line,) = [item for item in scene.items if isinstance(item, Line) and item.colour == INK]
    assert line.x1 == line.x2 == pytest.approx(540 + 984 * margin / (2 * 3.2 * 96.6), abs=20)
    bars = [item for item in scene.items if isinstance(item, Rect) and item.fill in (BLUE, QUIET_BAR)]
    assert all((bar.x + bar.width <= line.x1 + 1) == (bar.fill == BLUE) for bar in bars)
    assert scene.alternative.endswith("%")


@pytest.mark.long
@drawn
@given(history=histories())
def test_the_table_fits(history: History) -> None:
    in_use = HistoryInUse(history, None, summaries(history), summaries(history, grouped=False))
    embed = table_embed(in_use)
    check_fits(embed)
    assert len(blocks(embed.description)) == 4


def test_the_table_holds_millions_of_games() -> None:
    counts = dict.fromkeys(range(-300, 300, 30), 2 * 99_999)
    history = build([Margins.of(counts)] * CELLS, "games", date(2026, 11, 20), read=10**9)
    in_use = HistoryInUse(history, None, summaries(history), summaries(history, grouped=False))
    embed = table_embed(in_use)
    check_fits(embed)
    assert str(20 * 99_999) in blocks(embed.description)[0][1]


def test_all_remarks_of_a_file_are_on_the_last_pages() -> None:
    remarks = tuple(
        Remark(number, f"round {number}: 100 to 0 is taken as a forfeit, not as a game") for number in range(90)
    )
    standings = Standings(None, rank_event([tiny()], SHIPPED), {}, (), (), (), (), (), {}, remarks)
    texts = [standings_embed(standings, page, 0).description or "" for page in range(pages_of(standings))]
    assert "and 87 more: all on the last pages" in texts[0]
    for remark in remarks:
        assert sum(f"- {remark}" in text.replace("\\", "") for text in texts[1:]) == 1
    few = replace(standings, remarks=remarks[:3])
    assert pages_of(few) == 1
    assert "Line 2: round 2" in (standings_embed(few, 0, 0).description or "")


def test_remarks_that_the_first_page_has_no_room_for_stand_on_another() -> None:
    name = "*" * 100
    players = tuple(Contestant(number, name, 1500 + number, f"{name}{number}") for number in range(1, 13))
    games = tuple(Game(1, number, number + 1, 1.0, None, 420, 400) for number in range(1, 13, 2))
    ranking = rank_event([Division(None, players, games, rounds=1)], SHIPPED)
    rows = (*ranking.rows, *ranking.others)
    remarks = tuple(Remark(number, name) for number in range(3))
    standings = Standings(name, ranking, class_winners(ranking), rows, (), (), (), (), {}, remarks)
    texts = [standings_embed(standings, page, 0).description or "" for page in range(pages_of(standings))]
    assert "Line 2:" not in texts[0]
    assert any("Line 2:" in text for text in texts[1:])
    assert all(len(text) <= 4096 for text in texts)
