"""A club's choices about its rating systems."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Self

from core.errors import InputError, RuleError
from core.lists import OwnList, RatingList, Sets
from core.rating.oracle.config import DEFAULT, OracleConfig
from core.rating.qursh.cells import QurshRules


class Codes(StrEnum):
    """Whose norm codes of lifetime titles are shown, as stored."""

    ALL = "on"
    EARNED = "earned"
    NONE = "off"


class Provisional(StrEnum):
    """Where a list's leaderboards have provisional players; below a line they have no rank."""

    BELOW = "below"
    MIXED = "mixed"
    HIDDEN = "hidden"


@dataclass(frozen=True, slots=True)
class ClubRules:
    """A club's choices.

    oracle_pools: settings of the club's own pools. usual_rules: edition by list, where an event names none.
    lists: the club's own, in the order of founding. provisional_players: by list, if not below a line. codes: whose
    lifetime titles are shown; stored apart from the JSON.
    """

    oracle: OracleConfig = DEFAULT
    oracle_pools: Mapping[RatingList, OracleConfig] = field(default_factory=dict)
    usual_rules: Mapping[RatingList, str] = field(default_factory=dict)
    qursh: QurshRules = field(default_factory=QurshRules)
    lists: Mapping[RatingList, OwnList] = field(default_factory=dict)
    provisional_players: Mapping[RatingList, Provisional] = field(default_factory=dict)
    codes: Codes = Codes.EARNED

    @property
    def with_every_code(self) -> Self:
        """Return the rules as US Chess printed codes, after every established rating, unless they are hidden."""
        return replace(self, codes=Codes.ALL) if self.codes is Codes.EARNED else self

    @property
    def all_lists(self) -> tuple[RatingList, ...]:
        return (*RatingList, *self.lists)

    @property
    def own_lists(self) -> tuple[RatingList, ...]:
        """Return the club's own lists that are open, oldest first."""
        return tuple(one for one, settings in self.lists.items() if not settings.closed)

    @property
    def pools(self) -> tuple[RatingList, ...]:
        """Return the Oracle lists: each has its own players, Keeper and settings."""
        return RatingList.ORACLE, *(one for one in self.lists if one.base is RatingList.ORACLE)

    def sets_of(self, rating_list: RatingList) -> Sets:
        own = self.lists.get(rating_list)
        return Sets.GAME if own is None else own.sets

    def check_points(self, rating_list: RatingList, points: object) -> None:
        """Raise InputError for a result without points where the list rates their share."""
        if self.sets_of(rating_list) is Sets.POINTS and not points:
            raise InputError(
                f"{rating_list.label} is rated by share of points. Write the points, for example 11-7, 9-11, 11-5."
            )

    def check_open(self, *rating_lists: RatingList) -> None:
        """Raise RuleError if a list takes no new results."""
        for one in rating_lists:
            if one.is_own and one not in self.lists:
                raise RuleError(f"This club has no list {one.label}. Choose one that is offered as you type.")
            if one.is_own and self.lists[one].closed:
                raise RuleError(f"{one.label} is closed. Choose another list, or ask a tournament director (TD).")

    def oracle_for(self, pool: RatingList) -> OracleConfig:
        return self.oracle if pool is RatingList.ORACLE else self.oracle_pools.get(pool, DEFAULT)

    def with_oracle(self, pool: RatingList, config: OracleConfig) -> "ClubRules":
        if pool is RatingList.ORACLE:
            return replace(self, oracle=config)
        return replace(self, oracle_pools={**self.oracle_pools, pool: config})

    def with_list(self, rating_list: RatingList, settings: OwnList | None) -> "ClubRules":
        others = {one: kept for one, kept in self.lists.items() if settings is not None or one is not rating_list}
        return replace(self, lists=others if settings is None else {**others, rating_list: settings})

    def with_usual_rules(self, rating_list: RatingList, key: str | None) -> "ClubRules":
        others = {moved: kept for moved, kept in self.usual_rules.items() if moved is not rating_list}
        return replace(self, usual_rules=others if key is None else {**others, rating_list: key})

    def provisional_on(self, rating_list: RatingList) -> Provisional:
        return self.provisional_players.get(rating_list, Provisional.BELOW)

    def with_provisional(self, rating_list: RatingList, where: Provisional) -> "ClubRules":
        others = {one: kept for one, kept in self.provisional_players.items() if one is not rating_list}
        return replace(
            self, provisional_players=others if where is Provisional.BELOW else {**others, rating_list: where}
        )

    def to_json(self) -> dict[str, Any]:
        pools = {pool.value: config.to_json() for pool, config in self.oracle_pools.items()}
        usual = {moved.value: key for moved, key in self.usual_rules.items()}
        return {
            "oracle": self.oracle.to_json(),
            "oracle_pools": pools,
            "usual_rules": usual,
            "qursh": self.qursh.to_json(),
            "lists": {one.value: settings.to_json() for one, settings in self.lists.items()},
            "provisional_players": {one.value: where.value for one, where in self.provisional_players.items()},
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any] | None) -> "ClubRules":
        if not data:
            return DEFAULT_RULES
        return cls(
            OracleConfig.from_json(data.get("oracle") or {}),
            {RatingList(pool): OracleConfig.from_json(kept) for pool, kept in (data.get("oracle_pools") or {}).items()},
            {RatingList(moved): key for moved, key in (data.get("usual_rules") or {}).items()},
            QurshRules.from_json(data.get("qursh") or {}),
            {RatingList(one): OwnList.from_json(kept) for one, kept in (data.get("lists") or {}).items()},
            {RatingList(one): Provisional(kept) for one, kept in (data.get("provisional_players") or {}).items()},
        )


DEFAULT_RULES = ClubRules()
