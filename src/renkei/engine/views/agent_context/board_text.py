"""The board as lists of lines for one reader: entries that concern the reader first, the rest counted (section 3).

The lines of entries are generated from the fields of their models. Entries that concern the reader show all fields.
"""

from collections.abc import Iterable, Iterator
from dataclasses import field
from itertools import islice

from renkei.board.document import agent_cells, entry_document, entry_fields
from renkei.board.model import AgentEntry, Blocker, PendingDecision
from renkei.board.state import Change
from renkei.budget.context.listing import Listing
from renkei.contracts.state import Contract
from renkei.dispatch.graph.links import node
from renkei.documents.json_pointer import split
from renkei.engine.state import State
from renkei.engine.views.agent_context.field_text import rest_text
from renkei.engine.views.contracts.text import artifact_text
from renkei.immutable.frozen import frozen
from renkei.protocol.primitives import Locale
from renkei.texts.look_up import Interface, look_up
from renkei.texts.say import say
from renkei.wording.text_cache import TextCache

LINES_SHOWN = 20
"""How many entries of each list a context can show; the others are counted."""

_MEMBERS: TextCache[str] = TextCache(1024)
_CHANGES: TextCache[str] = TextCache(256)


@frozen
class Concern:
    """The ids on the board that concern one agent."""

    agent: str
    agents: tuple[str, ...] = ()
    """Agents that wait for the agent or that it waits for."""
    decisions: frozenset[str] = field(default=frozenset())
    """Decisions that it owns, asked for or waits for, or that its contracts mention."""
    blockers: frozenset[str] = field(default=frozenset())
    artifacts: frozenset[str] = field(default=frozenset())
    """Inputs of its contracts."""

    def touches(self, path: str) -> bool:
        """Check whether a field of the board belongs to something that concerns the agent."""
        parts = split(path)
        found: dict[str, Iterable[str]] = {
            "agents": (self.agent,),
            "pending_decisions": self.decisions,
            "blockers": self.blockers,
        }
        ref = parts[3] if len(parts) > 3 else None
        return ref in self.artifacts or (len(parts) > 1 and parts[1] in found.get(parts[0], ()))


def concern_of(state: State, agent: str, mine: Iterable[Contract]) -> Concern:
    """Return the parts of the board that concern an agent with these contracts."""
    here, links, board = node("agent", agent), state.links, state.board
    work = [node("contract", one.terms.id) for one in mine]
    waiting = [one for end in (here, *work) for one in links.neighbours(end, "in", ("waits_for",))]
    waited_for = list(links.neighbours(here, "out", ("waits_for",)))
    decisions = [*links.neighbours(here, "in", ("owned_by", "asked_by")), *waited_for]
    decisions += [end for start in work for end in links.neighbours(start, "out", ("touches",))]
    agents = [one.partition(":")[2] for one in waiting if one.startswith("agent:")]
    agents += [one for end in waited_for for one in links.responsible(end)]
    return Concern(
        agent,
        tuple(one for one in dict.fromkeys(agents) if one != agent),
        frozenset(one.partition(":")[2] for one in decisions if one.startswith("decision:")),
        frozenset(one for one in board.ids("blockers") if agent in board.get(f"/blockers/{one}/affected_agents")),
        frozenset(ref for one in mine for ref in one.terms.inputs.artifacts),
    )


def board_lists(
    state: State, concern: Concern, locale: Locale, interface: Interface = "command_line"
) -> tuple[Listing, ...]:
    """Return the board as lists: its fields, decisions, blockers, members, artifacts of others, newest changes."""
    board = state.board
    goal, phase = board.get("/goal"), board.get("/current_phase")
    fields = say(locale, "board.goal", goal=goal), say(locale, "board.phase", phase=phase)
    recent = board.changelog[max(len(board.changelog) - state.delivery.changelog_limit, 0) :]
    # The list above already shows the content of a new entry.
    changes = tuple(_change(one, locale, brief=True) for one in recent)
    show = look_up(interface, "board")
    entries = (one(state, concern, locale, show) for one in (_decisions, _blockers, _members, _artifacts))
    return (
        Listing("fields", fields, len(fields), show, len(fields)),
        *entries,
        Listing("changes", changes, board.change_total, look_up(interface, "board_log"), newest_last=True),
    )


def change_lists(
    state: State, concern: Concern, locale: Locale, interface: Interface = "command_line"
) -> tuple[Listing, ...]:
    """Return others' changes since the agent last read the board, those that concern it first."""
    agent, board = concern.agent, state.board
    since = state.read_up_to[agent]
    total = board.changes_by_others(agent) - state.changes_read.get(agent, 0)
    new = [one for one in board.changelog if one.seq > since and one.agent != agent]
    lines = [(concern.touches(one.path), _change(one, locale)) for one in new]
    mine = [_marked(line, locale) for concerns, line in lines if concerns]
    others = [line for concerns, line in lines if not concerns]
    command = look_up(interface, "board_log_after", seq=since)
    return (Listing("changes", (*mine, *others), total, command, len(mine), newest_last=True),)


def _change(one: Change, locale: Locale, *, brief: bool = False) -> str:
    """Return a change on one line, with `brief` without the content of a new entry."""
    return _CHANGES.get((one.seq, one.path, locale, brief), (one,), lambda: _written_change(one, locale, brief=brief))


def _written_change(one: Change, locale: Locale, *, brief: bool) -> str:
    diff = f"{one.path}: added" if brief and one.added else one.diff_summary
    return say(locale, "board.change", timestamp=shown_second(one.timestamp), agent=one.agent, diff=diff)


def shown_second(at: str) -> str:
    """Return a time to the second."""
    return at[:19] + "Z"


def _marked(line: str, locale: Locale) -> str:
    return f"- {say(locale, 'board.concerns')} {line.removeprefix('- ')}"


def _listing(kind: str, mine: list[str], others: Iterator[str], total: int, locale: Locale, show: str) -> Listing:
    """Build the list of one kind of entry, writing only lines that can be shown."""
    marked = [_marked(one, locale) for one in mine[:LINES_SHOWN]]
    rest = [line for _, line in zip(range(LINES_SHOWN - len(marked)), others, strict=False)]
    return Listing(kind, (*marked, *rest), total, show, len(marked))


def _decisions(state: State, concern: Concern, locale: Locale, show: str) -> Listing:
    board = state.board
    names = board.ids("pending_decisions")
    order = sorted(names, key=lambda one: board.get(f"/pending_decisions/{one}/status") == "resolved")
    mine = [_decision(state, one, locale, full=True) for one in order if one in concern.decisions]
    others = (_decision(state, one, locale, full=False) for one in order if one not in concern.decisions)
    return _listing("decisions", mine, others, len(names), locale, show)


def _decision(state: State, name: str, locale: Locale, *, full: bool) -> str:
    """Return a decision on one line; an open one that concerns the reader in full."""
    entry = entry_document(state.board, "pending_decisions", name)
    shown = ("id", "status", "owner", "question", "resolution")
    if entry["resolution"]:
        made = state.board.cells[f"/pending_decisions/{name}/resolution"]
        values = {key: entry[key] for key in ("id", "question", "resolution")}
        return say(locale, "board.decided", by=made.author, at=shown_second(made.at), **values)
    text = say(locale, "board.decision", **{key: entry[key] for key in shown})
    return text + rest_text(PendingDecision, entry, shown, locale) if full else text


def _blockers(state: State, concern: Concern, locale: Locale, show: str) -> Listing:
    board = state.board
    open_ones = [one for one in reversed(board.ids("blockers")) if not board.get(f"/blockers/{one}/resolved")]
    mine = [_blocker(state, one, locale, full=True) for one in open_ones if one in concern.blockers]
    others = (_blocker(state, one, locale, full=False) for one in open_ones if one not in concern.blockers)
    return _listing("blockers", mine, others, len(open_ones), locale, show)


def _blocker(state: State, name: str, locale: Locale, *, full: bool) -> str:
    entry = entry_document(state.board, "blockers", name)
    agents = ", ".join(entry["affected_agents"])
    text = say(locale, "board.blocker", id=name, description=entry["description"], agents=agents)
    shown = ("id", "description", "affected_agents")
    return text + rest_text(Blocker, entry, shown, locale) if full else text


def _members(state: State, concern: Concern, locale: Locale, show: str) -> Listing:
    names, me = state.board.ids("agents"), concern.agent
    near = [one for one in concern.agents if state.board.has_entry(f"/agents/{one}")]
    mine = [_member(state, one, locale) for one in near]
    others = (_member(state, one, locale) for one in names if one not in near and one != me)
    return _listing("members", mine, others, len(names) - (me in names), locale, show)


def _member(state: State, agent: str, locale: Locale) -> str:
    cells = agent_cells(state.board, agent)
    return _MEMBERS.get((agent, locale), cells, lambda: _written_member(state, agent, locale))


def _written_member(state: State, agent: str, locale: Locale) -> str:
    entry = entry_fields(state.board, "agents", agent)
    task, waits, role = entry["current_task"], entry["blocked_by"], entry["role"]
    text = say(locale, "board.member", agent=f"{agent} ({role})" if role else agent, status=entry["status"])
    text += say(locale, "board.member_task", task=task) if task else ""
    text += say(locale, "board.member_waiting", blocked_by=waits) if waits else ""
    shown = ("id", "role", "status", "current_task", "blocked_by", "artifacts")
    return text + rest_text(AgentEntry, entry, shown, locale)


def _artifacts(state: State, concern: Concern, locale: Locale, show: str) -> Listing:
    """Return the artifacts of others, by first owner, reading only those that can be shown."""
    board, me = state.board, concern.agent
    agents = (*board.ids("agents"), *sorted(state.departed))
    total = len(board.artifacts) - sum(board.artifacts[ref] == (me,) for ref in board.ids("agents", me, "artifacts"))
    owners = {ref: [one for one in board.artifacts.get(ref, ()) if one != me] for ref in concern.artifacts}

    def position(ref: str) -> tuple[int, int]:
        first = min(map(agents.index, owners[ref]))
        return first, board.ids("agents", agents[first], "artifacts").index(ref)

    inputs = sorted((ref for ref in owners if owners[ref]), key=position)
    refs = (ref for one in agents if one != me for ref in board.ids("agents", one, "artifacts"))
    found = (ref for ref in refs if ref not in concern.artifacts)
    mine = [f"- {artifact_text(state, ref, locale)}" for ref in inputs]
    rest = islice(_each_once(found), total - len(inputs))  # nobody is asked for more once all are found
    others = (f"- {artifact_text(state, ref, locale)}" for ref in rest)
    return _listing("artifacts", mine, others, total, locale, show)


def _each_once(names: Iterable[str]) -> Iterator[str]:
    seen: set[str] = set()
    for name in names:
        if name not in seen:
            seen.add(name)
            yield name
