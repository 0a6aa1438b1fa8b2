"""Standing rules."""

from renkei.protocol.primitives import Frozen


class PermissionRule(Frozen):
    """A rule."""
