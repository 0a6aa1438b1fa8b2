"""The programs that the runtime starts outside of a cage: each is found once, before any member runs a command.

A directory on PATH may lie in the workspace, such as `node_modules/.bin`, and a member could put a program there later.
"""

import os
import shutil
from functools import cache


def find_program(name: str) -> str:
    """Return the path of a program as at the first call; "" if there was none. Relative directories are left out."""
    return _found(name, os.environ.get("PATH", os.defpath))


@cache
def _found(name: str, path: str) -> str:
    absolute = os.pathsep.join(one for one in path.split(os.pathsep) if one.startswith("/"))
    return (absolute and shutil.which(name, path=absolute)) or ""
