"""A file's card, players and remarks."""

from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import discord
import pytest
from ui_factories import check_fits
from wall_chart_factories import REGULAR, crosstable, moved, section, standing
from wcwidth import wcswidth

from bot.services.events.imports.matching import Landing
from bot.services.events.imports.options import ImportReport
from bot.services.events.report import SectionReport
from bot.store.database.rows import Player
from bot.ui.buttons.imports import card_view
from bot.ui.cards.imports import import_card, players_pages, remarks_pages
from bot.ui.framework.layout import PADDING
from bot.ui.framework.text import safe
from bot.ui.wording.shared_lines import merged
from core.event.event_file import LOOK_AT, FileEvent, Remark

NAMES = ["M" * 60, "นายสมชาย ใจดี" * 4, "山田 太郎" * 12, "*bold* _it_ `code` [x](https://e.example) #1"]


def played(name: str, many: int) -> SectionReport:
    """Return a section of so many people of one name."""
    named = dict.fromkeys(range(1, many + 1), name)
    detail = SimpleNamespace(norms=SimpleNamespace(earned=None), edition=SimpleNamespace(title="rules of 2025"))
    outcomes = {
        number: moved(standing(900 + 150 * number), standing(900 + 151 * number), 1.0, 2)._replace(detail=detail)
        for number in named
    }
    return section(crosstable(*named.values(), rated=True), named, {REGULAR: outcomes})


def report(one: SectionReport, *remarks: Remark, **more: Any) -> ImportReport:
    """Return the dry run of a file with one section."""
    people = {player.id: player for player in one.players.values()}
    fields = {"new": tuple(people.values()), "pending_id": 1, "digest": "0123abcd"} | more
    landing = Landing(one.lists, "the club's default list")
    file = FileEvent("TRF06", (), one.name, remarks=remarks)
    return ImportReport(file, one.crosstable.date, (one,), people, landings=(landing,), **fields)


def cells(embed: discord.Embed) -> list[str]:
    return [line.split("`")[1] for line in (embed.description or "").splitlines() if line.startswith("`")]


@pytest.mark.parametrize("many", [2, 10, 23])
@pytest.mark.parametrize("name", NAMES)
def test_every_name_is_whole_and_figures_are_in_columns(name: str, many: int) -> None:
    """spec/look.md, section 6."""
    found = report(played(name, many))
    pages = players_pages(found)
    assert [len(cells(page)) for page in pages] == [min(10, many - start) for start in range(0, many, 10)]
    for page in [import_card(found), *pages]:
        check_fits(page)
        assert len({wcswidth(cell.replace(PADDING, "_")) for cell in cells(page)}) == 1
        assert all(" " not in cell for cell in cells(page))
        assert (page.description or "").count(safe(name, 100)) == len(cells(page))
        assert len((page.description or "").splitlines()) <= 12 + (page is pages[-1])


def test_the_card_says_what_would_happen_then_what_is_to_decide() -> None:
    """The order of spec/look.md, section 1.6; _ is U+00A0."""
    card = import_card(report(played("Ann", 3), Remark(3, "a result is ignored", "games without a result")))
    assert (card.description or "").replace(PADDING, "_").splitlines() == [
        "### Open",
        "**3 players**",
        "would be rated on **US Chess Regular**, 20 November 2026",
        "👤 3 new players, nobody known here",
        "⚠️ 1 remark; **1 not rated**",
        "",
        "**Largest changes**",
        "`1353` ▲ 3 Ann",
        "`1202` ▲ 2 Ann",
        "`1051` ▲ 1 Ann",
    ]
    assert card.footer.text == "Nothing is stored yet · TRF06 · the club's default list"


def test_equal_remarks_are_grouped_with_a_count_of_lines() -> None:
    ids = [Remark(line, f'"{line}" is not a FIDE id', "no FIDE id") for line in range(4, 9)]
    more = Remark(9, "no FIDE id in 150 more lines", "no FIDE id", 150)
    told = Remark(None, "Dana reported this already", LOOK_AT)
    lost = Remark(12, "round 2: no result yet", "games without a result")
    found = merged([*ids, more, lost, told])
    assert [(one.group, one.text) for one in found] == [
        ("Check these", "Dana reported this already"),
        ("Not rated", "Line 12: round 2: no result yet"),
        ("For information", 'No FIDE id: 155 lines. Line 4: "4" is not a FIDE id'),
    ]


def test_remarks_are_pages_that_fit_a_phone() -> None:
    remarks = [Remark(line, f"remark {line} " + "that goes on for long " * 4) for line in range(1, 31)]
    pages = remarks_pages(report(played("Ann", 2), *remarks))
    shown = [line for page in pages for line in (page.description or "").splitlines() if line.startswith("- ")]
    assert len(shown) == 30
    assert all((page.description or "").count("\n- ") <= 5 for page in pages)


async def test_what_is_not_decided_keeps_it_from_being_stored() -> None:
    view = card_view(report(played("Ann", 2)))
    assert [(getattr(item, "label", None), getattr(item, "disabled", None)) for item in view.children][:2] == [
        ("Store it", False),
        ("Players 2", False),
    ]
    asked = report(played("Ann", 2))
    asked = replace(asked, landings=(replace(asked.landings[0], asks=True),))
    assert getattr(card_view(asked).children[0], "disabled", None) is True


def test_who_is_new_is_marked_where_others_are_known() -> None:
    one = played("Ann", 2)
    found = report(one, new=(Player(1, None, "Ann"),), taken=(("Anne", Player(2, None, "Ann")),))
    (page,) = players_pages(found)
    assert "Ann · *new*" in (page.description or "")
    assert "Ann · *Anne in the file*" in (page.description or "")


@pytest.mark.parametrize(
    ("kind", "group", "where"),
    [
        ("ratings of no list", "Not rated", "bot/services/events/imports/remarks.py"),
        ("fields that are listed twice", "For information", "core/files/scrabble/tsh.py"),
        ("players of two teams", "For information", "core/files/chess/trf_teams.py"),
    ],
)
def test_remarks_are_grouped_by_the_kinds_that_readers_give(kind: str, group: str, where: str) -> None:
    assert f'"{kind}"' in (Path(__file__).parents[2] / where).read_text(encoding="utf-8")
    assert [one.group for one in merged([Remark(1, "A text without a hint.", kind)])] == [group]
