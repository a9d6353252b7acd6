"""What each kind of error says to the person who met it."""

import logging
import re

import discord
import pytest
from discord import app_commands

from bot.store.database.transactions import BusyError, UnavailableError
from bot.ui.framework.errors import _cause, _sentence
from core.errors import InputError, NotAllowedError, NotFoundError, RuleError

REFERENCE = re.compile(r"code: ([0-9a-f]{8})\b")


@app_commands.command(name="test", description="A command for errors to happen in")
async def command(interaction: discord.Interaction) -> None:
    """Do nothing."""


@pytest.mark.parametrize("kind", [InputError, RuleError, NotFoundError, NotAllowedError, BusyError, UnavailableError])
def test_a_known_error_is_its_own_sentence(kind: type[InputError], caplog: pytest.LogCaptureFixture) -> None:
    assert _sentence(kind("Write a score, such as 2.5.")) == "Write a score, such as 2.5."
    assert caplog.records == []


@pytest.mark.parametrize(
    ("error", "part"),
    [
        (app_commands.NoPrivateMessage(), "Use the command on a server that has Crosstable"),
        (app_commands.CheckFailure(), "tournament director"),
        (app_commands.MissingPermissions(["manage_guild"]), "tournament director"),
        (app_commands.CommandNotFound("gone", ["rating"]), "Restart Discord"),
        (app_commands.CommandSignatureMismatch(command), "Restart Discord"),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_discord_refuses_says_what_to_do(error: Exception, part: str, caplog: pytest.LogCaptureFixture) -> None:
    sentence = _sentence(error)
    assert part in sentence
    assert sentence.splitlines() == [sentence]
    assert caplog.records == []


@pytest.mark.parametrize("error", [ValueError("a secret"), KeyError("a secret"), AssertionError(), TimeoutError()])
def test_anything_else_is_a_reference_with_the_traceback_in_the_log(
    error: Exception, caplog: pytest.LogCaptureFixture
) -> None:
    sentence = _sentence(error)
    assert "Something went wrong. Nothing was stored. Give your director this code: " in sentence
    assert "secret" not in sentence
    check_logged(sentence, caplog, type(error))


def check_logged(sentence: str, caplog: pytest.LogCaptureFixture, kind: type[Exception]) -> None:
    match = REFERENCE.search(sentence)
    assert match
    (record,) = caplog.records
    assert record.levelno == logging.ERROR
    assert match[1] in record.getMessage()
    assert record.exc_info
    assert record.exc_info[0] is kind


def test_no_two_references_are_alike() -> None:
    assert len({_sentence(ValueError()) for _ in range(50)}) == 50


def wrapped(cause: Exception, error: Exception) -> Exception:
    error.__cause__ = cause
    return error


def test_what_the_library_wraps_is_unwrapped() -> None:
    known = InputError("Write a score.")
    invoked = wrapped(known, app_commands.CommandInvokeError(command, known))
    written = wrapped(known, app_commands.TransformerError("x", discord.AppCommandOptionType.string, _transformer()))
    assert _cause(invoked) is known
    assert _cause(written) is known
    assert _cause(wrapped(written, app_commands.CommandInvokeError(command, written))) is known


def _transformer() -> app_commands.Transformer:
    return app_commands.Transformer()


def test_a_cause_is_not_looked_for_behind_an_error_of_our_own() -> None:
    ours = wrapped(ValueError("a secret"), InputError("Write a score."))
    assert _cause(ours) is ours
