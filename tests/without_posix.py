"""Takes away what Windows lacks, and runs the command line: `python without_posix.py ARGUMENTS`, or `import` it first.

The standard library is loaded before that, since it has its own forms for Windows.
"""

import asyncio  # noqa: F401
import concurrent.futures.process  # noqa: F401
import logging.handlers  # noqa: F401
import multiprocessing.pool  # noqa: F401
import os
import shutil  # noqa: F401
import signal
import socketserver  # noqa: F401
import sqlite3  # noqa: F401
import ssl  # noqa: F401
import subprocess  # noqa: F401
import sys
import tempfile  # noqa: F401

MODULES = ["fcntl", "grp", "inotify_simple", "pty", "pwd", "resource", "syslog", "termios", "tty"]
MISSING = {
    os: """O_CLOEXEC O_DIRECTORY O_NOFOLLOW O_NONBLOCK WNOHANG fchmod fork forkpty getegid geteuid getgid getpgid
        getpgrp getsid getuid killpg mkfifo openpty pread pwrite register_at_fork setpgid setsid statvfs uname
        wait4 waitid""",
    signal: "SIGALRM SIGCHLD SIGCONT SIGHUP SIGPIPE SIGSTOP SIGUSR1 SIGWINCH alarm pthread_sigmask setitimer",
}

os.environ["RENKEI_WARM"] = "off"  # commands in a warm process exist on Linux only
sys.modules.update(dict.fromkeys(MODULES))  # type: ignore[arg-type] – None: the import fails
for module, names in MISSING.items():
    for name in names.split():
        if hasattr(module, name):  # macOS lacks some of them
            delattr(module, name)

if __name__ == "__main__":
    from renkei.__main__ import run

    run()
