"""A turn says things in plain words, and a loop takes turns: each is the act that other doors have too."""

import pytest

import renkei
from renkei import Project
from renkei.acts.errors import BadArgumentsError
from renkei.errors import BadValueError, TurnOpenError
from renkei.project.turns.pauses import Pauses
from renkei.protocol.payloads import KnowledgeShare

AT_ONCE = Pauses(0.001, 0.002, told=3)
MEMBERS = (renkei.Join("ann"), renkei.Join("bob"), renkei.Join("cai"), renkei.SetGroup("devs", ("bob", "cai")))
NEWS = KnowledgeShare(topic="port", content="8080", relevance_to_recipients="you call it", actionable=True)


@pytest.fixture
def project() -> Project:
    return renkei.create(members=MEMBERS)


def unread(project: Project, reader: str) -> list[renkei.AnyMessage]:
    return [one.message for one in project.state.unread_of(reader)]


def test_a_text_is_sent_as_freeform_with_its_first_line_as_summary(project: Project) -> None:
    with project.turn("ann") as turn:
        sent = turn.send("The API listens on 8080.\nSee the board.", to="bob")
    (received,) = unread(project, "bob")
    assert received.id == sent.id
    assert (received.type, received.context_summary) == ("FREEFORM", "The API listens on 8080.")


def test_a_text_reaches_a_group_and_those_it_mentions_as_the_act_post_does(project: Project) -> None:
    with project.turn("bob") as turn:
        sent = turn.send("@ann the port is taken", to="devs")
    assert sent.receivers == ("devs", "ann")
    assert unread(project, "ann")[0].priority == "blocking"


def test_a_question_is_owed_until_its_reply(project: Project) -> None:
    with project.turn("ann") as turn:
        asked = turn.ask("Which port?", to="bob", thread="ports")
    assert [(one.debtor, one.message_id) for one in project.obligations()] == [("bob", asked.id)]
    with project.turn("bob") as turn:
        (message,) = turn.inbox
        turn.reply(message, "8080")
    assert project.obligations() == []
    assert [one.payload.body for one in unread(project, "ann")] == ["8080"]
    assert asked.thread == "ports"


def test_a_reply_may_be_typed_and_names_what_it_answers(project: Project) -> None:
    with project.turn("ann") as turn:
        asked = turn.ask("Which port?", to="bob", task_ref="TC-1")
    with project.turn("bob") as turn:
        turn.reply(asked, NEWS)
    (answer,) = unread(project, "ann")
    assert (answer.type, answer.in_reply_to, answer.task_ref) == ("KNOWLEDGE_SHARE", asked.id, "TC-1")


def test_an_option_of_a_decision_in_plain_words_decides_it(project: Project) -> None:
    options = [renkei.DecisionOption(label=one, analysis="") for one in ("8080", "9090")]
    with project.turn("ann") as turn:
        asked = turn.send(
            renkei.DecisionRequest(decision_id="port", question="Which port?", options=options),
            to="bob",
        )
    with project.turn("bob") as turn:
        sent = turn.reply(asked, "8080")
    assert sent is not None
    assert sent.type == "DECISION_RESULT"


def test_work_is_handed_over_and_submitted_in_two_lines(project: Project) -> None:
    with project.turn("ann") as turn:
        first = turn.hand_over("Build it", to="bob", success_criteria=["it builds"])
        second = turn.hand_over("Test it", to="cai", contract="TC-2")
    assert (project.find_contract(first).assignee, project.find_contract(second).assignee) == ("bob", "cai")
    with project.turn("bob") as turn:
        turn.transition(first, "accept")
        turn.transition(first, "start")
        turn.submit(first, "Built.", evidence={"it builds": "make"})
    assert project.find_contract(first).status == "submitted"


def test_turns_at_the_same_time_hand_over_contracts_of_their_own(project: Project) -> None:
    with project.turn("ann") as one, project.turn("bob") as other:
        names = {one.hand_over("This", to="cai"), one.hand_over("That", to="cai"), other.hand_over("More", to="cai")}
    assert len(names) == 3
    assert {project.find_contract(name).assignee for name in names} == {"cai"}


def test_a_text_without_words_or_recipient_is_refused_and_writes_nothing(project: Project) -> None:
    before = project.log.last()
    with project.act_as("ann") as draft:
        with pytest.raises(BadArgumentsError, match="body"):
            draft.send("", to="bob")
        with pytest.raises(BadValueError, match="participant"):
            draft.send("Hello", to=[])
        with pytest.raises(BadArgumentsError, match="context_summary"):
            draft.send("Hello", to="bob", context_summary="greeting")
        with pytest.raises(BadValueError, match="reply"):
            draft.send("Hello", to="bob", in_reply_to="m-1")
    assert project.log.last() == before


def test_the_inbox_has_what_the_turn_reads_and_grows_with_its_news(project: Project) -> None:
    project.post("First.", to="bob", actor="ann")
    with project.turn("bob") as turn:
        assert [one.payload.body for one in turn.inbox] == ["First."]
        project.post("Second.", to="bob", actor="ann")
        assert len(turn.inbox) == 1
        turn.news()
        assert [one.payload.body for one in turn.inbox] == ["First.", "Second."]
    assert turn.inbox == ()
    assert unread(project, "bob") == []


def test_messages_that_do_not_fit_come_in_the_inbox_of_the_next_turn(project: Project) -> None:
    for number in range(12):
        project.post(f"{number}: {'word ' * 120}", to="bob", actor="ann", priority="blocking")
    seen: list[str] = []
    while unread(project, "bob"):
        with project.turn("bob", budget=600) as turn:
            seen += [one.id for one in turn.inbox]
    assert len(seen) == len(set(seen)) == 12


def test_a_loop_gives_each_message_to_the_function_of_its_type(project: Project) -> None:
    got: list[tuple[str, str]] = []
    rows = {
        "FREEFORM": lambda turn, message: got.append(("words", message.type)),
        "*": lambda turn, message: got.append(("other", message.type)),
    }
    project.post("Hello", to="bob", actor="ann", priority="blocking")
    project.send(project.message("ann", NEWS, "bob", "blocking"))
    project.run("bob", rows, timeout=0)
    assert got == [("words", "FREEFORM"), ("other", "KNOWLEDGE_SHARE")]
    assert unread(project, "bob") == []


def test_a_loop_only_reads_messages_that_have_no_row(project: Project) -> None:
    project.post("Hello", to="bob", actor="ann", priority="blocking")
    project.run("bob", {"TASK_HANDOFF": print}, timeout=0)
    assert unread(project, "bob") == []


def test_a_failing_loop_reports_the_third_failure_and_takes_it_back(project: Project) -> None:
    failures: list[object] = []

    def handle(turn: renkei.Turn) -> None:
        failures.append(project.state.board.agent("bob", "status"))
        if len(failures) <= 3:
            raise ConnectionError

    project.post("Hello", to="bob", actor="ann", priority="blocking")
    project.run("bob", handle, timeout=0, pauses=AT_ONCE)
    assert failures[3] == "error"
    assert project.state.board.agent("bob", "status") == "idle"
    (report,) = [one for one in unread(project, "human") if one.type == "STATUS_UPDATE"]
    assert report.payload.progress_summary == "bob cannot handle its messages and tries again: 'ConnectionError'"


def test_two_failures_are_not_reported(project: Project) -> None:
    failures: list[int] = []

    def handle(turn: renkei.Turn) -> None:
        failures.append(1)
        if len(failures) <= 2:
            raise ConnectionError

    project.post("Hello", to="bob", actor="ann", priority="blocking")
    project.run("bob", handle, timeout=0, pauses=AT_ONCE)
    assert len(failures) == 3
    assert [one for one in unread(project, "human") if one.type == "STATUS_UPDATE"] == []


def test_a_second_turn_within_a_handler_is_an_error_of_the_handler(project: Project) -> None:
    errors: list[Exception] = []

    def handle(turn: renkei.Turn) -> None:
        try:
            with project.turn("bob"):
                pass
        except TurnOpenError as error:
            errors.append(error)

    project.post("Hello", to="bob", actor="ann", priority="blocking")
    project.run("bob", handle, timeout=0)
    assert len(errors) == 1


def test_following_yields_records_as_they_come_and_ends_after_a_timeout(project: Project) -> None:
    start = project.log.last()
    project.post("One.", to="bob", actor="ann")
    found = project.follow(start, timeout=0)
    assert [record.seq for record in found] == [start + 1]
    assert list(project.follow(timeout=0)) == []


def test_pauses_double_up_to_the_longest() -> None:
    pauses = Pauses(1.0, 60.0)
    assert [pauses.after(count) for count in (1, 2, 3, 7, 1_000)] == [1.0, 2.0, 4.0, 60.0, 60.0]


def test_a_turn_sends_and_answers_a_registered_type_with_its_fields(project: Project) -> None:
    project.register("acme.example/JOB", {"type": "object", "required": ["name"]}, replies=("acme.example/JOB",))
    with project.turn("ann") as turn:
        turn.send({"name": "v1"}, to="bob", type="acme.example/JOB")
    answered = []

    def answer(turn: renkei.Turn, message: renkei.AnyMessage) -> None:
        answered.append(message.payload.model_dump())
        turn.reply(message, {"name": "v2"}, type=message.type)

    project.run("bob", {"acme.example/JOB": answer}, timeout=0, pause=0)
    (reply,) = unread(project, "ann")
    assert answered == [{"name": "v1"}]
    assert (reply.type, reply.payload.model_dump()) == ("acme.example/JOB", {"name": "v2"})
    assert project.state.owed_by("bob") == []


def test_fields_without_a_type_are_rejected_with_the_way_to_name_it(project: Project) -> None:
    with pytest.raises(BadValueError, match="`type=`"), project.turn("ann") as turn:
        turn.send({"name": "v1"}, to="bob")


def test_a_misspelt_option_of_the_loop_is_an_error_at_once(project: Project) -> None:
    project.post("Start.", to="ann", priority="blocking")
    with pytest.raises(TypeError, match="timeot"):
        project.run("ann", {}, timeout=0, timeot=0)  # type: ignore[call-arg]
