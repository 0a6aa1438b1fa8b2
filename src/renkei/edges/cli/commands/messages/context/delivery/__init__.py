"""Show and replace how messages are classified and given to agents."""

from renkei.edges.cli.acts.words import acts_of
from renkei.edges.cli.lazy_group import LazyGroup

command = LazyGroup(
    "delivery", package=__name__, sections={"Commands": ("show", "set")}, acts=acts_of("context delivery"), help=__doc__
)
