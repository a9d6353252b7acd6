"""Titles and federations of the opponents: FIDE B.01, 1.4.3 to 1.4.5."""

from typing import Any

import pytest
from fide_norm_factories import NINE_GMS, games, opponent, snapshot

from core.rating.fide.norms.evaluation import CheckState, NormCheck, NormItem
from core.rating.fide.norms.facts import (
    FEWEST_MASTERS,
    GM,
    IM,
    EventFormat,
    Exemption,
    NormOpponent,
    Participant,
    PlayerTitle,
    TitleNorm,
)
from core.rating.fide.norms.result import NormWarning, evaluate

PASSED, FAILED = CheckState.PASSED, CheckState.FAILED
TO_CONFIRM, WAIVED = CheckState.TO_CONFIRM, CheckState.WAIVED
WINS = "111111110"


def with_titles(titles: str) -> list[str]:
    """Return nine opponents rated 2500, of nine federations, with these titles."""
    return [text.replace("GM", title) for text, title in zip(NINE_GMS, titles.split(), strict=True)]


def from_federations(federations: str) -> list[str]:
    return [f"2500 GM {federation}" for federation in federations.split()]


def check(item: NormItem, lines: list[str], norm: TitleNorm = GM, **event: Any) -> NormCheck:
    return evaluate(snapshot(games(lines, WINS), **event), norm).whole.check(item)


class TestTitles:
    """1.4.5: half of the opponents hold titles, a third (at least three) the titles of the norm."""

    @pytest.mark.parametrize("title", ["GM", "IM", "FM", "WGM", "WIM", "WFM"])
    def test_these_titles_count_for_the_half(self, title: str) -> None:
        """9 games: 4.5, so 5."""
        assert check(NormItem.TITLE_HOLDERS, with_titles(f"GM GM GM GM {title} - - - -"))[1:] == (PASSED, 5, 5)

    @pytest.mark.parametrize("title", ["CM", "WCM", "-"])
    def test_these_do_not(self, title: str) -> None:
        assert check(NormItem.TITLE_HOLDERS, with_titles(f"GM GM GM GM {title} - - - -"))[1:] == (FAILED, 4, 5)

    @pytest.mark.parametrize(
        ("titles", "gm", "im"),
        [("GM GM GM FM FM - - - -", 3, 3), ("GM GM IM WGM FM - - - -", 2, 3), ("WGM WGM WGM WIM FM - - - -", 0, 0)],
    )
    def test_the_third_is_of_titles_as_high_as_the_norm(self, titles: str, gm: int, im: int) -> None:
        """9 games: 3."""
        for norm, have in ((GM, gm), (IM, im)):
            found = check(NormItem.REQUIRED_TITLES, with_titles(titles), norm)
            assert found[1:] == (PASSED if have >= 3 else FAILED, have, 3)


class TestDoubleRoundRobin:
    """1.4.5: at least six players, and half as many different people with the title."""

    def event(self, titles: str) -> list[NormOpponent]:
        half = [
            opponent(f"2500 {title} {federation}", person=number)
            for number, (title, federation) in enumerate(
                zip(titles.split(), ["NED", "FRA", "GER", "ESP", "ITA", "POL", "USA"], strict=False)
            )
        ]
        return half + half

    @pytest.mark.parametrize(
        ("titles", "have", "need"),
        # 10 and 12 games: a third are 4 games, so 2 people. 14 games: 5 games, so 3 people.
        [("GM GM FM - -", 2, 2), ("GM FM FM - -", 1, 2), ("GM GM FM - - -", 2, 2), ("GM GM FM FM - - -", 2, 3)],
    )
    def test_people_are_counted_once(self, titles: str, have: int, need: int) -> None:
        field = self.event(titles)
        event = snapshot(games(field, ("1" * len(field))), format=EventFormat.DOUBLE_ROUND_ROBIN)
        found = evaluate(event, GM).whole.check(NormItem.REQUIRED_TITLES)
        assert (found.have, found.need, found.state) == (have, need, PASSED if have >= need else FAILED)

    def test_five_players_are_too_few(self) -> None:
        field = self.event("GM GM GM GM")
        found = evaluate(snapshot(games(field, "1" * 8), format=EventFormat.DOUBLE_ROUND_ROBIN), GM)
        assert found.whole.check(NormItem.PLAYERS) == NormCheck(NormItem.PLAYERS, FAILED, 5, 6)

    def test_in_the_first_half_the_players_are_still_to_come(self) -> None:
        field = self.event("GM GM GM GM GM")[:3]
        event = snapshot(games(field, "111"), rounds=10, format=EventFormat.DOUBLE_ROUND_ROBIN)
        assert evaluate(event, GM).whole.check(NormItem.PLAYERS).state is TO_CONFIRM


class TestFederations:
    """1.4.3 and 1.4.4 for a Norwegian: two federations, at most 5 of 9 from Norway, 6 of 9 from any one."""

    @pytest.mark.parametrize(
        ("federations", "foreign", "own", "one"),
        [
            ("NED NED NED NED NED FRA NOR NOR NOR", (PASSED, 2, 2), (PASSED, 3, 5), (PASSED, 5, 6)),
            ("NED NED NED NED NED NED NOR NOR NOR", (FAILED, 1, 2), (PASSED, 3, 5), (PASSED, 6, 6)),
            ("NED FRA GER NOR NOR NOR NOR NOR NOR", (PASSED, 3, 2), (FAILED, 6, 5), (PASSED, 6, 6)),
            ("NED NED NED NED NED NED NED FRA NOR", (PASSED, 2, 2), (PASSED, 1, 5), (FAILED, 7, 6)),
            # FIDE's flag is no federation: neither foreign, nor too many of one.
            ("FID FID FID FID FID FID FID FRA NOR", (FAILED, 1, 2), (PASSED, 1, 5), (PASSED, 1, 6)),
        ],
    )
    def test_the_opponents_federations_are_counted(
        self, federations: str, foreign: tuple[Any, ...], own: tuple[Any, ...], one: tuple[Any, ...]
    ) -> None:
        field = from_federations(federations)
        assert check(NormItem.FOREIGN_FEDERATIONS, field)[1:] == foreign
        assert check(NormItem.OWN_FEDERATION, field)[1:] == own
        assert check(NormItem.ONE_FEDERATION, field)[1:] == one

    def test_opponents_under_fides_flag_count_in_everything_else(self) -> None:
        result = evaluate(snapshot(games(from_federations("FID FID FID FID FID FID FID FRA GER"), WINS)), GM)
        assert result.certain
        assert [(remark.warning, remark.figures) for remark in result.remarks] == [
            (NormWarning.STATELESS_OPPONENTS, (7,))
        ]

    def test_a_player_under_fides_flag_has_no_own_federation(self) -> None:
        field = from_federations("FID FID FID FID FID FID FID FRA GER")
        assert evaluate(snapshot(games(field, WINS), federation="FID"), GM).certain

    @pytest.mark.parametrize(
        ("federations", "states"),
        [
            ("? NED NED NED NED NED NOR NOR NOR", (TO_CONFIRM, PASSED, PASSED)),
            ("? NED FRA GER NOR NOR NOR NOR NOR", (PASSED, TO_CONFIRM, PASSED)),
            ("? NED NED NED NED NED NED FRA NOR", (PASSED, PASSED, TO_CONFIRM)),
            ("? NED FRA GER ESP ITA POL USA IND", (PASSED, PASSED, PASSED)),
            ("? NED FRA NOR NOR NOR NOR NOR NOR", (PASSED, FAILED, TO_CONFIRM)),
        ],
    )
    def test_an_unknown_federation_is_confirmed_only_where_it_matters(
        self, federations: str, states: tuple[CheckState, ...]
    ) -> None:
        field = from_federations(federations)
        items = (NormItem.FOREIGN_FEDERATIONS, NormItem.OWN_FEDERATION, NormItem.ONE_FEDERATION)
        assert tuple(check(item, field).state for item in items) == states

    @pytest.mark.parametrize(
        ("federations", "states"),
        [
            ("NED FRA GER ESP ITA POL USA IND CHN", (PASSED, PASSED, PASSED)),
            ("NED NED NED NED NED FRA FRA FRA FRA", (TO_CONFIRM, PASSED, PASSED)),
            ("NED NED NED NED NED NED FRA FRA GER", (PASSED, TO_CONFIRM, PASSED)),
            ("? NED NED NED NED NED FRA FRA GER", (PASSED, TO_CONFIRM, PASSED)),
        ],
    )
    def test_a_player_of_unknown_federation_may_be_of_any(
        self, federations: str, states: tuple[CheckState, ...]
    ) -> None:
        field = from_federations(federations)
        items = (NormItem.FOREIGN_FEDERATIONS, NormItem.OWN_FEDERATION, NormItem.ONE_FEDERATION)
        assert tuple(check(item, field, federation=None).state for item in items) == states


class TestExemptions:
    """1.4.3a to d waive both the foreigners (1.4.3) and the shares (1.4.4)."""

    NORWEGIANS = from_federations("NOR " * 9)

    @pytest.mark.parametrize(
        ("exemption", "host", "state"),
        [
            (Exemption.NATIONAL_FINAL, "NOR", WAIVED),
            (Exemption.NATIONAL_FINAL, "SWE", FAILED),
            (Exemption.NATIONAL_FINAL, None, TO_CONFIRM),
            (Exemption.NATIONAL_TEAM, "NOR", WAIVED),
            (Exemption.NATIONAL_TEAM, "SWE", FAILED),
            (Exemption.ZONAL, "SWE", WAIVED),
            (Exemption.ZONAL, None, WAIVED),
            (Exemption.LARGE_SWISS, None, WAIVED),
            (None, "NOR", FAILED),
        ],
    )
    def test_a_claimed_exemption(self, exemption: Exemption | None, host: str | None, state: CheckState) -> None:
        result = evaluate(snapshot(games(self.NORWEGIANS, WINS), exemption=exemption, host=host), GM)
        items = (NormItem.FOREIGN_FEDERATIONS, NormItem.OWN_FEDERATION, NormItem.ONE_FEDERATION)
        assert {result.whole.check(item).state for item in items} == {state}
        assert (NormWarning.EXEMPTION_USED in [remark.warning for remark in result.remarks]) is (state is WAIVED)

    def test_who_needs_none_uses_none(self) -> None:
        result = evaluate(snapshot(games(NINE_GMS, WINS), exemption=Exemption.ZONAL), GM)
        assert (result.certain, result.remarks) == (True, ())

    def test_a_round_robin_is_no_large_swiss_whatever_is_claimed(self) -> None:
        event = games(self.NORWEGIANS, WINS)
        for event_format, achieved in ((EventFormat.SWISS, True), (EventFormat.ROUND_ROBIN, False)):
            claimed = snapshot(event, exemption=Exemption.LARGE_SWISS, format=event_format)
            assert evaluate(claimed, GM).achieved is achieved

    def test_the_clauses(self) -> None:
        assert [exemption.clause[-6:] for exemption in Exemption] == ["1.4.3a", "1.4.3b", "1.4.3c", "1.4.3d"]

    @pytest.mark.parametrize(
        ("federations", "masters", "missed", "exempt"),
        [
            (("SWE", "DEN", "FIN"), FEWEST_MASTERS, frozenset[int](), True),
            (("SWE", "DEN", "DEN"), FEWEST_MASTERS, frozenset[int](), False),
            (("SWE", "DEN", "FID"), FEWEST_MASTERS, frozenset[int](), False),
            (("SWE", "DEN", "FIN"), FEWEST_MASTERS - 1, frozenset[int](), False),
            # One of the twenty is away in round 3, so that there are nineteen then.
            (("SWE", "DEN", "FIN"), FEWEST_MASTERS, frozenset({3}), False),
        ],
    )
    def test_a_large_swiss_is_known_by_its_participants(
        self, federations: tuple[str, ...], masters: int, missed: frozenset[int], exempt: bool
    ) -> None:
        guests = [
            Participant(federations[number % 3], 2300, PlayerTitle.IM if number < masters else PlayerTitle.FM)
            for number in range(19)
        ]
        last = Participant(federations[1], 2300, PlayerTitle.FM, missed)
        hosts = [Participant("NOR", 2300, PlayerTitle.GM)] * 30
        event = snapshot(games(self.NORWEGIANS, WINS), host="NOR", participants=(*guests, last, *hosts))
        result = evaluate(event, GM)
        assert result.achieved is exempt
        assert (result.exemption is not None) is exempt
