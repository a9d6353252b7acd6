"""What an interaction has stored, and whether its member has been told: asked when an answer could not be shown."""

from collections.abc import Collection, Sequence
from dataclasses import replace

from bot.services.context import Actor, Services
from bot.store.kept import audits, unshown
from bot.store.kept.traces import NOBODY
from bot.store.kept.unshown import Unshown
from bot.store.rows import AuditEntry
from core.errors import NotAllowedError, NotFoundError


async def stored_by(services: Services, club_id: int, interaction_id: int) -> AuditEntry | None:
    """Return what an interaction did in a club; None where it has stored nothing."""
    return await services.database.read(
        lambda connection: audits.by_interaction(connection, club_id, interaction_id), club=club_id
    )


async def as_before(services: Services, actor: Actor, interaction_id: int) -> tuple[Actor, AuditEntry]:
    """Return whoever asks as of an interaction of theirs that stored something, and what it did.

    A use case that is given that actor answers again and stores nothing: for that, it has to have stored something.
    """
    entry = await stored_by(services, actor.club_id, interaction_id)
    if entry is None:
        raise NotFoundError("Nothing is stored of that command in this club: use it again.")
    # Whoever is forgotten has no name in the club's records, and nobody else was shown the button.
    if entry.actor_id not in (actor.member.user_id, NOBODY):
        raise NotAllowedError("That answer belongs to whoever used the command: use it yourself.")
    return replace(actor, interaction_id=interaction_id), entry


async def keep_unshown(services: Services, one: Unshown) -> None:
    """Keep that a member has not been told what was stored."""
    await services.database.write(lambda connection: unshown.add(connection, one, services.now()), club=one.club_id)


async def all_unshown(services: Services) -> Sequence[Unshown]:
    """Return whatever nobody has been told of yet, in all clubs."""
    return await services.database.read(unshown.every, club=None)


async def forget_unshown(services: Services, club_id: int, interaction_ids: Collection[int]) -> None:
    """Forget what a member has been told of now."""
    await services.database.write(lambda connection: unshown.forget(connection, interaction_ids), club=club_id)
