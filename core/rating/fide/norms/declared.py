"""What people declare about an event for its title norms."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any

from core.event.crosstable import TimeControl
from core.rating.fide.norms.facts import Championship, EventFormat, EventSettings, Exemption, Participant

MOST_ROUNDS_CONFIRMED = 2
"""Rounds on any day, if only the event's conditions are confirmed."""


@dataclass(frozen=True, slots=True)
class DeclaredSettings:
    """Declared details of an event; None if unknown.

    host: registering federation. rounds_a_day: the most on any day. confirmed: rated by FIDE, registered in time,
    with an arbiter. cleared: names of fields to clear.
    """

    format: EventFormat | None = None
    championship: Championship | None = None
    exemption: Exemption | None = None
    host: str | None = None
    rounds: int | None = None
    time_control: TimeControl | None = None
    rounds_a_day: int | None = None
    confirmed: bool | None = None
    cleared: frozenset[str] = frozenset()

    @classmethod
    def written(cls, **options: Any) -> "DeclaredSettings":
        """Return details from options: None is unknown, empty clears a field."""
        declared = {name: value for name, value in options.items() if value not in (None, "")}
        return cls(**declared, cleared=frozenset(name for name, value in options.items() if value == ""))

    def over(self, stored: "DeclaredSettings") -> "DeclaredSettings":
        mine = {name: value for name in _DECLARED if (value := getattr(self, name)) is not None}
        cleared: dict[str, Any] = dict.fromkeys(self.cleared)
        return replace(stored, **mine, **cleared, cleared=frozenset())

    def to_json(self) -> dict[str, Any]:
        declared = {name: value for name in _DECLARED if (value := getattr(self, name)) is not None}
        if self.time_control is not None:
            declared["time_control"] = [self.time_control.minutes, self.time_control.seconds]
        return declared

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> "DeclaredSettings":
        control = data.get("time_control")
        return cls(
            format=EventFormat(data["format"]) if "format" in data else None,
            championship=Championship(data["championship"]) if "championship" in data else None,
            exemption=Exemption(data["exemption"]) if "exemption" in data else None,
            host=data.get("host"),
            rounds=data.get("rounds"),
            time_control=None if control is None else TimeControl(*control),
            rounds_a_day=data.get("rounds_a_day"),
            confirmed=data.get("confirmed"),
        )

    def settings(
        self,
        start: date,
        end: date | None,
        rounds: int,
        *,
        event_format: EventFormat | None = None,
        time_control: TimeControl | None = None,
        participants: Sequence[Participant] = (),
    ) -> EventSettings:
        yes, no = (True, False) if self.confirmed else (None, None)
        rounds_a_day = MOST_ROUNDS_CONFIRMED if self.rounds_a_day is None and self.confirmed else self.rounds_a_day
        return EventSettings(
            start=start,
            end=end,
            rounds=self.rounds or rounds,
            format=self.format or event_format,
            championship=self.championship,
            federation=self.host,
            exemption=self.exemption,
            participants=tuple(participants),
            rated=yes,
            registered=yes,
            most_rounds_a_day=rounds_a_day,
            time_control=self.time_control or time_control,
            time_control_approved=yes,
            arbiters=yes,
            arbiters_play=no,
            changed_for_players=no,
            format_approved=yes,
        )

    def one_round_days(self, rounds: int) -> bool | None:
        """Return whether it had one round a day on three days; None if unknown."""
        return True if self.rounds_a_day == 1 and rounds >= _DAYS_WITH_ONE_ROUND else None


NOTHING_DECLARED = DeclaredSettings()

_DECLARED = tuple(field.name for field in fields(DeclaredSettings) if field.name != "cleared")
_DAYS_WITH_ONE_ROUND = 3
