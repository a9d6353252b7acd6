"""Read tests/seeds/page.md and type its lines; the page says how they are written.

A table is a club of its own. A line's second cell has steps: `/a command`, `[a button]` or `<a choice>` of a menu under
what was shown last, with what goes into the form that opens, `{field: value}` in a form that a command opened, or
`README.md`, a file of the project that is read. The name before a step does it (default: Dana; TD is a director).
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simcord import interactions

from tests.conftest import SimulatedClub
from tests.flows import fill_in

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "tests" / "seeds" / "page.md"
NOT_TEXT = (".png", ".zip", ".gz")

_CELLS = re.compile(r"(?<!\\)\|")
_CODE = re.compile(r"(?:(?P<who>[A-Z]\w*): )?`(?P<what>[^`]+)`")
_MENTION = re.compile(r"@(\w+)")


@dataclass(frozen=True, slots=True)
class Step:
    """Something that somebody does, and what they see then is the answer."""

    who: str
    what: str


@dataclass(frozen=True, slots=True)
class Line:
    """A claim of a seed, the way to it in the bot, and what the answer must have in it."""

    number: int
    claim: str
    steps: tuple[Step, ...]
    figures: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The lines below one heading."""

    heading: str
    lines: tuple[Line, ...]


def tables(text: str) -> Iterator[Table]:
    heading, lines = "", list[Line]()
    for number, row in enumerate([*text.splitlines(), "# end"], 1):
        if row.startswith("#"):
            if lines:
                yield Table(heading, tuple(lines))
            heading, lines = row.lstrip("# "), []
        elif row.startswith("|") and not row.startswith(("| the seed says", "|---")):
            claim, typed, answer = (cell.strip().replace(r"\|", "|") for cell in _CELLS.split(row)[1:-1])
            steps = tuple(Step(found["who"] or "Dana", found["what"]) for found in _CODE.finditer(typed))
            lines.append(Line(number, claim, steps, tuple(found["what"] for found in _CODE.finditer(answer))))


@dataclass
class Journey:
    """One way through a table, in a club that knows nothing before."""

    club: SimulatedClub
    people: dict[str, Any]
    answer: Any = None
    pressed: Any = None

    @classmethod
    def through(cls, club: SimulatedClub) -> "Journey":
        return cls(club, {"TD": club.td, "Dana": club.dana, "Eli": club.eli})

    async def missing(self, line: Line) -> list[str]:
        """Do what a line says; return which of its figures are not in the last answer, and that answer."""
        for step in line.steps:
            self._member(step.who)  # whoever acts in a line is there from its start
        for step in line.steps:
            text = await self._answer_to(step)
        absent = [figure for figure in line.figures if not has(text, figure)]
        return [*absent, text] if absent else []

    async def _answer_to(self, step: Step) -> str:
        if not step.what.startswith(("/", "[", "<", "{")):
            return plain((ROOT / step.what).read_text(encoding="utf-8"))
        who = self._member(step.who)
        if step.what.startswith("/"):
            self.answer, self.pressed = await self._typed(who, step.what), None
            return await said_by(self.answer)
        if step.what.startswith("{"):
            opened = self.answer if self.pressed is None else self.pressed
            self.pressed = await fill_in(who, opened, **_filled(opened.modal, step.what[1:-1]))
            return await said_by(self.pressed)
        label, _, rest = step.what[1:].partition(">" if step.what.startswith("<") else "]")
        shown = [*messages(self.pressed), *messages(self.answer)]
        below = next((one for one in shown if label in labels(one)), None)
        if below is None:
            raise ValueError(f"{step.what} is below none of these: {await said_by(self.answer)}")
        if step.what.startswith("<"):
            ((value, menu),) = [(value, menu) for text, value, menu in _choices(below) if text == label]
            pressed = await who.select(below, [value], custom_id=menu)
        else:
            pressed = await who.click(below, label=label)
            if rest:
                pressed = await fill_in(who, pressed, **_filled(pressed.modal, rest.strip()))
        if messages(pressed) or pressed.modal is not None:
            self.pressed = pressed
        return await said_by(pressed if messages(pressed) else self.answer)  # else what was there has been changed

    def _member(self, name: str) -> Any:
        """Return the member of a name, who joins when first named."""
        if name not in self.people:
            self.people[name] = self.club.add(name)
        return self.people[name]

    async def _typed(self, who: Any, command: str) -> Any:
        """Type a command as written: option after option, each as `name: value`."""
        name, described = self._spelled(command)
        options, rest = {}, command[1:].removeprefix(name).strip()
        while rest:
            option, colon, rest = rest.partition(": ")
            if not colon or option not in described:
                raise ValueError(f"{command}: no option is called {option!r}")
            value = _first_value(rest, described[option].get("choices", ()), described)
            options[option], rest = self._value(described[option], value), rest[len(value) :].strip()
        return await who.slash(self.club.channel, name, **options)

    def _spelled(self, command: str) -> tuple[str, dict[str, Any]]:
        """Return the name of a command that is typed, and its options by name."""
        words = command[1:].split()
        root = self.club.env.backend.find_command(words[0], self.club.guild.id, type=1)
        for path, leaf in interactions.command_leaves(root) if root is not None else ():
            if path == words[: len(path)]:
                return " ".join(path), {option["name"]: option for option in leaf.get("options", ())}
        raise ValueError(f"{command}: there is no such command")

    def _value(self, option: dict[str, Any], value: str) -> Any:
        """Return what Discord sends for a value: the choice behind its name, a number, a member, a file's bytes."""
        if choices := option.get("choices"):
            return {choice["name"]: choice["value"] for choice in choices}[value]
        match option["type"]:
            case 4:
                return int(value)
            case 5:
                return {"True": True, "False": False}[value]
            case 6:
                return self._member(value.removeprefix("@"))
            case 10:
                return float(value)
            case 11:
                return value, _file(value).read_bytes()
        return _MENTION.sub(lambda found: self.people[found[1]].mention if found[1] in self.people else found[0], value)


def _file(name: str) -> Path:
    """Return a file beside the page, a sample, or one of docs/."""
    beside, sample = PAGE.parent / name, ROOT / "bot" / "samples" / name
    return next((path for path in (beside, sample) if path.exists()), ROOT / "docs" / name)


def _first_value(rest: str, choices: Sequence[dict[str, Any]], described: Iterable[str]) -> str:
    """Return what stands before the next option; a choice may have the word of one in it."""
    for choice in sorted((str(choice["name"]) for choice in choices), key=len, reverse=True):
        if rest == choice or rest.startswith(f"{choice} "):
            return choice
    return re.split(rf" (?=(?:{'|'.join(map(re.escape, described))}): )", rest)[0]


def messages(answer: Any) -> list[Any]:
    """Return the messages of an answer, the first of them first."""
    sent = () if answer is None else (answer.response, *answer.followups)
    return [message for message in sent if message is not None]


def labels(message: Any) -> list[str]:
    """Return what the buttons and the choices under a message say."""
    buttons = [button["label"] for row in message.components for button in row["components"] if "label" in button]
    return buttons + [text for text, _, _ in _choices(message)]


def _choices(message: Any) -> list[tuple[str, str, str]]:
    """Return the choices of the menus under a message: words, value, id of the menu."""
    menus = [menu for row in message.components for menu in row["components"] if menu.get("options")]
    return [(one["label"], one["value"], menu["custom_id"]) for menu in menus for one in menu["options"]]


def _filled(modal: dict[str, Any], text: str) -> dict[str, str]:
    """Return what is filled into a form, by field: each is written as `name: value`, by its id or its label."""
    parts = modal["components"]
    fields = {part["component"]["custom_id"]: part["component"] for part in parts}
    fields |= {part["label"].split(",")[0]: part["component"] for part in parts}
    filled = {}
    while text:
        name, _, text = text.partition(": ")
        choices = [{**one, "name": one["label"]} for one in fields[name].get("options", ())]
        value = _first_value(text, choices, fields)
        text = text[len(value) :].strip()
        filled[fields[name]["custom_id"]] = {one["name"]: one["value"] for one in choices}.get(value, value)
    return filled


async def said_by(answer: Any) -> str:
    """Return all words of an answer: sentences, cards, texts that are attached."""
    words = []
    for message in messages(answer):
        words.append(message.content)
        for embed in message.embeds:
            fields = [part for field in embed.fields for part in (field.name, field.value)]
            words += [embed.author.name, embed.title, embed.description, *fields, embed.footer.text]
        for attached in message.attachments:
            if not attached.filename.endswith(NOT_TEXT):
                words.append((await attached.read()).decode("utf-8-sig"))
    return plain("\n".join(word for word in words if word))


def plain(text: str) -> str:
    """Return a text without Markdown's marks, with one space between words: how wide a column is does not matter.

    The star of a norm code, as in 1825*B2, stays.
    """
    text = re.sub(r"[`\\\\]|^#+ ", "", text, flags=re.MULTILINE)
    return " ".join(re.sub(r"(?<![0-9])\*|\*(?![A-Za-z][0-9])", "", text).split())


def has(text: str, figure: str) -> bool:
    """Return whether a text has a whole figure: 46 is not in 1465, nor in 46.5."""
    return re.search(rf"(?<![\w.]){re.escape(plain(figure))}(?!\w|[.,]\d)", plain(text)) is not None
