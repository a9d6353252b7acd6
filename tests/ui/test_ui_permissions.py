"""Commands, buttons, menus and forms refuse everybody whom docs/permissions.md and docs/buttons.md do not name."""

import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands

from bot.ui.framework.buttons import DECLARED, Form, Menu
from core.errors import NotAllowedError
from tests import said_scenes as scenes
from tests.conftest import SimulatedClub
from tests.flows import set_settings
from tests.ui.test_ui_buttons import TABLE, example_of, id_of

PAGE = Path(__file__).parents[2] / "docs" / "permissions.md"
EVERYONE, DIRECTOR, REPORTERS = "everyone", "directors", "who may report"
JOINED, ASKED = "players of the evening and directors", "the member who asked"
OWN, OTHER_SIDE = "the member concerned and directors", "the opponent and directors"
EITHER, PLAYS = "both players and directors", "the two players of the game"
Scene = Callable[[SimulatedClub], Awaitable[Any]]
KINDS = {EVERYONE, DIRECTOR, REPORTERS, JOINED, ASKED, OWN, OTHER_SIDE, EITHER, PLAYS}

ROWS = [
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and "|---" not in line
]
COMMANDS = {name: (row[1], row[2]) for row in ROWS for name in re.findall("`/([^`]+)`", row[0])}
PRESSED = {name: one.who.value for name, one in DECLARED.items()}
FORM_PATTERNS = {name: one.pattern.pattern for name, one in DECLARED.items() if isinstance(one, Form)}
PATTERNS = {name: one.pattern.pattern for name, one in DECLARED.items()}


class Refused:
    """Counts who is refused because of who they are."""

    def __init__(self) -> None:
        self.said: list[str] = []

    @contextmanager
    def watching(self) -> Iterator[list[str]]:
        self.said = []
        yield self.said


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> Refused:
    found, begin = Refused(), NotAllowedError.__init__

    def noted(error: NotAllowedError, message: str, *args: Any, **more: Any) -> None:
        found.said.append(message)
        begin(error, message, *args, **more)

    monkeypatch.setattr(NotAllowedError, "__init__", noted)
    return found


def leaves(club: SimulatedClub) -> dict[str, app_commands.Command[Any, ..., Any]]:
    tree = club.env.bot.tree.walk_commands()
    return {one.qualified_name: one for one in tree if isinstance(one, app_commands.Command)}


@pytest.mark.long
async def test_the_page_has_every_command_and_whether_discord_hides_it(club: SimulatedClub) -> None:
    found = {}
    for name, command in leaves(club).items():
        root = command.root_parent or command
        found[name] = "shown" if root.default_permissions is None else "hidden"
    assert found == {name: place for name, (_, place) in COMMANDS.items()}
    assert {who.partition("; with")[0] for who, _ in COMMANDS.values()} <= KINDS


TEXT, WHOLE, YES_NO, MEMBER, CHANNEL, NUMBER, FILE = 3, 4, 5, 6, 7, 10, 11
"""Discord's numbers of kinds of options."""


class Options:
    """Makes the options that a command needs, by their names."""

    def __init__(self, club: SimulatedClub) -> None:
        self.club = club
        someone = f"<@{club.dana.id}>"
        self.texts: dict[str, Any] = {
            "event": "1",
            "opponents": "W1500 L1400 D1450",
            "opponent": f"<@{club.eli.id}>",
            "results": "1: Dana 1-0 Eli",
            "player": "Dana",
            "duplicate": "Eli",
            "member": someone,
            "word": "FORGET",
            "order": "DE",
            "list": "elo",
            "what": "fide-standard",
            "wins": "1",
        }

    def value(self, option: Any) -> Any:
        name, kind = option.display_name, option.type.value
        if option.choices:
            return option.choices[0].value
        made = {
            TEXT: self.texts.get(name, "here"),
            WHOLE: 1,
            YES_NO: True,
            MEMBER: self.club.dana,
            CHANNEL: self.club.channel,
            NUMBER: 1500.0,
            FILE: ("e.csv", scenes.TABLE),
        }
        return made[kind]

    def of(self, command: Any, *also: str) -> dict[str, Any]:
        return {
            one.display_name: self.value(one) for one in command.parameters if one.required or one.display_name in also
        }


async def test_every_command_refuses_whom_the_page_does_not_name(club: SimulatedClub, refused: Refused) -> None:
    commands, options = leaves(club), Options(club)
    await scenes.evening(club)
    await scenes.pool_page(club)
    await scenes.imported(club)
    roots = await club.env.bot.tree.fetch_commands()
    stranger = club.add("Stranger")
    for root in roots:
        if root.default_member_permissions is not None:
            club.guild.set_command_permissions(root.id, {stranger: True, club.dana: True})

    async def is_refused(who: Any, name: str, *also: str) -> bool:
        given = options.of(commands[name], *also)
        with refused.watching() as said:
            await who.slash(club.channel, name, **given)
        return bool(said)

    expected, found = {}, {}
    # What directors alone do comes late, for it closes the evening and voids the event.
    for name, (page, _) in sorted(COMMANDS.items(), key=lambda one: one[1][0] == DIRECTOR):
        who, _, named = page.partition("; with ")
        directors_options = re.findall(r"`(\w+)`", named)
        barred = {EVERYONE: "", REPORTERS: "", DIRECTOR: "stranger member", JOINED: "stranger"}[who].split()
        expected[name] = (barred, directors_options, [])
        people = {"stranger": stranger, "member": club.dana, "director": club.td}
        asked = [each for each, person in people.items() if await is_refused(person, name)]
        tried = [] if barred else [one.display_name for one in commands[name].parameters if about_others(one)]
        refused_with = [option for option in tried if await is_refused(stranger, name, option)]
        not_even = [option for option in directors_options if await is_refused(club.td, name, option)]
        found[name] = (asked, refused_with, not_even)
    assert found == expected

    await set_settings(club, self_report="directors")
    reporters = {name for name, (page, _) in COMMANDS.items() if page.startswith(REPORTERS)}
    assert {name for name in COMMANDS if page_is_of_everyone(name) and await is_refused(club.dana, name)} == reporters


def about_others(option: Any) -> bool:
    """Return whether only directors may use an option of everyone's command."""
    return not option.required and (
        option.type.value in (YES_NO, MEMBER) or option.display_name in ("member", "player")
    )


def page_is_of_everyone(name: str) -> bool:
    return COMMANDS[name][0].startswith((EVERYONE, REPORTERS))


async def press(club: SimulatedClub, who: Any, message: Any, custom_id: str) -> None:
    from simcord import interactions
    from simcord.backend import serializers

    backend = club.env.backend
    name = custom_id.partition(":")[0]
    one = DECLARED.get(name)
    component: Any = {"type": 2, "style": 1, "label": "Press", "custom_id": custom_id}
    if isinstance(one, Menu):
        component = {"type": one.kind.value, "custom_id": custom_id, "options": [{"label": "1", "value": "1"}]}
    data = {"custom_id": custom_id, "component_type": component["type"], "values": ["1"]}
    place = {"channel_id": club.channel.id, "guild_id": club.guild.id, "user_id": who.id}
    record, payload = interactions.base_payload(backend, type=3, data=data, **place)
    record.source_message_id = message.id
    shown = dict(serializers.message_payload(backend, message._message))
    shown["components"] = [{"type": 1, "components": [component]}]
    payload["message"] = shown
    backend.emit("INTERACTION_CREATE", payload)
    await club.env.settle()


UNASKED = {
    "live-me",
    "live-card",
    "live-history",
    "news-board",
    "news-more",
    "notice-card",
    "notice-wrong",
    "notice-stop",
}
"""They are under messages that the bot sends by itself, which answer nobody."""


async def _prepared(club: SimulatedClub, name: str) -> tuple[Any, str]:
    row = TABLE[name]
    if PRESSED[name] == DIRECTOR:
        answer = await club.td.slash(club.channel, "help")
        return answer.response, example_of(PATTERNS[name])
    if name in UNASKED or row.to is None:
        answer = await scenes.update(club)
        return answer.response, example_of(PATTERNS[name])
    answer = await row.to(club)
    return answer.response, id_of(answer, row.label)


BARRED = {
    EVERYONE: [],
    DIRECTOR: ["stranger", "member", "other"],
    OWN: ["stranger", "other"],
    OTHER_SIDE: ["stranger", "member"],
    EITHER: ["stranger"],
    ASKED: ["stranger", "other", "director"],
    JOINED: ["stranger"],
    PLAYS: ["stranger", "director"],
}
"""Who is refused: member is who reported or asked, other the opponent."""


@pytest.mark.long
async def test_every_button_refuses_whom_the_page_does_not_name(club: SimulatedClub, refused: Refused) -> None:
    """That a director's button does its work for a director is for test_ui_buttons.py to say."""
    expected, found = {}, {}
    for name, who in PRESSED.items():
        if name in FORM_PATTERNS:
            continue
        here = club.other_server()
        message, custom_id = await _prepared(here, name)
        # Whoever may not comes first: who may takes the thing away.
        people = {"stranger": here.add("Stranger"), "member": here.dana, "other": here.eli, "director": here.td}
        order = sorted(people, key=lambda each: each not in BARRED[who])
        asked = set()
        for each in order:
            with refused.watching() as said:
                await press(here, people[each], message, custom_id)
            asked |= {each} if said else set()
        expected[name], found[name] = set(BARRED[who]), asked
    club.forgive()
    assert found == expected


WRITTEN = "1: Dana 1-0 Eli"
ABOUT: dict[str, Scene] = {
    "evening-results": scenes.evening,
    "evening-game": scenes.boards,
    "evening-bye-form": scenes.paired,
    "report-version": scenes.report,
    "challenge-terms-form": scenes.challenged,
    "match-details-form": scenes.match,
    "challenge-results": scenes.challenge_accepted,
}
"""By the form, what makes the first thing that it can be about; a director's is refused before that is looked for."""


def fields_of_forms() -> list[str]:
    found = {"where", "why", "version", "reason", "names", "results", "file"}
    for one in DECLARED.values():
        if isinstance(one, Form) and one.fields is not None:
            about = one.read(example_of(one.pattern.pattern)) or []
            found |= {label.component.custom_id for label in one.fields({}, *about)}
    return sorted(found)


async def send(club: SimulatedClub, who: Any, custom_id: str) -> None:
    """Send a form with something written into each field."""
    from simcord import interactions

    backend = club.env.backend
    place = {"channel_id": club.channel.id, "guild_id": club.guild.id, "user_id": who.id}
    written = {"result": "1-0"}  # a choice, which no other words can be
    parts = [{"type": 4, "custom_id": name, "value": written.get(name, WRITTEN)} for name in fields_of_forms()]
    data = {"custom_id": custom_id, "components": [{"type": 1, "components": [part]} for part in parts]}
    _, payload = interactions.base_payload(backend, type=5, data=data, **place)
    backend.emit("INTERACTION_CREATE", payload)
    await club.env.settle()


@pytest.mark.sampled(3)
@pytest.mark.parametrize("name", sorted(FORM_PATTERNS.keys() - {"report-rating-form"}))  # in cogs/test_first_report.py
async def test_every_form_refuses_whom_the_page_does_not_name(club: SimulatedClub, refused: Refused, name: str) -> None:
    await ABOUT.get(name, scenes.update)(club)
    people = {"stranger": club.add("Stranger"), "member": club.dana, "other": club.eli, "director": club.td}
    asked = []
    for each, person in people.items():
        with refused.watching() as said:
            await send(club, person, example_of(FORM_PATTERNS[name]))
        asked += [each] if said else []
    club.forgive()  # a form that nobody opened belongs to no message
    assert asked == BARRED[PRESSED[name]]
