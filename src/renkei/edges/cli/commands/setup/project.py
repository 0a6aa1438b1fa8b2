"""Pause and resume the whole project, and set its quota."""

from renkei.edges.cli.acts.words import acts_of
from renkei.edges.cli.lazy_group import LazyGroup

NAMES = ("pause", "resume", "quota")

command = LazyGroup("project", package=__name__, sections={"Commands": NAMES}, acts=acts_of("project"), help=__doc__)
