"""What buttons and forms of a paired evening have in common: ids, forms that are given back, views."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord

from bot.ui.framework.items import NamedButton

GREEN, RED, BLUE = discord.ButtonStyle.success, discord.ButtonStyle.danger, discord.ButtonStyle.primary

Filled = Mapping[str, Sequence[str]]
"""What was filled in, by field."""

NOTHING: Filled = {}


class EveningItem(NamedButton, template=r"evening-item"):
    """A button about one evening."""

    def __init__(self, evening_id: int, *about: int | str, label: str | None = None) -> None:
        super().__init__(evening_id, *about, label=label)
        self.evening_id = evening_id


def lasting(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """Return a view of dynamic items that the library need not remember."""
    view = discord.ui.View(timeout=None)
    for item in items:
        view.add_item(item)
    view.stop()
    return view


async def show_form(interaction: discord.Interaction[Any], form: discord.ui.Modal) -> None:
    """Open a form, which bot.ui.buttons.dispatch finds by its id when it is sent."""
    form.stop()
    await interaction.response.send_modal(form)


def typed(filled: Filled, name: str) -> str | None:
    """Return what was written into a field before; None where nothing was."""
    return "".join(filled.get(name, ())) or None


def line(
    custom_id: str,
    text: str,
    filled: Filled = NOTHING,
    *,
    description: str | None = None,
    placeholder: str | None = None,
    required: bool = True,
    most: int = 100,
    is_long: bool = False,
    default: str | None = None,
) -> discord.ui.Label[Any]:
    """Return a field of a form to write into, with what was typed before."""
    style = discord.TextStyle.paragraph if is_long else discord.TextStyle.short
    component: Any = discord.ui.TextInput(
        custom_id=custom_id,
        style=style,
        placeholder=placeholder,
        required=required,
        max_length=most,
        default=typed(filled, custom_id) or default,
    )
    return discord.ui.Label(text=text, description=description, component=component)


def choice(
    custom_id: str, text: str, options: Sequence[tuple[str, str]], filled: Filled = NOTHING, *, required: bool = True
) -> discord.ui.Label[Any]:
    """Return a choice of up to ten, each a label and a value, with what was chosen before."""
    before = typed(filled, custom_id)
    component: Any = discord.ui.RadioGroup(
        custom_id=custom_id,
        required=required,
        options=[
            discord.RadioGroupOption(label=label[:100], value=value, default=value == before)
            for label, value in options
        ],
    )
    return discord.ui.Label(text=text, component=component)


Reopen = Callable[[Mapping[str, str], Filled], discord.ui.Modal]
"""Makes a form again, from what its id says and what was typed."""
