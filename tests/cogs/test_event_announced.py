"""/event tiebreaks: what a director announces of a paired evening, and how each tie-break came about."""

from typing import Any

import pytest

from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub, said
from tests.flows import set_order


async def order(club: SimulatedClub, text: str, **options: Any) -> Any:
    return (await set_order(club, order=text, **options)).response


async def played(club: SimulatedClub, clock: Clock, **options: Any) -> tuple[PairedEvening, str, str]:
    """Return an evening of two after its only game."""
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", **{"rounds": 1, **options})
    await order(club, "BH")
    await evening.begin()
    ((winner, loser),) = await evening.opponents()
    await evening.member(winner).click(evening.boards(), label="I won")
    await evening.direct("Close round")
    await evening.send()
    return evening, winner, loser


async def standings(evening: PairedEvening, who: Any) -> Any:
    return (await who.click(evening.card, label="Standings")).response


class TestOrder:
    """What decides between equal points."""

    @pytest.mark.both_databases
    async def test_it_is_set_before_the_first_round_and_taken_back(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", "Bo")
        answer = await order(club, "sb; bh/c1")
        assert "1. **SB** Sonneborn-Berger (C.07 9.1)" in answer.embeds[0].description
        assert "2. **BH/C1** Buchholz Cut-1 (C.07 8.1)" in answer.embeds[0].description
        assert "tie-breaks SB, BH/C1" in (await standings(evening, club.td)).embeds[0].footer.text
        await club.td.click(answer, label="Undo")
        assert (await evening.state()).evening.tie_breaks is None
        assert "SB, BH/C1" not in (await standings(evening, club.td)).embeds[0].footer.text

    @pytest.mark.long
    async def test_later_it_takes_a_reason_which_the_standings_show(self, club: SimulatedClub, clock: Clock) -> None:
        evening, *_ = await played(club, clock)
        text = await said(set_order(club, order="SB"))
        assert "Round 1 is already published. Give a reason; the standings show it" in text
        assert (await evening.state()).evening.tie_breaks == "BH"
        await order(club, "SB", reason="misprint on the poster")
        shown = (await standings(evening, club.td)).embeds[0].footer.text
        assert "tie-breaks changed after round 1 was published: misprint on the poster" in shown

    async def test_what_was_changed_since_is_not_taken_back(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", "Bo")
        first = await order(club, "SB")
        await order(club, "none")
        pressed = await club.td.click(first, label="Undo")
        assert "The evening has been changed in the meantime" in "".join(
            str(one.content) for one in (pressed.response, *pressed.followups) if one
        )
        assert (await evening.state()).evening.tie_breaks == "none"

    async def test_usual_is_the_methods_own(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", "Bo", list="elo")
        await order(club, "none")
        await order(club, "usual")
        footer = (await standings(evening, club.td)).embeds[0].footer.text
        assert "tie-breaks DE, BH/C1, BH, SB, WIN" in footer  # the spec's for a Swiss by FIDE's rules

    @pytest.mark.long
    @pytest.mark.parametrize("text", ["XYZ", "DE, , DE/C1", ","])
    async def test_what_is_no_order_is_refused(self, club: SimulatedClub, clock: Clock, text: str) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", "Bo")
        await said(set_order(club, order=text))
        assert (await evening.state()).evening.tie_breaks is None

    async def test_names_are_taken_as_codes(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", "Bo")
        await set_order(club, order="Buchholz Cut 1, Buchholz, Sonneborn-Berger")
        assert (await evening.state()).evening.tie_breaks == "BH/C1,BH,SB"


class TestHow:
    """How each value came about."""

    @pytest.mark.long
    async def test_it_opens_at_ones_own_round_by_round_with_the_rule(self, club: SimulatedClub, clock: Clock) -> None:
        evening, winner, loser = await played(club, clock)
        shown = await standings(evening, evening.member(loser))
        how = (await evening.member(loser).click(shown, label="How?")).response
        text = how.embeds[0].description
        assert f"2. {loser}, 0 points" in text
        assert "**Buchholz** (C.07 8.1): **1**" in text
        assert f"{winner}: score 1" in text

    async def test_a_player_is_chosen_by_name(self, club: SimulatedClub, clock: Clock) -> None:
        evening, winner, loser = await played(club, clock)
        how = (await club.td.click(await standings(evening, club.td), label="How?")).response
        assert f"1. {winner}" in how.embeds[0].description
        form = await club.td.click(how, label="1 / 2")
        await club.td.submit_modal(form, {"where": loser})
        assert f"2. {loser}" in how.embeds[0].description

    @pytest.mark.long
    async def test_under_the_thread_too(self, club: SimulatedClub, clock: Clock) -> None:
        evening, winner, _ = await played(club, clock)
        how = (await evening.member(winner).click(evening.messages("is over")[-1], label="How?")).response
        assert f"1. {winner}, 1 point\n" in how.embeds[0].description

    async def test_without_tie_breaks_there_is_nothing_to_open(self, club: SimulatedClub, clock: Clock) -> None:
        evening = await PairedEvening.opened(club, clock, "Ann", "Bo")
        await order(club, "none")
        [row] = (await standings(evening, club.td)).components
        assert [button["label"] for button in row["components"]] == ["Print"]
