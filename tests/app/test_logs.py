"""What an operator reads of an error."""

import io
import json
import logging
import re
from collections.abc import Iterator

import pytest

from bot.logs import JsonFormatter, LineFormatter
from bot.ui.buttons import estimates
from tests.conftest import SimulatedClub, said


@pytest.fixture
def json_lines() -> Iterator[io.StringIO]:
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(JsonFormatter())
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


@pytest.fixture
def lines() -> Iterator[io.StringIO]:
    """Return what is logged, as the operator sees it."""
    written = io.StringIO()
    handler = logging.StreamHandler(written)
    handler.setFormatter(LineFormatter("%(levelname)s %(name)s: %(message)s"))
    handler.setLevel(logging.WARNING)  # whatever level a program that a test ran has left
    logging.getLogger().addHandler(handler)
    yield written
    logging.getLogger().removeHandler(handler)


async def test_an_error_is_logged_with_its_context_and_without_names(
    club: SimulatedClub, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise ValueError("broken\nERROR bot: a line of its own")

    monkeypatch.setattr(estimates, "estimate", fails)
    options = {"opponents": "W1500 L1600", "rating": 1500.0, "games": 10}
    sentence = await said(club.dana.slash(club.channel, "rating estimate", **options))
    club.forgive()
    reference = re.search(r"code: ([0-9a-f]{8})", sentence)
    assert reference is not None
    first, *trace = lines.getvalue().splitlines()
    assert f"reference {reference[1]}" in first
    assert re.search(
        rf"\[ref {reference[1]}, interaction [0-9]+, guild {club.guild.id}, shard 0, command /rating estimate, "
        rf"user {club.dana.id}\]$",
        first,
    )
    assert [line for line in trace if not line.startswith("    ")] == [], "no line can look like another record"
    assert "Secret Open" not in lines.getvalue()
    assert "Dana" not in lines.getvalue()


async def test_every_command_is_one_line_with_outcome_time_and_statements(
    club: SimulatedClub, caplog: pytest.LogCaptureFixture
) -> None:
    with caplog.at_level(logging.INFO, "bot.ui.framework.server"):
        await club.dana.slash(club.channel, "rating update", opponents="974", score="1", rating=1500.0, games=20)
        await club.dana.slash(club.channel, "rating update", opponents="nonsense!", score="1")
    found = [record for record in caplog.records if record.name == "bot.ui.framework.server"]
    assert [re.sub(r"[0-9]+", "n", record.getMessage()) for record in found] == [
        "ok in n ms, n statements",
        "refused in n ms, n statements",
    ]
    assert found[0].figures["statements"] > found[1].figures["statements"]  # type: ignore[attr-defined]


async def test_json_has_the_same_in_fields(
    club: SimulatedClub, json_lines: io.StringIO, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fails(*_: object) -> None:
        raise ValueError("broken\nERROR bot: a line of its own")

    with caplog.at_level(logging.INFO, "bot.ui.framework.server"):
        await club.dana.slash(club.channel, "rating update", opponents="974", score="1", rating=1500.0, games=20)
        monkeypatch.setattr(estimates, "estimate", fails)
        sentence = await said(
            club.dana.slash(club.channel, "rating estimate", opponents="W1500 L1600", rating=1500.0, games=9)
        )
    club.forgive()
    lines = [json.loads(line) for line in json_lines.getvalue().splitlines()]
    done, error, ended = (line for line in lines if line["logger"].startswith("bot.ui.framework"))
    of_both = {"guild": club.guild.id, "user": club.dana.id, "shard": 0}
    assert done.items() >= {"level": "INFO", "command": "/rating update", "outcome": "ok", **of_both}.items()
    assert done["statements"] > 5
    assert error.items() >= {"level": "ERROR", "command": "/rating estimate", **of_both}.items()
    assert f"code: {error['ref']}" in sentence
    assert "ValueError: broken" in error["traceback"]
    assert ended.items() >= {"outcome": "error", "ref": error["ref"]}.items()
    assert error["ref"] != done["ref"]
    assert "Dana" not in json_lines.getvalue()


async def test_a_click_is_logged_with_what_was_clicked(
    club: SimulatedClub, lines: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    answer = await club.dana.slash(club.channel, "rating update", opponents="1500", rating=1500.0, games=10, score="1")

    async def fails(*_: object) -> None:
        raise KeyError("x")

    monkeypatch.setattr("bot.ui.buttons.undo.undo_event", fails, raising=False)
    monkeypatch.setattr("bot.services.events.void.undo_event", fails, raising=False)
    monkeypatch.setattr("bot.services.framework.context.Actor.is_director", None)
    await club.eli.click(answer.response, label="Undo")
    club.forgive()
    assert re.search(rf"guild {club.guild.id}, shard 0, command 'undo:[^']*', user {club.eli.id}\]", lines.getvalue())


def test_foreign_words_cannot_begin_a_line_of_their_own() -> None:
    record = logging.LogRecord("bot", logging.WARNING, "x", 1, "the file %s", ("a\nERROR bot: b\x1b[2J\u2028c",), None)
    assert LineFormatter("%(levelname)s %(message)s").format(record) == (
        "WARNING the file a\\x0aERROR bot: b\\x1b[2J\\u2028c"
    )
