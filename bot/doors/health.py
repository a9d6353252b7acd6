"""Ask a running bot whether it is ready: for a container's health check, so nothing is imported that takes time."""

import http.client
import os

from bot.exits import Exit, StartError

SECONDS = 5


def ask(port: str | None = None) -> str:
    """Return what /ready answers; raise StartError unless the bot is ready."""
    port = port or os.environ.get("HEALTH_PORT") or _from_settings()
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=SECONDS)
    try:
        connection.request("GET", "/ready")
        answer = connection.getresponse()
        said = answer.read().decode()
    except (OSError, http.client.HTTPException) as error:
        raise StartError(f"Nothing answers on port {port} ({error}): is the bot running?", Exit.NOT_DONE) from None
    finally:
        connection.close()
    if answer.status != 200:
        raise StartError(f"Not ready: {said}", Exit.NOT_DONE)
    return said


def _from_settings() -> str:
    from bot.settings import Settings

    port = Settings().health_port
    if port is None:
        raise StartError("HEALTH_PORT is not set: set it to a port, for the bot and here.")
    return str(port)
