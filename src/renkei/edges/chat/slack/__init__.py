"""Slack as a chat of a bridge, through its Web API and Socket Mode."""
