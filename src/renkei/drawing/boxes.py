"""The content of each node's box: its id, its status, a text about it, and its participants."""

from collections import Counter
from collections.abc import Callable, Sequence

from renkei.contracts.state import Contract
from renkei.documents.json_pointer import join
from renkei.drawing.style import STATUS
from renkei.drawing.words import Words, english
from renkei.engine.state import State
from renkei.engine.views.titles import message_title, title_of
from renkei.immutable.frozen import frozen


@frozen
class Box:
    """The content of a box; `parties` names the delegator and the assignee."""

    kind: str
    name: str
    status: str = ""
    text: str = ""
    parties: str = ""

    @property
    def heading(self) -> str:
        """The words that the box is recognized by: its text, for a participant its name."""
        return self.name if self.kind in ("agent", "human", "group") else self.text or self.name

    @property
    def about(self) -> str:
        """What else the box says: the role of a participant, the id of anything else."""
        return self.text if self.kind in ("agent", "human", "group") else self.name if self.text else ""

    def title(self, say: Words = english) -> str:
        """Return the full content, one item a line."""
        head = f"{say(f'kind.{self.kind}')} {self.name}" + (f": {self.status_words(say)}" if self.status else "")
        return "\n".join(one for one in (head, self.text, self.parties) if one)

    def status_words(self, say: Words = english) -> str:
        """Return the status in words; for an artifact, its version."""
        return say(f"status.{self.status}") if self.status in STATUS else self.status


def box_of(state: State, node: str, say: Words = english) -> Box:
    """Return the content of the box of a node."""
    kind, _, name = node.partition(":")
    return CONTENTS[kind](state, name, say) if kind in CONTENTS else Box(kind, name)


def group_box(state: State, node: str, members: Sequence[str], say: Words = english) -> Box:
    """Return the content of the box of a group: what its members share, how many of each kind and status there are."""
    shared = node.partition(":")[2]
    name = title_of(state, shared) or shared.partition(":")[2] or say("nobody")
    found = [box_of(state, one, say) for one in members if one != shared]
    kinds = Counter(say(f"kind.{one.kind}") for one in found)
    statuses = Counter(one.status_words(say) for one in found if one.kind == "contract" and one.status)
    return Box("group", name, "", _counted(kinds), _counted(statuses))


def _counted(found: Counter[str]) -> str:
    return " · ".join(f"{count} × {name}" for name, count in found.most_common())


def _agent(state: State, name: str, say: Words) -> Box:
    actor = state.actors.get(name)
    status = state.board.agent(name, "status") or ""
    return Box("human" if actor and actor.human else "agent", name, status, actor.role if actor else "")


def _contract(state: State, name: str, say: Words) -> Box:
    entry = state.contracts.entries.get(name)
    return Box("contract", name) if entry is None else _described(entry, say)


def _described(entry: Contract, say: Words) -> Box:
    parties = f"{entry.terms.delegator} → {entry.assignee or say('nobody')}"
    status = "paused" if entry.paused is not None else entry.status
    return Box("contract", entry.terms.id, status, entry.terms.inputs.description, parties)


def _artifact(state: State, name: str, say: Words) -> Box:
    for owner in state.board.artifact_owners(name):
        place = join("agents", owner, "artifacts", name)
        version, text = state.board.get(f"{place}/version"), state.board.get(f"{place}/description", "")
        return Box("artifact", name, f"{say('box.version')} {version}" if version else "", text)
    return Box("artifact", name)


def _decision(state: State, name: str, say: Words) -> Box:
    place = join("pending_decisions", name)
    return Box("decision", name, state.board.get(f"{place}/status", ""), state.board.get(f"{place}/question", ""))


def _message(state: State, name: str, say: Words) -> Box:
    stored = state.messages.get(name)
    return Box("message", name, "", message_title(stored.message) if stored is not None else "")


CONTENTS: dict[str, Callable[[State, str, Words], Box]] = {
    "agent": _agent,
    "contract": _contract,
    "artifact": _artifact,
    "decision": _decision,
    "message": _message,
}
"""The function that fills the box of each kind of node."""
