"""Open, delegate, do, check and pause contracts."""

from renkei.edges.cli.acts.words import acts_of
from renkei.edges.cli.lazy_group import LazyGroup

SECTIONS = {
    "Look": ("list", "show", "graph"),
    "Delegate": ("new", "delegate", "assign", "verify", "reopen", "cancel", "pause", "resume"),
    "Work": ("claim", "start", "note", "block", "submit", "release", "refuse"),
}

command = LazyGroup("contract", package=__name__, sections=SECTIONS, acts=acts_of("contract"), help=__doc__)
