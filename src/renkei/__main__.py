"""Runs the command line as `python -m renkei`."""

from renkei.edges.cli.main import main

if __name__ == "__main__":
    main()
