"""Bridges to chats: the port of a chat, the bridge over it, and one module for each chat."""
