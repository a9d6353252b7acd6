"""What features declare beside themselves, such as actions, jobs and buttons: importing their modules finds it."""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import TypeVar

T = TypeVar("T")


@cache
def import_all(*packages: str) -> None:
    """Import every module of packages, except what only a process of its own may import."""
    for package in packages:
        for module in walk_packages(import_module(package).__path__, f"{package}."):
            if not module.name.endswith(".child"):
                import_module(module.name)


class Declared(dict[str, T]):
    """Everything of one kind by name."""

    def add(self, name: str, declared: T) -> None:
        if self.setdefault(name, declared) is not declared:
            raise ValueError(f"{name} is declared twice")

    def named(self, name: str) -> Callable[[T], T]:
        """Declare what is decorated."""

        def declare(declared: T) -> T:
            self.add(name, declared)
            return declared

        return declare
