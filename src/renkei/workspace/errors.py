"""The error of workspaces, in the tree of `renkei.errors`."""

from renkei.errors import RenkeiError


class WorkspaceError(RenkeiError):
    """A path leads out of the workspace, or a workspace cannot be created."""

    code = "WORKSPACE_REFUSED"
    template = "{problem}."
    hint_template = "{hint}"
