"""Whatever the bytes: tsh, CoCo and pairings are an event or one sentence, soon, in little memory."""

import random
from collections.abc import Callable

import pytest
from formats_checks import checked
from hypothesis import given
from hypothesis import strategies as st
from pairings_events import MEBIBYTE

from core.errors import InputError
from core.event.event_file import FileEvent
from core.files.common.tables import decode
from core.files.games.read import is_pairings, read_pairings
from core.files.games.write import write_crosstable_csv, write_pairings_csv
from core.files.scrabble.coco_csv import is_coco, read_coco
from core.files.scrabble.tsh import is_tsh, read_tsh
from core.files.scrabble.tsh_archive import write_tsh
from tests.depth import chosen
from tests.ending import ends_in_200_mebibytes

READERS = {
    read_tsh: is_tsh,
    read_coco: is_coco,
    read_pairings: is_pairings,
}
TSH = """\
Quill, Ada               1812 2 3 0; 412 380 50; board 1 2 0; class A; lifeg 120; p12 1 2 0
Brook, Bo                1650 1 0 3; 388 -50 401; p12 2 0 2; team Red\\; Blue; password secret
Cole, Cy:AA001234           0 0 1 2; 0 380 377; p12 0 1 1; off -50
"""
ARCHIVE = f"""\
division A A.t
config event_name = "Harbour \\"Open\\""
config event_date = 'March 3-5, 2024'
config bye_spread = 50
#begin_file name=A.t
{TSH}#end_file name=A.t
#begin_file name=B.t
Dent, Di 1500 2; 100
Eads, Ed 1400 1; 0
#end_file name=B.t
"""
COCO = """\
Name,Rating
Bo Brook,1650
Ada Quill,1812

Submitted On,Round,Winner,Winners Score,Opponent,Opponents Score
3/5/2024 10:02:11,1,Ada Quill,412,Bo Brook,388
3/5/2024 10:03:00,1,Cy Cole,50,Bye,0
3/5/2024 12:00:00,3,Bo Brook,100,Cy Cole,0
"""
PAIRINGS = """\
division,round,number1,player1,number2,player2,result,score1,score2,began,rated
A,1,1,"Quill, Ada",2,Bo,1-0,412,388,1,
A,2,1,"Quill, Ada",,,F,'-50,,,
A,3,2,Bo,1,"Quill, Ada",+/-,,,,no

division,number,name,rating,games,us chess id,fide id,naspa id,born,born year,federation,sex,title,state,team,class
A,1,"Quill, Ada",1812,120,12345678,,AA001234,2001-02-03,2001,USA,w,WFM,OH,Red,A
A,2,Bo,,,,,,,,,,,,,

division,key,value
,name,Open
,board,scrabble
A,time control,90+30
"""
CHESS = "Round,White,Black,Result,White Rating\n1,Ada,Bo,½-½,1500P7\n1,Cy,bye,1-0,\n2,Bo,Cy,*,\n"
STANDINGS = "division,rank,username,wins,losses,draws,winpts,spread\nA,1,quill_ada,2,0,0,2.0,112\n"
SEEDS = [text.encode() for text in (TSH, ARCHIVE, COCO, PAIRINGS, CHESS, STANDINGS)]
PIECES = [
    *(b"\0", b"\r", b"\n", b"\r\n", b"\t", b" ", b";", b",", b'"', b"'", b"\\", b"\xff", b"\xc3", b"\xef\xbb\xbf"),
    *(b"\xc2\xa0", b"\xe2\x80\xa8", b"\x1c", b"\x85", b"00", b"0", b"-50", b"999999999999", b"\xd9\xa3", b"%s", b"{0}"),
    *(
        b"#",
        b"*",
        b"=",
        b"+",
        b"@",
        b"1e9",
        b"nan",
        b"Bye",
        b"#begin_file name=B.t\n",
        b"#end_file\n",
        b"division a a.t\n",
    ),
    *(b"p12 1 1", b"config entry = 'spread'\n", b"*B\n", b"Name,Rating\n", b"division,key,value\n", b"?", b"1-0"),
]


def big_tsh(players: int, rounds: int) -> bytes:
    line = "Quill {0} 1500 {1}; {2}; p12 {3}"
    parts = (" ".join(["{}"] * rounds), " ".join(["401"] * rounds), " ".join(["1"] * rounds))
    made = []
    for index in range(players):
        opponent = index + 2 if index % 2 == 0 else index
        made.append(line.format("A" * (index % 9 + 1), parts[0].format(*[opponent] * rounds), *parts[1:]))
    return "\n".join(made).encode()


def big_coco(players: int) -> bytes:
    header = "Round,Winner,Winners Score,Opponent,Opponents Score"
    return "\n".join([header, *(f"1,P{i},412,Q{i},388" for i in range(players // 2))]).encode()


def big_pairings(rows: int) -> bytes:
    made = (f"{i // 1000 + 1},P{i % 1000},412,Q{(i * 7) % 1000},388" for i in range(rows))
    return "\n".join(["round,player1,score1,player2,score2", *made]).encode()


SIZES: dict[str, Callable[[], bytes]] = {
    "10 MiB of NUL": lambda: b"\0" * (10 * MEBIBYTE),
    "10 MiB of zeros": lambda: b"0" * (10 * MEBIBYTE),
    "10 MiB of zeros below a player": lambda: TSH.encode() + b"0" * (9 * MEBIBYTE),
    "10 MiB of zeros below a header": lambda: b"round,white,black,result\n" + b"0" * (9 * MEBIBYTE),
    "10 MiB of blank lines": lambda: TSH.encode() + b"\n" * (9 * MEBIBYTE),
    "10 MiB of short lines": lambda: TSH.encode() + b"ab\n" * (3 * MEBIBYTE),
    "10 MiB of comments": lambda: b"#begin_file name=a.t\n" + b"#\n" * (4 * MEBIBYTE),
    "20,000 files": lambda: b"#begin_file name=a\n" * 19_000,
    "20,000 divisions": lambda: b"#begin_file name=a.t\n" * 19_000 + b"Ada 1500 0; 50",
    "20,000 comments": lambda: b"#" + b"x" * 400 + b"\n" + (b"#" + b"x" * 400 + b"\n") * 19_000 + b"Ada 1500 0; 50",
    "lone CR": lambda: b"Ada 1500 0; 50" + b"\r" * (9 * MEBIBYTE),
    "10,000 players of tsh": lambda: big_tsh(10_000, 1),
    "2,000 players of tsh with 99 rounds": lambda: big_tsh(2_000, 99),
    "10,000 players of CoCo": lambda: big_coco(10_000),
    "2,000 players of CoCo": lambda: big_coco(2_000),
    "20,000 pairings": lambda: big_pairings(19_000),
    "a player's line of 5 MiB": lambda: TSH.encode() + b"7 " * (5 * MEBIBYTE // 2),
    "many players' lines of 100 kB": lambda: (b"a 1 " * 24_000 + b"\n") * 100,
    "many players' lines of numbers": lambda: (b"a" + b" 1" * 48_000 + b"\n") * 100,
    "a line of semicolons": lambda: b"Ada 1500 0; 50\n" + b"a 1;" + b";" * (5 * MEBIBYTE),
    "a line of escapes": lambda: b"Ada 1500 0; 50\n" + b"a\\;" * (2 * MEBIBYTE),
    "a setting of 5 MiB": lambda: b"config event_name = '" + b"\\'" * (2 * MEBIBYTE) + b"\n#begin_file name=a.t\n",
    "an event's line of 5 MiB": lambda: b"*M05.03.2024 " + b"x " * (2 * MEBIBYTE),
    "a table's line of 1 MiB": lambda: b"round,white,black,result\n1," + b"x," * (MEBIBYTE // 2),
    "a cell of 1 MiB": lambda: b"round,white,black,result\n1," + b"x" * MEBIBYTE + b",y,1-0",
    "a header of 1 MiB": lambda: b"Winner,round,white,black,result" + b",x" * (MEBIBYTE // 2),
    "doubts in every round": lambda: big_tsh(2_000, 99).replace(b"401", b"0"),
    "a NUL far behind": lambda: big_tsh(200, 20) + b"\0",
    "UTF-16": lambda: TSH.encode("utf-16"),
}


def read_or_refused(data: bytes) -> list[FileEvent]:
    events = []
    for read, recognise in READERS.items():
        try:
            recognise(decode(data))
            events.append(read(data))
        except InputError as error:
            checked(error)
    return events


@pytest.mark.sampled(5)
@pytest.mark.parametrize("read", chosen([None], list(READERS)))
@pytest.mark.parametrize("make", SIZES.values(), ids=SIZES)
def test_no_size_is_endless_or_takes_200_mebibytes(
    make: Callable[[], bytes], read: Callable[[bytes], FileEvent] | None
) -> None:
    """In the suite the reader that recognises a file, in the long form every one."""
    data = make()
    ends_in_200_mebibytes(lambda: recognised_and_read(read, data))


def recognised_and_read(read: Callable[[bytes], FileEvent] | None, data: bytes) -> None:
    try:
        text = decode(data)
        recognising = [each for each, recognise in READERS.items() if recognise(text)]
        for each in [read] if read else recognising[:1]:
            each(data)
    except InputError as error:
        checked(error)


@pytest.mark.parametrize("seed", range(chosen(4, 40)))
def test_no_mutation_makes_another_error_than_one_sentence(seed: int) -> None:
    random_numbers = random.Random(seed)
    for _ in range(100):
        for event in read_or_refused(mutated(random_numbers)):
            written_or_refused(event)


def mutated(numbers: random.Random) -> bytes:
    """Return one of the files with up to eight places changed."""
    data = bytearray(numbers.choice(SEEDS))
    for _ in range(numbers.randint(1, 8)):
        start = numbers.randrange(len(data) + 1)
        end = min(len(data), start + numbers.choice((0, 0, 1, 2, 8, 60)))
        kind = numbers.randrange(4)
        if kind == 0:
            data[start:end] = numbers.choice(PIECES)
        elif kind == 1:
            data[start:end] = bytes(numbers.randrange(256) for _ in range(end - start))
        elif kind == 2:
            data[start:start] = data[end : end + numbers.randint(1, 200)]
        else:
            del data[start:end]
    return bytes(data)


def written_or_refused(event: FileEvent) -> None:
    for write in (write_tsh, write_pairings_csv, write_crosstable_csv):
        try:
            assert write(event)
        except InputError as error:
            checked(error)


@given(st.binary(max_size=300), st.sampled_from(["", "Ada 1500 ", "*M05.03.2024 x\n*A\nAda ", COCO, PAIRINGS, CHESS]))
def test_whatever_the_bytes_it_is_an_event_or_one_sentence(data: bytes, start: str) -> None:
    read_or_refused(start.encode() + data)


@given(
    st.text(alphabet="0123456789 ;,-+'\"\n=Aa\\:#*½/", max_size=200), st.sampled_from(["", "A 15 ", "*M05.03.2024 x\n"])
)
def test_whatever_the_text_it_is_an_event_or_one_sentence(text: str, start: str) -> None:
    for event in read_or_refused((start + text).encode()):
        written_or_refused(event)
