"""Recognise uploaded files; ambiguous ones wait for a director's choice."""

import asyncio
from typing import Any, NamedTuple

from bot.services.context import Actor, Services
from bot.services.imports.import_event import IMPORT, NOT_WAITING, ImportOptions
from bot.services.report_codec import from_json, to_json
from bot.services.spreadsheets.convert import as_text_file
from bot.services.transaction import Read, Write, read, repeatable
from bot.store import files
from core.errors import NotFoundError
from core.event_file import FileKind


class Upload(NamedTuple):
    """A file with a director's choices; file_name: as uploaded."""

    data: bytes
    file_name: str
    options: ImportOptions


async def recognised_as(data: bytes) -> tuple[FileKind, ...]:
    """Return what a file may be, in a thread; several where a director has to say which."""
    from core.formats.recognise import kinds_of

    text = await as_text_file(data)
    return await asyncio.to_thread(kinds_of, text.data)


async def store_upload(services: Services, actor: Actor, upload: Upload) -> tuple[int, str]:
    return await _keep(services, actor, upload), files.digest_of(upload.data)


@repeatable(director_to=IMPORT)
def _keep(write: Write, upload: Upload) -> int:
    details: dict[str, Any] = {"upload": upload.file_name, "options": to_json(ImportOptions, upload.options)}
    return files.keep(write.connection, write.club.id, upload.data, details, write.actor.member.user_id, write.now)


@read(director_to=IMPORT)
def find_upload(look: Read, pending_id: int, digest: str) -> Upload:
    pending = files.find(look.connection, look.club.id, pending_id, digest, look.now)
    if pending is None or "upload" not in pending.options:
        raise NotFoundError(NOT_WAITING)
    options = from_json(ImportOptions, pending.options["options"], NOT_WAITING)
    return Upload(pending.data, pending.options["upload"], options)
