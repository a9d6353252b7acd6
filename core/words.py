"""Words that go with amounts."""


def counted(amount: float, noun: str) -> str:
    """Return an amount with its noun: 1 game, 2.5 points."""
    return f"{amount:g} {noun}" if amount == 1 else f"{amount:g} {noun}s"
