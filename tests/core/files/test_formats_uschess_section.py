"""A rated section of US Chess, as documents of its API, as CSV and as its crosstable in text."""

import json
from collections.abc import Callable
from datetime import date
from typing import Any

import pytest
from formats_checks import checked
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.event.crosstable import ByeKind, EventKind, TimeControl
from core.event.event_file import FileEvent
from core.event.published import PublishedRating
from core.files.bundle import bundled
from core.files.recognise import kinds_of, read_event_file
from core.lists import RatingList
from tests.depth import examples
from tests.rated_sections import as_csv, event, page, saved, section, standings, whole

REGULAR, QUICK = RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK


def read(document: Any) -> FileEvent:
    return read_event_file(document if isinstance(document, bytes) else saved(document))


def refused(document: Any) -> str:
    with pytest.raises(InputError) as error:
        read(document)
    return checked(error.value)


def test_a_whole_section_is_read() -> None:
    found = read(whole())
    assert (found.format, found.name, found.city) == ("US Chess rated section", "Lantern Scholastic", "Burlington")
    assert (found.began, found.day, found.site, found.remarks) == (date(2026, 8, 1), date(2026, 8, 1), None, ())
    (only,) = found.sections
    assert (len(only.players), len(only.games), only.rounds_planned) == (14, 25, 4)
    assert only.time_control == TimeControl(30, 5)
    player = only.players[3]
    assert (player.number, player.name, player.uschess_id, player.state) == (4, "Marlow, Basil", "30000004", "VT")
    assert (player.rating, player.games) == (327.18, 16)
    assert player.published == (
        (QUICK, PublishedRating(310.38, 534.5, 20)),
        (REGULAR, PublishedRating(327.18, 545.57, 20)),
    )


def test_the_established_have_no_games_and_the_unrated_no_rating() -> None:
    players = read(whole()).sections[0].players
    assert (players[0].rating, players[0].games) == (437.54, None)
    assert (players[12].rating, players[12].games) == (None, None)
    assert dict(players[12].published)[REGULAR] == PublishedRating(None, 101.0, 3)


def test_byes_and_forfeits_are_no_games() -> None:
    byes = {(bye.round, bye.entrant): (bye.kind, bye.opponent) for bye in read(whole()).sections[0].byes}
    assert byes == {
        (1, 6): (ByeKind.FULL_POINT, None),
        (3, 9): (ByeKind.FORFEIT_WIN, 14),
        (3, 14): (ByeKind.FORFEIT_LOSS, 9),
        (4, 14): (ByeKind.UNPLAYED, None),
        (4, 12): (ByeKind.FULL_POINT, None),
        (1, 13): (ByeKind.FORFEIT_WIN, None),
    }


@pytest.mark.parametrize(
    "file",
    [
        lambda: saved(page(standings())),
        lambda: saved(standings()),
        lambda: bundled(
            [saved(event()), saved(section()), saved(page(standings()))], ["event", "section", "standings"]
        ),
        lambda: bundled([saved(page(standings()[8:], 8)), saved(page(standings()[:8], more=True))], ["2", "1"]),
        lambda: saved({"event": event(), "sections": [{"section": section(), "standings": standings()}]}),
        lambda: b"\xef\xbb\xbf" + saved(whole()),
        as_csv,
    ],
    ids=["page", "list", "three files", "two pages", "envelope", "byte order mark", "csv"],
)
def test_every_form_gives_the_same_games_and_figures(file: Callable[[], bytes]) -> None:
    data, expected = file(), read(whole()).sections[0]
    assert [kind.value for kind in kinds_of(data)] == ["event"]
    (found,) = read(data).sections
    assert {(one.round, one.first, one.second, one.score) for one in found.games} == {
        (one.round, one.first, one.second, one.score) for one in expected.games
    }
    assert [dict(one.published) for one in found.players] == [dict(one.published) for one in expected.players]
    assert [one.uschess_id for one in found.players] == [one.uschess_id for one in expected.players]


def test_the_text_of_a_crosstable_has_published_ratings() -> None:
    text = (
        "Pair | Player Name     |Total|Round|Round|\nNum  | USCF ID / Rtg (Pre->Post) | Pts |  1  |  2  |\n"
        "   1 | ADA BLANK |1.0  |W   2|U    |\n  OH | 12345678 / R: 1650   ->1671     |N:3  |W    |     |\n"
        "   2 | BO QUILL  |0.0  |L   1|U    |\n  OH | 12345679 / Q: 1200P7 ->1180P8    |     |B    |     |\n"
    )
    ada, bo = read(text.encode()).sections[0].players
    assert ada.published == ((REGULAR, PublishedRating(1650.0, 1671.0)),)
    assert bo.published == ((QUICK, PublishedRating(1200.0, 1180.0, 8)),)


def test_several_sections_are_read_together() -> None:
    second = section("novice", name="Novice", number=5, timeControl="G/25;d5")
    sections = [
        {"section": section(), "standings": page(standings())},
        {"section": second, "standings": page(standings("novice"))},
    ]
    found = read({"event": event(), "sections": sections})
    assert [(one.name, len(one.players)) for one in found.sections] == [("Under 600", 14), ("Novice", 6)]


@pytest.mark.parametrize(
    ("changed", "control", "word"),
    [
        ({"timeControl": None}, None, "dual"),
        ({"timeControl": "as agreed"}, None, "dual"),
        ({"ratingSystem": "R", "timeControl": "G/90;d5"}, TimeControl(90, 5), None),
        ({"ratingSystem": "R"}, None, "regular"),  # G/30;d5 would be dual
        ({"ratingSystem": "B", "timeControl": "G/5;d0"}, TimeControl(5, 0), None),
    ],
)
def test_the_time_control_or_the_rating_system_decides_the_lists(
    changed: dict[str, Any], control: TimeControl | None, word: str | None
) -> None:
    (found,) = read(whole(section=section(**changed))).sections
    assert (found.time_control, found.written_control) == (control, word)


def test_an_online_section_is_of_a_website() -> None:
    found = read(whole(section=section(isOnline=True, ratingSystem="OQ")))
    assert found.site == "a website"


def test_a_match_of_two_is_a_match() -> None:
    lines = standings("novice")[:2]
    for line, outcome in zip(lines, ("Win", "Loss"), strict=True):
        other = {"p1": "p2", "p2": "p1"}[line["playerId"]]
        line["roundOutcomes"] = [{"roundNumber": 1, "outcome": outcome, "color": "White", "opponentPlayerId": other}]
    found = read(whole(section=section(format="Match"), standings=page(lines)))
    assert found.sections[0].kind is EventKind.MATCH


def test_sections_abroad_are_left_with_a_remark() -> None:
    abroad = {"section": section(name="Abroad", ratingSystem="F"), "standings": page(standings("novice"))}
    found = read({"event": event(), "sections": [abroad, {"section": section(), "standings": page(standings())}]})
    assert len(found.sections) == 1
    assert "Abroad was played abroad" in found.remarks[0].text
    assert "played abroad" in refused({"event": event(), "sections": [abroad]})


def _with_outcomes(**outcomes: str) -> dict[str, Any]:
    """Return the small section in which the first round of players 1 and 4 has other words."""
    lines = standings("novice")
    lines[0]["roundOutcomes"][0]["outcome"] = outcomes["one"]
    lines[3]["roundOutcomes"][0]["outcome"] = outcomes["four"]
    return whole("novice", standings=page(lines))


def test_results_that_are_no_opposites_are_not_rated() -> None:
    found = read(_with_outcomes(one="WinAsym", four="DrawAsym"))
    assert len(found.sections[0].games) == 7
    assert "each side has a result of its own" in found.remarks[0].text
    assert len(read(_with_outcomes(one="WinAsym", four="LossAsym")).sections[0].games) == 8


def test_a_result_that_was_not_reported_is_a_remark() -> None:
    found = read(_with_outcomes(one="NotReported", four="NotReported"))
    assert [one.text for one in found.remarks] == [
        "round 1, Quill, Nora: no result was reported.",
        "round 1, Marlow, Basil: no result was reported.",
    ]


@pytest.mark.parametrize(
    ("file", "sentence"),
    [
        (saved(whole())[:-30], "damaged or cut off"),
        (saved(page(standings()[:8], more=True)), "first 8 players"),
        (
            bundled([saved(page(standings()[9:], 9)), saved(page(standings()[:8], more=True))], ["1", "2"]),
            "first 8 players",
        ),
        (_with_outcomes(one="Win", four="Win"), "has a win against player 4"),
        (_with_outcomes(one="Draw", four="Loss"), "Correct one of them"),
        (_with_outcomes(one="Won", four="Loss"), "has changed the form"),
        (whole(standings=page([{"roundOutcomes": [{"roundNumber": 0}]}])), "not a number from 1 to 99"),
        (whole(standings=page([{"roundOutcomes": ["x"]}])), "has changed the form"),
        (whole(section=section(ratingSystem="DNR")), 'rating system "DNR"'),
        (b'{"roundOutcomes": NaN}', "damaged or cut off"),
        (b'{"roundOutcomes": 1}', "no standings"),
        (b"[" * 100_000 + b'"roundOutcomes"', "damaged or cut off"),
    ],
)
def test_faulty_files_are_refused_with_a_sentence(file: Any, sentence: str) -> None:
    assert sentence in refused(file)


def test_standings_of_two_sections_in_loose_files_are_refused() -> None:
    files = [saved(section()), saved(section("novice")), saved(page(standings()))]
    assert "cannot be told apart" in refused(bundled(files, ["1", "2", "3"]))


STRANGE: list[Any] = [None, True, -1, 10**30, 1.5, "", "x", "\0", "9" * 500, [], {}, [[]], {"a": []}, "Win"]


@examples()
@given(st.data())
def test_strange_values_are_read_or_refused(data: st.DataObject) -> None:
    document: Any = json.loads(saved(whole("novice")))
    for _ in range(data.draw(st.integers(1, 3))):
        target = document
        while True:
            keys = list(target) if isinstance(target, dict) else range(len(target))
            key = data.draw(st.sampled_from(keys))
            if not isinstance(target[key], dict | list) or not target[key] or data.draw(st.booleans()):
                break
            target = target[key]
        target[key] = data.draw(st.sampled_from(STRANGE))
        if not isinstance(document, dict) or not document:
            break
    try:
        read(document)
    except InputError as error:
        checked(error)
