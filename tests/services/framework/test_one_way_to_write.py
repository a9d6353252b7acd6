"""Nobody writes but through services/framework/transaction.py, and an interaction that comes again changes nothing."""

import ast
from collections.abc import Iterator
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

import bot.services
from bot.services.events.imports.import_event import NOT_WAITING
from bot.services.events.imports.options import ImportOptions
from bot.services.framework.actions import Action, AuditKind
from bot.services.framework.context import Actor, Services
from bot.services.framework.report_codec import from_json, to_json
from bot.services.framework.transaction import (
    AlreadyDoneError,
    Read,
    Write,
    preview,
    read,
    repeatable,
    use_case,
)
from bot.store.club.audit_log import Subject
from bot.store.club.personal_data import NOBODY
from bot.store.database.rows import AuditEntry, Player
from bot.store.database.tables import audit, player
from core.errors import NotAllowedError, NotFoundError
from core.event.crosstable import TimeControl
from core.lists import RatingList
from tests.conftest import person, rows

CLUB = 7
ACTION = Action("settings", AuditKind.SETTINGS, "changed", Subject.NOTHING, None, about_who=False)
SERVICES = Path(bot.services.__file__).parent

WITHOUT_AN_INTERACTION = {
    "messages/roles.py": "which roles somebody was given is kept as they are given, and changes no fact",
    "framework/outbox.py": "what is to be sent is claimed by several processes, none of which changes a fact",
    "framework/transaction.py": "the one way",
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
def test_only_transaction_py_locks_opens_writes_and_asks_for_directors(path: Path) -> None:
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


@use_case(ACTION, director_to="do that")
def add_player(write: Write, name: str, *, fails: bool = False) -> Player:
    added = write.ensure(person(name))
    write.note(added.id, {"reason": "asked"})
    if fails:
        raise NotFoundError("There is no such thing. Choose another.")
    return added


async def test_a_second_delivery_changes_nothing_and_says_so(services: Services) -> None:
    added = await add_player(services, actor(1), "Dana")
    with pytest.raises(AlreadyDoneError, match="carried out already") as refused:
        await add_player(services, actor(1), "Eli")
    assert refused.value.entry == AuditEntry("settings", added.id, {"reason": "asked"}, actor(1).member.user_id)
    assert [row.name for row in await rows(services.database, select(player))] == ["Dana"]
    assert await told(services) == [{"reason": "asked"}]


async def test_what_fails_is_not_noted_and_can_be_asked_again(services: Services) -> None:
    with pytest.raises(NotFoundError):
        await add_player(services, actor(1), "Dana", fails=True)
    assert await told(services) == await rows(services.database, select(player)) == []
    assert (await add_player(services, actor(1), "Dana")).name == "Dana"


async def test_only_a_director_may_before_anything_is_looked_up(services: Services) -> None:
    refusal = r"Only a tournament director \(TD\) can do that"
    with pytest.raises(NotAllowedError, match=refusal):
        await add_player(services, actor(1, manager=False), "Dana")
    await add_player(services, actor(1), "Dana")
    with pytest.raises(NotAllowedError, match=refusal):
        await add_player(services, actor(1, manager=False), "Dana")


async def test_what_stored_nothing_is_not_noted(services: Services) -> None:
    @use_case(ACTION)
    def stay(write: Write) -> int:
        return write.seq

    await stay(services, actor(1))
    await stay(services, actor(1))
    assert await told(services) == []


async def test_nobody_is_named_where_that_is_asked_for(services: Services) -> None:
    @use_case(ACTION)
    def forget(write: Write) -> None:
        write.note(write.club.id, action=replace(ACTION, name="forget"), nameless=True)

    await forget(services, actor(1))
    (entry,) = await rows(services.database, select(audit))
    assert (entry.action, entry.actor_id) == ("forget", NOBODY)


async def test_what_is_repeatable_is_done_each_time(services: Services) -> None:
    done: list[str] = []

    @repeatable(director_to="do that")
    def keep(write: Write, word: str) -> None:
        done.append(word)

    for word in ("one", "two"):
        await keep(services, actor(1), word)
    assert (done, await told(services)) == (["one", "two"], [])
    with pytest.raises(NotAllowedError):
        await keep(services, actor(2, manager=False), "three")


async def test_a_preview_stores_nothing(services: Services) -> None:
    @preview()
    def look_at(write: Write) -> Player:
        return write.ensure(person("Eli"))

    assert (await look_at(services, actor(1))).name == "Eli"
    assert await rows(services.database, select(player)) == []


async def test_a_read_is_told_the_club_who_asks_and_the_day(services: Services) -> None:
    @read(director_to="see that")
    def seen(look: Read) -> tuple[int, str, bool, date]:
        return look.club.id, look.actor.member.name, look.is_director, look.today

    assert await seen(services, actor(1)) == (CLUB, "Tess", True, services.today(None))
    with pytest.raises(NotAllowedError, match="can see that"):
        await seen(services, actor(1, manager=False))


def test_what_has_another_name_by_now_is_not_taken_for_left_out() -> None:
    """A file that waited with a list chosen would otherwise move the club's usual one."""
    kept = to_json(ImportOptions, ImportOptions(rating_list=RatingList.NASPA, time_control=TimeControl(90, 30)))
    assert from_json(ImportOptions, kept).rating_list is RatingList.NASPA
    assert from_json(ImportOptions, kept).time_control == TimeControl(90, 30)
    older = {"list": "naspa", "name": None, "day": None, "time_control": None, "chosen": {}}
    with pytest.raises(NotFoundError, match="Upload it again"):
        from_json(ImportOptions, older, NOT_WAITING)
