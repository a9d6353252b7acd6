"""The kinds of players that the seed tells apart."""

from enum import StrEnum

from core.errors import InputError


class PlayerKind(StrEnum):
    """What a player is; the value is what the database stores. `code` is the number in CSV files."""

    HUMAN = "human"
    AI_KEEPER = "ai_keeper"
    AI_AGGRESSIVE = "ai_aggressive"
    AI_DEFENSIVE = "ai_defensive"
    AI_BALANCED = "ai_balanced"
    AI_HEURISTIC = "ai_heuristic"
    AI_HYBRID = "ai_hybrid"

    @property
    def code(self) -> int:
        return _KINDS.index(self)

    @property
    def label(self) -> str:
        """Return the name that reports print."""
        return _LABELS[self.code]


_KINDS = tuple(PlayerKind)
_LABELS = ("Human", "Keeper", "Aggro", "Defense", "Balanced", "Heuristic", "Hybrid")


def kind_of_code(code: int) -> PlayerKind:
    """Return the kind of a number in a CSV file; raise InputError for one that there is not."""
    if not 0 <= code < len(_KINDS):
        offered = ", ".join(f"{kind.code} {kind.label}" for kind in _KINDS)
        raise InputError(f"There is no kind of player {code}: write one of {offered}.")
    return _KINDS[code]
