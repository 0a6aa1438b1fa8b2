"""Chats: what a chat offers to a bridge, the bridge, and a folder for each kind of chat."""
