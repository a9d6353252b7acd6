"""Events written as tournament report files, and read again."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game, TimeControl
from core.event.event_file import FileEvent, FilePlayer, FileSection
from core.files.chess.trf_read import is_trf, read_trf
from core.files.chess.trf_write import write_trf26

ADA = FilePlayer(1, "Quill, Ada", 2100.5, fide_id="99900011", born=date(1990, 4, 3), federation="ENG", sex="w")
BO = FilePlayer(2, "Marsh, Bo", None, uschess_id="12345678", state="VA", born_year=1978, team="Northerners")
CY = FilePlayer(12, "Ó Broin, Cillian", 1500.0, title="WFM", team="Southerners")
SECTION = FileSection(
    players=(ADA, BO, CY),
    games=(
        Game(1, 2, 1, 0.0, first_began=True),
        Game(2, 1, 12, 0.5, rated=False),
        Game(3, 1, 2, 1.0, first_began=True),
    ),
    byes=(
        Bye(1, 12, ByeKind.FULL_POINT),
        Bye(2, 2, ByeKind.HALF_POINT),
        Bye(3, 12, ByeKind.UNPLAYED),
        Bye(4, 1, ByeKind.FORFEIT_WIN, opponent=2),
        Bye(4, 2, ByeKind.FORFEIT_LOSS, opponent=1),
        Bye(4, 12, ByeKind.ZERO_POINT),
    ),
    time_control=TimeControl(90, 30),
    rounds_planned=4,
)
EVENT = FileEvent(
    "anything",
    (SECTION,),
    name="Autumn Open",
    began=date(2026, 9, 5),
    day=date(2026, 9, 6),
    city="Larkfield",
    federation="IRL",
)
# Written by hand from the tables of TRF26.
WRITTEN = """\
012 Autumn Open
022 Larkfield
032 IRL
042 2026/09/05
052 2026/09/06
062 3
072 2
082 2
092 Team tournament
122 90+30
222 5400+30
142 4
172 USA FIDE
182 Crosstable
001    1 w    Quill, Ada                        2101 ENG    99900011 1990/04/03  3.5    1     2 b 1    12 - D     2 w 1     2 - +
001    2      Marsh, Bo                            0                 1978/00/00  0.5    3     1 w 0  0000 - H     1 b 0     1 - -
001   12  WFM Ó Broin, Cillian                  1500                             1.5    2  0000 - U     1 - D  0000 -    0000 - Z
USA    2      Marsh, Bo                              VA     12345678
310   1 Northerners                                                         2
310   2 Southerners                                                        12
"""  # noqa: E501


def test_every_column_is_where_the_regulations_have_it() -> None:
    assert write_trf26(EVENT).decode() == WRITTEN.replace("\n", "\r\n")


def test_what_was_written_and_read_again_tells_the_same() -> None:
    again = read_trf(write_trf26(EVENT))
    rounded = replace(SECTION, players=(replace(ADA, rating=2101.0), BO, CY))
    assert facts(again) == facts(replace(EVENT, sections=(rounded,)))
    assert (again.format, again.remarks) == ("TRF26", ())


def test_names_that_are_too_long_or_break_the_line_are_cut() -> None:
    players = (replace(ADA, name="A" * 40), replace(BO, name="Marsh\r\n001    9      Bo", team="T\n" * 40))
    event = replace(EVENT, sections=(FileSection(players, ()),), name="Autumn\n001    8      Open")
    (section,) = read_trf(write_trf26(event)).sections
    assert [player.name for player in section.players] == ["A" * 33, "Marsh 001 9 Bo"]


def test_what_no_encoding_can_hold_is_replaced() -> None:
    event = replace(EVENT, sections=(FileSection((replace(ADA, name="Quill \ud800"),), ()),))
    assert read_trf(write_trf26(event)).sections[0].players[0].name == "Quill ?"


def test_several_full_point_byes_are_not_pairing_allocated() -> None:
    byes = (Bye(1, 1, ByeKind.FULL_POINT), Bye(1, 2, ByeKind.FULL_POINT), Bye(2, 1, ByeKind.FULL_POINT))
    text = write_trf26(replace(EVENT, sections=(FileSection((ADA, BO), (), byes),))).decode()
    assert text.count("0000 - F") == 2
    assert text.count("0000 - U") == 1


def test_ranks_are_shared_by_equal_points() -> None:
    games = (Game(1, 1, 2, 0.5),)
    lines = write_trf26(replace(EVENT, sections=(FileSection((ADA, BO, CY), games),))).decode().split("\r\n")
    assert [line[80:89] for line in lines if line.startswith("001")] == [" 0.5    1", " 0.5    1", " 0.0    3"]


@pytest.mark.parametrize(
    "sections",
    [
        (),
        (SECTION, SECTION),
        (FileSection((), ()),),
        (FileSection((ADA, ADA), ()),),
        (FileSection((replace(ADA, number=10_000),), ()),),
        (FileSection((replace(ADA, number=0),), ()),),
        (FileSection((replace(ADA, rating=12_345.0),), ()),),
        (FileSection((replace(ADA, rating=-5.0),), ()),),
        (FileSection((replace(ADA, rating=float("nan")),), ()),),
        (FileSection((replace(ADA, rating=float("inf")),), ()),),
        (FileSection((ADA, BO), (Game(1, 1, 9, 1.0),)),),
        (FileSection((ADA, BO), (Game(1, 9, 1, 1.0),)),),
        (FileSection((ADA, BO), (Game(1, 1, 1, 1.0),)),),
        (FileSection((ADA, BO), (Game(0, 1, 2, 1.0),)),),
        (FileSection((ADA, BO), (Game(100, 1, 2, 1.0),)),),
        (FileSection((ADA, BO), (Game(1, 1, 2, 0.7),)),),
        (FileSection((ADA, BO), (Game(1, 1, 2, 1.0), Game(1, 2, 1, 1.0))),),
        (FileSection((ADA, BO), (Game(1, 1, 2, 1.0),), (Bye(1, 1, ByeKind.HALF_POINT),)),),
        (FileSection((ADA, BO), (), (Bye(1, 9, ByeKind.HALF_POINT),)),),
        (FileSection(tuple(FilePlayer(n, "A", team=f"T{n}") for n in range(1, 1002)), ()),),
    ],
)
def test_what_the_format_cannot_hold_is_refused(sections: tuple[FileSection, ...]) -> None:
    with pytest.raises(InputError):
        write_trf26(replace(EVENT, sections=sections))


def text_of(most: int) -> st.SearchStrategy[str]:
    characters = st.characters(exclude_categories=("Cc", "Cs"))
    return st.text(characters, min_size=1, max_size=most).map(lambda text: " ".join(text.split())).filter(bool)


@st.composite
def filed_players(draw: st.DrawFn, number: int, teams: Sequence[str]) -> FilePlayer:
    born = draw(st.none() | st.dates(date(1900, 1, 1), date(2026, 1, 1)))
    return FilePlayer(
        number=number,
        name=draw(text_of(33)),
        rating=draw(st.none() | st.integers(1, 9999).map(float)),
        uschess_id=draw(st.none() | st.from_regex(r"[1-3][0-9]{7}", fullmatch=True)),
        fide_id=draw(st.none() | st.from_regex(r"[1-9][0-9]{5,10}", fullmatch=True)),
        born=born,
        born_year=draw(st.none() | st.integers(1900, 2026)) if born is None else None,
        federation=draw(st.none() | st.from_regex(r"[A-Z]{3}", fullmatch=True)),
        sex=draw(st.sampled_from([None, "m", "w"])),
        title=draw(st.sampled_from([None, "GM", "IM", "WGM", "FM", "WIM", "CM", "WFM", "WCM", "NM"])),
        state=draw(st.none() | st.from_regex(r"[A-Z]{2}", fullmatch=True)),
        team=draw(st.none() | st.sampled_from(teams)) if teams else None,
    )


@st.composite
def filed_rounds(draw: st.DrawFn, numbers: list[int], round_number: int) -> tuple[list[Game], list[Bye]]:
    """Draw a round: a pairing, and what came of it."""
    games, byes = [], []
    order = draw(st.permutations(numbers))
    paired = draw(st.integers(0, len(order) // 2))
    for first, second in zip(order[: 2 * paired : 2], order[1 : 2 * paired : 2], strict=True):
        if draw(st.booleans()):
            score, began = draw(st.sampled_from([0.0, 0.5, 1.0])), draw(st.sampled_from([None, True, False]))
            games.append(Game(round_number, first, second, score, began, rated=draw(st.booleans())))
            continue
        byes.append(Bye(round_number, first, ByeKind.FORFEIT_LOSS, opponent=second))
        other = draw(st.sampled_from([ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS]))
        byes.append(Bye(round_number, second, other, opponent=first))
    for number in order[2 * paired :]:
        kind = draw(st.none() | st.sampled_from(list(ByeKind)))
        if kind is not None:
            byes.append(Bye(round_number, number, kind))
    return games, byes


@st.composite
def filed_events(draw: st.DrawFn) -> FileEvent:
    numbers = draw(st.lists(st.integers(1, 9999), min_size=1, max_size=8, unique=True))
    teams = draw(st.lists(text_of(32), max_size=3))
    rounds = [draw(filed_rounds(numbers, number)) for number in range(1, draw(st.integers(0, 5)) + 1)]
    section = FileSection(
        players=tuple(draw(filed_players(number, teams)) for number in numbers),
        games=tuple(game for games, _ in rounds for game in games),
        byes=tuple(bye for _, byes in rounds for bye in byes),
        time_control=draw(st.none() | st.builds(TimeControl, st.integers(1, 300), st.integers(0, 120))),
        rounds_planned=draw(st.none() | st.integers(1, 20)),
    )
    return FileEvent(
        format="anything",
        sections=(section,),
        name=draw(st.none() | text_of(100)),
        began=draw(st.none() | st.dates(date(1900, 1, 1), date(2100, 1, 1))),
        day=draw(st.none() | st.dates(date(1900, 1, 1), date(2100, 1, 1))),
        city=draw(st.none() | text_of(100)),
        federation=draw(st.none() | st.from_regex(r"[A-Z]{3}", fullmatch=True)),
    )


@given(filed_events())
def test_any_event_written_and_read_again_tells_the_same(event: FileEvent) -> None:
    data = write_trf26(event)
    again = read_trf(data)
    assert is_trf(data.decode())
    assert facts(again) == facts(event)
    assert write_trf26(again) == data
    assert not [remark for remark in again.remarks if "points" in remark.text]


def facts(event: FileEvent) -> tuple[object, ...]:
    (section,) = event.sections
    # Places in a team that nobody gave are those of the pairing numbers.
    players = {replace(player, line=None, board=None) for player in section.players}
    games = {turned(game) for game in section.games}
    header = (event.name, event.city, event.federation, event.began, event.day)
    return players, games, set(section.byes), section.time_control, section.rounds_planned, header


def turned(game: Game) -> Game:
    if game.first < game.second:
        return game
    score = None if game.score is None else 1 - game.score
    began = None if game.first_began is None else not game.first_began
    return replace(game, first=game.second, second=game.first, score=score, first_began=began)
