"""Who begins, or has White, where no table says so."""

from core.pairing.snapshot import Pairing, Snapshot


def who_begins(snapshot: Snapshot, one: int, other: int) -> Pairing:
    """Return two in the order in which they begin.

    Who has begun less begins; else who did not when these two last met; else lot decides.
    """
    games = snapshot.games
    firsts = sum(games.began(one)) - sum(games.began(other))
    if firsts:
        return Pairing(one, other) if firsts < 0 else Pairing(other, one)
    last = games.last_meeting(one, other)
    if last is not None and last.first_began is not None:
        began = last.first if last.first_began else last.second
        return Pairing(other, one) if began == one else Pairing(one, other)
    low, high = sorted((one, other))
    return Pairing(low, high) if snapshot.lots(low, high) % 2 else Pairing(high, low)


def due(began: tuple[bool, ...]) -> bool | None:
    """Return whether somebody is due to begin: who began less than not, else who did not in the last game.

    None for somebody without games.
    """
    if not began:
        return None
    balance = 2 * sum(began) - len(began)
    return balance < 0 if balance else not began[-1]
