"""The forms of typed messages: what a schema asks for, and what a form that was sent holds."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

import renkei
from renkei.edges.view.acts.acting import ActingPerson, FormUnfinishedError
from renkei.edges.view.acts.performing import ACTS
from renkei.edges.view.forms.documents import BLANK, CONTRACT, form_of
from renkei.edges.view.forms.form import PostedForm
from renkei.errors import BadValueError, DocumentError
from renkei.protocol.messages import MESSAGE_CLASSES, MessageType
from renkei.texts.catalogue import LOCALES, texts
from viewing import page

send, open_contract, post = ACTS["send"], ACTS["open_contract"], ACTS["post"]

KINDS = (*get_args(MessageType), CONTRACT)
COMMAND = "view-" + "0" * 24


@pytest.fixture
def project(tmp_path: Path) -> Iterator[renkei.Project]:
    with renkei.create(tmp_path / ".renkei", goal="a goal") as made:
        made.join("ann", "backend")
        made.join("bob", "frontend")
        yield made


def filled(project: renkei.Project, kind: str, **values: object) -> dict[str, object]:
    form = form_of(kind, project.state, "human")
    return form.document({name: value if isinstance(value, list) else [value] for name, value in values.items()})  # type: ignore[dict-item]


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_a_form_has_a_label_in_every_language(project: renkei.Project, kind: str) -> None:
    fields = form_of(kind, project.state, "human").fields({})
    found = [one for top in fields.values() for one in top.all()]
    for locale in LOCALES:
        known = texts(locale, "view")
        assert [one.path for one in found if f"form.{one.name}" not in known] == []
        values = [value for one in found if one.kind == "choice" for value in one.choices]
        assert [value for value in values if f"choice.{value}" not in known] == []
        assert f"compose.about.{kind}" in known


@pytest.mark.parametrize("kind", KINDS)
def test_every_field_of_a_form_but_entries_of_the_header_is_explained(project: renkei.Project, kind: str) -> None:
    fields = form_of(kind, project.state, "human").fields({})
    inner = [one for top in fields.values() for one in top.all() if not one.path.rpartition("/")[2].isdecimal()]
    assert [one.path for one in inner if not one.help] == []


def test_blank_fields_and_rows_are_left_out(project: renkei.Project) -> None:
    rows = {"/payload/options/0/label": " ", "/payload/options/7/label": "b", "/payload/options/7/analysis": "x"}
    found = filled(project, "DECISION_REQUEST", **rows, **{"/payload/question": "", "/to": ["", "ann"]})
    assert found == {"to": ["ann"], "payload": {"options": [{"label": "b", "analysis": "x"}]}}


def test_a_value_of_another_kind_stays_a_text(project: renkei.Project) -> None:
    found = filled(project, "DECISION_REQUEST", **{"/payload/deadline_steps": "soon", "/extensions": "a: ["})
    assert found == {"extensions": "a: [", "payload": {"deadline_steps": "soon"}}
    found = filled(project, "DECISION_REQUEST", **{"/payload/deadline_steps": " 3 ", "/extensions": "a: [1]"})
    assert found == {"extensions": {"a": [1]}, "payload": {"deadline_steps": 3}}


def test_a_flag_counts_as_no_where_it_is_required_and_does_not_make_a_row(project: renkei.Project) -> None:
    rows = {"/inputs/description": "a", "/inputs/constraints/0/constraint": ""}
    assert filled(project, CONTRACT, **rows)["inputs"] == {"description": "a"}
    rows["/inputs/constraints/0/constraint"] = "fast"
    found = filled(project, CONTRACT, **rows)["inputs"]
    assert found == {"description": "a", "constraints": [{"constraint": "fast", "hard": False}]}
    rows |= {"/inputs/constraints/0/constraint": "", "/inputs/constraints/0/hard": "yes"}
    assert filled(project, CONTRACT, **rows)["inputs"] == {"description": "a", "constraints": [{"hard": True}]}


def test_a_form_shows_the_document_that_it_holds(project: renkei.Project) -> None:
    form = form_of("REVIEW_RESULT", project.state, "human")
    sent = {
        "/to": ["ann", "gone"],
        "/priority": ["high"],
        "/payload/findings/4/severity": ["major"],
        "/payload/findings/4/location": ["a.py\nline 3"],
        "/extensions": ["a: [1]"],
    }
    document = form.document(sent)
    fields = [one for top in form.fields(document).values() for one in top.all()]
    values = {one.path: list(one.value) if one.kind == "several" else [one.value] for one in fields if one.value}
    moved = {name.replace("/4/", "/0/"): value for name, value in sent.items()}
    moved["/extensions"] = ["a:\n- 1\n"]
    assert form.document(values) == document
    assert {name: value for name, value in values.items() if name != "/extensions"} == {
        name: value for name, value in moved.items() if name != "/extensions"
    }


@pytest.mark.parametrize(
    "name", ["/payload/findings/x/location", "/payload/findings/²/location", "/payload/findings/9999999/location"]
)
def test_a_row_without_a_small_number_is_none(project: renkei.Project, name: str) -> None:
    assert filled(project, "REVIEW_RESULT", **{name: "a"}) == {"payload": {}}


@pytest.mark.parametrize("kind", [one for one in KINDS if one != CONTRACT])
def test_an_empty_form_is_refused_at_each_required_field(project: renkei.Project, kind: str) -> None:
    acting = ActingPerson(project, "human", COMMAND)
    with pytest.raises(DocumentError) as refused:
        send(acting, PostedForm({"type": [kind]}))
    required = {
        f"/payload/{one}"
        for one in MESSAGE_CLASSES[kind].model_json_schema()["properties"]["payload"].get("required", ())
    }
    required -= {f"/payload/{one}" for one in BLANK.get(kind, ())}
    paths = {one.path for one in refused.value.problems}
    assert required | {"/to"} <= paths
    known = {one.path for top in form_of(kind, project.state, "human").fields({}).values() for one in top.all()}
    assert paths <= known


def test_the_sender_is_who_is_signed_in_whatever_the_form_says(project: renkei.Project) -> None:
    fields = {"/from": "ann", "/id": "mine", "/to": "ann", "/priority": "normal", "/payload/new_status": "working"}
    form = PostedForm(
        {
            name: [value]
            for name, value in {**fields, "type": "STATUS_UPDATE", "/payload/progress_summary": "half"}.items()
        }
    )
    name = send(ActingPerson(project, "human", COMMAND), form).rpartition("#m-")[2]
    assert name != "mine"
    assert project.find_message(name).from_ == "human"


def test_one_form_is_one_act_however_often_it_is_sent(project: renkei.Project) -> None:
    acting = ActingPerson(project, "human", COMMAND)
    form = PostedForm({"body": ["hello"], "to": ["ann"], "shows": ["message"]})
    assert post(acting, form) == post(acting, form)
    assert project.state.sent == 1


def test_a_mention_names_its_recipient_and_blocks(project: renkei.Project) -> None:
    address = post(
        ActingPerson(project, "human", COMMAND),
        PostedForm({"body": ["@bob stop"], "to": ["all"], "shows": ["message"]}),
    )
    assert address is not None
    message = project.find_message(address.rpartition("#m-")[2])
    assert (message.to, message.priority) == (("all", "bob"), "blocking")


@pytest.mark.parametrize("fields", [{"body": ["hello"]}, {"body": [" \n"], "to": ["ann"]}])
def test_a_post_without_a_text_or_a_recipient_is_refused(project: renkei.Project, fields: dict[str, list[str]]) -> None:
    with pytest.raises(BadValueError):
        post(ActingPerson(project, "human", COMMAND), PostedForm(fields))
    assert project.state.sent == 0


def test_a_form_that_asks_for_a_row_does_nothing(project: renkei.Project) -> None:
    acting = ActingPerson(project, "human", COMMAND)
    with pytest.raises(FormUnfinishedError):
        send(acting, PostedForm({"type": ["FREEFORM"], "add": ["/related_state_refs"]}))
    with pytest.raises(FormUnfinishedError):
        open_contract(acting, PostedForm({"form": ["open_contract-full"], "add": ["/roles"]}))
    assert not project.state.contracts.entries


def test_an_unknown_type_is_refused(project: renkei.Project) -> None:
    with pytest.raises(BadValueError):
        send(ActingPerson(project, "human", COMMAND), PostedForm({"type": ["GOSSIP"]}))


def test_only_what_asks_nobody_begins_with_everybody_as_its_recipient(project: renkei.Project) -> None:
    chosen = re.compile(r'name="/to"[^>]*value="all"[^>]*checked')
    assert chosen.search(page(project, "/compose?type=STATUS_UPDATE"))
    assert not chosen.search(page(project, "/compose?type=TASK_HANDOFF"))
