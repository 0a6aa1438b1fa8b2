"""Make, list and revoke tokens, with which participants use the project over a network."""

from renkei.edges.cli.lazy_group import LazyGroup

command = LazyGroup("token", package=__name__, sections={"Commands": ("create", "list", "revoke")}, help=__doc__)
