"""Ask other services: one request at a time a host, with limits on time and size.

The operator chooses the services. No address comes from a member: a route is fixed, and a value that a member wrote is
one escaped part of it.
"""

import asyncio
import logging
import math
import time
from collections.abc import Hashable, Mapping
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from email.utils import parsedate_to_datetime
from enum import StrEnum
from importlib.metadata import version
from pathlib import Path
from typing import Any, TypeVar, cast
from urllib.parse import quote

import aiohttp
from pydantic import BaseModel, ValidationError

from core.errors import RatingError
from core.words import counted

log = logging.getLogger(__name__)

MOST_BYTES = 8 * 1024 * 1024
SECONDS_TO_CONNECT, SECONDS_IN_ALL, SECONDS_KEPT_OPEN = 5.0, 15.0, 90.0
PAUSES = (1.0, 4.0)
"""Seconds before the second and the third try, where a service fails."""
MOST_QUESTIONS = 10
"""How often a member may ask within an hour."""
MOST_OF_A_CLUB = 1000
"""How often a club may ask within a day (UTC); one club must not use up what a service grants the operator."""
PACE = 0.5
SECONDS_KEPT, MOST_KEPT, MOST_BYTES_KEPT = 900.0, 200, 65_536
"""How long an answer serves the same question again, in memory; how many there are, and how large each may be."""
USUAL_WAIT, LONGEST_WAIT = 60.0, 3600.0
"""Seconds until a host that asked to wait, or failed, is asked again; they double with each failure in a row."""


class Service(StrEnum):
    """A service that can be asked; the value is what CONNECT names."""

    USCHESS = "uschess"
    LICHESS = "lichess"
    CHESSCOM = "chesscom"

    @property
    def label(self) -> str:
        return {self.USCHESS: "US Chess", self.LICHESS: "Lichess", self.CHESSCOM: "chess.com"}[self]


class ConnectError(RatingError):
    """A service gave no answer that can be used."""


class NothingThereError(ConnectError):
    """The service does not know the member or account."""


class AskLaterError(ConnectError):
    """The service asked to wait, or does not answer."""


class _TryAgainError(Exception):
    """The service failed in a way that may pass."""


@dataclass
class _Host:
    address: str
    key: str | None = None
    turn: asyncio.Lock = field(default_factory=asyncio.Lock)
    next_at: float = 0.0
    rests_until: float = 0.0
    is_busy: bool = False
    failures: int = 0


Answer = TypeVar("Answer", bound=BaseModel)


def agent(contact: str | None = None) -> str:
    return f"Crosstable/{version('crosstable')}" + (f" (+{contact})" if contact else "")


class Connections:
    """The services that the operator turned on; without any, nothing is ever asked."""

    def __init__(
        self,
        addresses: Mapping[Service, str] | None = None,
        *,
        keys: Mapping[Service, str] | None = None,
        contact: str | None = None,
        pauses: tuple[float, ...] = PAUSES,
        pace: float = PACE,
        patience: float = SECONDS_IN_ALL,
        kept: float = SECONDS_KEPT,
    ) -> None:
        """Create them; addresses, keys: by service. contact: an address of the operator's."""
        self._hosts = {
            service: _Host(address.rstrip("/"), (keys or {}).get(service))
            for service, address in (addresses or {}).items()
        }
        self._pauses, self._pace, self._patience, self._seconds_kept = pauses, pace, patience, kept
        self._kept: dict[Hashable, tuple[float, Any]] = {}
        self._agent = agent(contact)
        self._asked_by: dict[tuple[int, int], list[datetime]] = {}
        self._asked_for: dict[int, tuple[date, int]] = {}
        self._session: aiohttp.ClientSession | None = None

    def has(self, service: Service) -> bool:
        return service in self._hosts

    async def get(
        self,
        service: Service,
        route: str,
        about: str | tuple[str, ...],
        form: type[Answer],
        query: Mapping[str, str] | None = None,
    ) -> Answer:
        """Return an answer in its form; raise ConnectError.

        route: its path, with {} for each part of what it is about. Nothing else of a question is logged.
        """
        host = self._hosts.get(service)
        if host is None:
            raise ConnectError(
                f"Look-ups at {service.label} are turned off. Ask the bot's operator to turn them on "
                f"(CONNECT={service.value})."
            )
        parts = (about,) if isinstance(about, str) else about
        question = service, route, parts, tuple(sorted((query or {}).items()))
        until, before = self._kept.get(question, (0.0, None))
        if time.monotonic() < until:
            return cast(Answer, before)
        async with host.turn:
            _check_rest(service, host)
            body = await self._asked(service, host, route, parts, query or {})
        try:
            answer = form.model_validate_json(body)
        except ValidationError as error:
            places = ", ".join(sorted({".".join(map(str, one["loc"])) or one["type"] for one in error.errors()})[:5])
            raise changed_answer(service, route, f"fields={places}") from None
        if len(body) <= MOST_BYTES_KEPT:
            self._keep(question, answer)
        return answer

    def _keep(self, question: Hashable, answer: BaseModel) -> None:
        self._kept.pop(question, None)
        if len(self._kept) >= MOST_KEPT:
            del self._kept[next(iter(self._kept))]
        self._kept[question] = time.monotonic() + self._seconds_kept, answer

    def count(self, club_id: int, user_id: int, now: datetime) -> None:
        """Count a question of a member; raise ConnectError after too many of theirs, or of their club's."""
        who = club_id, user_id
        recent = [at for at in self._asked_by.get(who, ()) if at > now - timedelta(hours=1)]
        if len(recent) >= MOST_QUESTIONS:
            raise ConnectError(f"You asked other services {MOST_QUESTIONS} times within an hour. Try again later.")
        self.count_for_club(club_id, now)
        self._asked_by[who] = [*recent, now]

    def count_for_club(self, club_id: int, now: datetime) -> None:
        """Count a question of a club; raise ConnectError after too many within a day."""
        day, asked = self._asked_for.get(club_id, (now.date(), 0))
        asked = asked if day == now.date() else 0
        if asked >= MOST_OF_A_CLUB:
            raise ConnectError(f"This club asked other services {MOST_OF_A_CLUB} times today. Try again tomorrow.")
        self._asked_for[club_id] = now.date(), asked + 1

    async def close(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def _asked(
        self, service: Service, host: _Host, route: str, about: tuple[str, ...], query: Mapping[str, str]
    ) -> bytes:
        for pause in (*self._pauses, None):
            await asyncio.sleep(max(0.0, host.next_at - time.monotonic()))
            began = time.monotonic()
            try:
                body = await self._once(service, host, route, about, query)
            except _TryAgainError as error:
                log.warning("connect failed: service=%s route=%s reason=%s", service, route, error)
            else:
                host.failures = 0
                seconds = time.monotonic() - began
                log.debug("connect: service=%s route=%s bytes=%d seconds=%.2f", service, route, len(body), seconds)
                return body
            finally:
                host.next_at = time.monotonic() + self._pace
            if pause is not None:
                await asyncio.sleep(pause)
        _rest(host, min(USUAL_WAIT * 2**host.failures, LONGEST_WAIT), is_busy=False)
        host.failures += 1
        raise _not_now(service, host)

    async def _once(
        self, service: Service, host: _Host, route: str, about: tuple[str, ...], query: Mapping[str, str]
    ) -> bytes:
        headers = {} if host.key is None else {"X-Api-Key": host.key}
        address = host.address + "/" + route.format(*(quote(one, safe="") for one in about))
        try:
            session = self._opened()
            async with session.get(address, params=query, headers=headers, allow_redirects=False) as response:
                await _check_status(service, host, route, about, response)
                return await _body(service, route, response)
        except (aiohttp.ClientError, TimeoutError, OSError) as error:
            raise _TryAgainError(type(error).__name__) from None

    def _opened(self) -> aiohttp.ClientSession:
        if self._session is None or self._session.closed:
            self._session = aiohttp.ClientSession(
                connector=aiohttp.TCPConnector(
                    resolver=aiohttp.ThreadedResolver(), keepalive_timeout=SECONDS_KEPT_OPEN
                ),
                timeout=aiohttp.ClientTimeout(total=self._patience, connect=SECONDS_TO_CONNECT),
                headers={"User-Agent": self._agent, "Accept": "application/json"},
                cookie_jar=aiohttp.DummyCookieJar(),
                trust_env=True,
            )
        return self._session


def _check_rest(service: Service, host: _Host) -> None:
    if time.monotonic() < host.rests_until:
        raise _not_now(service, host)


def _rest(host: _Host, seconds: float, *, is_busy: bool) -> None:
    host.rests_until, host.is_busy = time.monotonic() + seconds, is_busy


def _not_now(service: Service, host: _Host) -> AskLaterError:
    minutes = counted(max(1, math.ceil((host.rests_until - time.monotonic()) / 60)), "minute")
    if host.is_busy:
        return AskLaterError(f"{service.label} asks us to wait. Try again in {minutes}.")
    return AskLaterError(f"{service.label} does not answer. Try again in {minutes}{_or_a_file(service)}.")


def _or_a_file(service: Service) -> str:
    return ", or upload a file with /td import" if service is Service.USCHESS else ""


async def _check_status(
    service: Service, host: _Host, route: str, about: tuple[str, ...], response: aiohttp.ClientResponse
) -> None:
    status = response.status
    if status == 200:
        return
    if status == 404:
        raise NothingThereError(f"{service.label} does not know {about[-1]}. Check the number or name.")
    if status in (401, 403):
        log.warning("connect refused: service=%s route=%s status=%d", service, route, status)
        key = " (USCHESS_API_KEY)" if service is Service.USCHESS else ""
        raise ConnectError(f"{service.label} refused the request. Ask the bot's operator for a key{key}.")
    if status == 429:
        _rest(host, _retry_after(response.headers.get("Retry-After")), is_busy=True)
        log.warning("connect told to wait: service=%s seconds=%d", service, host.rests_until - time.monotonic())
        raise _not_now(service, host)
    if status >= 500 or status == 499:
        raise _TryAgainError(f"status {status}")
    raise changed_answer(service, route, f"status={status}")


def _retry_after(written: str | None) -> float:
    if written is None:
        return USUAL_WAIT
    if written.strip().isdecimal():
        return min(float(written), LONGEST_WAIT)
    try:
        seconds = (parsedate_to_datetime(written) - datetime.now(UTC)).total_seconds()
    except (ValueError, TypeError):
        return USUAL_WAIT
    return min(max(seconds, 1.0), LONGEST_WAIT)


async def _body(service: Service, route: str, response: aiohttp.ClientResponse) -> bytes:
    parts, size = [], 0
    async for part in response.content.iter_chunked(65_536):
        size += len(part)
        if size > MOST_BYTES:
            log.warning("connect answer too large: service=%s route=%s", service, route)
            raise ConnectError(f"The answer of {service.label} is too large and was not read.")
        parts.append(part)
    return b"".join(parts)


def changed_answer(service: Service, route: str, problem: str) -> ConnectError:
    """Log what was not understood, and return the error for it. problem: field names or a status, never figures."""
    log.error("connect answer not understood: service=%s route=%s %s", service, route, problem)
    return ConnectError(
        f"This version cannot read the answers of {service.label}. Tell the bot's operator{_or_a_file(service)}."
    )


MOST_DOWNLOADED = 250 * 1024 * 1024
"""FIDE's list of 2026 has 50 MB in its zip."""
SECONDS_IN_ALL, SECONDS_WITHOUT_DATA = 1800.0, 60.0
_PIECE = 65_536


async def download(address: str, path: Path, *, most: int = MOST_DOWNLOADED) -> int:
    """Write what an operator's address has to a file; return its bytes. Raise ConnectError."""
    limits = aiohttp.ClientTimeout(SECONDS_IN_ALL, SECONDS_TO_CONNECT, sock_read=SECONDS_WITHOUT_DATA)
    connector = aiohttp.TCPConnector(resolver=aiohttp.ThreadedResolver())
    try:
        async with (
            aiohttp.ClientSession(
                connector=connector, timeout=limits, headers={"User-Agent": agent()}, trust_env=True
            ) as session,
            session.get(address, allow_redirects=False) as response,
        ):
            if response.status != 200:
                raise ConnectError(f"FIDE_LIST answers with status {response.status}. Check the address.")
            size = 0
            with path.open("wb") as file:
                async for piece in response.content.iter_chunked(_PIECE):
                    size += len(piece)
                    if size > most:
                        raise ConnectError(f"The file at FIDE_LIST has more than {most // 1024 // 1024} MiB.")
                    file.write(piece)
    except (aiohttp.ClientError, TimeoutError) as error:
        raise ConnectError(f"FIDE_LIST cannot be downloaded ({type(error).__name__}). Try again later.") from None
    return size
