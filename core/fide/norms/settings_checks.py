"""What the event itself must satisfy, whoever plays in it (FIDE B.01, 1.1 and 1.4.2)."""

from core.fide.norms.checks import CheckState, NormCheck, NormItem, asserted, at_least, at_most
from core.fide.norms.event import EventFormat, EventSettings

MOST_ROUNDS_A_DAY = 2
MOST_MINUTES_A_DAY = 12 * 60
FEWEST_MINUTES = 120


def settings_checks(settings: EventSettings) -> tuple[NormCheck, ...]:
    """Return what is known of the event's conditions; what is not is to be confirmed."""
    return (
        asserted(NormItem.RATED, settings.rated),
        asserted(NormItem.REGISTERED, settings.registered),
        _rounds_a_day(settings),
        _minutes_a_day(settings),
        _time_control(settings),
        asserted(NormItem.ARBITERS, settings.arbiters),
        asserted(NormItem.ARBITERS_DO_NOT_PLAY, _opposite(settings.arbiters_play)),
        asserted(NormItem.FORMAT, _format_is_allowed(settings)),
        asserted(NormItem.UNCHANGED, _opposite(settings.changed_for_players)),
    )


def _opposite(fact: bool | None) -> bool | None:
    return None if fact is None else not fact


def _minutes_each(settings: EventSettings) -> int | None:
    """Return the minutes that a player has for 60 moves: a second an increment is a minute."""
    return None if settings.time_control is None else settings.time_control.minutes + settings.time_control.seconds


def _rounds_a_day(settings: EventSettings) -> NormCheck:
    if settings.most_rounds_a_day is None:
        return NormCheck(NormItem.ROUNDS_A_DAY, CheckState.TO_CONFIRM, None, MOST_ROUNDS_A_DAY)
    return at_most(NormItem.ROUNDS_A_DAY, settings.most_rounds_a_day, MOST_ROUNDS_A_DAY)


def _minutes_a_day(settings: EventSettings) -> NormCheck:
    minutes, rounds = _minutes_each(settings), settings.most_rounds_a_day
    if minutes is None or rounds is None:
        return NormCheck(NormItem.MINUTES_A_DAY, CheckState.TO_CONFIRM, None, MOST_MINUTES_A_DAY)
    return at_most(NormItem.MINUTES_A_DAY, 2 * minutes * rounds, MOST_MINUTES_A_DAY)


def _time_control(settings: EventSettings) -> NormCheck:
    minutes = _minutes_each(settings)
    if minutes is None:
        return NormCheck(NormItem.TIME_CONTROL, CheckState.TO_CONFIRM, None, FEWEST_MINUTES)
    check = at_least(NormItem.TIME_CONTROL, minutes, FEWEST_MINUTES)
    # Since 2026 the Qualification Commission may approve 45 or 60 minutes and 30 seconds, event by event.
    approved = check.state is CheckState.FAILED and settings.time_control_approved
    return check._replace(state=CheckState.WAIVED) if approved else check


def _format_is_allowed(settings: EventSettings) -> bool | None:
    if settings.format is None:
        return None
    # 1.4.2e: any other needs the approval of the Qualification Commission's chair.
    return settings.format_approved if settings.format is EventFormat.OTHER else True
