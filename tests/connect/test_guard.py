"""The guard bites: no test reaches another machine, in whatever thread or process."""

import asyncio
import socket
import subprocess
import sys
import threading

import aiohttp
import pytest

from tests.connect.guard import NetworkUsedError

ELSEWHERE = ("192.0.2.1", 443)  # of a range for documents, which no machine has


def test_a_connection_elsewhere_is_an_error() -> None:
    with socket.socket() as one, pytest.raises(NetworkUsedError):
        one.connect(ELSEWHERE)
    with socket.socket() as one, pytest.raises(NetworkUsedError):
        one.connect_ex(ELSEWHERE)
    with pytest.raises(NetworkUsedError):
        socket.getaddrinfo("example.org", 443)


async def test_asynchronous_code_is_guarded() -> None:
    with pytest.raises(NetworkUsedError):
        await asyncio.open_connection(*ELSEWHERE)
    async with aiohttp.ClientSession() as session:
        with pytest.raises(NetworkUsedError):
            await session.get(f"http://{ELSEWHERE[0]}/")


def test_threads_are_guarded() -> None:
    found: list[BaseException] = []

    def reach() -> None:
        try:
            socket.create_connection(ELSEWHERE)
        except BaseException as error:
            found.append(error)

    thread = threading.Thread(target=reach)
    thread.start()
    thread.join()
    assert [type(one) for one in found] == [NetworkUsedError]


def test_processes_are_guarded() -> None:
    script = "import socket; socket.create_connection(('192.0.2.1', 443))"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert "NetworkUsedError" in done.stderr


def test_this_machine_is_reached() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()):
        pass
