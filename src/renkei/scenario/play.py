"""Plays a scenario through the real engine, step by step.

Times and ids come from the scenario, so the same file always produces the same log.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import Any

from renkei.budget.context.build import DEFAULT_BUDGET
from renkei.documents.source import Path as PathInDocument
from renkei.engine import commands as c
from renkei.engine.state import EVERYBODY, HUMAN, State
from renkei.errors import RenkeiError
from renkei.project.create import create
from renkei.project.locations import MEMORY
from renkei.project.project import Project
from renkei.project.turns.turn import Draft
from renkei.protocol.messages import make_message
from renkei.protocol.primitives import later
from renkei.scenario.expect import StepResult, mismatches
from renkei.scenario.model import Scenario, ScenarioStep

LOOK_SECONDS = 0.5
"""Seconds between two checks whether a person still plays along."""

_SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


@dataclass(frozen=True, slots=True)
class Audience:
    """A person who plays along: does the steps by hand, while real time passes between two steps.

    `clock` returns elapsed seconds, `gone` whether the person has left.
    """

    clock: Callable[[], float]
    gone: Callable[[], bool]


class Player:
    """Plays one scenario in `project`, which it creates."""

    def __init__(self, scenario: Scenario, into: Path | str = MEMORY, audience: Audience | None = None) -> None:
        self.scenario = scenario
        self._audience = audience
        self._at = scenario.start
        self._began = audience.clock() if audience is not None else 0.0
        self._ids = count(1)
        self._numbers = count(1)
        self.project: Project = create(
            into,
            scenario.name,
            scenario.goal,
            scenario.phase,
            scenario.rules,
            scenario.locale,
            _members(scenario),
            now=self._now,
            make_id=lambda: f"{next(self._ids):04d}",
            context_delivery=scenario.context_delivery,
        )
        if scenario.files.overlap != self.project.state.files.policy:
            self.project.do(c.SetFilePolicy(scenario.files.overlap))

    def play(self, until: int | None = None) -> Iterator[StepResult]:
        """Yield the results of all steps, or of the first `until`."""
        for index, step in enumerate(self.scenario.steps):
            for result in self.play_step(step, ("scenario", "steps", index)):
                yield result
                if until is not None and result.number >= until and (result.resumed or not result.step.meanwhile):
                    return

    def play_step(self, step: ScenarioStep, path: PathInDocument = ()) -> Iterator[StepResult]:
        """Play one step; yield its results and those of its inner steps.

        `path`: the step's location in its document.
        """
        self._at = later(self._now(), seconds(step.wait or step.after) * 1_000_000)
        self._began = self._audience.clock() if self._audience is not None else 0.0
        number = next(self._numbers)
        result = StepResult(number, step, self._at, path=path)
        before = self.project.state.seq
        try:
            if step.wait is not None:
                self.project.do(c.Tick())
            elif step.by_hand and self._audience is not None:
                yield StepResult(number, step, self._at, path=path, awaited=True)
                self._wait_for(step, self._audience)
                result.resumed = True
            elif step.human is not None:
                with self.project.act_as(step.human) as draft:
                    self._fill(draft, step)
            else:
                with self.project.turn(str(step.agent), budget=step.budget or DEFAULT_BUDGET) as turn:
                    result.context = turn.context
                    if step.meanwhile:
                        begun = list(self.project.records(before))
                        yield StepResult(number, step, self._at, begun, turn.context, path=path)
                        result.resumed = True
                    for index, inner in enumerate(step.meanwhile):
                        yield from self.play_step(inner, (*path, "meanwhile", index))
                    before = self.project.state.seq if step.meanwhile else before
                    self._fill(turn, step)
        except RenkeiError as error:
            result.error = error
        result.records = list(self.project.records(before))
        if self._audience is None:  # what a person did during the step is no mistake of the scenario
            result.failures = mismatches(result, self.project.state)
        yield result

    def _now(self) -> str:
        """Return the scenario's time: that of the step, plus real time passed if a person plays along."""
        if self._audience is None:
            return self._at
        return later(self._at, int((self._audience.clock() - self._began) * 1_000_000))

    def _wait_for(self, step: ScenarioStep, audience: Audience) -> None:
        """Wait until a person has answered the messages that the step replies to."""
        asked = {values["in_reply_to"] for values in step.send}
        while not audience.gone():
            state = self.project.state
            if not any(one.message_id in asked for one in state.owed_by(str(step.human))):
                return
            self.project.wait(state.seq, LOOK_SECONDS)

    def _fill(self, draft: Draft, step: ScenarioStep) -> None:
        for terms in step.contracts:
            draft.open_contract(terms)
        for contract in step.claim:
            draft.claim(contract)
        for contract in step.start:
            draft.transition(contract, "start")
        for contract in step.cancel:
            draft.transition(contract, "cancel")
        for contract, transition in step.transitions.items():
            draft.transition(contract, transition)
        draft.actions += _team_changes(step, self.project.state)
        draft.actions += _file_work(step, draft.agent)
        draft.set(**step.set)
        for path, value in step.write.items():
            draft.write(path, value)
        for one in step.artifacts:
            draft.artifact(one.ref, one.path, one.description, one.version)
        for values in step.send:
            draft.add(c.Send(make_message(self._message(values, draft.agent))))

    def _message(self, values: dict[str, Any], actor: str) -> dict[str, Any]:
        defaults = {"priority": "normal", "context_summary": "", "timestamp": self._at, "from": actor}
        return defaults | ({} if "id" in values else {"id": self.project.new_header()["id"]}) | values


def _team_changes(step: ScenarioStep, state: State) -> Iterator[c.Action]:
    """Yield the actions that pause, resume, remove and add participants in a step."""
    for name, reason in step.pause.items():
        if name == EVERYBODY:
            yield c.PauseProject(reason)
        else:
            yield c.PauseContract(name, reason) if name in state.contracts.entries else c.SuspendActor(name, reason)
    for name in step.resume:
        if name == EVERYBODY:
            yield c.ResumeProject()
        else:
            yield c.ResumeContract(name) if name in state.contracts.entries else c.ResumeActor(name)
    yield from (c.Leave(name) for name in step.leave)
    yield from (c.Join(one.id, one.role, lead=one.lead) for one in step.join)


def _file_work(step: ScenarioStep, agent: str) -> Iterator[c.Action]:
    """Yield the actions on files in a step."""
    if step.reserve:
        yield c.ReserveFiles(agent, step.reserve, c.LEASE)
    if step.share:
        yield c.ReserveFiles(agent, step.share, c.LEASE, shared=True)
    if step.release:
        yield c.ReleaseFiles(agent, step.release)
    if step.changes:
        yield c.RecordChanges(agent, step.changes)


def _members(scenario: Scenario) -> list[c.Join | c.SetGroup]:
    joins: list[c.Join | c.SetGroup] = [c.Join(one.id, one.role, lead=one.lead) for one in scenario.agents]
    joins += [c.Join(human, human=True) for human in scenario.humans if human != HUMAN]
    return joins + [c.SetGroup(name, members) for name, members in scenario.groups.items()]


def seconds(duration: str) -> int:
    """Convert a duration such as 90s, 5m, 2h or 1d to seconds."""
    return int(duration[:-1]) * _SECONDS[duration[-1]]
