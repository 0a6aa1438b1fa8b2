"""A team against the scripted Messages API: what a turn adds to the SDK, fifty members at once, and tokens of a run."""

import shutil
import statistics
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import anthropic
from measure import Row, mebibytes

import renkei
from renkei.edges.team.models.script_file import Reply, Scene, Script, read_script
from renkei.edges.team.models.scripted import ScriptedModels
from renkei.edges.team.team import Team
from renkei.edges.team.team_file import TeamFile
from renkei.engine.views.past.turn_costs import turn_costs

EXAMPLE = Path(__file__).parent.parent / "examples" / "rest-to-graphql"
REQUESTS = 30
ROUNDS = 5
MEMBERS = 50
SETTLED = 3.0
"""Seconds after the last turn before the processor of idle members is measured."""

IDLE = 10.0


def rows() -> Iterator[Row]:
    """Measure."""
    yield overhead()
    yield from many()
    yield tokens()


def overhead() -> Row:
    """The processor time of a request of a team with its call of a tool, beside the same requests by the SDK alone."""
    replies = [Reply(call="TaskList") for _ in range(REQUESTS - 1)] + [Reply(say="done")]
    # A model that repeats a call is stopped, so every second call is another one.
    replies = [Reply(call="find_messages") if index % 2 and one.call else one for index, one in enumerate(replies)]
    script = {"lead": (Scene(when="go", then=tuple(replies)),)}
    with ScriptedModels(script) as models:
        pairs = [(_team(models), _bare(models, script)) for _ in range(ROUNDS)]
    ours, limit = (statistics.median(one) * 1000 / REQUESTS for one in zip(*pairs, strict=True))
    return Row("a request of a team, more than the SDK alone", ours - limit, limit, "the SDK", "≤ 10 ms", 10, "ms")


def _team(models: ScriptedModels) -> float:
    file = TeamFile.model_validate({"goal": "go", "lead": {"id": "lead"}})
    with TemporaryDirectory() as place, renkei.create(Path(place) / "p") as project:
        team = Team(project, file, find_model=models.find_model)
        began = time.process_time()
        team.run()
        return time.process_time() - began


def _bare(models: ScriptedModels, script: Script) -> float:
    client = anthropic.Anthropic(base_url=models.url, api_key="scripted")
    messages: list[Any] = [{"role": "user", "content": [{"type": "text", "text": "go"}]}]
    began = time.process_time()
    for _ in script["lead"][0].then:
        system = [{"type": "text", "text": "You are lead."}]
        asked: Any = {"model": "m", "max_tokens": 1000, "system": system, "messages": messages}
        with client.messages.stream(**asked) as stream:
            content = stream.get_final_message().content
        messages.append({"role": "assistant", "content": [one.model_dump(exclude_none=True) for one in content]})
        calls = [one.id for one in content if one.type == "tool_use"]
        results = [{"type": "tool_result", "tool_use_id": one, "content": "{}"} for one in calls]
        messages.append({"role": "user", "content": results or [{"type": "text", "text": "go"}]})
    return time.process_time() - began


def many() -> Iterator[Row]:
    """Fifty members: their memory, the processor while nothing happens, and turns a second when all are written to."""
    names = [f"m{number}" for number in range(MEMBERS)]
    members = [{"id": one} for one in names]
    file = TeamFile.model_validate(
        {"goal": "go", "lead": {"id": "lead"}, "members": members, "quota": {"members": MEMBERS + 1}}
    )
    with ScriptedModels({}) as models, TemporaryDirectory() as place, renkei.create(Path(place) / "p") as project:
        before = mebibytes()
        with Team(project, file, find_model=models.find_model):
            _until_quiet(project)
            memory = (mebibytes() - before) / MEMBERS
            time.sleep(SETTLED)
            began = _processor()
            time.sleep(IDLE)
            idle = (_processor() - began) / IDLE * 100
            turns, began = _turns(project), time.perf_counter()
            word = renkei.Freeform(intent_hint="NOTE", body="look", requires_response=False, urgency="normal")
            project.send(project.message("human", word, names, "blocking", "look"))
            _until_quiet(project)
            second = (_turns(project) - turns) / (time.perf_counter() - began)
    yield Row(f"memory of each of {MEMBERS} idle members", memory, 2, "the goal", "≤ 2 MiB", 2, "MiB")
    yield Row(f"processor of {MEMBERS} idle members", idle, 0.1, "the goal", "≤ 0.1 %", 0.1, "%")
    yield Row(f"time of a turn when {MEMBERS} are woken", 1000 / second, 100, "the goal", "≤ 100 ms", 100, "ms")


def _processor() -> float:
    """Return the processor time of the team's threads, without the thread that shows the progress of this program."""
    mine = (one.ident for one in threading.enumerate() if one.name.startswith("renkei-"))
    return sum(time.clock_gettime(time.pthread_getcpuclockid(one)) for one in mine if one is not None)


def _turns(project: renkei.Project) -> int:
    return sum(one.turns for one in project.state.usage.values())


def _until_quiet(project: renkei.Project) -> None:
    """Wait until everybody has read everything and nobody is in a turn."""
    while project.state.turns or any(project.state.unread.get(one) for one in project.state.actors if one != "human"):
        project.wait(project.state.seq, 0.5)


def tokens() -> Row:
    """The contexts of the example, beside the same turns with all messages resent."""
    with TemporaryDirectory() as place, ScriptedModels(read_script(EXAMPLE / "script.yaml")) as models:
        shop = Path(place) / "shop"
        shutil.copytree(EXAMPLE, shop)
        with renkei.create(Path(place) / "p", "shop") as project:
            Team(project, shop / "team.yaml", find_model=models.find_model).run()
            bills = [one.bill for one in turn_costs(project.records()).values()]
    ours, naive = sum(one.read for one in bills), sum(one.naive for one in bills)
    return Row("tokens read in the example", ours, naive, "all messages each turn", "≤ 1 ×", naive, "tokens")
