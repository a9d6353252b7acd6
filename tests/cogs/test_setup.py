"""The first minutes on a server."""

import ast
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from simcord.backend import serializers
from sqlalchemy import select

from bot.app import CrosstableBot
from bot.services.framework.clock import zone_names
from bot.store.database.tables import audit
from bot.store.database.tables import club as club_table
from bot.ui.buttons.set_up import ZONES, proposed_zone, values_of
from bot.ui.framework.server import INVITE, NEEDED, OPTIONAL, SCOPES
from core.errors import InputError
from tests.conftest import SimulatedClub, rows, said
from tests.flows import fill_in, set_settings

ROOT = Path(__file__).parents[2]


async def joined(club: SimulatedClub, channel: Any = None) -> None:
    backend = club.env.backend
    backend.edit_guild(club.guild.id, {"system_channel_id": None if channel is None else channel.id})
    payload = dict(serializers.guild_create_payload(backend, backend.get_guild(club.guild.id)))
    del payload["unavailable"]
    backend.emit("GUILD_CREATE", payload)
    await club.env.settle()


def steps(answer: Any) -> list[str]:
    text = str(answer.response.embeds[0].description).split("**Steps**\n")[1]
    return text.split("\n\n**Permissions**")[0].splitlines()


def closed_to_the_bot(club: SimulatedClub, *denied: str) -> Any:
    """Return a channel in which the bot is denied permissions."""
    overwrite = discord.PermissionOverwrite(**dict.fromkeys(denied, False))
    return club.guild.create_text_channel("lobby", overwrites={club.env.bot.user: overwrite})


@pytest.mark.both_databases
async def test_the_greetings_button_leads_through_five_steps_and_back(
    club: SimulatedClub, make_bot: Callable[[], CrosstableBot]
) -> None:
    await joined(club, club.channel)
    greeting = club.channel.last_message
    assert "Directors: five steps set the club up" in greeting.content
    assert "not allowed" not in greeting.content

    card = await club.td.click(greeting, label="Set the club up (TD)")
    assert card.response.ephemeral
    assert card.response.embeds[0].title == "Set-up, step 1 of 5: What you play"
    card = await club.td.select(card.response, ["fide-rapid"], custom_id="setup-choose:default_list")
    assert "Integrations" in card.response.embeds[0].description
    assert steps(card)[:2] == [
        "✅ What you play: FIDE Rapid",
        "▶️ Directors' role: members who may manage the server",
    ]
    card = await club.td.select(card.response, [club.td_role], custom_id="setup-choose:td_role")
    assert steps(card)[1] == "✅ Directors' role: Arbiters"

    await club.env.restart_bot(make_bot())
    # Another director goes on where the first one stopped; the greeting is still there.
    helper = club.add("Helper", club.td_role)
    card = await helper.click(greeting, label="Set the club up (TD)")
    assert card.response.embeds[0].title == "Set-up, step 3 of 5: Who may report"
    card = await helper.select(card.response, [club.td_role], custom_id="setup-choose:reporter_role")
    assert steps(card)[2] == "✅ Who may report: members with Arbiters, and directors"
    # Both speak American English here: a server that nobody has set up otherwise.
    form = await helper.click(card.response, label="Other city")
    card = await fill_in(helper, form, time_zone="europe/berlin")
    assert steps(card)[3] == "✅ Time zone: Europe/Berlin"
    card = await helper.click(card.response, label="Done")
    assert (card.response.embeds[0].title, steps(card)[4]) == ("Set up", "⏭️ Roster")
    labels = [part["label"] for row in card.response.components for part in row["components"]]
    assert labels == [
        *("Try a sample file", "Import a roster", "Import an event", "Start an evening", "Check"),
        "Undo: Roster",
    ]

    for label in ("Roster", "Time zone", "Who may report"):
        card = await helper.click(card.response, label=f"Undo: {label}")
    refused = await helper.click(card.response, label="Undo: Directors' role")
    assert "You would no longer be a tournament director (TD)" in refused.followups[0].content
    card = await club.td.click(greeting, label="Set the club up (TD)")
    card = await club.td.click(card.response, label="Undo: Directors' role")
    card = await club.td.click(card.response, label="Undo: What you play")
    assert steps(card) == [
        "▶️ What you play: US Chess Regular",
        "▫️ Directors' role: members who may manage the server",
        "▫️ Who may report: everyone",
        "▫️ Time zone: UTC",
        "▫️ Roster",
    ]
    assert "Only a tournament director (TD)" in await said(helper.click(greeting, label="Set the club up (TD)"))
    actions = [action for (action,) in await rows(club.services.database, select(audit.c.action).order_by(audit.c.id))]
    assert actions == [*["settings"] * 4, "skip-set-up", *["undo-settings"] * 5]


async def test_every_step_can_be_skipped_and_changes_nothing_then(club: SimulatedClub) -> None:
    query = select(club_table.c.td_role_id, club_table.c.default_list, club_table.c.self_report)
    card = await club.td.slash(club.channel, "td setup")
    for _ in range(4):
        card = await club.td.click(card.response, label="Skip")
    card = await club.td.click(card.response, label="Done")
    assert [line[0] for line in steps(card)] == ["⏭"] * 5
    assert [tuple(row) for row in await rows(club.services.database, query)] == [(None, "uschess-regular", "everyone")]


async def test_a_step_is_taken_once_and_goes_back_only_while_it_stands(club: SimulatedClub) -> None:
    first = await club.td.slash(club.channel, "td setup")
    second = await club.td.slash(club.channel, "td setup")
    card = await club.td.select(first.response, ["elo"], custom_id="setup-choose:default_list")
    late = await club.td.select(second.response, ["naspa"], custom_id="setup-choose:default_list")
    assert late.followups[-1].content == "That step is already done. Press Undo first, or use /td settings."
    await set_settings(club, default_list="fide-blitz")
    undone = await club.td.click(card.response, label="Undo: What you play")
    assert undone.followups[-1].content == ("The setting has been changed again. Change it with /td settings.")
    ((kept,),) = await rows(club.services.database, select(club_table.c.default_list))
    assert kept == "fide-blitz"
    # Where somebody has set it back already, there is nothing left to change.
    await set_settings(club, default_list="uschess-regular")
    undone = await club.td.click(card.response, label="Undo: What you play")
    assert steps(undone)[0] == "▶️ What you play: US Chess Regular"


async def test_everyone_does_not_become_a_director(club: SimulatedClub) -> None:
    card = await club.td.slash(club.channel, "td setup")
    card = await club.td.click(card.response, label="Skip")
    chosen = await club.td.select(card.response, [club.guild.default_role], custom_id="setup-choose:td_role")
    assert "would make every member a director" in chosen.followups[-1].content
    refused = await said(set_settings(club, td_role=club.guild.default_role))
    assert "would make every member a director" in refused


@pytest.mark.parametrize(
    ("setting", "value"),
    [("default_list", "no-such-list"), ("self_report", "role"), ("td_role", "everyone"), ("reporter_role", "")],
)
def test_a_choice_that_was_not_offered_is_refused(setting: str, value: str) -> None:
    with pytest.raises(InputError, match=r"The choice no longer exists|is not allowed for"):
        values_of(setting, [value])


async def test_the_greeting_and_the_set_up_name_what_the_bot_is_not_allowed(club: SimulatedClub) -> None:
    lobby = closed_to_the_bot(club, "embed_links", "attach_files")
    await joined(club, lobby)
    greeting = lobby.last_message
    assert greeting.content.splitlines()[-3:] == [
        "⚠️ Missing permissions here:",
        "- Embed Links, to show cards",
        "- Attach Files, for crosstables and exports",
    ]
    card = await club.td.click(greeting, label="Set the club up (TD)")
    assert "Embed Links" in card.response.embeds[0].description.split("**Permissions**")[1]


@pytest.mark.parametrize("closed", ["view_channel", "send_messages", "there is none"])
async def test_the_owner_is_told_where_the_bot_may_not_write(club: SimulatedClub, closed: str) -> None:
    lobby = None if closed == "there is none" else closed_to_the_bot(club, closed)
    club.env.backend.get_guild(club.guild.id).name = "[ok](https://evil.example)"
    await joined(club, lobby)
    letter = club.guild.owner.dm_channel.last_message
    assert "is on your server \\[ok\\]\\(" in letter.content
    assert "`/td setup`" in letter.content
    words = NEEDED.get(closed)
    assert (words is None) == ("Missing permissions" not in letter.content)
    assert words is None or f"- {words}" in letter.content
    (row,) = letter.components
    (button,) = row.children
    assert (button.label, button.url) == ("Open the server", f"https://discord.com/channels/{club.guild.id}")
    assert lobby is None or lobby.history() == []


async def test_an_owner_who_takes_no_letters_is_no_error(club: SimulatedClub, caplog: pytest.LogCaptureFixture) -> None:
    club.env.inject_error("POST", "/users/@me/channels", status=403, code=50007, message="Cannot send messages")
    await joined(club)
    assert "greeting failed" in caplog.text


def test_what_the_invite_asks_for_is_what_the_bot_does() -> None:
    done = {name for path in _sources() for name in _permissions_used(ast.parse(path.read_text(encoding="utf-8")))}
    assert discord.Permissions(**dict.fromkeys(NEEDED, True)) == INVITE
    assert done == set(NEEDED) | set(OPTIONAL)


@pytest.mark.parametrize("text", ["README.md", "docs/directors.md"])
def test_the_invite_link_has_these_scopes_and_permissions(text: str) -> None:
    written = (ROOT / text).read_text(encoding="utf-8")
    assert f"&scope={'+'.join(SCOPES)}&permissions={INVITE.value}" in written
    named = [words.partition(",")[0] for words in NEEDED.values()]
    assert re.findall(r"View Channel, [\w ,]+", " ".join(written.split()))[0].startswith(", ".join(named))


def test_the_directors_page_names_each_permission_with_its_bit() -> None:
    lines = (ROOT / "docs" / "directors.md").read_text(encoding="utf-8").splitlines()
    table = [line.split(" | ")[:2] for line in lines if re.search(r"\| \d+ \|", line)]
    bits = {name: discord.Permissions(**{name: True}).value for name in NEEDED}
    assert table == [[f"| {words.partition(',')[0]}", str(bits[name])] for name, words in NEEDED.items()]


def _sources() -> Iterator[Path]:
    for folder in ("bot", "cogs"):
        yield from (path for path in (ROOT / folder).rglob("*.py") if "practice" not in path.parts)


CALLS = {
    "send": "send_messages",
    "get_partial_message": "view_channel",
    "create_thread": "create_public_threads",
    "create_text_channel": "manage_channels",
    "create_role": "manage_roles",
    "add_roles": "manage_roles",
    "remove_roles": "manage_roles",
    "set_permissions": "manage_roles",
    "create_invite": "create_instant_invite",
    "create_webhook": "manage_webhooks",
    "create_scheduled_event": "create_events",
    "add_reaction": "add_reactions",
    "pin": "pin_messages",
    "purge": "manage_messages",
    "delete_messages": "manage_messages",
    "fetch_message": "read_message_history",
    "history": "read_message_history",
    "ban": "ban_members",
    "kick": "kick_members",
}
"""By the method of discord.py, the permission that Discord asks of whoever calls it."""

ATTACHED = {"file": "attach_files", "files": "attach_files", "attachments": "attach_files", "embed": "embed_links"}
"""By what a message is given."""


def _permissions_used(tree: ast.AST) -> Iterator[str]:
    discords = any(
        isinstance(node, ast.Import | ast.ImportFrom)
        and "discord" in (getattr(node, "module", None) or "", *(name.name for name in node.names))
        for node in ast.walk(tree)
    )
    for node in ast.walk(tree):
        if discords and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            receiver = getattr(node.func.value, "attr", "")  # a followup needs no permission
            if node.func.attr in CALLS and receiver != "followup":
                yield CALLS[node.func.attr]
            yield from (ATTACHED[one.arg] for one in node.keywords if one.arg in ATTACHED)


async def test_an_evening_is_started_from_the_end_of_the_set_up(club: SimulatedClub) -> None:
    card = await club.td.slash(club.channel, "td setup")
    for _ in range(4):
        card = await club.td.click(card.response, label="Skip")
    card = await club.td.click(card.response, label="Done")
    told = await club.td.click(card.response, label="Import an event")
    assert "/td import" in told.response.embeds[0].description
    form = await club.td.click(card.response, label="Start an evening")
    started = await fill_in(club.td, form, name="Friday")
    assert started.response.embeds[0].title == "Friday"


@pytest.mark.parametrize(
    ("server", "own", "zone"),
    [("de", "en-US", "Europe/Berlin"), ("en-US", "ja", "Asia/Tokyo"), ("en-US", "en-US", "America/New_York")],
)
def test_the_time_zone_is_proposed_from_discords_languages(server: str, own: str, zone: str) -> None:
    asked: Any = SimpleNamespace(guild_locale=server, locale=own)
    assert proposed_zone(asked) == zone
    assert set(ZONES.values()) <= set(zone_names())
