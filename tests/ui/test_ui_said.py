"""Whatever fails after a commit, the member reads that it is stored, and which command shows it."""

import ast
import dis
import importlib
import inspect
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from types import CodeType, FunctionType, SimpleNamespace
from typing import Any

import aiohttp
import discord
import pytest
from discord import app_commands
from discord.webhook.async_ import AsyncWebhookAdapter
from sqlalchemy import func, select

import bot.services
from bot.declarations import import_all
from bot.services.events.consent import confirm_report
from bot.services.events.record import record_own_event
from bot.services.events.void import undo_event
from bot.services.framework.actions import ACTIONS
from bot.store.database.tables import audit
from bot.store.database.transactions import BusyError, UncertainCommitError
from bot.ui.framework.buttons import DECLARED
from tests.conftest import SimulatedClub, rows
from tests.said_scenes import SCENES, looked_at_file, update

CALLS = ("create_interaction_response", "edit_original_interaction_response", "execute_webhook")
"""The requests with which an interaction is answered."""


def refusal(status: int, code: int) -> discord.HTTPException:
    response: Any = SimpleNamespace(status=status, reason="refused", headers={})
    return discord.HTTPException(response, {"code": code, "message": "refused by the test"})


FAILURES: dict[str, Callable[[], BaseException]] = {
    "server error": lambda: refusal(503, 0),
    "rate limit": lambda: refusal(429, 0),
    "invalid form body": lambda: refusal(400, 50035),
    "expired token": lambda: refusal(404, 10015),
    "connection reset": lambda: aiohttp.ServerDisconnectedError(),
}


class Discord:
    """Discord's side of an answer, which fails as a test wants it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.fails: Callable[[str, dict[str, Any]], BaseException | None] = lambda name, body: None
        self.fails_after: Callable[[str, dict[str, Any]], BaseException | None] = lambda name, body: None
        for name in CALLS:
            monkeypatch.setattr(AsyncWebhookAdapter, name, self._watched(name, getattr(AsyncWebhookAdapter, name)))

    def _watched(self, name: str, original: Any) -> Any:
        async def request(adapter: Any, *args: Any, **options: Any) -> Any:
            body = _body(options)
            error = self.fails(name, body)
            if error is not None:
                raise error
            answer = await original(adapter, *args, **options)
            error = self.fails_after(name, body)
            if error is not None:
                raise error
            return answer

        return request

    def heal(self) -> None:
        self.fails = self.fails_after = lambda name, body: None


def _body(options: dict[str, Any]) -> dict[str, Any]:
    params = options.get("params")
    body: Any = options.get("payload") or getattr(params, "payload", None) or {}
    for part in options.get("multipart") or getattr(params, "multipart", None) or []:
        if part.get("name") == "payload_json":
            body = json.loads(part["value"])
    return dict(body.get("data") or body)


@pytest.fixture
def broken(monkeypatch: pytest.MonkeyPatch) -> Discord:
    return Discord(monkeypatch)


async def audited(club: SimulatedClub) -> int:
    ((number,),) = await rows(club.services.database, select(func.count(audit.c.interaction_id)))
    return int(number)


def texts(club: SimulatedClub, since: int) -> Iterator[str]:
    """Return whatever the bot has sent."""
    for request in club.env.http_requests[since:]:
        yield json.dumps(request.json, ensure_ascii=False, default=str)


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", [name for name in SCENES if name != "settings-give-up"])  # whose answer has no embed
async def test_a_refused_answer_is_stored_once_and_names_its_command(
    club: SimulatedClub, broken: Discord, name: str
) -> None:
    act = await SCENES[name](club)
    before, sent = await audited(club), len(club.env.http_requests)
    broken.fails = lambda _, body: refusal(400, 50035) if body.get("embeds") else None

    answer = await act()

    club.forgive()
    assert await audited(club) == before + 1
    match = STORED.fullmatch(_last(answer).content)
    assert match, _last(answer).content
    assert _last(answer).ephemeral
    assert not any("othing was stored" in text for text in texts(club, sent))
    broken.heal()
    command = match[1]
    who = await who_asked(club) if command else club.td
    shown = await who.slash(club.channel, command or "td audit", **option_of(match))
    found = _last(shown)
    assert found.embeds or found.attachments or "is not confirmed yet" in found.content, found.content
    assert await audited(club) == before + 1


STORED = re.compile(r"Stored\. (?:A director can see it|See it with /([a-z ]+?)(?: ([#0-9a-z-]*[0-9]))?)\.")


def option_of(match: re.Match[str]) -> dict[str, str]:
    if match[2] is None:
        return {}
    root = match[1].split()[0]
    return {{"rating": "player", "fide": "event", "events": "event"}.get(root, root): match[2]}


async def who_asked(club: SimulatedClub) -> Any:
    """Return the member whose interaction was the last to store something."""
    ((user_id,),) = await rows(club.services.database, select(audit.c.actor_id).order_by(audit.c.id.desc()).limit(1))
    return next((member for member in (club.td, club.eli) if member.id == user_id), club.dana)


@pytest.mark.parametrize("failure", FAILURES)
async def test_where_discord_takes_nothing_it_is_stored_once(
    club: SimulatedClub, broken: Discord, failure: str
) -> None:
    sent = len(club.env.http_requests)
    broken.fails = lambda *_: FAILURES[failure]()
    await update(club)
    club.forgive()
    assert await audited(club) == 1
    assert not any("othing was stored" in text for text in texts(club, sent))


@pytest.mark.parametrize("scene", ["rating update", "evening-join"])
async def test_a_second_delivery_changes_nothing_and_says_so(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch, scene: str
) -> None:
    act = await SCENES[scene](club)
    backend, delivered = club.env.backend, list[Any]()
    emit = backend.emit

    def watched(event: str, payload: Any, *args: Any, **options: Any) -> Any:
        if event == "INTERACTION_CREATE":
            delivered.append(payload)
        return emit(event, payload, *args, **options)

    monkeypatch.setattr(backend, "emit", watched)
    await act()
    before, sent = await audited(club), len(club.env.http_requests)

    emit("INTERACTION_CREATE", delivered[-1])
    await club.env.settle()

    club.forgive()
    assert await audited(club) == before
    assert any("carried out already. Nothing was changed. See it with /events" in text for text in texts(club, sent))
    assert not any("@original" in request.path for request in club.env.http_requests[sent:])


async def test_a_connection_lost_after_discord_took_the_answer_is_asked_again(
    club: SimulatedClub, broken: Discord
) -> None:
    lost = iter([aiohttp.ServerDisconnectedError()])
    broken.fails_after = lambda call, _: next(lost, None) if call == "edit_original_interaction_response" else None
    answer = await update(club)
    assert answer.response.embeds
    assert answer.followups == []


async def test_a_connection_lost_after_discord_took_the_thinking_loses_nothing(
    club: SimulatedClub, broken: Discord
) -> None:
    lost = iter([aiohttp.ServerDisconnectedError()])
    broken.fails_after = lambda call, _: next(lost, None) if call == "create_interaction_response" else None
    answer = await update(club)
    assert answer.response.embeds
    assert await audited(club) == 1


async def test_where_discord_takes_no_thinking_nothing_is_stored(club: SimulatedClub, broken: Discord) -> None:
    hide = await SCENES["player-hide-form"](club)
    before = await audited(club)
    broken.fails = lambda call, _: refusal(503, 0)
    await hide()
    club.forgive()
    assert await audited(club) == before


def _last(answer: Any) -> Any:
    return [message for message in (answer.response, *answer.followups) if message is not None][-1]


async def test_where_the_audit_is_silent_it_is_said_to_be_unknown(
    club: SimulatedClub, broken: Discord, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def silent(*_: Any) -> None:
        raise ConnectionRefusedError("the database is away")

    monkeypatch.setattr("bot.ui.framework.errors.stored_by", silent)
    broken.fails = lambda _, body: refusal(400, 50035) if body.get("embeds") else None
    answer = await update(club)
    club.forgive()
    assert "Your entry may have been stored. Check with /events" in _last(answer).content


@pytest.mark.parametrize(
    ("committed", "sentence"),
    [(True, "Stored. See it with /events "), (False, "Your entry may have been stored. Check with /events")],
)
async def test_a_commit_whose_answer_was_lost_is_looked_up(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch, committed: bool, sentence: str
) -> None:

    async def uncertain(*args: Any, **more: Any) -> Any:
        if committed:
            await record_own_event(*args, **more)
        raise UncertainCommitError

    monkeypatch.setattr("cogs.rating.record_own_event", uncertain)
    answer = await update(club)
    club.forgive()
    assert _last(answer).content.startswith(sentence)


async def test_a_report_that_is_undone_before_it_is_answered_says_so(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A second click between the commit and the answer: nothing is an error of the bot, which the log would tell."""
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30)

    async def undone(*args: Any, **more: Any) -> Any:
        report = await record_own_event(*args, **more)
        await undo_event(club.services, club.actor(club.dana), report.event_id)
        return report

    monkeypatch.setattr("cogs.rating.record_own_event", undone)
    answer = await club.dana.slash(club.channel, "rating update", opponents="W@Eli", rating=1400.0, games=60)
    assert club.env.failures.lines == []
    assert _last(answer).content == "Your entry was stored, but somebody has undone it since."


async def test_a_confirmation_that_is_undone_before_it_is_answered_is_no_error(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch
) -> None:
    await club.td.slash(club.channel, "td rating", player=club.eli, rating=1500.0, games=30)
    reported = await club.dana.slash(club.channel, "rating update", opponents="W@Eli", rating=1400.0, games=60)

    async def undone(*args: Any) -> Any:
        report = await confirm_report(*args)
        await undo_event(club.services, replace(club.actor(club.td), manager=True), report.event_id)
        return report

    monkeypatch.setattr("bot.ui.buttons.reports.confirm_report", undone)
    await club.eli.click(reported.response, label="Confirm")
    assert club.env.failures.lines == []


async def test_what_follows_an_answer_is_no_failure_of_it(club: SimulatedClub, monkeypatch: pytest.MonkeyPatch) -> None:
    async def fails(*_: Any, **__: Any) -> None:
        raise BusyError("Another program is using the database. Try again in a moment.")

    looked = await looked_at_file(club)
    monkeypatch.setattr("bot.ui.buttons.imports.save_message_location", fails)
    stored = await club.td.click(looked.response, label="Store it")
    assert stored.response.embeds
    assert stored.followups == []
    act = await SCENES["evening-results"](club)
    monkeypatch.setattr("bot.ui.buttons.evening.evening_card", fails)
    answer = await act()
    club.forgive()
    assert answer.response.embeds
    assert answer.followups == []


async def test_every_command_that_reaches_a_write_has_a_scene(club: SimulatedClub) -> None:
    found = {
        command.qualified_name if command.parent is not None else f"/{command.qualified_name}"
        for command in club.env.bot.tree.walk_commands()
        if isinstance(command, app_commands.Command) and _reaches_a_write(command.callback)
    }
    assert found == {name for name in SCENES if name.startswith("/") or " " in name}


def test_every_button_and_form_that_reaches_a_write_has_a_scene() -> None:
    found = {name for name, one in DECLARED.items() if _reaches_a_write(inspect.unwrap(one.act))}
    scenes = {name for name in SCENES if " " not in name and not name.startswith("/")}
    assert found == scenes


def _reaches_a_write(start: Any) -> bool:
    waiting, seen = [start], set()
    while waiting:
        one = waiting.pop()
        if _is_use_case(one):
            return True
        if not isinstance(one, FunctionType) or one in seen or not one.__module__.startswith(("bot.", "cogs.")):
            continue
        seen.add(one)
        own = inspect.unwrap(one)
        waiting += [own.__globals__[name] for name in _names(own.__code__) if name in own.__globals__]
        waiting += _imported(own.__code__)
    return False


def _is_use_case(one: Any) -> bool:
    return isinstance(one, FunctionType) and one.__code__.co_qualname.startswith("use_case.")


def _imported(code: CodeType) -> Iterator[Any]:
    module = ""
    for step in dis.get_instructions(code):
        if step.opname == "IMPORT_NAME":
            module = step.argval
        elif step.opname == "IMPORT_FROM" and module.startswith(("bot.", "cogs.")):
            yield getattr(importlib.import_module(module), step.argval)
    for inner in code.co_consts:
        if isinstance(inner, CodeType):
            yield from _imported(inner)


def _names(code: CodeType) -> set[str]:
    inner = [_names(one) for one in code.co_consts if isinstance(one, CodeType)]
    return set(code.co_names).union(*inner)


def test_every_use_case_has_an_action_and_every_action_a_use_case() -> None:
    import_all("bot.services")
    used = set()
    services = Path(bot.services.__file__).parent
    for path in services.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = [argument for call in ast.walk(tree) if isinstance(call, ast.Call) for argument in _actions(call)]
        if named:
            module = ".".join(("bot.services", *path.relative_to(services).with_suffix("").parts))
            known = vars(importlib.import_module(module))
            used |= {name for argument in named for name in _action_names(argument, known)}
    assert len(used) > 100
    assert used == set(ACTIONS)


def _actions(call: ast.Call) -> list[ast.expr]:
    """Return what a use case, or a line of the audit, gives as its action."""
    if isinstance(call.func, ast.Attribute) and call.func.attr == "note":
        return [keyword.value for keyword in call.keywords if keyword.arg == "action"]
    return call.args[:1] if isinstance(call.func, ast.Name) and call.func.id == "use_case" else []


def _action_names(argument: ast.expr, known: dict[str, Any]) -> list[str]:
    if isinstance(argument, ast.IfExp):
        return [*_action_names(argument.body, known), *_action_names(argument.orelse, known)]
    if isinstance(argument, ast.Call):  # action("void-event", ...), declared where it is used
        return [eval(ast.unparse(argument.args[0]), known)]
    named = eval(ast.unparse(argument), known)
    return [] if named is None else [named.name]
