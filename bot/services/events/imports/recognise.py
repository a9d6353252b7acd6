"""Recognise uploaded files; ambiguous ones wait for a director's choice."""

import asyncio
from dataclasses import dataclass
from typing import NamedTuple

from bot.services.events.imports.import_event import IMPORT, NOT_WAITING
from bot.services.events.imports.options import ImportOptions
from bot.services.framework.context import Actor, Services
from bot.services.framework.spreadsheets.convert import as_text_file
from bot.services.framework.waiting import Waiting
from core.event.event_file import FileKind


class Upload(NamedTuple):
    """A file with a director's choices; file_name: as uploaded."""

    data: bytes
    file_name: str
    options: ImportOptions


async def recognised_as(data: bytes) -> tuple[FileKind, ...]:
    """Return what a file may be, in a thread; several where a director has to say which."""
    from core.files.recognise import kinds_of

    text = await as_text_file(data)
    return await asyncio.to_thread(kinds_of, text.data)


@dataclass(frozen=True, slots=True)
class Unrecognised:
    """A file of several possible kinds; name: as uploaded."""

    name: str
    options: ImportOptions


UNRECOGNISED = Waiting("upload", Unrecognised, IMPORT, NOT_WAITING)


async def store_upload(services: Services, actor: Actor, upload: Upload) -> tuple[int, str]:
    return await UNRECOGNISED.keep(services, actor, upload.data, Unrecognised(upload.file_name, upload.options))


async def find_upload(services: Services, actor: Actor, pending_id: int, digest: str) -> Upload:
    found = await UNRECOGNISED.look(services, actor, pending_id, digest)
    return Upload(found.data, found.options.name, found.options.options)
