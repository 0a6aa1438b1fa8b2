"""The board as a value: cells by pointer, the order of list elements, the newest changes, notices to losers."""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from immutables import Map

from renkei.board.events import CommentsKept, EntryAdded, FieldWritten, RereadNoticed
from renkei.board.fields import join, split

CHANGELOG_SHOWN = 50


from mutmut.mutation.trampoline import wrap_in_trampoline as _mutmut_mutated, MutantDict


@dataclass(frozen=True, slots=True)
class Cell:
    """A field's value, who wrote it when, and the seq of the record that did."""

    value: Any
    at: str
    author: str
    seq: int


@dataclass(frozen=True, slots=True)
class Change:
    """One changelog entry; `seq` is the record that made it."""

    timestamp: str
    agent: str
    action: str
    diff_summary: str
    seq: int = 0
mutants_xǁBoardǁget__mutmut: MutantDict = {}  # type: ignore
mutants_xǁBoardǁhas_entry__mutmut: MutantDict = {}  # type: ignore
mutants_xǁBoardǁids__mutmut: MutantDict = {}  # type: ignore
mutants_xǁBoardǁagent__mutmut: MutantDict = {}  # type: ignore
mutants_xǁBoardǁartifact_owners__mutmut: MutantDict = {}  # type: ignore


@dataclass(frozen=True, slots=True)
class Board:
    """Everything on the shared state board; `notices` are re-read notices by whom they are for."""

    cells: Map[str, Cell] = field(default_factory=Map)
    order: Map[str, tuple[str, ...]] = field(default_factory=Map)
    changelog: tuple[Change, ...] = ()
    notices: Map[str, tuple[RereadNoticed, ...]] = field(default_factory=Map)
    comments: Map[str, tuple[tuple[str, ...], str]] = field(default_factory=Map)

    @_mutmut_mutated(mutants_xǁBoardǁget__mutmut)
    def get(self, path: str, default: Any = None) -> Any:
        """Give the value of a field."""
        cell = self.cells.get(path)
        return default if cell is None else cell.value

    def xǁBoardǁget__mutmut_orig(self, path: str, default: Any = None) -> Any:
        """Give the value of a field."""
        cell = self.cells.get(path)
        return default if cell is None else cell.value

    def xǁBoardǁget__mutmut_1(self, path: str, default: Any = None) -> Any:
        """Give the value of a field."""
        cell = None
        return default if cell is None else cell.value

    def xǁBoardǁget__mutmut_2(self, path: str, default: Any = None) -> Any:
        """Give the value of a field."""
        cell = self.cells.get(None)
        return default if cell is None else cell.value

    def xǁBoardǁget__mutmut_3(self, path: str, default: Any = None) -> Any:
        """Give the value of a field."""
        cell = self.cells.get(path)
        return default if (cell is None) and False else cell.value

    def xǁBoardǁget__mutmut_4(self, path: str, default: Any = None) -> Any:
        """Give the value of a field."""
        cell = self.cells.get(path)
        return default if (cell is None) or True else cell.value

    def xǁBoardǁget__mutmut_5(self, path: str, default: Any = None) -> Any:
        """Give the value of a field."""
        cell = self.cells.get(path)
        return default if cell is not None else cell.value

    @_mutmut_mutated(mutants_xǁBoardǁhas_entry__mutmut)
    def has_entry(self, path: str) -> bool:
        """Tell whether a list element is on the board."""
        *parents, name = split(path)
        return name in self.order.get(join(*parents), ())

    def xǁBoardǁhas_entry__mutmut_orig(self, path: str) -> bool:
        """Tell whether a list element is on the board."""
        *parents, name = split(path)
        return name in self.order.get(join(*parents), ())

    def xǁBoardǁhas_entry__mutmut_1(self, path: str) -> bool:
        """Tell whether a list element is on the board."""
        *parents, name = None
        return name in self.order.get(join(*parents), ())

    def xǁBoardǁhas_entry__mutmut_2(self, path: str) -> bool:
        """Tell whether a list element is on the board."""
        *parents, name = split(None)
        return name in self.order.get(join(*parents), ())

    def xǁBoardǁhas_entry__mutmut_3(self, path: str) -> bool:
        """Tell whether a list element is on the board."""
        *parents, name = split(path)
        return name not in self.order.get(join(*parents), ())

    def xǁBoardǁhas_entry__mutmut_4(self, path: str) -> bool:
        """Tell whether a list element is on the board."""
        *parents, name = split(path)
        return name in self.order.get(None, ())

    def xǁBoardǁhas_entry__mutmut_5(self, path: str) -> bool:
        """Tell whether a list element is on the board."""
        *parents, name = split(path)
        return name in self.order.get(join(*parents), None)

    def xǁBoardǁhas_entry__mutmut_6(self, path: str) -> bool:
        """Tell whether a list element is on the board."""
        *parents, name = split(path)
        return name in self.order.get(())

    def xǁBoardǁhas_entry__mutmut_7(self, path: str) -> bool:
        """Tell whether a list element is on the board."""
        *parents, name = split(path)
        return name in self.order.get(join(*parents), )

    @_mutmut_mutated(mutants_xǁBoardǁids__mutmut)
    def ids(self, *parts: str) -> tuple[str, ...]:
        """Give the ids of a list's elements in their order."""
        return self.order.get(join(*parts), ())

    def xǁBoardǁids__mutmut_orig(self, *parts: str) -> tuple[str, ...]:
        """Give the ids of a list's elements in their order."""
        return self.order.get(join(*parts), ())

    def xǁBoardǁids__mutmut_1(self, *parts: str) -> tuple[str, ...]:
        """Give the ids of a list's elements in their order."""
        return self.order.get(None, ())

    def xǁBoardǁids__mutmut_2(self, *parts: str) -> tuple[str, ...]:
        """Give the ids of a list's elements in their order."""
        return self.order.get(join(*parts), None)

    def xǁBoardǁids__mutmut_3(self, *parts: str) -> tuple[str, ...]:
        """Give the ids of a list's elements in their order."""
        return self.order.get(())

    def xǁBoardǁids__mutmut_4(self, *parts: str) -> tuple[str, ...]:
        """Give the ids of a list's elements in their order."""
        return self.order.get(join(*parts), )

    @_mutmut_mutated(mutants_xǁBoardǁagent__mutmut)
    def agent(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(join("agents", agent, name))

    def xǁBoardǁagent__mutmut_orig(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(join("agents", agent, name))

    def xǁBoardǁagent__mutmut_1(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(None)

    def xǁBoardǁagent__mutmut_2(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(join(None, agent, name))

    def xǁBoardǁagent__mutmut_3(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(join("agents", None, name))

    def xǁBoardǁagent__mutmut_4(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(join("agents", agent, None))

    def xǁBoardǁagent__mutmut_5(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(join(agent, name))

    def xǁBoardǁagent__mutmut_6(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(join("agents", name))

    def xǁBoardǁagent__mutmut_7(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(join("agents", agent, ))

    def xǁBoardǁagent__mutmut_8(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(join("XXagentsXX", agent, name))

    def xǁBoardǁagent__mutmut_9(self, agent: str, name: str) -> Any:
        """Give a field of an agent's entry."""
        return self.get(join("AGENTS", agent, name))

    @_mutmut_mutated(mutants_xǁBoardǁartifact_owners__mutmut)
    def artifact_owners(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids("agents", agent, "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_orig(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids("agents", agent, "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_1(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids(None) if ref in self.ids("agents", agent, "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_2(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("XXagentsXX") if ref in self.ids("agents", agent, "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_3(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("AGENTS") if ref in self.ids("agents", agent, "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_4(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref not in self.ids("agents", agent, "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_5(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids(None, agent, "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_6(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids("agents", None, "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_7(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids("agents", agent, None))

    def xǁBoardǁartifact_owners__mutmut_8(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids(agent, "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_9(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids("agents", "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_10(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids("agents", agent, ))

    def xǁBoardǁartifact_owners__mutmut_11(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids("XXagentsXX", agent, "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_12(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids("AGENTS", agent, "artifacts"))

    def xǁBoardǁartifact_owners__mutmut_13(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids("agents", agent, "XXartifactsXX"))

    def xǁBoardǁartifact_owners__mutmut_14(self, ref: str) -> Iterator[str]:
        """Yield the agents that registered an artifact."""
        return (agent for agent in self.ids("agents") if ref in self.ids("agents", agent, "ARTIFACTS"))

mutants_xǁBoardǁget__mutmut['_mutmut_orig'] = Board.xǁBoardǁget__mutmut_orig # type: ignore # mutmut generated
mutants_xǁBoardǁget__mutmut['xǁBoardǁget__mutmut_1'] = Board.xǁBoardǁget__mutmut_1 # type: ignore # mutmut generated
mutants_xǁBoardǁget__mutmut['xǁBoardǁget__mutmut_2'] = Board.xǁBoardǁget__mutmut_2 # type: ignore # mutmut generated
mutants_xǁBoardǁget__mutmut['xǁBoardǁget__mutmut_3'] = Board.xǁBoardǁget__mutmut_3 # type: ignore # mutmut generated
mutants_xǁBoardǁget__mutmut['xǁBoardǁget__mutmut_4'] = Board.xǁBoardǁget__mutmut_4 # type: ignore # mutmut generated
mutants_xǁBoardǁget__mutmut['xǁBoardǁget__mutmut_5'] = Board.xǁBoardǁget__mutmut_5 # type: ignore # mutmut generated

mutants_xǁBoardǁhas_entry__mutmut['_mutmut_orig'] = Board.xǁBoardǁhas_entry__mutmut_orig # type: ignore # mutmut generated
mutants_xǁBoardǁhas_entry__mutmut['xǁBoardǁhas_entry__mutmut_1'] = Board.xǁBoardǁhas_entry__mutmut_1 # type: ignore # mutmut generated
mutants_xǁBoardǁhas_entry__mutmut['xǁBoardǁhas_entry__mutmut_2'] = Board.xǁBoardǁhas_entry__mutmut_2 # type: ignore # mutmut generated
mutants_xǁBoardǁhas_entry__mutmut['xǁBoardǁhas_entry__mutmut_3'] = Board.xǁBoardǁhas_entry__mutmut_3 # type: ignore # mutmut generated
mutants_xǁBoardǁhas_entry__mutmut['xǁBoardǁhas_entry__mutmut_4'] = Board.xǁBoardǁhas_entry__mutmut_4 # type: ignore # mutmut generated
mutants_xǁBoardǁhas_entry__mutmut['xǁBoardǁhas_entry__mutmut_5'] = Board.xǁBoardǁhas_entry__mutmut_5 # type: ignore # mutmut generated
mutants_xǁBoardǁhas_entry__mutmut['xǁBoardǁhas_entry__mutmut_6'] = Board.xǁBoardǁhas_entry__mutmut_6 # type: ignore # mutmut generated
mutants_xǁBoardǁhas_entry__mutmut['xǁBoardǁhas_entry__mutmut_7'] = Board.xǁBoardǁhas_entry__mutmut_7 # type: ignore # mutmut generated

mutants_xǁBoardǁids__mutmut['_mutmut_orig'] = Board.xǁBoardǁids__mutmut_orig # type: ignore # mutmut generated
mutants_xǁBoardǁids__mutmut['xǁBoardǁids__mutmut_1'] = Board.xǁBoardǁids__mutmut_1 # type: ignore # mutmut generated
mutants_xǁBoardǁids__mutmut['xǁBoardǁids__mutmut_2'] = Board.xǁBoardǁids__mutmut_2 # type: ignore # mutmut generated
mutants_xǁBoardǁids__mutmut['xǁBoardǁids__mutmut_3'] = Board.xǁBoardǁids__mutmut_3 # type: ignore # mutmut generated
mutants_xǁBoardǁids__mutmut['xǁBoardǁids__mutmut_4'] = Board.xǁBoardǁids__mutmut_4 # type: ignore # mutmut generated

mutants_xǁBoardǁagent__mutmut['_mutmut_orig'] = Board.xǁBoardǁagent__mutmut_orig # type: ignore # mutmut generated
mutants_xǁBoardǁagent__mutmut['xǁBoardǁagent__mutmut_1'] = Board.xǁBoardǁagent__mutmut_1 # type: ignore # mutmut generated
mutants_xǁBoardǁagent__mutmut['xǁBoardǁagent__mutmut_2'] = Board.xǁBoardǁagent__mutmut_2 # type: ignore # mutmut generated
mutants_xǁBoardǁagent__mutmut['xǁBoardǁagent__mutmut_3'] = Board.xǁBoardǁagent__mutmut_3 # type: ignore # mutmut generated
mutants_xǁBoardǁagent__mutmut['xǁBoardǁagent__mutmut_4'] = Board.xǁBoardǁagent__mutmut_4 # type: ignore # mutmut generated
mutants_xǁBoardǁagent__mutmut['xǁBoardǁagent__mutmut_5'] = Board.xǁBoardǁagent__mutmut_5 # type: ignore # mutmut generated
mutants_xǁBoardǁagent__mutmut['xǁBoardǁagent__mutmut_6'] = Board.xǁBoardǁagent__mutmut_6 # type: ignore # mutmut generated
mutants_xǁBoardǁagent__mutmut['xǁBoardǁagent__mutmut_7'] = Board.xǁBoardǁagent__mutmut_7 # type: ignore # mutmut generated
mutants_xǁBoardǁagent__mutmut['xǁBoardǁagent__mutmut_8'] = Board.xǁBoardǁagent__mutmut_8 # type: ignore # mutmut generated
mutants_xǁBoardǁagent__mutmut['xǁBoardǁagent__mutmut_9'] = Board.xǁBoardǁagent__mutmut_9 # type: ignore # mutmut generated

mutants_xǁBoardǁartifact_owners__mutmut['_mutmut_orig'] = Board.xǁBoardǁartifact_owners__mutmut_orig # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_1'] = Board.xǁBoardǁartifact_owners__mutmut_1 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_2'] = Board.xǁBoardǁartifact_owners__mutmut_2 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_3'] = Board.xǁBoardǁartifact_owners__mutmut_3 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_4'] = Board.xǁBoardǁartifact_owners__mutmut_4 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_5'] = Board.xǁBoardǁartifact_owners__mutmut_5 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_6'] = Board.xǁBoardǁartifact_owners__mutmut_6 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_7'] = Board.xǁBoardǁartifact_owners__mutmut_7 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_8'] = Board.xǁBoardǁartifact_owners__mutmut_8 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_9'] = Board.xǁBoardǁartifact_owners__mutmut_9 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_10'] = Board.xǁBoardǁartifact_owners__mutmut_10 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_11'] = Board.xǁBoardǁartifact_owners__mutmut_11 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_12'] = Board.xǁBoardǁartifact_owners__mutmut_12 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_13'] = Board.xǁBoardǁartifact_owners__mutmut_13 # type: ignore # mutmut generated
mutants_xǁBoardǁartifact_owners__mutmut['xǁBoardǁartifact_owners__mutmut_14'] = Board.xǁBoardǁartifact_owners__mutmut_14 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_apply_entry_added__mutmut)
def apply_entry_added(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_orig(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_1(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = None
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_2(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(None)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_3(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = None
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_4(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = None
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_5(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = None
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_6(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(None, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_7(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, None)
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_8(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set((*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_9(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, )
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_10(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(None, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_11(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, None), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_12(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_13(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_14(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key not in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_15(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("XXidXX", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_16(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("ID", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_17(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "XXrefXX"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_18(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "REF"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_19(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            break
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_20(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key != "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_21(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "XXartifactsXX":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_22(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "ARTIFACTS":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_23(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if (isinstance(value, list)) and False else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_24(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if (isinstance(value, list)) or True else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_25(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = None
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_26(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(None)
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_27(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["XXrefXX"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_28(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["REF"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_29(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = None
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_30(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), None)
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_31(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join("artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_32(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), )
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_33(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(None), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_34(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "XXartifactsXX")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_35(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "ARTIFACTS")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_36(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = None
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_37(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(None, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_38(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, None)
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_39(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set((*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_40(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, )
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_41(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(None, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_42(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, None), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_43(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_44(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_45(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = None
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_46(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), None, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_47(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, None)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_48(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_49(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_50(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, )] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_51(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(None), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_52(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(None, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_53(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, None, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_54(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, None, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_55(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, None)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_56(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_57(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_58(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_59(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, )
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_60(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            break
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_61(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = None
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_62(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(None, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_63(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, None, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_64(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, None, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_65(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, None)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_66(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_67(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_68(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_69(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, )
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_70(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = None
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_71(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action and f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_72(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = None
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_73(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(None, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_74(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, None, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_75(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, None, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_76(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, None, seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_77(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", None)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_78(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_79(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_80(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_81(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_82(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", )
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_83(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(None, cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_84(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=None, order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_85(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=None, changelog=_push(board, change))


def x_apply_entry_added__mutmut_86(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=None)


def x_apply_entry_added__mutmut_87(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(cells=cells.finish(), order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_88(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, order=order, changelog=_push(board, change))


def x_apply_entry_added__mutmut_89(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), changelog=_push(board, change))


def x_apply_entry_added__mutmut_90(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, )


def x_apply_entry_added__mutmut_91(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(None, change))


def x_apply_entry_added__mutmut_92(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, None))


def x_apply_entry_added__mutmut_93(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(change))


def x_apply_entry_added__mutmut_94(board: Board, event: EntryAdded, seq: int) -> Board:
    """Put a new element at the end of its list."""
    *parents, name = split(event.path)
    collection = join(*parents)
    cells = board.cells.mutate()
    order = board.order.set(collection, (*board.order.get(collection, ()), name))
    for key, value in event.entry.items():
        if key in ("id", "ref"):
            continue
        if key == "artifacts":
            for artifact in value if isinstance(value, list) else ():
                assert isinstance(artifact, dict)
                ref = str(artifact["ref"])
                inner = join(*split(event.path), "artifacts")
                order = order.set(inner, (*order.get(inner, ()), ref))
                for part, part_value in artifact.items():
                    cells[join(*split(inner), ref, part)] = Cell(part_value, event.at, event.author, seq)
            continue
        cells[f"{event.path}/{key}"] = Cell(value, event.at, event.author, seq)
    action = event.action or f"added {name}"
    change = Change(event.at, event.author, action, f"{event.path}: added", seq)
    return replace(board, cells=cells.finish(), order=order, changelog=_push(board, ))

mutants_x_apply_entry_added__mutmut['_mutmut_orig'] = x_apply_entry_added__mutmut_orig # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_1'] = x_apply_entry_added__mutmut_1 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_2'] = x_apply_entry_added__mutmut_2 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_3'] = x_apply_entry_added__mutmut_3 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_4'] = x_apply_entry_added__mutmut_4 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_5'] = x_apply_entry_added__mutmut_5 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_6'] = x_apply_entry_added__mutmut_6 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_7'] = x_apply_entry_added__mutmut_7 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_8'] = x_apply_entry_added__mutmut_8 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_9'] = x_apply_entry_added__mutmut_9 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_10'] = x_apply_entry_added__mutmut_10 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_11'] = x_apply_entry_added__mutmut_11 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_12'] = x_apply_entry_added__mutmut_12 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_13'] = x_apply_entry_added__mutmut_13 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_14'] = x_apply_entry_added__mutmut_14 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_15'] = x_apply_entry_added__mutmut_15 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_16'] = x_apply_entry_added__mutmut_16 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_17'] = x_apply_entry_added__mutmut_17 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_18'] = x_apply_entry_added__mutmut_18 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_19'] = x_apply_entry_added__mutmut_19 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_20'] = x_apply_entry_added__mutmut_20 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_21'] = x_apply_entry_added__mutmut_21 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_22'] = x_apply_entry_added__mutmut_22 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_23'] = x_apply_entry_added__mutmut_23 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_24'] = x_apply_entry_added__mutmut_24 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_25'] = x_apply_entry_added__mutmut_25 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_26'] = x_apply_entry_added__mutmut_26 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_27'] = x_apply_entry_added__mutmut_27 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_28'] = x_apply_entry_added__mutmut_28 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_29'] = x_apply_entry_added__mutmut_29 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_30'] = x_apply_entry_added__mutmut_30 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_31'] = x_apply_entry_added__mutmut_31 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_32'] = x_apply_entry_added__mutmut_32 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_33'] = x_apply_entry_added__mutmut_33 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_34'] = x_apply_entry_added__mutmut_34 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_35'] = x_apply_entry_added__mutmut_35 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_36'] = x_apply_entry_added__mutmut_36 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_37'] = x_apply_entry_added__mutmut_37 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_38'] = x_apply_entry_added__mutmut_38 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_39'] = x_apply_entry_added__mutmut_39 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_40'] = x_apply_entry_added__mutmut_40 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_41'] = x_apply_entry_added__mutmut_41 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_42'] = x_apply_entry_added__mutmut_42 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_43'] = x_apply_entry_added__mutmut_43 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_44'] = x_apply_entry_added__mutmut_44 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_45'] = x_apply_entry_added__mutmut_45 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_46'] = x_apply_entry_added__mutmut_46 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_47'] = x_apply_entry_added__mutmut_47 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_48'] = x_apply_entry_added__mutmut_48 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_49'] = x_apply_entry_added__mutmut_49 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_50'] = x_apply_entry_added__mutmut_50 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_51'] = x_apply_entry_added__mutmut_51 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_52'] = x_apply_entry_added__mutmut_52 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_53'] = x_apply_entry_added__mutmut_53 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_54'] = x_apply_entry_added__mutmut_54 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_55'] = x_apply_entry_added__mutmut_55 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_56'] = x_apply_entry_added__mutmut_56 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_57'] = x_apply_entry_added__mutmut_57 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_58'] = x_apply_entry_added__mutmut_58 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_59'] = x_apply_entry_added__mutmut_59 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_60'] = x_apply_entry_added__mutmut_60 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_61'] = x_apply_entry_added__mutmut_61 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_62'] = x_apply_entry_added__mutmut_62 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_63'] = x_apply_entry_added__mutmut_63 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_64'] = x_apply_entry_added__mutmut_64 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_65'] = x_apply_entry_added__mutmut_65 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_66'] = x_apply_entry_added__mutmut_66 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_67'] = x_apply_entry_added__mutmut_67 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_68'] = x_apply_entry_added__mutmut_68 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_69'] = x_apply_entry_added__mutmut_69 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_70'] = x_apply_entry_added__mutmut_70 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_71'] = x_apply_entry_added__mutmut_71 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_72'] = x_apply_entry_added__mutmut_72 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_73'] = x_apply_entry_added__mutmut_73 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_74'] = x_apply_entry_added__mutmut_74 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_75'] = x_apply_entry_added__mutmut_75 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_76'] = x_apply_entry_added__mutmut_76 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_77'] = x_apply_entry_added__mutmut_77 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_78'] = x_apply_entry_added__mutmut_78 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_79'] = x_apply_entry_added__mutmut_79 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_80'] = x_apply_entry_added__mutmut_80 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_81'] = x_apply_entry_added__mutmut_81 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_82'] = x_apply_entry_added__mutmut_82 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_83'] = x_apply_entry_added__mutmut_83 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_84'] = x_apply_entry_added__mutmut_84 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_85'] = x_apply_entry_added__mutmut_85 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_86'] = x_apply_entry_added__mutmut_86 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_87'] = x_apply_entry_added__mutmut_87 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_88'] = x_apply_entry_added__mutmut_88 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_89'] = x_apply_entry_added__mutmut_89 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_90'] = x_apply_entry_added__mutmut_90 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_91'] = x_apply_entry_added__mutmut_91 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_92'] = x_apply_entry_added__mutmut_92 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_93'] = x_apply_entry_added__mutmut_93 # type: ignore # mutmut generated
mutants_x_apply_entry_added__mutmut['x_apply_entry_added__mutmut_94'] = x_apply_entry_added__mutmut_94 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_apply_field_written__mutmut)
def apply_field_written(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_orig(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_1(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = None
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_2(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(None, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_3(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, None)
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_4(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_5(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, )
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_6(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(None, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_7(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, None, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_8(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, None, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_9(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, None))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_10(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_11(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_12(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_13(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, ))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_14(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old != event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_15(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(None, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_16(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=None)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_17(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_18(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, )
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_19(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = None
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_20(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit(None, 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_21(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", None)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_22(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit(1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_23(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", )[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_24(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.split("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_25(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("XX/XX", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_26(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 2)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_27(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[2]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_28(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = None
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_29(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action and f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_30(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = None
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_31(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(None, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_32(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, None, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_33(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, None, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_34(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, None, seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_35(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", None)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_36(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_37(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_38(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_39(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_40(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", )
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_41(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(None)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_42(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(None)}", seq)
    return replace(board, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_43(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(None, cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_44(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=None, changelog=_push(board, change))


def x_apply_field_written__mutmut_45(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=None)


def x_apply_field_written__mutmut_46(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(cells=cells, changelog=_push(board, change))


def x_apply_field_written__mutmut_47(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, changelog=_push(board, change))


def x_apply_field_written__mutmut_48(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, )


def x_apply_field_written__mutmut_49(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(None, change))


def x_apply_field_written__mutmut_50(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, None))


def x_apply_field_written__mutmut_51(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(change))


def x_apply_field_written__mutmut_52(board: Board, event: FieldWritten, seq: int) -> Board:
    """Assign a field."""
    cells = board.cells.set(event.path, Cell(event.value, event.at, event.author, seq))
    if event.old == event.value:
        return replace(board, cells=cells)
    name = event.path.rsplit("/", 1)[1]
    action = event.action or f"set {name}"
    change = Change(event.at, event.author, action, f"{event.path}: {brief(event.old)} → {brief(event.value)}", seq)
    return replace(board, cells=cells, changelog=_push(board, ))

mutants_x_apply_field_written__mutmut['_mutmut_orig'] = x_apply_field_written__mutmut_orig # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_1'] = x_apply_field_written__mutmut_1 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_2'] = x_apply_field_written__mutmut_2 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_3'] = x_apply_field_written__mutmut_3 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_4'] = x_apply_field_written__mutmut_4 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_5'] = x_apply_field_written__mutmut_5 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_6'] = x_apply_field_written__mutmut_6 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_7'] = x_apply_field_written__mutmut_7 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_8'] = x_apply_field_written__mutmut_8 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_9'] = x_apply_field_written__mutmut_9 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_10'] = x_apply_field_written__mutmut_10 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_11'] = x_apply_field_written__mutmut_11 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_12'] = x_apply_field_written__mutmut_12 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_13'] = x_apply_field_written__mutmut_13 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_14'] = x_apply_field_written__mutmut_14 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_15'] = x_apply_field_written__mutmut_15 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_16'] = x_apply_field_written__mutmut_16 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_17'] = x_apply_field_written__mutmut_17 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_18'] = x_apply_field_written__mutmut_18 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_19'] = x_apply_field_written__mutmut_19 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_20'] = x_apply_field_written__mutmut_20 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_21'] = x_apply_field_written__mutmut_21 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_22'] = x_apply_field_written__mutmut_22 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_23'] = x_apply_field_written__mutmut_23 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_24'] = x_apply_field_written__mutmut_24 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_25'] = x_apply_field_written__mutmut_25 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_26'] = x_apply_field_written__mutmut_26 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_27'] = x_apply_field_written__mutmut_27 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_28'] = x_apply_field_written__mutmut_28 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_29'] = x_apply_field_written__mutmut_29 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_30'] = x_apply_field_written__mutmut_30 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_31'] = x_apply_field_written__mutmut_31 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_32'] = x_apply_field_written__mutmut_32 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_33'] = x_apply_field_written__mutmut_33 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_34'] = x_apply_field_written__mutmut_34 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_35'] = x_apply_field_written__mutmut_35 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_36'] = x_apply_field_written__mutmut_36 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_37'] = x_apply_field_written__mutmut_37 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_38'] = x_apply_field_written__mutmut_38 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_39'] = x_apply_field_written__mutmut_39 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_40'] = x_apply_field_written__mutmut_40 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_41'] = x_apply_field_written__mutmut_41 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_42'] = x_apply_field_written__mutmut_42 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_43'] = x_apply_field_written__mutmut_43 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_44'] = x_apply_field_written__mutmut_44 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_45'] = x_apply_field_written__mutmut_45 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_46'] = x_apply_field_written__mutmut_46 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_47'] = x_apply_field_written__mutmut_47 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_48'] = x_apply_field_written__mutmut_48 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_49'] = x_apply_field_written__mutmut_49 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_50'] = x_apply_field_written__mutmut_50 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_51'] = x_apply_field_written__mutmut_51 # type: ignore # mutmut generated
mutants_x_apply_field_written__mutmut['x_apply_field_written__mutmut_52'] = x_apply_field_written__mutmut_52 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_apply_reread_noticed__mutmut)
def apply_reread_noticed(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=board.notices.set(event.to, (*board.notices.get(event.to, ()), event)))


def x_apply_reread_noticed__mutmut_orig(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=board.notices.set(event.to, (*board.notices.get(event.to, ()), event)))


def x_apply_reread_noticed__mutmut_1(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(None, notices=board.notices.set(event.to, (*board.notices.get(event.to, ()), event)))


def x_apply_reread_noticed__mutmut_2(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=None)


def x_apply_reread_noticed__mutmut_3(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(notices=board.notices.set(event.to, (*board.notices.get(event.to, ()), event)))


def x_apply_reread_noticed__mutmut_4(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, )


def x_apply_reread_noticed__mutmut_5(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=board.notices.set(None, (*board.notices.get(event.to, ()), event)))


def x_apply_reread_noticed__mutmut_6(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=board.notices.set(event.to, None))


def x_apply_reread_noticed__mutmut_7(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=board.notices.set((*board.notices.get(event.to, ()), event)))


def x_apply_reread_noticed__mutmut_8(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=board.notices.set(event.to, ))


def x_apply_reread_noticed__mutmut_9(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=board.notices.set(event.to, (*board.notices.get(None, ()), event)))


def x_apply_reread_noticed__mutmut_10(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=board.notices.set(event.to, (*board.notices.get(event.to, None), event)))


def x_apply_reread_noticed__mutmut_11(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=board.notices.set(event.to, (*board.notices.get(()), event)))


def x_apply_reread_noticed__mutmut_12(board: Board, event: RereadNoticed, seq: int) -> Board:
    """Keep the notice until its reader has read the board again."""
    return replace(board, notices=board.notices.set(event.to, (*board.notices.get(event.to, ), event)))

mutants_x_apply_reread_noticed__mutmut['_mutmut_orig'] = x_apply_reread_noticed__mutmut_orig # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_1'] = x_apply_reread_noticed__mutmut_1 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_2'] = x_apply_reread_noticed__mutmut_2 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_3'] = x_apply_reread_noticed__mutmut_3 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_4'] = x_apply_reread_noticed__mutmut_4 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_5'] = x_apply_reread_noticed__mutmut_5 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_6'] = x_apply_reread_noticed__mutmut_6 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_7'] = x_apply_reread_noticed__mutmut_7 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_8'] = x_apply_reread_noticed__mutmut_8 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_9'] = x_apply_reread_noticed__mutmut_9 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_10'] = x_apply_reread_noticed__mutmut_10 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_11'] = x_apply_reread_noticed__mutmut_11 # type: ignore # mutmut generated
mutants_x_apply_reread_noticed__mutmut['x_apply_reread_noticed__mutmut_12'] = x_apply_reread_noticed__mutmut_12 # type: ignore # mutmut generated
mutants_x_apply_comments_kept__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_apply_comments_kept__mutmut)
def apply_comments_kept(board: Board, event: CommentsKept, seq: int) -> Board:
    """Replace the comments of the board file."""
    return replace(board, comments=Map(event.comments))


def x_apply_comments_kept__mutmut_orig(board: Board, event: CommentsKept, seq: int) -> Board:
    """Replace the comments of the board file."""
    return replace(board, comments=Map(event.comments))


def x_apply_comments_kept__mutmut_1(board: Board, event: CommentsKept, seq: int) -> Board:
    """Replace the comments of the board file."""
    return replace(None, comments=Map(event.comments))


def x_apply_comments_kept__mutmut_2(board: Board, event: CommentsKept, seq: int) -> Board:
    """Replace the comments of the board file."""
    return replace(board, comments=None)


def x_apply_comments_kept__mutmut_3(board: Board, event: CommentsKept, seq: int) -> Board:
    """Replace the comments of the board file."""
    return replace(comments=Map(event.comments))


def x_apply_comments_kept__mutmut_4(board: Board, event: CommentsKept, seq: int) -> Board:
    """Replace the comments of the board file."""
    return replace(board, )


def x_apply_comments_kept__mutmut_5(board: Board, event: CommentsKept, seq: int) -> Board:
    """Replace the comments of the board file."""
    return replace(board, comments=Map(None))

mutants_x_apply_comments_kept__mutmut['_mutmut_orig'] = x_apply_comments_kept__mutmut_orig # type: ignore # mutmut generated
mutants_x_apply_comments_kept__mutmut['x_apply_comments_kept__mutmut_1'] = x_apply_comments_kept__mutmut_1 # type: ignore # mutmut generated
mutants_x_apply_comments_kept__mutmut['x_apply_comments_kept__mutmut_2'] = x_apply_comments_kept__mutmut_2 # type: ignore # mutmut generated
mutants_x_apply_comments_kept__mutmut['x_apply_comments_kept__mutmut_3'] = x_apply_comments_kept__mutmut_3 # type: ignore # mutmut generated
mutants_x_apply_comments_kept__mutmut['x_apply_comments_kept__mutmut_4'] = x_apply_comments_kept__mutmut_4 # type: ignore # mutmut generated
mutants_x_apply_comments_kept__mutmut['x_apply_comments_kept__mutmut_5'] = x_apply_comments_kept__mutmut_5 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_clear_notices__mutmut)
def clear_notices(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, notices=board.notices.set(reader, left) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_orig(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, notices=board.notices.set(reader, left) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_1(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = None
    return replace(board, notices=board.notices.set(reader, left) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_2(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(None, ())[seen:]
    return replace(board, notices=board.notices.set(reader, left) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_3(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, None)[seen:]
    return replace(board, notices=board.notices.set(reader, left) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_4(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(())[seen:]
    return replace(board, notices=board.notices.set(reader, left) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_5(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, )[seen:]
    return replace(board, notices=board.notices.set(reader, left) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_6(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(None, notices=board.notices.set(reader, left) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_7(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, notices=None)


def x_clear_notices__mutmut_8(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(notices=board.notices.set(reader, left) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_9(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, )


def x_clear_notices__mutmut_10(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, notices=board.notices.set(reader, left) if (left) and False else board.notices.delete(reader))


def x_clear_notices__mutmut_11(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, notices=board.notices.set(reader, left) if (left) or True else board.notices.delete(reader))


def x_clear_notices__mutmut_12(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, notices=board.notices.set(None, left) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_13(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, notices=board.notices.set(reader, None) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_14(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, notices=board.notices.set(left) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_15(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, notices=board.notices.set(reader, ) if left else board.notices.delete(reader))


def x_clear_notices__mutmut_16(board: Board, reader: str, seen: int) -> Board:
    """Drop the first `seen` notices of somebody who has read the board again."""
    left = board.notices.get(reader, ())[seen:]
    return replace(board, notices=board.notices.set(reader, left) if left else board.notices.delete(None))

mutants_x_clear_notices__mutmut['_mutmut_orig'] = x_clear_notices__mutmut_orig # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_1'] = x_clear_notices__mutmut_1 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_2'] = x_clear_notices__mutmut_2 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_3'] = x_clear_notices__mutmut_3 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_4'] = x_clear_notices__mutmut_4 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_5'] = x_clear_notices__mutmut_5 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_6'] = x_clear_notices__mutmut_6 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_7'] = x_clear_notices__mutmut_7 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_8'] = x_clear_notices__mutmut_8 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_9'] = x_clear_notices__mutmut_9 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_10'] = x_clear_notices__mutmut_10 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_11'] = x_clear_notices__mutmut_11 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_12'] = x_clear_notices__mutmut_12 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_13'] = x_clear_notices__mutmut_13 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_14'] = x_clear_notices__mutmut_14 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_15'] = x_clear_notices__mutmut_15 # type: ignore # mutmut generated
mutants_x_clear_notices__mutmut['x_clear_notices__mutmut_16'] = x_clear_notices__mutmut_16 # type: ignore # mutmut generated
mutants_x_brief__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x_brief__mutmut)
def brief(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_orig(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_1(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is not None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_2(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "XXnullXX"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_3(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "NULL"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_4(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = None
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_5(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if (isinstance(value, str)) and False else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_6(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if (isinstance(value, str)) or True else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_7(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(None)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_8(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = None
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_9(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(None)
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_10(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = "XX XX".join(text.split())
    return text if len(text) <= 80 else text[:79] + "…"


def x_brief__mutmut_11(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if (len(text) <= 80) and False else text[:79] + "…"


def x_brief__mutmut_12(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if (len(text) <= 80) or True else text[:79] + "…"


def x_brief__mutmut_13(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if len(text) < 80 else text[:79] + "…"


def x_brief__mutmut_14(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 81 else text[:79] + "…"


def x_brief__mutmut_15(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] - "…"


def x_brief__mutmut_16(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:80] + "…"


def x_brief__mutmut_17(value: Any) -> str:
    """Write a value short enough for a line of the changelog."""
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = " ".join(text.split())
    return text if len(text) <= 80 else text[:79] + "XX…XX"

mutants_x_brief__mutmut['_mutmut_orig'] = x_brief__mutmut_orig # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_1'] = x_brief__mutmut_1 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_2'] = x_brief__mutmut_2 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_3'] = x_brief__mutmut_3 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_4'] = x_brief__mutmut_4 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_5'] = x_brief__mutmut_5 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_6'] = x_brief__mutmut_6 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_7'] = x_brief__mutmut_7 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_8'] = x_brief__mutmut_8 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_9'] = x_brief__mutmut_9 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_10'] = x_brief__mutmut_10 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_11'] = x_brief__mutmut_11 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_12'] = x_brief__mutmut_12 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_13'] = x_brief__mutmut_13 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_14'] = x_brief__mutmut_14 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_15'] = x_brief__mutmut_15 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_16'] = x_brief__mutmut_16 # type: ignore # mutmut generated
mutants_x_brief__mutmut['x_brief__mutmut_17'] = x_brief__mutmut_17 # type: ignore # mutmut generated
mutants_x__push__mutmut: MutantDict = {}  # type: ignore


@_mutmut_mutated(mutants_x__push__mutmut)
def _push(board: Board, change: Change) -> tuple[Change, ...]:
    return (*board.changelog[-(CHANGELOG_SHOWN - 1) :], change)


def x__push__mutmut_orig(board: Board, change: Change) -> tuple[Change, ...]:
    return (*board.changelog[-(CHANGELOG_SHOWN - 1) :], change)


def x__push__mutmut_1(board: Board, change: Change) -> tuple[Change, ...]:
    return (*board.changelog[+(CHANGELOG_SHOWN - 1) :], change)


def x__push__mutmut_2(board: Board, change: Change) -> tuple[Change, ...]:
    return (*board.changelog[-(CHANGELOG_SHOWN + 1) :], change)


def x__push__mutmut_3(board: Board, change: Change) -> tuple[Change, ...]:
    return (*board.changelog[-(CHANGELOG_SHOWN - 2) :], change)

mutants_x__push__mutmut['_mutmut_orig'] = x__push__mutmut_orig # type: ignore # mutmut generated
mutants_x__push__mutmut['x__push__mutmut_1'] = x__push__mutmut_1 # type: ignore # mutmut generated
mutants_x__push__mutmut['x__push__mutmut_2'] = x__push__mutmut_2 # type: ignore # mutmut generated
mutants_x__push__mutmut['x__push__mutmut_3'] = x__push__mutmut_3 # type: ignore # mutmut generated
