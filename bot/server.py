"""A small HTTP server inside the bot's process."""

from aiohttp import web

from bot.exit_codes import FAILED, StartError


class Server:
    """Serves an application on a port; setting: the name of the setting that chose the port."""

    def __init__(self, application: web.Application, host: str, port: int, setting: str) -> None:
        self._host, self._port, self._setting = host, port, setting
        self._runner = web.AppRunner(application, access_log=None)

    @property
    def port(self) -> int:
        """Return the open port, also if 0 was requested."""
        return int(self._runner.addresses[0][1])

    async def open(self) -> None:
        """Start answering; raise StartError if the port is taken."""
        await self._runner.setup()
        try:
            await web.TCPSite(self._runner, self._host, self._port).start()
        except OSError as error:
            await self._runner.cleanup()
            raise StartError(
                f"Port {self._port} cannot be opened ({error.strerror}). Set {self._setting} to another.", FAILED
            ) from None

    async def close(self) -> None:
        await self._runner.cleanup()
