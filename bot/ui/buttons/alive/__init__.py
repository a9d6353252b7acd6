"""Buttons below what the bot sends by itself: live boards, news, notices."""
