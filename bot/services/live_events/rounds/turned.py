"""What a round has made of somebody's norms and titles, for members who want notices."""

from bot.services.live_events.tournament import Tournament
from bot.services.transaction import ClubWrite
from bot.store.alive import outbox
from bot.store.events import evening_rounds
from bot.store.people import notices

TURN = "evening-turn"
"""The kind in the outbox, by evening, round and player; and what is said once for a round."""


def put_turns(write: ClubWrite, tournament: Tournament, round_number: int) -> None:
    """Let members who want each notice be told, once, what a round that is closed has made safe or put out of reach."""
    evening_id, connection = tournament.evening.id, write.connection
    if evening_rounds.said(connection, evening_id, round_number, TURN) is not None:
        return
    playing = [one.player.id for one in tournament.entrants if not one.waits]
    told = [to for to in notices.addressees(connection, playing) if to.notices == notices.EACH]
    if told:
        evening_rounds.say(connection, evening_id, round_number, TURN, write.now)
    for to in told:
        outbox.put(connection, write.club.id, TURN, f"{evening_id}:{round_number}:{to.player_id}", write.now)
