"""Persons as files and people write them: titles, brackets, mentions, nobody, one person in two spellings."""

import pytest

from core.errors import InputError
from core.event.crosstable import ByeKind
from core.event.event_file import FileEvent
from core.files.common.people import is_nobody, read_person
from core.files.recognise import read_event_file
from core.files.roster.table import read_roster
from core.files.typed.results import parse_name
from core.lists import RatingList
from core.words import bare_name, name_key, title_and_name


def event(text: str) -> FileEvent:
    return read_event_file(text.encode())


def names(text: str) -> list[str]:
    return [player.name for section in event(text).sections for player in section.players]


@pytest.mark.parametrize(
    ("written", "title", "name"),
    [
        ("FM Dana", "FM", "Dana"),
        ("wgm ann lee", "WGM", "ann lee"),
        ("Blank, FM Ada", "FM", "Blank, Ada"),
        ("IM Yoon", "IM", "Yoon"),
        ("Im Yoonah", None, "Im Yoonah"),
        ("IM YOONAH", None, "IM YOONAH"),
        ("FM", None, "FM"),
        ("Fmann Dana", None, "Fmann Dana"),
    ],
)
def test_a_title_comes_off_a_name(written: str, title: str | None, name: str) -> None:
    assert title_and_name(written) == (title, name)


@pytest.mark.parametrize(
    "written",
    ["Beth Ridley", "beth ridley (she/her)", "Ridley, Beth [Rooks]", "Beth Ridley they/them", "WFM Ridley, Dr. Beth"],
)
def test_titles_and_what_is_in_brackets_do_not_tell_people_apart(written: str) -> None:
    assert name_key(written) == "beth ridley"


def test_a_name_of_nothing_but_brackets_stays() -> None:
    assert bare_name("(she/her)") == "(she/her)"


NOBODY = [
    *("half-point bye", "1/2 bye", "½ bye", "Bye 2", "None", "null", "N.N.", "NN", "pausa", "Walkover", "no show"),
    *("No-Show", "TBD", "n/a", "w.o.", "spielfrei", "(bye)"),
]


@pytest.mark.parametrize("word", NOBODY)
def test_words_for_nobody(word: str) -> None:
    assert is_nobody(word)


@pytest.mark.parametrize(
    "word", ["Ada Blank", "Bye Reed", "Nora None-Smith", "Al Null", "Forfeit Jones", "7", "Na Li", ""]
)
def test_a_name_with_another_word_is_a_person(word: str) -> None:
    assert not is_nobody(word)


@pytest.mark.parametrize("word", NOBODY)
def test_nobody_is_no_player_in_any_kind_of_table(word: str) -> None:
    assert names(f'white,black,result\nAda Blank,"{word}",1\nBo Cart,Cy Dorn,1-0\n') == [
        "Ada Blank",
        "Bo Cart",
        "Cy Dorn",
    ]
    chart = f'number,name,rating,1\n1,Ada Blank,1500,W2\n2,"{word}",,L1\n3,Bo Cart,1500,W4\n4,Cy Dorn,1500,L3\n'
    assert names(chart) == ["Ada Blank", "Bo Cart", "Cy Dorn"]
    coco = "Round,Winner,Winners Score,Opponent,Opponents Score\n1,Ada Blank,400,Bo Cart,390\n"
    assert names(f'{coco}2,Bo Cart,50,"{word}",0\n') == ["Ada Blank", "Bo Cart"]
    roster = read_roster(f'Name,Rating\nAda Blank,1500\n"{word}",\n'.encode(), RatingList.ELO)
    assert [line.name for line in roster.lines] == ["Ada Blank"]


def pgn(*games: tuple[str, str, str, str], **more: str) -> str:
    tags = "".join(f'[{name} "{value}"]\n' for name, value in more.items())
    return "".join(
        f'[Event "Club"]\n[Round "{round_number}"]\n[White "{white}"]\n[Black "{black}"]\n[Result "{result}"]\n'
        f"{tags}\n{result}\n\n"
        for round_number, white, black, result in games
    )


def test_nobody_is_no_player_in_a_pgn() -> None:
    text = pgn(("1", "Ada Blank", "N.N.", "1-0"), ("1", "Bo Cart", "Cy Dorn", "1-0"))
    assert names(text) == ["Bo Cart", "Cy Dorn"]


def test_a_half_point_bye_is_half_a_point_and_no_draw() -> None:
    section = event("white,black,result\nAda Blank,half-point bye,1/2\nBo Cart,Cy Dorn,1-0\n").sections[0]
    assert [bye.kind for bye in section.byes] == [ByeKind.HALF_POINT]
    assert len(section.games) == 1


def test_somebody_with_an_id_is_a_person_whatever_the_name() -> None:
    chart = "number,name,rating,id,1\n1,Ada Blank,1500,12345678,W2\n2,Null,1500,12345679,L1\n"
    assert names(chart) == ["Ada Blank", "Null"]


ONE = [
    'white,black,result\n"Blank, Ada",Bo Cart,1-0\nCy Dorn,Ada Blank,1-0\n',
    "round,white,black,result\n1,José Peña,Bo Cart,1-0\n2,Jose Pena,Cy Dorn,1-0\n",
    "winner,loser\nFM Ada Blank,Bo Cart\nada blank,WGM Cy Dorn\n",
    'player,opponent,winner\nAda Blank,Bo Cart,"Blank, Ada"\n"Blank, Ada",Cy Dorn,Cy Dorn\n',
    "Round,Winner,Winners Score,Opponent,Opponents Score\n1,José Peña,400,Bo Cart,390\n2,Cy Dorn,401,Jose Pena,300\n",
    pgn(("1", "Blank, Ada", "Bo Cart", "1-0"), ("2", "Cy Dorn", "Ada Blank", "1-0")),
    "winner,loser\n<@80351110224678912>,Bo Cart\n<@!80351110224678912>,Cy Dorn\n",
]


@pytest.mark.parametrize("text", ONE)
def test_one_person_in_two_spellings_is_one_player(text: str) -> None:
    assert len(names(text)) == 3


def test_the_preview_says_which_spelling_is_used() -> None:
    remarks = event(ONE[1]).remarks
    assert [str(remark) for remark in remarks] == ['Line 3: "Jose Pena" is read as "José Peña"']


@pytest.mark.parametrize(
    "text",
    [
        "round,white,black,result\n1,José Peña,Jose Pena,1-0\n",
        "round,white,black,result\n1,José Peña,Bo Cart,1-0\n1,Jose Pena,Cy Dorn,1-0\n",
        "white,black,result\nChris Martin,Bo Cart,1-0\nMartin Chris,Cy Dorn,1-0\n",
        "white,black,result\na-b,Bo,1-0\na_b,Cy,1-0\n",
        "white,black,result\nJan Novak (A),Bo,1-0\nJan Novak (B),Cy,1-0\n",
    ],
)
def test_two_who_met_or_sat_in_one_round_or_are_written_apart_are_two(text: str) -> None:
    found = names(text)
    assert len(found) == len({*found})
    assert len(found) in (2, 4)


def test_a_mention_and_a_bare_id_are_a_member() -> None:
    assert read_person("<@!80351110224678912>").user == 80351110224678912
    assert read_person("80351110224678912").user == 80351110224678912
    assert names("winner,loser\n80351110224678912,<@80351110224678913>\n") == [
        "<@80351110224678912>",
        "<@80351110224678913>",
    ]


def test_a_name_on_a_card_is_read_as_everywhere() -> None:
    assert (parse_name("@Dana").name, parse_name('"Dana"').name, parse_name("FM Dana").name) == ("Dana", "Dana", "Dana")
    assert (parse_name("#3").number, parse_name("80351110224678912").user) == (3, 80351110224678912)
    with pytest.raises(InputError, match="The player is missing"):
        parse_name(" @ ")


def test_two_of_one_name_with_different_fide_ids_are_two() -> None:
    first = pgn(("1", "Smith, John", "Bo Reed", "1-0"), WhiteFideId="1000001")
    second = pgn(("1", "Smith, John", "Cy Dorn", "0-1"), WhiteFideId="2000002")
    both = pgn(("2", "Smith, John", "Smith, John", "1-0"), WhiteFideId="1000001", BlackFideId="2000002")
    section = event(first + second + both).sections[0]
    assert [player.fide_id for player in section.players] == ["1000001", None, "2000002", None]
    assert [game.round for game in section.games] == [1, 1, 2]


def test_one_of_two_namesakes_without_an_id_is_asked_for() -> None:
    first = pgn(("1", "Smith, John", "Bo Reed", "1-0"), WhiteFideId="1000001")
    second = pgn(("2", "Smith, John", "Bo Reed", "1-0"), WhiteFideId="2000002")
    with pytest.raises(InputError, match=r'two players are called "Smith, John".*Add the id'):
        event(first + second + pgn(("3", "Smith, John", "Bo Reed", "1-0")))
