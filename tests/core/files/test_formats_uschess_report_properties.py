"""What is written is read again."""

from dataclasses import replace
from datetime import date, timedelta
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from uschess_report_examples import DETAILS

from core.event.crosstable import Bye, ByeKind, EventKind, Game, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.uschess_report import report_name, to_ascii
from core.files.chess.uschess_report_read import is_uschess_report, read_uschess_report
from core.files.chess.uschess_report_write import write_uschess_report

_WORDS = st.sampled_from(["Marlow", "Östby", "O'Dell", "van Oort", "Quill-Fenn", "McNally", "Bo", "Łuk", "Weiß"])
_WITHOUT_A_POINT = {ByeKind.ZERO_POINT, ByeKind.UNPLAYED}


@st.composite
def sections(draw: st.DrawFn) -> FileSection:
    """Draw a section: in every round some are paired, and the others have a bye or nothing."""
    number_of_players = draw(st.integers(1, 8))
    rounds = draw(st.integers(1, 12))
    numbers = list(range(1, number_of_players + 1))
    ids = draw(st.lists(st.integers(1, 99_999_999), min_size=8, max_size=8, unique=True))
    games: list[Game] = []
    byes: list[Bye] = []
    for round_number in range(1, rounds + 1):
        order = draw(st.permutations(numbers))
        paired = draw(st.integers(0, number_of_players // 2))
        for white, black in zip(order[0 : 2 * paired : 2], order[1 : 2 * paired : 2], strict=True):
            games.append(Game(round_number, white, black, draw(st.sampled_from([0.0, 0.5, 1.0])), draw(st.booleans())))
        for number in order[2 * paired :]:
            kind = draw(st.sampled_from([None, *ByeKind]))
            if kind is not None:
                byes.append(Bye(round_number, number, kind))
    if not games and not byes:
        byes.append(Bye(1, 1, ByeKind.FULL_POINT))
    return FileSection(
        tuple(
            FilePlayer(
                number,
                f"{draw(_WORDS)}, {draw(_WORDS)}",
                draw(st.none() | st.integers(100, 3000).map(float)),
                uschess_id=draw(st.sampled_from([None, f"{ids[number - 1]:08}"])),
                state=draw(st.sampled_from([None, "WA", "or"])),
            )
            for number in draw(st.permutations(numbers))
        ),
        tuple(games),
        tuple(byes),
        name=draw(st.sampled_from(["Open", "Réserve", "U1400 (quick)"])),
        kind=draw(st.sampled_from([*([EventKind.MATCH] if number_of_players == 2 else []), EventKind.TOURNAMENT])),
        time_control=TimeControl(draw(st.integers(5, 180)), draw(st.integers(0, 60))),
    )


@st.composite
def events(draw: st.DrawFn) -> FileEvent:
    day = draw(st.dates(date(1991, 1, 1), date(2090, 12, 31)))
    return FileEvent(
        "drawn",
        tuple(draw(st.lists(sections(), min_size=1, max_size=3))),
        draw(st.sampled_from(["Harbor Lantern Open", "Coupe d’Été"])),
        day - timedelta(draw(st.integers(0, 9))),
        day,
        city=draw(st.sampled_from(["Lantern Bay", "Málaga"])),
        federation="USA",
    )


def facts(event: FileEvent) -> Any:
    """Return what a report can hold of an event."""
    return (
        (to_ascii(event.name or "", ""), event.began, event.day, to_ascii(event.city or "", ""), event.federation),
        [
            (
                sorted(
                    (player.number, report_name(player.name, ""), player.rating, player.uschess_id,
                     player.state and player.state.upper())
                    for player in section.players
                ),
                sorted(
                    (game.round, game.first, game.second, game.score, game.first_began)
                    if game.first < game.second
                    else (game.round, game.second, game.first, 1 - (game.score or 0.0), not game.first_began)
                    for game in section.games
                ),
                sorted(
                    (bye.round, bye.entrant, bye.kind.value)
                    for bye in section.byes
                    if bye.kind not in _WITHOUT_A_POINT
                ),
                to_ascii(section.name or "", ""), section.kind, section.time_control, section.rounds,
            )
            for section in event.sections
        ],
    )  # fmt: skip


@given(events())
def test_what_is_written_and_read_again_gives_the_same_facts(event: FileEvent) -> None:
    written = write_uschess_report(event, DETAILS)
    assert is_uschess_report(written.data)
    read = read_uschess_report(written.data)
    assert facts(read) == facts(event)


@given(events())
def test_what_is_read_and_written_again_is_the_same_file_byte_for_byte(event: FileEvent) -> None:
    first = write_uschess_report(event, DETAILS).data
    assert write_uschess_report(read_uschess_report(first), DETAILS).data == first


@given(events())
def test_reading_remarks_on_nothing_but_ids_and_forfeits(event: FileEvent) -> None:
    read = read_uschess_report(write_uschess_report(event, DETAILS).data)
    assert [
        remark for remark in read.remarks if "US Chess id" not in remark.text and "forfeit" not in remark.text
    ] == []


@given(events())
def test_a_time_control_may_be_spelled_in_periods(event: FileEvent) -> None:
    controls = tuple(
        f"40/{section.time_control.minutes - 1},SD/1;d{section.time_control.seconds}"
        for section in event.sections
        if section.time_control is not None
    )
    written = write_uschess_report(event, replace(DETAILS, time_controls=controls))
    assert facts(read_uschess_report(written.data)) == facts(event)
