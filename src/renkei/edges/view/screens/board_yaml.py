"""The board as YAML on a separate page, as `renkei board show --format yaml` prints it."""

from typing import Any

from renkei.board.document import board_document
from renkei.edges.view.board.yaml_lines import yaml_parts
from renkei.edges.view.visit import Visit


def show(visit: Visit) -> dict[str, Any]:
    """Return the board as YAML."""
    return {"yaml": list(yaml_parts(board_document(visit.state.board)))}
