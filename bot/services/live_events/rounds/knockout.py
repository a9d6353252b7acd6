"""A knockout: its bracket, who is out since when, and who goes on where a game does not say it."""

import re
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from bot.services.live_events.told.announce import show_changes
from bot.services.live_events.tournament import Tournament, open_tournament, pairing_by_id, tournament_in
from bot.services.live_events.tournament_facts import snapshot_for
from bot.services.transaction import Write, use_case
from bot.store.events import evening_rounds
from bot.store.events.evening_round_rows import Pairing
from bot.store.rows import AuditEntry
from core.crosstable import Crosstable
from core.errors import InputError, NotFoundError, RuleError
from core.pairing.knockout import Match, bracket_of, rounds_survived
from core.pairing.snapshot import Snapshot
from core.tiebreaks.standings import StandingRow

SENT_ON = "send-on"
"""The audit's name for it."""

_SIDE = r"(?:[0-9]{1,2}(?:½|[.,]5)?|½)"
_PLAY_OFF = re.compile(rf"{_SIDE}\s?[-–:]\s?{_SIDE}")


def _so_far(tournament: Tournament) -> tuple[Snapshot, dict[int, int]] | None:
    """Return what is known of everybody, and the numbers on the card by seed; None before the first round."""
    seeds = {one.number: one.seed for one in tournament.entrants if one.seed is not None and not one.waits}
    if len(seeds) < 2 or tournament.next_round == 1:
        return None
    return snapshot_for(tournament, tournament.next_round, seeds), {seed: number for number, seed in seeds.items()}


def bracket_now(tournament: Tournament) -> Sequence[Sequence[Match]]:
    """Return the bracket, the final last, by the numbers on the card; nothing before the first round."""
    found = _so_far(tournament)
    if found is None:
        return ()
    snapshot, numbers = found

    def on_card(match: Match) -> Match:
        return match._replace(
            one=numbers.get(match.one or 0),
            other=numbers.get(match.other or 0),
            through=numbers.get(match.through or 0),
        )

    return [[on_card(match) for match in matches] for matches in bracket_of(snapshot)]


def knockout_rows(tournament: Tournament, crosstable: Crosstable) -> tuple[StandingRow, ...]:
    """Return who is in, then who went out later; those of a round share the rank. Their points: the rounds survived.

    Everybody under their number in the crosstable.
    """
    found = _so_far(tournament)
    survived: dict[int, int] = {}
    out: set[int] = set()
    if found is not None:
        snapshot, numbers = found
        by_seed, gone = rounds_survived(snapshot)
        player_of = {seed: tournament.by_number[number].player.id for seed, number in numbers.items()}
        survived = {player_of[seed]: rounds for seed, rounds in by_seed.items()}
        out = {player_of[seed] for seed in gone}
    player = {one.number: int(str(one.player)) for one in crosstable.entrants if one.player is not None}
    rounds = {one.number: survived.get(player.get(one.number, 0), 0) for one in crosstable.entrants}
    gone_too = {number for number in rounds if player.get(number) in out}
    keys = {number: (1, -rounds[number]) if number in gone_too else (0, 0) for number in rounds}
    count = Counter(keys.values())
    ranks = {key: 1 + sum(many for other, many in count.items() if other < key) for key in count}
    rows = [StandingRow(ranks[keys[number]], number, Fraction(rounds[number]), ()) for number in rounds]
    return tuple(sorted(rows, key=lambda row: (row.rank, row.number)))


def play_off_score(text: str) -> str | None:
    """Return the score of a play-off as it is shown, None for none; raise InputError for what is not one."""
    written = text.strip()
    if not written:
        return None
    if not _PLAY_OFF.fullmatch(written):
        raise InputError("Write the play-off's score as points, such as 2-1 or 1½-½, or nothing.")
    return re.sub(r"\s?[-–:]\s?", "-", re.sub("(?<![0-9])0[.,]5|[.,]5", "½", written))


@use_case(SENT_ON, director_to="say who goes on")
def send_on(write: Write, evening_id: int, number: int, play_off: str | None = None) -> Tournament:
    """Say who goes on of a game that was drawn or that nobody played; directors only.

    It stands until the next round is published, and is no game. play_off: the score that decided it.
    """
    tournament = open_tournament(write, evening_id)
    pairing = _to_decide(tournament, number)
    if (pairing.goes_on, pairing.play_off) == (number, play_off):
        return tournament  # it stands already
    evening_rounds.send_on(write.connection, pairing.id, number, play_off)
    show_changes(write, evening_id)
    kept: dict[str, Any] = {"round": pairing.round, "number": number, "play_off": play_off}
    kept |= {"pairing": pairing.id, "was": [pairing.goes_on, pairing.play_off]}
    write.note(evening_id, kept)
    return tournament_in(write, tournament.evening)


def undo_sent_on(write: Write, entry: AuditEntry) -> Tournament:
    """Take back who goes on, unless it was changed since or the next round is published."""
    tournament, told = open_tournament(write, entry.subject_id or 0), entry.details
    if "was" not in told:
        raise NotFoundError("There is nothing to take back: press Play-off to change what stands.")
    pairing = next((one for one in tournament.to_decide(told["round"]) if one.id == told["pairing"]), None)
    if pairing is None or told["round"] != tournament.next_round - 1:
        raise RuleError("That stands: the next round is published, or a result says who goes on.")
    if (pairing.goes_on, pairing.play_off) != (told["number"], told["play_off"]):
        raise RuleError("That was changed since: press Play-off to change what stands.")
    evening_rounds.send_on(write.connection, pairing.id, *told["was"])
    show_changes(write, tournament.evening.id)
    write.note(tournament.evening.id)
    return tournament_in(write, tournament.evening)


def _to_decide(tournament: Tournament, number: int) -> Pairing:
    if not tournament.method.is_knockout:
        raise RuleError(f"{tournament.evening.name} is no knockout: everybody goes on.")
    entrant = tournament.by_number.get(number)
    if entrant is None:
        raise NotFoundError(f"There is no #{number} in this event: the card shows who is.")
    last = tournament.next_round - 1
    for pairing in tournament.to_decide(last):
        if number in pairing.numbers:
            return pairing_by_id(tournament, pairing.id)
    raise RuleError(
        f"{entrant.player.name} has no drawn game in round {last}: a result says who goes on, and what is published "
        "stays."
    )
