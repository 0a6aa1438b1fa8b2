"""Show a message in full."""

from renkei.edges.cli.lazy_group import LazyGroup

command = LazyGroup("message", package=__name__, sections={"Commands": ("show",)}, help=__doc__)
