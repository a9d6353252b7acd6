"""The forms for what moves by itself: announcements, live boards, roles."""

import discord

from bot.services.players.leaderboard import BoardOrder
from bot.store.rows import Club
from bot.ui.buttons.club.form_fields import Labels, channel_field, label, list_field, radio, text_field
from bot.ui.cards.leaderboard import ORDERS
from bot.ui.wording.setting_words import NEWS_WHEN, ROLES_BY, TOPS


def news_fields(club: Club) -> Labels:
    """Yield the fields of the announcements."""
    yield label("Channel", channel_field("channel", club.news_channel_id))
    yield label("When", radio("when", NEWS_WHEN, club.news_when))
    yield label("Hour", text_field("hour", str(club.news_hour), 2), "Of the club's day: 0 to 23")


def board_fields(club: Club) -> Labels:
    """Yield the fields of a live board."""
    yield label("Channel", channel_field("channel", None), "Another channel moves the board")
    yield from list_field("list", club)
    yield label("Order", radio("order", {key.value: words for key, words in ORDERS.items()}, BoardOrder.RATING))
    yield label("Players", radio("top", TOPS, "10"))


def roles_fields(club: Club) -> Labels:
    """Yield the fields of the roles that follow a list."""
    yield from list_field("list", club)
    yield label("Roles follow it", radio("by", ROLES_BY, "class"))
    yield label("Make the roles that are missing", discord.ui.Checkbox(custom_id="create", default=True))
    yield label("Count provisional ratings too", discord.ui.Checkbox(custom_id="provisional"))
    yield label("When off: delete the roles that I made", discord.ui.Checkbox(custom_id="remove"))
