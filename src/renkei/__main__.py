"""The command line as a process: the `renkei` command, and `python -m renkei`.

A command is short-lived and imports thousands of objects that stay. Python's garbage collector would walk them a dozen
times on the way and again at the end, which takes a quarter of a short command's time.
"""

import atexit
import gc

COLLECT_AFTER = 100_000
"""New objects between two collections; Python's own default is 700."""


def run() -> None:
    """Run the command line; raises SystemExit with the exit status, or ends the process."""
    from renkei.edges.cli.warm.identity import is_switched_off

    if not is_switched_off():
        from renkei.edges.cli.warm.forwarding import forward

        forward()
    gc.set_threshold(COLLECT_AFTER)
    atexit.register(gc.freeze)  # the last collection has nothing to look at: the system frees the whole memory
    from renkei.edges.cli.main import main

    main()


if __name__ == "__main__":
    run()
