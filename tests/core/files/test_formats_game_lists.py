"""Files of other sites and programs: PGN, lichess, Papi, SwissPerfect, challonge, match logs. All names invented."""

import json
from datetime import date

import pytest
from formats_checks import checked

from core.errors import InputError
from core.event.background import ExternalSystem
from core.event.crosstable import Bye, ByeKind, Game, TimeControl
from core.event.event_file import FileEvent, FilePlayer
from core.files.games.single_games import MOST_GAMES
from core.files.recognise import read_event_file
from tests.core.files.game_list_examples import PAPI, PGN, SWISSPERFECT, tagged
from tests.core.files.uschess_report_examples import zipped


def read(text: str) -> FileEvent:
    return read_event_file(text.encode())


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read(text)
    return checked(caught.value)


# PGN


def test_pgn_is_read_by_its_headers() -> None:
    event = read(PGN)
    assert (event.format, event.name, event.began, event.day) == (
        "PGN", "Club Championship", date(2026, 11, 7), date(2026, 11, 14)
    )  # fmt: skip
    assert event.site is None
    (section,) = event.sections
    assert section.players == (
        FilePlayer(1, "Quill, Ada", 1810.0, title="WFM", line=1),
        FilePlayer(2, "Fenn, Rosa", 1675.0, fide_id="90000001", line=1),
        FilePlayer(3, 'Cole, Cy "Red"', line=17),
    )
    assert section.games == (Game(1, 1, 2, 1.0, True), Game(2, 2, 3, 0.5, True))
    assert section.time_control == TimeControl(90, 30)


@pytest.mark.parametrize(
    ("site", "told"),
    [("https://lichess.org/abcd1234", "lichess"), ("Chess.com", "chess.com"), ("Harbor", None), ("?", None)],
)
def test_pgn_of_a_site_is_played_online(site: str, told: str | None) -> None:
    assert read(tagged(Site=site)).site == told


def test_pgn_of_several_events_has_a_section_for_each() -> None:
    event = read(tagged() + tagged(Event="Rapid https://lichess.org/tournament/abcd"))
    assert [section.name for section in event.sections] == ["Club", "Rapid"]
    assert event.name is None


def test_pgn_without_rounds_is_numbered_by_day_and_time() -> None:
    """A site lists the latest game first."""
    later = tagged(White="Bo", Black="Ada", Round="-", UTCDate="2026.11.07", UTCTime="19:10:00")
    event = read(later + tagged(Round="-", UTCDate="2026.11.07", UTCTime="18:00:00"))
    (section,) = event.sections
    assert section.games == (Game(1, 1, 2, 1.0, True), Game(2, 2, 1, 1.0, True))


@pytest.mark.parametrize(
    ("tags", "told"),
    [
        ({"Result": "*"}, "the game has no result. Skipped"),
        ({"White": "?"}, "a player has no name. Skipped"),
        ({"Variant": "Crazyhouse"}, '"crazyhouse" is not chess. Skipped'),
    ],
)
def test_pgn_games_that_cannot_count_are_skipped_with_a_remark(tags: dict[str, str], told: str) -> None:
    event = read(tagged() + tagged(**tags))
    assert len(event.sections[0].games) == 1
    assert [str(remark) for remark in event.remarks] == [f"Line 8: {told}"]


MOVES = "1. e4 {[%clk 0:05:00]} e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# "
ROUND_1 = {"Date": "2026.11.06", "Round": "1.1"}


def pgn(result: str = "1-0", moves: str = MOVES, **tags: str) -> str:
    """Return a game of Ada with White against Bo."""
    tags = {"Event": "Club", "White": "Ada", "Black": "Bo", **tags, "Result": result}
    return "".join(f'[{key} "{value}"]\n' for key, value in tags.items()) + f"\n{moves}{result}\n\n"


@pytest.mark.parametrize(
    ("text", "games"),
    [
        (pgn(**ROUND_1) * 2, 1),
        (pgn(**ROUND_1) + pgn(**ROUND_1, moves="1.e4 e5 2.Qh5 $1 Nc6"), 1),
        (pgn(**ROUND_1) + pgn(**ROUND_1, moves=""), 1),
        (pgn() * 2, 1),
        (pgn(UTCTime="18:00:07", Site="https://lichess.org/abcdEFGH") * 3, 1),
        (pgn(UTCTime="18:00:07") + pgn(UTCTime="18:20:00"), 2),
        (pgn(**ROUND_1) + pgn(**{**ROUND_1, "Round": "1.2"}), 2),
        (pgn(**ROUND_1) + pgn(**ROUND_1, moves="1. d4 d5 "), 2),
        (pgn(**ROUND_1) + pgn(**{**ROUND_1, "Date": "2026.11.13"}), 2),
        (pgn(moves="") * 2, 2),
        (pgn() + pgn(moves="1. d4 d5 "), 2),
    ],
    ids=[
        "two exports", "fewer moves", "no moves", "no round", "an address", "another start", "another board",
        "other moves", "another day", "nothing to tell by", "other moves without a round",
    ],
)  # fmt: skip
def test_pgn_holds_a_game_twice_and_it_counts_once(text: str, games: int) -> None:
    event = read(text)
    assert len(event.sections[0].games) == games
    told = [remark.text for remark in event.remarks if remark.kind == "games listed twice"]
    assert told == ["Ada – Bo is the game of line 1 again. Counted once"] * (text.count("[Event") - games)


def test_pgn_game_with_two_results_is_named_and_left_out() -> None:
    other = pgn(White="Cy", Black="Di", **ROUND_1)
    event = read(pgn(**ROUND_1) + other + pgn("0-1", **ROUND_1) + pgn(**ROUND_1))
    assert [player.name for player in event.sections[0].players] == ["Cy", "Di"]
    (remark,) = event.remarks
    assert str(remark) == "Line 19: Ada – Bo has another result than in line 1. Skipped"


@pytest.mark.parametrize(
    ("seconds", "control"),
    [("300+3", TimeControl(5, 3)), ("600", TimeControl(10, 0)), ("30+0", None), ("40/5400:1800", None), ("-", None)],
)
def test_pgn_time_controls_are_in_seconds(seconds: str, control: TimeControl | None) -> None:
    assert read(tagged(TimeControl=seconds)).sections[0].time_control == control


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (tagged(Result="won"), 'Line 1: "won" is not a result. Write 1-0, 0-1 or 1/2-1/2, or * for none.'),
        (tagged(Result="*"), "The file has no finished chess game. Upload games that have a result."),
        (tagged(Black="ada"), 'Line 1: "Ada" cannot play against themselves. Correct a name.'),
        (tagged() * (MOST_GAMES + 2), f"The file has more than {MOST_GAMES} games. Upload one event at a time."),
    ],
    ids=["result", "nothing", "oneself", "too many"],
)
def test_pgn_that_cannot_be_read_is_one_sentence(text: str, sentence: str) -> None:
    assert refusal(text) == sentence


# lichess


def game(white: str = "ada_q", black: str = "bo", winner: str | None = "white", **more: object) -> str:
    sides = {
        side: {"user": {"name": name, "id": name}, "rating": 1500}
        for side, name in (("white", white), ("black", black))
    }
    found = {
        "id": "abcd1234", "rated": True, "variant": "standard", "status": "mate", "createdAt": 1_794_078_000_000,
        "players": sides, "clock": {"initial": 300, "increment": 3, "totalTime": 420}, "tournament": "wxyz", **more,
    }  # fmt: skip
    return json.dumps(found | ({} if winner is None else {"winner": winner})) + "\n"


def test_lichess_game_that_is_listed_twice_counts_once() -> None:
    first, second = game(id="abcdEFGH"), game(id="ijklMNOP", white="cy", black="di")
    event = read(first + second + first)
    assert len(event.sections[0].games) == 2
    assert [str(remark) for remark in event.remarks] == ["Line 3: ada_q – bo is the game of line 1 again. Counted once"]
    with_two = read(first + second + game(id="abcdEFGH", winner="black"))
    assert len(with_two.sections[0].games) == 1
    assert "another result than in line 1" in with_two.remarks[0].text


def test_lichess_games_are_read_in_the_order_of_play() -> None:
    text = game("bo", "ada_q", None, createdAt=1_794_081_600_000, status="draw") + game()
    event = read(text)
    assert (event.format, event.site, event.day) == ("lichess games (ndjson)", "lichess", date(2026, 11, 7))
    (section,) = event.sections
    assert [player.name for player in section.players] == ["ada_q", "bo"]
    assert section.games == (Game(1, 1, 2, 1.0, True), Game(2, 2, 1, 0.5, True))
    assert section.time_control == TimeControl(5, 3)


@pytest.mark.parametrize(
    ("line", "told"),
    [
        (game(status="aborted"), "the game has no result. Skipped"),
        (game(variant="atomic"), '"atomic" is not chess. Skipped'),
        (
            game(players={"white": {"aiLevel": 3}, "black": {}}),
            "a player has no name, for example the computer. Skipped",
        ),
    ],
)
def test_lichess_games_that_cannot_count_are_skipped_with_a_remark(line: str, told: str) -> None:
    event = read(game() + line)
    assert len(event.sections[0].games) == 1
    assert [str(remark) for remark in event.remarks] == [f"Line 2: {told}"]


@pytest.mark.parametrize(
    "text",
    [
        "Rank,Title,Username,Rating,Points,Tie Break,Performance\n1,,ada_q,1500,3,5,1700\n",
        "Rank,Title,Username,Rating,Score,Performance,Team,Sheet\n1,FM,ada_q,1500,12,1700,,2345\n",
        '{"rank":1,"score":26,"rating":1500,"username":"ada_q","performance":1700}\n',
    ],
    ids=["Swiss", "arena", "ndjson"],
)
def test_lichess_standings_are_refused_with_what_to_upload_instead(text: str) -> None:
    assert refusal(text).startswith("The file has standings of lichess, without games. Upload the games")


def test_lichess_trf_of_a_swiss_is_played_online() -> None:
    text = (
        "012 Club Swiss\n022 https://lichess.org/swiss/abcd1234\n042 2026/11/07\n052 2026/11/07\n062 2\nXXR 1\n"
        "001    1      ada_q                             1500                             1.0    1     2 w 1\n"
        "001    2      bo                                1400                             0.0    2     1 b 0\n"
    )
    event = read(text)
    assert (event.site, event.name, len(event.sections[0].games)) == ("lichess", "Club Swiss", 1)


def test_lichess_file_that_is_cut_off_names_its_line() -> None:
    assert refusal(game() + '{"id": "ab') == "Line 2: that is not a game of lichess. Export the games again, as ndjson."


# Papi


def test_papi_is_read_with_its_codes() -> None:
    event = read(json.dumps(PAPI))
    assert (event.name, event.began, event.day, event.city) == (
        "Open de Brest", date(2026, 11, 7), date(2026, 11, 8), "Brest"
    )  # fmt: skip
    assert event.ratings_of is ExternalSystem.FIDE
    (section,) = event.sections
    assert section.players == (
        FilePlayer(1, "QUILL, Ada", 1850.0, fide_id="90000001", born=date(1990, 5, 30), federation="FRA", sex="w"),
        FilePlayer(2, "FENN, Rosa"),
        FilePlayer(3, "COLE"),
    )
    assert section.games == (Game(1, 1, 2, 1.0, True), Game(2, 2, 3, 0.5, True, rated=False))
    assert set(section.byes) == {
        Bye(1, 3, ByeKind.FULL_POINT),
        Bye(2, 1, ByeKind.HALF_POINT),
        Bye(3, 1, ByeKind.FORFEIT_WIN, 3),
        Bye(3, 2, ByeKind.FULL_POINT),
        Bye(3, 3, ByeKind.FORFEIT_LOSS, 1),
    }
    assert (section.time_control, section.rounds_planned) == (TimeControl(90, 30), 3)
    assert [str(remark) for remark in event.remarks] == ["1 ratings are not FIDE's but national or estimated. Ignored"]


def test_papi_rapid_ratings_are_those_of_the_class() -> None:
    player = {
        "lastName": "A",
        "elo": 1900,
        "rapidElo": 1700,
        "rounds": {"1": {"color": "B", "opponent": 1, "result": 2}},
    }
    other = {"lastName": "B", "rounds": {"1": {"color": "N", "opponent": 0, "result": 2}}}
    event = read(json.dumps({"variables": {"ClassElo": "Rapide", "Nom": "Rapide"}, "players": [player, other]}))
    assert (event.name, event.sections[0].players[0].rating) == ("Rapide", 1700.0)


@pytest.mark.parametrize(
    ("rounds", "sentence"),
    [
        ({"1": {"opponent": 5, "result": 3}}, "Player 1, round 1: there is no player 6 in this event"),
        ({"1": {"opponent": 1, "result": 3}}, "Player 1, round 1 has W2, but player 2 has nothing in that round"),
        ({"1": {"opponent": 1, "result": 15}}, 'Player 1, round 1: "15" is not a result from 0 to 14.'),
        ({"25": {"result": 9}}, 'Player 1: "25" is not a round. Papi has 24 at most.'),
        ("all", "Player 1: the rounds cannot be read. Convert the Papi file again."),
    ],
)
def test_papi_contradictions_are_one_sentence(rounds: object, sentence: str) -> None:
    file = {"players": [{"lastName": "A", "rounds": rounds}, {"lastName": "B"}]}
    assert refusal(json.dumps(file)).startswith(sentence)


def test_papi_that_is_cut_off_is_one_sentence() -> None:
    text = json.dumps(PAPI)[:-40]
    assert refusal(text) == "The Papi file is damaged or has no players. Convert it again."


# SwissPerfect, challonge, match logs


def test_swissperfect_export_is_read_with_its_byes_and_forfeits() -> None:
    event = read(SWISSPERFECT)
    (section,) = event.sections
    assert section.players[0] == FilePlayer(1, "Quill, Ada", 1810.0, fide_id="90000001", federation="IRL", line=3)
    assert section.games == (Game(1, 2, 3, 0.5), Game(2, 1, 3, 1.0))
    assert set(section.byes) == {
        Bye(1, 1, ByeKind.HALF_POINT),
        Bye(3, 1, ByeKind.FORFEIT_WIN, 2),
        Bye(3, 2, ByeKind.FORFEIT_LOSS, 1),
        Bye(3, 3, ByeKind.FULL_POINT),
    }


@pytest.mark.parametrize("data", [b"\x03" + bytes(31) + b"W_SCORE\0", b"\x03" + bytes(63) + b"LOC_RTG\0"])
def test_swissperfects_own_files_say_what_to_upload(data: bytes) -> None:
    sentence = "SwissPerfect's own files cannot be read. Export the crosstable as text, with tabs between the columns"
    for file in (data, zipped({"open.ini": b"[Tournament Info]", "open.sco": data})):
        with pytest.raises(InputError, match=sentence):
            read_event_file(file)


@pytest.mark.parametrize("text", ["*M05.03.2024 Harbour Open\r\n*A\r\n", "\n*M5.3.2024 x\n*A\nAda 2412 2\nBo 388 1\n"])
def test_an_aupair_file_says_what_to_upload(text: str) -> None:
    sentence = "AUPAIR's .tou files cannot be read. Export the event as tsh, or upload its results as CSV."
    assert refusal(text) == sentence


def test_challonge_brackets_are_numbered_in_their_order() -> None:
    """Below 0 are rounds of those who have lost; a match without scores is still to be played."""
    event = read(
        "Match ID,Round,Player 1,Player 2,Player 1 Score,Player 2 Score,Score Difference,Winner,State,Stage Name\n"
        "1,1,Ada,Bo,2,1,1,Ada,complete,Main Bracket\n2,1,Cy,Di,0,2,2,Di,complete,Main Bracket\n"
        "3,-1,Bo,Cy,2,0,2,Bo,complete,Main Bracket\n4,2,Ada,Di,,,,,open,Main Bracket\n"
    )
    assert event.of_any_game
    games = [(one.round, one.first, one.second, one.score) for one in event.sections[0].games]
    assert games == [(1, 1, 2, 1.0), (1, 3, 4, 0.0), (2, 2, 3, 1.0)]
    assert [str(remark) for remark in event.remarks] == ["Line 5: no result yet. Ignored"]


@pytest.mark.parametrize(
    "text",
    [
        "date,player,player,score\n2026-11-07,Ada,Bo,2-1\n2026-11-14,Bo,Ada,2-0\n",
        "date,player,score,player,score\n2026-11-07,Ada,2,Bo,1\n2026-11-14,Bo,2,Ada,0\n",
    ],
)
def test_match_log_with_dates_is_read(text: str) -> None:
    event = read(text)
    assert (event.began, event.day, event.of_any_game) == (date(2026, 11, 7), date(2026, 11, 14), True)
    games = event.sections[0].games
    assert [(one.round, one.first, one.second, one.score) for one in games] == [(1, 1, 2, 1.0), (2, 2, 1, 1.0)]


@pytest.mark.parametrize(
    ("result", "kind"),
    [
        (1, ByeKind.ZERO_POINT),
        (2, ByeKind.HALF_POINT),
        (3, ByeKind.FULL_POINT),
        (12, ByeKind.HALF_POINT),
    ],
)
def test_a_result_of_papi_without_an_opponent_is_a_bye(result: int, kind: ByeKind) -> None:
    # Sharly Chess writes a requested half-point bye as result 2 with the colour F (free) and nobody.
    players = [
        {"lastName": "A", "firstName": "B", "rounds": {"1": {"result": 3, "color": "B", "opponent": 1}}},
        {"lastName": "C", "firstName": "D", "rounds": {"1": {"result": 1, "color": "N", "opponent": 0}}},
        {"lastName": "E", "firstName": "F", "rounds": {"1": {"result": result, "color": "F"}}},
    ]
    (section,) = read(json.dumps({"variables": {"name": "Open"}, "players": players})).sections
    assert section.byes == (Bye(1, 3, kind),)
    assert len(section.games) == 1
