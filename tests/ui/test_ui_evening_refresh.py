"""What is remembered of evenings' cards is bounded, and a card under way is not forgotten."""

from bot.ui.buttons.evening_live import MOST_CARDS, _cards, _shown


class Client:
    """Stands for the bot, of which only the identity counts."""


def test_the_cards_used_last_are_remembered() -> None:
    client = Client()
    first = _shown(client, 0)
    for evening_id in range(1, MOST_CARDS):
        _shown(client, evening_id)
    assert _shown(client, 0) is first
    _shown(client, MOST_CARDS)
    assert len(_cards[client]) == MOST_CARDS
    assert 0 in _cards[client]
    assert 1 not in _cards[client]


async def test_one_whose_edit_is_under_way_is_kept() -> None:
    client = Client()
    first = _shown(client, 0)
    async with first.lock:
        for evening_id in range(1, 3 * MOST_CARDS):
            _shown(client, evening_id)
        assert _shown(client, 0) is first
        assert len(_cards[client]) == MOST_CARDS
