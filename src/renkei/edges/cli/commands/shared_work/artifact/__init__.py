"""Register artifacts and list their versions."""

from renkei.edges.cli.lazy_group import LazyGroup

command = LazyGroup("artifact", package=__name__, sections={"Commands": ("add", "log")}, help=__doc__)
