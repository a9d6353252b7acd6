"""What a player still needs."""

from dataclasses import replace
from itertools import product

import pytest
from fide_norm_factories import NINE_GMS, fast, games, opponent, opponents, snapshot, snapshots
from hypothesis import given
from hypothesis import strategies as st

from core.errors import InputError
from core.rating.fide.norms import facts as norm_facts
from core.rating.fide.norms.evaluation import NormItem
from core.rating.fide.norms.facts import GM, IM, NORMS, EventFormat, NormGame, NormSnapshot, TitleNorm
from core.rating.fide.norms.forecast import RemainingGame, forecast, needed
from core.rating.fide.norms.result import evaluate


def to_come(*lines: str, first: int) -> list[RemainingGame]:
    """Return rounds to come from `first` on; "" for an opponent who is not known."""
    return [RemainingGame(number, opponent(line) if line else None) for number, line in enumerate(lines, start=first)]


class TestKnownOpponents:
    """Nine rounds against 2500: GM takes 6 points (2625), for 5.5 make 2580; IM takes 4 (2457), for 3.5 make 2420."""

    @pytest.mark.parametrize(
        ("results", "gm", "im"),
        [("1111===", 0.5, 0), ("111====", 1, 0), ("1111000", 2, 0), ("1110000", None, 1), ("0000000", None, None)],
    )
    def test_the_last_two_rounds(self, results: str, gm: float | None, im: float | None) -> None:
        event = snapshot(games(NINE_GMS[:7], results), rounds=9)
        found = {one.norm: one for one in forecast(event, to_come(*NINE_GMS[7:], first=8))}
        assert (found[GM].points, found[IM].points) == (gm, im)
        assert (found[GM].possible, found[IM].possible) == (gm is not None, im is not None)
        assert found[GM].exact
        assert found[GM].ways == ()

    def test_what_blocks_is_told_with_its_figures(self) -> None:
        """3 points and two more: 5/9, dp 43 (56 %): 2543, 57 short."""
        event = snapshot(games(NINE_GMS[:7], "1110000"), rounds=9)
        blocked = needed(event, to_come(*NINE_GMS[7:], first=8), GM).blocked
        assert [(check.item, check.missing) for check in blocked] == [(NormItem.PERFORMANCE, 57)]

    def test_no_result_makes_up_for_the_mix(self) -> None:
        field = [*NINE_GMS[:2], *[text.replace("GM", "IM") for text in NINE_GMS[2:]]]
        found = needed(snapshot(games(field[:8], "11111111"), rounds=9), to_come(field[8], first=9), GM)
        assert (found.points, [check.item for check in found.blocked]) == (None, [NormItem.REQUIRED_TITLES])

    def test_a_norm_that_is_complete_needs_nothing(self) -> None:
        """6/9 in a Swiss of ten; in a round robin the last game counts: 6.5/10 makes 2610, 6/10 does not."""
        for event_format, points in ((EventFormat.SWISS, 0), (EventFormat.ROUND_ROBIN, 0.5)):
            event = snapshot(games(NINE_GMS, "1111==100"), rounds=10, format=event_format)
            assert needed(event, to_come("2500 GM AUS", first=10), GM).points == points

    def test_whom_one_beats_may_matter(self) -> None:
        """Ten rounds, 6 points after eight; GMs of 2400 but for a last opponent of 1600: (9*2400 + 2200)/10 = 2380.

        8/10 is dp 240: 2620; 7.5/10 is dp 193: 2573. After round nine, 7/9, dp 220, 2620 do; 6.5/9, dp 166, do not.
        So it takes both games, or the win in round nine, whatever comes after it.
        """
        field = [text.replace("2500", "2400") for text in NINE_GMS]
        event = snapshot(games(field[:8], "11111==0"), rounds=10)
        found = needed(event, to_come(field[8], "1600 - AUS", first=9), GM)
        assert (found.points, found.ways) == (2, ((1.0, 0.0),))

    def test_many_rounds_to_come_are_forecast_from_the_whole_event(self) -> None:
        event = snapshot(games(NINE_GMS[:4], "1111"), rounds=11)
        found = needed(event, to_come(*NINE_GMS[4:], "2500 GM AUS", "2500 GM BRA", first=5), GM)
        # 7.5/11 is 68 %, dp 133; 7/11 is 64 %, dp 102: 2602.
        assert (found.points, found.exact) == (3, False)

    def test_nine_of_nine_rounds_are_exact_from_the_start(self) -> None:
        found = needed(snapshot([], rounds=9), to_come(*NINE_GMS, first=1), GM)
        assert (found.points, found.exact) == (6, True)

    def test_a_total_is_forecast_as_well(self) -> None:
        played = tuple(replace(game, score=None) for game in games(NINE_GMS[:8], "0" * 8))
        event = replace(snapshot(games(NINE_GMS[:8], "0" * 8), rounds=9), games=played, score=5.5)
        assert needed(event, to_come(NINE_GMS[8], first=9), GM).points == 0.5

    def test_there_must_be_a_round_to_come(self) -> None:
        with pytest.raises(InputError, match="No rounds are left"):
            forecast(snapshot(games(NINE_GMS, "1111==100")), [])

    def test_a_round_cannot_be_played_twice(self) -> None:
        with pytest.raises(InputError, match="is listed twice"):
            forecast(snapshot(games(NINE_GMS[:8], "1" * 8), rounds=9), to_come(NINE_GMS[8], first=8))

    def test_men_are_told_of_two_norms(self) -> None:
        event = snapshot(games(NINE_GMS[:8], "1" * 8), rounds=9, woman=False)
        assert [one.norm for one in forecast(event, to_come(NINE_GMS[8], first=9))] == [GM, IM]


class TestUnknownOpponents:
    """Ratings that the unknown opponents must have, by the points from all rounds to come."""

    def test_the_rating_for_every_score(self) -> None:
        """Eight games against 2400 and 6 points. 7/9, dp 220: average 2380. 6.5/9, dp 166: 2434, so 9*2433.5 - 8*2400
        = 2701.5. 6/9, dp 125: 2475, so 9*2474.5 - 19200 = 3070.5, and nobody is so strong."""
        field = [text.replace("2500", "2400") for text in NINE_GMS[:8]]
        found = needed(snapshot(games(field, "1111==10"), rounds=9), to_come("", first=9), GM)
        assert found.unknown is not None
        # 9*2379.5 - 19200 = 2215.5: above the floor, so no help from it.
        assert found.unknown.ratings == ((0, None), (0.5, 2702), (1, 2216))
        assert (found.points, found.possible, found.unknown.games) == (None, True, 1)

    def test_a_known_opponent_who_does_not_count_brings_no_point(self) -> None:
        """As above with 2500s and 5 points: 6/9 takes 9*2474.5 - 20000 = 2270.5; 5.5/9, dp 80, 9*2519.5 - 20000 =
        2675.5; 5/9, dp 43, 9*2556.5 - 20000 = 3008.5. Who is of no federation of FIDE's changes nothing."""
        played = games(NINE_GMS[:8], "1111==00")
        found = needed(snapshot(played, rounds=10), to_come("2500 GM NON", "", first=9), GM).unknown
        assert found is not None
        assert (found.games, found.counting) == (1, 1)
        assert found.ratings == ((0, None), (0.5, 2676), (1, 2271))

    @pytest.mark.parametrize("results", ["1111==10", "11111=10", "=111=110", "01111111"])
    @pytest.mark.parametrize("norm", NORMS, ids=str)
    def test_a_grandmaster_a_point_lower_does_not_give_the_norm(self, results: str, norm: TitleNorm) -> None:
        played = games([text.replace("2500", "2377") for text in NINE_GMS[:8]], results)
        unknown = needed(snapshot(played, rounds=9, woman=True), to_come("", first=9), norm).unknown
        assert unknown is not None
        for points, rating in unknown.ratings:
            for lower in (0, 1):
                last = NormGame(9, opponent(f"{(rating or 3001) - lower} GM AUS"), points)
                made = evaluate(snapshot([*played, last], woman=True), norm).achieved
                assert made is (rating is not None and not lower) or rating == norm_facts.UNRATED

    def test_how_many_must_hold_which_titles(self) -> None:
        """Six games, one GM and one FM. Nine take 5 holders, 3 GMs, 2 federations: 3 holders and 2 GMs are missing."""
        field = ["2500 GM NED", "2400 FM NED", *["2400 - NED"] * 3, "2400 - NOR"]
        unknown = needed(snapshot(games(field, "111111"), rounds=9), to_come("", "", "", first=7), GM).unknown
        assert unknown is not None
        assert (unknown.title_holders, unknown.required_titles, unknown.foreign_federations) == (3, 2, 1)
        assert unknown.blocked == ()

    def test_what_they_cannot_bring_blocks(self) -> None:
        field = ["2500 GM NED", "2400 FM FRA", *["2400 - NED"] * 3, *["2400 - NOR"] * 3]
        found = needed(snapshot(games(field, "1" * 8), rounds=9), to_come("", first=9), GM)
        assert {check.item for check in found.blocked} == {NormItem.TITLE_HOLDERS, NormItem.REQUIRED_TITLES}
        assert not found.possible
        assert found.unknown is not None
        assert {rating for _, rating in found.unknown.ratings} == {None}

    def test_known_opponents_are_in_their_places(self) -> None:
        """As the first, but one of the two to come is known: 8 points of 9 take 2380 alone."""
        field = [text.replace("2500", "2400") for text in NINE_GMS[:7]]
        event = snapshot(games(field, "1111111"), rounds=9)
        unknown = needed(event, to_come(NINE_GMS[7].replace("2500", "2400"), "", first=8), GM).unknown
        assert unknown is not None
        # 7/9 as there; 7.5 and more take 2380 as well. A zero: 7 points, too.
        assert {rating for _, rating in unknown.ratings} == {2216}


@fast
@given(snapshots(fewest=5, most=8), st.lists(opponents, min_size=1, max_size=3), st.sampled_from(NORMS))
def test_the_fewest_points_are_found_by_trying_every_result(
    event: NormSnapshot, later: list[object], norm: object
) -> None:
    first = len(event.games) + 1
    event = replace(event, settings=replace(event.settings, rounds=len(event.games) + len(later)))
    remaining = [RemainingGame(number, one) for number, one in enumerate(later, start=first)]  # type: ignore[arg-type]
    found = needed(event, remaining, norm)  # type: ignore[arg-type]
    makes: dict[float, list[bool]] = {}
    for results in product((1.0, 0.5, 0.0), repeat=len(later)):
        played = [NormGame(game.round, game.opponent, result) for game, result in zip(remaining, results, strict=True)]
        whole = replace(event, games=(*event.games, *played))
        makes.setdefault(sum(results), []).append(evaluate(whole, norm).achieved)  # type: ignore[arg-type]
    assert found.points == min((total for total, made in makes.items() if all(made)), default=None)
    lucky = min((total for total, made in makes.items() if any(made)), default=None)
    assert found.possible is (lucky is not None)
    if found.ways:
        assert {sum(results) for results in found.ways} == {lucky}
        assert len(found.ways) == sum(makes[lucky or 0])
    else:
        assert lucky == found.points
