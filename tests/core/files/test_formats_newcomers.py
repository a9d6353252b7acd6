"""What a newcomer writes for a first rating."""

from datetime import date

import pytest
from formats_checks import HOSTILE, hostile_text, read_or_refused, read_to_the_end, refusal, short_id, thorough
from hypothesis import given
from hypothesis import strategies as st

from core.event.background import ExternalRating, ExternalSystem
from core.files.typed.persons import Age, parse_age, parse_external_ratings

TODAY = date(2026, 11, 21)


def read_age(text: str) -> Age:
    return parse_age(text, TODAY)


def read_elsewhere(text: str) -> tuple[ExternalRating, ...]:
    return parse_external_ratings(text, TODAY)


@pytest.mark.parametrize(
    ("text", "age"),
    [
        ("2015-05-30", Age(date(2015, 5, 30), True)),
        (" 2015-05-30\n", Age(date(2015, 5, 30), True)),
        ("2024-02-29", Age(date(2024, 2, 29), True)),
        ("2026-11-21", Age(TODAY, True)),
        ("1906-01-01", Age(date(1906, 1, 1), True)),
        ("adult", Age(None, True)),
        ("Adult", Age(None, True)),
        ("child", Age(None, False)),
        (" CHILD ", Age(None, False)),
    ],
)
def test_an_age_is_a_birth_date_or_adult_or_child(text: str, age: Age) -> None:
    assert read_age(text) == age


@pytest.mark.parametrize(
    "text",
    [
        *("", "11", "eleven", "kid", "adults", "2015", "May 30"),
        *("2015-W22-6", "2015-150", "2023-02-29", "2015-13-01", "0000-01-01", "2015-05-30x"),
    ],
    ids=short_id,
)
def test_what_is_no_birth_date_is_refused_with_the_words_that_are(text: str) -> None:
    sentence = refusal(read_age, text)
    assert f'"{text}" is not a birth date' in sentence
    assert "adult, or child" in sentence


@pytest.mark.parametrize("text", ["2026-11-22", "9999-12-31", "1905-12-31", "0001-01-01"])
def test_nobody_is_born_in_the_future_or_more_than_120_years_ago(text: str) -> None:
    assert f"{text} cannot be a birth date" in refusal(read_age, text)


@pytest.mark.parametrize(
    ("word", "system"),
    [
        ("FIDE", ExternalSystem.FIDE),
        ("CFC", ExternalSystem.CFC),
        ("regular", ExternalSystem.USCHESS_REGULAR),
        ("quick", ExternalSystem.USCHESS_QUICK),
        ("blitz", ExternalSystem.USCHESS_BLITZ),
        ("online-regular", ExternalSystem.ONLINE_REGULAR),
        ("online-quick", ExternalSystem.ONLINE_QUICK),
        ("online-blitz", ExternalSystem.ONLINE_BLITZ),
    ],
)
@pytest.mark.parametrize("form", ["{} 1850", " {}  1850 ", "{}: 1850", "{}:1850", "{}1850"])
def test_every_system_has_a_name(word: str, system: ExternalSystem, form: str) -> None:
    expected = (ExternalRating(system, 1850.0, TODAY, None),)
    assert read_elsewhere(form.format(word)) == expected
    assert read_elsewhere(form.format(word.swapcase())) == expected
    assert read_elsewhere(form.format(word.replace("-", " "))) == expected


@pytest.mark.parametrize(
    ("text", "games", "day"),
    [
        ("regular 1600/24", 24, TODAY),
        ("regular 1600/0", 0, TODAY),
        ("regular 1600 2025-01-01", None, date(2025, 1, 1)),
        ("regular 1600/24 2025-01-01", 24, date(2025, 1, 1)),
        ("regular: 1600/24   2026-11-21", 24, TODAY),
    ],
)
def test_games_follow_a_slash_and_the_day_is_last(text: str, games: int | None, day: date) -> None:
    assert read_elsewhere(text) == (ExternalRating(ExternalSystem.USCHESS_REGULAR, 1600.0, day, games),)


@pytest.mark.parametrize("between", [", ", ",", "; ", "\n", " ,; "])
def test_several_are_kept_in_their_order(between: str) -> None:
    found = read_elsewhere(f"FIDE 1850{between}online quick 1600/24 2025-03-01{between}CFC 100")
    assert found == (
        ExternalRating(ExternalSystem.FIDE, 1850.0, TODAY),
        ExternalRating(ExternalSystem.ONLINE_QUICK, 1600.0, date(2025, 3, 1), 24),
        ExternalRating(ExternalSystem.CFC, 100.0, TODAY),
    )


@pytest.mark.parametrize(
    ("text", "part"),
    [
        ("1850", '"1850" is not another rating'),
        ("ECF 1850", '"ECF 1850" is not another rating'),
        ("FIDE", '"FIDE" is not another rating'),
        ("FIDE 1850 CFC 1500", "is not another rating"),
        ("FIDE 1850.5", "is not another rating"),
        ("FIDE 85", "is not another rating"),
        ("FIDE 18500", "is not another rating"),
        ("FIDE -1850", "is not another rating"),
        ("FIDE 1850/", "is not another rating"),
        ("FIDE 1850/123456", "is not another rating"),
        ("online 1850", '"online 1850" is not another rating'),
        ("FIDE 1850, nonsense", '"nonsense" is not another rating'),
        ("FIDE 099", "99 is not a rating"),
        ("FIDE 3001", "3001 is not a rating"),
        ("FIDE 1850, fide 1900", "FIDE is listed twice"),
        ("online quick 1850; online-quick 1900", "US Chess Online Quick is listed twice"),
        ("FIDE 1850 2025-02-29", "2025-02-29"),
        ("FIDE 1850 2026-11-22", "in the future"),
        ("FIDE 1850 1959-12-31", "is too early"),
        ("", "The option elsewhere has no rating"),
        (" , ;\n", "The option elsewhere has no rating"),
    ],
    ids=short_id,
)
def test_what_is_no_rating_elsewhere_is_refused(text: str, part: str) -> None:
    assert part in refusal(read_elsewhere, text)


def test_the_known_systems_are_named_to_whoever_writes_another() -> None:
    sentence = refusal(read_elsewhere, "ECF 1850")
    for name in ("FIDE", "CFC", "regular", "quick", "blitz", "online-regular", "online-quick", "online-blitz"):
        assert name in sentence


@pytest.mark.parametrize("text", HOSTILE, ids=short_id)
def test_a_hostile_text_is_refused_in_one_line(text: str) -> None:
    assert refusal(read_age, text)
    assert refusal(read_elsewhere, text)


almost = st.lists(
    st.sampled_from(
        ["FIDE", "cfc", "online", "-", " ", "quick", ":", "1850", "/", "24", "2025-03-01", ",", "adult", "\n", "0", "K"]
    ),
    max_size=20,
).map("".join)


@thorough
@given(st.one_of(hostile_text, almost))
def test_any_text_is_an_age_or_refused(text: str) -> None:
    age = read_or_refused(read_age, text)
    assert age is None or age.born is None or (date(1906, 1, 1) <= age.born <= TODAY and age.adult)


@thorough
@given(st.one_of(hostile_text, almost))
def test_any_text_is_ratings_elsewhere_or_refused(text: str) -> None:
    found = read_or_refused(read_elsewhere, text)
    assert found is None or found
    for other in found or ():
        assert 100 <= other.rating <= 3000
        assert date(1960, 1, 1) <= other.day <= TODAY
        assert other.games is None or 0 <= other.games <= 99_999
    assert len({other.system for other in found or ()}) == len(found or ())


NAMES = {
    "fide": ExternalSystem.FIDE,
    "Quick": ExternalSystem.USCHESS_QUICK,
    "ONLINE BLITZ": ExternalSystem.ONLINE_BLITZ,
}
written_once = st.lists(
    st.tuples(
        st.sampled_from(list(NAMES)),
        st.integers(100, 3000),
        st.none() | st.integers(0, 99_999),
        st.none() | st.dates(date(1960, 1, 1), TODAY),
    ),
    min_size=1,
    unique_by=lambda entry: entry[0],
)


@thorough
@given(written_once, st.sampled_from([", ", ";", "\n"]))
def test_what_is_written_reads_back(entries: list[tuple[str, int, int | None, date | None]], between: str) -> None:
    text = between.join(
        f"{name} {rating}" + ("" if games is None else f"/{games}") + ("" if day is None else f" {day.isoformat()}")
        for name, rating, games, day in entries
    )
    assert read_elsewhere(text) == tuple(
        ExternalRating(NAMES[name], float(rating), day or TODAY, games) for name, rating, games, day in entries
    )


@pytest.mark.parametrize("part", ["a", "a-", " ", "a ", "1", "1/", ",", "fide 1850,", "-", "\u2003"], ids=short_id)
@pytest.mark.parametrize(("start", "end"), [("", ""), ("fide", "x"), ("fide 1850", "x")])
def test_the_longest_text_is_read_to_the_end(part: str, start: str, end: str) -> None:
    read_to_the_end(read_age, part, start, end)
    read_to_the_end(read_elsewhere, part, start, end)


def test_what_is_refused_is_repeated_only_in_part() -> None:
    assert len(refusal(read_age, "x" * 6000)) < 200
    assert len(refusal(read_elsewhere, "x" * 6000)) < 300
