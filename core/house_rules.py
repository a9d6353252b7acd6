"""What a club decides about its rating systems beyond their own rules."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from core.oracle.config import DEFAULT, OracleConfig
from core.uschess.lifetime_tables import STANDARD_TABLES, LifetimeTables


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A club's own choices.

    lifetime: the tables of the lifetime titles, which the club may replace.
    oracle: the settings of the Oracle ratings.
    """

    lifetime: LifetimeTables = STANDARD_TABLES
    oracle: OracleConfig = DEFAULT

    def to_json(self) -> dict[str, Any]:
        """Return what differs from the usual rules; `from_json` reads it back."""
        return {"lifetime": self.lifetime.to_json(), "oracle": self.oracle.to_json()}

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> "HouseRules":
        if not data:
            return USUAL_RULES
        return cls(
            LifetimeTables.from_json(data.get("lifetime") or {}), OracleConfig.from_json(data.get("oracle") or {})
        )


USUAL_RULES = HouseRules()
