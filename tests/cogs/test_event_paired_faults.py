"""A paired evening whose messages are deleted, whose Discord fails, whose bot stops, whose players are forgotten."""

import os
from typing import Any

import discord
import pytest

from tests.cogs.paired_evening import PairedEvening
from tests.conftest import Clock, SimulatedClub
from tests.flows import fill_in, forget, report_results


def is_running(process_id: int) -> bool:
    try:
        os.kill(process_id, 0)
    except ProcessLookupError:
        return False
    return True


async def test_what_is_deleted_is_posted_again_and_what_fails_is_sent_later(
    club: SimulatedClub, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", "Cy", "Di", rounds=2)
    # Discord is away when the first round is published: it is said once, later.
    tries: list[Any] = []

    async def away(self: Any, *args: Any, **kwargs: Any) -> Any:
        tries.append(kwargs)
        response: Any = type("Response", (), {"status": 503, "reason": "Service Unavailable"})()
        raise discord.DiscordServerError(response, "down")

    with monkeypatch.context() as patch:
        patch.setattr(discord.abc.Messageable, "send", away)
        await evening.begin()
    assert tries
    await evening.send(90)
    assert len(evening.messages("Round 1 is paired")) == 1
    child = club.services.engine.process_id
    assert child is not None
    # The thread goes in the middle of the round: its boards come again where the card is.
    (first, second), (one, other) = await evening.opponents()
    backend = club.env.backend
    backend.delete_channel(evening.place.id)
    await report_results(club, club.td, results=f"{first} ½ {second}")
    await evening.send()
    (boards,) = [one for one in club.channel.history() if "Round 1 is paired" in (one.content or "")]
    assert "½-½" in boards.embeds[0].description
    # The card is deleted: it comes again with its buttons.
    form = await club.td.click(await evening.panel(), label="Enter results")
    backend.delete_message(club.channel.id, evening.card.id)
    await fill_in(club.td, form, results=f"{first} 1-0 {second}")
    await evening.send()
    cards = [one for one in club.channel.history() if "Directors (TD)" in str(one.components)]
    evening.card = cards[-1]
    # Who is forgotten stands nowhere any more, on no card and above no boards, and is not paired again.
    await report_results(club, club.td, results=f"{one} 1-0 {other}")
    await evening.direct("Close round")
    await forget(evening.member(other), club.channel)
    await evening.send()
    kept = [message for message in club.channel.history() if message.id in (evening.card.id, boards.id)]
    told = str([(message.content, [embed.to_dict() for embed in message.embeds]) for message in kept])
    assert f"<@{evening.member(other).id}>" not in told
    assert "Former player" in told
    await evening.begin()
    assert "Former player" not in str(await evening.opponents())
    # The process that pairs ends with the bot.
    await club.env.bot.close()
    assert not is_running(child)


@pytest.mark.long
async def test_the_card_of_a_closed_evening_leads_to_reopening_it(club: SimulatedClub, clock: Clock) -> None:
    evening = await PairedEvening.opened(club, clock, "Ann", "Bo", rounds=1)
    await evening.begin()
    ((first, second),) = await evening.opponents()
    await report_results(club, club.td, results=f"{first} 1-0 {second}")
    await evening.direct("Close round")
    await club.td.click(await evening.panel(), label="Close (TD)")
    await evening.send()
    thread = club.env.backend.get_channel(evening.place.id)
    assert thread.thread_metadata.archived
    assert [button["label"] for row in evening.card.components for button in row["components"]] == [
        "Reopen (TD)",
        "Prizes",
        "Print",
    ]
    refused = await evening.member(first).click(evening.card, label="Reopen (TD)")
    assert "Only a tournament director" in str([one.content for one in (refused.response, *refused.followups) if one])
    panel = (await club.td.click(evening.card, label="Reopen (TD)")).response
    form = await club.td.click(panel, label="Enter results")
    await club.td.submit_modal(form, {"results": f"1: {second} 1-0 {first}", "reason": "swapped"})
    await evening.send()
    assert not thread.thread_metadata.archived
    assert "Join" in str(evening.card.components)
    closed = await club.td.click(await evening.panel(), label="Close (TD)")
    assert "2 players · 1 round · 1 game" in str(closed.response.embeds[0].description)
    await evening.send()
    assert evening.card.embeds[0].title == "Closed: Friday"
