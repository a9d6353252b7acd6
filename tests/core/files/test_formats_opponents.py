"""Opponents, in every form that a member may write them."""

from typing import Any

import pytest

from core.errors import InputError
from core.event.crosstable import ByeKind
from core.files.typed.opponents import ParsedOpponent, ParsedOpponents, parse_opponents


def only(text: str) -> ParsedOpponent:
    (opponent,) = parse_opponents(text).games
    return opponent


def ratings(text: str) -> list[float | None]:
    return [game.rating for game in parse_opponents(text).games]


def names(text: str) -> list[str | None]:
    return [game.name for game in parse_opponents(text).games]


def scores(text: str) -> list[float | None]:
    return [game.score for game in parse_opponents(text).games]


def test_ratings_are_read_in_their_order_and_without_results() -> None:
    written = parse_opponents("974 951 2471 1585")
    assert [game.rating for game in written.games] == [974, 951, 2471, 1585]
    assert [game.score for game in written.games] == [None] * 4
    assert written.score is None


def test_results_come_before_their_opponents() -> None:
    written = parse_opponents("W974, D951, L2471")
    assert [(game.rating, game.score) for game in written.games] == [(974, 1), (951, 0.5), (2471, 0)]
    assert written.score == 1.5


def test_the_case_of_a_result_means_nothing() -> None:
    assert scores("w974 d951 l2471 W974 D951 L2471") == [1, 0.5, 0, 1, 0.5, 0]


def test_a_name_of_several_words_is_quoted() -> None:
    named, numbered = parse_opponents('"Anna Lee" #12').games
    assert (named.name, numbered.player) == ("Anna Lee", 12)


@pytest.mark.parametrize(
    ("text", "field", "value"),
    [
        ("1585", "rating", 1585),
        ("1470.25", "rating", 1470.25),
        ("<@80351110224678912>", "user", 80351110224678912),
        ("<@!80351110224678912>", "user", 80351110224678912),
        ("#12", "player", 12),
        ("@Dana", "name", "Dana"),
        ("Dana", "name", "Dana"),
        ('"Anna Lee"', "name", "Anna Lee"),
        ('@"Anna Lee"', "name", "Anna Lee"),
        ("O'Neil-Smith", "name", "O'Neil-Smith"),
        ("日本語", "name", "日本語"),
        ("👩‍👩‍👧", "name", "👩‍👩‍👧"),
    ],
)
def test_an_opponent_is_a_rating_a_user_a_player_or_a_name(text: str, field: str, value: Any) -> None:
    opponent = only(text)
    fields = {name: getattr(opponent, name) for name in ("rating", "user", "player", "name")}
    assert fields == {"rating": None, "user": None, "player": None, "name": None} | {field: value}
    assert opponent.score is None


@pytest.mark.parametrize("letter", ["W", "d"])
@pytest.mark.parametrize("written", ["1585", "<@123>", "<@!123>", "#12", "@Dana", '"Anna Lee"', '@"Anna Lee"'])
def test_a_result_may_stand_before_every_form(letter: str, written: str) -> None:
    with_result, without = only(letter + written), only(written)
    assert with_result.score == {"W": 1, "d": 0.5}[letter]
    for field in ("rating", "user", "player", "name"):
        assert getattr(with_result, field) == getattr(without, field)


@pytest.mark.parametrize("name", ["Wendy", "dana", "Louis", "Walter", "D'Angelo", "Lé", "W.", "wdl"])
def test_a_name_that_starts_like_a_result_is_a_name(name: str) -> None:
    assert only(name).name == name
    assert only(name).score is None


def test_behind_the_at_sign_even_the_letters_and_bye_are_names() -> None:
    assert names("@W @D @L @BYE @Forfeit") == ["W", "D", "L", "BYE", "Forfeit"]
    assert names('"BYE" @"forfeit"') == ["BYE", "forfeit"]


def test_a_lone_letter_is_the_result_of_what_follows() -> None:
    assert scores("W 974 d 951 L @Dana") == [1, 0.5, 0]
    assert scores("W, 974; D\n951") == [1, 0.5]
    assert names('W Wendy L "Anna Lee"') == ["Wendy", "Anna Lee"]
    assert scores('W Wendy L "Anna Lee"') == [1, 0]


@pytest.mark.parametrize("written", ["1455P10", "1455p10", "1455/10", "W1455P10", "l1455/10", "1455P1", "1455/1000"])
def test_the_games_behind_a_provisional_rating_are_left_out(written: str) -> None:
    assert only(written).rating == 1455


@pytest.mark.parametrize("written", ["@Dana (1585)", '"Dana" (1585)', '"Dana"(1585)', "Dana (99)", "(1585) Dana"])
def test_a_rating_in_parentheses_is_what_a_suggestion_shows_behind_a_name(written: str) -> None:
    assert only(written).name == "Dana"


def test_a_rating_in_parentheses_separates_opponents_too() -> None:
    assert names("@Dana (1585) @Eli (1620),@Fay (900)") == ["Dana", "Eli", "Fay"]


@pytest.mark.parametrize("between", [" ", ",", ";", ", ", " ; ", "\n", "\r\n", "\t", ",,", " ,;, ", "\u00a0", "\u3000"])
def test_spaces_commas_and_semicolons_separate(between: str) -> None:
    assert ratings(between.join(["974", "951", "2471"])) == [974, 951, 2471]
    assert ratings(f"{between}974{between}951{between}") == [974, 951]


def test_byes_stand_between_the_games() -> None:
    written = parse_opponents("W1500 BYE L1620 forfeit Bye FORFEIT")
    rounds = [entry if isinstance(entry, ByeKind) else entry.rating for entry in written.rounds]
    bye, forfeit = ByeKind.FULL_POINT, ByeKind.FORFEIT_WIN
    assert rounds == [1500, bye, 1620, forfeit, bye, forfeit]
    assert [game.rating for game in written.games] == [1500, 1620]
    assert written.score == 1


@pytest.mark.parametrize("rating", ["100", "3000", "100.0", "2999.999999999", "0100"])
def test_ratings_lie_between_100_and_3000(rating: str) -> None:
    assert only(rating).rating == float(rating)


def test_the_word_itself_is_kept_for_messages() -> None:
    assert [game.text for game in parse_opponents('974 "Anna Lee" 1455P10 <@!7>').games] == [
        "974",
        '"Anna Lee"',
        "1455P10",
        "<@!7>",
    ]
    assert only("@" + "x" * 200).text == "@" + "x" * 38 + "…"


def test_sixty_opponents_are_allowed() -> None:
    assert len(parse_opponents("1500 " * 60).games) == 60
    assert len(parse_opponents("W1500 " * 60 + "BYE " * 39).games) == 60
    with pytest.raises(InputError, match="at most 60"):
        parse_opponents("W1500 " * 60 + "BYE " * 40)  # a hundredth round has no place in a table


def test_what_was_read_knows_its_games_and_its_score() -> None:
    written = ParsedOpponents((ParsedOpponent("W1500", rating=1500, score=1), ByeKind.FULL_POINT))
    assert len(written.games) == 1
    assert written.score == 1
