"""Files that a command creates: complete or not there, and never in place of another by accident."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from renkei.errors import BadValueError

force_option = click.option("--force", is_flag=True, help="Overwrite FILE if it exists.")


@contextmanager
def new_file(path: Path, force: bool) -> Iterator[Path]:
    """Yield where to write a file; it takes its name when the block ends without an error.

    Raises BadValueError when there is a file of that name, unless `force` is set.
    """
    if path.is_dir() or (path.exists() and not force):
        problem = f"{path} is a directory" if path.is_dir() else f"{path} exists"
        raise BadValueError(path="FILE", problem=problem, hint="Choose another name, or use --force for a file.")
    partial = path.with_name(f".{path.name}.partial")
    try:
        yield partial
        partial.replace(path)
    finally:
        partial.unlink(missing_ok=True)
