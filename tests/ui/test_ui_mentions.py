"""Commands named in answers open when pressed, wherever Discord shows mentions."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any
from unittest import mock

import discord
import pytest

from bot.app import CrosstableBot
from bot.services.framework.context import Services
from bot.ui.buttons.help import ONLY_DIRECTORS, TOPICS
from bot.ui.framework.errors import for_members
from bot.ui.framework.mentions import CommandMentions
from bot.ui.framework.text import harmless, safe
from bot.ui.messages.daily import notify_directors
from tests.conftest import SimulatedClub, said
from tests.flows import set_settings
from tests.said_scenes import SCENES, report


@pytest.fixture
def make_bot(services: Services) -> Callable[[], CrosstableBot]:
    return lambda: CrosstableBot(services, shard_count=1, mentions=True)


def command(name: str, number: int, *subcommands: str) -> Any:
    """Return a command as Discord answers with it."""
    below = [{"type": 1, "name": sub, "description": "-"} for sub in subcommands]
    data: Any = {
        "id": str(number),
        "type": 1,
        "name": name,
        "description": "-",
        "application_id": "1",
        "options": below,
    }
    return discord.app_commands.AppCommand(data=data | {"version": "1"}, state=mock.Mock())


KNOWN = CommandMentions([command("rating", 7, "show", "update"), command("me", 8), command("events", 9)])


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("Start with /rating update.", "Start with </rating update:7>."),
        ("`/rating show` is your card, **/me** your page", "</rating show:7> is your card, **</me:8>** your page"),
        ("See it with /events 12.", "See it with </events:9> 12."),
        ("/events or /rating show", "</events:9> or </rating show:7>"),
    ],
)
def test_a_named_command_becomes_a_mention_of_its_whole_path(written: str, shown: str) -> None:
    assert KNOWN.in_text(written, 4096) == shown


@pytest.mark.parametrize(
    "written",
    [
        "`/rating update opponents: 974 951 score: 3`",
        "```\n/rating update\n```",
        "`974 /me`",
        '"/rating update" is not a date.',
        "</rating update:7> again",
        "https://example.org/events and a/me",
        "/rating and /rating updates, /medals, /me-too",
        "/td import",
    ],
)
def test_examples_code_quotations_and_unknown_commands_stay_text(written: str) -> None:
    assert KNOWN.in_text(written, 4096) == written


def test_what_members_type_never_becomes_a_mention() -> None:
    for text in (safe("/me"), safe("the `/rating update` open"), harmless('"/me" is not a name.'), harmless("`/me`")):
        assert KNOWN.in_text(text, 4096) == text


def test_only_the_places_that_show_mentions_have_them() -> None:
    text = "Use /me."
    embed = {
        "title": text,
        "description": text,
        "fields": [{"name": text, "value": text}],
        "footer": {"text": text},
        "author": {"name": text},
    }
    components = [
        {"type": 1, "components": [{"type": 2, "label": text}]},
        {"type": 17, "components": [{"type": 10, "content": text}]},
    ]
    shown = KNOWN.in_message({"content": text, "embeds": [embed], "components": components})
    pressed = "Use </me:8>."
    assert shown == {
        "content": pressed,
        "embeds": [embed | {"description": pressed, "fields": [{"name": text, "value": pressed}]}],
        "components": [components[0], {"type": 17, "components": [{"type": 10, "content": pressed}]}],
    }


LIMITS = {"description": 4096, "value": 1024, "content": 2000}
"""Discord's, of its documentation: message, embed and field."""


@pytest.mark.parametrize("part", LIMITS)
def test_a_text_that_would_be_too_long_stays_as_it_is(part: str) -> None:
    """`/me` has three characters, `</me:8>` seven."""
    for length, has_mention in ((LIMITS[part] - 4, True), (LIMITS[part] - 3, False)):
        text = "/me " + "x" * (length - 4)
        embed = {"fields": [{"name": "-", "value": text}]} if part == "value" else {"description": text}
        message = {"content": text} if part == "content" else {"embeds": [embed]}
        assert ("</me:8>" in json.dumps(KNOWN.in_message(message))) is has_mention


def test_embeds_that_would_be_too_long_together_stay_as_they_are() -> None:
    """Discord allows 6,000 characters in all embeds of a message."""
    for length, has_mention in ((2996, True), (2997, False)):
        embed = {"description": "/me " + "x" * (length - 4)}
        assert ("</me:8>" in json.dumps(KNOWN.in_message({"embeds": [embed, embed]}))) is has_mention


async def mention(club: SimulatedClub, path: str) -> str:
    """Return Discord's mention of a command, with the id that the simulated Discord gave it."""
    ids = {one["name"]: one["id"] for one in club.env.backend.commands[None].values()}
    return f"</{path}:{ids[path.split()[0]]}>"


async def test_a_card_an_error_and_a_page_mention_commands(club: SimulatedClub) -> None:
    update = await mention(club, "rating update")
    page = await club.dana.slash(club.channel, "me")
    assert update in page.response.embeds[0].description
    refused = await said(club.dana.slash(club.channel, "rating show"))
    assert refused == f"You are not a player of this club yet. Start with {update}."
    help_ = (await club.dana.slash(club.channel, "help")).response.embeds[0].description
    assert "`/rating update opponents: 974 951 2471 1585 score: 3`" in help_
    assert await mention(club, "rating undo") in help_


async def test_an_answer_with_files_and_a_press_mention_commands(club: SimulatedClub) -> None:
    refused = await said(club.dana.slash(club.channel, "rating history"))
    assert await mention(club, "rating update") in refused
    page = await club.td.slash(club.channel, "td setup")
    pressed = await club.td.click(page.response, label="Skip")
    assert await mention(club, "td settings") in pressed.response.embeds[0].description


async def test_a_message_that_the_bot_posts_by_itself_mentions_commands(club: SimulatedClub) -> None:
    await set_settings(club, td_channel=club.channel)
    await report(club)
    with club.env._bot_scope():
        await notify_directors(club.services, club.env.bot)
    posted = [message.content for message in club.channel.history()]
    assert f"1 report to confirm: {await mention(club, 'td queue')}" in posted


async def test_a_form_shows_commands_as_text(club: SimulatedClub) -> None:
    assert KNOWN._body({"type": 9, "data": {"components": [{"type": 10, "content": "/me"}]}}) == {
        "type": 9,
        "data": {"components": [{"type": 10, "content": "/me"}]},
    }


async def test_without_the_switch_commands_are_text(club: SimulatedClub, services: Services) -> None:
    """The practice club's page shows mentions raw."""
    await club.env.restart_bot(CrosstableBot(services, shard_count=1))
    page = await club.dana.slash(club.channel, "me")
    assert "`/rating update`" in page.response.embeds[0].description


async def test_a_process_that_sends_no_commands_fetches_them(services: Services) -> None:
    second = CrosstableBot(services, shard_count=2, shard_ids=(1,), mentions=True)
    with (
        mock.patch.object(second.tree, "fetch_commands", mock.AsyncMock(return_value=[command("me", 8)])) as fetching,
        mock.patch("bot.app.mention_commands") as mentioning,
    ):
        await second.setup_hook()
    fetching.assert_awaited_once_with()
    assert [one.mention for one in mentioning.call_args.args[1]] == ["</me:8>"]


async def test_a_bot_that_cannot_fetch_its_commands_starts_without_mentions(services: Services) -> None:
    bot = CrosstableBot(services, shard_count=2, shard_ids=(1,), mentions=True)
    refused: Any = mock.Mock(status=503, reason="unavailable")
    error = discord.DiscordServerError(refused, "unavailable")
    with mock.patch.object(bot.tree, "fetch_commands", side_effect=error):
        await bot.setup_hook()


@pytest.mark.parametrize(
    ("sentence", "read"),
    [
        (
            "This match already counts. Ask a tournament director (TD) to void it with /td void.",
            "This match already counts. Ask a tournament director (TD) to void it.",
        ),
        (
            "That claim has already been decided. See /td queue for those waiting.",
            "That claim has already been decided.",
        ),
        ("Try again in 1 minute, or upload a file with /td import.", "Try again in 1 minute."),
        ('"/td import" is not a date.', '"/td import" is not a date.'),
    ],
)
def test_a_members_error_leaves_out_the_directors_command(sentence: str, read: str) -> None:
    assert for_members(sentence) == read


async def test_an_error_names_a_directors_command_to_directors_only(club: SimulatedClub) -> None:
    hint = "Remove rating and games, or ask a director to correct it"
    for member, ending in ((club.dana, "."), (club.td, f" with {await mention(club, 'td rating')}.")):
        await club.td.slash(club.channel, "td rating", player=member, rating=1500.0, games=30)
        asked = member.slash(club.channel, "rating update", opponents="W1500", rating=1600.0, games=30)
        assert (await said(asked)).endswith(f"is stored. {hint}{ending}")


async def test_help_offers_the_directors_topics_to_directors_only(club: SimulatedClub) -> None:
    leading = {key for key, topic in TOPICS.items() if topic.title.startswith("Directors:")}
    assert leading == {key for key, topic in TOPICS.items() if "/td" in topic.text}
    offered = {}
    for member in (club.td, club.dana):
        answer = await member.slash(club.channel, "help", topic="import")
        ((menu,),) = ([row["components"][0]] for row in answer.response.components)
        offered[member.id] = {option["value"] for option in menu["options"]}
        assert (answer.response.embeds[0].description == ONLY_DIRECTORS) is (member is club.dana)
    assert offered[club.td.id] - offered[club.dana.id] == leading


@pytest.mark.sampled(5)
@pytest.mark.parametrize("name", SCENES)
async def test_no_member_reads_a_command_of_directors(
    club: SimulatedClub, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    readers: dict[str, int] = {}
    emit = club.env.backend.emit

    def watched(event: str, payload: Any, *args: Any, **more: Any) -> Any:
        if event == "INTERACTION_CREATE":
            readers[payload["token"]] = int(payload["member"]["user"]["id"])
        return emit(event, payload, *args, **more)

    monkeypatch.setattr(club.env.backend, "emit", watched)
    await (await SCENES[name](club))()
    club.forgive()
    for reader, text in _texts(club, readers):
        assert reader == club.td.id or not re.search(r"</?td |(?<!\w)/td\b", text), text


def _texts(club: SimulatedClub, readers: dict[str, int]) -> Iterator[tuple[int | None, str]]:
    """Return what was said in messages, each with who alone reads it."""
    private: dict[str, bool] = {}
    for request in club.env.http_requests:
        parts, body = request.path.strip("/").split("/"), request.json
        if not isinstance(body, dict) or parts[0] not in ("interactions", "webhooks", "channels"):
            continue
        token = parts[2] if parts[0] != "channels" else ""
        message = body.get("data") or {} if parts[0] == "interactions" else body
        is_private = bool(message.get("flags", 0) & 64)
        if parts[0] == "interactions" and body["type"] in (4, 5):
            private[token] = is_private
        if parts[-1] == "@original" or body.get("type") == 7:
            is_private = private.get(token, True)
        if body.get("type") == 9:
            continue
        texts = [message.get("content"), *(json.dumps(embed) for embed in message.get("embeds") or ())]
        for text in filter(None, texts):
            yield readers.get(token) if is_private else None, text
