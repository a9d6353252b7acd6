"""QURSH's further answers fit whatever the names and the table."""

from dataclasses import replace

from hypothesis import given
from hypothesis import strategies as st
from picture_checks import check_scene
from test_ui_qursh import divisions, histories
from ui_factories import blocks, check_fits, names

from bot.services.ratings.qursh import (
    CellReport,
    HistoryInUse,
    PairReport,
    Person,
    QurshSettings,
    Standings,
    cell_sources,
)
from bot.ui.framework.text import safe
from bot.ui.systems.qursh.cards import (
    cell_embed,
    comparison_pages,
    pair_embed,
    qursh_settings_card,
    score_text,
    table_embed,
)
from bot.ui.systems.qursh.scenes import HEIGHT, WIDTH, histogram_scene, pair_scene
from core.errors import InputError
from core.lists import RatingList
from core.rating.qursh.cells import EARLIEST, QurshRules, finer_grid
from core.rating.qursh.history import (
    SHIPPED,
    History,
    cell_names,
    distribution,
    find_cell,
    summaries,
    tally_of,
    with_grid,
    with_own_games,
)
from core.rating.qursh.ranking import Division, compare, pair_table, rank_event
from tests.depth import examples

FINE = finer_grid([25, 75, 125, 175, 225, 250, 275, 400, 500, 600])
people = st.builds(Person, names, st.floats(1, 9999))


def in_use(history: History) -> HistoryInUse:
    return HistoryInUse(history, 0, summaries(history), summaries(history, grouped=False))


def pair(history: History, one: Person, other: Person) -> PairReport:
    higher, lower = (one, other) if one.rating >= other.rating else (other, one)
    table = pair_table(history, higher.rating, lower.rating)
    placed = table.games[0]
    return PairReport(higher, lower, table, distribution(history, placed.group, placed.bin_number), history)


@examples()
@given(histories(), people, people)
def test_two_ratings_fit_an_embed(history: History, one: Person, other: Person) -> None:
    embed = pair_embed(pair(history, one, other))
    check_fits(embed)
    assert len(blocks(embed.description)) == 2


@examples(0.2)
@given(histories(), people, people, st.sampled_from(cell_names(SHIPPED.grid)))
def test_two_ratings_and_a_cell_are_pictures_of_the_same_size(
    history: History, one: Person, other: Person, name: str
) -> None:
    report = CellReport(distribution(history, *find_cell(history, name)), history)
    check_fits(cell_embed(report))
    for scene in (histogram_scene(report.distribution), pair_scene(pair(history, one, other))):
        check_scene(scene)
        assert (scene.width, scene.height) == (WIDTH, HEIGHT)


@examples()
@given(histories(), st.lists(divisions("A"), min_size=1, max_size=1), names)
def test_both_rankings_fit_with_every_figure(history: History, played: list[Division], name: str) -> None:
    try:
        three, one = (rank_event(played, history, grouped=grouped) for grouped in (True, False))
    except InputError:
        return
    found = compare(three, one)
    standings = Standings(name, three, {}, (), (), (), (), (), {}, comparison=found)
    lines = []
    for embed in comparison_pages(standings, found):
        check_fits(embed)
        lines += [line for line in (embed.description or "").splitlines() if line.startswith("`")]
    assert len(lines) == len(found.lines)
    for line, text in zip(found.lines, lines, strict=True):
        assert text.split("`")[1].split()[:2] == [score_text(line.three), score_text(line.one)]
        assert safe(line.three.player.name, 100) in text


def test_as_many_bins_as_there_may_be_fit_with_the_clubs_own_games() -> None:
    history = with_own_games(with_grid(SHIPPED, FINE), tally_of(()), "x" * 60, EARLIEST)
    history = replace(history, origin="o" * 200, loaded=EARLIEST, read=10**7)
    embed = table_embed(in_use(history))
    check_fits(embed)
    assert [len(block) for block in blocks(embed.description)] == [1 + 16] * 4
    rules = QurshRules(FINE, RatingList.NASPA, EARLIEST)
    check_fits(qursh_settings_card(QurshSettings(rules, in_use(history), cell_sources(SHIPPED))))
    assert "Loaded by the operator of this bot" in (embed.description or "")
