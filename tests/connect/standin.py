"""The services as their documents say they answer, on this machine, with invented people; and every way to fail."""

import asyncio
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from aiohttp import web

from bot.connect.client import MOST_BYTES, Connections, Service
from bot.services.framework.context import Services
from bot.store.database.transactions import Database

PATIENCE = 60.0
"""Seconds after which a test's client gives up; a test of slow answers has none."""


class Fault(StrEnum):
    """How a service fails."""

    SLOW = "slow"
    TOO_MANY = "429"
    TOO_MANY_FOR_90 = "429 with Retry-After"
    TOO_MANY_UNTIL = "429 with a date"
    ERROR = "500"
    GAVE_UP = "499"
    FORBIDDEN = "403"
    HALF_A_BODY = "half a body"
    HALF_A_JSON = "half a JSON"
    HTML = "HTML"
    RENAMED = "renamed fields"
    REDIRECT = "redirect"
    TOO_LARGE = "too large"
    ENDLESS = "endless pages"
    STUCK = "the same page again"
    ANOTHER = "another member"
    WRONG = "impossible figures"


@dataclass
class StandIn:
    """All services at one address. fault: how they fail, for `failing` answers. asked: the paths, in order."""

    members: dict[str, dict[str, Any]] = field(default_factory=dict)
    supplements: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    played: dict[str, list[dict[str, Any]]] = field(default_factory=dict)
    events: dict[str, dict[str, Any]] = field(default_factory=dict)
    sections: dict[tuple[str, str], dict[str, Any]] = field(default_factory=dict)
    lichess: dict[str, dict[str, Any]] = field(default_factory=dict)
    chesscom: dict[str, dict[str, Any]] = field(default_factory=dict)
    fault: Fault | None = None
    failing: int = 10_000
    asked: list[str] = field(default_factory=list)
    agents: set[str] = field(default_factory=set)
    keys: set[str | None] = field(default_factory=set)
    at_once: int = 0
    most_at_once: int = 0
    address: str = ""

    def add_member(self, number: str, name: str, regular: int | None = None, **more: Any) -> None:
        """Add a member of US Chess. more: quick, blitz, games, floor, expires, supplements by day.

        played: Regular ratings by the last day of a section.
        """
        first, _, last = name.upper().rpartition(" ")
        given = {"R": regular, "Q": more.get("quick"), "B": more.get("blitz")}
        games = more.get("games")
        ratings = [
            {"ratingSystem": system, "rating": rating, "isProvisional": games is not None}
            | ({} if games is None else {"gamesPlayed": games})
            | ({"floor": more["floor"]} if "floor" in more and system == "R" else {})
            for system, rating in given.items()
            if rating is not None
        ]
        self.members[number] = {
            "id": number, "firstName": first, "lastName": last, "stateRep": "VT", "status": "Active",
            "gender": "Unknown", "expirationDate": more.get("expires", "2027-08-31"), "fideId": None,
            "ratings": [*ratings, {"ratingSystem": "OR", "rating": 1300, "isProvisional": False}],
        }  # fmt: skip
        by_day: Mapping[str, int | None] = more.get("supplements", {"2026-11-01": regular})
        self.supplements[number] = [
            {
                "ratingSupplementDate": day,
                "ratings": [
                    {"source": "R", "rating": rating, "provisionalGameCount": games},
                    *([{"source": "Q", "rating": given["Q"]}] if given["Q"] else []),
                    {"source": "OB"},
                ],
            }
            for day, rating in by_day.items()
        ]

        self.played[number] = [
            {
                "id": f"s{day}", "sectionNumber": 1, "sectionName": "Open", "startDate": day, "endDate": day,
                "format": "Swiss", "ratingSystem": "R",
                "ratingRecords": [
                    {"preRating": 1500, "postRating": rating, "postRatingDecimal": rating + 0.4, "ratingSystem": "R"},
                    {"postRating": 1300, "postRatingDecimal": 1300.0, "ratingSystem": "OR"},
                ],
                "event": {"id": "202611070999", "name": "Club Open", "startDate": day, "endDate": day},
            }
            for day, rating in more.get("played", {}).items()
        ]  # fmt: skip

    def add_section(self, document: dict[str, Any]) -> None:
        """Add a rated section, given as one object with its event and standings."""
        event, section = document["event"], document["section"]
        self.events[event["id"]] = event
        self.sections[event["id"], str(section["number"])] = document

    def connections(self, *services: Service, **more: Any) -> Connections:
        """Return a client of the services (default: all), which neither pauses nor paces nor keeps answers."""
        more = {"pauses": (0.0, 0.0), "pace": 0.0, "patience": PATIENCE, "kept": 0.0, **more}
        bases = {one: f"{self.address}/{one.value}" for one in services or tuple(Service)}
        return Connections(bases, **more)

    async def answer(self, request: web.Request) -> web.StreamResponse:
        self.asked.append(request.path_qs)
        self.agents.add(request.headers["User-Agent"])
        self.keys.add(request.headers.get("X-Api-Key"))
        self.at_once += 1
        self.most_at_once = max(self.most_at_once, self.at_once)
        try:
            await asyncio.sleep(0)
            if self.fault is not None and self.failing > 0:
                self.failing -= 1
                return await _FAULTS[self.fault](request, self.found(request))
            found = self.found(request)
            return (
                web.json_response({"title": "Not Found", "status": 404}, status=404) if found is None else json(found)
            )
        finally:
            self.at_once -= 1

    def found(self, request: web.Request) -> Any:
        match request.path.strip("/").split("/"):
            case ["uschess", "members", number]:
                return self.members.get(number)
            case ["uschess", "members", number, "rating-supplements"] if number in self.supplements:
                return paged(request, self.supplements[number])
            case ["uschess", "members", number, "sections"] if number in self.played:
                first = request.query.get("OnOrAfterDate", "")
                return paged(request, [one for one in self.played[number] if one["endDate"] >= first])
            case ["uschess", "rated-events", event]:
                return self.events.get(event)
            case ["uschess", "rated-events", event, "sections", number, *rest] if (event, number) in self.sections:
                document = self.sections[event, number]
                return paged(request, document["standings"]["items"]) if rest else document["section"]
            case ["lichess", "api", "user", name]:
                return self.lichess.get(name.lower())
            case ["chesscom", "player", name, *rest] if name in self.chesscom:
                return self.chesscom[name]["stats" if rest else "player"]
        return None


def paged(request: web.Request, items: list[dict[str, Any]]) -> dict[str, Any]:
    offset, size = int(request.query.get("Offset", 0)), min(int(request.query.get("Size", 50)), 100)
    paging = {"offset": offset, "pageSize": size, "hasPreviousPage": offset > 0}
    return {"items": items[offset : offset + size], **paging, "hasNextPage": offset + size < len(items)}


def json(found: Any, text: Callable[[str], str] = str) -> web.Response:
    import json as standard

    return web.Response(text=text(standard.dumps(found)), content_type="application/json")


async def _slow(request: web.Request, found: Any) -> web.StreamResponse:
    await asyncio.Event().wait()
    return json(found)


async def _half_a_body(request: web.Request, found: Any) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Length": "5000", "Content-Type": "application/json"})
    await response.prepare(request)
    await response.write(b'{"id": "3000')
    assert request.transport is not None
    request.transport.close()
    return response


async def _too_large(request: web.Request, found: Any) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "application/json"})
    await response.prepare(request)
    piece = b" " * 1024 * 1024
    for _ in range(MOST_BYTES // len(piece) + 1):
        await response.write(piece)
    return response


def _status(status: int, **headers: str) -> Callable[[web.Request, Any], Any]:
    async def answer(request: web.Request, found: Any) -> web.StreamResponse:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return web.json_response({"title": "secret-of-the-body"}, status=status, headers=named)

    return answer


def _changed(change: Callable[[Any], Any], text: Callable[[str], str] = str) -> Callable[[web.Request, Any], Any]:
    async def answer(request: web.Request, found: Any) -> web.StreamResponse:
        return json(change(found), text)

    return answer


def _renamed(found: Any) -> Any:
    if isinstance(found, list):
        return [_renamed(one) for one in found]
    return {f"{name}New": _renamed(one) for name, one in found.items()} if isinstance(found, dict) else found


_FIGURES = ("rating", "preRating", "preRatingDecimal", "postRating", "postRatingDecimal")


def _wrong(found: Any) -> Any:
    if isinstance(found, list):
        return [_wrong(one) for one in found]
    if isinstance(found, dict):
        return {name: 99_999 if name in _FIGURES and one else _wrong(one) for name, one in found.items()}
    return found


async def _html(request: web.Request, found: Any) -> web.StreamResponse:
    return web.Response(text="<!DOCTYPE html><title>secret-of-the-body</title>", content_type="text/html")


_FAULTS: dict[Fault, Callable[[web.Request, Any], Any]] = {
    Fault.SLOW: _slow,
    Fault.TOO_MANY: _status(429),
    Fault.TOO_MANY_FOR_90: _status(429, Retry_After="90"),
    Fault.TOO_MANY_UNTIL: _status(429, Retry_After="Fri, 31 Dec 2100 23:59:59 GMT"),
    Fault.ERROR: _status(500),
    Fault.GAVE_UP: _status(499),
    Fault.FORBIDDEN: _status(403),
    Fault.HALF_A_BODY: _half_a_body,
    Fault.HALF_A_JSON: _changed(lambda found: found, lambda text: text[: len(text) // 2]),
    Fault.HTML: _html,
    Fault.RENAMED: _changed(_renamed),
    Fault.REDIRECT: _status(302, Location="https://ratings.example.org/"),
    Fault.TOO_LARGE: _too_large,
    Fault.ENDLESS: _changed(lambda found: {**found, "hasNextPage": True} if found and "items" in found else found),
    Fault.STUCK: _changed(
        lambda found: {**found, "offset": 100, "hasNextPage": True} if found and "items" in found else found
    ),
    Fault.ANOTHER: _changed(lambda found: {**found, "id": "39999999"}),
    Fault.WRONG: _changed(_wrong),
}


async def connect(services: Services) -> StandIn:
    """Let a bot ask the services from now on, until its connections are closed."""
    await services.connections.close()
    running = AsyncExitStack()
    stand_in = await running.enter_async_context(running_stand_in())
    connections = stand_in.connections()
    running.push_async_callback(connections.close)
    connections.close = running.aclose  # type: ignore[method-assign]
    object.__setattr__(services, "connections", connections)
    return stand_in


@asynccontextmanager
async def running_stand_in() -> AsyncIterator[StandIn]:
    """Run the services for a block."""
    stand_in = StandIn()
    app = web.Application()
    app.router.add_get("/{tail:.*}", stand_in.answer)
    runner = web.AppRunner(app, access_log=None, shutdown_timeout=0.1)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    stand_in.address = f"http://127.0.0.1:{runner.addresses[0][1]}"
    try:
        yield stand_in
    finally:
        await runner.cleanup()


@asynccontextmanager
async def services_that_ask(
    stand_in: StandIn, database: Database, clock: Callable[[], datetime]
) -> AsyncIterator[Services]:
    """Yield a bot's services with every connection leading to the stand-in."""
    services = Services(database, clock, connections=stand_in.connections())
    yield services
    await services.engine.close()
    await services.connections.close()
