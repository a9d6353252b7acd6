"""Buttons and pages under the answer to a file or a section."""

from collections.abc import Iterable, Iterator
from typing import Any


def parts_of(message: Any) -> Iterator[dict[str, Any]]:
    """Yield what can be pressed or chosen under a message."""
    for row in message.components:
        yield from row["components"]


def part_of(message: Any, begins: str, ends: str = "") -> str | None:
    """Return the id of what can be pressed under a message."""
    ids = (str(part.get("custom_id", "")) for part in parts_of(message))
    return next((custom_id for custom_id in ids if custom_id.startswith(begins) and custom_id.endswith(ends)), None)


async def settling(member: Any, looked: Any) -> Any:
    """Open the names of a dry run."""
    opening = part_of(looked.response, "settle:")
    assert opening is not None
    await member.click(looked.response, custom_id=opening)
    return looked


async def rest_are_new(member: Any, looked: Any) -> Any:
    """Take whoever of a dry run is not settled for somebody new."""
    await settling(member, looked)
    everybody = part_of(looked.response, "match-new:")
    assert everybody is not None
    await member.click(looked.response, custom_id=everybody)
    return looked


async def players_of(member: Any, answer: Any) -> list[str]:
    """Return the players under a file or a section."""
    opening = part_of(answer.response, "look:section:") or part_of(answer.response, "look:file:", ":players")
    assert opening is not None
    return await lines_on_pages(member, await member.click(answer.response, custom_id=opening))


async def remarks_of(member: Any, answer: Any) -> str:
    """Return the text of all pages of a dry run's remarks."""
    opening = part_of(answer.response, "look:file:", ":remarks")
    if opening is None:
        return ""
    opened = await member.click(answer.response, custom_id=opening)
    text = str(opened.response.embeds[0].description)
    while any(part.get("label") == "▶" and not part.get("disabled") for part in parts_of(opened.response)):
        await member.click(opened.response, label="▶")
        text += "\n" + str(opened.response.embeds[0].description)
    return text


async def lines_on_pages(member: Any, opened: Any) -> list[str]:
    lines: list[str] = []
    while True:
        text = opened.response.embeds[0].description.replace("\u00a0", " ")
        lines += [line for line in text.splitlines() if line.startswith("`")]
        turning = [part for part in parts_of(opened.response) if part.get("label") == "▶"]
        if not turning or turning[0].get("disabled"):
            return lines
        await member.click(opened.response, label="▶")


def after_in(lines: Iterable[str], name: str) -> int:
    (line,) = [line for line in lines if line.split("` ")[1].split(" ·")[0] == name]
    return int(line.split("`")[1].split()[2].removesuffix("P"))


def before_in(lines: Iterable[str], name: str) -> int | None:
    (line,) = [line for line in lines if line.split("` ")[1].split(" ·")[0] == name]
    change = line.split("`")[1].split()[3]
    if change == "new":
        return None
    return after_in(lines, name) - (0 if change == "=" else int(change[1:]) * (1 if change[0] == "▲" else -1))
