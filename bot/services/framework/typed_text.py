"""Input of refused forms, kept for a quarter of an hour."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from bot.services.framework.transaction import Read, Write, read, repeatable
from bot.store.club import files
from core.errors import NotFoundError

KEPT_FOR = timedelta(minutes=15)


@repeatable()
def keep_typed(write: Write, form: str, filled: Mapping[str, Sequence[str]]) -> None:
    files.drop_old_forms(write.connection, write.club.id, write.now - KEPT_FOR)
    files.put_form(write.connection, write.club.id, write.actor.member.user_id, form, filled, write.now)


@read()
def typed_before(look: Read) -> tuple[str, Mapping[str, Sequence[str]]]:
    """Return the last refused form and its input; raise NotFoundError once expired."""
    found = files.find_form(look.connection, look.club.id, look.actor.member.user_id, look.now - KEPT_FOR)
    if found is None:
        raise NotFoundError("Your text is kept for 15 minutes. Open the form again.")
    return found
