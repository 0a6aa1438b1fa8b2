"""The board as a document in exactly the specification's form (section 1)."""

from typing import Any

from renkei.board.fields import join
from renkei.board.model import AgentEntry, Artifact, Blocker, PendingDecision
from renkei.board.state import Board, Change
from renkei.protocol.primitives import Frozen

LISTS: dict[str, type[Frozen]] = {
    "agents": AgentEntry,
    "pending_decisions": PendingDecision,
    "blockers": Blocker,
}
"""The lists of the board in the specification's order, each with the model of its elements."""


from mutmut.mutation.trampoline import wrap_in_trampoline as _mutmut_mutated, MutantDict
mutants_x_board_document__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_board_document__mutmut)
def board_document(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_orig(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_1(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = None
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_2(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(None)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_3(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = None
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_4(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop(None)
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_5(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("XXchangelogXX")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_6(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("CHANGELOG")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_7(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = None
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_8(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(None, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_9(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, None, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_10(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, None) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_11(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_12(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_13(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, ) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_14(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, one) for one in board.ids(None)] for name in LISTS}
    return {"project_state": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_15(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"XXproject_stateXX": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_16(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"PROJECT_STATE": top | lists | {"changelog": changelog}}


def x_board_document__mutmut_17(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists & {"changelog": changelog}}


def x_board_document__mutmut_18(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top & lists | {"changelog": changelog}}


def x_board_document__mutmut_19(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"XXchangelogXX": changelog}}


def x_board_document__mutmut_20(board: Board) -> dict[str, Any]:
    """Give the board as the plain value of a `project_state` document."""
    top = top_document(board)
    changelog = top.pop("changelog")
    lists = {name: [entry_document(board, name, one) for one in board.ids(name)] for name in LISTS}
    return {"project_state": top | lists | {"CHANGELOG": changelog}}

mutants_x_board_document__mutmut['_mutmut_orig'] = x_board_document__mutmut_orig # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_1'] = x_board_document__mutmut_1 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_2'] = x_board_document__mutmut_2 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_3'] = x_board_document__mutmut_3 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_4'] = x_board_document__mutmut_4 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_5'] = x_board_document__mutmut_5 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_6'] = x_board_document__mutmut_6 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_7'] = x_board_document__mutmut_7 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_8'] = x_board_document__mutmut_8 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_9'] = x_board_document__mutmut_9 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_10'] = x_board_document__mutmut_10 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_11'] = x_board_document__mutmut_11 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_12'] = x_board_document__mutmut_12 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_13'] = x_board_document__mutmut_13 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_14'] = x_board_document__mutmut_14 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_15'] = x_board_document__mutmut_15 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_16'] = x_board_document__mutmut_16 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_17'] = x_board_document__mutmut_17 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_18'] = x_board_document__mutmut_18 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_19'] = x_board_document__mutmut_19 # type: ignore # mutmut generated
mutants_x_board_document__mutmut['x_board_document__mutmut_20'] = x_board_document__mutmut_20 # type: ignore # mutmut generated
mutants_x_top_document__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_top_document__mutmut)
def top_document(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_orig(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_1(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "XXgoalXX": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_2(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "GOAL": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_3(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get(None, ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_4(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", None),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_5(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get(""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_6(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_7(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("XX/goalXX", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_8(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/GOAL", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_9(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", "XXXX"),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_10(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "XXcurrent_phaseXX": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_11(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "CURRENT_PHASE": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_12(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get(None, ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_13(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", None),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_14(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get(""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_15(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_16(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("XX/current_phaseXX", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_17(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/CURRENT_PHASE", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_18(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", "XXXX"),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_19(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "XXupdated_atXX": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_20(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "UPDATED_AT": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_21(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max(None, default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_22(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default=None),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_23(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max(default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_24(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), ),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_25(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="XX1970-01-01T00:00:00.000000ZXX"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_26(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01t00:00:00.000000z"),
        "changelog": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_27(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "XXchangelogXX": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_28(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "CHANGELOG": [change_document(change) for change in board.changelog],
    }


def x_top_document__mutmut_29(board: Board) -> dict[str, Any]:
    """Give the fields of the board that are no lists of entries, and the newest changes."""
    return {
        "goal": board.get("/goal", ""),
        "current_phase": board.get("/current_phase", ""),
        "updated_at": max((change.timestamp for change in board.changelog), default="1970-01-01T00:00:00.000000Z"),
        "changelog": [change_document(None) for change in board.changelog],
    }

mutants_x_top_document__mutmut['_mutmut_orig'] = x_top_document__mutmut_orig # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_1'] = x_top_document__mutmut_1 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_2'] = x_top_document__mutmut_2 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_3'] = x_top_document__mutmut_3 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_4'] = x_top_document__mutmut_4 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_5'] = x_top_document__mutmut_5 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_6'] = x_top_document__mutmut_6 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_7'] = x_top_document__mutmut_7 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_8'] = x_top_document__mutmut_8 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_9'] = x_top_document__mutmut_9 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_10'] = x_top_document__mutmut_10 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_11'] = x_top_document__mutmut_11 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_12'] = x_top_document__mutmut_12 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_13'] = x_top_document__mutmut_13 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_14'] = x_top_document__mutmut_14 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_15'] = x_top_document__mutmut_15 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_16'] = x_top_document__mutmut_16 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_17'] = x_top_document__mutmut_17 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_18'] = x_top_document__mutmut_18 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_19'] = x_top_document__mutmut_19 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_20'] = x_top_document__mutmut_20 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_21'] = x_top_document__mutmut_21 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_22'] = x_top_document__mutmut_22 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_23'] = x_top_document__mutmut_23 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_24'] = x_top_document__mutmut_24 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_25'] = x_top_document__mutmut_25 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_26'] = x_top_document__mutmut_26 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_27'] = x_top_document__mutmut_27 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_28'] = x_top_document__mutmut_28 # type: ignore # mutmut generated
mutants_x_top_document__mutmut['x_top_document__mutmut_29'] = x_top_document__mutmut_29 # type: ignore # mutmut generated
mutants_x_change_document__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_change_document__mutmut)
def change_document(change: Change) -> dict[str, str]:
    """Give one entry of the changelog."""
    return {
        "timestamp": change.timestamp,
        "agent": change.agent,
        "action": change.action,
        "diff_summary": change.diff_summary,
    }


def x_change_document__mutmut_orig(change: Change) -> dict[str, str]:
    """Give one entry of the changelog."""
    return {
        "timestamp": change.timestamp,
        "agent": change.agent,
        "action": change.action,
        "diff_summary": change.diff_summary,
    }


def x_change_document__mutmut_1(change: Change) -> dict[str, str]:
    """Give one entry of the changelog."""
    return {
        "XXtimestampXX": change.timestamp,
        "agent": change.agent,
        "action": change.action,
        "diff_summary": change.diff_summary,
    }


def x_change_document__mutmut_2(change: Change) -> dict[str, str]:
    """Give one entry of the changelog."""
    return {
        "TIMESTAMP": change.timestamp,
        "agent": change.agent,
        "action": change.action,
        "diff_summary": change.diff_summary,
    }


def x_change_document__mutmut_3(change: Change) -> dict[str, str]:
    """Give one entry of the changelog."""
    return {
        "timestamp": change.timestamp,
        "XXagentXX": change.agent,
        "action": change.action,
        "diff_summary": change.diff_summary,
    }


def x_change_document__mutmut_4(change: Change) -> dict[str, str]:
    """Give one entry of the changelog."""
    return {
        "timestamp": change.timestamp,
        "AGENT": change.agent,
        "action": change.action,
        "diff_summary": change.diff_summary,
    }


def x_change_document__mutmut_5(change: Change) -> dict[str, str]:
    """Give one entry of the changelog."""
    return {
        "timestamp": change.timestamp,
        "agent": change.agent,
        "XXactionXX": change.action,
        "diff_summary": change.diff_summary,
    }


def x_change_document__mutmut_6(change: Change) -> dict[str, str]:
    """Give one entry of the changelog."""
    return {
        "timestamp": change.timestamp,
        "agent": change.agent,
        "ACTION": change.action,
        "diff_summary": change.diff_summary,
    }


def x_change_document__mutmut_7(change: Change) -> dict[str, str]:
    """Give one entry of the changelog."""
    return {
        "timestamp": change.timestamp,
        "agent": change.agent,
        "action": change.action,
        "XXdiff_summaryXX": change.diff_summary,
    }


def x_change_document__mutmut_8(change: Change) -> dict[str, str]:
    """Give one entry of the changelog."""
    return {
        "timestamp": change.timestamp,
        "agent": change.agent,
        "action": change.action,
        "DIFF_SUMMARY": change.diff_summary,
    }

mutants_x_change_document__mutmut['_mutmut_orig'] = x_change_document__mutmut_orig # type: ignore # mutmut generated
mutants_x_change_document__mutmut['x_change_document__mutmut_1'] = x_change_document__mutmut_1 # type: ignore # mutmut generated
mutants_x_change_document__mutmut['x_change_document__mutmut_2'] = x_change_document__mutmut_2 # type: ignore # mutmut generated
mutants_x_change_document__mutmut['x_change_document__mutmut_3'] = x_change_document__mutmut_3 # type: ignore # mutmut generated
mutants_x_change_document__mutmut['x_change_document__mutmut_4'] = x_change_document__mutmut_4 # type: ignore # mutmut generated
mutants_x_change_document__mutmut['x_change_document__mutmut_5'] = x_change_document__mutmut_5 # type: ignore # mutmut generated
mutants_x_change_document__mutmut['x_change_document__mutmut_6'] = x_change_document__mutmut_6 # type: ignore # mutmut generated
mutants_x_change_document__mutmut['x_change_document__mutmut_7'] = x_change_document__mutmut_7 # type: ignore # mutmut generated
mutants_x_change_document__mutmut['x_change_document__mutmut_8'] = x_change_document__mutmut_8 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_entry_document__mutmut)
def entry_document(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_orig(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_1(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = None
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_2(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(None, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_3(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, None, "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_4(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], None, name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_5(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", None, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_6(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, None)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_7(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_8(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_9(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_10(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_11(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, )
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_12(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "XXidXX", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_13(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "ID", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_14(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name != "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_15(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "XXagentsXX":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_16(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "AGENTS":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_17(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = None
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_18(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids(None, one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_19(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", None, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_20(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, None)
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_21(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids(one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_22(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_23(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, )
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_24(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("XXagentsXX", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_25(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("AGENTS", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_26(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "XXartifactsXX")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_27(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "ARTIFACTS")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_28(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = None
    return entry


def x_entry_document__mutmut_29(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["XXartifactsXX"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_30(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["ARTIFACTS"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_31(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(None, Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_32(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, None, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_33(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, None, "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_34(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", None, one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_35(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", None, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_36(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, None, ref) for ref in refs]
    return entry


def x_entry_document__mutmut_37(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", None) for ref in refs]
    return entry


def x_entry_document__mutmut_38(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(Artifact, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_39(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, "ref", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_40(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_41(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_42(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_43(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, ref) for ref in refs]
    return entry


def x_entry_document__mutmut_44(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "artifacts", ) for ref in refs]
    return entry


def x_entry_document__mutmut_45(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "XXrefXX", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_46(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "REF", "agents", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_47(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "XXagentsXX", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_48(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "AGENTS", one, "artifacts", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_49(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "XXartifactsXX", ref) for ref in refs]
    return entry


def x_entry_document__mutmut_50(board: Board, name: str, one: str) -> dict[str, Any]:
    """Give one element of a list."""
    entry = _entry(board, LISTS[name], "id", name, one)
    if name == "agents":
        refs = board.ids("agents", one, "artifacts")
        entry["artifacts"] = [_entry(board, Artifact, "ref", "agents", one, "ARTIFACTS", ref) for ref in refs]
    return entry

mutants_x_entry_document__mutmut['_mutmut_orig'] = x_entry_document__mutmut_orig # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_1'] = x_entry_document__mutmut_1 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_2'] = x_entry_document__mutmut_2 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_3'] = x_entry_document__mutmut_3 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_4'] = x_entry_document__mutmut_4 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_5'] = x_entry_document__mutmut_5 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_6'] = x_entry_document__mutmut_6 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_7'] = x_entry_document__mutmut_7 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_8'] = x_entry_document__mutmut_8 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_9'] = x_entry_document__mutmut_9 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_10'] = x_entry_document__mutmut_10 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_11'] = x_entry_document__mutmut_11 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_12'] = x_entry_document__mutmut_12 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_13'] = x_entry_document__mutmut_13 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_14'] = x_entry_document__mutmut_14 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_15'] = x_entry_document__mutmut_15 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_16'] = x_entry_document__mutmut_16 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_17'] = x_entry_document__mutmut_17 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_18'] = x_entry_document__mutmut_18 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_19'] = x_entry_document__mutmut_19 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_20'] = x_entry_document__mutmut_20 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_21'] = x_entry_document__mutmut_21 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_22'] = x_entry_document__mutmut_22 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_23'] = x_entry_document__mutmut_23 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_24'] = x_entry_document__mutmut_24 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_25'] = x_entry_document__mutmut_25 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_26'] = x_entry_document__mutmut_26 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_27'] = x_entry_document__mutmut_27 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_28'] = x_entry_document__mutmut_28 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_29'] = x_entry_document__mutmut_29 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_30'] = x_entry_document__mutmut_30 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_31'] = x_entry_document__mutmut_31 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_32'] = x_entry_document__mutmut_32 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_33'] = x_entry_document__mutmut_33 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_34'] = x_entry_document__mutmut_34 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_35'] = x_entry_document__mutmut_35 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_36'] = x_entry_document__mutmut_36 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_37'] = x_entry_document__mutmut_37 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_38'] = x_entry_document__mutmut_38 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_39'] = x_entry_document__mutmut_39 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_40'] = x_entry_document__mutmut_40 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_41'] = x_entry_document__mutmut_41 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_42'] = x_entry_document__mutmut_42 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_43'] = x_entry_document__mutmut_43 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_44'] = x_entry_document__mutmut_44 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_45'] = x_entry_document__mutmut_45 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_46'] = x_entry_document__mutmut_46 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_47'] = x_entry_document__mutmut_47 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_48'] = x_entry_document__mutmut_48 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_49'] = x_entry_document__mutmut_49 # type: ignore # mutmut generated
mutants_x_entry_document__mutmut['x_entry_document__mutmut_50'] = x_entry_document__mutmut_50 # type: ignore # mutmut generated
mutants_x__entry__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x__entry__mutmut)
def _entry(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = join(*parts)
    entry: dict[str, Any] = {naming: parts[-1]}
    for name in model.model_fields:
        if name not in (naming, "artifacts"):
            entry[name] = board.get(f"{base}/{name}")
    return entry


def x__entry__mutmut_orig(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = join(*parts)
    entry: dict[str, Any] = {naming: parts[-1]}
    for name in model.model_fields:
        if name not in (naming, "artifacts"):
            entry[name] = board.get(f"{base}/{name}")
    return entry


def x__entry__mutmut_1(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = None
    entry: dict[str, Any] = {naming: parts[-1]}
    for name in model.model_fields:
        if name not in (naming, "artifacts"):
            entry[name] = board.get(f"{base}/{name}")
    return entry


def x__entry__mutmut_2(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = join(*parts)
    entry: dict[str, Any] = None
    for name in model.model_fields:
        if name not in (naming, "artifacts"):
            entry[name] = board.get(f"{base}/{name}")
    return entry


def x__entry__mutmut_3(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = join(*parts)
    entry: dict[str, Any] = {naming: parts[+1]}
    for name in model.model_fields:
        if name not in (naming, "artifacts"):
            entry[name] = board.get(f"{base}/{name}")
    return entry


def x__entry__mutmut_4(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = join(*parts)
    entry: dict[str, Any] = {naming: parts[-2]}
    for name in model.model_fields:
        if name not in (naming, "artifacts"):
            entry[name] = board.get(f"{base}/{name}")
    return entry


def x__entry__mutmut_5(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = join(*parts)
    entry: dict[str, Any] = {naming: parts[-1]}
    for name in model.model_fields:
        if name in (naming, "artifacts"):
            entry[name] = board.get(f"{base}/{name}")
    return entry


def x__entry__mutmut_6(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = join(*parts)
    entry: dict[str, Any] = {naming: parts[-1]}
    for name in model.model_fields:
        if name not in (naming, "XXartifactsXX"):
            entry[name] = board.get(f"{base}/{name}")
    return entry


def x__entry__mutmut_7(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = join(*parts)
    entry: dict[str, Any] = {naming: parts[-1]}
    for name in model.model_fields:
        if name not in (naming, "ARTIFACTS"):
            entry[name] = board.get(f"{base}/{name}")
    return entry


def x__entry__mutmut_8(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = join(*parts)
    entry: dict[str, Any] = {naming: parts[-1]}
    for name in model.model_fields:
        if name not in (naming, "artifacts"):
            entry[name] = None
    return entry


def x__entry__mutmut_9(board: Board, model: type[Frozen], naming: str, *parts: str) -> dict[str, Any]:
    base = join(*parts)
    entry: dict[str, Any] = {naming: parts[-1]}
    for name in model.model_fields:
        if name not in (naming, "artifacts"):
            entry[name] = board.get(None)
    return entry

mutants_x__entry__mutmut['_mutmut_orig'] = x__entry__mutmut_orig # type: ignore # mutmut generated
mutants_x__entry__mutmut['x__entry__mutmut_1'] = x__entry__mutmut_1 # type: ignore # mutmut generated
mutants_x__entry__mutmut['x__entry__mutmut_2'] = x__entry__mutmut_2 # type: ignore # mutmut generated
mutants_x__entry__mutmut['x__entry__mutmut_3'] = x__entry__mutmut_3 # type: ignore # mutmut generated
mutants_x__entry__mutmut['x__entry__mutmut_4'] = x__entry__mutmut_4 # type: ignore # mutmut generated
mutants_x__entry__mutmut['x__entry__mutmut_5'] = x__entry__mutmut_5 # type: ignore # mutmut generated
mutants_x__entry__mutmut['x__entry__mutmut_6'] = x__entry__mutmut_6 # type: ignore # mutmut generated
mutants_x__entry__mutmut['x__entry__mutmut_7'] = x__entry__mutmut_7 # type: ignore # mutmut generated
mutants_x__entry__mutmut['x__entry__mutmut_8'] = x__entry__mutmut_8 # type: ignore # mutmut generated
mutants_x__entry__mutmut['x__entry__mutmut_9'] = x__entry__mutmut_9 # type: ignore # mutmut generated
