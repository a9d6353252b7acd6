"""A bot's process that stores one event after another, and prints each once it is answered."""

import asyncio
import sys
from datetime import date, timedelta

from bot.services.events.record import record_own_event
from bot.services.events.submission import EventSubmission
from bot.services.framework.context import Actor, Member, Services
from bot.store.database.transactions import Database
from core.files.typed.opponents import parse_opponents

FIRST = date(2026, 1, 1)


async def main(url: str, club: int) -> None:
    services = Services(Database(url))
    for number in range(10_000):
        actor = Actor(club, Member(1000 + number % 7, f"Member {number % 7}"), 10**9 + number, manager=True)
        games = None if number >= 7 else 0
        submission = EventSubmission(
            parse_opponents("W1500 L1600 D1550"), day=FIRST + timedelta(number % 300), games=games
        )
        stored = await record_own_event(services, actor, submission, twice=True)
        print(f"stored {stored.event_id}", flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], int(sys.argv[2])))
