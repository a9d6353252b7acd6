"""Every list does what a member may ask of any."""

from collections.abc import Callable
from datetime import date, timedelta

import pytest

from bot.services.evenings.close import close_evening
from bot.services.evenings.entries import join_evening
from bot.services.evenings.lifecycle import new_evening
from bot.services.evenings.results import report_results
from bot.services.events.imports.import_event import confirm_import, preview_import
from bot.services.events.imports.options import ImportOptions
from bot.services.events.record import record_own_event
from bot.services.events.report import SectionReport
from bot.services.events.submission import EventSubmission
from bot.services.events.void import undo_event
from bot.services.framework.context import Actor, Services
from bot.services.framework.whole_clubs import verify_club
from bot.services.ratings.forecast import estimate, goal, predict
from bot.services.ratings.history import HistoryQuery, compare_histories
from bot.services.ratings.leaderboard import leaderboard
from bot.services.ratings.rating_card import player_card
from bot.services.ratings.set_rating import SetRatingRequest, set_rating
from bot.ui.cards.charts import scene_of, words_embed
from bot.ui.cards.events import calculation_pages
from bot.ui.cards.imports import import_card, players_pages
from bot.ui.cards.leaderboard import board_embed
from bot.ui.cards.players import player_card_lines
from bot.ui.cards.section import goal_card, prediction_card, rating_card, section_pages
from bot.ui.wording.histories import why_no_picture
from core.errors import RuleError
from core.event.crosstable import GameType
from core.files.typed.opponents import parse_opponents
from core.files.typed.results import parse_results_list
from core.lists import RatingList
from core.rating.rating_system import ClubPool
from core.rating.systems import main_list_of, rates, system_of
from tests.conftest import TODAY, Actors, person
from tests.services.framework.folding_checks import CLUB, derived

LISTS = pytest.mark.parametrize("rating_list", RatingList, ids=lambda moved: moved.value)
GAMES = 40
EVENING = "1: Dana 1-0 Eli\n2: Eli 1-0 Dana\n3: Dana 1-0 Eli"


@pytest.fixture
def actor() -> Actors:
    return Actors(CLUB)


def middle(rating_list: RatingList) -> int:
    return int(sum(system_of(rating_list).typed_ratings) // 2)


async def settle(services: Services, actor: Callable[..., Actor], rating_list: RatingList) -> None:
    for name, rating in (("Dana", middle(rating_list)), ("Eli", middle(rating_list) + 2)):
        day = TODAY - timedelta(45)
        written = SetRatingRequest(person(name), float(rating), GAMES, rating_list, day=day)
        await set_rating(services, actor("Tess", manager=True), written)


def against(opponents: str, rating_list: RatingList, day: date = TODAY, score: float | None = None) -> EventSubmission:
    return EventSubmission(parse_opponents(opponents), score=score, rating_list=rating_list, day=day)


def check_section(section: SectionReport, rating_list: RatingList) -> None:
    assert section.lists == (rating_list,)
    assert len(section.outcomes[rating_list]) == 2
    assert section_pages(section)


@pytest.mark.sampled(3)
@LISTS
async def test_a_report_moves_its_list_and_undone_it_leaves_nothing(
    services: Services, actor: Actors, rating_list: RatingList
) -> None:
    await settle(services, actor, rating_list)
    before = await derived(services.database)
    system = system_of(rating_list)
    opponents = "W@Eli L@Eli W@Eli" if isinstance(system, ClubPool) else f"W@Eli L{middle(rating_list) + 3} W@Eli"
    written = against(opponents, rating_list)
    if isinstance(system, ClubPool):
        with pytest.raises(RuleError, match="Report it with"):
            await record_own_event(services, actor(), written)
        return
    report = await record_own_event(services, actor(), written)
    assert report.rating_list is rating_list
    assert rating_card(report).description
    assert calculation_pages(report)
    assert report.event_id is not None
    assert await verify_club(services, CLUB) == []
    await undo_event(services, actor(), report.event_id)
    assert await derived(services.database) == before


@pytest.mark.sampled(3)
@LISTS
async def test_it_can_be_looked_at_and_ahead(services: Services, actor: Actors, rating_list: RatingList) -> None:
    await settle(services, actor, rating_list)
    before = await derived(services.database)
    card = await player_card(services, actor(), None, rating_list)
    assert str(card.standing.displayed) in "\n".join(player_card_lines(card))
    board = await leaderboard(services, actor(), rating_list)
    assert {line.line.player.name for line in board.lines} == {"Dana", "Eli"}
    assert "Dana" in (board_embed(board, 0).description or "")

    supposed = await estimate(services, actor(), against("W@Eli L@Eli", rating_list))
    assert "not stored" in str(rating_card(supposed).footer.text)
    one_game = await predict(services, actor(), against("@Eli", rating_list))
    assert one_game.own.outcomes
    assert prediction_card(one_game).description
    field = against("@Eli @Eli @Eli @Eli", rating_list)
    wanted = await goal(services, actor(), float(middle(rating_list)), field)
    assert wanted.outcomes
    assert goal_card(wanted).description
    assert await derived(services.database) == before


@pytest.mark.sampled(3)
@LISTS
@pytest.mark.parametrize("board", GameType)
async def test_a_file_of_its_game_moves_it_and_one_of_another_is_refused(
    services: Services, actor: Actors, rating_list: RatingList, board: GameType
) -> None:
    await settle(services, actor, rating_list)
    before = await derived(services.database)
    head = "round,white,black,result" if board is GameType.CHESS else "round,player1,score1,player2,score2"
    lines = (
        ("1,Dana,Eli,1-0", "2,Eli,Dana,1-0", "3,Dana,Eli,1-0")
        if board is GameType.CHESS
        else ("1,Dana,420,Eli,400", "2,Eli,410,Dana,390", "3,Dana,430,Eli,380")
    )
    data = "\n".join((head, *lines, "")).encode()
    director = actor("Tess", manager=True)
    options = ImportOptions(rating_list=rating_list, day=TODAY)
    if not rates(rating_list, board):
        with pytest.raises(
            RuleError, match=f"choose {main_list_of(board).label}".replace("(", r"\(").replace(")", r"\)")
        ):
            await preview_import(services, director, data, options)
        return
    shown = await preview_import(services, director, data, options)
    assert import_card(shown).description
    assert players_pages(shown)
    assert await derived(services.database) == before
    assert shown.pending_id is not None
    stored = await confirm_import(services, actor("Tess", manager=True), shown.pending_id, shown.digest)
    (section,) = stored.sections
    check_section(section, rating_list)
    assert await verify_club(services, CLUB) == []
    await undo_event(services, actor("Tess", manager=True), section.event_id)
    assert await derived(services.database) == before


@pytest.mark.sampled(3)
@LISTS
async def test_an_evening_moves_it(services: Services, actor: Actors, rating_list: RatingList) -> None:
    await settle(services, actor, rating_list)
    before = await derived(services.database)
    card = await new_evening(services, actor("Tess", manager=True), "Friday", rating_list)
    for name in ("Dana", "Eli"):
        await join_evening(services, actor(name), card.evening.id)
    results = parse_results_list(EVENING)
    await report_results(services, actor("Tess", manager=True), card.evening.id, results)
    _, closed = await close_evening(services, actor("Tess", manager=True), card.evening.id, force=True)
    (section,) = closed.sections
    check_section(section, rating_list)
    history = await compare_histories(services, actor("Dana"), [None, person("Eli")], HistoryQuery(rating_list))
    assert {track.player.name for track in history.tracks} == {"Dana", "Eli"}
    assert words_embed(history).description
    assert why_no_picture(history) is not None or scene_of(history, "Club").alternative
    assert await verify_club(services, CLUB) == []
    await undo_event(services, actor("Tess", manager=True), section.event_id)
    assert await derived(services.database) == before
