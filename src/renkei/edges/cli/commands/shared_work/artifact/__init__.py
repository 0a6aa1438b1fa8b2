"""Register artifacts and list their versions."""

from renkei.edges.cli.acts.words import acts_of
from renkei.edges.cli.lazy_group import LazyGroup

command = LazyGroup(
    "artifact", package=__name__, sections={"Commands": ("add", "log")}, acts=acts_of("artifact"), help=__doc__
)
