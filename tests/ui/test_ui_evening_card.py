"""The card of an evening and the answers to reports, within Discord's limits and a phone's width."""

from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ui_factories import blocks, check_fits, drawn_events, names

from bot.services.club.settings.change import SettingsPage
from bot.services.evenings.entries import MOST_ENTRANTS
from bot.services.evenings.lifecycle import LiveEventCard
from bot.services.evenings.results import Reported, ReportOutcome
from bot.services.framework.confirmation import due_at, waits
from bot.store.database.club_choices import Confirm
from bot.store.database.evening_rows import Evening, EveningStatus, LiveEventEntrant, LiveEventResult
from bot.store.database.rows import Club, Player
from bot.ui.cards.club import settings_card
from bot.ui.cards.evening import evening_embed, report_embed
from core.event.crosstable import TimeControl
from core.lists import RatingList

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
CLUB = Club(1, None, RatingList.USCHESS_REGULAR, "everyone", None)


def evening(name: str = "Friday", status: EveningStatus = EveningStatus.OPEN) -> Evening:
    return Evening(1, name, date(2026, 11, 21), None, TimeControl(30, 5), status, None, NOON)


def result(
    number: int, first: int, second: int | None = None, points: float = 1.0, *, played: bool = True, by: int = 101
) -> LiveEventResult:
    return LiveEventResult(number, first, second, points, played and second is not None, by, NOON)


def card_of(
    called: list[str],
    results: list[LiveEventResult],
    waiting: list[LiveEventResult] | None = None,
    *,
    name: str = "Friday",
    status: EveningStatus = EveningStatus.OPEN,
    club: Club = CLUB,
    shown: int | None = 3000,
) -> LiveEventCard:
    """Return a card of players with the numbers 1, 2, ... whose Discord ids are 101, 102, ..."""
    entrants = [
        LiveEventEntrant(number, Player(number, 100 + number, called_so), shown, True)
        for number, called_so in enumerate(called, start=1)
    ]
    lists = (RatingList.USCHESS_REGULAR, RatingList.USCHESS_QUICK)
    scores = {entrant.number: 99.5 for entrant in entrants}
    return LiveEventCard(
        club, evening(name, status), lists, entrants, results, scores, results if waiting is None else waiting
    )


def rounds_of(players: int, rounds: int) -> list[LiveEventResult]:
    games = [
        result(number, first, first + 1 if first < players else None, 0.5)
        for number in range(1, rounds + 1)
        for first in range(1, players + 1, 2)
    ]
    return sorted(games, key=lambda game: game.round)


@drawn_events
@given(st.lists(names, max_size=64), names, st.sampled_from(EveningStatus), st.integers(0, 7))
def test_the_card_fits_whatever_people_are_called(
    called: list[str], name: str, status: EveningStatus, rounds: int
) -> None:
    check_fits(evening_embed(card_of(called, rounds_of(len(called), rounds), name=name, status=status)))


@pytest.mark.parametrize("players", [64, MOST_ENTRANTS])
@pytest.mark.parametrize(
    "name", ["Dana", "W" * 100, "ｗｉｄｅ" * 25, "@" * 100, "a\u0301\u0300" * 33, "👩🏽" * 50, "שלום" * 25]
)
def test_a_full_evening_shows_the_latest_round_and_says_what_is_left_out(players: int, name: str) -> None:
    embed = evening_embed(card_of([name] * players, rounds_of(players, 9)))
    check_fits(embed)
    text = embed.description or ""
    # As Discord may count it, an emoji is two.
    assert len(text.encode("utf-16-le")) / 2 <= 4096
    assert "**Round 9**" in text
    assert "earlier round" in text
    assert embed.footer.text is not None
    assert f"{players} players" in embed.footer.text
    # Nine rounds of half as many games as there are players.
    assert f"{9 * players // 2} results not confirmed yet (?)" in embed.footer.text


def test_sixty_four_short_names_are_all_there() -> None:
    embed = evening_embed(card_of([f"Player {number:02}" for number in range(1, 65)], rounds_of(64, 1)))
    table = next(iter(blocks(embed.description)))
    assert len(table) == 1 + 64
    assert embed.description is not None
    assert "more player" not in embed.description


def test_what_is_not_confirmed_is_marked() -> None:
    results = [result(1, 1, 2), result(1, 3, 4, 0.5), result(2, 1, 2, played=False), result(2, 3, points=0.5)]
    embed = evening_embed(card_of(["Dana", "Eli", "Ann", "Bo"], results, results[1:2]))
    lines = [line for block in blocks(embed.description) for line in block]
    assert "Dana         1-0 Eli" in lines
    assert "Ann          ½-½ Bo           ?" in lines
    assert "Dana         +/- Eli" in lines
    assert "Ann          bye ½ point" in lines
    assert embed.footer.text == "2026-11-21 · 4 players · 1 result not confirmed yet (?)"


@pytest.mark.parametrize(
    ("confirm", "by", "second", "who"),
    [
        (Confirm.BOTH, 101, 2, "Eli or a director confirms"),
        (Confirm.BOTH, 102, 2, "Dana or a director confirms"),
        (Confirm.BOTH, 101, None, "a director confirms"),
        (Confirm.DIRECTOR, 101, 2, "a director confirms"),
    ],
)
def test_a_report_says_whom_it_waits_for(confirm: Confirm, by: int, second: int | None, who: str) -> None:
    club = Club(1, None, RatingList.USCHESS_REGULAR, "everyone", None, confirm_results=confirm)
    reported = result(1, 1, second, by=by)
    card = card_of(["Dana", "Eli"], [reported], club=club)
    text = report_embed(Reported(card, [(reported, ReportOutcome.REPORTED)], [reported], 1)).description
    assert text is not None
    assert text.splitlines()[0].endswith(who)


@drawn_events
@given(st.lists(names, min_size=1, max_size=64), st.sampled_from(ReportOutcome), st.integers(1, 7))
def test_an_answer_to_a_report_fits(called: list[str], what: ReportOutcome, rounds: int) -> None:
    results = rounds_of(len(called), rounds)
    embed = report_embed(Reported(card_of(called, results), [(one, what) for one in results], results, 1))
    check_fits(embed)
    assert len((embed.description or "").encode("utf-16-le")) / 2 <= 4096


@pytest.mark.parametrize("name", ["*" * 100, "@" * 100, "👩🏽" * 50])
def test_an_answer_about_names_that_grow_when_they_are_escaped_fits(name: str) -> None:
    results = rounds_of(64, 2)
    embed = report_embed(
        Reported(card_of([name] * 64, results), [(one, ReportOutcome.REPORTED) for one in results], results, 1)
    )
    check_fits(embed)
    assert embed.description is not None
    assert "more results" in embed.description


def test_a_result_waits_until_its_hours_are_over() -> None:
    reported = result(1, 1, 2)
    assert due_at(CLUB, reported) == NOON + timedelta(hours=24)
    assert waits(CLUB, reported, NOON + timedelta(hours=24, seconds=-1))
    assert not waits(CLUB, reported, NOON + timedelta(hours=24))


@pytest.mark.parametrize(
    ("confirm", "hours", "text"),
    [
        ("both", 24, "confirmed by the opponent, or after 24 h"),
        ("director", 1, "confirmed by a director, or after 1 h"),
        ("none", 24, "count at once"),
    ],
)
def test_the_settings_say_who_confirms(confirm: str, hours: int, text: str) -> None:
    club = Club(1, None, RatingList.USCHESS_REGULAR, "everyone", None, confirm_results=confirm, confirm_hours=hours)
    embed = settings_card(SettingsPage(club, NOON), "Riverside")
    assert f"**Results** {text}" in (embed.description or "").splitlines()
