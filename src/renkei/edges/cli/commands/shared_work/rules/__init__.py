"""Show, change and check event rules, try them on a log, explain what they did."""

from renkei.edges.cli.acts.words import acts_of
from renkei.edges.cli.lazy_group import LazyGroup

command = LazyGroup(
    "rules",
    package=__name__,
    sections={"Commands": ("show", "set", "add", "remove", "check", "explain", "test")},
    acts=acts_of("rules"),
    help=__doc__,
)
