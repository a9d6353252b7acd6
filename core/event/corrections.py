"""Correct a crosstable: one result, opponent, rating or entrant."""

from collections.abc import Mapping
from dataclasses import replace
from enum import StrEnum

from core.errors import InputError
from core.event.crosstable import Bye, ByeKind, Crosstable, Entrant, Game


class RoundResult(StrEnum):
    """A corrected round, from one player's side."""

    WIN = "win"
    DRAW = "draw"
    LOSS = "loss"
    FORFEIT_WIN = "forfeit win"
    FORFEIT_LOSS = "forfeit loss"
    NOT_PLAYED = "not played"


_SCORES = {RoundResult.WIN: 1.0, RoundResult.DRAW: 0.5, RoundResult.LOSS: 0.0}
_BYES = {
    RoundResult.FORFEIT_WIN: (ByeKind.FORFEIT_WIN, ByeKind.FORFEIT_LOSS),
    RoundResult.FORFEIT_LOSS: (ByeKind.FORFEIT_LOSS, ByeKind.FORFEIT_WIN),
    RoundResult.NOT_PLAYED: (ByeKind.UNPLAYED, ByeKind.UNPLAYED),
}


NO_NAMES: Mapping[int, str] = {}


def opponent_in(crosstable: Crosstable, number: int, round_number: int, names: Mapping[int, str] = NO_NAMES) -> int:
    """Return an entrant's opponent of a round, played or not; raise InputError for none."""
    for game in crosstable.games:
        if game.round == round_number and number in (game.first, game.second):
            return game.second if game.first == number else game.first
    for bye in crosstable.byes:
        if bye.round == round_number and bye.entrant == number and bye.opponent is not None:
            return bye.opponent
    name = names.get(number, f"#{number}")
    raise InputError(f"{name} had no opponent in round {round_number}. Name the opponent too.")


def with_result(
    crosstable: Crosstable,
    number: int,
    round_number: int,
    result: RoundResult,
    opponent: int | None = None,
    names: Mapping[int, str] = NO_NAMES,
) -> Crosstable:
    """Return the crosstable with another result of one round.

    opponent: default the listed one. Raise InputError for none, or one who met somebody else. names: for its words.
    """
    if not 1 <= round_number <= 99:
        raise InputError(f"There is no round {round_number}. Rounds are 1 to 99.")
    other = opponent_in(crosstable, number, round_number, names) if opponent is None else opponent
    before = next((game for game in crosstable.games if _is_between(game, round_number, number, other)), None)
    games = tuple(game for game in crosstable.games if not _touches(game, round_number, number))
    byes = tuple(bye for bye in crosstable.byes if bye.round != round_number or bye.entrant not in (number, other))
    for game in games:
        if game.round == round_number and other in (game.first, game.second):
            first, second = (names.get(one, f"#{one}") for one in (game.first, game.second))
            raise InputError(f"In round {round_number} {first} met {second}. Correct that game first.")
    if result in _SCORES:
        began = None if before is None else before.first_began
        score = _SCORES[result]
        if before is not None and before.first == other:
            games = (*games, Game(round_number, other, number, 1 - score, began))
        else:
            games = (*games, Game(round_number, number, other, score, began))
    else:
        mine, theirs = _BYES[result]
        byes = (*byes, Bye(round_number, number, mine, other))
        if crosstable.entrant(other).rated:
            byes = (*byes, Bye(round_number, other, theirs, number))
    # The places that a knockout or a ladder gave followed from the old result.
    entrants = tuple(replace(entrant, place=None) for entrant in _with_totals(crosstable, number, games))
    return replace(crosstable, games=_in_order(games), byes=byes, entrants=entrants)


class EntrantChange(StrEnum):
    """A change of an entrant."""

    ADD = "add"
    REMOVE = "remove"


def with_entrant(crosstable: Crosstable, player: int, name: str, rating: float | None) -> Crosstable:
    if any(entrant.player == player for entrant in crosstable.entrants):
        raise InputError(f"{name} is already in that event. Give a round and a result instead.")
    number = max(entrant.number for entrant in crosstable.entrants) + 1
    added = Entrant(number, rating, player, name, rated=True)
    return replace(crosstable, entrants=(*crosstable.entrants, added))


def without_entrant(crosstable: Crosstable, number: int) -> Crosstable:
    """Remove an entrant with their games; raise InputError if no game is left."""
    games = tuple(game for game in crosstable.games if number not in (game.first, game.second))
    if not games:
        raise InputError("The removed game was the event's only one. Void the event with /td void instead.")
    byes = tuple(
        replace(bye, opponent=None) if bye.opponent == number else bye
        for bye in crosstable.byes
        if bye.entrant != number
    )
    for game in crosstable.games:
        if number in (game.first, game.second) and game.score is None:
            raise InputError("The event has only a total score. Undo it and report it with each result.")
    entrants = tuple(
        entrant if entrant.score is None else replace(entrant, score=_points(entrant, games))
        for entrant in crosstable.entrants
        if entrant.number != number
    )
    return replace(crosstable, entrants=entrants, games=games, byes=byes)


_ABSENT = (ByeKind.UNPLAYED, ByeKind.ZERO_POINT)


def with_one_entrant(crosstable: Crosstable, keep: int, gone: int) -> Crosstable | None:
    """Return the crosstable with an entrant's games given to another.

    Return None if both sat in one round, as those who met did, or have only a total score.
    """

    def rounds_of(number: int) -> set[int]:
        byes = {bye.round for bye in crosstable.byes if bye.entrant == number and bye.kind not in _ABSENT}
        return byes | {game.round for game in crosstable.games if number in (game.first, game.second)}

    def now(number: int) -> int:
        return keep if number == gone else number

    both = crosstable.entrant(keep), crosstable.entrant(gone)
    if rounds_of(keep) & rounds_of(gone) or any(one.score is not None for one in both):
        return None
    played = rounds_of(keep) | rounds_of(gone)
    games = (replace(game, first=now(game.first), second=now(game.second)) for game in crosstable.games)
    byes = {
        (bye.round, now(bye.entrant)): replace(
            bye, entrant=now(bye.entrant), opponent=None if bye.opponent is None else now(bye.opponent)
        )
        for bye in crosstable.byes
        if bye.kind not in _ABSENT or bye.entrant not in (keep, gone) or bye.round not in played
    }
    rating = both[1].rating if both[0].rating is None else both[0].rating
    entrants = (replace(one, rating=rating) if one.number == keep else one for one in crosstable.entrants)
    return replace(
        crosstable,
        entrants=tuple(one for one in entrants if one.number != gone),
        games=tuple(games),
        byes=tuple(byes.values()),
    )


def with_rating(crosstable: Crosstable, number: int, rating: float) -> Crosstable:
    if crosstable.entrant(number).rated:
        raise InputError("The rating was not entered with the event. Correct it with /td rating.")
    return replace(
        crosstable,
        entrants=tuple(
            replace(entrant, rating=rating, deviation=None, list_ratings=()) if entrant.number == number else entrant
            for entrant in crosstable.entrants
        ),
    )


def _is_between(game: Game, round_number: int, one: int, other: int) -> bool:
    return game.round == round_number and {game.first, game.second} == {one, other}


def _touches(game: Game, round_number: int, number: int) -> bool:
    return game.round == round_number and number in (game.first, game.second)


def _in_order(games: tuple[Game, ...]) -> tuple[Game, ...]:
    return tuple(sorted(games, key=lambda game: (game.round, game.first)))


def _with_totals(crosstable: Crosstable, number: int, games: tuple[Game, ...]) -> tuple[Entrant, ...]:
    for game in crosstable.games:
        if number in (game.first, game.second) and game.score is None:
            raise InputError("The event has only a total score. Undo it and report it with each result.")
    return tuple(
        entrant if entrant.score is None else replace(entrant, score=_points(entrant, games))
        for entrant in crosstable.entrants
    )


def _points(entrant: Entrant, games: tuple[Game, ...]) -> float | None:
    own = [game for game in games if entrant.number in (game.first, game.second)]
    scores = [game.score if game.first == entrant.number or game.score is None else 1 - game.score for game in own]
    known = [score for score in scores if score is not None]
    return sum(known) if len(known) == len(scores) else entrant.score
