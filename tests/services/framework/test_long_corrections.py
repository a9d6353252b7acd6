"""Writes on which much rests: whole lists are calculated before the lock, with the rows that short steps give."""

from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select

from bot.services.club.privacy import forget_player
from bot.services.club.settings.change import change_settings
from bot.services.events.corrections.correct import Asked as AskedCorrection
from bot.services.events.corrections.correct import correct_event, preview_correction
from bot.services.events.corrections.restore import undo_correction, undo_void
from bot.services.events.imports.import_event import ImportOptions, confirm_import, preview_import
from bot.services.events.same_games import StoredAlready
from bot.services.events.void import undo_event, undo_file, void_event
from bot.services.framework.context import Services
from bot.services.framework.rating_changes import AskFirstError
from bot.services.framework.recalculation import lists, whole
from bot.services.framework.whole_clubs import verify_club
from bot.services.people.edit import Edit, edit_player
from bot.services.people.merge import merge_players, undo_merge
from bot.services.ratings.fide.lists import bring_up_to_date
from bot.services.ratings.set_rating import SetRatingRequest, set_rating, undo_rating
from bot.store.database.rows import Player
from bot.store.database.tables import journal, norm, player, standing, title
from bot.store.database.transactions import Connection
from core.files.typed.persons import Birth
from core.lists import RatingList
from tests.bench.club import DANA, actor_of
from tests.bench.correction import BOTH, edit_of_first
from tests.bench.databases import CLUB, TODAY
from tests.bench.drawn_club import fill_club
from tests.conftest import rows
from tests.services.framework.folding_checks import report

LONG_AGO = TODAY - timedelta(320)
NEIGHBOUR = 501

Act = Callable[[], Awaitable[Any]]
Door = Callable[[Services], Awaitable[Act]]
"""Prepares a club; the result is what a member then does."""


async def stored(services: Services) -> list[list[Any]]:
    tables = (
        select(journal.c.list, journal.c.player_id, journal.c.date, journal.c.seq, journal.c.after, journal.c.state),
        select(standing.c.list, standing.c.player_id, standing.c.rating, standing.c.games, standing.c.state),
        select(norm.c.event_id, norm.c.list, norm.c.player_id, norm.c.level),
        select(title.c.player_id, title.c.list, title.c.level, title.c.date),
    )
    return [sorted(map(repr, await rows(services.database, query))) for query in tables]


@pytest.fixture
async def drawn(services: Services) -> Services:
    await fill_club(services, CLUB, 12, 8, BOTH)
    return services


@pytest.fixture
def where_calculated(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Return for each calculation of whole lists whether it was under the lock."""
    seen, calculate = list[bool](), whole.calculate

    def calculated(connection: Connection, *arguments: Any) -> Any:
        seen.append(bool(connection.get_execution_options()["writes"]))
        return calculate(connection, *arguments)

    monkeypatch.setattr(whole, "calculate", calculated)
    return seen


@pytest.fixture
def all_is_long(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LONG", "LONG_ALONE"):
        monkeypatch.setattr(lists, name, 2)


async def corrected(services: Services) -> Any:
    first, edit = await services.database.read(edit_of_first, club=CLUB)
    return await correct_event(services, actor_of(CLUB), first, [edit], "a wrong result")


def moves_told(told: Any) -> Sequence[Any]:
    assert told.moves is not None
    return [told.moves.past, sorted(told.moves.recalculated)]


async def first_event(services: Services) -> int:
    return (await services.database.read(edit_of_first, club=CLUB))[0]


async def somebody(services: Services) -> Player:
    every = select(player.c.id, player.c.name).where(player.c.club_id == CLUB).order_by(player.c.id)
    found = await rows(services.database, every.limit(1))
    return Player(found[0].id, None, found[0].name)


# Doors.


async def correction(services: Services) -> Act:
    return lambda: corrected(services)


async def undone_correction(services: Services) -> Act:
    told = await corrected(services)
    return lambda: shown_first(undo_correction, services, told.undo)


async def shown_first(act: Any, services: Services, *asked: Any) -> Any:
    """Do what may ask first whether its effect is meant."""
    try:
        return await act(services, actor_of(CLUB), *asked)
    except AskFirstError as error:
        return await act(services, actor_of(CLUB), *asked, shown_as=error.found.moves.digest)


async def void(services: Services) -> Act:
    first = await first_event(services)
    return lambda: shown_first(void_event, services, first, "not played")


async def undone_void(services: Services) -> Act:
    first = await first_event(services)
    await shown_first(void_event, services, first, "not played")
    return lambda: shown_first(undo_void, services, first)


async def late_report(services: Services) -> Act:
    one = await somebody(services)
    return lambda: report(services, actor_of(CLUB), "W1900 L1500", LONG_AGO, rating_list=BOTH[0], member=one)


async def undone_report(services: Services) -> Act:
    event_id = await (await late_report(services))()
    return lambda: undo_event(services, actor_of(CLUB), event_id)


def file_of(one: Player) -> bytes:
    """Return a crosstable of a player of the club and of newcomers, of long ago."""
    rows_of = ["number,name,rating,games,1,2", f"1,{one.name},,,W2,L3", "2,Zed Quill,1500,30,L1,W4"]
    return "\n".join([*rows_of, "3,Yann Oak,1400,20,W4,W1", "4,Xan Ash,1300,9,L3,L2", ""]).encode()


async def imported(services: Services, stored_already: StoredAlready = StoredAlready.ASK) -> Any:
    options = ImportOptions(day=LONG_AGO, lists=BOTH)
    shown = await preview_import(services, actor_of(CLUB), file_of(await somebody(services)), options)
    return await confirm_import(services, actor_of(CLUB), shown.pending_id or 0, shown.digest, stored_already)


async def import_of_the_past(services: Services) -> Act:
    return lambda: imported(services)


async def undone_file(services: Services) -> Act:
    told = await imported(services)
    return lambda: undo_file(services, actor_of(CLUB), told.sections[0].event_id)


async def replacement(services: Services) -> Act:
    one = await somebody(services)
    await report(services, actor_of(CLUB), "W1500 L1400", LONG_AGO, rating_list=BOTH[0], member=one)
    return lambda: imported(services, StoredAlready.REPLACED)


async def merge(services: Services) -> Act:
    one = await somebody(services)
    await report(services, actor_of(CLUB, DANA), "W1900", LONG_AGO, rating_list=BOTH[0])
    found = await rows(services.database, select(player.c.id).where(player.c.user_id == DANA.user_id))
    return lambda: merge_players(services, actor_of(CLUB), one.id, found[0].id, "the same player")


async def undone_merge(services: Services) -> Act:
    told: Any = await (await merge(services))()
    return lambda: undo_merge(services, actor_of(CLUB), told.merge_id)


async def entered_rating(services: Services) -> Act:
    written = SetRatingRequest(await somebody(services), 1234, 50, BOTH[0], day=LONG_AGO)
    return lambda: set_rating(services, actor_of(CLUB), written)


async def undone_rating(services: Services) -> Act:
    told: Any = await (await entered_rating(services))()
    return lambda: undo_rating(services, actor_of(CLUB), told.entered_rating_id)


async def new_rules(services: Services) -> Act:
    return lambda: change_settings(services, actor_of(CLUB), {"rules": (BOTH[0].value, "informal-2020")})


DOORS: list[Door] = [
    correction,
    undone_correction,
    void,
    undone_void,
    late_report,
    undone_report,
    import_of_the_past,
    undone_file,
    replacement,
    merge,
    undone_merge,
    entered_rating,
    undone_rating,
    new_rules,
]


async def published(services: Services) -> None:
    """Store a club whose events move a list that is published each month."""
    await fill_club(services, CLUB, 12, 8, [RatingList.FIDE_STANDARD])


async def due_lists(services: Services) -> Act:
    return lambda: bring_up_to_date(services, CLUB)


async def void_under_lists(services: Services) -> Act:
    await bring_up_to_date(services, CLUB)
    return await void(services)


async def correction_under_lists(services: Services) -> Act:
    await bring_up_to_date(services, CLUB)
    return await correction(services)


async def import_under_lists(services: Services) -> Act:
    await bring_up_to_date(services, CLUB)
    options = ImportOptions(day=LONG_AGO, lists=(RatingList.FIDE_STANDARD,))
    one = await somebody(services)

    async def act() -> None:
        shown = await preview_import(services, actor_of(CLUB), file_of(one), options)
        await confirm_import(services, actor_of(CLUB), shown.pending_id or 0, shown.digest)

    return act


async def age(services: Services) -> Act:
    await bring_up_to_date(services, CLUB)
    one = await somebody(services)
    young = Edit(birth=Birth(None, False, TODAY.year - 10))
    return lambda: edit_player(services, actor_of(CLUB), one.id, young, None)


async def forgotten_age(services: Services) -> Act:
    await (await age(services))()
    one = await somebody(services)
    return lambda: forget_player(services, actor_of(CLUB), one.id)


UNDER_LISTS: list[Door] = [due_lists, void_under_lists, correction_under_lists, import_under_lists, age, forgotten_age]


async def carried_out_beside(
    services: Services, monkeypatch: pytest.MonkeyPatch, act: Act, *, of_this_club: bool
) -> list[bool]:
    """Do something, with another command during its first calculation; return whether calculations held the lock."""
    seen, calculate = list[bool](), whole.calculate

    async def other(_: Any) -> None:
        written = SetRatingRequest(DANA, 1500, 30, RatingList.GLICKO_2)
        await set_rating(services, actor_of(CLUB if of_this_club else NEIGHBOUR), written)

    def calculated(connection: Connection, *arguments: Any) -> Any:
        writes = bool(connection.get_execution_options()["writes"])
        if not seen and not writes:
            driver: Any = connection.connection.dbapi_connection
            driver.run_async(other)
        seen.append(writes)
        return calculate(connection, *arguments)

    with monkeypatch.context() as patched:
        patched.setattr(whole, "calculate", calculated)
        await act()
    return seen


@pytest.mark.parametrize("door", DOORS)
async def test_members_go_on_while_what_rests_on_a_write_is_calculated(
    drawn: Services, all_is_long: None, monkeypatch: pytest.MonkeyPatch, door: Door
) -> None:
    act = await door(drawn)
    before = await stored(drawn)
    seen = await carried_out_beside(drawn, monkeypatch, act, of_this_club=True)
    assert seen
    assert not any(seen), "calculated while the club was locked"
    other = await rows(drawn.database, select(standing.c.rating).where(standing.c.list == RatingList.GLICKO_2.value))
    assert other == [(1500.0,)]
    assert await stored(drawn) != before
    assert await verify_club(drawn, CLUB) == []


@pytest.mark.parametrize("door", UNDER_LISTS)
async def test_members_go_on_while_what_rests_on_published_lists_is_calculated(
    services: Services, all_is_long: None, monkeypatch: pytest.MonkeyPatch, door: Door
) -> None:
    await published(services)
    act = await door(services)
    seen = await carried_out_beside(services, monkeypatch, act, of_this_club=True)
    assert seen
    assert not any(seen), "calculated while the club was locked"
    assert await verify_club(services, CLUB) == []


@pytest.mark.parametrize("door", [import_of_the_past, replacement, late_report])
async def test_rows_that_are_stored_again_with_other_ids_need_no_second_calculation(
    drawn: Services, all_is_long: None, monkeypatch: pytest.MonkeyPatch, door: Door
) -> None:
    act = await door(drawn)
    seen = await carried_out_beside(drawn, monkeypatch, act, of_this_club=False)
    assert seen
    assert not any(seen), "calculated while the club was locked"
    assert await verify_club(drawn, CLUB) == []


async def test_a_preview_is_calculated_before_the_lock_too(
    drawn: Services, all_is_long: None, where_calculated: list[bool]
) -> None:
    before = await stored(drawn)
    first, edit = await drawn.database.read(edit_of_first, club=CLUB)
    told = await preview_correction(drawn, actor_of(CLUB), AskedCorrection(first, "a wrong result", (edit,)))
    assert told.moves is not None
    assert told.moves.recalculated
    assert where_calculated == [False]
    assert await stored(drawn) == before


@pytest.mark.parametrize("moved", [BOTH, (RatingList.FIDE_STANDARD,)])
async def test_a_long_correction_gives_what_short_steps_give(
    services: Services, where_calculated: list[bool], monkeypatch: pytest.MonkeyPatch, moved: Sequence[RatingList]
) -> None:
    await fill_club(services, CLUB, 12, 8, moved)
    await bring_up_to_date(services, CLUB)
    where_calculated.clear()
    told = moves_told(await corrected(services))
    by_steps = await stored(services)
    await corrected(services)  # back to what was
    assert where_calculated == []
    assert await stored(services) != by_steps
    monkeypatch.setattr(lists, "LONG", 2)
    monkeypatch.setattr(lists, "LONG_ALONE", 2)
    assert moves_told(await corrected(services)) == told
    assert where_calculated == [False]
    assert await stored(services) == by_steps


async def test_a_newcomer_on_whom_nothing_rests_is_rated_in_short_steps(
    drawn: Services, all_is_long: None, where_calculated: list[bool]
) -> None:
    await set_rating(drawn, actor_of(CLUB), SetRatingRequest(DANA, 1500, 30, BOTH[0], day=LONG_AGO))
    assert where_calculated == []
    assert await verify_club(drawn, CLUB) == []
