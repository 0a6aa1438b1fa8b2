"""Spans from records: what becomes a span, how spans belong together, and that they are always the same."""

from collections.abc import Iterable

from opentelemetry.semconv._incubating.attributes import error_attributes, gen_ai_attributes

import renkei
from renkei.contracts.events import Proof
from renkei.engine import commands as c
from renkei.telemetry import conventions as names
from renkei.telemetry.open_span import MOST
from renkei.telemetry.span import Span, SpanRef, caller_of
from renkei.telemetry.spans import PRUNED_AT, Spans
from team import handoff, small_team, work
from working_day import working_day

CALLER = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01"
CALLED_BY = SpanRef(0x4BF92F3577B34DA6A3CE929D0E0E4736, 0x00F067AA0BA902B7)


def spans(project: renkei.Project, *, content: bool = False) -> list[Span]:
    made = Spans(content)
    return [span for record in project.records() for span in made.add(record)]


def named(found: Iterable[Span], name: str) -> Span:
    """Return the only span of a name."""
    (one,) = (span for span in found if span.name == name)
    return one


def handed_over(extensions: dict[str, str] | None = None) -> renkei.Project:
    """Make a project in which the lead hands a task over in a turn, and ann does it in the next one."""
    project = small_team()
    with project.turn("lead") as turn:
        turn.send(handoff("secret plan"), "ann", task_ref="TC-1", extensions=extensions or {})
    with project.turn("ann") as turn:
        turn.transition("TC-1", "start")
        turn.submit("TC-1", "Done.")
    with project.turn("lead") as turn:
        turn.accept("TC-1", "good")
    return project


def test_a_turn_is_invoke_agent_in_the_trace_of_its_contract() -> None:
    found = spans(handed_over())
    contract, turn = named(found, "contract TC-1"), named(found, "invoke_agent ann")
    assert (turn.parent, turn.ref.trace) == (contract.ref, contract.ref.trace)
    assert turn.attributes[names.OPERATION] == "invoke_agent"
    assert (turn.attributes[names.AGENT_NAME], turn.attributes[names.AGENT_DESCRIPTION]) == ("ann", "backend")
    assert contract.parent is None
    assert contract.start < turn.start < turn.end < contract.end


def test_a_hand_over_links_the_turn_to_the_one_that_handed_over() -> None:
    found = spans(handed_over())
    first, last = (span for span in found if span.name == "invoke_agent lead")
    turn = named(found, "invoke_agent ann")
    assert first.ref in {one.to for one in turn.links}
    assert turn.ref in {one.to for one in last.links}
    assert first.ref in {one.to for one in named(found, "contract TC-1").links}


def test_messages_and_steps_are_events() -> None:
    found = spans(handed_over())
    assert [one.name for one in named(found, "invoke_agent ann").events] == [
        "message TASK_RESULT",
        "message REVIEW_REQUEST",
    ]
    steps = [one.name for one in named(found, "contract TC-1").events]
    assert [one for one in steps if one in ("start", "submit", "complete")] == ["start", "submit", "complete"]


def test_the_same_records_give_the_same_spans() -> None:
    day = working_day(records=150)
    assert spans(day) == spans(day)
    refs = [span.ref for span in spans(day)]
    assert len(set(refs)) == len(refs)
    assert {one.to for span in spans(day) for one in span.links} <= set(refs)
    assert {span.parent for span in spans(day) if span.parent} <= {*refs} | {span.parent for span in spans(day)}


def test_texts_are_in_spans_only_if_they_are_asked_for() -> None:
    project = handed_over()
    assert "secret plan" not in repr(spans(project))
    with_texts = spans(project, content=True)
    given, sent = (
        str(named(with_texts, "invoke_agent ann").attributes[one])
        for one in ("gen_ai.input.messages", "gen_ai.output.messages")
    )
    assert ("secret plan" in given, "Done." in sent) == (True, True)


def test_a_contract_joins_the_trace_of_its_caller() -> None:
    found = spans(handed_over({"traceparent": CALLER}))
    assert named(found, "contract TC-1").parent == CALLED_BY
    assert {named(found, name).ref.trace for name in ("contract TC-1", "invoke_agent ann")} == {CALLED_BY.trace}


def test_a_turn_without_a_contract_joins_the_trace_of_a_message_it_was_given() -> None:
    project = small_team()
    note = {"intent_hint": "NOTE", "body": "look", "requires_response": False, "urgency": "normal"}
    project.send(
        project.message("human", renkei.Freeform.model_validate(note), "ann", extensions={"traceparent": CALLER})
    )
    with project.turn("ann"):
        pass
    found = spans(project)
    message, turn = named(found, "message FREEFORM"), named(found, "invoke_agent ann")
    assert (message.parent, message.kind, turn.parent) == (CALLED_BY, "producer", CALLED_BY)
    assert [one.to for one in turn.links] == [message.ref]


def test_only_a_right_traceparent_names_a_caller() -> None:
    assert caller_of({"traceparent": CALLER}) == CALLED_BY
    assert CALLED_BY.traceparent == CALLER
    assert caller_of({"traceparent": CALLER.replace("00-4", "cc-4") + "-more"}) == CALLED_BY  # a later version
    wrong = ("", CALLER + "-more", CALLER.upper(), "ff" + CALLER[2:], f"00-{'0' * 32}-00f067aa0ba902b7-01", CALLER[:-1])
    assert [caller_of({"traceparent": one}) for one in (*wrong, 7, None)] == [None] * 8


def test_an_interrupted_turn_is_an_error() -> None:
    project = small_team()
    project.begin_turn("ann")
    project.interrupt("ann", "wrong branch", end_turn=True, actor="human")
    (turn,) = (span for span in spans(project) if span.name == "invoke_agent ann")
    assert (turn.error, turn.attributes[names.ERROR_TYPE]) == ("interrupted by human", "interrupted")
    assert turn.attributes[names.FINISHED] is False


def test_a_subcontract_is_a_child_of_its_parent() -> None:
    project = small_team()
    project.do(work("TC-1", assignee="ann"), actor="lead")
    project.do(work("TC-2", assignee="bob", parent="TC-1", delegator="ann"), actor="ann")
    project.do(c.TransitionContract("TC-1", "cancel", reason="not needed"), actor="lead")
    found = spans(project)
    assert named(found, "contract TC-2").parent == named(found, "contract TC-1").ref


def test_a_command_that_proves_a_criterion_is_execute_tool() -> None:
    project = small_team()
    project.do(
        work("TC-1", assignee="ann", acceptance_criteria=[{"criterion": "runs", "command": ["false"]}]), actor="lead"
    )
    project.start("TC-1", actor="ann")
    project.submit("TC-1", "done", actor="ann")
    proof = c.ProveContract(
        "TC-1", (Proof(criterion=0, method="command", by="lead", met=False, exit_status=1, seconds=2.5),)
    )
    project.do(proof, actor="lead")
    project.do(c.TransitionContract("TC-1", "cancel"), actor="lead")
    found = spans(project)
    command = named(found, "execute_tool command")
    assert (command.error, command.parent) == ("exit status 1", named(found, "contract TC-1").ref)
    assert command.attributes[names.OPERATION] == "execute_tool"


def test_memory_holds_what_is_open_and_no_more() -> None:
    project = small_team(guarded=False)
    made = Spans()
    project.begin_turn("ann")
    for number in range(PRUNED_AT + MOST):
        project.post(f"number {number}", to=["bob"], actor="ann")
        if number % 50 == 0:
            with project.turn("bob", budget=100_000):
                pass
    for record in project.records():
        list(made.add(record))
    assert made.kept <= PRUNED_AT + 2 * len(project.state.messages)
    project.interrupt("ann", "enough", end_turn=True, actor="human")
    rest = (span for record in project.records(made.seq) for span in made.add(record))
    turn = named(rest, "invoke_agent ann")
    assert (len(turn.events), turn.dropped_events) == (MOST, PRUNED_AT)


def test_the_names_are_those_of_the_conventions() -> None:
    official = {
        value
        for module in (gen_ai_attributes, error_attributes)
        for value in vars(module).values()
        if isinstance(value, str)
    }
    ours = {value for value in vars(names).values() if isinstance(value, str)}
    operations = {one.value for one in gen_ai_attributes.GenAiOperationNameValues}
    assert {one for one in ours if one.startswith(("gen_ai.", "error."))} <= official
    assert {names.INVOKE_AGENT, names.INVOKE_WORKFLOW, names.EXECUTE_TOOL} <= operations
