"""Telegram as a chat of a bridge, through the Bot API."""
