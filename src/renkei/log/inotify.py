"""The system's watches on files, where it has them; imported by who waits, because loading the C library is slow."""

try:
    from inotify_simple import INotify as INotify
    from inotify_simple import flags as flags
except (ImportError, OSError):  # not Linux
    INotify = None
