"""Requests under the same Idempotency-Key at the same time."""

import json
from dataclasses import replace

import pytest

from renkei.acts.act import Outcome
from renkei.acts.contracts import RejectArguments
from renkei.edges.server.app import _act_once
from renkei.edges.server.call import Call
from renkei.edges.server.endpoints import ENDPOINTS
from renkei.errors import DuplicateCommandError, NotReadyError
from team import small_team, work

REJECT = next(one for one in ENDPOINTS if one.path == "/acts/reject")


def test_of_two_equal_requests_at_once_both_have_the_answer_of_the_one_that_was_done() -> None:
    with small_team() as project:
        project.do(work("T-1", assignee="ann"), actor="lead")
        project.submit("T-1", "done", actor="ann")
        call = Call(project, "lead", {}, None, RejectArguments(contract="T-1", reason="wrong"), "key-1", "same")
        answers: list[bytes] = []

        def second(late: Call) -> Outcome:
            """Act after the other request, which came between the look into the log and this act."""
            answers.append(_act_once(REJECT, late))
            return REJECT.act(late)

        answers.append(_act_once(replace(REJECT, act=second), call))
        assert json.loads(answers[0]) == json.loads(answers[1])
        assert json.loads(answers[0])["changed"]
        with pytest.raises(DuplicateCommandError):
            _act_once(REJECT, replace(call, fingerprint="other"))
        with pytest.raises(NotReadyError):
            _act_once(REJECT, replace(call, command_id="key-2"))
