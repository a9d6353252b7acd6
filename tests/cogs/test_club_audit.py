"""/td audit: who did what, for directors, of one kind or of one member, page by page."""

import re
import tomllib
from datetime import UTC, datetime
from itertools import cycle, product
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from bot.declarations import import_all
from bot.services.club.audit import AuditLine, AuditPage
from bot.services.club.settings.table import SETTINGS
from bot.services.framework.actions import ACTIONS
from bot.services.framework.setting_kinds import settings_of
from bot.services.ratings.oracle.calibrate import POOL_SETTINGS
from bot.store.database.rows import AuditEntry, Club
from bot.store.database.tables import event
from bot.ui.cards.club import audit_embed
from bot.ui.framework.errors import report_location
from core.lists import RatingList
from tests import said_scenes as scenes
from tests.conftest import SimulatedClub, now, rows, said
from tests.flows import set_settings, void

import_all("bot.services")


async def listed(club: SimulatedClub, **options: Any) -> str:
    answer = await club.td.slash(club.channel, "td audit", **options)
    assert answer.response.ephemeral
    return str(answer.response.embeds[0].description)


KEY = re.compile(r"[A-Za-z0-9]_[A-Za-z0-9]|[a-z]\.[a-z]|`|(?<!<t)(?<!#)[a-z0-9]:[a-z0-9]", re.IGNORECASE)
"""What a name within the program looks like: an underscore or a dot or a colon within a word, or code."""


def without_marks(line: str) -> str:
    """Return a line without the times and mentions that Discord shows as words."""
    return re.sub(r"<(?:t:[0-9]+:f|@&?[0-9]+|#[0-9]+)>", "", line)


def test_every_deed_is_told_in_words_whatever_it_keeps() -> None:
    everything = settings_of(Club(1, None, RatingList.ELO, "everyone", None))
    names = [*everything, *(one.name for one in POOL_SETTINGS), *SETTINGS, "role_rules", "live_boards"]
    values = [None, True, False, 5, 0.25, "both", "directors", [1, 2], {"a_max": 1.3}, *everything.values()]
    for action, (name, value) in zip(cycle(ACTIONS.values()), product(names, values), strict=False):
        deed = AuditLine(now(), 7, action, "Ada Blank", "asked", ((name, value),))
        page = AuditPage(0, 1, 1, (deed,), None, None)
        line = str(audit_embed(page).description)
        assert KEY.search(without_marks(line)) is None, line


async def test_a_director_reads_settings_as_their_pages_call_them(club: SimulatedClub) -> None:
    await set_settings(club, confirm_results="director", td_channel=club.channel)
    text = await listed(club, kind="settings")
    assert "Results, who confirms: " in text
    assert f"Directors' channel: <#{club.channel.id}>" in text


GOLDEN = tomllib.loads((Path(__file__).parent.parent / "golden" / "audit.toml").read_text(encoding="utf-8"))["case"]


def test_the_audit_has_every_action_of_the_golden_file() -> None:
    assert {case["id"] for case in GOLDEN} == set(ACTIONS)


@pytest.mark.parametrize("case", GOLDEN, ids=lambda case: case["id"])
def test_an_action_has_its_kind_its_subject_its_words_and_its_place(case: dict[str, str]) -> None:
    declared = ACTIONS[case["id"]]
    line = AuditLine(datetime(2026, 11, 27, 12, tzinfo=UTC), 7, declared, "Ada Blank", "asked", ())

    text = audit_embed(AuditPage(0, 1, 1, (line,), None, None)).description

    assert (declared.kind, declared.subject.value, text) == (case["kind"], case["subject"], case["text"])
    assert report_location(AuditEntry(case["id"], 12, None, 7), to_director=True) == case["place"]


@pytest.mark.both_databases
async def test_it_says_who_did_what_to_what_and_why(club: SimulatedClub) -> None:
    answer = await scenes.report(club)
    await club.eli.click(answer.response, label="Confirm")
    await scenes.imported(club)
    ((imported,),) = await rows(club.services.database, select(event.c.id).where(event.c.name == "Club Open"))
    await void(club, imported, "wrong file")
    await set_settings(club, confirm_hours=5)

    lines = (await listed(club)).splitlines()

    dana, eli, td = (f"<@{member.id}>" for member in (club.dana, club.eli, club.td))
    assert [line.split(":f> ")[1] for line in lines] == [
        f"{td} changed settings · Results, hours: 5",
        f"{td} voided **Club Open** · wrong file",
        f"{td} imported **Club Open**",
        f"{eli} confirmed the report **Friday**",
        f"{dana} reported **Friday**",
        f"{td} set a rating of **Eli**",
    ]
    assert (await listed(club, player=club.eli)).count("\n") == 0
    of_events = await listed(club, kind="events")
    assert "imported" in of_events
    assert "confirmed" not in of_events
    assert "Nothing found. Remove kind or player" in await listed(club, kind="lists")


async def test_every_kind_of_deed_names_what_it_is_about(club: SimulatedClub) -> None:
    await (await scenes.SCENES["undo-merge"](club))()
    await (await scenes.SCENES["undo-demotion"](club))()
    await (await scenes.SCENES["evening-really-cancel"](club))()
    assert "merged another player into **Ada Blank**" in await listed(club, kind="players")
    assert "cancelled the evening **Friday**" in await listed(club, kind="evenings")
    assert "restored the title of **Dana**" in await listed(club, kind="ratings")


async def test_pages_turn_and_stay_with_directors(club: SimulatedClub) -> None:
    for hours in range(1, 15):
        await set_settings(club, confirm_hours=hours)
    first = await club.td.slash(club.channel, "td audit", kind="settings")
    assert first.response.embeds[0].footer.text == "Page 1 of 2 · 14 entries"
    second = await club.td.click(first.response, label="▶")
    assert "Results, hours: 1" in second.response.embeds[0].description
    club.env.backend.get_guild(club.guild.id).members[club.td.id].role_ids.clear()
    assert "(TD)" in await said(club.td.click(second.response, label="◀"))


async def test_it_knows_nothing_of_another_club(club: SimulatedClub) -> None:
    await scenes.imported(club)
    other = club.other_server()
    assert "Nothing found" in await listed(other)
