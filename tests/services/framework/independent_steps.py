"""What an answer says of a stored event, which is worked out again."""

from sqlalchemy import Connection

from bot.services.events.report import recalculate_event
from bot.store.club import clubs
from bot.store.events import facts
from tests.services.framework.independent_fold import Book


def explained_otherwise(connection: Connection, club_id: int) -> list[str]:
    """Return where an event worked out again."""
    club, found = clubs.find(connection, club_id), []
    for event_id, expected in Book(connection, club_id).fold().outcomes.items():
        event = facts.find_event(connection, club_id, event_id)
        assert event is not None
        _, made = recalculate_event(connection, club, event)
        for moved, outcomes in expected.items():
            assert made[moved].keys() == outcomes.keys()
            for player, outcome in outcomes.items():
                other = made[moved][player]
                if (other, other.steps) != (outcome, outcome.steps):
                    found.append(f"event {event_id}, {moved}, {player}: {other.steps}, in order {outcome.steps}")
    return found
