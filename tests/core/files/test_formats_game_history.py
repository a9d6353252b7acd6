"""Histories of games as CSV."""

import gzip
import random
from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.files.common import packed
from core.files.scrabble import game_history
from core.files.scrabble.game_history import GameHistory, read_game_history
from core.rating.qursh.cells import cell_of
from core.rating.qursh.history import Skipped, to_bytes
from tests.depth import examples
from tests.ending import ends

LONG = (
    "gameid,tourneyid,tie,winnerid,winnername,winnerscore,winneroldrating,winnernewrating,winnerpos,"
    "loserid,losername,loserscore,loseroldrating,losernewrating,loserpos,round,division,date,lexicon"
)
SHORT = "source,event,lexicon,rating_hi,rating_lo,score_hi,score_lo"


def game(gameid: object, winner: object, loser: object, ratings: Sequence[object], day: str = "2010-05-01") -> str:
    return (
        f'{gameid},1,False,7,"Ash, Dana",{winner},{ratings[0]},1500,1,8,Eli,{loser},{ratings[1]},1490,2,3,1,{day},True'
    )


def long_file(*games: str) -> bytes:
    return "\n".join([LONG, *games, ""]).encode()


def read(data: bytes) -> GameHistory:
    return read_game_history(data, "made up for a test", date(2026, 11, 20))


GOOD = game(1, 420, 400, (1800, 1675))


def test_the_long_form_is_read() -> None:
    history = read(long_file(GOOD, game(2, 380, 350, (1300, 1300)), game(3, 400, 300, (900, 1000)))).history
    assert history.cells[cell_of(2, 2)].counts() == {20: 2}
    assert history.cells[cell_of(1, 0)].counts() == {30: 1, -30: 1}
    assert history.cells[cell_of(0, 1)].counts() == {-100: 2}  # the lower rated player won
    assert (history.origin, history.loaded, history.read, history.used) == (
        "made up for a test",
        date(2026, 11, 20),
        3,
        3,
    )


def test_the_short_form_is_read_with_the_columns_in_any_order() -> None:
    data = f"{SHORT}\nx,y,CSW,1921,1527,474,380\n".encode()
    assert read(data).history.cells[cell_of(2, 5)].counts() == {94: 2}
    turned = b"\xef\xbb\xbfScore_Lo , rating_hi,rating_lo,score_hi\r\n380,1921.0,1527,474.0\r\n"
    assert read(turned).history.cells == read(data).history.cells


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        (game(2, 420, 400, (1800, 1675), "2006-02-28"), Skipped.TOO_OLD),
        (game(2, 0, 0, (1800, 1675)), Skipped.NO_SCORE),
        (game(2, 350, "", (1800, 1675)), Skipped.NO_SCORE),
        (game(2, 420, 400, (1800, 0)), Skipped.UNRATED),
        (game(1, 450, 390, (1500, 1400)), Skipped.TWICE),
        (game(2, "4x0", 400, (1800, 1675)), Skipped.UNREADABLE),
        (game(2, 420.5, 400, (1800, 1675)), Skipped.UNREADABLE),
        (game(2, 420, -30, (1800, 1675)), Skipped.UNREADABLE),
        (game(2, "nan", 400, (1800, 1675)), Skipped.UNREADABLE),
        (game(2, "inf", 400, (1800, 1675)), Skipped.UNREADABLE),
        (game(2, 420, 400, ("1e999", 1675)), Skipped.UNREADABLE),
        (game(2, 99999, 400, (1800, 1675)), Skipped.UNREADABLE),
        (game(2, 420, 400, (1800, 1675), "5/1/2010"), Skipped.UNREADABLE),
        ("2,1,False", Skipped.UNREADABLE),
    ],
)
def test_a_game_that_does_not_count_is_left_out_with_the_reason(line: str, reason: Skipped) -> None:
    found = read(long_file(GOOD, line))
    assert found.history.skipped == ((reason, 1),)
    assert (found.history.read, found.history.used) == (2, 1)
    assert len(found.remarks) == (reason is Skipped.UNREADABLE)


def test_the_first_day_counts() -> None:
    assert read(long_file(game(1, 420, 400, (1800, 1675), "2006-03-01"))).history.used == 1


def test_games_without_a_gameid_are_all_counted() -> None:
    assert read(long_file(*[game("", 420, 400, (1800, 1675))] * 3)).history.used == 3


def test_the_first_lines_that_cannot_be_read_are_named() -> None:
    found = read(long_file(GOOD, *[f"{number},broken" for number in range(2, 10)]))
    assert [remark.line for remark in found.remarks] == [3, 4, 5, 6, 7, 8]
    assert '"2,broken"' in str(found.remarks[0])
    assert "3 more lines" in str(found.remarks[-1])


def test_lines_are_counted_as_an_editor_does_after_cells_with_breaks() -> None:
    broken = game(2, 420, 400, (1800, 1675)).replace("Ash, Dana", "Ash,\r\nDana\n")
    assert [remark.line for remark in read(long_file(GOOD, broken, "3,broken")).remarks] == [6]


def test_a_line_is_named_as_an_editor_counts_them_in_blocks_of_either_kind(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_history, "_HEAD", 300)
    monkeypatch.setattr(game_history, "_BLOCK", 30_000)
    plain = [game(number, 420, 400, (1800, 1675)).replace('"Ash, Dana"', "Ash") for number in range(1, 2_001)]
    named = [*plain]
    named[1_000] = named[1_000].replace("Ash", '"Ash,\nDana"')
    named[1_700] = "x,broken"
    named[1_990] = named[1_990].replace("420", "W")
    found = read(long_file(*named))
    assert [remark.line for remark in found.remarks] == [1_703, 1_993]
    assert found.history.used == 1_998


def test_a_packed_file_is_the_same_file() -> None:
    data = long_file(GOOD, game(2, 0, 0, (1, 1)))
    assert to_bytes(read(gzip.compress(data)).history) == to_bytes(read(data).history)


def test_progress_is_told_in_bytes_of_the_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(game_history, "_HEAD", 300)
    monkeypatch.setattr(game_history, "_BLOCK", 130)
    monkeypatch.setattr(game_history, "PIECE", 64)
    monkeypatch.setattr(packed, "PIECE", 64)
    data = long_file(*[game(number, 420, 400, (1800, 1675)) for number in range(100, 300)])
    told: list[tuple[int, int]] = []
    read_game_history(data, "x", date(2026, 11, 20), lambda done, whole: told.append((done, whole)))
    assert len(told) == -(-(len(data) - 300) // 130)
    assert {whole for _, whole in told} == {len(data)}
    done = [done for done, _ in told]
    assert done == sorted(done)
    assert 0 < done[0] < done[-1] <= len(data)


@pytest.mark.parametrize(
    ("data", "match"),
    [
        (b"", "The file is empty"),
        (b"\n \n", "The file is empty"),
        (b"rating_hi,rating_lo,spread\n1800,1700,20\n", "Line 1: the header lacks score_hi, score_lo."),
        (b"gameid,winnerscore,loserscore\n1,400,300\n", "lacks winneroldrating, loseroldrating"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:e9c8\n", "Git LFS pointer"),
        (long_file(), r"No game of the file counts \(no line below it\)"),
        (long_file(game(1, 0, 0, (1, 1))), r"No game of the file counts \(1 without both scores\)"),
        (gzip.compress(long_file(GOOD))[:-9], "packed file is damaged"),
        (b"\x1f\x8b" + b"rubbish" * 9, "packed file is damaged"),
        (long_file(GOOD, '"' + "x" * 200_000), "has no lines"),
        (long_file(GOOD, '"' + "x\n" * 100_000), "the table ends too early"),
        (bytes(range(256)) * 40, "the header lacks|The file is empty"),
    ],
)
def test_a_file_that_is_no_history_is_refused_in_a_sentence(data: bytes, match: str) -> None:
    with pytest.raises(InputError, match=match):
        read(data)


def test_a_file_that_unpacks_to_more_than_a_history_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "MOST_UNPACKED", 5_000)
    bomb = gzip.compress(long_file(*[GOOD] * 1000))
    assert len(bomb) < 5_000
    with pytest.raises(InputError, match="Upload a part of the games"):
        read(bomb)


def test_a_file_of_more_lines_than_a_history_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(packed, "MOST_LINES", 4)
    games = [game(number, 420, 400, (1800, 1675)) for number in range(1, 5)]
    assert read(long_file(*games[:3])).history.used == 3
    for line_end in ("\n", "\r\n", "\r"):
        with pytest.raises(InputError, match="more than 4 lines"):
            read(line_end.join([LONG, *games, ""]).encode())


def test_a_file_without_lines_is_refused_before_it_is_in_memory() -> None:
    with pytest.raises(InputError, match="has no lines"):
        read(gzip.compress(b" " * 20_000_000))


BOMBS: dict[str, Callable[[], bytes]] = {
    "empty lines": lambda: b"\n" * 30_000_000,
    "carriage returns": lambda: b"\r" * 30_000_000,
    "empty lines below a header": lambda: LONG.encode() + b"\r\n" * 1_900_000,
    "lines without a game": lambda: long_file(*["x,y"] * 1_900_000),
    "lines of a hundred commas": lambda: long_file(*["," * 100] * 500_000),
    "lines of many commas": lambda: long_file(*["," * 60_000] * 500),
    "a header of many columns": lambda: b"," * 60_000 + b"\n" * 100_000,
    "many parts": lambda: gzip.compress(b"") * 200_000,
    "packed twice": lambda: gzip.compress(gzip.compress(b"\n" * 50_000_000)),
}
"""Made when they are asked for: together they would stay in memory."""


@pytest.mark.parametrize("make", BOMBS.values(), ids=BOMBS.keys())
def test_a_small_file_that_is_a_large_one_is_refused_at_once(make: Callable[[], bytes]) -> None:
    data = make()
    sent = data if data.startswith(b"\x1f\x8b") else gzip.compress(data)
    with ends(), pytest.raises(InputError) as refused:
        read(sent)
    assert len(refused.value.message) < 300


def test_a_packed_file_of_several_parts_is_read_to_its_end() -> None:
    whole = long_file(*[game(number, 420, 400, (1800, 1675)) for number in range(1, 3_000)])
    parts = b"".join(gzip.compress(whole[at : at + 9_000]) for at in range(0, len(whole), 9_000))
    assert to_bytes(read(parts + bytes(300_000)).history) == to_bytes(read(whole).history)
    with pytest.raises(InputError, match="packed file is damaged"):
        read(parts + b"rubbish")


def test_a_gameid_counts_once_as_a_number_and_as_a_word() -> None:
    ids = ("7", "7", "07", "g-1", "g-1", "123456789012", "123456789012", "", "")
    found = read(long_file(*[game(gameid, 420, 400, (1800, 1675)) for gameid in ids])).history
    assert found.used == 6
    assert dict(found.skipped)[Skipped.TWICE] == 3


@examples(0.4)
@given(
    st.integers(0, 2**32),
    st.sampled_from(("{}", "g-{}", "0{}", "9{:09d}", "")),
    st.integers(60, 900),
    st.sampled_from((300, 30_000, 10**6)),
    st.sampled_from((("Ash, Dana", "Ash Dana"), ("Ash, Dana", "Ash Dana", "Ash\nDana"), ("Ash Dana",))),
    st.sampled_from(("\n", "\r\n", "\r")),
)
def test_thousands_of_games_are_counted_as_they_are_one_by_one(
    seed: int, gameid: str, apart: int, block: int, names: Sequence[str], line_end: str
) -> None:
    chance, lines, seen = random.Random(seed), [], set()

    def named(*figures: Any) -> str:
        # Names come in stretches, so that some blocks have no " marks.
        return game(*figures).replace('"Ash, Dana"', stretch if stretch == "Ash Dana" else f'"{stretch}"')

    halves: Counter[tuple[int, int, int]] = Counter()
    skipped: Counter[Skipped] = Counter()
    for number in range(1_500):
        if number % 250 == 0:
            stretch = chance.choice(names)
        name = gameid.format(chance.randint(1, 2_000))
        scores, ratings = (chance.randint(300, 520), 400), (chance.choice((990, 1400, 1700.5)), 1400)
        if number % apart == 0:  # what is counted by columns breaks off here
            odd, reason = chance.choice(
                [(named(name, "W", 400, ratings), Skipped.UNREADABLE), (named(name, 0, 400, ratings), Skipped.NO_SCORE)]
            )
            lines.append(odd)
            skipped[reason] += 1
            continue
        day = chance.choice(("2010-05-01", "2006-03-01", "2006-02-28", "2006-03-01 10:00"))
        lines.append(named(name, *scores, ratings, day))
        if day == "2006-02-28":
            skipped[Skipped.TOO_OLD] += 1
            continue
        if name and name in seen:
            skipped[Skipped.TWICE] += 1
            continue
        seen.add(name)
        margin, difference = scores[0] - scores[1], ratings[0] - ratings[1]
        for way in (margin, -margin) if difference == 0 else (margin, margin) if difference > 0 else (-margin, -margin):
            halves[2 if ratings[0] > 1500 else 1, 5 if difference else 0, way] += 1
    with pytest.MonkeyPatch.context() as sizes:
        sizes.setattr(game_history, "_HEAD", 300)
        sizes.setattr(game_history, "_BLOCK", block)
        found = read(line_end.join([LONG, *lines]).encode()).history
    assert dict(found.skipped) == {reason: count for reason, count in skipped.items() if count}
    counted = {
        (group, number, margin): count
        for group, number in ((1, 0), (1, 5), (2, 5))
        for margin, count in found.cells[cell_of(group, number)].counts().items()
    }
    assert counted == halves
    assert found.used == sum(halves.values()) / 2


@examples()
@given(st.binary(max_size=300))
def test_no_bytes_break_the_reader(tail: bytes) -> None:
    for data in (
        tail,
        tail.replace(b"x", b"\n"),
        b"\x1f\x8b" + tail,
        long_file(GOOD) + tail,
        gzip.compress(long_file(GOOD)) + tail,
    ):
        try:
            found = read(data)
        except InputError as error:
            refused = error.message
        else:
            refused = ""
            assert found.history.used >= 1
        assert "\n" not in refused
        assert len(refused) <= 300


def test_a_wrong_check_sum_is_found() -> None:
    # The games are there, but the file is not whole.
    packed = bytearray(gzip.compress(long_file(GOOD)))
    packed[-5] ^= 0xFF
    with pytest.raises(InputError, match="packed file is damaged"):
        read(bytes(packed))
