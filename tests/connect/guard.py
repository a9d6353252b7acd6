"""No test reaches out: a connection to anything but this machine is an error."""

import ipaddress
import socket
from typing import Any

LOCAL_NAMES = {"localhost", "", socket.gethostname()}


class NetworkUsedError(Exception):
    """A test reached out; no OSError, so that nothing takes it for a network that is down."""


def is_here(host: object) -> bool:
    """Return whether a name or an address is this machine's."""
    text = host.decode() if isinstance(host, bytes) else host
    if text is None or text in LOCAL_NAMES:
        return True
    try:
        return ipaddress.ip_address(str(text).partition("%")[0]).is_loopback
    except ValueError:
        return False


def _checked(family: int, address: Any) -> None:
    if family in (socket.AF_INET, socket.AF_INET6) and not is_here(address[0]):
        raise NetworkUsedError(f"A test tried to reach {address[0]}")


def install() -> None:
    """Guard the sockets of this process."""
    connect, connect_ex, getaddrinfo = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo
    if getattr(getaddrinfo, "guarded", False):
        return

    def guarded_connect(self: socket.socket, address: Any) -> None:
        _checked(self.family, address)
        connect(self, address)

    def guarded_connect_ex(self: socket.socket, address: Any) -> int:
        _checked(self.family, address)
        return connect_ex(self, address)

    def guarded_getaddrinfo(host: Any, *args: Any, **named: Any) -> Any:
        numeric = named.get("flags", args[4] if len(args) > 4 else 0) & socket.AI_NUMERICHOST
        if not numeric and not is_here(host):
            raise NetworkUsedError(f"A test asked for the address of {host!r}")
        return getaddrinfo(host, *args, **named)

    guarded_getaddrinfo.guarded = True  # type: ignore[attr-defined]
    socket.socket.connect = guarded_connect  # type: ignore[method-assign,assignment]
    socket.socket.connect_ex = guarded_connect_ex  # type: ignore[method-assign,assignment]
    socket.getaddrinfo = guarded_getaddrinfo
