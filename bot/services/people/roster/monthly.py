"""FIDE's list of the month, downloaded or read by the operator's setting FIDE_LIST."""

import logging
import tempfile
from datetime import date
from functools import partial
from pathlib import Path

from bot.connect.client import download
from bot.services.framework.context import Services
from bot.services.people.roster.export import FIDE, ListLoaded, load_fide_list
from bot.store.people import federations, profiles
from core.errors import InputError

log = logging.getLogger(__name__)


class MonthlyList:
    """Loads the list once a month, and tries once a day. source: an address or a file."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._tried: date | None = None
        self._loaded: date | None = None

    async def load(self, services: Services) -> ListLoaded | None:
        today = services.today(None)
        if self._tried == today or not await self._is_due(services, today.replace(day=1)):
            return None
        self._tried = today
        found = await self._load(services)
        self._loaded = today.replace(day=1)
        log.info(
            "FIDE list loaded: month=%s players=%d clubs=%d found=%d",
            found.month,
            found.players,
            len(found.clubs),
            sum(found.clubs.values()),
        )
        return found

    async def _is_due(self, services: Services, month: date) -> bool:
        if self._loaded == month or not await services.database.read(
            partial(profiles.ids_of_clubs, membership=FIDE), club=None
        ):
            return False
        newest = await services.database.read(lambda connection: federations.newest_list(connection, FIDE), club=None)
        return newest is None or newest < month

    async def _load(self, services: Services) -> ListLoaded:
        if "://" not in self._source:
            try:
                return await load_fide_list(services, Path(self._source))
            except OSError as error:
                raise InputError(f"FIDE_LIST cannot be read ({error.strerror}). Check the name of the file.") from None
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "list"
            await download(self._source, path)
            return await load_fide_list(services, path)
