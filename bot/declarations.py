"""What features declare beside themselves, such as actions, jobs and buttons: importing their modules finds it."""

from functools import cache
from importlib import import_module
from pkgutil import walk_packages
from typing import Self, TypeVar

T = TypeVar("T")


@cache
def import_all(package: str) -> None:
    """Import every module of a package, except what only a process of its own may import."""
    for module in walk_packages(import_module(package).__path__, f"{package}."):
        if not module.name.endswith(".child"):
            import_module(module.name)


class Declared(dict[str, T]):
    """Everything of one kind by name. packages: whose modules declare it."""

    def __init__(self, *packages: str) -> None:
        super().__init__()
        self._packages = packages

    def add(self, name: str, declared: T) -> None:
        if self.setdefault(name, declared) is not declared:
            raise ValueError(f"{name} is declared twice")

    def all(self) -> Self:
        for package in self._packages:
            import_all(package)
        return self
