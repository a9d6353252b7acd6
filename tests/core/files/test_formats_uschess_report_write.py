"""Rating reports as they are written."""

import io
import zipfile
from dataclasses import replace
from datetime import date
from hashlib import sha256
from typing import Any

import pytest
from formats_checks import checked
from uschess_report_examples import DETAILS, ELEVEN_ROUNDS, HARBOR_LANTERN, unzipped

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, EventKind, Game, GameType, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.uschess_report import DbfTable, read_dbf
from core.files.chess.uschess_report_read import read_uschess_report
from core.files.chess.uschess_report_write import ReportDetails, write_uschess_report
from tests.core.golden_cases import golden

EVENTS = {"harbor-lantern": HARBOR_LANTERN, "eleven-rounds": ELEVEN_ROUNDS}


@pytest.mark.parametrize("case", golden("uschess_report/files"))
def test_the_files_are_the_golden_ones_byte_for_byte(case: dict[str, Any]) -> None:
    data = unzipped(write_uschess_report(EVENTS[case["event"]], DETAILS).data)[case["file"]]
    assert len(data) == case["bytes"]
    assert sha256(data).hexdigest()[:16] == case["sha256"]


def test_the_zip_has_the_three_files_and_is_the_same_every_time() -> None:
    first, second = (write_uschess_report(HARBOR_LANTERN, DETAILS).data for _ in range(2))
    assert first == second
    assert list(unzipped(first)) == ["THEXPORT.DBF", "TSEXPORT.DBF", "TDEXPORT.DBF"]
    with zipfile.ZipFile(io.BytesIO(first)) as archive:
        assert {member.date_time for member in archive.infolist()} == {(2026, 11, 20, 0, 0, 0)}


def test_members_without_an_id_are_listed_beside_the_report() -> None:
    remarks = write_uschess_report(HARBOR_LANTERN, DETAILS).remarks
    assert [remark.text for remark in remarks] == ["Section 1, player 4 (Östby, Nils) has no US Chess id."]


def event(**changes: Any) -> FileEvent:
    """Return a small event, its one section or the event itself changed."""
    section = FileSection(
        (
            FilePlayer(1, "Pell, Juno", 1500.0, uschess_id="90000044"),
            FilePlayer(2, "Sable, Odo", None, uschess_id="90000055"),
        ),
        (Game(1, 1, 2, 1.0, True),),
        name="Open",
        time_control=TimeControl(60, 5),
    )
    of_event = {name: changes.pop(name) for name in list(changes) if name in ("board", "day", "began", "city")}
    if "title" in changes:
        of_event["name"] = changes.pop("title")
    base = FileEvent(
        "by hand", (replace(section, **changes),), "Tide Cup", None, date(2026, 11, 14), city="Lantern Bay"
    )
    return replace(base, **of_event)


def players(**changes: Any) -> tuple[FilePlayer, ...]:
    first, second = event().sections[0].players
    return (replace(first, **changes), second)


def refusal(written: FileEvent, details: ReportDetails = DETAILS) -> str:
    with pytest.raises(InputError) as caught:
        write_uschess_report(written, details)
    return checked(caught.value)


def rows(written: FileEvent, name: str, details: ReportDetails = DETAILS) -> DbfTable:
    return read_dbf(unzipped(write_uschess_report(written, details).data)[f"{name}.DBF"], name)


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"board": GameType.SCRABBLE}, "Chess rates"),
        ({"day": None}, "has no date"),
        ({"began": date(2026, 11, 15)}, "before it begins"),
        ({"day": date(1950, 1, 1)}, "before there were ratings"),
        ({"title": None}, "has no name"),
        ({"title": "T" * 36}, "36 characters. The report allows 35"),
        ({"city": None}, "city"),
        ({"time_control": None}, "Section 1 has no time control"),
        ({"time_control": TimeControl(1, 0)}, "too fast"),
        ({"name": "N" * 31}, "The report allows 30"),
        ({"players": ()}, "0 players"),
        ({"players": players(number=3)}, "number its players from 1 to 2"),
        ({"players": players(uschess_id="1234567")}, "Section 1, player 1: "),
        ({"players": players(uschess_id="00000000")}, "nobody's"),
        ({"players": players(uschess_id="90000055")}, "same US Chess id"),
        ({"players": players(name="Pell, Juno Wilhelmina Constantia")}, "32 characters. The report allows 30"),
        ({"players": players(name="Пелл, Ю")}, "Latin"),
        ({"players": players(state="Washington")}, "not a state"),
        ({"players": players(rating=5000)}, "not a rating"),
        ({"games": ()}, "from 1 to 32 rounds"),
        ({"games": (Game(33, 1, 2, 1.0, True),)}, "from 1 to 32 rounds"),
        ({"games": (Game(0, 1, 2, 1.0, True),)}, "from 1 to 32 rounds"),
        ({"games": (Game(1, 1, 7, 1.0, True),)}, "Section 1: Round 1: there is no player 7"),
        ({"games": (Game(1, 1, 2, 1.0, True), Game(1, 1, 2, 1.0, True))}, "is listed twice"),
        ({"games": (Game(1, 1, 2, None, True),)}, "disputed or has no result"),
        ({"games": (Game(1, 1, 2, 1.0, True, rated=False),)}, "disputed"),
        ({"games": (Game(1, 1, 2, 1.0),)}, "White is unknown"),
        ({"kind": EventKind.ABROAD}, "abroad"),
        ({"kind": EventKind.MATCH, "players": (*players(), FilePlayer(3, "Fenn, Rosa"))}, "match has two"),
    ],
)
def test_what_a_report_cannot_hold_is_refused(changes: dict[str, Any], part: str) -> None:
    assert part in refusal(event(**changes))


@pytest.mark.parametrize(
    ("changes", "part"),
    [
        ({"affiliate": "9999999"}, "affiliate"),
        ({"chief": "1234"}, "director"),
        ({"others": ("90000001", "x")}, "director"),
        ({"others": ("90000001",) * 29}, "The report allows 255"),
        ({"state": ""}, "not a state"),
        ({"zip_code": "98"}, "zip code"),
        ({"country": ""}, "country"),
        ({"program": "A PROGRAM OF OURS"}, "The report allows 10"),
        ({"time_controls": ("G/45;d5",)}, "was played at 60+5"),
        ({"time_controls": ("soon",)}, "not a time control"),
        ({"written_on": date(1979, 1, 1)}, "between 1980 and"),
    ],
)
def test_details_that_cannot_be_are_refused(changes: dict[str, Any], part: str) -> None:
    assert part in refusal(event(), replace(DETAILS, **changes))


def test_an_event_without_sections_is_refused() -> None:
    assert "0 sections" in refusal(replace(event(), sections=()))


def test_a_name_is_cut_only_where_that_is_chosen() -> None:
    long = event(players=players(name="Pell, Juno Wilhelmina Constantia"))
    written = write_uschess_report(long, replace(DETAILS, cut_names=True))
    assert read_uschess_report(written.data).sections[0].players[0].name == "Pell, Juno Wilhelmina Constant"
    assert "to PELL, JUNO WILHELMINA CONSTANT" in written.remarks[0].text


def test_games_without_colours_are_written_only_where_that_is_chosen() -> None:
    written = write_uschess_report(event(games=(Game(1, 1, 2, 1.0),)), replace(DETAILS, without_colours=True))
    assert read_uschess_report(written.data).sections[0].games == (Game(1, 1, 2, 1.0),)
    assert "without colours" in written.remarks[0].text


def test_a_name_without_a_comma_is_turned_round_with_a_remark() -> None:
    written = write_uschess_report(event(players=players(name="Juno Pell")), DETAILS)
    assert "PELL, JUNO" in written.remarks[0].text
    assert read_uschess_report(written.data).sections[0].players[0].name == "Pell, Juno"


def test_a_player_of_the_old_layout_has_no_name_to_write() -> None:
    written = write_uschess_report(event(players=players(name="90000044")), DETAILS)
    assert "has no name" in written.remarks[0].text
    assert read_uschess_report(written.data).sections[0].players[0].name == "90000044"


@pytest.mark.parametrize(
    ("control", "wished", "blitz", "letter", "text"),
    [
        (TimeControl(5, 0), None, "D", "D", "G/5;d0"),
        (TimeControl(5, 0), None, "B", "B", "G/5;d0"),
        (TimeControl(25, 3), "G/25;+3", "D", "Q", "G/25;+3"),
        (TimeControl(120, 5), "40/90,SD/30;d5", "D", "R", "40/90,SD/30;d5"),
        (None, "G/90;d5", "D", "R", "G/90;d5"),
    ],
)
def test_rating_system_and_time_control_are_written(
    control: TimeControl | None, wished: str | None, blitz: Any, letter: str, text: str
) -> None:
    details = replace(DETAILS, time_controls=(wished,), blitz=blitz)
    (row,) = rows(event(time_control=control), "TSEXPORT", details).rows
    assert (row.text("S_R_SYSTEM"), row.text("S_TIMECTL")) == (letter, text)


def test_every_bye_has_a_cell_and_a_missing_round_is_a_zero_point_bye() -> None:
    byes = tuple(
        Bye(number, 1, kind)
        for number, kind in enumerate(
            (ByeKind.FULL_POINT, ByeKind.HALF_POINT, ByeKind.ZERO_POINT, ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS), 2
        )
    )
    table = rows(event(byes=byes), "TDEXPORT")
    cells = [[row.text(f"D_RND{number:02}") for number in range(1, 7)] for row in table.rows]
    assert cells == [["W2W", "B0", "H0", "U0", "X0", "F0"], ["L1B", "U0", "U0", "U0", "U0", "U0"]]


def test_the_directors_and_the_kind_of_event_are_written() -> None:
    details = replace(
        DETAILS, assistant="90000077", others=("90000078", "90000079"), scholastic=True, country="Canada", zip_code="",
        state="", program="CROSSTABLE", city="Victoria",
    )  # fmt: skip
    (header,) = rows(event(), "THEXPORT", details).rows
    (section,) = rows(event(), "TSEXPORT", details).rows
    assert (header.text("H_ATD_ID"), header.text("H_OTHER_TD")) == ("90000077", "90000078,90000079")
    assert (header.text("H_CITY"), header.text("H_COUNTRY"), header.text("H_SENDCROS")) == ("Victoria", "Canada", "N")
    assert [section.text(name) for name in ("S_ATD_ID", "S_SCH_LVL", "S_TRN_TYPE")] == ["90000077", "S", "S"]
