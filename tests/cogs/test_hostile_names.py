"""Names are harmless wherever they are shown: every command is walked by people and events of hostile names."""

import re
from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
from simcord.backend.errors import SetupError

from tests.conftest import SimulatedClub

LINK, MENTIONS, MARKUP, FENCE = (
    "[ok](https://evil.example/a)",
    "@everyone <@1> <@&2> <t:1> <#3>",
    "**x** `x` ||y|| ~~z~~ __u__",
    "```x *i* <:a:1>",
)
NAMES = (LINK, MENTIONS, MARKUP, FENCE)
"""Each as long as Discord lets a display name be."""

MARKED_UP = ("content", "description", "title", "value", "name")
"""Where Discord reads markdown: messages, and an embed's title, text and fields; an author's name is none of these."""

LIVE_ANYWHERE = re.compile(r"(?<!\\)`x`|[\n\r\u2028\u2029\u202a-\u202e]\s*(?:x \*i\*)")
LIVE = re.compile(
    r"\[ok\]\(|https?://evil|@everyone|<@&?[0-9]|<t:1|<#3|<:a:1|\*\*x\*\*|\|\|y|~~z~~|__u__|```|`x`|\*i\*"
)
ESCAPED = re.compile(r"\\([^0-9A-Za-z\s])")
CODE_BLOCK, CODE = re.compile(r"```\n.*?```", re.DOTALL), re.compile(r"`[^`\n]+`")


def live_in(text: str) -> list[str]:
    """Return what of a hostile name is markup in a text that Discord reads as markdown."""
    if "```x" in text:
        return [text]
    # What is escaped is no markup, and in code there is none.
    text = ESCAPED.sub("\u241b", CODE_BLOCK.sub("", text)).replace("\u200b", "\u241b")
    return LIVE.findall(CODE.sub("", text) if "`x`" not in text else text)


@pytest.mark.parametrize("name", [*NAMES, "# big", "a`b", "\n- x"])
def test_the_check_sees_a_name_that_is_not_escaped(name: str) -> None:
    if name in NAMES:
        assert live_in(f"There is {name} here.")
    assert not live_in("**Dana** `/rating update` plays in ```\nName 1\n```")


def shown(payload: Any, key: str = "", path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Return every text of what the bot sends, with the way to it."""
    if isinstance(payload, dict):
        for name, value in payload.items():
            yield from shown(value, name, (*path, name))
    elif isinstance(payload, list):
        for value in payload:
            yield from shown(value, key, path)
    elif isinstance(payload, str):
        yield path, payload


def is_marked_up(path: tuple[str, ...]) -> bool:
    if path[-1] == "name":
        return "fields" in path
    if path[-1] == "value":
        return "fields" in path
    if path[-1] in ("title", "description"):
        return "embeds" in path
    return path[-1] == "content"


def faults(requests: list[Any]) -> list[str]:
    """Return what is alive of a hostile name in what the bot has sent."""
    found = []
    for request in requests:
        for path, text in shown(request.json):
            if path[-1] in ("custom_id", "image", "url", "id"):
                continue
            live = live_in(text) if is_marked_up(path) else re.findall("[\n\r\u202a-\u202e]", text)
            if live:
                found.append(f"{'.'.join(path)}: {live} in {text[:300]!r}")
    return found


class Walk:
    """Acts in a club whose people are called hostile names, and remembers which commands were used."""

    def __init__(self, club: SimulatedClub) -> None:
        self.club = club
        self.people = [club.add(name) for name in NAMES]
        self.director = club.add(LINK, club.td_role, *_manager(club))
        self.answered: set[str] = set()
        self.file_names: set[str] = set()

    async def slash(self, who: Any, command: str, **options: Any) -> Any:
        answer = await who.slash(self.club.channel, command, **options)
        if answer.response is not None and answer.response.embeds:
            self.answered.add(command)
        for message in (answer.response, *answer.followups):
            if message is not None:
                self.file_names |= {one.filename for one in message.attachments}
        return answer

    async def press(self, who: Any, answer: Any, *but: str) -> None:
        """Press every button of an answer but those whose label has a word."""
        message = answer.response
        for part in list(_parts(message.components if message is not None else [])):
            if part.get("type") == 2 and not any(word in (part.get("label") or "") for word in but):
                pressed = await who.click(message, custom_id=part["custom_id"])
                if pressed.modal is not None:
                    await who.submit_modal(pressed, {"results": f"1: {LINK} 1-0 {FENCE}"})


def _manager(club: SimulatedClub) -> list[Any]:
    return [club.td.roles[-1]] if getattr(club.td, "roles", None) else []


def _parts(components: Any) -> Iterator[dict[str, Any]]:
    if isinstance(components, dict):
        if components.get("custom_id") and not components.get("disabled"):
            yield components
        for value in components.values():
            yield from _parts(value)
    elif isinstance(components, list):
        for value in components:
            yield from _parts(value)


def section(*names: str, ratings: str = "1500") -> bytes:
    """Return a file of four players of whom everybody has met everybody."""
    lines = ["number,name,rating,games,1,2,3"]
    cells = ("W2,W3,D4", "L1,D4,W3", "W4,L1,L2", "L3,D2,D1")
    for number, (name, row) in enumerate(zip(names, cells, strict=True), start=1):
        quoted = name.replace('"', '""')
        lines.append(f'{number},"{quoted}",{ratings},30,{row}')
    return ("\n".join(lines) + "\n").encode()


def commands(club: SimulatedClub) -> dict[str, Any]:
    return {
        command.qualified_name: command
        for command in club.env.bot.tree.walk_commands()
        if hasattr(command, "parameters")
    }


async def test_no_refusal_carries_what_a_name_is_made_of(club: SimulatedClub) -> None:
    """Every text of every command is given a hostile name, beside what else the command needs."""
    walk, used, texts = Walk(club), set(), set()
    names = cycle(NAMES)
    for name, command in commands(club).items():
        needed = {one.display_name: one for one in command.parameters if one.required}
        for option in [one for one in command.parameters if one.type.value in (TEXT, FILE) and not one.choices]:
            texts.add(name)
            hostile = next(names)
            options = {one.display_name: _value(walk, one, hostile) for one in (*needed.values(), option)}
            try:
                await walk.slash(club.td, name, **options)
            except SetupError:
                continue  # Discord itself does not take it
            used.add(name)

    club.forgive()
    assert faults(club.env.http_requests) == []
    assert used == texts


TEXT, WHOLE, YES_NO, MEMBER, ROLE, NUMBER, FILE = 3, 4, 5, 6, 8, 10, 11
"""Discord's numbers of the kinds of options."""


def _value(walk: Walk, option: Any, hostile: str) -> Any:
    kind = option.type.value
    if option.choices:
        return option.choices[0].value
    if kind == MEMBER:
        return walk.people[NAMES.index(hostile)]
    if kind == ROLE:
        return walk.club.td_role
    if kind == FILE:
        return f"{hostile.replace('/', '')}.csv", f"number,name,rating,1\n1,{hostile},x,W2\n".encode()
    return {TEXT: hostile, WHOLE: 1, YES_NO: True, NUMBER: 1500.0}[kind]
