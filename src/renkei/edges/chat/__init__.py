"""Chats: the port that a bridge uses, the bridge, and a folder for each kind of chat."""
