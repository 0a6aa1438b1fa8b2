"""Accept submitted work that somebody else produced."""

from renkei.edges.cli.commands.shared_work.contract.accept import command

__all__ = ["command"]
