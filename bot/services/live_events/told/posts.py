"""Where a paired evening's messages stand: read before one is posted, kept when it is."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from bot.services.context import Services
from bot.services.live_events.lifecycle import evening_by_id
from bot.services.live_events.told.announce import ANEW, GAME, MOST_PAGES, NO_THREAD, PAIRED, POST, page_kind
from bot.services.live_events.tournament import Tournament, read_tournament
from bot.services.outbox import queue
from bot.store import clubs
from bot.store.alive import outbox
from bot.store.database import Connection
from bot.store.events import evening_rounds, evenings
from bot.store.events.evening_rows import Evening

NOBODY = 0
"""Who posts a card again that was deleted."""


@dataclass(frozen=True, slots=True)
class Posts:
    """A paired evening, and where its messages stand: channel and message.

    card: of its card. pages: of the round's pairings, None for a page that is still to be posted.
    anew: whether the round was taken back after it had been announced. hinted: whether the missing thread was told of.
    """

    tournament: Tournament
    card: tuple[int, int] | None
    pages: Sequence[tuple[int | None, int | None] | None]
    standings: tuple[int | None, int | None] | None
    anew: bool
    hinted: bool


async def posts_of(services: Services, club_id: int, evening_id: int, round_number: int, kind: str = PAIRED) -> Posts:
    """Return an evening as it stands, with where the messages of a round are."""

    def work(connection: Connection) -> Posts:
        club = clubs.find(connection, club_id)
        evening = evening_by_id(connection, club, evening_id)
        return Posts(
            read_tournament(connection, club, evening, services.now()),
            evenings.card_of(connection, club_id, evening),
            [
                evening_rounds.said(connection, evening_id, round_number, page_kind(PAIRED, page))
                for page in range(MOST_PAGES)
            ],
            evening_rounds.said(connection, evening_id, round_number, kind),
            evening_rounds.said(connection, evening_id, round_number, ANEW) is not None,
            evening_rounds.said(connection, evening_id, 0, NO_THREAD) is not None,
        )

    return await services.database.read(work, club=club_id)


async def post_again(
    services: Services, club_id: int, evening_id: int, round_number: int, kind: str = PAIRED, page: int = 0
) -> None:
    """Let a page of what was announced of a round, whose message is gone, be posted once more."""

    def work(connection: Connection) -> None:
        evening_rounds.unsay(connection, evening_id, round_number, page_kind(kind, page))
        outbox.put(connection, club_id, POST, f"{evening_id}:{round_number}:{kind}", services.now())

    await _keep(services, club_id, work)


async def game_places(services: Services, club_id: int, evening_id: int) -> dict[str, tuple[int, int]]:
    """Return where the games of free pairing are announced: channel and message, by kind."""
    return await services.database.read(
        lambda connection: evening_rounds.said_of(connection, evening_id, GAME), club=club_id
    )


async def keep_card(services: Services, club_id: int, evening: Evening, channel_id: int, message_id: int) -> None:
    """Keep where an evening's card was posted again."""

    def work(connection: Connection) -> None:
        evenings.save_message_location(connection, club_id, evening.id, channel_id, message_id, NOBODY, services.now())

    await _keep(services, club_id, work)


async def is_said(services: Services, club_id: int, evening_id: int, round_number: int, kind: str) -> bool:
    """Tell whether something has been said of a round."""

    def work(connection: Connection) -> bool:
        return evening_rounds.said(connection, evening_id, round_number, kind) is not None

    return await services.database.read(work, club=club_id)


async def keep_thread(services: Services, club_id: int, evening_id: int, channel_id: int | None) -> None:
    """Keep where an evening's messages go from now on."""
    await _keep(services, club_id, lambda connection: evenings.change(connection, evening_id, posts_in=channel_id))


async def keep_post(
    services: Services, club_id: int, evening_id: int, round_number: int, kind: str, channel_id: int, message_id: int
) -> None:
    """Keep where an announcement stands."""

    def work(connection: Connection) -> None:
        evening_rounds.say(connection, evening_id, round_number, kind, services.now())
        evening_rounds.keep_said(connection, evening_id, round_number, kind, channel_id, message_id)

    await _keep(services, club_id, work)


async def _keep(services: Services, club_id: int, work: Callable[[Connection], None]) -> None:
    await queue.remember(services, club_id, work)
