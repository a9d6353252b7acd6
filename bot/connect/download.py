"""Download a large file in pieces."""

import logging
from pathlib import Path

import aiohttp

from bot.connect.client import SECONDS_TO_CONNECT, ConnectError, agent

log = logging.getLogger(__name__)

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
