"""Runs a story: a text file of steps and of what the project made of each.

A story is a sentence, then blocks of YAML, each followed by `----` and what came of it. The first block is the team
(fields of a scenario); each other block is a step of a scenario, or `context: ID`, `inbox: ID`, `board: [PATH…]`,
`wake: ID`, `contract: ID`, or a turn of several blocks: `begin: ID`, `news: ID`, `end: ID`. `pytest --update-stories`
writes what comes of it now; the difference is reviewed like code.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from renkei.budget.context.reading import Reading
from renkei.budget.relevance.tiers import classify
from renkei.documents.yaml_reader import read_yaml
from renkei.edges.cli.output.timeline import lines_of
from renkei.engine.views.agent_context.agent_view import context, view
from renkei.engine.views.waking.reasons import wake_reason
from renkei.errors import RenkeiError
from renkei.project.turns.turn import Turn
from renkei.scenario.expect import StepResult
from renkei.scenario.model import Scenario, ScenarioStep
from renkei.scenario.play import Player

DIVIDER = "----\n"
FAILED = "FAILED"
"""How a line begins that names an expectation of a step, such as `refused: CODE`, which does not hold."""
TEAM = {"name": "story", "goal": "a story", "steps": []}


@dataclass
class Block:
    """One block: what is done, and what is said to come of it."""

    told: str
    output: str


def read(path: Path) -> tuple[str, list[Block]]:
    """Split a story into its sentence and its blocks."""
    title, _, rest = path.read_text(encoding="utf-8").partition("\n\n")
    blocks = []
    for chunk in re.split(r"\n\n(?=\S)", rest.strip("\n")):
        told, _, output = f"{chunk}\n".partition("\n" + DIVIDER)
        blocks.append(Block(told, output.rstrip("\n")))
    return title, blocks


def write(title: str, blocks: list[Block]) -> str:
    """Put a story together again."""
    parts = [f"{block.told}\n{DIVIDER}{block.output}" for block in blocks]
    return "\n\n".join([title, *parts]) + "\n"


def tell(blocks: list[Block]) -> list[Block]:
    """Play a story and give its blocks with what came of them."""
    team: dict[str, Any] = next(iter(read_yaml(blocks[0].told))).value
    player = Player(Scenario.model_validate(TEAM | team))
    turns: dict[str, Turn] = {}
    told = [Block(blocks[0].told, "")]
    for block in blocks[1:]:
        value: dict[str, Any] = next(iter(read_yaml(block.told))).value
        long = value.keys() & {"begin", "news", "end"}
        told.append(Block(block.told, "\n".join(_long_turn(player, turns, value) if long else _do(player, value))))
    return told


def _long_turn(player: Player, turns: dict[str, Turn], value: dict[str, Any]) -> Iterator[str]:
    """Begin a turn that stays open, read its news, or end it."""
    before = player.project.state.seq
    try:
        if "begin" in value:
            turn = player.project.begin_turn(value["begin"], take_over=value.get("take_over", False))
            turns[value["begin"]] = turn
            yield from turn.context.text.splitlines()
        elif "news" in value:
            found = turns[value["news"]].news(critical_only=value.get("critical_only", False))
            yield from found.text.splitlines() if found else ["no news"]
        else:
            player.project.end_turn(turns[value["end"]])
    except RenkeiError as error:
        yield f"refused   {error.code}: {error.message} {error.hint}".rstrip()
    for record in player.project.records(before):
        for line in lines_of(record):
            yield f"{line.kind:<9} {line.subject}  {line.text}"


def _do(player: Player, value: dict[str, Any]) -> Iterator[str]:
    state = player.project.state
    if set(value) <= {"context", "budget", "locale"}:
        yield from context(
            state, value["context"], Reading(value.get("budget", 4000), value.get("locale"))
        ).text.splitlines()
    elif set(value) == {"wake"}:
        yield f"{value['wake']}: {wake_reason(state, value['wake'], state.at)}"
    elif "inbox" in value:
        for unread in view(state, value["inbox"]).unread:
            tier, why = classify(unread.signals, state.delivery.rules)
            head = f"{unread.message.id}  {unread.message.type} from {unread.message.from_}"
            yield f"{head}: {tier} ({why.text(state.locale)})"
    elif set(value) == {"board"}:
        for path in value["board"]:
            yield f"{path}: {state.board.get(path)!r}"
    elif set(value) == {"contract"}:
        entry = state.contracts.entries[value["contract"]]
        unproved = [entry.terms.acceptance_criteria[i].criterion for i in entry.unproved]
        yield f"{entry.terms.id}: {entry.status}, assignee {entry.assignee}, unproved {unproved}"
    else:
        for played in player.play_step(ScenarioStep.model_validate(value)):
            yield from _lines(played)


def _lines(played: StepResult) -> Iterator[str]:
    for record in played.records:
        for line in lines_of(record):
            if line.kind != "turn":
                yield f"{line.kind:<9} {line.subject}  {line.text}"
    if played.error is not None:
        yield f"refused   {played.error.code}: {played.error.message} {played.error.hint}".rstrip()
    for failure in played.failures:
        yield f"{FAILED}    {failure}"
