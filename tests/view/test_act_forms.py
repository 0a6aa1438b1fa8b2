"""The forms of acts: every act that the view offers has words, fields, and a form that holds its arguments."""

import json
from pathlib import Path
from typing import Any

import pytest

import renkei
from act_forms import form_fields
from renkei.acts.doors import OMITTED
from renkei.acts.errors import BadArgumentsError
from renkei.acts.table import ACTS
from renkei.edges.view.acts.acting import ActingPerson
from renkei.edges.view.acts.performing import ACTS as OFFERED
from renkei.edges.view.acts.special import SPECIAL, arguments_of
from renkei.edges.view.forms.arguments import form_of_act, values_of_act
from renkei.edges.view.forms.form import PostedForm
from renkei.errors import BadValueError
from renkei.protocol.primitives import Locale
from renkei.texts.catalogue import LOCALES, texts
from team import small_team, work
from viewing import page

EVERY = [name for name in ACTS if name not in OMITTED["view"]]


@pytest.mark.parametrize("locale", LOCALES)
def test_every_act_and_argument_has_its_words(locale: Locale) -> None:
    known = texts(locale, "view")
    assert [name for name in EVERY if f"act.{name}" not in known] == []
    arguments = {one for name in EVERY for one in ACTS[name].parameters}
    assert sorted(one for one in arguments if f"argument.{one}" not in known) == []


FULL: dict[str, dict[str, Any]] = {
    "post": {"body": "two\nlines", "to": ["ann", "all"], "priority": "high", "requires_response": True},
    "submit": {
        "contract": "T-1",
        "summary": "done",
        "output_artifacts": ["a", "b"],
        "evidence": [{"criterion": "runs", "evidence": "it ran", "met": True}],
        "status": "partial",
    },
    "send_back": {
        "contract": "T-1",
        "reason": "slow",
        "findings": [{"severity": "minor", "location": "", "description": "a loop"}],
    },
    "claim": {"contract": "T-1", "lease": 60},
    "delegate": {"assignee": "ann", "task_description": "draw", "success_criteria": ["it is red", "it is round"]},
    "set_group": {"group": "pair", "members": ["ann", "bob"]},
    "mark_read": {"messages": ["m-1", "m-2"], "notices": 2},
    "add_rules": {"events": [{"event": "late", "condition": "a.status = done", "actions": []}], "replace": True},
    "remove_rules": {"events": ["late"]},
    "set_context_delivery": {"context_delivery": "default"},
    "revert": {"seq": 3, "action": "wrong"},
}


@pytest.mark.parametrize("name", FULL)
def test_a_form_holds_the_arguments_of_its_act(name: str) -> None:
    acting = ActingPerson(small_team(), "human", f"view-{0:024x}")
    assert arguments_of(name, acting, PostedForm(form_fields(name, FULL[name]))) == FULL[name]


def test_an_empty_limit_of_a_quota_removes_it() -> None:
    acting = ActingPerson(small_team(), "human", f"view-{0:024x}")
    assert arguments_of("set_quota", acting, PostedForm({"turns": ["5"], "tokens": [" "]})) == {
        "turns": 5,
        "tokens": "none",
    }


def test_lists_are_typed_in_one_field() -> None:
    typed = {"contract": ["T-1"], "summary": ["done"], "output_artifacts": ["auth-api, report-1\nlog"]}
    assert values_of_act("submit", typed)["output_artifacts"] == ["auth-api", "report-1", "log"]
    typed = {"assignee": ["ann"], "task_description": ["draw"], "success_criteria": ["it is red\n\n it is round "]}
    assert values_of_act("delegate", typed)["success_criteria"] == ["it is red", "it is round"]


@pytest.mark.parametrize("name", [name for name in EVERY if name not in SPECIAL])
def test_every_form_asks_for_each_argument(name: str) -> None:
    fields = form_of_act(name, small_team().state).fields({})
    assert set(fields) == set(ACTS[name].parameters)


def test_an_empty_text_that_is_needed_is_refused_and_so_is_an_old_name() -> None:
    acting = ActingPerson(small_team(), "human", f"view-{0:024x}")
    with pytest.raises(BadValueError, match="A field that is needed is empty"):
        OFFERED["pause_project"](acting, PostedForm({"reason": ["  "]}))
    with pytest.raises(BadArgumentsError) as refused:
        OFFERED["resume_contract"](acting, PostedForm({"contract": ["T-1"], "ref_": ["T-1"], "id": ["T-1"]}))
    assert "/id" in json.dumps([one.path for one in refused.value.problems])


@pytest.mark.parametrize("locale", LOCALES)
def test_the_page_of_a_contract_offers_all_that_is_allowed(locale: Locale) -> None:
    project = small_team()
    project.do(work("T-1", assignee="human"), actor="lead")
    markup = page(project, "/work/T-1", locale=locale)
    for act in ("start", "block", "submit", "refuse", "assign", "note", "pause_contract", "cancel"):
        assert f'action="/acts/{act}"' in markup
    assert 'value="runs"' in markup  # evidence is asked for each criterion


def test_a_person_gives_a_task_waives_replies_and_changes_rules(tmp_path: Path) -> None:
    with renkei.create(tmp_path / ".renkei", goal="a goal") as project:
        project.join("ann", "backend")

        def send(act: str, **fields: str) -> str:
            acting = ActingPerson(project, "human", f"view-{project.state.seq:024x}")
            return OFFERED[act](acting, PostedForm({name: [one] for name, one in fields.items()}))

        assert send("delegate", assignee="ann", task_description="draw it") == "/work/TC-001"
        ask = renkei.Freeform(intent_hint="NOTE", body="?", requires_response=True, urgency="normal")
        project.send(project.message("human", ask, "ann", id="m-1"))
        assert 'action="/acts/waive"' in page(project, "/agents/ann")
        send("waive", message_id="m-1", debtor="ann", back="/agents/ann")
        assert not [one for one in project.state.owed_by("ann") if one.message_id == "m-1"]
        send("set_context_delivery", context_delivery="addressee_only")
        assert 'action="/acts/add_rules"' in page(project, "/agents")
