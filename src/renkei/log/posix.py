"""System calls that projects in directories need. On Windows the modules are None, and the flags are 0.

Modules import these from here, so that all others, and projects in memory, work on every system.
"""

import os

try:
    import fcntl as fcntl
    import resource as resource

    PLAIN_FILE = os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC
    PLAIN_DIRECTORY = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
except (ImportError, AttributeError):
    fcntl = resource = None  # type: ignore[assignment]
    PLAIN_FILE = PLAIN_DIRECTORY = 0

IS_SUPPORTED = fcntl is not None
"""Whether this system can keep a project in a directory, and run commands within limits."""
