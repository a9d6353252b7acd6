"""Who the opponents are that a member wrote down, and the crosstable that they make."""

from collections.abc import Sequence
from datetime import date

from bot.services.events.submission import EventSubmission
from bot.services.fold.states import state_before
from bot.services.someone import did_you_mean
from bot.store.database import Connection
from bot.store.derived import standings
from bot.store.events import facts
from bot.store.people import players
from bot.store.rows import Player
from core.crosstable import Bye, ByeKind, Crosstable, Entrant, EventKind, Game
from core.errors import InputError
from core.formats.typed.opponents import LOWEST_RATING, ParsedOpponent, settle_scores
from core.lists import RatingList
from core.rating_system import AsOpponent, ClubPool
from core.systems import SYSTEMS

OWN_NUMBER = 1
"""The pairing number of the member whose event it is."""


def crosstable_of(
    connection: Connection | None,
    club_id: int,
    own: Player | None,
    written: EventSubmission,
    rating_lists: Sequence[RatingList],
    day: date,
    *,
    partly: bool = False,
) -> Crosstable:
    """Return the event as one member reports it; raise InputError naming the word that is nobody.

    connection: None outside a club, where only ratings can be opponents.
    own: the member, None for somebody the club does not know.
    rating_lists: those that the event moves, the main one first. An opponent who is a member counts on each with
        the rating there; a rating that was typed, or a member's on the main list alone, counts on all.
    partly: a part of a name is enough, where nothing is written by it.
    """
    scores, total = settle_scores(written.opponents, written.results, written.score)
    lines: dict[object, Entrant] = {}
    games, byes = [], []
    each_score = iter(scores)
    main = rating_lists[0]
    system = SYSTEMS[main]
    why_not = system.why_not_typed(main) if isinstance(system, ClubPool) else None
    for number, entry in enumerate(written.opponents.rounds, start=1):
        if isinstance(entry, ByeKind):
            byes.append(Bye(number, OWN_NUMBER, entry))
            continue
        # In a match, one rating written several times is one opponent; elsewhere ratings are strangers.
        key: object = entry.rating if written.kind is EventKind.MATCH else (number,)
        counts, player = None if entry.rating is None else AsOpponent(entry.rating), None
        further: tuple[tuple[RatingList, float], ...] = ()
        if entry.rating is not None and why_not is not None and entry.rating >= LOWEST_RATING:
            raise InputError(f"{entry.text}: {why_not}")
        if entry.rating is None and written.kind.is_abroad:
            raise InputError(
                f"{entry.text}: abroad, opponents count with their FIDE ratings: write it instead, such as 1850."
            )
        if entry.rating is None:
            player = written_player(connection, club_id, entry, partly=partly)
            if own is not None and player.id == own.id:
                raise InputError("You cannot be your own opponent: take yourself out of the opponents.")
            key = player.id
            counts = as_opponent_on(connection, club_id, player, main, day)
            if counts is None:
                raise InputError(
                    f"{player.name} had no {main.label} rating on {day.isoformat()}: write their rating instead."
                )
            others = [(other, as_opponent_on(connection, club_id, player, other, day)) for other in rating_lists[1:]]
            further = tuple((other, found.rating) for other, found in others if found is not None)
        opponent = lines.setdefault(
            key,
            Entrant(
                number=len(lines) + OWN_NUMBER + 1,
                rating=None if counts is None else counts.rating,
                deviation=None if counts is None else counts.deviation,
                player=player.id if player else None,
                list_ratings=further,
            ),
        )
        games.append(Game(number, OWN_NUMBER, opponent.number, next(each_score)))
    unknown = any(score is None for score in scores)
    me = Entrant(
        OWN_NUMBER,
        player=own.id if own else 0,
        rated=True,
        score=total if unknown else None,
        external_ratings=written.external_ratings,
    )
    return Crosstable(day, (me, *lines.values()), tuple(games), tuple(byes), written.kind, written.time_control)


def written_player(
    connection: Connection | None, club_id: int, entry: ParsedOpponent, *, partly: bool = False
) -> Player:
    """Return the player whom a word names; raise InputError naming the word that is nobody."""
    if connection is None:
        raise InputError(f'"{entry.text}" is not a rating: outside a club server, write the opponents\' ratings.')
    if entry.user is not None:
        found = players.by_user(connection, club_id, entry.user)
        if found is None:
            raise InputError(
                f"<@{entry.user}> has no rating in this club yet: write their rating instead, such as 1500.",
                mentions=(entry.user,),
            )
        return found
    if entry.player is not None:
        known = players.resolve_merged(connection, club_id, [entry.player])
        if entry.player not in known:
            raise InputError(f"There is no player {entry.text} in this club: choose one that is offered as you type.")
        return known[entry.player]
    assert entry.name is not None
    named = players.named(connection, club_id, entry.name)
    if partly and not named:
        named = players.partly_named(connection, club_id, entry.name)
    if not named:
        asked = did_you_mean(connection, club_id, entry.name)
        raise InputError(
            asked
            or f'"{entry.text}" is neither a rating nor a player of this club: write a rating such as 1500 instead.'
        )
    if len(named) > 1:
        choices = ", ".join(player.name for player in named)
        raise InputError(f'"{entry.text}" could be {choices}: choose one that is offered as you type.')
    return named[0]


def as_opponent_on(
    connection: Connection | None, club_id: int, player: Player, rating_list: RatingList, day: date
) -> AsOpponent | None:
    """Return what a player counts with on a list at the end of a day, None where there was no rating."""
    assert connection is not None
    standing = standings.find(connection, club_id, rating_list, player.id)
    state = state_before(connection, rating_list, player.id, standing, facts.end_of(day))
    system = SYSTEMS[rating_list]
    return None if state is None else system.as_opponent(system.load(state), day)


def known_opponents(connection: Connection, club_id: int, crosstable: Crosstable) -> dict[int, Player]:
    """Return the opponents whom the club knows, by player id."""
    known = [entrant.player for entrant in crosstable.entrants if isinstance(entrant.player, int) and not entrant.rated]
    return players.by_ids(connection, club_id, known) if known else {}
