"""Mattermost as a chat of a bridge, through its HTTP API and its WebSocket."""
