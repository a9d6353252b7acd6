"""What /club settings changed goes back by the button under it, for the titles that rest on it too."""

import pytest

from tests.conftest import SimulatedClub


@pytest.mark.both_databases
async def test_a_change_of_the_settings_goes_back_once_and_only_while_it_stands(club: SimulatedClub) -> None:
    async def shown() -> list[str]:
        seen = await club.td.slash(club.channel, "club settings")
        assert seen.response.components == []  # nothing was changed, and there is nothing to take back
        return [field.value for field in seen.response.embeds[0].fields]

    before = await shown()
    change = {"td_role": club.td_role, "default_list": "fide-rapid", "system": "elo", "rules": "elo-10"}
    changed = await club.td.slash(club.channel, "club settings", confirm_hours=5, self_report="directors", **change)
    later = await shown()
    assert sum(one != other for one, other in zip(before, later, strict=True)) == 5
    undone = await club.td.click(changed.response, label="Undo")
    assert undone.followups[0].ephemeral
    assert await shown() == before

    first = await club.td.slash(club.channel, "club settings", confirm_hours=6)
    await club.td.slash(club.channel, "club settings", confirm_hours=7)
    refused = await club.td.click(first.response, label="Undo")
    assert refused.followups[0].content == "It has been changed again since: set what you want anew."
