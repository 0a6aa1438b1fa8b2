"""A context as data, as `renkei context` and `renkei read` print it."""

from dataclasses import asdict
from typing import Any

from renkei.budget.context.build import Context


def context_data(built: Context) -> dict[str, Any]:
    """Return a context as plain data: its text, its tokens, and what became of each message."""
    data = asdict(built) | {"given": [one.model_dump() for one in built.given]}
    del data["pieces"]
    return data
