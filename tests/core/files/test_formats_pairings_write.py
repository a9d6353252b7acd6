"""Tables that are written, which no spreadsheet takes for formulas and every fact is read back from."""

import csv
import io
import re
from dataclasses import replace
from datetime import date

import pytest
from formats_checks import checked
from hypothesis import example, given
from hypothesis import strategies as st
from pairings_events import events, facts, plain_text, sections, sorted_facts

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, EventKind, Game, GameType, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.csv_table import is_csv_table, read_csv_table
from core.files.common.tables import decode, guarded, plain, unguarded
from core.files.games.read import is_pairings, read_pairings
from core.files.games.write import write_crosstable_csv, write_pairings_csv

FORMULA = ("=", "+", "-", "@", "\t", "\r")
PLAYERS = (
    FilePlayer(1, "=cmd|'/c calc'!A1", 1500.0, games=12, uschess_id="12345678", born=date(2001, 2, 3)),
    FilePlayer(4, 'Bo "B", Brook', 1210.5, rating_class="-A"),
)
SECTION = FileSection(PLAYERS, (Game(1, 4, 1, 0.5, True, 380, 380),), (Bye(2, 1, ByeKind.FORFEIT_LOSS, points=-50),))
EVENT = FileEvent(
    "", (replace(SECTION, name="@B", rounds_planned=5),), "Open", None, date(2024, 3, 5), GameType.SCRABBLE
)


def cells_of(data: bytes) -> list[str]:
    return [cell for row in csv.reader(io.StringIO(data.decode("utf-8-sig"), newline="")) for cell in row]


def test_pairings_players_and_event_are_written_to_the_last_cell() -> None:
    assert write_pairings_csv(EVENT).decode("utf-8-sig").replace("\r\n", "\n") == (
        "division,round,number1,player1,number2,player2,result,score1,score2,began,rated\n"
        '\'@B,1,4,"Bo ""B"", Brook",1,\'=cmd|\'/c calc\'!A1,1/2-1/2,380,380,1,\n'
        "'@B,2,1,'=cmd|'/c calc'!A1,,,F,'-50,,,\n"
        "\n"
        "division,number,name,rating,games,us chess id,fide id,naspa id,born,born year,federation,sex,title,state,team,"
        "class,board\n"
        "'@B,1,'=cmd|'/c calc'!A1,1500,12,12345678,,,2001-02-03,,,,,,,,\n"
        '\'@B,4,"Bo ""B"", Brook",1210.5,,,,,,,,,,,,\'-A,\n'
        "\n"
        "division,key,value\n"
        ",name,Open\n"
        ",day,2024-03-05\n"
        ",board,scrabble\n"
        "'@B,rounds,5\n"
    )


def test_a_crosstable_is_written_to_the_last_cell() -> None:
    event = replace(EVENT, sections=(SECTION,))
    assert write_crosstable_csv(event).decode("utf-8-sig").replace("\r\n", "\n") == (
        "number,name,rating,games,id,born,1,2\n"
        "1,'=cmd|'/c calc'!A1,1500,12,12345678,2001-02-03,D4,F\n"
        '4,"Bo ""B"", Brook",1210.5,,,,D1,\n'
    )


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (replace(EVENT, sections=(SECTION, SECTION)), "has 2"),
        (replace(EVENT, sections=(replace(SECTION, games=(Game(1, 1, 4),)),)), "has no result"),
        (replace(EVENT, sections=(replace(SECTION, games=(Game(1, 1, 4, 1.0, rated=False),)),)), "is not rated"),
        (replace(EVENT, sections=(replace(SECTION, games=(Game(100, 1, 4, 1.0),)),)), "99 rounds"),
        (replace(EVENT, sections=(replace(SECTION, games=(Game(1, 1, 5, 1.0),)),)), "no player 5"),
    ],
)
def test_what_a_crosstable_cannot_say_is_refused(event: FileEvent, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        write_crosstable_csv(event)
    checked(caught.value)


@given(events())
@example(EVENT)
@example(FileEvent("", (replace(SECTION, kind=EventKind.MATCH, time_control=TimeControl(90, 30)),)))
def test_pairings_are_read_back_with_every_fact(event: FileEvent) -> None:
    data = write_pairings_csv(event)
    assert is_pairings(decode(data))
    assert facts(read_pairings(data)) == facts(event)
    assert not [cell for cell in cells_of(data) if cell.startswith(FORMULA)]


def told_game(round_number: int, first: int, second: int) -> st.SearchStrategy[Game]:
    return st.builds(Game, *map(st.just, (round_number, first, second)), st.sampled_from([0.0, 0.5, 1.0]))


def told_bye(round_number: int, number: int) -> st.SearchStrategy[Bye]:
    return st.builds(Bye, st.just(round_number), st.just(number), st.sampled_from(ByeKind))


def bare(text: str) -> str:
    """Return text without the apostrophes before what would be a formula, whether a reader takes one off or not."""
    return re.sub(r"^'+(?=[=+\-@])", "", text)


def kept(player: FilePlayer) -> FilePlayer:
    rating = player.rating if player.rating and 100 <= player.rating <= 3000 else None
    ids = player.uschess_id and bare(player.uschess_id)
    return FilePlayer(player.number, bare(player.name), rating, player.games, ids, born=player.born)


@given(sections(None, told_game, told_bye))
def test_a_crosstable_is_read_back_with_every_fact_it_has_a_place_for(section: FileSection) -> None:
    data = write_crosstable_csv(FileEvent("", (section,)))
    assert is_csv_table(decode(data))
    (read,) = read_csv_table(data).sections
    read = replace(read, players=tuple(kept(player) for player in read.players))
    expected = replace(section, players=tuple(kept(player) for player in section.players))
    assert sorted_facts(read) == sorted_facts(expected)
    assert not [cell for cell in cells_of(data) if cell.startswith(FORMULA)]


def test_a_forfeit_keeps_its_opponent() -> None:
    byes = (Bye(1, 1, ByeKind.FORFEIT_WIN, 4), Bye(1, 4, ByeKind.FORFEIT_LOSS, 1))
    event = FileEvent("", (FileSection(PLAYERS, (), byes),))
    assert read_csv_table(write_crosstable_csv(event)).sections[0].byes == byes
    assert read_pairings(write_pairings_csv(event)).sections[0].byes == byes


@pytest.mark.parametrize("text", ["=1+1", "+1", "-1", "@x", "'=1", "''-1", "\t=1", "'t Hooft", "1-0", "O'Neil"])
def test_what_is_guarded_is_no_formula_and_is_the_same_again(text: str) -> None:
    assert not guarded(text).startswith(FORMULA)
    assert unguarded(guarded(text)) == text


@given(st.text())
def test_any_text_is_guarded_and_the_same_again(text: str) -> None:
    assert not guarded(text).startswith(FORMULA)
    assert unguarded(guarded(text)) == text


@given(st.text())
def test_plain_text_is_one_line_without_control_characters(text: str) -> None:
    assert plain(text) == plain(plain(text))
    assert plain(text).isprintable() or not set("\n\r\t\0\x1b") & set(plain(text))


@given(plain_text())
def test_text_as_readers_have_it_is_plain(text: str) -> None:
    assert plain(text) == text
