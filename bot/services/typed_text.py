"""Text given back: what was typed into a form that was refused is kept for a quarter of an hour."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from bot.services.context import Actor, Services
from bot.services.transaction import Write, write_each_time
from bot.store.database import Connection
from bot.store.kept import kept_forms
from core.errors import NotFoundError

KEPT_FOR = timedelta(minutes=15)


async def keep_typed(services: Services, actor: Actor, form: str, filled: Mapping[str, Sequence[str]]) -> None:
    """Keep what somebody typed, by field. form: its id."""

    def work(write: Write) -> None:
        kept_forms.drop_older(write.connection, write.club.id, write.now - KEPT_FOR)
        kept_forms.put(write.connection, write.club.id, actor.member.user_id, form, filled, write.now)

    await write_each_time(services, actor, work)


async def typed_before(services: Services, actor: Actor) -> tuple[str, Mapping[str, Sequence[str]]]:
    """Return the form that was refused last and what was typed; raise NotFoundError once that is gone."""

    def work(connection: Connection) -> tuple[str, Mapping[str, Sequence[str]]] | None:
        return kept_forms.find(connection, actor.club_id, actor.member.user_id, services.now() - KEPT_FOR)

    found = await services.database.read(work, club=actor.club_id)
    if found is None:
        raise NotFoundError("What you typed is kept for 15 minutes: open the form again.")
    return found
