"""The variables that a condition or a template of a rule may name, by the key of the occurrence."""

import pytest

from renkei.engine.rules.variables import known_variables

BOARD = "path old new author because"
OUTPUT = "completed_task completed_contract artifact_refs output_artifacts"
AGENT = f"{OUTPUT} agent blocked_agent dependency"
DECISION = "decision_id question owner resolution deadline uninformed"
ENTRY = "path author because"
TASK = "contract agent author delegator description because"

VARIABLES = {
    ("field", "/goal"): BOARD,
    ("field", "/agents/*/status"): f"{BOARD} {AGENT} unattended was_blocked overseers reported",
    ("field", "/agents/*/artifacts/*/version"): (
        f"{BOARD} {AGENT} artifact_ref old_version new_version change_summary recipients"
    ),
    ("field", "/pending_decisions/*/status"): f"{BOARD} {DECISION}",
    ("field", "/blockers/*/resolved"): BOARD,
    ("added", "/agents/*"): f"{ENTRY} {AGENT} id role status current_task blocked_by artifacts",
    ("added", "/agents/*/artifacts/*"): f"{ENTRY} {AGENT} artifact_ref ref description version path",
    ("added", "/pending_decisions/*"): f"{ENTRY} {DECISION} id options status",
    ("added", "/blockers/*"): f"{ENTRY} id description affected_agents created_at resolved",
    ("contract", "failed"): f"{TASK} {OUTPUT} reason",
    ("overdue", "obligation"): (
        "message_id agent author creditor context_summary because debtor message summary reply_by contract"
    ),
    ("overdue", "contract"): f"{TASK} limit instruction",
    ("escalated", "clause"): f"{TASK} message_id text instruction context_summary recipients",
    ("message", "FREEFORM"): (
        "message_id author agent recipients priority contract context_summary because "
        "intent_hint body requires_response urgency"
    ),
    ("unheard", "of"): "",
}


@pytest.mark.parametrize(("key", "names"), VARIABLES.items())
def test_an_occurrence_has_these_variables(key: tuple[str, str], names: str) -> None:
    assert known_variables(key) == set(names.split())
