"""Fields of forms: a line to write, a choice."""

from collections.abc import Sequence
from typing import Any

import discord

from bot.ui.framework.buttons import Filled


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
    """Return a field of a form to write into, with what was typed before."""
    component: Any = discord.ui.TextInput(
        custom_id=custom_id,
        style=discord.TextStyle.paragraph if is_long else discord.TextStyle.short,
        placeholder=placeholder,
        required=required,
        max_length=most,
        default="".join(filled.get(custom_id, ())) or None,
    )
    return discord.ui.Label(text=text, description=description, component=component)


def choice(
    custom_id: str, text: str, options: Sequence[tuple[str, str]], filled: Filled, *, required: bool = True
) -> discord.ui.Label[Any]:
    """Return a choice of up to ten, each a label and a value, with what was chosen before."""
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
