"""What waits for a decision: an uploaded file, a correction, a plan of roles, a member's report."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from bot.services.framework.context import Actor, Services
from bot.services.framework.report_codec import from_json, to_json
from bot.services.framework.transaction import Read, Write, read, repeatable
from bot.store.club import files
from core.errors import NotAllowedError, NotFoundError

Options = TypeVar("Options")


@dataclass(frozen=True, slots=True)
class NoOptions:
    """There is nothing to choose."""


@dataclass(frozen=True, slots=True)
class Found(Generic[Options]):
    """A waiting thing: an uploaded file's bytes, or none, and the choices so far."""

    data: bytes
    options: Options


@dataclass(frozen=True)
class Waiting(Generic[Options]):
    """A kind of waiting things.

    name: as stored. options: a dataclass. action: what only directors may do; None: the member who asked may.
    gone: the error when it has expired.
    """

    name: str
    options: type[Options]
    action: str | None
    gone: str

    async def keep(self, services: Services, actor: Actor, data: bytes, options: Options) -> tuple[int, str]:
        """Store it for two days; return its number and digest, which its buttons carry."""
        return await _keep(services, actor, self, data, options), files.digest_of(data)

    async def look(self, services: Services, actor: Actor, number: int, digest: str | None = None) -> Found[Options]:
        return await _look(services, actor, self, number, digest)

    async def peek(
        self, services: Services, actor: Actor, number: int, digest: str | None = None
    ) -> Found[Options] | None:
        """Return it, or None if it is gone: a second delivery must not be told so, but what the first one stored."""
        try:
            return await self.look(services, actor, number, digest)
        except NotFoundError:
            return None

    async def change(
        self, services: Services, actor: Actor, number: int, digest: str | None, change: Callable[[Options], Options]
    ) -> Found[Options]:
        return await _change(services, actor, self, number, digest, change)

    async def drop(self, services: Services, actor: Actor, number: int, digest: str | None = None) -> None:
        await _drop(services, actor, self, number, digest)

    def find(self, look: Read | Write, number: int, digest: str | None = None) -> Found[Options]:
        """Return it in a transaction; raise NotFoundError if it expired, was stored or is of another kind."""
        self.check(look)
        row = files.find(look.connection, look.club.id, number, digest, look.now)
        if row is None or row.options.get("kind") != self.name:
            raise NotFoundError(self.gone)
        if self.action is None and row.asked_by != look.actor.member.user_id:
            raise NotAllowedError("Only the member who asked can use these buttons. Use the command yourself.")
        return Found(row.data, from_json(self.options, row.options["options"], self.gone))

    def check(self, look: Read | Write) -> None:
        if self.action is not None:
            look.require_director(self.action)

    def take(self, write: Write, number: int, digest: str | None = None) -> Found[Options]:
        """Return it and remove it: a second press finds nothing."""
        found = self.find(write, number, digest)
        files.forget(write.connection, number)
        return found

    def row(self, options: Options) -> dict[str, Any]:
        return {"kind": self.name, "options": to_json(self.options, options)}


@repeatable()
def _keep(write: Write, kind: Waiting[Any], data: bytes, options: Any) -> int:
    kind.check(write)
    by = write.actor.member.user_id
    return files.keep(write.connection, write.club.id, data, kind.row(options), by, write.now)


@read()
def _look(look: Read, kind: Waiting[Any], number: int, digest: str | None) -> Found[Any]:
    return kind.find(look, number, digest)


@repeatable()
def _change(
    write: Write, kind: Waiting[Any], number: int, digest: str | None, change: Callable[[Any], Any]
) -> Found[Any]:
    found = kind.find(write, number, digest)
    options = change(found.options)
    files.choose(write.connection, number, kind.row(options))
    return Found(found.data, options)


@repeatable()
def _drop(write: Write, kind: Waiting[Any], number: int, digest: str | None) -> None:
    kind.take(write, number, digest)
