"""Every example in an option's own description is accepted."""

import re
from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime
from functools import partial
from typing import Any

import pytest
from discord import app_commands

from bot.services.framework.clock import parse_zone
from core.errors import InputError
from core.files.common.dates import parse_day
from core.files.typed.changes import parse_changes
from core.files.typed.opponents import parse_opponents, parse_results, parse_score
from core.files.typed.persons import (
    parse_age,
    parse_birth,
    parse_brought,
    parse_external_ratings,
    parse_federation,
    parse_membership,
    parse_naspa_id,
    parse_state,
    parse_title,
)
from core.files.typed.rules import parse_sections, parse_start, parse_time_control
from core.tournament.tiebreaks.standings import parse_order
from tests.conftest import SimulatedClub

TODAY = date(2026, 11, 21)
day = partial(parse_day, latest=TODAY)
Read = Callable[[str], Any]

EXAMPLES: dict[str, list[tuple[str, Read]]] = {
    "opponents": [
        ("W974 L951 D@Dana", parse_opponents),
        ("W1500 D@Dana", parse_opponents),
    ],
    "opponent": [("1500", parse_opponents), ("@Dana", parse_opponents)],
    "change": [("round 3: Dana 1-0 Eli; date 2026-11-20", parse_changes)],
    "group": [("@Dana #12 Fritz", parse_opponents)],
    "score": [("3", parse_score), ("2.5", parse_score), ("2½", parse_score)],
    "results": [
        ("WDLW", parse_results),
    ],
    "date": [("2026-11-20", day)],
    "born": [("2012-05-30", partial(parse_age, today=TODAY)), ("2012-05-30", partial(parse_birth, today=TODAY))],
    "elsewhere": [("FIDE 1850, online-quick 1600/24", partial(parse_external_ratings, today=TODAY))],
    "time_control": [("90+30", parse_time_control), ("G/60;d5", parse_time_control)],
    "starts": [("2026-12-04 19:00", partial(parse_start, zone=UTC, now=datetime(2026, 11, 21, tzinfo=UTC)))],
    "sections": [("1600, 1200", parse_sections)],
    "rating": [("1620", parse_brought), ("1620/12", parse_brought)],
    "order": [("Buchholz Cut 1, SB", parse_order)],
    "federation": [("NOR", parse_federation), ("USA", parse_federation)],
    "host": [("NOR", parse_federation)],
    "naspa_id": [("AA000123", parse_naspa_id)],
    "title": [("WIM", parse_title)],
    "state": [("WV", parse_state)],
    "time_zone": [("Europe/Berlin", parse_zone)],
    "expires": [("2027-08", parse_membership)],
}
"""By option: the examples of any description of it, and what reads them there."""

FREE = {"place", "note", "name", "floor", "rules", "zip_code"}
"""What is written there is anything, or a number, or chosen from a list."""


def told(club: SimulatedClub) -> Iterator[tuple[str, str]]:
    for command in club.env.bot.tree.walk_commands():
        for option in command.parameters if isinstance(command, app_commands.Command) else ():
            text = str(option.description)
            if re.search(r"[Ss]uch as|Or type|if you like:", text) and option.name not in FREE:
                yield option.name, text


async def test_every_example_of_a_description_is_known_here(club: SimulatedClub) -> None:
    options = list(told(club))
    assert options
    missing = [(n, t) for n, t in options if not any(example in t for example, _ in EXAMPLES.get(n, ()))]
    assert missing == []


@pytest.mark.parametrize(("name", "example", "read"), [(name, *one) for name, all_ in EXAMPLES.items() for one in all_])
def test_every_example_is_accepted(name: str, example: str, read: Read) -> None:
    try:
        read(example)
    except InputError as error:
        pytest.fail(f"{name}: {example}: {error.message}")
