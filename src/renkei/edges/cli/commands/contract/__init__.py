"""Create, claim, verify, accept and cancel delegated work."""

from renkei.edges.cli.lazy_group import LazyGroup

NAMES = ("new", "list", "show", "claim", "verify", "accept", "cancel", "graph")

command = LazyGroup("contract", package=__name__, sections={"Commands": NAMES}, help=__doc__)
