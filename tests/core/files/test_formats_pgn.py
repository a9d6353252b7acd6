"""PGN: games that were not played, games that a site only relays, a file for each round."""

import pytest

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Game
from core.event.event_file import FileEvent
from core.files.bundle import bundled
from core.files.recognise import read_event_file
from tests.core.files.uschess_report_examples import zipped

X, F, H = ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS, ByeKind.HALF_POINT


def game(number: str, white: str, black: str, result: str, moves: str = "", **tags: str) -> str:
    known = {"Event": "Club Cup", "Date": f"2026.11.0{number[0]}", "Round": number}
    known |= {"White": white, "Black": black, "Result": result, **tags}
    return "".join(f'[{name} "{value}"]\n' for name, value in known.items()) + f"\n{moves} {result}\n\n"


def read(text: str) -> FileEvent:
    return read_event_file(text.encode())


PLAYED = game("1", "Ann Quill", "Bo Reed", "1-0", "1. e4 e5 2. Nf3")


@pytest.mark.parametrize("why", ["unplayed", "Unplayed", "forfeit", "Forfeit"])
@pytest.mark.parametrize(
    ("result", "byes"),
    [
        ("1-0", (Bye(1, 3, X, 4), Bye(1, 4, F, 3))),
        ("0-1", (Bye(1, 3, F, 4), Bye(1, 4, X, 3))),
        ("1/2-1/2", (Bye(1, 3, H), Bye(1, 4, H))),
    ],
)
def test_a_game_that_says_it_was_not_played_is_not_rated(why: str, result: str, byes: tuple[Bye, ...]) -> None:
    # PGN standard 9.8.1: Termination says how a game ended.
    (section,) = read(PLAYED + game("1", "Cy Dorn", "Di Elm", result, Termination=why)).sections
    assert section.games == (Game(1, 1, 2, 1.0, True),)
    assert section.byes == byes


def test_a_forfeit_after_moves_was_a_game() -> None:
    # A mobile phone that rings: the game is lost, and rated.
    (section,) = read(game("1", "Cy", "Di", "1-0", "1. e4 e5", Termination="forfeit")).sections
    assert (len(section.games), section.byes) == (1, ())


def test_a_game_without_moves_among_others_is_named() -> None:
    event = read(PLAYED + game("1", "Cy Dorn", "Di Elm", "1-0"))
    assert [str(one) for one in event.remarks] == ["Line 10: the game has no moves. Rated as played"]
    assert len(event.sections[0].games) == 2


def test_a_file_of_headers_alone_is_read_without_a_word() -> None:
    event = read(game("1", "Ann", "Bo", "1-0") + game("1", "Cy", "Di", "0-1"))
    assert (len(event.sections[0].games), event.remarks) == (2, ())


@pytest.mark.parametrize(
    ("result", "kinds"), [("0-0", (F, F)), ("+/-", (X, F)), ("-/+", (F, X)), ("1-0F", (X, F)), ("+--", (X, F))]
)
def test_results_of_games_that_nobody_played_are_read(result: str, kinds: tuple[ByeKind, ByeKind]) -> None:
    (section,) = read(PLAYED + game("2", "Ann Quill", "Bo Reed", result)).sections
    assert section.byes == (Bye(2, 1, kinds[0], 2), Bye(2, 2, kinds[1], 1))


def broadcast(number: str, white: str, black: str, result: str) -> str:
    site = f"https://lichess.org/broadcast/club-open/round-{number[0]}/AbCdEfGh/{number.replace('.', '')}xYzAbCd"
    tags = {"Event": f"Round {number[0]}: {white} - {black}", "Site": site, "BroadcastName": "Club Open 2026"}
    return game(number, white, black, result, "1. e4 e5", **tags)


def test_a_broadcast_is_one_event_over_the_board() -> None:
    event = read(
        broadcast("1.1", "Blank, Ada", "Cart, Bo", "1-0")
        + broadcast("1.2", "Dorn, Cy", "Elm, Di", "1/2-1/2")
        + broadcast("2.1", "Blank, Ada", "Elm, Di", "1-0")
    )
    (section,) = event.sections
    assert (event.name, event.site) == ("Club Open 2026", None)
    assert [(one.round, one.score) for one in section.games] == [(1, 1.0), (1, 0.5), (2, 1.0)]


@pytest.mark.parametrize(
    ("site", "online"),
    [
        ("https://lichess.org/study/AbCdEfGh/12345678", None),
        ("https://www.chess.com/events/club-open/1", None),
        ("https://lichess.org/AbCdEfGh", "lichess"),
    ],
)
def test_a_site_that_only_shows_a_game_is_not_where_it_was_played(site: str, online: str | None) -> None:
    assert read(game("1", "Ann", "Bo", "1-0", Site=site)).site == online


ROUNDS = {
    "Club Cup1.pgn": game("1.1", "Blank,Ada", "Cart,Bo", "1-0") + game("1.2", "Dorn,Cy", "Elm,Di", "1/2-1/2"),
    "Club Cup2.pgn": game("2.1", "Elm,Di", "Blank,Ada", "0-1") + game("2.2", "Cart,Bo", "Dorn,Cy", "0-1"),
}


def test_one_file_for_each_round_is_one_event() -> None:
    uploads = bundled([text.encode() for text in ROUNDS.values()], list(ROUNDS))
    for data in (zipped({name: text.encode() for name, text in ROUNDS.items()}), uploads):
        event = read_event_file(data)
        (section,) = event.sections
        assert (event.format, event.name, len(section.players)) == ("PGN", "Club Cup", 4)
        assert [(one.round, one.score) for one in section.games] == [(1, 1.0), (1, 0.5), (2, 0.0), (2, 0.0)]


def test_what_is_said_of_a_file_among_several_names_it() -> None:
    files = {name: text.encode() for name, text in ROUNDS.items()}
    event = read_event_file(zipped(files | {"third.pgn": game("3", "A", "B", "*").encode(), "readme.txt": b"Hello"}))
    assert [str(one) for one in event.remarks] == [
        '"readme.txt" is not a PGN. Ignored',
        '"third.pgn", line 1: the game has no result. Skipped',
    ]
    with pytest.raises(InputError) as refused:
        read_event_file(zipped(files | {"third.pgn": game("3", "A", "B", "2-0").encode()}))
    assert refused.value.message.startswith('"third.pgn", line 1: "2-0" is not a result.')
