"""docs/permissions.md is what holds: every command, button, menu and form, as a stranger, a member and a director."""

import re
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from discord import app_commands
from sqlalchemy import select

from bot.store.tables import audit
from bot.ui.buttons.registry import DYNAMIC_ITEMS, FORMS
from bot.ui.framework.custom_ids import DIGEST, KEY, SMALL
from core.errors import NotAllowedError
from tests import said_scenes as scenes
from tests.conftest import SimulatedClub, rows
from tests.ui.test_ui_buttons import TABLE, id_of

PAGE = Path(__file__).parents[2] / "docs" / "permissions.md"
EVERYONE, DIRECTOR, REPORTERS = "everyone", "a director", "who may report"
JOINED, ASKED = "who has joined the evening, or a director", "whoever asked"
OWN, OTHER_SIDE = "whose it is, or a director", "the other side, or a director"
Scene = Callable[[SimulatedClub], Awaitable[Any]]
KINDS = {EVERYONE, DIRECTOR, REPORTERS, JOINED, ASKED, OWN, OTHER_SIDE}

ROWS = [
    [cell.strip() for cell in line.strip("|\n").split("|")]
    for line in PAGE.read_text(encoding="utf-8").splitlines()
    if line.startswith("| ") and "|---" not in line
]
COMMANDS = {row[0].strip("`/"): (row[1], row[2]) for row in ROWS if row[0].startswith("`/")}
PRESSED = {row[1].strip("`"): row[2] for row in ROWS if row[1].startswith("`")}


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


async def test_the_page_has_every_command_and_whether_discord_hides_it(club: SimulatedClub) -> None:
    found = {}
    for name, command in leaves(club).items():
        root = command.root_parent or command
        found[name] = "shown" if root.default_permissions is None else "hidden"
    assert found == {name: place for name, (_, place) in COMMANDS.items()}
    assert {who.partition("; with")[0] for who, _ in COMMANDS.values()} <= KINDS


def test_the_page_has_every_button_menu_and_form() -> None:
    forms = {pattern.partition(":")[0] for pattern in FORMS}
    assert set(PRESSED) == {item.__name__ for item in DYNAMIC_ITEMS} | forms
    assert set(PRESSED.values()) <= KINDS


TEXT, MEMBER = 3, 6
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
            "keep": "Dana",
            "gone": "Eli",
            "member": someone,
        }

    def value(self, option: Any) -> Any:
        name, kind = option.display_name, option.type.value
        if option.choices:
            return option.choices[0].value
        made = {
            TEXT: self.texts.get(name, "here"),
            4: 1,
            5: True,
            MEMBER: self.club.dana,
            10: 1500.0,
            11: ("e.csv", scenes.TABLE),
        }
        return made[kind]

    def of(self, command: Any, *also: str) -> dict[str, Any]:
        """Return what a command needs, and further options."""
        return {
            one.display_name: self.value(one) for one in command.parameters if one.required or one.display_name in also
        }


BESIDE = {
    "oracle match": ("results",),
    "oracle predict": ("opponent",),
    "player edit": ("federation",),
    "fide norm": ("event",),
}
"""What a command takes beside what Discord requires, for it to do anything."""
TYPED = {"oracle match": {"results": "WWL"}, "player edit": {"federation": "USA"}}


async def test_every_command_refuses_whom_the_page_does_not_name(club: SimulatedClub, refused: Refused) -> None:
    commands, options = leaves(club), Options(club)
    await scenes.evening(club)
    await scenes._keeper(club)
    await scenes.imported(club)
    roots = await club.env.bot.tree.fetch_commands()
    stranger = club.add("Stranger")
    for root in roots:
        if root.default_member_permissions is not None:
            club.guild.set_command_permissions(root.id, {stranger: True, club.dana: True})

    async def is_refused(who: Any, name: str, *also: str) -> bool:
        given = options.of(commands[name], *BESIDE.get(name, ()), *also) | TYPED.get(name, {})
        with refused.watching() as said:
            await who.slash(club.channel, name, **given)
        return bool(said)

    expected, found = {}, {}
    # What directors alone do comes last: it closes the evening, and voids the event.
    for name, (page, _) in sorted(COMMANDS.items(), key=lambda one: one[1][0] == DIRECTOR):
        who, _, option = page.partition("; with ")
        barred = {EVERYONE: "", REPORTERS: "", DIRECTOR: "stranger member", JOINED: "stranger"}[who].split()
        expected[name] = (barred, ["stranger"] if option else [])
        people = {"stranger": stranger, "member": club.dana, "director": club.td}
        asked = [each for each, person in people.items() if await is_refused(person, name)]
        with_option = []
        if option:
            also = re.findall(r"`(\w+)`", option)
            with_option = [each for each in ("stranger", "director") if await is_refused(people[each], name, *also)]
        found[name] = (asked, with_option)
    assert found == expected

    await club.td.slash(club.channel, "club settings", self_report="directors")
    reporters = {name for name, (page, _) in COMMANDS.items() if page.startswith(REPORTERS)}
    assert {name for name in COMMANDS if page_is_of_everyone(name) and await is_refused(club.dana, name)} == reporters


def page_is_of_everyone(name: str) -> bool:
    return COMMANDS[name][0].startswith((EVERYONE, REPORTERS))


def example_of(item: Any) -> str:
    """Return an id that fits the pattern of a button or menu."""
    pattern = item.__discord_ui_compiled_template__.pattern
    for part, example in ((KEY, "1"), (SMALL, "1"), (DIGEST, "0123abcd")):
        pattern = pattern.replace(part, example)
    pattern = re.sub(r"\(\?P<\w+>([^()|]*)(?:\|[^()]*)?\)", r"\1", pattern)
    return re.sub(r"\\(.)", r"\1", pattern)


async def press(club: SimulatedClub, who: Any, message: Any, custom_id: str) -> None:
    """Press whatever has an id, as a forged request could; a menu has its first number chosen."""
    from simcord import interactions
    from simcord.backend import serializers

    backend = club.env.backend
    (made,) = [
        await item.from_custom_id(None, None, match)
        for item in DYNAMIC_ITEMS
        if (match := item.__discord_ui_compiled_template__.fullmatch(custom_id))
    ]
    component = made.item.to_component_dict()
    data = {"custom_id": custom_id, "component_type": component["type"], "values": ["1"]}
    place = {"channel_id": club.channel.id, "guild_id": club.guild.id, "user_id": who.id}
    record, payload = interactions.base_payload(backend, type=3, data=data, **place)
    record.source_message_id = message.id
    shown = dict(serializers.message_payload(backend, message._message))
    shown["components"] = [{"type": 1, "components": [component]}]
    payload["message"] = shown
    backend.emit("INTERACTION_CREATE", payload)
    await club.env.settle()


async def _prepared(club: SimulatedClub, name: str) -> tuple[Any, str]:
    """Return a message with something to press, and its id."""
    row, (item,) = TABLE[name], [item for item in DYNAMIC_ITEMS if item.__name__ == name]
    if row.to is not None:
        answer = await row.to(club)
        return answer.response, id_of(answer, row.label)
    if name == "ShowAnswer":
        answer = await scenes.update(club)
        query = select(audit.c.interaction_id).order_by(audit.c.id.desc()).limit(1)
        ((interaction,),) = await rows(club.services.database, query)
        return answer.response, f"answer:{interaction}"
    return (await club.td.slash(club.channel, "help")).response, example_of(item)


BARRED = {
    EVERYONE: [],
    DIRECTOR: ["stranger", "member", "other"],
    OWN: ["stranger", "other"],
    OTHER_SIDE: ["stranger", "member"],
    ASKED: ["stranger", "other", "director"],
    JOINED: ["stranger"],
}
"""Who is refused: member is who reported or asked, other the opponent."""


async def test_every_button_refuses_whom_the_page_does_not_name(club: SimulatedClub, refused: Refused) -> None:
    expected, found = {}, {}
    for name, who in PRESSED.items():
        if name in {pattern.partition(":")[0] for pattern in FORMS}:
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


async def _results(club: SimulatedClub, who: Any, card: Any) -> None:
    form = await who.click(card.response, label="Report a result")
    await who.submit_modal(form, {"results": "1: Dana 1-0 Eli"})


FORM_OF: dict[str, tuple[Scene, Callable[[SimulatedClub, Any, Any], Awaitable[None]]]] = {
    "evening-results": (scenes.evening, _results)
}
"""By the form, the answer under which it is opened, and how somebody opens and sends it."""


async def test_every_form_refuses_whom_the_page_does_not_name(club: SimulatedClub, refused: Refused) -> None:
    assert set(FORM_OF) == {pattern.partition(":")[0] for pattern in FORMS}
    for name, (scene, send) in FORM_OF.items():
        here = club.other_server()
        answer = await scene(here)
        asked = []
        people = {"stranger": here.add("Stranger"), "member": here.dana, "director": here.td}
        for each, person in people.items():
            with refused.watching() as said:
                await send(here, person, answer)
            asked += [each] if said else []
        assert asked == BARRED[PRESSED[name]], name
