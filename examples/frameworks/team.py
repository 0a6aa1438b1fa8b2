"""The shared part of the examples: the roles of the agents, and the tools of their models as plain functions."""

from collections.abc import Callable
from pathlib import Path

import renkei

ROLES = {
    "planner": "You plan. Hand work over to coder, and accept its result if the evidence meets the criterion.",
    "coder": "You write files. Ask the person when something is not yours to decide.",
}


def write_prices(text: str) -> str:
    """Write the file prices.json."""
    Path("prices.json").write_text(text)
    return "prices.json is written."


def tools(turn: renkei.Turn) -> list[Callable[..., str]]:
    """Return what the model of an agent can do: everything is written when the turn ends, or nothing."""

    def hand_over(task: str, to: str, criterion: str) -> str:
        """Hand a task over to a teammate, with the criterion by which you will judge the result."""
        return f"Handed over as {turn.hand_over(task, to, [criterion])}. The result wakes you."

    def ask_person(contract: str, question: str, options: list[str]) -> str:
        """Ask the person for a decision without which you cannot continue your contract."""
        choices = [renkei.DecisionOption(label=one, analysis="") for one in options]
        name = f"D-{turn.project.new_id()}"
        asked = renkei.DecisionRequest(decision_id=name, question=question, options=choices)
        turn.send(asked, to="human", priority="blocking", task_ref=contract)
        turn.transition(contract, "block", name)
        turn.set(blocked_by=name)
        return "Asked. End your turn: the answer wakes you."

    def submit(contract: str, summary: str, evidence: str) -> str:
        """Submit the work of your contract, with the evidence that its criterion is met."""
        known = turn.project.known.contracts.find(contract)
        criteria = known.terms.acceptance_criteria if known else ()
        turn.submit(contract, summary, evidence={one.criterion: evidence for one in criteria})
        return "Submitted."

    def accept(contract: str, reason: str) -> str:
        """Accept the submitted work of a contract that you handed over."""
        turn.accept(contract, reason)
        return "Accepted."

    return [hand_over, ask_person, submit, accept]
