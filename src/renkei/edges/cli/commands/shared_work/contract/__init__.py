"""Create, claim, do, verify, accept, reassign and cancel delegated work."""

from renkei.edges.cli.lazy_group import LazyGroup

SECTIONS = {
    "Commands": ("new", "list", "show", "claim", "verify", "accept", "cancel", "graph"),
    "Work": ("start", "block", "submit", "release", "reassign", "reopen"),
}

command = LazyGroup("contract", package=__name__, sections=SECTIONS, help=__doc__)
