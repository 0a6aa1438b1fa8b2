"""List the versions of work products."""

from renkei.edges.cli.lazy_group import LazyGroup

command = LazyGroup("artifact", package=__name__, sections={"Commands": ("log",)}, help=__doc__)
