"""What people tell of an event for title norms, and what follows from it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from datetime import date
from typing import Any

from core.crosstable import TimeControl
from core.fide.norms.event import Championship, EventFormat, EventSettings, Exemption
from core.fide.norms.participants import Participant, field_of
from core.formats.typed.persons import NOTHING

MOST_ROUNDS_CONFIRMED = 2
"""The rounds on any day that somebody vouches for who confirms the event's conditions without counting them."""


@dataclass(frozen=True, slots=True)
class DeclaredSettings:
    """What somebody told of an event; None for what nobody has.

    host: the federation that registered it. rounds: as scheduled. rounds_a_day: the most on any day.
    confirmed: whether FIDE rates it, it was registered in time, an IA or FA was in charge and no arbiter played, and
        nothing was changed in anybody's favour.
    taken_back: names of the fields that are not to hold any more, whatever was told of them before.
    """

    format: EventFormat | None = None
    championship: Championship | None = None
    exemption: Exemption | None = None
    host: str | None = None
    rounds: int | None = None
    time_control: TimeControl | None = None
    rounds_a_day: int | None = None
    confirmed: bool | None = None
    taken_back: frozenset[str] = frozenset()

    @classmethod
    def written(cls, **options: Any) -> "DeclaredSettings":
        """Return what options say, by field: None says nothing, NOTHING takes back what was told before."""
        told = {name: value for name, value in options.items() if value is not None and value != NOTHING}
        return cls(**told, taken_back=frozenset(name for name, value in options.items() if value == NOTHING))

    def over(self, kept: "DeclaredSettings") -> "DeclaredSettings":
        """Return what was told before, with this in its place where it says something."""
        mine = {name: value for name in _TOLD if (value := getattr(self, name)) is not None}
        gone: dict[str, Any] = dict.fromkeys(self.taken_back)
        return replace(kept, **mine, **gone, taken_back=frozenset())

    def to_json(self) -> dict[str, Any]:
        """Return what is told; `from_json` reads it back."""
        told = {name: value for name in _TOLD if (value := getattr(self, name)) is not None}
        if self.time_control is not None:
            told["time_control"] = [self.time_control.minutes, self.time_control.seconds]
        return told

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
        """Return the settings of an event; what is told comes before what its crosstable shows."""
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
        """Return whether the event had one round a day on three days; None when nobody told."""
        return True if self.rounds_a_day == 1 and rounds >= _DAYS_WITH_ONE_ROUND else None


NOTHING_DECLARED = DeclaredSettings()

_TOLD = tuple(field.name for field in fields(DeclaredSettings) if field.name != "taken_back")
_DAYS_WITH_ONE_ROUND = 3


def is_large_event(settings: EventSettings) -> bool | None:
    """Return whether the event is of the kind that one norm of a title must be from (1.5.6); None when unknown."""
    if settings.exemption is Exemption.NATIONAL_FINAL or settings.championship is Championship.WORLD_CUP:
        return True
    if settings.championship is not None or settings.exemption in (Exemption.NATIONAL_TEAM, Exemption.ZONAL):
        return None
    if settings.format is not None and settings.format.is_round_robin:
        return False
    if settings.format is EventFormat.SWISS and settings.participants:
        return field_of(settings.participants, settings.rounds).is_large
    return None
