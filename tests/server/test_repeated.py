"""Requests under the same Idempotency-Key at the same time."""

import json
from dataclasses import replace

import pytest

from renkei.acts.act import Outcome
from renkei.acts.contracts import RejectArguments
from renkei.edges.server.app import _act_once
from renkei.edges.server.call import RequestCall
from renkei.edges.server.endpoints import ENDPOINTS
from renkei.errors import DuplicateCommandError, NotReadyError, TurnOpenError
from renkei.protocol.payloads import Freeform
from team import small_team, work

REJECT = next(one for one in ENDPOINTS if one.path == "/acts/reject")


def test_of_two_equal_requests_at_once_both_have_the_answer_of_the_one_that_was_done() -> None:
    with small_team() as project:
        project.do(work("T-1", assignee="ann"), actor="lead")
        project.submit("T-1", "done", actor="ann")
        call = RequestCall(project, "lead", {}, None, RejectArguments(contract="T-1", reason="wrong"), "key-1", "same")
        answers: list[bytes] = []

        def second(late: RequestCall) -> Outcome:
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


def test_a_repeated_beginning_of_a_turn_is_answered_with_the_same_turn() -> None:
    begin = next(one for one in ENDPOINTS if one.path == "/turns")
    with small_team() as project:
        assert begin.body is not None
        call = RequestCall(project, "ann", {}, None, begin.body(), "key-1", "same")
        first = _act_once(begin, call)
        last = project.log.last()
        assert _act_once(begin, call) == first
        assert project.log.last() == last
        with pytest.raises(DuplicateCommandError):
            _act_once(begin, replace(call, fingerprint="other"))
        with pytest.raises(TurnOpenError):
            _act_once(begin, replace(call, command_id="key-2"))
        taken = replace(call, body=begin.body(take_over=True), command_id="key-3")
        other = _act_once(begin, taken)
        assert json.loads(other)["turn"] != json.loads(first)["turn"]
        assert _act_once(begin, taken) == other  # the turn is not taken over from itself
        assert _act_once(begin, call) == first  # also after others have followed


def test_a_repeated_request_for_news_is_answered_with_the_same_news() -> None:
    news = next(one for one in ENDPOINTS if one.path.endswith("/news"))
    with small_team() as project:
        assert news.body is not None
        turn = project.begin_turn("ann")
        note = Freeform(intent_hint="NOTE", body="a xylophone", requires_response=False, urgency="low")
        project.send(project.message("lead", note, "ann"))
        call = RequestCall(project, "ann", {"turn": turn.id}, None, news.body(), "key-1", "same")
        first = _act_once(news, call)
        assert "xylophone" in json.loads(first)["context"]["text"]
        project.send(project.message("lead", note, "ann"))
        assert _act_once(news, call) == first
        assert _act_once(news, replace(call, command_id="key-2")) != first
        with pytest.raises(DuplicateCommandError):
            _act_once(news, replace(call, fingerprint="other"))
