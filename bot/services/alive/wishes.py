"""What a member wants: to be told of rating changes, challenged, named; who sees their card."""

from dataclasses import dataclass

from bot.services.context import Services
from bot.services.transaction import ClubWrite, Write, club_job, repeatable
from bot.store import clubs
from bot.store.alive import outbox
from bot.store.people import notices, players
from bot.store.people.notices import Wishes

NOTICE = "notice"
"""What follows ratings, and the kind in the outbox: of each member, by the player's id."""


@dataclass(frozen=True, slots=True)
class WishesChange:
    """What a member wrote; None keeps what is."""

    notices: str | None = None
    challenged: bool | None = None
    announced: bool | None = None
    card_private: bool | None = None


@repeatable()
def change_wishes(write: Write, change: WishesChange) -> Wishes:
    """Change what whoever asks wants, and return all of it."""
    player = write.ensure(write.actor.member)
    names = ("notices", "challenged", "announced", "card_private")
    written = {name: value for name in names if (value := getattr(change, name)) is not None}
    if written:
        notices.change(write.connection, player.id, written)
    if change.notices is not None:
        _turned(write, player.id)
    return notices.wishes_of(write.connection, player.id)


@club_job
def stop_notices(write: ClubWrite, user_id: int, *, closed: bool = False) -> None:
    """Tell a member of no further rating change. closed: because their messages are, which they learn later."""
    player = players.by_user(write.connection, write.club.id, user_id)
    if player is not None:
        notices.change(write.connection, player.id, {"notices": notices.CLOSED if closed else notices.OFF})
        _turned(write, player.id)


async def closed_messages(services: Services) -> set[tuple[int, int]]:
    """Return whose messages are closed, which they do not know yet, by club and Discord user."""
    return set(await services.database.read(notices.closed, club=None))


def _turned(write: ClubWrite, player_id: int) -> None:
    """Let notices follow ratings while anybody in the club wants them; what waits for this one goes."""
    outbox.drop(write.connection, write.club.id, NOTICE, [str(player_id)])
    clubs.follow(write.connection, write.club.id, NOTICE, follows=notices.anybody(write.connection, write.club.id))
