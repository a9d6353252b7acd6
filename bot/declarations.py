"""Find what features declare: importing a module declares its actions, jobs, handlers, buttons and topics."""

from functools import cache
from importlib import import_module
from pkgutil import walk_packages


@cache
def import_all(package: str) -> None:
    """Import every module of a package, except what only a process of its own may import."""
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        if not module.name.endswith(".child"):
            import_module(module.name)
