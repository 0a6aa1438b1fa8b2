"""The system's file watches, if available; imported only by code that waits, because loading the C library is slow."""

try:
    from inotify_simple import INotify as INotify
    from inotify_simple import flags as flags
except (ImportError, OSError):  # not Linux
    INotify = None
