"""Add a bridge to a chat without running it."""

from renkei.edges.cli.bridges import AddGroup

command = AddGroup("add", help=__doc__)
