"""SwissSys' two JSON files."""

from datetime import date
from typing import Any

import pytest
from formats_checks import checked
from swisssys_examples import SECRETS, dumped, native, small_native, small_web, web
from uschess_report_examples import DETAILS, HARBOR_LANTERN, remarks_of

from core.errors import InputError
from core.event.crosstable import ByeKind, Game, TimeControl
from core.event.event_file import FileEvent, FileSection
from core.files.chess.swisssys import day_of, is_swisssys, read_swisssys
from core.files.chess.uschess_report_read import read_uschess_report
from core.files.chess.uschess_report_write import write_uschess_report


def read(root: object) -> FileEvent:
    return read_swisssys(dumped(root))


def section(root: object) -> FileSection:
    (only,) = read(root).sections
    return only


def refusal(root: object) -> str:
    with pytest.raises(InputError) as caught:
        read(root)
    return checked(caught.value)


@pytest.mark.parametrize("root", [native(), web()], ids=["native", "web"])
def test_either_file_tells_the_games_that_the_report_tells(root: dict[str, Any]) -> None:
    event = read(root)
    expected = HARBOR_LANTERN.sections[0]
    (only,) = event.sections
    assert (event.name, event.day, event.city, event.federation) == (
        "Harbor Lantern Open", date(2026, 11, 14), "Lantern Bay", "USA",
    )  # fmt: skip
    assert only.games == expected.games
    assert only.byes == expected.byes
    assert only.name == "Open"
    assert only.players == expected.players
    assert "player 4 (Östby, Nils) has no US Chess id" in remarks_of(event)


def test_the_native_file_tells_days_time_control_and_rounds_too() -> None:
    event = read(native())
    assert event.began == date(2026, 11, 14)
    assert (event.sections[0].time_control, event.sections[0].rounds_planned) == (TimeControl(90, 5), 3)


def test_a_native_file_can_be_reported() -> None:
    written = write_uschess_report(read(native()), DETAILS)
    assert read_uschess_report(written.data).sections[0].byes == HARBOR_LANTERN.sections[0].byes


@pytest.mark.parametrize("root", [native(), web()], ids=["native", "web"])
def test_nothing_private_is_kept_or_repeated(root: dict[str, Any]) -> None:
    kept = repr(read(root))
    assert not [secret for secret in SECRETS if secret in kept]
    assert "2001" not in kept


@pytest.mark.parametrize("root", [native(), web()], ids=["native", "web"])
def test_the_files_are_known_by_the_keys_of_their_root(root: dict[str, Any]) -> None:
    data = dumped(root)
    assert is_swisssys(data.decode())
    assert is_swisssys(b"\xef\xbb\xbf" + data)
    assert not is_swisssys("name,1\n")
    assert not is_swisssys('{"type": "tsh"}')
    assert not is_swisssys(data.decode()[1:])


def test_raw_control_characters_within_strings_are_read() -> None:
    data = dumped(small_native(["+;2;W;1;0;0;0", "\0"], ["-;1;B;1;0;0;0", ""])).replace(b"\\u0000", b"\0")
    data = data.replace(b"Player 1", b"Play\ter 1")
    assert is_swisssys(data)
    (only,) = read_swisssys(data).sections
    assert only.players[0].name == "Play er 1"
    assert [bye.kind for bye in only.byes] == [ByeKind.UNPLAYED, ByeKind.UNPLAYED]


def test_text_that_lost_its_encoding_is_repaired() -> None:
    root = small_native(["H;0;-;0;0;0;0"])
    root["Sections"][0]["Players"][0]["Name"] = "Ã–stby, Nils"
    assert section(root).players[0].name == "Östby, Nils"


def test_a_round_under_way_is_cut_off() -> None:
    root = small_native(
        ["+;2;W;1;0;0;0", "~;2;B;1;0;0;0"], ["-;1;B;1;0;0;0", "~;1;W;1;0;0;0"], **{"Rounds played": 1}
    )  # fmt: skip
    event = read(root)
    assert event.sections[0].games == (Game(1, 1, 2, 1.0, True),)
    assert event.sections[0].rounds == 1
    assert "round 2 is not" in remarks_of(event)


def test_a_missing_result_of_a_round_that_was_played_is_remarked_on() -> None:
    event = read(small_native(["~;2;W;1;0;0;0"], ["~;1;B;1;0;0;0"]))
    assert event.sections[0].games == ()
    assert "2 games of the rounds played without a result" in remarks_of(event)


def test_a_section_excluded_from_ratings_is_stored_unrated() -> None:
    event = read(small_native(["+;2;W;1;0;0;0"], ["-;1;B;1;0;0;0"], **{"Exclude from ratings": True}))
    assert event.sections[0].games == (Game(1, 1, 2, 1.0, True, rated=False),)
    assert "excluded from ratings" in remarks_of(event)


@pytest.mark.parametrize(
    ("tokens", "part"),
    [
        ((["?;2;W;1;0;0;0"], ["-;1;B;1;0;0;0"]), "Section 1, player 1, round 1"),
        ((["+;2;W"], ["-;1;B;1;0;0;0"]), "not a result that SwissSys writes"),
        ((["+;two;W;1;0;0;0"], ["-;1;B;1;0;0;0"]), "not a result that SwissSys writes"),
        ((["+;7;W;1;0;0;0"], ["-;1;B;1;0;0;0"]), "there is no player 7"),
        ((["+;1;W;1;0;0;0"], ["-;1;B;1;0;0;0"]), "against themselves"),
        ((["+;-1;W;1;0;0;0"], ["-;1;B;1;0;0;0"]), "has no opponent"),
        ((["+;2;W;1;0;0;0"], ["H;0;-;0;0;0;0"]), "player 2 has H0"),
        ((["H;0;-;0;0;0;0"] * 100, []), "more than 99 rounds"),
    ],
)
def test_a_native_file_that_contradicts_itself_is_refused(tokens: tuple[list[str], ...], part: str) -> None:
    assert part in refusal(small_native(*tokens))


@pytest.mark.parametrize(
    ("change", "part"),
    [
        ({"Pair number": 2}, "player 2 is listed twice"),
        ({"Pair number": None}, "has no pairing number"),
        ({"ID": "90000002"}, "same US Chess id"),
    ],
)
def test_a_player_who_cannot_be_told_apart_is_refused(change: dict[str, Any], part: str) -> None:
    root = small_native(["H;0;-;0;0;0;0"], ["H;0;-;0;0;0;0"])
    root["Sections"][0]["Players"][0] |= change
    assert part in refusal(root)


def test_facts_of_players_are_read_whatever_their_type() -> None:
    root = small_native(["H;0;-;0;0;0;0"])
    root["Sections"][0]["Players"][0] |= {
        "ID": 12345678, "Rating": "1655P11", "ID2": 2000001, "State": "wa", "Team": "Gulls", "Player title": "NM",
    }  # fmt: skip
    (player,) = section(root).players
    assert (player.uschess_id, player.rating, player.games, player.fide_id) == ("12345678", 1655.0, 11, "2000001")
    assert (player.state, player.team, player.title) == ("WA", "Gulls", "NM")


@pytest.mark.parametrize(
    ("written", "day"),
    [
        ("2026-11-14", date(2026, 11, 14)),
        ("2026/11/4", date(2026, 11, 4)),
        ("11/14/2026", date(2026, 11, 14)),
        ("1/4/26", date(2026, 1, 4)),
        ("14-Nov-2026", date(2026, 11, 14)),
        ("4-Nov-26", date(2026, 11, 4)),
        ("14-Foo-2026", None),
        ("2026-13-01", None),
        ("0001-01-01", None),
        ("soon", None),
        ("", None),
    ],
)
def test_dates_are_read_as_its_versions_write_them(written: str, day: date | None) -> None:
    assert day_of(written) == day


DOUBLE = [(["W"], ["W"], [2]), (["W"], ["B"], [1])]


def test_a_pair_that_totals_two_makes_a_section_of_double_games() -> None:
    only = section(small_web(DOUBLE, [[(1, 2, "(1-1)")]]))
    assert only.games == (Game(1, 1, 2, 1.0, True), Game(2, 1, 2, 0.0, False))
    (game,) = section(small_web(DOUBLE, [[(1, 2, "(1-0)")]])).games
    assert not game.rated


@pytest.mark.parametrize("root", [
    small_native(["$;2;W;1;0;0;0"], ["L;1;B;1;0;0;0"]),
    small_web([(["$"], ["W"], [2]), (["L"], ["B"], [1])], [[(1, 2, "(2-0)")]]),
])  # fmt: skip
def test_double_games_are_two_games(root: dict[str, Any]) -> None:
    assert section(root).games == (Game(1, 1, 2, 1.0, True), Game(2, 1, 2, 1.0, False))


def test_players_listed_by_standing_have_their_pairing_numbers_from_it() -> None:
    # Player 2 is first in the list, player 3 second and player 1 third; opponents are pairing numbers.
    rows = [
        (["W", "W"], ["W", "B"], [3, 1]),
        (["L", "D"], ["B", "-"], [2, 0]),
        (["B", "L"], ["-", "W"], [0, 2]),
    ]
    rows[1] = (["L", "H"], ["B", "-"], [2, 0])
    only = section(small_web(rows, [[(2, 3, "(1-0)")], [(1, 2, "(0-1)")]], standings=[2, 3, 1]))
    assert [(player.number, player.name) for player in only.players] == [
        (1, "Player 3"), (2, "Player 1"), (3, "Player 2"),
    ]  # fmt: skip
    assert only.games == (Game(1, 2, 3, 1.0, True), Game(2, 1, 2, 0.0, True))


def test_opponents_that_fit_neither_way_are_refused() -> None:
    rows = [(["W"], ["W"], [3]), (["L"], ["B"], [3]), (["L"], ["B"], [2])]
    assert "contradict each other" in refusal(small_web(rows, [[(1, 2, "(1-0)")]], standings=[3, 1, 2]))


def test_colours_that_the_players_lack_come_from_the_pairings() -> None:
    rows = [(["W"], [""], [2]), (["L"], ["-"], [1])]
    assert section(small_web(rows, [[(2, 1, "(0-1)")]])).games == (Game(1, 1, 2, 1.0, False),)


def test_a_contradictory_pairing_has_a_remark_and_the_players_count() -> None:
    event = read(small_web([(["W"], ["W"], [2]), (["L"], ["B"], [1])], [[(1, 2, "(0-1)")]]))
    assert event.sections[0].games == (Game(1, 1, 2, 1.0, True),)
    assert "the pairing says (0-1)" in remarks_of(event)


def test_a_draft_or_a_round_that_is_only_paired_is_cut_off() -> None:
    rows = [(["W", ""], ["W", "B"], [2, 2]), (["L", ""], ["B", "W"], [1, 1])]
    pairings = [[(1, 2, "(1-0)")], [(2, 1, "(?-?)")]]
    for facts in ({"rounds_played": 1}, {"latest_pairing_is_draft": True}):
        event = read(small_web(rows, pairings, **facts))
        assert event.sections[0].rounds == 1
        assert "round 2 is not" in remarks_of(event)


def test_an_unknown_letter_in_a_web_report_is_refused_with_its_place() -> None:
    assert "Section 1, player 1, round 1" in refusal(small_web([(["Q"], ["W"], [2]), (["L"], ["B"], [1])], [[]]))


def test_a_web_report_says_that_the_time_control_is_missing() -> None:
    assert "no time control" in remarks_of(read(web()))


def test_files_without_players_are_refused() -> None:
    assert "no players" in refusal({"Overview": {}, "Sections": [{"Players": []}]})
    assert "no players" in refusal({"tournament": "x", "sections": []})
    assert "not a SwissSys file" in refusal({"sections": []})
    assert "not a SwissSys file" in refusal([1])
