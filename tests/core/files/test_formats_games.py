"""Lists of games as people keep them."""

from datetime import date

import pytest

from core.errors import InputError
from core.event.event_file import FileEvent
from core.files.recognise import read_event_file


def read(text: str) -> FileEvent:
    return read_event_file(text.encode())


def games(text: str) -> list[tuple[int, str, str, float | None]]:
    (section,) = read(text).sections
    names = {player.number: player.name for player in section.players}
    return [(game.round, names[game.first], names[game.second], game.score) for game in section.games]


def refusal(text: str) -> str:
    with pytest.raises(InputError) as caught:
        read(text)
    return caught.value.message


ROWS = "Ada,Bo,1-0\nCy,Di,1/2-1/2\nBo,Cy,0-1\n"
GAMES = [(1, "Ada", "Bo", 1.0), (1, "Cy", "Di", 0.5), (2, "Bo", "Cy", 0.0)]


@pytest.mark.parametrize(
    "header",
    [
        "white,black,result",
        "White,Black,Score",
        "Player 1,Player 2,Result",
        "player_1,player_2,points",
        "Player,Opponent,Outcome",
        "Player A,Player B,Res.",
        "White player;Black player;Game result".replace(";", ","),
        "Weiß,Schwarz,Ergebnis",
        "Blancas,Negras,Resultado",
        "Blancs,Noirs,Résultat",
        "Home,Away,Result",
    ],
)
def test_columns_are_known_by_the_words_that_people_use(header: str) -> None:
    assert games(f"{header}\n{ROWS}") == GAMES


def test_games_without_rounds_are_numbered_in_the_order_of_the_lines() -> None:
    """Each player's first game is round 1, the second round 2."""
    rows = "Ada,Bo,1-0\nAda,Cy,1-0\nDi,Bo,0-1\nCy,Di,1-0\nAda,Bo,0-1\n"
    assert [one[0] for one in games(f"white,black,result\n{rows}")] == [1, 2, 2, 3, 3]


def test_games_with_dates_are_numbered_by_the_day() -> None:
    """The list is not in order; whoever comes on the second day plays in its round."""
    rows = "2026-11-14,Di,Ada,1-0\n2026-11-07,Ada,Bo,1-0\n2026-11-14,Bo,Cy,1-0\n2026-11-07,Bo,Ada,1/2-1/2\n"
    event = read(f"date,white,black,result\n{rows}")
    assert games(f"date,white,black,result\n{rows}") == [
        (1, "Ada", "Bo", 1.0), (2, "Bo", "Ada", 0.5), (3, "Di", "Ada", 1.0), (3, "Bo", "Cy", 1.0),
    ]  # fmt: skip
    assert (event.began, event.day) == (date(2026, 11, 7), date(2026, 11, 14))


def test_a_date_holds_for_the_lines_below_it() -> None:
    event = read("Played on,White,Black,Result\n7.11.2026,Ada,Bo,1-0\n,Cy,Di,1-0\n14.11.2026,Ada,Cy,1-0\n,Bo,Di,0-1\n")
    assert [game.round for game in event.sections[0].games] == [1, 1, 2, 2]
    assert event.remarks == ()


@pytest.mark.parametrize(
    ("dates", "last", "remarks"),
    [
        (("03/04/2026", "14/03/2026"), date(2026, 4, 3), 0),
        (("03/04/2026", "03/14/2026"), date(2026, 3, 14), 0),
        (("03/04/2026", "04/04/2026"), date(2026, 4, 4), 1),
    ],
    ids=["day first", "month first", "nobody knows"],
)
def test_one_date_of_a_list_tells_how_the_others_are_written(dates: tuple[str, str], last: date, remarks: int) -> None:
    event = read(f"date,white,black,result\n{dates[0]},Ada,Bo,1-0\n{dates[1]},Ada,Bo,1-0\n")
    assert (event.day, len(event.remarks)) == (last, remarks)


@pytest.mark.parametrize(
    ("text", "scores"),
    [
        ("winner,loser\nAda,Bo\nCy,Di\n", [1.0, 1.0]),
        ("winner,loser,result\nAda,Bo,0-1\nCy,Di,draw\n", [1.0, 0.5]),
        ("white,black,winner\nAda,Bo,Bo\nCy,Di,draw\n", [0.0, 0.5]),
        ("player,opponent,result\nAda,Bo,Win\nCy,Di,lost\n", [1.0, 0.0]),
        ("white,black,result\nAda,Bo,White won\nCy,Di,black wins\n", [1.0, 0.0]),
    ],
)
def test_a_result_may_be_a_word_or_the_winners_name(text: str, scores: list[float]) -> None:
    assert [one[3] for one in games(text)] == scores


@pytest.mark.parametrize(
    "text",
    [
        "player,rating,score,opponent,rating,score\nAda,1500,1,Bo,1480,0\n",
        "white,white elo,black,black elo,result\nAda,1500,Bo,1480,1-0\n",
        "Rating White,White,Rating Black,Black,Result\n1500,Ada,1480,Bo,1-0\n",
        "player,rating,opponent,opponent rating,result\nAda,1500,Bo,1480,W\n",
    ],
)
def test_a_rating_is_that_of_the_player_beside_it(text: str) -> None:
    (section,) = read(text).sections
    assert [(one.name, one.rating) for one in section.players] == [("Ada", 1500), ("Bo", 1480)]
    assert section.games[0].score == 1.0


def test_one_score_of_both_may_be_that_of_any_game() -> None:
    event = read("player1,player2,score\nAda,Bo,11-7\nBo,Cy,1-0\n")
    assert [(one.first_points, one.second_points) for one in event.sections[0].games] == [(11, 7), (None, None)]
    assert event.of_any_game


def test_a_game_that_both_sides_tell_counts_once() -> None:
    event = read("player,opponent,result\nAda,Bo,W\nCy,Di,D\nBo,Ada,L\nDi,Cy,D\n")
    assert len(event.sections[0].games) == 2
    assert [(one.line, one.text) for one in event.remarks] == [
        (4, "reported by both players. Counted once"), (5, "reported by both players. Counted once"),
    ]  # fmt: skip


def test_a_return_game_with_the_other_colours_is_another_game() -> None:
    assert len(games("white,black,result\nAda,Bo,1-0\nBo,Ada,0-1\n")) == 2
    assert len(games("player,opponent,result\nAda,Bo,W\nBo,Ada,L\nAda,Cy,W\n")) == 3


def test_byes_and_games_to_come_take_no_round_of_others() -> None:
    (section,) = read("white,black,result\nAda,Bo,\nCy,BYE,1\nAda,Bo,1-0\nCy,Ada,0-1\n").sections
    assert [game.round for game in section.games] == [1, 2]
    assert [(bye.round, bye.kind.value) for bye in section.byes] == [(1, "B")]


def test_a_title_above_the_list_is_the_events_name() -> None:
    event = read("Autumn ladder\n\nWhite,Black,Result\nAda,Bo,1-0\n")
    assert (event.name, len(event.sections[0].games)) == ("Autumn ladder", 1)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("white,black,result,res\nAda,Bo,1-0,1-0\n", 'Line 1: the columns "result" and "res" mean the same.'),
        ("white,white,black,result\nAda,Ada,Bo,1-0\n", 'the columns "white" and "white" mean the same'),
        ("white,black,date\nAda,Bo,2026-11-07\n", "does not say how they ended. Add a column result"),
        ("white,black,winner\nAda,Bo,Cy\n", 'Line 2: "Cy" is not one of the two'),
        ("date,white,black,result\n2026-13-01,Ada,Bo,1-0\n", 'Line 2: "2026-13-01" is not a date'),
        ("a,b,c\n1,2,3\n", "or a list of games as CSV with white,black,result"),
        ("white,black,result\n" + "Ada,Bo,1-0\n" * 100, "Line 101: there are more than 99 rounds"),
    ],
)
def test_what_cannot_be_read_is_said_in_a_sentence(text: str, words: str) -> None:
    assert words in refusal(text)
