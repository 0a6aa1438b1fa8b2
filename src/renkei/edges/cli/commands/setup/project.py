"""Pause and resume the whole project, and set its quota."""

from renkei.edges.cli.lazy_group import LazyGroup

NAMES = ("pause", "resume", "quota")

command = LazyGroup("project", sections={"Commands": NAMES}, help=__doc__)
