"""Rating reports as they are read, in both layouts."""

from collections.abc import Callable
from datetime import date
from hashlib import sha256
from typing import Any

import pytest
from formats_checks import checked
from uschess_report_examples import (
    OLD_ELEVEN_ROUNDS,
    OLD_HARBOR_LANTERN,
    TH_2C,
    container,
    header_row,
    player_row,
    remarks_of,
    report,
    section_row,
    ta_row,
    ta_zip,
    table,
    unzipped,
)

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, EventKind, Game, TimeControl
from core.event.event_file import FileEvent, FileSection
from core.files.chess.uschess_report_read import is_uschess_report, read_uschess_report, read_uschess_report_files
from tests.core.golden_cases import golden

TWO = [player_row(1, ["W2W"]), player_row(2, ["L1B"])]


def refusal(read: Callable[[], FileEvent]) -> str:
    with pytest.raises(InputError) as caught:
        read()
    return checked(caught.value)


def score(section: FileSection, number: int) -> float:
    points = [game.score for game in section.games if game.first == number and game.score is not None]
    return sum(points) + sum(1 - (game.score or 0.0) for game in section.games if game.second == number)


def harbor_lantern() -> bytes:
    facts = [
        (1, "90000011", "MARLOW, IDA", "WA", "1810", ["W3W", "D2B", "X0"]),
        (2, "90000022", "QUILL, TOBIAS", "WA", "1655", ["H0", "D1W", "W3B"]),
        (3, "90000033", "FENN, ROSA", "OR", "1490", ["L1B", "W4W", "L2W"]),
        (4, "", "OSTBY, NILS", "", "0", ["B0", "L3B", "F0"]),
    ]
    rows = [
        player_row(number, cells, D_MEM_ID=member, D_NAME=name, D_STATE=state, D_RATING=rating)
        for number, member, name, state, rating, cells in facts
    ]
    extra = [
        player_row(1, ["D2W", "U0", "U0"], 2, D_MEM_ID="90000022"),
        player_row(2, ["D1B", "U0", "U0"], 2, D_MEM_ID="90000033"),
    ]
    sections = [
        section_row(1, rounds=3, players=4),
        section_row(2, S_SEC_NAME="Extra Games", S_R_SYSTEM="D", S_TIMECTL="G/45;d5"),
    ]
    return report(rows + extra, sections, header_row(2, H_CITY="Lantern Bay"))


def test_harbor_lantern_is_read_to_the_last_fact() -> None:
    event = read_uschess_report(harbor_lantern())
    first, second = event.sections
    assert (event.format, event.name) == ("US Chess rating report (2C)", "Tide Table Quads")
    assert (event.began, event.day, event.city, event.federation) == (
        date(2026, 11, 14), date(2026, 11, 14), "Lantern Bay", "USA",
    )  # fmt: skip
    ida, _, _, nils = first.players
    assert (ida.name, ida.rating, ida.uschess_id, ida.state, ida.line) == ("Marlow, Ida", 1810.0, "90000011", "WA", 1)
    assert (nils.name, nils.rating, nils.uschess_id, nils.state) == ("Ostby, Nils", None, None, None)
    assert first.games == (
        Game(1, 1, 3, 1.0, True), Game(2, 1, 2, 0.5, False), Game(2, 3, 4, 1.0, True), Game(3, 2, 3, 1.0, False),
    )  # fmt: skip
    assert first.byes == (
        Bye(1, 2, ByeKind.HALF_POINT), Bye(1, 4, ByeKind.FULL_POINT),
        Bye(3, 1, ByeKind.FORFEIT_WIN, 4), Bye(3, 4, ByeKind.FORFEIT_LOSS, 1),
    )  # fmt: skip
    assert (first.time_control, first.rounds_planned, first.kind) == (TimeControl(90, 5), 3, EventKind.TOURNAMENT)
    # Cells beyond the one round of the second section are neither rounds nor byes.
    assert (second.name, second.games, second.byes) == ("Extra Games", (Game(1, 1, 2, 0.5, True),), ())
    assert second.time_control == TimeControl(45, 5)


def test_harbor_lantern_has_a_missing_id_and_an_inferred_forfeit() -> None:
    remarks = [str(remark) for remark in read_uschess_report(harbor_lantern()).remarks]
    assert len(remarks) == 2
    assert remarks[0] == "Section 1, player 4 (Ostby, Nils) has no US Chess id."
    assert "presumably" in remarks[1]
    assert remarks[1].startswith("Section 1, round 3: player 1 ")


@pytest.mark.parametrize("case", golden("uschess_report/old_files"))
def test_the_old_files_are_what_the_description_says(case: dict[str, Any]) -> None:
    files = {"harbor-lantern": OLD_HARBOR_LANTERN, "eleven-rounds": OLD_ELEVEN_ROUNDS}
    data = unzipped(files[case["event"]])["tdexport_club.dbf"]
    assert len(data) == case["bytes"]
    assert sha256(data).hexdigest().startswith(case.get("sha256", ""))
    start = 32 + 32 * 15 + 1
    assert data[start:].decode().startswith(case.get("first_row", ""))


def test_the_old_layout_tells_the_same_games_without_names_and_colours() -> None:
    event = read_uschess_report(OLD_HARBOR_LANTERN)
    (section,) = event.sections
    (new, _) = read_uschess_report(harbor_lantern()).sections
    assert event.format == "US Chess rating report (TA)"
    assert [(game.round, game.first, game.second, game.score) for game in section.games] == [
        (game.round, game.first, game.second, game.score) for game in new.games
    ]
    assert section.byes == new.byes
    assert {game.first_began for game in section.games} == {None}
    assert [player.name for player in section.players] == ["90000011", "90000022", "90000033", "Player 4"]
    assert "colours" not in remarks_of(event)
    assert "the rating system is regular" in remarks_of(event)


def test_eleven_rounds_need_two_rows_of_the_old_layout() -> None:
    (section,) = read_uschess_report(OLD_ELEVEN_ROUNDS).sections
    assert len(section.games) == 11
    assert (score(section, 1), score(section, 2)) == (6, 5)
    assert section.kind is EventKind.MATCH
    assert section.byes == ()


def test_two_rows_are_put_in_the_order_of_their_sequence_numbers() -> None:
    first, second = ["W2W"] + ["D2B"] * 9, ["L2W"]
    theirs, more = ["L1B"] + ["D1W"] * 9, ["W1B"]
    rows = [
        ta_row("261115001", 1, 2, "90000044", second), ta_row("261115001", 1, 1, "90000044", first),
        ta_row("261115001", 2, 1, "90000055", theirs), ta_row("261115001", 2, 2, "90000055", more),
    ]  # fmt: skip
    (section,) = read_uschess_report(ta_zip("261115001", rows, 11, 2, "S")).sections
    assert (section.games[0].score, section.games[10].score) == (1.0, 0.0)


def test_a_second_row_without_sequence_numbers_continues_the_first() -> None:
    rows = [player_row(1, ["W2W"]), player_row(2, ["L1B"]), player_row(1, ["D2B"]), player_row(2, ["D1W"])]
    (section,) = read_uschess_report(report(rows, [section_row(rounds=2)])).sections
    assert section.games == (Game(1, 1, 2, 1.0, True), Game(2, 1, 2, 0.5, False))


@pytest.mark.parametrize(
    ("rows", "place"),
    [
        ([*TWO, player_row(1, ["W2W"])], "Section 1, row 3"),
        ([*TWO, *TWO, *TWO], "Section 1, row 3"),
        ([*TWO, player_row(1, ["W2W"], D_MEM_ID="90000077")], "Section 1, row 3"),
    ],
)
def test_a_row_too_many_is_refused(rows: list[dict[str, str]], place: str) -> None:
    assert place in refusal(lambda: read_uschess_report(report(rows, [section_row()])))


@pytest.mark.parametrize(
    ("rows", "part"),
    [
        (["W3W", "L1B"], "Section 1, row 1, player 1, round 1: there is no player 3"),
        (["W1W", "L1B"], "against themselves"),
        (["H0|W0W", "H0|L1B"], "Section 1, row 1, player 1, round 2: W0W has no opponent"),
        (["Q2W", "L1B"], "Section 1, row 1, player 1, round 1"),
        (["9B", "L1B"], "not a result"),
        (["H0", "W12345B"], "row 2, player 2"),
        (["I2W", "I1B"], "in progress"),
        (["W2W", "B0"], "player 2 has B0"),
        (["W2W", "L3B", "W2W"], "player 2 has L3B"),
        (["W2W", "X1", "H0"], "player 2 has X1"),
    ],
)
def test_a_cell_that_cannot_be_is_refused_with_its_place(rows: list[str], part: str) -> None:
    assert part in refusal(lambda: table(*rows))


@pytest.mark.parametrize("cells", [("W2W", "W1B"), ("L2W", "L1B"), ("D2W", "W1B"), ("N2W", "S1B"), ("R2W", "W1B")])
def test_results_that_do_not_fit_are_kept_as_a_disputed_game(cells: tuple[str, str]) -> None:
    event = table(*cells)
    assert event.sections[0].games == (Game(1, 1, 2, None, True, rated=False),)
    assert "disputed" in remarks_of(event)


def test_colours_are_completed_from_the_other_side_or_told_to_be_missing() -> None:
    event = table("W2|D2W|D2|D2B", "L1B|D1W|D1|D1")
    assert [game.first_began for game in event.sections[0].games] == [True, None, None, False]
    assert "both players have White" in remarks_of(event)
    assert "1 game without colours" in remarks_of(event)


def test_lone_forfeits_of_a_round_are_linked_and_more_are_not() -> None:
    event = table("X0|X0", "F0|F0", "U0|X0", "U0|F0")
    by_round = {(bye.round, bye.entrant): bye.opponent for bye in event.sections[0].byes}
    assert (by_round[1, 1], by_round[1, 2]) == (2, 1)
    assert {by_round[2, number] for number in (1, 2, 3, 4)} == {None}
    assert "round 2: 2 won and 2 lost by forfeit" in remarks_of(event)


def test_forfeits_that_name_their_opponents_need_no_inference() -> None:
    event = table("X3", "X4", "F0", "F2")
    assert {(bye.entrant, bye.opponent) for bye in event.sections[0].byes} == {(1, 3), (3, 1), (2, 4), (4, 2)}
    assert event.remarks == ()


@pytest.mark.parametrize("rows", [("X9", "H0"), ("X1", "H0"), ("X2", "H0"), ("X2", "X1"), ("F2", "F3", "F2")])
def test_an_opponent_without_a_forfeit_there_is_left_out(rows: tuple[str, ...]) -> None:
    event = table(*rows)
    assert event.sections[0].byes[0].opponent is None
    assert "ignored" in remarks_of(event)


def test_a_draw_by_forfeit_is_a_half_point() -> None:
    event = table("Z0", "Z0")
    assert {bye.kind for bye in event.sections[0].byes} == {ByeKind.HALF_POINT}
    assert "draw by forfeit" in remarks_of(event)


@pytest.mark.parametrize("blank", ["", "0", "    0", "U0", "U"])
def test_blank_cells_within_the_rounds_are_rounds_without_a_game(blank: str) -> None:
    assert table(f"W2W|{blank}", f"L1B|{blank}").sections[0].byes == (
        Bye(2, 1, ByeKind.UNPLAYED), Bye(2, 2, ByeKind.UNPLAYED),
    )  # fmt: skip


def test_results_beyond_the_rounds_are_left_out_with_a_remark() -> None:
    event = read_uschess_report(
        report([player_row(1, ["W2W", "W2B"]), player_row(2, ["L1B", "L1W"])], [section_row(rounds=1)])
    )
    assert len(event.sections[0].games) == 1
    assert "2 cells after its 1 round" in remarks_of(event)


@pytest.mark.parametrize(
    ("cells", "scores"),
    [
        (("$2W", "L1B"), (1.0, 1.0)),
        (("#2W", "D1B"), (1.0, 0.5)),
        (("D2W", "#1B"), (0.0, 0.5)),
        (("L2W", "$1B"), (0.0, 0.0)),
        (("%2W", "%1B"), (0.5, 0.5)),
    ],
)
def test_a_double_game_is_two_games_with_colours_reversed(cells: tuple[str, str], scores: tuple[float, float]) -> None:
    event = table(*cells)
    assert event.sections[0].games == (Game(1, 1, 2, scores[0], True), Game(2, 1, 2, scores[1], False))
    assert event.sections[0].rounds_planned == 2
    assert "two games in one column" in remarks_of(event)


def test_a_win_on_both_sides_is_one_each_in_a_double_section_alone() -> None:
    assert [game.score for game in table("W2W", "W1B", kind="2").sections[0].games] == [1.0, 0.0]
    assert [game.score for game in table("$2W|W2W", "L1B|W1B").sections[0].games] == [1.0, 1.0, 1.0, 0.0]
    assert [game.rated for game in table("W2W", "L1B", kind="2").sections[0].games] == [False, False]


def test_byes_count_twice_in_a_double_section() -> None:
    (section,) = table("B0", "U0", kind="2").sections
    assert [(bye.round, bye.entrant, bye.kind.value) for bye in section.byes] == [
        (1, 1, "B"), (1, 2, "U"), (2, 1, "B"), (2, 2, "U"),
    ]  # fmt: skip


def test_a_round_robin_by_players_is_read_with_assumed_rounds() -> None:
    event = table("U0|W2W|D3B|X0", "L1B|U0|W3W|U0", "D1W|L2B|U0|W4W", "F0|U0|L3B|U0", kind="R")
    (section,) = event.sections
    pairs = {(game.first, game.second): (game.score, game.first_began) for game in section.games}
    assert pairs == {(1, 2): (1.0, True), (1, 3): (0.5, False), (2, 3): (1.0, True), (3, 4): (1.0, True)}
    assert {(bye.entrant, bye.opponent, bye.kind.value) for bye in section.byes} == {(1, 4, "X"), (4, 1, "F")}
    taken = [(game.round, number) for game in section.games for number in (game.first, game.second)]
    taken += [(bye.round, bye.entrant) for bye in section.byes]
    assert len(set(taken)) == len(taken)
    assert max(number for number, _ in taken) <= 3
    assert "assumed" in remarks_of(event)


def test_a_round_robin_by_rounds_is_read_as_any_section() -> None:
    (section,) = table("U0|W3W|W2B", "W3B|U0|L1W", "L2W|L1B|U0", kind="R").sections
    assert [(game.round, game.first, game.second) for game in section.games] == [(1, 2, 3), (2, 1, 3), (3, 1, 2)]


def test_a_crosstable_of_seven_puts_nobody_twice_in_a_round() -> None:
    rows = ["|".join("U0" if i == j else f"D{j}{'W' if i < j else 'B'}" for j in range(1, 8)) for i in range(1, 8)]
    (section,) = table(*rows, kind="R").sections
    taken = {(game.round, number) for game in section.games for number in (game.first, game.second)}
    assert len(section.games) == 21
    assert len(taken) == 42


def test_a_match_of_more_than_two_is_a_tournament() -> None:
    event = table("W2W", "L1B", "U0", kind="M")
    assert event.sections[0].kind is EventKind.TOURNAMENT
    assert "3 players" in remarks_of(event)


def variant(section: dict[str, str] | None = None, header: dict[str, str] | None = None, **player: str) -> FileEvent:
    rows = [player_row(1, ["W2W"], **player), player_row(2, ["L1B"])]
    return read_uschess_report(report(rows, [section_row(**(section or {}))], header_row(**(header or {}))))


@pytest.mark.parametrize(
    ("section", "part"),
    [
        ({"S_R_SYSTEM": "R", "S_TIMECTL": "G/60;d5"}, "by the time control 60+5 it is dual"),
        ({"S_TIMECTL": "until sunset"}, '"until sunset" cannot be read; the rating system is regular'),
        ({"S_TIMECTL": ""}, "no time control is given"),
        ({"S_TRN_TYPE": "C"}, "cumulative Swiss"),
        ({"S_TIMECTL": "G/1;d0"}, "too fast"),
        ({"S_LST_PAIR": "7"}, "does not say that 2 is the highest"),
        ({"S_BEG_DATE": "20261101", "S_END_DATE": "20261101"}, "its own days, 2026-11-01"),
        ({"S_BEG_DATE": "20261131"}, "impossible date"),
    ],
)
def test_doubts_about_a_section_are_remarked_on(section: dict[str, str], part: str) -> None:
    assert part in remarks_of(variant(section))


@pytest.mark.parametrize(
    ("header", "part"),
    [
        ({"H_TOT_SECT": "9"}, "does not count the 1 section that"),
        ({"H_BEG_DATE": "20261120"}, "ends on 2026-11-14, before it begins"),
        ({"H_END_DATE": "20261399"}, "impossible date"),
        ({"H_EVENT_ID": "202611140001", "D_EVENT_ID": "2"}, "2 different events"),
    ],
)
def test_doubts_about_the_event_are_remarked_on(header: dict[str, str], part: str) -> None:
    player = {"D_EVENT_ID": header.pop("D_EVENT_ID")} if "D_EVENT_ID" in header else {}
    assert part in remarks_of(variant(None, header, **player))


@pytest.mark.parametrize(
    ("player", "part"),
    [
        ({"D_MEM_ID": "1234567"}, "has 8 digits"),
        ({"D_MEM_ID": "00000000"}, "no US Chess id"),
        ({"D_RATING": "9999"}, "Read as unrated.\nSection"),
        ({"D_PAIR_NUM": "5"}, "with gaps"),
    ],
)
def test_doubts_about_a_player_are_remarked_on(player: dict[str, str], part: str) -> None:
    rows = [player_row(2, ["W3W"]) | player, player_row(3, ["L2B"])] if "D_PAIR_NUM" not in player else [
        player_row(5, ["W2W"]), player_row(2, ["L5B"]),
    ]  # fmt: skip
    assert part in remarks_of(read_uschess_report(report(rows, [section_row(players=5)])))


def test_an_id_is_text_with_its_leading_zeros_and_may_be_of_another_length() -> None:
    ids = ["00012345", "123456"]
    rows = [player_row(1, ["W2W"], D_MEM_ID=ids[0]), player_row(2, ["L1B"], D_MEM_ID=ids[1])]
    (section,) = read_uschess_report(report(rows)).sections
    assert [player.uschess_id for player in section.players] == ids


@pytest.mark.parametrize(
    ("rows", "sections", "part"),
    [
        ([TWO[0] | {"D_MEM_ID": "90000001"}, TWO[1] | {"D_MEM_ID": "90000001"}], [section_row()], "same US Chess id"),
        ([*TWO, player_row(1, ["H0"], 2)], [section_row()], "row 3: there is no section 2"),
        (TWO, [section_row(), section_row()], "section 1 is listed twice"),
        (TWO, [section_row(rounds=3)], "has 1 round, the section 3"),
        (TWO, [section_row(S_TOT_RNDS="")], "from 1 to 99 rounds"),
        (TWO, [section_row(S_TOT_RNDS="0")], "from 1 to 99 rounds"),
        (TWO, [section_row(S_SEC_NUM="")], "has no number"),
        (TWO, [], "has 0 sections"),
        ([TWO[0] | {"D_PAIR_NUM": "x"}], [section_row()], "row 1: there is no section and pairing number"),
        ([TWO[0] | {"D_PAIR_NUM": "0"}], [section_row()], "pairing number from 1"),
    ],
)
def test_tables_that_do_not_fit_together_are_refused(
    rows: list[dict[str, str]], sections: list[dict[str, str]], part: str
) -> None:
    assert part in refusal(lambda: read_uschess_report(report(rows, sections)))


def test_the_three_files_may_come_alone_in_any_order() -> None:
    zipped_report = report(TWO)
    files = unzipped(zipped_report)
    assert read_uschess_report_files(list(files.values())[::-1]).sections == read_uschess_report(zipped_report).sections
    assert "TSEXPORT is missing" in refusal(
        lambda: read_uschess_report_files([files["THEXPORT.DBF"], files["TDEXPORT.DBF"]])
    )
    assert "two TDEXPORT" in refusal(lambda: read_uschess_report_files([files["TDEXPORT.DBF"]] * 2))
    assert "of a rating report" in refusal(lambda: read_uschess_report_files([b"readme"]))


def test_a_second_row_in_the_header_is_a_second_event() -> None:
    files = unzipped(report(TWO)) | {"THEXPORT.DBF": container(TH_2C, [header_row(), header_row()])}
    assert "2 rows, not one" in refusal(lambda: read_uschess_report_files(list(files.values())))


def test_deleted_rows_are_remarked_on() -> None:
    files = unzipped(report([*TWO, player_row(3, ["U0"])], [section_row()]))
    details = bytearray(files["TDEXPORT.DBF"])
    length = int.from_bytes(details[10:12], "little")
    details[len(details) - 1 - length] = ord("*")
    event = read_uschess_report_files([files["THEXPORT.DBF"], files["TSEXPORT.DBF"], bytes(details)])
    assert len(event.sections[0].players) == 2
    assert "TDEXPORT: 1 row marked as deleted" in remarks_of(event)


def test_a_flood_of_remarks_is_cut() -> None:
    rows = [player_row(number, ["U0"], D_MEM_ID="") for number in range(1, 500)]
    event = read_uschess_report(report(rows))
    assert len(event.remarks) == 201
    assert "299 more" in event.remarks[-1].text


def test_a_report_is_known_by_its_contents() -> None:
    assert is_uschess_report(report(TWO))
    assert is_uschess_report(OLD_ELEVEN_ROUNDS)
    assert not is_uschess_report(b"number,name,1\n")
    assert not is_uschess_report(b"PK\x03\x04")
