"""Nobody writes but through bot/services/transaction.py, and what a write did is told again as it was told first."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select, update

import bot.services
from bot.services.context import Actor, Services
from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.events.void import undo_event
from bot.services.imports.import_event import NOT_WAITING
from bot.services.imports.import_report import ImportOptions
from bot.services.live_events.entries import join_evening
from bot.services.live_events.lifecycle import new_evening
from bot.services.live_events.reported.results import ReportOutcome, confirm_report, report_results
from bot.services.players.edit import Edit, edit_player
from bot.services.players.set_rating import SetRatingRequest, set_rating
from bot.services.report_codec import KeptPeople, KeptPlayer, Within, from_json, to_json
from bot.services.transaction import Done, Write, dry_run, write_once
from bot.store import clubs
from bot.store.rows import Player
from bot.store.tables import audit, player
from core.crosstable import TimeControl
from core.errors import NotAllowedError, NotFoundError
from core.formats.typed.opponents import parse_opponents
from core.formats.typed.results_list import parse_results_list
from core.lists import RatingList
from tests.conftest import person, rows

CLUB = 7
SERVICES = Path(bot.services.__file__).parent

WITHOUT_AN_INTERACTION = {
    "alive/role_moves.py": "which roles somebody was given is kept as they are given, and changes no fact",
    "outbox/queue.py": "what is to be sent is claimed by several processes, none of which changes a fact",
    "stored_answers.py": "who has not been told stands apart from what clubs store, and takes no lock",
    "transaction.py": "the one way",
}
"""The files that may open a write, and why."""

FORBIDDEN = {
    "clubs.lock_club",
    "audits.add",
    "audits.by_interaction",
    "database.write",
    "database.fold",
    "database.try_out",
}


def _called(tree: ast.AST) -> Iterator[str]:
    """Return what is called or named, by its last two words."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute):
            before = node.value
            word = (
                before.attr if isinstance(before, ast.Attribute) else before.id if isinstance(before, ast.Name) else ""
            )
            yield f"{word}.{node.attr}"
        elif isinstance(node, ast.Name):
            yield node.id


def _files() -> list[Path]:
    return sorted(
        path for path in SERVICES.rglob("*.py") if str(path.relative_to(SERVICES)) not in WITHOUT_AN_INTERACTION
    )


@pytest.mark.parametrize("path", _files(), ids=lambda path: str(path.relative_to(SERVICES)))
def test_a_use_case_neither_locks_a_club_nor_opens_a_write_nor_asks_who_is_a_director(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    named = set(_called(tree))
    assert not named & FORBIDDEN
    imported = {name.name for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) for name in node.names}
    assert "require_director" not in imported
    assert "audits" not in imported


def test_the_files_that_may_are_there_and_do() -> None:
    for name in WITHOUT_AN_INTERACTION:
        assert set(_called(ast.parse((SERVICES / name).read_text(encoding="utf-8")))) & FORBIDDEN


def actor(interaction: int, name: str = "Tess", *, manager: bool = True) -> Actor:
    return Actor(CLUB, person(name), interaction, manager=manager)


async def told(services: Services) -> list[Any]:
    return [row.details for row in await rows(services.database, select(audit.c.details).order_by(audit.c.id))]


async def test_what_is_noted_names_nobody_and_is_told_again_with_the_name_of_now(services: Services) -> None:
    setting = SetRatingRequest(person("Dana"), 1500, 20, reason="from her card")
    first = await set_rating(services, actor(1), setting)
    assert await set_rating(services, actor(1), setting) == first
    assert "Dana" not in str(await told(services))
    await services.database.write(
        lambda connection: connection.execute(update(player).values(name="Dana Lee")), club=CLUB
    )
    again = await set_rating(services, actor(1), setting)
    assert again == replace(first, player=replace(first.player, name="Dana Lee"))


async def test_a_correction_that_comes_again_still_says_what_it_changed_in_later_events(services: Services) -> None:
    await record_own_event(
        services, actor(1, "Dana"), EventSubmission(parse_opponents("W1500 L1600"), rating=1500, games=30)
    )
    earlier = SetRatingRequest(person("Dana"), 1700, 30, day=services.today(None).replace(year=2020))
    first = await set_rating(services, actor(2), earlier)
    assert await set_rating(services, actor(2), earlier) == first


async def test_what_an_older_version_noted_in_its_own_way_is_said_to_be_done(services: Services) -> None:
    written = EventSubmission(parse_opponents("W1500 L1600"), rating=1500, games=30)
    report = await record_own_event(services, actor(1, "Dana"), written)
    await undo_event(services, actor(2), report.event_id or 0)
    old = {"name": None, "day": "2026-01-02", "list": "uschess-regular", "player": 1, "changes": []}
    for details in (old, None, [], {"player": 4711}):
        await services.database.write(
            lambda connection, kept=details: connection.execute(
                update(audit).where(audit.c.interaction_id == 2).values(details=kept)
            ),
            club=CLUB,
        )
        with pytest.raises(NotFoundError, match="That is done already, by another version"):
            await undo_event(services, actor(2), report.event_id or 0)


async def test_somebody_who_is_gone_from_the_club_is_no_traceback(services: Services) -> None:
    edited = await edit_player(services, actor(1), None, Edit({"federation": "NOR"}), None)
    kept = await told(services)
    assert kept[0]["player"] == edited.player.id
    await services.database.write(
        lambda connection: connection.execute(update(audit).values(details={**kept[0], "player": 4711})), club=CLUB
    )
    with pytest.raises(NotFoundError, match="That is done already"):
        await edit_player(services, actor(1), None, Edit({"federation": "NOR"}), None)


async def test_only_a_director_may_before_anything_is_looked_up(services: Services) -> None:
    """An interaction of a director that comes again without the role is refused too."""
    done: list[int] = []

    def work(write: Write) -> Done[int]:
        done.append(write.seq)
        return Done(1, 1)

    def again(write: Write, entry: object) -> int:
        return 2

    assert await write_once(services, actor(1), "settings", work, again=again, director_to="do that") == 1
    assert await write_once(services, actor(1), "settings", work, again=again, director_to="do that") == 2
    assert len(done) == 1
    with pytest.raises(NotAllowedError, match=r"Only a tournament director \(TD\) can do that"):
        await write_once(services, actor(1, manager=False), "settings", work, again=again, director_to="do that")


async def test_what_stored_nothing_is_not_noted(services: Services) -> None:
    answer = await write_once(services, actor(1), "settings", lambda write: Done(5, None), again=lambda *_: 0)
    assert (answer, await told(services)) == (5, [])


async def test_a_dry_run_stores_nothing(services: Services) -> None:
    def work(write: Write) -> Player:
        return write.ensure(person("Eli"))

    tried = await dry_run(services, actor(1), work)
    assert tried.name == "Eli"
    assert await rows(services.database, select(player)) == []


@dataclass(frozen=True, slots=True)
class Both:
    keep: KeptPlayer
    gone: KeptPlayer | None
    people: KeptPeople


async def test_people_are_kept_by_their_ids_and_looked_up_in_the_club_alone(services: Services) -> None:
    def work(write: Write) -> Done[Both]:
        dana, eli = write.ensure(person("Dana")), write.ensure(person("Eli"))
        report = Both(dana, None, {one.id: one for one in (dana, eli)})
        data = to_json(Both, report)
        assert data == {"keep": dana.id, "gone": None, "people": sorted([dana.id, eli.id])}
        assert from_json(Both, data, Within(write.connection, write.club)) == report
        with pytest.raises(NotFoundError):
            from_json(Both, data, Within(write.connection, clubs.find(write.connection, CLUB + 1)))
        return Done(report, dana.id)

    await write_once(services, actor(1), "settings", work, again=Both)


def test_what_has_another_name_by_now_is_not_taken_for_left_out() -> None:
    """A file that waited with a list chosen would otherwise move the club's usual one."""
    kept = to_json(ImportOptions, ImportOptions(rating_list=RatingList.NASPA, time_control=TimeControl(90, 30)))
    assert from_json(ImportOptions, kept, None).rating_list is RatingList.NASPA
    assert from_json(ImportOptions, kept, None).time_control == TimeControl(90, 30)
    older = {"list": "naspa", "name": None, "day": None, "time_control": None, "chosen": {}}
    with pytest.raises(NotFoundError, match="upload it again"):
        from_json(ImportOptions, older, None, NOT_WAITING)


async def test_a_result_that_an_older_version_noted_as_a_row_can_still_be_confirmed(services: Services) -> None:
    """Its button stays where it was posted, whatever version runs when it is pressed."""
    card = await new_evening(services, actor(1), "Friday", None, None, None)
    for interaction, name in ((2, "Dana"), (3, "Eli")):
        await join_evening(services, actor(interaction, name, manager=False), card.evening.id)
    written = parse_results_list("1: Dana 1-0 Eli")
    report = await report_results(services, actor(4, "Dana", manager=False), None, written)
    ((result, _),) = report.lines
    row = [1, 1, 2, 1.0, True, result.reported_by, result.reported_at.isoformat()]
    old = {"results": [[row, "reported"]], "report": 4}
    await services.database.write(
        lambda connection: connection.execute(update(audit).where(audit.c.interaction_id == 4).values(details=old)),
        club=CLUB,
    )
    confirmed = await confirm_report(services, actor(5, "Eli", manager=False), card.evening.id, 4)
    assert [what for _, what in confirmed.lines] == [ReportOutcome.CONFIRMED]
    assert confirmed.waiting == []
