"""Show the shared state board, edit it, look at its history."""

from renkei.edges.cli.acts.words import acts_of
from renkei.edges.cli.lazy_group import LazyGroup

NAMES = ("show", "set", "revert", "edit", "apply", "log", "diff", "blame")

command = LazyGroup("board", package=__name__, sections={"Commands": NAMES}, acts=acts_of("board"), help=__doc__)
