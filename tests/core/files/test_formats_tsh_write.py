"""Written as tsh and read again."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date

import pytest
from formats_checks import checked
from hypothesis import example, given
from hypothesis import strategies as st
from pairings_events import DAYS, events, facts, maybe, plain_text, sections

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game, GameType
from core.event.event_file import Conduct, FileEvent, FilePlayer, FileSection
from core.files.scrabble.tsh import read_tsh
from core.files.scrabble.tsh_archive import write_tsh

ADA, BO = (
    FilePlayer(4, "Quill, Ada", 1812.0, rating_class="A"),
    FilePlayer(9, "Louis 14 Roy", None, games=3, team="a;b"),
)
GAME = Game(1, 4, 9, 1.0, True, 412, 388)


def event_of(*facts: Game | Bye, players: Sequence[FilePlayer] = (ADA, BO)) -> FileEvent:
    games = tuple(fact for fact in facts if isinstance(fact, Game))
    byes = tuple(fact for fact in facts if isinstance(fact, Bye))
    return FileEvent("", (FileSection(tuple(players), games, byes),), board=GameType.SCRABBLE)


def test_a_division_is_written_to_the_last_cell() -> None:
    bye = Bye(3, 4, ByeKind.FULL_POINT)
    assert write_tsh(event_of(GAME, bye)).decode("latin-1") == (
        "Quill, Ada             1812 2 00 0; 412 00 50; class A; p12 1 0 0\n"
        "Louis\xa014 Roy              0 1; 388; lifeg 3; p12 2; team a\\;b\n"
    )


def test_boards_and_what_a_bye_counts_are_written() -> None:
    """Round 1 at board 2, a bye of 40 in round 3, in which Louis lost by forfeit."""
    byes = (Bye(3, 4, ByeKind.FULL_POINT), Bye(3, 9, ByeKind.FORFEIT_LOSS))
    conduct = Conduct(boards={(1, 4): 2, (1, 9): 2}, bye_spread=40)
    section = FileSection((ADA, BO), (GAME,), byes, conduct=conduct)
    data = write_tsh(FileEvent("", (section,), board=GameType.SCRABBLE))
    assert data.decode("latin-1") == (
        "#bye_spread 40\n"
        "Quill, Ada             1812 2 00 0; 412 00 40; board 2 0 0; class A; p12 1 0 0\n"
        "Louis\xa014 Roy              0 1 00 0; 388 00 -40; board 2 0 0; lifeg 3; p12 2 0 0; team a\\;b\n"
    )
    (read,) = read_tsh(data).sections
    assert [bye.points for bye in read.byes] == [40, -40]
    archive = FileEvent("", (section, replace(section, name="B")), board=GameType.SCRABBLE)
    assert "\nconfig bye_spread = 40\n" in write_tsh(archive).decode("latin-1")
    mixed = FileEvent("", (section, replace(section, conduct=None)), board=GameType.SCRABBLE)
    with pytest.raises(InputError, match="does not count the same in all sections"):
        write_tsh(mixed)


def test_several_sections_are_written_as_an_archive() -> None:
    section = FileSection((ADA, BO), (GAME,), name="Open")
    event = FileEvent("", (section, replace(section, name="Late birds")), 'The "Pier"', None, date(2024, 3, 5))
    text = write_tsh(event).decode("latin-1")
    assert text.startswith(
        "# tsh archive file\n"
        "division Open Open.t\n"
        "division Late\xa0birds d2.t\n"
        "config bye_spread = 50\n"
        'config event_name = "The \\"Pier\\""\n'
        'config event_date = "2024-03-05"\n'
        "#begin_file name=Open.t\n"
        "Quill, Ada  "
    )
    assert text.endswith("\n#end_file name=d2.t\n")


def test_files_of_an_archive_differ_by_more_than_capitals() -> None:
    sections = [FileSection((ADA,), (), name=name) for name in ("a", "A", "a")]
    text = write_tsh(FileEvent("", tuple(sections), board=GameType.SCRABBLE)).decode()
    assert [line for line in text.split("\n") if line.startswith("#begin_file")] == [
        "#begin_file name=a.t",
        "#begin_file name=A-2.t",
        "#begin_file name=a-3.t",
    ]


def test_names_beyond_latin_1_are_written_in_utf_8_with_its_mark() -> None:
    players = (replace(ADA, name="Żółć, Ada"), replace(BO, name="Ã©"))
    data = write_tsh(event_of(GAME, players=players))
    assert data.startswith(b"\xef\xbb\xbf")
    assert [player.name for player in read_tsh(data).sections[0].players] == ["Żółć, Ada", "Ã©"]


@pytest.mark.parametrize(
    ("fact", "words"),
    [
        (Game(1, 4, 9, 1.0), "no points on the board"),
        (Game(1, 4, 9, 1.0, None, 412, 0), "something else"),
        (Game(1, 4, 9, 1.0, None, 412, 388, rated=False), "something else"),
        (Game(1, 4, 9, 0.0, None, 412, 388), "not their result"),
        (Game(1, 4, 5, 1.0, None, 412, 388), "no player 5"),
        (Game(100, 4, 9, 1.0, None, 412, 388), "99 rounds"),
    ],
)
def test_what_tsh_would_read_otherwise_is_refused(fact: Game, words: str) -> None:
    with pytest.raises(InputError, match=words) as caught:
        write_tsh(event_of(fact))
    checked(caught.value)


def test_what_tsh_does_not_know_is_written_as_the_nearest_that_it_knows() -> None:
    byes = [Bye(index, 4, kind) for index, kind in enumerate(ByeKind, start=1)]
    (section,) = read_tsh(write_tsh(event_of(*byes))).sections
    full, lost, not_played = ByeKind.FULL_POINT, ByeKind.FORFEIT_LOSS, ByeKind.UNPLAYED
    assert [bye.kind for bye in section.byes] == [full, not_played, not_played, full, lost, not_played]


def points_game(round_number: int, first: int, second: int) -> st.SearchStrategy[Game]:
    """A game that tsh can hold."""
    points = st.integers(1, 900)
    made = st.builds(
        Game, *map(st.just, (round_number, first, second, None)), st.sampled_from([None, True, False]), points, points
    )
    return made.map(
        lambda game: replace(
            game,
            score=0.5
            if game.first_points == game.second_points
            else float((game.first_points or 0) > (game.second_points or 0)),
        )
    )


def points_bye(round_number: int, number: int) -> st.SearchStrategy[Bye]:
    kinds = {ByeKind.FULL_POINT: st.integers(1, 150), ByeKind.FORFEIT_LOSS: st.integers(-150, -1)}
    kinds[ByeKind.UNPLAYED] = st.just(0)
    return st.one_of(
        [st.builds(Bye, *map(st.just, (round_number, number, kind, None)), pts) for kind, pts in kinds.items()]
    )


@st.composite
def tsh_events(draw: st.DrawFn) -> FileEvent:
    """An event of which tsh can hold everything; players are numbered from 1."""
    names = draw(st.lists(plain_text(8), min_size=1, max_size=3))
    if len(names) == 1:
        names = [draw(maybe(st.just(names[0])))]
    planned = draw(maybe(st.integers(1, 99)))
    parts = [kept(replace(draw(sections(name, points_game, points_bye)), rounds_planned=planned)) for name in names]
    days = sorted(draw(st.lists(DAYS, min_size=2, max_size=2)))
    began, day = draw(st.sampled_from([(None, None), (None, days[1]), (days[0], days[1]), (days[0], None)]))
    return FileEvent("", tuple(parts), draw(maybe(plain_text())), began, day, GameType.SCRABBLE)


def kept(section: FileSection) -> FileSection:
    """Return what tsh keeps of the players, with numbers from 1."""
    number = {player.number: place for place, player in enumerate(section.players, start=1)}
    return replace(
        section,
        players=tuple(
            FilePlayer(
                number[player.number],
                player.name.replace(":", "."),
                player.rating,
                player.games,
                naspa_id=player.naspa_id if player.naspa_id == "AA001234" else None,
                team=player.team,
                rating_class=player.rating_class,
            )
            for player in section.players
        ),
        games=tuple(replace(game, first=number[game.first], second=number[game.second]) for game in section.games),
        byes=tuple(replace(bye, entrant=number[bye.entrant]) for bye in section.byes),
    )


FORFEITS = (Bye(1, 1, ByeKind.FORFEIT_WIN, 2, 100), Bye(1, 2, ByeKind.FORFEIT_LOSS, 1, 0))


@given(tsh_events())
@example(event_of(*FORFEITS, players=(FilePlayer(1, "1"), FilePlayer(2, "2 2"))))
@example(event_of(players=(FilePlayer(1, "# no comment"), FilePlayer(2, "config x = 1"))))
def test_what_is_written_and_read_again_is_the_same(event: FileEvent) -> None:
    assert facts(read_tsh(write_tsh(event))) == facts(event)


@given(events())
def test_any_event_is_written_for_good_or_refused_in_one_sentence(event: FileEvent) -> None:
    try:
        once = read_tsh(write_tsh(event))
    except InputError as error:
        checked(error)
        return
    assert facts(read_tsh(write_tsh(once))) == facts(once)
