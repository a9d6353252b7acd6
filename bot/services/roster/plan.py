"""What a roster's line would set of a player: what is empty is filled, and what is known stays unless asked for."""

from collections.abc import Mapping
from datetime import date
from typing import Any

from bot.services.imports.store_file import ESTABLISHED_GAMES
from bot.services.roster.match import Found
from bot.services.roster.report import BORN, Difference, Person, RosterOptions, label_of
from bot.store.people import profiles
from bot.store.people.profiles import Profile
from bot.store.rows import Club
from bot.store.rows import Standing as CurrentRating
from core.ages import ADULT_YEARS
from core.errors import InputError, RatingError
from core.formats.roster.lines import RosterLine
from core.lists import RatingList
from core.opening import Opening
from core.search_key import name_key
from core.systems import SYSTEMS

AS_GOOD_AS_EQUAL = 0.005
"""Ratings are written with two decimals."""


def person_of(
    found: Found, standings: Mapping[RatingList, CurrentRating], club: Club, options: RosterOptions, today: date
) -> Person:
    """Return what a line would do. standings: the player's current ratings on the lists that the line names.

    Raise InputError with the line for a rating that cannot be one.
    """
    told, known = found.told, found.known
    if found.doubt is not None:
        return Person(told, doubt=found.doubt, suggestions=found.suggestions, is_namesake=found.is_namesake)
    changes: list[Difference] = []
    kept: list[Difference] = []
    values = _values(told, known, found.user_id, today, changes, kept, overwrite=options.overwrite)
    if told.name is not None and ("user_id" in values or (found.is_chosen and known is not None and known.user_id)):
        # From now on files mean them by that name, whatever they call themselves on Discord.
        values["known_as"] = name_key(told.name)
    openings: dict[RatingList, Opening] = {}
    for moved, written in told.ratings.items():
        opening = _opening(told, moved, written, standings.get(moved), club)
        if opening is None:
            continue
        standing = standings.get(moved)
        difference = Difference(moved.label, None if standing is None else _shown(standing), _written(opening))
        if standing is not None and not options.overwrite:
            kept.append(difference)
        else:
            changes.append(difference)
            openings[moved] = opening
    return Person(
        told,
        None if known is None else known.player,
        tuple(changes),
        tuple(kept),
        values=values,
        openings=openings,
        is_namesake=found.is_namesake,
        unfound=told.discord if found.user_id is None else None,
    )


def _values(
    told: RosterLine,
    known: Profile | None,
    user_id: int | None,
    today: date,
    changes: list[Difference],
    kept: list[Difference],
    *,
    overwrite: bool,
) -> dict[str, Any]:
    values: dict[str, Any] = {}
    confirmed: set[str] = set()
    for column, text in told.details.items():
        before = None if known is None else getattr(known, column)
        if before == text:
            if known is not None and column in known.unconfirmed_ids:
                changes.append(Difference(label_of(column), "claimed", f"{text}, confirmed"))
                confirmed.add(column)
            continue
        difference = Difference(label_of(column), before, text)
        if before is None or overwrite:
            changes.append(difference)
            values[column] = text
            confirmed.add(column)
        else:
            kept.append(difference)
    if known is not None and known.unconfirmed_ids & confirmed:
        values["unconfirmed"] = profiles.said(known.unconfirmed_ids - confirmed)
    year = told.born_year if told.born is None else told.born.year
    if year is not None and not _is_same_birth(told, known):
        difference = Difference(
            label_of(BORN), None if known is None or not known.birth_year else str(known.birth_year), str(year)
        )
        # A birth date is more than the year that is known already.
        if known is None or not known.is_age_known or known.birth_year == year or overwrite:
            changes.append(difference)
            values |= {"born": told.born, "born_year": None if told.born else year}
            values["adult"] = told.born is not None or today.year - year > ADULT_YEARS
        else:
            kept.append(difference)
    linked = None if known is None else known.user_id
    if user_id is not None and linked != user_id:
        before = None if linked is None else "another member"
        difference = Difference(label_of("user_id"), before, told.discord or f"the member {told.name}")
        if linked is None or overwrite:
            changes.append(difference)
            values["user_id"] = user_id
        else:
            kept.append(difference)
    return values


def _is_same_birth(told: RosterLine, known: Profile | None) -> bool:
    if known is None:
        return False
    if told.born is not None:
        return known.born == told.born
    return known.birth_year == told.born_year


def _opening(
    told: RosterLine, moved: RatingList, written: Opening, standing: CurrentRating | None, club: Club
) -> Opening | None:
    """Return the starting rating or correction that a line asks for; None where all is so already."""
    system = SYSTEMS[moved]
    lowest, highest = system.typed_ratings
    if not lowest <= written.rating <= highest:
        raise _no_rating(told, moved, f"a rating lies between {lowest:g} and {highest:g}, not at {written.rating:g}.")
    state = system.unrated() if standing is None else system.load(standing.state)
    stands = system.opening_of(state)
    if stands is not None and _is_same(written, stands):
        return None
    games = written.games
    if games is None and stands is None:
        games = ESTABLISHED_GAMES
    opening = Opening(written.rating, games, written.peak, written.floor)
    try:
        system.apply_opening(state, opening, moved, club.house_rules)
    except RatingError as error:
        raise _no_rating(told, moved, error.message) from None
    return opening


def _no_rating(told: RosterLine, moved: RatingList, why: str) -> InputError:
    return InputError(f"Line {told.line}: {moved.label}: {why[0].lower()}{why[1:]}")


def _is_same(written: Opening, stands: Opening) -> bool:
    pairs = (
        (written.rating, stands.rating),
        (written.games, stands.games),
        (written.peak, stands.peak),
        (written.floor, stands.floor),
    )
    return all(new is None or (old is not None and abs(new - old) <= AS_GOOD_AS_EQUAL) for new, old in pairs)


def _shown(standing: CurrentRating) -> str:
    return f"{standing.displayed} ({standing.games})"


def _written(opening: Opening) -> str:
    games = "" if opening.games is None else f" ({opening.games})"
    return f"{opening.rating:g}{games}"
