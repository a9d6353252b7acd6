"""Write docs/commands.md from the bot's command tree, and docs/buttons.md from the declarations of buttons.

Run it with python tools/write_commands.py; a test compares both pages with the bot. It prints each command's size too.
"""

import asyncio
import inspect
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from discord import AppCommandType  # noqa: E402
from discord.app_commands import Command, CommandTree, ContextMenu, Group  # noqa: E402

from bot.app import CrosstableBot  # noqa: E402
from bot.services.framework.context import Services  # noqa: E402
from bot.store.database.transactions import Database  # noqa: E402
from bot.ui.framework.buttons import DECLARED, Button, Declaration, Form  # noqa: E402
from bot.ui.wording.locales import CommandTranslator  # noqa: E402

COMMANDS, BUTTONS = ROOT / "docs" / "commands.md", ROOT / "docs" / "buttons.md"
MOST_CHARACTERS = 8000
"""Discord's limit for the names, descriptions and values of a command with its subcommands."""

COMMANDS_HEAD = """\
# Commands

Every command with its options, as Discord shows them. Only directors may use what begins with **TD**. An option with a
star is required. `python tools/write_commands.py` writes this page.
"""

BUTTONS_HEAD = """\
# Buttons, menus and forms

What each does, the id in its declaration, and who may use it. `python tools/write_commands.py` writes this page, and
`tests/ui/test_ui_permissions.py` tries every line as a stranger, a member and a director.

| what | id | who may |
|---|---|---|
"""


def commands_page(tree: CommandTree[Any]) -> str:
    """Return the page on all commands of a tree, by name, and on what is in the menus of members and messages."""
    parts = [COMMANDS_HEAD]
    for root in sorted(tree.get_commands(type=AppCommandType.chat_input), key=lambda command: command.name):
        parts.append(f"## /{root.name}\n")
        for command in _leaves(root):
            parts.append(_entry(command))
    menus = [
        *tree.get_commands(type=AppCommandType.user),
        *tree.get_commands(type=AppCommandType.message),
    ]
    if menus:
        parts.append("## Menus\n")
        parts.append("".join(f"* **{menu.name}**, on a {_clicked(menu)} → Apps\n" for menu in menus))
    return "\n".join(parts)


def buttons_page() -> str:
    """Return the page on who may use which button, menu and form, as they are declared, by id."""
    lines = (f"| {_what(one)} | `{name}` | {one.who.value} |\n" for name, one in sorted(DECLARED.items()))
    return BUTTONS_HEAD + "".join(lines)


def _what(one: Declaration[...]) -> str:
    """Return the label of a button, the title of a form or "menu", and what it does."""
    label = one.label if isinstance(one, Button) else f"{one.title} (form)" if isinstance(one, Form) else "(menu)"
    does = (inspect.getdoc(one.act) or "").partition("\n")[0]
    return ": ".join(part for part in (label, does) if part and part != "…")


def _leaves(command: Command[Any, ..., Any] | Group) -> Iterator[Command[Any, ..., Any]]:
    if isinstance(command, Command):
        yield command
    else:
        for child in sorted(command.commands, key=lambda child: child.name):
            yield from _leaves(child)


def _entry(command: Command[Any, ..., Any]) -> str:
    description = command.description.replace("TD: ", "**TD:** ", 1)
    lines = [f"* **`/{command.qualified_name}`** {description}\n"]
    for option in sorted(command.parameters, key=lambda option: not option.required):
        star = "*" if option.required else ""
        choices = " · ".join(choice.name for choice in option.choices)
        lines.append(f"  * `{option.display_name}`{star} {option.description}{f': {choices}' if choices else ''}\n")
    return "".join(lines)


def _clicked(menu: ContextMenu) -> str:
    return "member" if menu.type is AppCommandType.user else "message"


async def translated_commands(tree: CommandTree[Any]) -> list[dict[str, Any]]:
    """Return all commands as Discord gets them, with their translations."""
    translator = CommandTranslator()
    await translator.load()
    return [await root.get_translated_payload(tree, translator) for root in tree.get_commands()]


def command_size(node: dict[str, Any]) -> int:
    """Return a command's characters as Discord counts them: of a translated field those of its longest language."""
    fields = (
        [node[key], *(node.get(f"{key}_localizations") or {}).values()]
        for key in ("name", "description", "value")
        if key in node
    )
    own = sum(max(len(str(text)) for text in texts) for texts in fields)
    return own + sum(command_size(child) for key in ("options", "choices") for child in node.get(key) or [])


async def main() -> None:
    bot = CrosstableBot(Services(Database("sqlite:///never-opened.db")))
    await bot.add_commands()
    COMMANDS.write_text(commands_page(bot.tree), encoding="utf-8")
    BUTTONS.write_text(buttons_page(), encoding="utf-8")
    for root in await translated_commands(bot.tree):
        print(f"{root['name']}: {command_size(root)} of {MOST_CHARACTERS} characters")


if __name__ == "__main__":
    asyncio.run(main())
