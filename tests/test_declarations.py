"""What features declare is complete: whatever is queued has a handler, and whatever a club follows a follower."""

import ast
import importlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

import bot.services
from bot.declarations import Declared, import_all
from bot.services.messages.followers import FOLLOWERS
from bot.ui.messages.handler import HANDLERS

import_all("bot.services", "bot.ui.messages")


def given_to(function: str) -> Iterator[str]:
    """Return the third argument of every call of a function of the services, such as `outbox.put`."""
    services = Path(bot.services.__file__).parent
    for path in services.rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        if f"{function}(" not in text:
            continue
        module = importlib.import_module(".".join(("bot.services", *path.relative_to(services).with_suffix("").parts)))
        for call in ast.walk(ast.parse(text)):
            if isinstance(call, ast.Call) and ast.unparse(call.func).endswith(function):
                yield eval(ast.unparse(call.args[2]), vars(module))


def test_every_kind_of_message_has_a_handler_and_every_handler_a_kind() -> None:
    assert set(given_to("outbox.put")) == set(HANDLERS)


def test_whatever_a_club_follows_has_a_follower() -> None:
    assert set(given_to("clubs.follow")) <= set(FOLLOWERS)


def test_the_followers_that_clubs_stored_are_still_there() -> None:
    # Their names are in the column `club.followed`: none may be renamed.
    assert set(FOLLOWERS) == {"board", "news", "notice", "roles"}


def test_a_name_that_is_declared_twice_is_refused() -> None:
    declared: Declared[str] = Declared()
    declared.add("tidy", "first")
    declared.add("tidy", "first")
    with pytest.raises(ValueError, match="tidy"):
        declared.add("tidy", "second")


@pytest.mark.long
def test_looking_for_declarations_imports_nothing_that_belongs_to_a_process_of_its_own() -> None:
    script = (
        "import sys\n"
        "from bot.declarations import import_all\n"
        "import_all('bot.services')\n"
        "print(*{'discord', 'gacrux', 'python_calamine'} & sys.modules.keys())\n"
    )
    ended = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True, text=True)
    assert ended.stdout == "\n"
