"""Typed rounds of a title norm."""

from typing import NamedTuple

import pytest
from formats_checks import hostile_text, read_or_refused, read_to_the_end, refusal, thorough
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.files.typed.opponents import ParsedRounds, parse_norm_opponents
from core.rating.fide.norms.facts import MOST_ROUNDS, Decided, NormGame, NormOpponent, PlayerTitle
from core.rating.fide.norms.forecast import RemainingGame


def only_game(text: str) -> NormGame:
    written = parse_norm_opponents(text)
    assert written.remaining == ()
    (game,) = written.games
    return game


def facts(opponent: NormOpponent | None) -> tuple[int | None, str | None, PlayerTitle | None] | None:
    return None if opponent is None else (opponent.rating, opponent.federation, opponent.title)


@pytest.mark.parametrize(
    "text", ["W2450 IM NED", "IM NED 2450 W", "ned".upper() + " w 2450 im", "1 Im 2450 NED", "w2450 NED IM"]
)
def test_the_words_of_an_entry_have_any_order(text: str) -> None:
    game = only_game(text)
    assert facts(game.opponent) == (2450, "NED", PlayerTitle.IM)
    assert (game.score, game.decided) == (1.0, Decided.PLAYED)


@pytest.mark.parametrize(
    ("text", "score", "decided"),
    [
        ("D2450", 0.5, Decided.PLAYED),
        ("½2450", 0.5, Decided.PLAYED),
        ("2450 1/2", 0.5, Decided.PLAYED),
        ("=2450", 0.5, Decided.PLAYED),
        ("L 2450", 0.0, Decided.PLAYED),
        ("0 2450", 0.0, Decided.PLAYED),
        ("+2450", 1.0, Decided.FORFEIT),
        ("2450 forfeit", 1.0, Decided.FORFEIT),
        ("- 2450", 0.0, Decided.FORFEIT),
        ("−2450", 0.0, Decided.FORFEIT),
    ],
)
def test_a_result_is_understood_as_people_write_it(text: str, score: float, decided: Decided) -> None:
    game = only_game(text)
    assert (game.score, game.decided) == (score, decided)
    assert game.opponent is not None
    assert game.opponent.rating == 2450


@pytest.mark.parametrize(
    ("text", "score", "decided"),
    [
        ("BYE", None, Decided.ALLOCATED_BYE),
        ("half bye", None, Decided.OTHER_BYE),
        ("BYE zero", None, Decided.OTHER_BYE),
        ("FORFEIT", 1.0, Decided.FORFEIT),
        ("+", 1.0, Decided.FORFEIT),
    ],
)
def test_a_round_without_a_game_needs_no_opponent(text: str, score: float | None, decided: Decided) -> None:
    game = only_game(text)
    assert game == NormGame(1, None, score, decided)


@pytest.mark.parametrize("text", ["W unrated ESP", "Wunr ESP", "UNRATED ESP 1"])
def test_an_unrated_opponent_is_said_to_be_one(text: str) -> None:
    assert facts(only_game(text).opponent) == (None, "ESP", None)


def test_rounds_to_come_stand_at_the_end() -> None:
    written = parse_norm_opponents("W2450 IM NED; BYE\n2510 GM GER, ?,\n")
    assert [game.round for game in written.games] == [1, 2]
    third, fourth = written.remaining
    assert (third.round, facts(third.opponent)) == (3, (2510, "GER", PlayerTitle.GM))
    assert fourth == RemainingGame(4, None)
    assert written.rounds == 4


def test_people_who_look_alike_are_one_unless_a_number_tells_them_apart() -> None:
    people = [
        game.opponent.person
        for game in parse_norm_opponents("W2450 IM NED, = IM 2450 NED, W2450 IM NED #2, L2450 GM NED").games
        if game.opponent is not None
    ]
    assert people[0] == people[1]
    assert len(set(people)) == 3


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("", "There are no opponents. Write them like W2450 IM NED, with a comma between."),
        (" , ;\n", "There are no opponents"),
        ("W2450 IM NED 2400", '"W2450 IM NED 2400" has a second rating, 2400. Put a comma between opponents.'),
        ("W2450 IM GM", '"W2450 IM GM" has a second title, GM'),
        ("W2450 NED FRA", '"W2450 NED FRA" has a second federation, FRA'),
        ("W2450 W2300", '"W2450 W2300" has two results'),
        ("W GM", '"W GM" has no rating. Write it, for example 2450, or "unrated".'),
        ("GM NED", '"GM NED" has no rating'),
        ("W12450", '"W12450" in "W12450" is not a result, rating, title or federation'),
        ("W 12450", '"W 12450" has 12450 as a rating. FIDE ratings are between 1000 and 3500, or write unrated.'),
        ("W2450 ned", '"W2450 ned" has the federation ned. Write it in capitals, for example NOR.'),
        ("W2450 Ivan", '"Ivan" in "W2450 Ivan" is not a result, rating, title or federation'),
        ("2450 BYE", '"2450 BYE" is a bye and an opponent. Write only BYE.'),
        ("? GM", '"? GM" is incomplete. Write ? for a round to come, or the opponent.'),
        ("2450, W2400", '"W2400" has a result, but a round before it has none'),
        ("?, BYE", '"BYE" has a result, but a round before it has none'),
        ("W2400 #1 #2", "has a second number after #, #2"),
        (",".join(["W2400"] * (MOST_ROUNDS + 1)), f"An event has at most {MOST_ROUNDS} rounds"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_entry(text: str, sentence: str) -> None:
    assert sentence in refusal(parse_norm_opponents, text)


class Spelled(NamedTuple):
    """A round in one of its spellings, and what it says."""

    text: str
    opponent: tuple[int | None, str | None, PlayerTitle | None] | None
    score: float | None
    decided: Decided | None


RESULTS = [
    *((word, 1.0, Decided.PLAYED) for word in ("W", "w", "1")),
    *((word, 0.5, Decided.PLAYED) for word in ("D", "d", "=", "½", "1/2", "0.5")),
    *((word, 0.0, Decided.PLAYED) for word in ("L", "l", "0")),
    *((word, 1.0, Decided.FORFEIT) for word in ("+", "FORFEIT", "forfeit")),
    ("-", 0.0, Decided.FORFEIT),
]


@st.composite
def spelled(draw: st.DrawFn, *, to_come: bool) -> Spelled:
    rating = draw(st.one_of(st.none(), st.integers(1000, 3500)))
    title = draw(st.sampled_from([None, *PlayerTitle]))
    federation = draw(st.sampled_from([None, "NOR", "NED", "FID", "NON", "WIN", "ABC"]))
    shown = draw(st.sampled_from(["unrated", "unr", "Unrated"])) if rating is None else str(rating)
    words = [draw(st.sampled_from([title.value, title.value.lower()]))] if title else []
    words += [federation] if federation else []
    score, decided = None, None
    if not to_come:
        result, score, decided = draw(st.sampled_from(RESULTS))
        joined = draw(st.booleans()) and len(result) == 1 and result not in "10"
        words += [result + shown] if joined else [result, shown]
    else:
        words.append(shown)
    return Spelled(draw(st.sampled_from([" ", "  ", "\t"])).join(draw(st.permutations(words))),
                   (rating, federation, title), score, decided)  # fmt: skip


@thorough
@given(
    st.lists(spelled(to_come=False), max_size=12),
    st.lists(st.one_of(spelled(to_come=True), st.just(Spelled("?", None, None, None))), max_size=5),
    st.sampled_from([",", ", ", ";", "\n", " ;\n", ",,"]),
)
def test_a_list_reads_back_in_every_spelling(passed: list[Spelled], to_come: list[Spelled], between: str) -> None:
    entries = [*passed, *to_come]
    written = read_or_refused(parse_norm_opponents, between.join(one.text for one in entries))
    if not entries:
        assert written is None
        return
    games = [(facts(game.opponent), game.score, game.decided) for game in written.games]
    assert games == [(one.opponent, one.score, one.decided) for one in passed]
    assert [facts(game.opponent) for game in written.remaining] == [one.opponent for one in to_come]
    assert [one.round for one in (*written.games, *written.remaining)] == list(range(1, len(entries) + 1))


@thorough
@given(hostile_text)
def test_any_text_is_read_or_refused_in_one_line(text: str) -> None:
    written = read_or_refused(parse_norm_opponents, text)
    if written is not None:
        assert isinstance(written, ParsedRounds)
        assert 1 <= written.rounds <= MOST_ROUNDS


fragments = st.text(st.sampled_from("wWD1½/0.=+-#? ,;\nGMINEDunr"), min_size=1, max_size=6)


@thorough
@given(fragments, fragments, fragments)
def test_no_repeated_fragment_takes_long(part: str, start: str, end: str) -> None:
    read_to_the_end(parse_norm_opponents, part, start, end)


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("2450W IM NED, 2380= GM FRA", "W2450 IM NED, =2380 GM FRA"),
        ("2450 IM NED w, 2380 GM FRA L", "W2450 IM NED, L2380 GM FRA"),
        ("beat 2450 IM NED, I lost to 2380 GM FRA, drew with 2300 ESP", "W2450 IM NED, L2380 GM FRA, D2300 ESP"),
        ("2450 IM NED won; 2380 GM FRA lost", "W2450 IM NED; L2380 GM FRA"),
        ("Ｗ２４５０ IM NED", "W2450 IM NED"),
        ("W2450 IM NED, 2405 GM POL (to come), ? (unknown)", "W2450 IM NED, 2405 GM POL, ?"),
    ],
)
def test_results_may_follow_and_be_words(text: str, same: str) -> None:
    assert parse_norm_opponents(text) == parse_norm_opponents(same)


@pytest.mark.parametrize("text", ["W2450W IM NED", "beat 2450 IM NED won", "2450W IM NED L"])
def test_two_results_are_refused_wherever_they_stand(text: str) -> None:
    with pytest.raises(InputError):
        parse_norm_opponents(text)
