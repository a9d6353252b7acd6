"""Buttons, menus and forms, declared once. An id such as `undo:5` is a name and arguments."""

import inspect
import re
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum, StrEnum
from functools import cached_property
from types import NoneType
from typing import Annotated, Any, Concatenate, Generic, ParamSpec, Self, get_args, get_origin, overload

import discord

from bot.declarations import Declared
from bot.services.framework.context import Actor, Member, Services
from bot.services.framework.transaction import check_director
from bot.store.database.rows import Club
from bot.ui.framework.server import actor_of, services_of
from core.errors import InputError
from core.lists import LIST_PATTERN, RatingList

KEY = r"(?:[0-9]{1,18}|[1-8][0-9]{18})"
"""A whole number that every database holds: below 9 · 10^18."""

SMALL = r"[0-9]{1,6}"
DIGEST = r"[0-9a-f]{8}"

DAMAGED = "The choice no longer exists. Open this card again and choose from its menu."


def chosen_number(values: object) -> int:
    """Return the chosen number; raise InputError without one."""
    if isinstance(values, list) and values and isinstance(values[0], str):
        text = values[0].removeprefix("-")
        if text.isascii() and text.isdigit() and len(text) <= 19 and int(text) < 2**63:
            return int(values[0])
    raise InputError(DAMAGED)


def chosen_word(values: object) -> str:
    """Return the chosen word; raise InputError without one."""
    if isinstance(values, list) and values and isinstance(values[0], str):
        return values[0]
    raise InputError(DAMAGED)


def chosen_list(values: object) -> RatingList:
    """Return the chosen rating list; raise InputError otherwise."""
    try:
        return RatingList(chosen_word(values))
    except ValueError:
        raise InputError(DAMAGED) from None


def list_options(lists: Iterable[RatingList], chosen: RatingList | str | None = None) -> list[discord.SelectOption]:
    """Return a menu's options of rating lists, at most 25."""
    options = [discord.SelectOption(label=one.label, value=one.value, default=one == chosen) for one in lists]
    return options[:MOST_OPTIONS]


def filled_in(interaction: discord.Interaction[Any]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    waiting: list[Any] = [interaction.data]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            value, values = part.get("value"), part.get("values")
            if isinstance(part.get("custom_id"), str) and part is not interaction.data:
                several = values if isinstance(values, list) else [] if value in (None, "") else [value]
                found[part["custom_id"]] = [str(one) for one in several]
            waiting += [part[key] for key in ("components", "component") if key in part]
        elif isinstance(part, list):
            waiting += part
    return found


def written_in(interaction: discord.Interaction[Any], name: str) -> str:
    """Return a field's text; raise InputError if it is empty."""
    waiting: list[Any] = [interaction.data]
    while waiting:
        part = waiting.pop()
        if isinstance(part, dict):
            if part.get("custom_id") == name and isinstance(part.get("value"), str):
                return str(part["value"])
            waiting += [part[key] for key in ("components", "component") if key in part]
        elif isinstance(part, list):
            waiting += part
    raise InputError("The field is empty. Open the form again and fill it in.")


P = ParamSpec("P")

GREEN, RED, BLUE, GREY = (
    discord.ButtonStyle.success,
    discord.ButtonStyle.danger,
    discord.ButtonStyle.primary,
    discord.ButtonStyle.secondary,
)

Small = Annotated[int, SMALL]

Digest = Annotated[str, DIGEST]

LONGEST_ID = 100
MOST_OPTIONS = 25

Filled = Mapping[str, Sequence[str]]

Labels = Iterable[discord.ui.Label[Any]]


class Who(StrEnum):
    """Who may press; services check it."""

    EVERYONE = "everyone"
    DIRECTOR = "directors"
    JOINED = "players of the evening and directors"
    ASKED = "the member who asked"
    OWN = "the member concerned and directors"
    OTHER_SIDE = "the opponent and directors"
    EITHER = "both players and directors"
    PLAYS = "the two players of the game"


@dataclass(frozen=True, slots=True)
class Press:
    """A pressed button, menu choice or submitted form."""

    interaction: discord.Interaction[Any]

    @property
    def services(self) -> Services:
        return services_of(self.interaction)

    @property
    def actor(self) -> Actor:
        """Return the acting member; raise InputError outside a club."""
        return actor_of(self.interaction)

    @property
    def user_id(self) -> int:
        return self.interaction.user.id

    @property
    def data(self) -> dict[str, Any]:
        data: Any = self.interaction.data or {}
        return dict(data)

    @property
    def values(self) -> object:
        return self.data.get("values")

    @property
    def filled(self) -> dict[str, list[str]]:
        return filled_in(self.interaction)

    def text(self, field: str) -> str:
        """Return a field's text or choice; empty if not filled in."""
        return "".join(self.filled.get(field, ())).strip()

    def written(self, field: str) -> str:
        """Return a field's text; raise InputError if there is no such field."""
        return written_in(self.interaction, field)

    def members(self) -> list[Member]:
        found: dict[str, Any] = self.data.get("resolved") or {}
        members, people = found.get("members") or {}, []
        for key, user in (found.get("users") or {}).items():
            name = (members.get(key) or {}).get("nick") or user.get("global_name") or user["username"]
            people += [] if user.get("bot") else [Member(int(key), str(name))]
        return people

    def files(self) -> list[discord.Attachment]:
        """Return the files of a submitted form."""
        found = (self.data.get("resolved") or {}).get("attachments") or {}
        # An attachment asks its state for the HTTP client alone.
        return [discord.Attachment(data=one, state=self.interaction.client) for one in found.values()]

    async def check_director(self, action: str) -> Club:
        """Return the club; raise NotAllowedError for members. action: what only directors can do."""
        return await check_director(self.services, self.actor, action)


Act = Callable[Concatenate[Press, P], Awaitable[Any]]


@dataclass(frozen=True)
class Declaration(Generic[P]):
    """A button, menu or form. outside: whether it works in private messages."""

    name: str
    act: Act[P]
    who: Who
    outside: bool = False

    @cached_property
    def arguments(self) -> list["_Argument"]:
        _, *parameters = inspect.signature(self.act, eval_str=True).parameters.values()
        return [_Argument.of(one) for one in parameters]

    @cached_property
    def pattern(self) -> re.Pattern[str]:
        return re.compile(re.escape(self.name) + "".join(one.pattern for one in self.arguments))

    def id(self, *args: P.args, **kwargs: P.kwargs) -> str:
        parts = [_written(value) for value in (*args, *kwargs.values()) if value is not None]
        custom_id = ":".join([self.name, *parts])
        assert len(custom_id) <= LONGEST_ID, custom_id
        return custom_id

    def read(self, custom_id: str) -> list[Any] | None:
        match = self.pattern.fullmatch(custom_id)
        if match is None:
            return None
        return [
            None if text is None else one.read(text) for one, text in zip(self.arguments, match.groups(), strict=True)
        ]


@dataclass(frozen=True)
class _Argument:
    pattern: str
    read: Callable[[str], Any]

    @classmethod
    def of(cls, parameter: inspect.Parameter) -> Self:
        kind, more = parameter.annotation, "%s"
        if NoneType in get_args(kind):
            (kind,) = (one for one in get_args(kind) if one is not NoneType)
            more = "(?:%s)?"
        read: Callable[[str], Any]
        if get_origin(kind) is Annotated:
            read, pattern = get_args(kind)
        elif kind is bool:
            read, pattern = "1".__eq__, "0|1"
        elif kind is int:
            read, pattern = int, KEY
        elif kind is RatingList:
            read, pattern = RatingList, LIST_PATTERN
        elif isinstance(kind, type) and issubclass(kind, Enum):
            read, pattern = kind, "|".join(re.escape(str(one.value)) for one in kind)
        else:
            raise TypeError(f"{parameter} cannot be part of an id")
        return cls(more % f":({pattern})", read)


def _written(value: object) -> str:
    if isinstance(value, Enum):
        return str(value.value)
    return str(int(value)) if isinstance(value, bool) else str(value)


@dataclass(frozen=True)
class Button(Declaration[P]):
    """A declared button; call it with an id's arguments."""

    label: str = ""
    style: discord.ButtonStyle = GREY
    emoji: str | None = None
    row: int | None = None

    def __call__(self, *args: P.args, **kwargs: P.kwargs) -> discord.ui.Button[discord.ui.View]:
        custom_id = self.id(*args, **kwargs)
        return discord.ui.Button(
            label=self.label, style=self.style, emoji=self.emoji, row=self.row, custom_id=custom_id
        )

    def but(self, **changes: Any) -> Self:
        return replace(self, **changes)


@dataclass(frozen=True)
class Menu(Declaration[P]):
    """A declared menu; cards add its options."""

    kind: discord.ComponentType = discord.ComponentType.string_select


@dataclass(frozen=True)
class Form(Declaration[P]):
    """A declared form. fields: builds its fields from earlier input, also to reopen it."""

    title: str = ""
    fields: Callable[Concatenate[Filled, P], Labels] | None = None

    async def open(
        self, interaction: discord.Interaction[Any], filled: Filled, /, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        assert self.fields is not None
        await self.open_with(interaction, self.fields(filled, *args, **kwargs), *args, **kwargs)

    async def open_with(
        self, interaction: discord.Interaction[Any], labels: Labels, /, *args: P.args, **kwargs: P.kwargs
    ) -> None:
        modal = discord.ui.Modal(title=self.title[:45], custom_id=self.id(*args, **kwargs), timeout=None)
        for label in labels:
            modal.add_item(label)
        modal.stop()  # found by its id
        await interaction.response.send_modal(modal)

    def but(self, **changes: Any) -> Self:
        return replace(self, **changes)


DECLARED: Declared[Declaration[...]] = Declared()


def declare(one: Declaration[...]) -> None:
    assert one.pattern  # raises for arguments that no id can hold
    DECLARED.add(one.name, one)


def find(custom_id: str) -> Declaration[...] | None:
    one = DECLARED.get(custom_id.partition(":")[0])
    return one if one is not None and one.read(custom_id) is not None else None


def button(
    name: str,
    label: str,
    who: Who,
    *,
    style: discord.ButtonStyle = GREY,
    emoji: str | None = None,
    outside: bool = False,
) -> Callable[[Act[P]], Button[P]]:
    def declared(act: Act[P]) -> Button[P]:
        declaration = Button(name, act, who, outside=outside, label=label, style=style, emoji=emoji)
        declare(declaration)
        return declaration

    return declared


def menu(
    name: str,
    who: Who,
    *,
    kind: discord.ComponentType = discord.ComponentType.string_select,
    outside: bool = False,
) -> Callable[[Act[P]], Menu[P]]:
    def declared(act: Act[P]) -> Menu[P]:
        declaration = Menu(name, act, who, outside=outside, kind=kind)
        declare(declaration)
        return declaration

    return declared


@overload
def form(name: str, title: str, who: Who, *, outside: bool = False) -> Callable[[Act[P]], Form[P]]: ...


@overload
def form(
    name: str, title: str, who: Who, *, fields: Callable[Concatenate[Filled, P], Labels], outside: bool = False
) -> Callable[[Act[P]], Form[P]]: ...


def form(
    name: str,
    title: str,
    who: Who,
    *,
    fields: Callable[..., Labels] | None = None,
    outside: bool = False,
) -> Callable[[Act[P]], Form[P]]:
    """Declare a form. fields: builds its fields from earlier input and the id's arguments."""

    def declared(act: Act[P]) -> Form[P]:
        declaration = Form(name, act, who, outside=outside, title=title, fields=fields)
        declare(declaration)
        return declaration

    return declared


def lasting(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """Return a view that discord.py need not remember."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


def line(
    custom_id: str,
    text: str,
    filled: Filled,
    *,
    description: str | None = None,
    placeholder: str | None = None,
    required: bool = True,
    most: int = 100,
    is_long: bool = False,
) -> discord.ui.Label[Any]:
    component: Any = discord.ui.TextInput(
        custom_id=custom_id,
        style=discord.TextStyle.paragraph if is_long else discord.TextStyle.short,
        placeholder=placeholder,
        required=required,
        max_length=most,
        default="".join(filled.get(custom_id, ())) or None,
    )
    return discord.ui.Label(text=text, description=description, component=component)


def list_field(filled: Filled, lists: Iterable[RatingList] = ()) -> discord.ui.Label[Any]:
    """Return a menu of rating lists, which may stay empty. lists: those to begin with."""
    before = "".join(filled.get("list", ()))
    chosen = [chosen_list([before])] if before else []
    options = list_options(dict.fromkeys((*lists, *chosen, *RatingList)), before)
    select: Any = discord.ui.Select(
        custom_id="list", options=options, required=False, min_values=0, placeholder="The club's usual list"
    )
    return discord.ui.Label(text="Rating list", component=select)


def choice(
    custom_id: str, text: str, options: Sequence[tuple[str, str]], filled: Filled, *, required: bool = True
) -> discord.ui.Label[Any]:
    """Return a choice of up to ten (label, value) pairs."""
    before = "".join(filled.get(custom_id, ()))
    component: Any = discord.ui.RadioGroup(
        custom_id=custom_id,
        required=required,
        options=[
            discord.RadioGroupOption(label=label[:100], value=value, default=value == before)
            for label, value in options
        ],
    )
    return discord.ui.Label(text=text, component=component)
