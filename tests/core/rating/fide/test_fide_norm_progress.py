"""From norms to a title, titles by rating, and what a list of participants tells: FIDE B.01, 0.6, 1.4.3 and 1.5."""

from datetime import date
from typing import Any

import pytest
from fide_norm_factories import NINE_GMS, games, snapshot, unplayed

from core.errors import RuleError
from core.rating.fide.norms.facts import (
    GM,
    IM,
    NORMS,
    WGM,
    WIM,
    Decided,
    EventFormat,
    Exemption,
    Field,
    LargeSwiss,
    Participant,
    PlayerTitle,
    field_of,
    large_swiss,
)
from core.rating.fide.norms.result import NormRecord, TitleItem, TitleProgress, evaluate, rating_titles, title_progress

DAY = date(2026, 5, 9)


def record(norm: Any = GM, games: int = 9, made: date = DAY, **more: Any) -> NormRecord:
    """Return a norm about which all is known and right."""
    return NormRecord(norm, made, games, **({"large_event": True, "one_round_days": True} | more))


def progress(records: list[NormRecord], rating: int | None = 2700, norm: Any = GM) -> TitleProgress:
    return next(found for found in title_progress(records, rating, woman=True) if found.norm == norm)


def missing(found: TitleProgress) -> list[tuple[TitleItem, float]]:
    return [(need.item, need.missing) for need in found.missing]


class TestGames:
    """1.5.1: norms over 27 games."""

    def test_three_norms_of_nine_games_make_the_title(self) -> None:
        found = progress([record()] * 3)
        assert (found.earned, found.missing, found.to_confirm) == (True, (), ())

    def test_two_do_not(self) -> None:
        assert missing(progress([record()] * 2)) == [(TitleItem.GAMES, 9)]

    def test_two_long_ones_fall_a_game_short(self) -> None:
        """13 + 13 = 26."""
        assert missing(progress([record(games=13)] * 2)) == [(TitleItem.GAMES, 1)]

    def test_only_one_norm_of_eight_games_and_a_point_counts(self) -> None:
        """1.4.1c."""
        assert missing(progress([record(), record(once=True), record(once=True)])) == [(TitleItem.GAMES, 9)]
        assert progress([record(), record(), record(once=True)]).earned

    def test_a_higher_norm_counts_for_a_lower_title_but_not_the_other_way(self) -> None:
        """1.5.2."""
        norms = [record(GM), record(IM), record(WGM), record(WIM)]
        found = {norm: len(progress(norms, norm=norm).norms) for norm in NORMS}
        assert found == {GM: 1, IM: 2, WGM: 3, WIM: 4}


class TestRating:
    """1.5.3: to be reached once."""

    @pytest.mark.parametrize(("norm", "rating"), [(GM, 2500), (IM, 2400), (WGM, 2300), (WIM, 2200)], ids=str)
    def test_each_title_has_its_rating(self, norm: Any, rating: int) -> None:
        assert progress([record()] * 3, rating, norm).earned
        assert missing(progress([record()] * 3, rating - 1, norm)) == [(TitleItem.RATING, 1)]
        assert missing(progress([record()] * 3, None, norm)) == [(TitleItem.RATING, rating)]


class TestKindsOfNorm:
    """At least one norm without exemption (1.4.3e), one of a large event (1.5.6), one of single rounds (1.1.3a)."""

    @pytest.mark.parametrize(
        ("name", "wrong", "item"),
        [
            ("exempt", True, TitleItem.NORMAL_FOREIGNERS),
            ("large_event", False, TitleItem.LARGE_EVENT),
            ("one_round_days", False, TitleItem.ONE_ROUND_DAYS),
        ],
    )
    def test_one_is_enough(self, name: str, wrong: bool, item: TitleItem) -> None:
        bad, unknown = record(**{name: wrong}), record(**{name: None})
        assert progress([bad, bad, record()]).earned
        assert missing(progress([bad, bad, bad])) == [(item, 1)]
        perhaps = progress([bad, bad, unknown])
        assert (perhaps.earned, [need.item for need in perhaps.to_confirm]) == (True, [item])

    def test_single_rounds_are_for_grandmasters(self) -> None:
        double = [record(one_round_days=False)] * 3
        asking = [norm for norm in NORMS if progress(double, norm=norm).missing]
        assert asking == [GM, WGM]

    def test_norms_before_july_2022_need_no_large_event(self) -> None:
        small = [record(made=date(2022, 6, 30), large_event=False)] * 2
        assert progress([*small, small[0]]).earned
        assert missing(progress([*small, record(made=date(2022, 7, 1), large_event=False)])) == [
            (TitleItem.LARGE_EVENT, 1)
        ]

    def test_without_a_norm_everything_is_missing(self) -> None:
        assert {item for item, _ in missing(progress([], 2499))} == set(TitleItem)

    def test_every_line_has_its_clause(self) -> None:
        clauses = [item.clause.removeprefix("FIDE B.01, ") for item in TitleItem]
        assert clauses == ["1.5.1", "1.5.3", "1.4.3e", "1.5.6", "1.1.3a"]


class TestRecordOfAnEvent:
    def test_it_takes_over_what_the_event_gave(self) -> None:
        """8/9 against 2500: two full points above the 6 that it takes, so eleven games."""
        result = evaluate(snapshot(games(NINE_GMS, "111111110")), GM)
        assert NormRecord.of(result, DAY, large_event=True) == NormRecord(GM, DAY, 11, large_event=True)

    def test_eight_games_and_a_point_count_once(self) -> None:
        played = games(NINE_GMS, "11111==01")
        result = evaluate(snapshot([*played[:4], unplayed(played[4], Decided.FORFEIT), *played[5:]]), GM)
        assert NormRecord.of(result, DAY).once

    @pytest.mark.parametrize(("host", "exempt"), [("NOR", True), (None, None)])
    def test_an_exemption_is_kept(self, host: str | None, exempt: bool | None) -> None:
        event = snapshot(games(["2500 GM NOR"] * 9, "111111110"), exemption=Exemption.NATIONAL_FINAL, host=host)
        assert NormRecord.of(evaluate(event, GM), DAY).exempt is exempt

    def test_without_a_norm_there_is_no_record(self) -> None:
        with pytest.raises(RuleError, match="No GM norm was earned"):
            NormRecord.of(evaluate(snapshot(games(NINE_GMS, "000000000")), GM), DAY)


class TestTitlesByRating:
    """0.6: FM 2300, CM 2200, WFM 2100, WCM 2000, after 30 games."""

    @pytest.mark.parametrize(
        ("rating", "earned"), [(2300, "FM CM WFM WCM"), (2299, "CM WFM WCM"), (2100, "WFM WCM"), (1999, "")]
    )
    def test_every_title_has_its_rating(self, rating: int, earned: str) -> None:
        found = rating_titles(rating, 30, woman=True)
        assert " ".join(title.title for title in found if title.earned) == earned

    def test_what_is_missing(self) -> None:
        found = rating_titles(2150, 28, woman=False)
        assert found == ((PlayerTitle.FM, 2300, 150, 2), (PlayerTitle.CM, 2200, 50, 2))
        assert not any(title.earned for title in rating_titles(2400, 29))
        assert rating_titles(None, 0)[0].rating_missing == 2300


class TestParticipants:
    """1.4.3d and 1.5.6: by round, without those who missed more than one."""

    def test_the_poorest_round_counts(self) -> None:
        present = Participant("SWE", 2400, PlayerTitle.IM)
        once = Participant("DEN", 2400, PlayerTitle.FM, frozenset({2}))
        twice = Participant("FIN", 2400, PlayerTitle.GM, frozenset({1, 3}))
        unrated = Participant("FIN", None, PlayerTitle.GM)
        home, stateless = Participant("NOR", 2400, PlayerTitle.GM), Participant("FID", 2400, PlayerTitle.GM)
        found = large_swiss([present, present, once, twice, unrated, home, stateless], "NOR", 3)
        assert found == LargeSwiss(foreign=2, federations=1, masters=2)

    def test_an_assertion_is_held_against_the_participants(self) -> None:
        event = snapshot(
            games(["2500 GM NOR"] * 9, "111111110"),
            exemption=Exemption.LARGE_SWISS,
            host="NOR",
            participants=(Participant("SWE", 2400),),
        )
        result = evaluate(event, GM)
        assert not result.achieved
        assert result.exemption == (Exemption.LARGE_SWISS, False)

    def test_a_round_robin_is_no_large_swiss(self) -> None:
        field = tuple(Participant(one, 2400, PlayerTitle.IM) for one in ("SWE", "DEN", "FIN")) * 10
        played = games(["2500 GM NOR"] * 9, "111111110")
        for event_format, achieved in ((EventFormat.SWISS, True), (EventFormat.ROUND_ROBIN, False)):
            event = snapshot(played, format=event_format, host="NOR", participants=field)
            assert evaluate(event, GM).achieved is achieved

    @pytest.mark.parametrize(("others", "rating", "large"), [(39, 2000, True), (38, 2000, False), (39, 1999, False)])
    def test_a_large_field_has_forty_of_2000_in_every_round(self, others: int, rating: int, large: bool) -> None:
        field = [Participant("SWE", 2000)] * others
        found = field_of([*field, Participant("SWE", rating - 600 * (rating < 2000))], 9)
        assert found.is_large is large

    def test_unrated_participants_count_as_1400(self) -> None:
        assert field_of([Participant("SWE", 2000), Participant("SWE")], 9) == Field(2, 1700)
        assert field_of([], 9) == Field(0, 0)
