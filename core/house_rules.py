"""What a club decides about its rating systems beyond their own rules."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from core.lists import RatingList
from core.oracle.config import DEFAULT, OracleConfig
from core.uschess.lifetime_tables import STANDARD_TABLES, LifetimeTables


@dataclass(frozen=True, slots=True)
class HouseRules:
    """A club's own choices.

    lifetime: the tables of the lifetime titles, which the club may replace.
    oracle: the settings of the Oracle ratings. oracle_pools: those of further pools, each with a Keeper of its own.
    """

    lifetime: LifetimeTables = STANDARD_TABLES
    oracle: OracleConfig = DEFAULT
    oracle_pools: Mapping[RatingList, OracleConfig] = field(default_factory=dict)

    def oracle_for(self, pool: RatingList) -> OracleConfig:
        """Return the settings of a pool of Oracle players."""
        return self.oracle if pool is RatingList.ORACLE else self.oracle_pools.get(pool, DEFAULT)

    def with_oracle(self, pool: RatingList, config: OracleConfig) -> "HouseRules":
        """Return the rules with other settings for a pool, which is opened by them."""
        if pool is RatingList.ORACLE:
            return replace(self, oracle=config)
        return replace(self, oracle_pools={**self.oracle_pools, pool: config})

    def to_json(self) -> dict[str, Any]:
        """Return what differs from the usual rules; `from_json` reads it back."""
        pools = {pool.value: config.to_json() for pool, config in self.oracle_pools.items()}
        return {"lifetime": self.lifetime.to_json(), "oracle": self.oracle.to_json(), "oracle_pools": pools}

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> "HouseRules":
        if not data:
            return USUAL_RULES
        return cls(
            LifetimeTables.from_json(data.get("lifetime") or {}),
            OracleConfig.from_json(data.get("oracle") or {}),
            {RatingList(pool): OracleConfig.from_json(kept) for pool, kept in (data.get("oracle_pools") or {}).items()},
        )


USUAL_RULES = HouseRules()
