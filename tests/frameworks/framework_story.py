"""One story for every framework: a hand-over, a decision by a person, evidence, and a review, with scripted models.

The models choose a reply by what they read, so a turn whose program was killed is thought again in the same way. The
story continues until nothing is left to do: the person decides, and a program that has ended or was killed starts
again, as a supervisor would do it.
"""

import os
import signal
import subprocess
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import create_server
from typing import Any

import renkei
from renkei.testing import Reply, Request, Script, ScriptedModel

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "examples" / "frameworks"
WISH = "Please get me a price list, prices.json."
PRICES = '{"tea": "3 EUR"}'

WAITS = 3000
"""Waits of a fifth of a second, at most, after which a story that does not end has failed."""

MOMENTS = ("Handed over as", "Asked.", "is written.", "Submitted.", "Accepted.")
"""Answers of tools. When the model is asked again with one of them, the act is planned, but not written yet."""

QUIET = {
    "OPENAI_AGENTS_DISABLE_TRACING": "1",
    "CREWAI_DISABLE_TELEMETRY": "true",
    "OTEL_SDK_DISABLED": "true",
    "CREWAI_TRACING_ENABLED": "false",
    "LANGSMITH_TRACING": "false",
}
"""The frameworks' telemetry, switched off as docs/how-to/frameworks.md says."""


@dataclass(frozen=True)
class Framework:
    """A framework: its environment below `.venv`, and its words in the story."""

    name: str
    environment: str = "frameworks"
    hand_over: str = "hand_over"
    handed: str = "Done."
    thanks: str = "Done."
    quiet: str = "Done."

    @property
    def python(self) -> Path:
        """The interpreter of its environment."""
        return ROOT / ".venv" / self.environment / "bin" / "python"

    @property
    def program(self) -> Path:
        """The example."""
        return EXAMPLES / f"with_{self.name}.py"


FRAMEWORKS = (
    Framework("langgraph"),
    Framework("openai_agents", hand_over="transfer_to_coder"),
    Framework("pydantic_ai"),
    Framework("ag2", handed="@coder, this is yours.", thanks="Thank you, @coder.", quiet=""),
    Framework("crewai", environment="crewai"),
)


@dataclass(frozen=True)
class Told:
    """How a story ended."""

    sent: Counter[str]
    """How many messages participants sent, by sender and type."""
    read: Counter[str]
    """How often each message counted as read."""
    unread: int
    interrupted: int
    contracts: list[renkei.Contract]
    prices: str
    calls_outside: int


class KillingScript(Script):
    """A script that kills the program that asks, once, instead of replying to what a tool has just answered."""

    def __init__(self, moment: str, *replies: Reply, ending: str) -> None:
        super().__init__(*replies, ending=ending)
        self._moment = moment
        self.program: subprocess.Popen[bytes] | None = None

    def reply(self, request: Request) -> Reply:
        """Reply, or kill."""
        if self._moment and self._moment in request.new and "Your status" not in request.new:
            self._moment = ""
            assert self.program is not None
            self.program.send_signal(signal.SIGKILL)
            self.program.wait()
            return Reply(cut=True)
        return super().reply(request)


def tell(framework: Framework, directory: Path, moment: str = "") -> Told:
    """Let an example run until nothing is left to do, and kill it at a moment."""
    members = [renkei.Join("planner", lead=True), renkei.Join("coder")]
    with (
        renkei.create(directory / ".renkei", goal="A price list", members=members) as project,
        _outside() as (address, calls),
        ScriptedModel(script := _script(framework, project, moment)) as model,
    ):
        project.post(WISH, to="planner")
        waits = iter(range(WAITS))
        for _ in range(6):
            with _started(framework, directory, model, address) as process:
                script.program = process
                while process.poll() is None and not _is_over(project) and next(waits, None) is not None:
                    _decide(project)
                    project.wait(project.state.seq, timeout=0.2)
            if _is_over(project):
                return _told(project, directory, calls())
        raise AssertionError((directory / "output.txt").read_text())


def _script(framework: Framework, project: renkei.Project, moment: str) -> KillingScript:
    """Return the replies of both agents: to what their tools answer, and to what a turn shows them."""

    def contract(**others: str | list[str]) -> Callable[[str], dict[str, Any]]:
        return lambda _: {"contract": next(iter(project.state.contracts.entries)), **others}

    to = {"to": "coder"} if framework.hand_over == "hand_over" else {}
    task = {"task": "Write prices.json", "criterion": "it is JSON", **to}
    asked = contract(question="Which currency?", options=["EUR", "JPY"])
    submitted = contract(summary="Tea has a price.", evidence=PRICES)
    return KillingScript(
        moment,
        Reply("Handed over as", framework.handed, again=True),
        Reply("Asked.", framework.quiet, again=True),
        Reply("is written.", call="submit", arguments=submitted, again=True),
        Reply("Submitted.", framework.quiet, again=True),
        Reply("Accepted.", framework.thanks, again=True),
        Reply("expected reply: REVIEW_RESULT", call="accept", arguments=contract(reason="It is JSON."), again=True),
        Reply("Your wait is over", call="write_prices", arguments={"text": PRICES}, again=True),
        Reply("expected reply: TASK_RESULT", call="ask_person", arguments=asked, again=True),
        Reply(WISH, call=framework.hand_over, arguments=task, again=True),
        ending=framework.quiet,
    )


def _decide(project: renkei.Project) -> None:
    """Make every open decision, as the person."""
    for one in project.waiting_for():
        if one.kind == "decision":
            project.decide(one.ref, "EUR")


def _is_over(project: renkei.Project) -> bool:
    """Return whether everything is done and no agent has a reason to take a turn.

    An agent whose turn begins between the looks has no reason any more, so nothing may have happened between them.
    """
    state = project.state
    woken = any(project.wake_reason(one, pause=0) for one in ("planner", "coder"))
    closed = all(one.closed for one in state.contracts.entries.values())
    return not woken and not state.turns and closed and project.state.seq == state.seq


def environment(directory: Path, model: ScriptedModel) -> dict[str, str]:
    """Return the variables of an example that runs in a directory and asks a scripted model."""
    own = {"PATH": os.environ["PATH"], "HOME": str(directory), "no_proxy": "127.0.0.1"}
    return {**own, **model.environment(), **QUIET}


@contextmanager
def _started(
    framework: Framework, directory: Path, model: ScriptedModel, outside: str
) -> Iterator[subprocess.Popen[bytes]]:
    """Run an example in a directory, and kill it at the end of the block."""
    env = environment(directory, model) | {"http_proxy": outside, "https_proxy": outside}
    command = [framework.python, framework.program]
    with (
        (directory / "output.txt").open("ab") as output,
        subprocess.Popen(command, cwd=directory, env=env, stdout=output, stderr=output) as process,
    ):
        try:
            yield process
        finally:
            process.kill()


@contextmanager
def _outside() -> Iterator[tuple[str, Callable[[], int]]]:
    """Yield the address of a proxy for all that is not on this machine, and a function that counts its connections."""
    with create_server(("127.0.0.1", 0), backlog=64) as listening:
        listening.setblocking(False)

        def calls() -> int:
            found = 0
            while True:
                try:
                    listening.accept()[0].close()
                except BlockingIOError:
                    return found
                found += 1

        yield f"http://127.0.0.1:{listening.getsockname()[1]}", calls


def _told(project: renkei.Project, directory: Path, calls: int) -> Told:
    sent: Counter[str] = Counter()
    read: Counter[str] = Counter()
    interrupted = 0
    for record in project.records():
        for event in record.events:
            if event.kind == "message_sent" and event.message.from_ != "renkei":
                sent[f"{event.message.from_} {event.message.type}"] += 1
            elif event.kind == "turn_ended":
                read.update(event.read if event.finished else ())
                interrupted += not event.finished
    state = project.state
    unread = sum(len(list(state.unread_of(one))) for one in ("planner", "coder"))
    contracts = list(state.contracts.entries.values())
    return Told(sent, read, unread, interrupted, contracts, (directory / "prices.json").read_text(), calls)
