"""tourney.js of tsh."""

import json
from datetime import date
from typing import Any

import pytest
from formats_checks import checked
from hypothesis import given
from pairings_events import facts
from test_formats_tsh_write import tsh_events

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game, GameType
from core.event.event_file import FileEvent, FilePlayer
from core.files.scrabble.tourney_js import is_newt, read_newt
from core.files.scrabble.tsh import read_tsh
from core.files.scrabble.tsh_archive import write_tsh
from tests.depth import examples

NEWT = """\
newt={"config":{"_termdict":{"messages":{"1st":{"brief":"1st \\"x\\"","code":"1st","type":"label"}}},"entry":"both",
"event_date":"February 14-16, 2026","event_name":"Harbour Classic","max_rounds":7,"spread_cap":undefined,"tables":{}},
"divisions":[{"classes":2,"maxr":6,"name":"B","players":[undefined,
{"etc":{"board":[1,2],"class":["A"],"lifeg":[120],"newr":undefined,"p12":[1,2,0],"penalty":[],"password":["secret"]},
"id":1,"name":"Quill, Ada","newr":undefined,"pairings":[2,3,0],"photo":"pix/q/quill.jpg","rating":1812,
"scores":[412,380,50]},
{"etc":{"p12":[2,0,2],"team":["Red","Kites"]},"id":2,"name":"Brook, Bo","pairings":[1,0,3],"rating":1650,
"scores":[388,-50,401]},
{"etc":{"class":undefined,"lifeg":[undefined],"p12":[0,1,undefined]},"id":3,"name":"Cole, Cy:AA001234",
"pairings":[0,1,2],"rating":0,"scores":[0,380,377]}],"rating_list":"naspa-csw","seeds":[1,2,3]}],
"esb":{"message":{"mode":"reveal","text":""}},"profile":undefined};
"""


def newt(*divisions: Any, **config: Any) -> bytes:
    return f"newt={json.dumps({'config': config, 'divisions': divisions})};\n".encode()


def division(*players: dict[str, Any], name: str = "A") -> dict[str, Any]:
    return {"name": name, "players": [None, *players]}


def player(name: str, pairings: list[int | None], scores: list[int | None], **more: Any) -> dict[str, Any]:
    return {"name": name, "rating": 1500, "pairings": pairings, "scores": scores, **more}


ADA, BO = player("Ada", [2], [400]), player("Bo", [1], [390])


def refusal(data: bytes) -> str:
    with pytest.raises(InputError) as caught:
        read_newt(data)
    return checked(caught.value)


def test_the_event_is_the_one_that_a_division_file_would_tell() -> None:
    event = read_newt(NEWT.encode())
    assert (event.format, event.name, event.board) == ("tsh tourney.js", "Harbour Classic", GameType.SCRABBLE)
    assert (event.began, event.day) == (date(2026, 2, 14), date(2026, 2, 16))
    (section,) = event.sections
    assert (section.name, section.rounds_planned) == ("B", 7)
    assert section.players == (
        FilePlayer(1, "Quill, Ada", 1812.0, games=120, rating_class="A", line=4),
        FilePlayer(2, "Brook, Bo", 1650.0, team="Red Kites", line=7),
        FilePlayer(3, "Cole, Cy", None, naspa_id="AA001234", line=9),
    )
    assert section.games == (
        Game(1, 1, 2, 1.0, True, 412, 388),
        Game(2, 1, 3, 0.5, False, 380, 380),
        Game(3, 2, 3, 1.0, False, 401, 377),
    )
    assert section.byes == (
        Bye(1, 3, ByeKind.UNPLAYED, points=0),
        Bye(2, 2, ByeKind.FORFEIT_LOSS, points=-50),
        Bye(3, 1, ByeKind.FULL_POINT, points=50),
    )


def test_neither_password_nor_picture_is_kept() -> None:
    told = repr(read_newt(NEWT.encode()))
    assert "secret" not in told
    assert "pix" not in told


def test_several_divisions_are_several_sections() -> None:
    event = read_newt(newt(division(ADA, BO), None, division(name="empty"), division(ADA, BO, name="")))
    assert [(section.name, len(section.players)) for section in event.sections] == [("A", 2), (None, 2)]


def test_before_the_first_round_there_are_players_alone() -> None:
    (section,) = read_newt(newt(division(player("Ada", [], []), player("Bo", [], [])))).sections
    assert (len(section.players), section.games, section.byes) == (2, (), ())


def test_players_may_begin_at_the_first_place_too() -> None:
    (section,) = read_newt(newt({"players": [ADA, BO]})).sections
    assert [player.name for player in section.players] == ["Ada", "Bo"]


def test_undefined_is_a_gap() -> None:
    data = newt(division(player("Ada", [None, 2], [None, 400]), player("Bo", [None, 1], [None, 390])))
    assert read_newt(data).sections[0].games == (Game(2, 1, 2, 1.0, None, 400, 390),)


def test_a_pairing_without_scores_is_left_out_and_said() -> None:
    event = read_newt(newt(division(player("Ada", [2], []), player("Bo", [1], []))))
    assert [str(remark) for remark in event.remarks] == [
        "Line 1: round 1: the game against player 2 has no scores. Ignored"
    ]


def test_a_name_has_no_control_characters() -> None:
    event = read_newt(newt(division(player("Ada\0\x1b\n Quill", [2], [400]), BO)))
    assert event.sections[0].players[0].name == "Ada Quill"


@pytest.mark.parametrize(
    ("rating", "read", "remarks"),
    [
        ("1500", 1500.0, 0),
        (1500.5, 1500.5, 0),
        (None, None, 0),
        (0, None, 0),
        (-3, None, 1),
        (1e300, None, 1),
        ([], None, 1),
    ],
)
def test_ratings_are_numbers_within_reason(rating: Any, read: float | None, remarks: int) -> None:
    event = read_newt(newt(division(ADA | {"rating": rating}, BO)))
    assert (event.sections[0].players[0].rating, len(event.remarks)) == (read, remarks)


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (newt(), "There are no players in this tourney.js"),
        (newt(division()), "There are no players in this tourney.js"),
        (newt({"name": "A", "players": 7}), "Line 1: player 1 is missing"),
        (newt("A"), '"A" is not a division'),
        (newt(division(ADA, BO), entry="spread"), "spreads instead of scores"),
        (newt({"players": [None, ADA, None, BO]}), "Line 1: player 2 is missing"),
        (newt(division(ADA | {"id": 1}, BO | {"id": 7})), "Line 1: player 7 is at place 2"),
        (newt(division(ADA | {"name": ""}, BO)), "Line 1: player 1 has no name"),
        (newt(division(player("Ada", [7], [400]), BO)), "round 1: there is no player 7 among 2"),
        (newt(division(player("Ada", [2], [True]), BO)), '"?" is not a score'),  # type: ignore[list-item]
        (newt(division(player("Ada", [2], [40.5]), BO)), '"40.5" is not a score'),  # type: ignore[list-item]
        (newt(division(player("Ada", [-2], [400]), BO)), '"-2" is not an opponent'),
        (newt(division(player("Ada", [10**29], [400]), BO)), "is not an opponent"),
        (newt(division(player("Ada", [2] * 100, []), BO)), "more than 99 rounds"),
        (newt(division(*[ADA] * 2001)), "more than 2000 players"),
        (b"newt={};newt={}", "Line 1: there is"),
        (b"newt={}\n\nalert(1)", "Line 1: there is"),
        (b"newt={divisions:[alert(1)]}", '"alert" is in the wrong place'),
        (b"newt={", "Line 1: the file is incomplete"),
        (b"var x={}", "begins with newt={"),
    ],
)
def test_what_is_broken_or_contradicts_itself_is_refused_in_a_sentence(data: bytes, sentence: str) -> None:
    assert sentence in refusal(data)


@pytest.mark.parametrize(
    "start", ["newt={", "newt = {", "var newt={", "window.newt={", "// tsh\n\nnewt\n=\n{", "\ufeffnewt={"]
)
def test_it_is_recognised_by_how_it_begins(start: str) -> None:
    assert is_newt(start)


@pytest.mark.parametrize(
    "text", ["", "{", "newt", "newt=[", "newts={", '{"newt":{}}', "Newt, Ada 1500 2; 400", "x newt={"]
)
def test_other_texts_are_not_taken_for_it(text: str) -> None:
    assert not is_newt(text)


def published(event: FileEvent) -> bytes:
    """Return the tourney.js of an event as its division files have it."""
    divisions = []
    for section in event.sections:
        rows: dict[int, dict[int, tuple[int, int, int]]] = {player.number: {} for player in section.players}
        for game in section.games:
            first, second = {None: (4, 4), True: (1, 2), False: (2, 1)}[game.first_began]
            rows[game.first][game.round] = (game.second, game.first_points or 0, first)
            rows[game.second][game.round] = (game.first, game.second_points or 0, second)
        for bye in section.byes:
            rows[bye.entrant][bye.round] = (0, bye.points or 0, 0)
        players: list[Any] = [None]
        for one in section.players:
            cells = [rows[one.number].get(place) for place in range(1, max(rows[one.number], default=0) + 1)]
            etc = {"p12": [cell and cell[2] for cell in cells], "class": one.rating_class, "team": [one.team]}
            naspa_id = f":{one.naspa_id}" if one.naspa_id else ""
            players.append(
                {
                    "id": one.number,
                    "name": one.name + naspa_id,
                    "rating": one.rating,
                    "pairings": [cell and cell[0] for cell in cells],
                    "scores": [cell and cell[1] for cell in cells],
                    "etc": etc | {"lifeg": [one.games]},
                }
            )
        divisions.append({"name": section.name, "players": players})
    days = [day.isoformat() if day else "" for day in (event.began, event.day)]
    when = days[1] if event.began is None else f"{days[0]} - {days[1]}".strip()
    rounds = event.sections[0].rounds_planned
    config = {"event_name": event.name, "event_date": when, "max_rounds": rounds}
    return newt(*divisions, **config)


@pytest.mark.long
@given(tsh_events())
@examples()
def test_a_tourney_tells_what_the_division_files_tell(event: FileEvent) -> None:
    assert facts(read_newt(published(event))) == facts(read_tsh(write_tsh(event)))
