"""Who a member may be: asked before anything of theirs is stored, never guessed."""

from collections.abc import Sequence
from dataclasses import dataclass

from bot.services.framework.context import Actor
from bot.services.framework.subject import Someone, find_someone
from bot.services.framework.transaction import Question, Read, Write
from bot.store.database.rows import Player
from bot.store.database.transactions import Connection
from bot.store.people import claims, merges
from bot.store.people.claims import Entry
from core.event.entered_rating import EnteredRating
from core.event.similarity import SimilarNames, nicknamed
from core.words import name_key

SIMILAR, SUGGESTIONS = 0.75, 4


@dataclass(frozen=True, slots=True)
class Candidate:
    """An unlinked player who may be somebody; entry: their last event."""

    player: Player
    entry: Entry | None


def possible_players(look: Read, who: Someone | None = None) -> Sequence[Candidate]:
    """Return unlinked players a member may be: same names, and similar ones for a newcomer.

    Answered ones are skipped. who: None for the actor.
    """
    own = find_someone(look.connection, look.club.id, who or look.actor.member)
    return candidates(look.connection, look.actor, who, own)


def candidates(
    connection: Connection,
    actor: Actor,
    who: Someone | None,
    own: Player | None,
    *,
    is_rated: bool = False,
    entered: EnteredRating | None = None,
) -> Sequence[Candidate]:
    """Return `possible_players` within a transaction.

    own: the actor's player or None. is_rated: whether they are rated. entered: a rating that they give.
    """
    subject = who or actor.member
    if subject.user_id is None:
        return ()
    name = subject.name if own is None else own.name
    named = claims.unlinked_named(connection, actor.club_id, name_key(name))
    if not named and not is_rated and (own is None or not merges.has_facts(connection, own.id)):
        everybody = claims.unlinked_people(connection, actor.club_id)
        alike = [player for one in nicknamed(name, everybody) for player in everybody[one]]
        # A first name or a surname says who it is only if one player has it.
        close = [] if len(alike) == 1 else SimilarNames(everybody, SIMILAR).to_name(name, SUGGESTIONS)
        named = [*(alike if len(alike) == 1 else ()), *(player for one in close for player in everybody[one])]
        if entered is not None and entered.games:
            equal = claims.unlinked_rated(connection, actor.club_id, entered.rating, entered.games)
            named = list(dict.fromkeys((*named, *equal)))
    if not named:
        return ()
    claimed = {claim.player_id for claim in claims.of_user(connection, actor.club_id, subject.user_id)}
    asked = [player for player in named if player.id not in claimed][:SUGGESTIONS]
    return tuple(Candidate(player, claims.latest_entry(connection, player.id)) for player in asked)


class MayBeKnown(Question):
    """Raised before storing if a member may be a known player. who: None for the actor."""

    def __init__(self, candidates: Sequence[Candidate], who: Someone | None) -> None:
        super().__init__("You may already be a player of this club. Choose yourself first.")
        self.candidates = candidates
        self.who = who


def check_known(look: Read, who: Someone | None) -> None:
    """Raise MayBeKnown if somebody without a rating or an event may be a known player. who: None for the actor."""
    named = possible_players(look, who)
    if named:
        raise MayBeKnown(named, who)


def check_identity(
    write: Write, who: Someone | None, own: Player, *, is_rated: bool, entered: EnteredRating | None = None
) -> None:
    """Raise MayBeKnown if a member may be another player. who: None for the actor. entered: a rating that they give."""
    named = candidates(write.connection, write.actor, who, own, is_rated=is_rated, entered=entered)
    if named:
        raise MayBeKnown(named, who)
