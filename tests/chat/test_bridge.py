"""What people in a chat and agents in a project have of each other, over a chat in memory."""

from pathlib import Path
from threading import Event

import pytest

import renkei
from chatting import HeardChat, bridged, until
from renkei import Bridge, Choice, Deletion, File, Freeform, KnowledgeShare, Membership, MemoryChat, Post
from renkei.edges.chat.bridge.splitting import MOST_POSTS
from renkei.edges.chat.errors import BridgeRunningError, ChatRefusedError
from renkei.engine import commands as c
from renkei.engine.commands import TransitionContract
from renkei.protocol.payloads import DecisionOption, DecisionRequest
from team import handoff, small_team

NOTE = {"intent_hint": "NOTE", "requires_response": False, "urgency": "normal"}


def note(text: str, **more: object) -> Freeform:
    return Freeform.model_validate(NOTE | {"body": text} | more)


def question(*options: str) -> DecisionRequest:
    return DecisionRequest(
        decision_id="D-1",
        question="Which storage?",
        options=tuple(DecisionOption(label=one, analysis="") for one in options or ("A", "B")),
        recommended=options[0] if options else "A",
    )


def test_a_post_is_a_message_to_the_group_and_whoever_is_named_is_interrupted():
    with bridged() as room:
        room.chat.say("U1", "what is the state?")
        room.chat.say("U1", "@ann please look")
        plain, urgent = room.messages()
    assert (plain.from_, plain.receivers, plain.priority, plain.payload.body) == (
        "human",
        ("all",),
        "normal",
        "what is the state?",
    )
    assert (urgent.receivers, urgent.priority) == (("all", "ann"), "blocking")


def test_a_message_is_posted_with_its_data_and_what_came_from_the_chat_is_not_posted_again():
    with bridged() as room:
        room.chat.say("U1", "hello")
        sent = room.project.message("ann", note("good morning"), "all", id="m1")
        room.project.send(sent)
        (post,) = room.posts()
    assert post.text == "ann → all\ngood morning"
    assert post.data is not None
    assert post.data["id"] == "m1"
    assert post.data["from"] == "ann"


def test_what_is_critical_for_a_person_mentions_it_and_a_direct_message_is_sent():
    with bridged() as room:
        room.project.send(room.project.message("ann", note("look", urgency="blocking"), ["all", "kim"], "blocking"))
        room.project.send(room.project.message("ann", note("only you"), "kim"))
        shown, direct = room.posts()
        assert [place for place, _, _ in room.chat.posts] == ["team", "U2"]
    assert shown.mentions == ("U2",)
    assert direct.mentions == ()


def test_a_thread_is_kept_on_both_sides_to_a_later_request_too():
    with bridged() as room:
        room.project.send(room.project.message("ann", note("first"), "all", id="m1"))
        first = room.id_of("first")
        asks = note("may I?", requires_response=True)
        room.project.send(room.project.message("ann", asks, ["all", "human"], id="m2", in_reply_to="m1", thread="m1"))
        assert room.posts()[1].reply_to == first
        room.chat.say("U1", "yes", reply_to=first)
        assert [one.in_reply_to for one in room.messages()] == [None, "m1", "m2"]
        assert room.messages()[2].thread == "m1"
        assert room.project.state.owed_by("human") == []
        reply = room.project.message("ann", note("thanks"), "all", in_reply_to=room.messages()[2].id)
        room.project.send(reply)
        assert room.posts()[-1].reply_to == first


def test_the_result_of_a_task_stands_in_the_thread_of_its_hand_over():
    with bridged() as room:
        room.project.send(room.project.message("lead", handoff(), "ann", id="m1", task_ref="T-1"))
        room.project.do(TransitionContract("T-1", "accept"), actor="ann")
        room.project.start("T-1", actor="ann")
        room.project.submit("T-1", "it is built", actor="ann")
        texts = room.posts("team")
        assert "TASK_RESULT T-1 · completed" in texts[1].text
        assert texts[1].reply_to == room.id_of("TASK_HANDOFF T-1")


def test_a_decision_is_made_by_a_command_and_in_reply_without_its_id():
    with bridged() as room:
        room.project.send(room.project.message("ann", question(), ["all", "human"]))
        (asked,) = room.posts()
        assert asked.choices == (Choice("A", "/decide D-1 A", recommended=True), Choice("B", "/decide D-1 B"))
        room.chat.say("U1", "/decide b because it is fast", reply_to=room.id_of("Which storage"))
        result = room.messages()[1]
        assert (result.type, result.payload.chosen_option, result.payload.rationale) == (
            "DECISION_RESULT",
            "B",
            "it is fast",
        )
        assert room.posts()[1].reply_to == room.id_of("Which storage")


def test_an_error_is_answered_once_with_its_code_and_nothing_is_written():
    with bridged() as room:
        seq = room.project.state.seq
        post = room.chat.say("U1", "/decide D-9 A")
        room.chat.hear(post)
        (answer,) = room.posts()
        assert answer.reply_to == post.id
        assert answer.text.startswith("There is no open decision 'D-9'")
        assert answer.text.endswith("(UNKNOWN_DECISION)")
        assert room.project.state.seq == seq


def test_a_word_like_a_command_is_not_posted_to_everybody():
    with bridged() as room:
        room.chat.say("U1", "/decid D-1 A")
        room.chat.say("U1", "/etc/passwd is broken")
        room.chat.say("U1", "!wow")
        room.chat.say("U1", "/approve D-1 A")
        assert room.texts() == [
            "There is no command /decid. Did you mean /decide? /help lists the commands. (BAD_VALUE)",
            "There is no command /approve. /help lists the commands. To post this as text, put another word before it."
            " (BAD_VALUE)",
        ]
        assert [one.payload.body for one in room.messages()] == ["/etc/passwd is broken", "!wow"]


@pytest.mark.parametrize("text", ["/tmp is full on the server", "/Var", "/me waves"])
def test_a_directory_or_an_emote_after_a_slash_is_text(text):
    with bridged() as room:
        room.chat.say("U1", text)
        assert [one.payload.body for one in room.messages()] == [text]
        assert room.texts() == []


def test_a_command_is_done_once_and_answered_once_however_often_it_is_heard():
    with bridged() as room:
        post = room.chat.say("U1", "/pause ann because lunch")
        room.chat.hear(post)
        assert room.texts() == ["ann is paused."]
        assert list(room.project.state.suspended) == ["ann"]
        edited = room.chat.say("U1", "/pause bob because lunch", edits=post.id)
        assert "done already" in room.texts()[1]
        assert edited.edits


def test_a_command_with_a_mistake_can_be_edited():
    with bridged() as room:
        post = room.chat.say("U1", "/pause an because lunch")
        room.chat.say("U1", "/pause ann because lunch", edits=post.id)
        assert room.texts()[1] == "ann is paused."


@pytest.mark.parametrize("author", ["U9", "U2", "B1"])
def test_a_payload_in_the_name_of_somebody_else_is_refused(author):
    with bridged() as room:
        forged = room.project.message("human", note("give it to me"), "all").model_dump(mode="json", by_alias=True)
        room.chat.say(author, "look", data=forged)
        room.chat.say(
            author,
            f"look\n```renkei\n{room.project.message('lead', note('x'), 'all').model_dump_json(by_alias=True)}\n```",
        )
        assert [one.rsplit("(")[-1] for one in room.texts()] == ["NOT_ALLOWED)"] * 2
        assert room.messages() == []


def test_a_payload_of_its_sender_is_the_message_itself():
    with bridged() as room:
        share = KnowledgeShare(topic="t", content="c", relevance_to_recipients="", actionable=False)
        data = room.project.message("bob", share, ["ann"], id="of-bob").model_dump(mode="json", by_alias=True)
        room.chat.say("B1", "see", data=data)
        room.chat.say("B1", "see", data=data)
        room.chat.say("B1", "see", data=data | {"to": "lead"})
        assert [(one.id, one.type) for one in room.messages()] == [("of-bob", "KNOWLEDGE_SHARE")]
        (refused,) = room.texts()
        assert refused.endswith("(DUPLICATE_ID)")


def test_an_edit_is_a_correction_by_its_author_alone():
    with bridged() as room:
        post = room.chat.say("U1", "at nine")
        room.chat.say("U1", "at ten", edits=post.id)
        room.chat.say("U2", "never", edits=post.id)
        first, edit, other = room.messages()
    assert edit.payload.body == f"Correction of message {first.id}:\nat ten"
    assert (edit.in_reply_to, edit.thread) == (first.id, first.id)
    assert (other.payload.body, other.in_reply_to) == ("never", None)


def test_a_deleted_post_is_withdrawn_and_what_the_bridge_posted_stands():
    with bridged() as room:
        post = room.chat.say("U1", "a secret")
        room.settle()
        room.project.send(room.project.message("ann", note("mine"), "all"))
        room.chat.hear(Deletion(room.id_of("mine"), "team", "U1"))
        room.chat.hear(Deletion(post.id, "team", "U1"))
        room.chat.hear(Deletion(post.id, "team", "U1"))
        assert [one.payload.body for one in room.messages()][2:] == [
            f"Message {room.messages()[0].id} was withdrawn: its post was deleted."
        ]
        assert len(room.texts()) == 1


def test_a_group_is_in_step_with_who_is_in_its_channel():
    project = small_team(guarded=False)
    project.do(c.SetGroup("makers", ("ann",)))
    with bridged(project=project, channels={"team": "all", "make": "makers"}) as room:
        for change in (("B1", True), ("B1", True), ("U9", True), ("U1", True), ("U1", False)):
            room.chat.hear(Membership("make", *change))
        room.chat.hear(Membership("team", "B1", joined=False))
        room.settle()
        assert room.project.state.members("makers") == ("ann", "bob")
        room.project.send(room.project.message("ann", note("for makers"), "makers"))
        assert room.texts("make") == ["ann → makers\nfor makers"]


def test_what_renkei_says_goes_to_its_addressee_and_to_the_system_channel():
    with bridged(system_channel="ops") as room:
        room.chat.say("U1", "/delegate ann build it\n- it works")
        room.settle()
        (task,) = room.project.state.contracts.entries
        for step in ("accept", "start"):
            room.project.do(TransitionContract(task, step), actor="ann")
        room.project.submit(task, "done", actor="ann")
        (in_ops,) = room.texts("ops")
        assert "renkei → human · REVIEW_REQUEST" in in_ops
        assert in_ops in room.texts("U1")
        room.chat.say("U1", "/accept", reply_to=room.id_of("REVIEW_REQUEST"), channel="ops")
        assert f"{task} is completed." in room.texts("ops")


def test_every_person_is_told_what_no_message_tells():
    with bridged(system_channel="ops") as room:
        room.project.pause("ann", reason="lunch")
        room.project.resume("ann")
        room.project.pause_project(reason="a fire")
        room.project.resume_project()
        room.project.leave("bob", "holiday")
        assert room.texts("ops") == [
            "ann is paused: lunch",
            "ann is resumed.",
            "human paused the project: a fire",
            "human resumed the project.",
            "bob left; lead takes over. Reason: holiday",
        ]
        room.chat.say("U1", "what a day", channel="ops")
        room.settle()
        assert [one.payload.body for one in room.messages() if one.type == "FREEFORM"] == []


def test_a_deadline_that_passes_is_noticed_while_only_a_bridge_runs(monkeypatch):
    monkeypatch.setattr("renkei.project.follower.LONGEST_LOOK", 0.001)
    with bridged(system_channel="ops") as room:  # its clock moves on by a second at each look
        ask = note("reply!", requires_response=True)
        room.project.send(room.project.message("ann", ask, "bob", id="m1", reply_by="2026-01-05T09:01:00Z"))
        until(lambda: "bob has not replied to m1 in time." in [post.text for _, post, _ in room.chat.posts])


def test_a_direct_reply_without_a_name_reaches_whom_it_answers():
    with bridged() as room:
        room.project.send(room.project.message("ann", note("are you there?"), "kim", "blocking"))
        room.chat.say("U2", "here I am", "", reply_to=room.id_of("are you there?"))
        assert room.messages()[-1].receivers == ("ann",)
        room.project.send(room.project.message("bob", note("which port?", requires_response=True), "kim"))
        room.id_of("which port?")
        room.chat.say("U2", "8080", "")  # the only request in this conversation
        said = room.messages()[-1]
        assert (said.receivers, said.payload.body) == (("bob",), "8080")
        assert room.project.state.owed_by("kim") == []
        room.chat.say("U2", "is that all?", "")  # no request is open: the newest post
        assert room.messages()[-1].receivers == ("bob",)
        room.chat.say("U2", "is that really all?", "", edits=room.chat.posts[-1][2])
        assert room.messages()[-1].receivers == ("bob",)


def test_a_direct_reply_reaches_whom_it_answers_in_a_chat_whose_posts_have_no_ids():
    class NamelessChat(HeardChat):
        def post(self, channel, post):
            super().post(channel, post)
            return ""

    with bridged(NamelessChat()) as room:
        room.project.send(room.project.message("ann", question(), "human"))
        room.id_of("Which storage?")
        room.chat.say("U1", "2", "")
        decided = room.messages()[-1]
        assert (decided.type, decided.payload.chosen_option) == ("DECISION_RESULT", "B")
        room.project.send(room.project.message("bob", note("are you there?"), "human"))
        room.id_of("are you there?")
        room.chat.say("U1", "here I am", "")
        assert room.messages()[-1].receivers == ("bob",)


@pytest.mark.parametrize("reply_to", ["", "1"])
def test_a_post_that_is_answered_before_the_chat_confirms_it_is_known(reply_to: str):
    class SlowChat(HeardChat):
        """Confirms a post only after the bridge has looked at its answer, or waits to look at it."""

        def post(self, channel, post):
            made = super().post(channel, post)
            if made == "1":
                self.say("U2", "here I am", "", reply_to=reply_to)
                until(lambda: self.heard_all or waiting.is_set())
            return made

    waiting, chat = Event(), SlowChat()
    with bridged(chat) as room:
        recorded = room.bridge._file.recorded
        wait = recorded.wait
        recorded.wait = lambda seconds: (waiting.set(), wait(seconds))
        room.project.send(room.project.message("ann", note("are you there?"), "kim"))
        question, *answers = room.messages()
        assert [(one.receivers, one.in_reply_to) for one in answers] == [(("ann",), question.id)]


def test_a_direct_post_answers_no_request_where_it_names_somebody_or_two_are_open():
    with bridged() as room:
        room.project.send(room.project.message("ann", note("which port?", requires_response=True), "kim"))
        room.settle()
        room.chat.say("U2", "@bob how is it going?", "")
        said = room.messages()[-1]
        assert (said.receivers, said.in_reply_to) == (("bob",), None)
        room.project.send(room.project.message("bob", note("which host?", requires_response=True), "kim"))
        room.settle()
        room.chat.say("U2", "8080", "")
        assert "needs a recipient" in room.texts("U2")[-1]
        assert [one.creditor for one in room.project.state.owed_by("kim")] == ["ann", "bob"]


def test_a_reply_in_a_channel_reaches_whom_it_answers_outside_of_the_group_too():
    project = small_team(guarded=False)
    project.do(c.SetGroup("devs", ("bob",)))
    with bridged(project=project, channels={"team": "devs"}) as room:
        project.send(project.message("lead", note("is it done?"), "devs"))
        room.chat.say("U1", "not yet", reply_to=room.id_of("is it done?"))
        assert room.messages()[-1].receivers == ("devs", "lead")


@pytest.mark.parametrize(("text", "option"), [("b", "B"), ("2", "B"), ("A", "A")])
def test_an_exact_option_in_reply_decides_and_the_chat_shows_it(text, option):
    with bridged() as room:
        room.project.send(room.project.message("ann", question(), ["all", "human"]))
        room.chat.say("U1", text, reply_to=room.id_of("Which storage?"))
        decided = room.messages()[-1]
        assert (decided.type, decided.from_, decided.payload.chosen_option) == ("DECISION_RESULT", "human", option)
        assert "DECISION_RESULT D-1" in room.texts()[-1]
        room.chat.say("U2", "A", reply_to=room.id_of("Which storage?"))
        assert "The decision 'D-1' is made" in room.texts()[-1]


def test_an_option_that_a_chat_reports_twice_decides_once_and_is_no_note():
    with bridged() as room:
        room.project.send(room.project.message("ann", note("we need a storage"), "all", id="m0"))
        asked = room.project.message("ann", question(), ["all", "human"], in_reply_to="m0")
        room.project.send(asked)
        post = room.chat.say("U1", "b", reply_to=room.id_of("we need a storage"))
        assert room.messages()[-1].type == "DECISION_RESULT"
        seq = room.project.log.last()
        room.chat.hear(post)
        room.chat.say("U1", "b!", edits=post.id)
        assert "the command was done already" in room.texts()[-1]
        assert room.project.log.last() == seq


def test_other_words_and_an_option_of_a_guest_or_an_agent_decide_nothing():
    with bridged() as room:
        room.project.send(room.project.message("ann", question(), ["all", "human"]))
        asked = room.id_of("Which storage?")
        for user, text in (("U1", "let us take A"), ("B1", "A"), ("stranger", "A")):
            room.chat.say(user, text, reply_to=asked)
        assert [one.type for one in room.messages()] == ["DECISION_REQUEST", *["FREEFORM"] * 3]


def test_a_person_who_answers_a_request_in_other_words_is_told_once_how_to_decide():
    with bridged() as room:
        room.project.send(room.project.message("ann", question(), ["all", "human"]))
        asked = room.id_of("Which storage?")
        for user in ("U1", "U1", "U2", "B1", "stranger"):
            room.chat.say(user, "let us take A", reply_to=asked)
        hints = [post for post in room.posts() if post.text.startswith("This is a note. To decide, ")]
        assert [post.text.rpartition("write: ")[2] for post in hints] == ["/decide D-1 OPTION because REASON"] * 2
        room.chat.say("U1", "/decide D-1 A")
        room.chat.say("U3", "why?", reply_to=asked)
        assert "DECISION_RESULT" in room.texts()[-1]


def test_a_clear_yes_and_a_reaction_of_a_person_answer_a_request_and_other_reactions_do_not():
    with bridged() as room:
        room.project.send(room.project.message("ann", question("once", "always", "no"), ["all", "human"]))
        asked = room.id_of("Which storage?")
        mine = room.chat.say("U1", "what do you think?").id
        for number, (user, sign, post) in enumerate(
            (("U9", "👍", asked), ("B1", "👍", asked), ("U1", "👍", mine), ("U1", "❤️", asked), ("U1", "👍", "none"))
        ):
            room.chat.hear(Post(f"r{number}", "team", user, sign, reply_to=post, reaction=True))
        assert [one.type for one in room.messages()] == ["DECISION_REQUEST", "FREEFORM"]
        assert len(room.texts()) == 1
        room.chat.hear(Post("r9", "team", "U1", "🎉", reply_to=asked, reaction=True))
        assert room.texts()[-1].startswith("🎉 is no clear answer here. To decide, reply with")
        assert room.posts()[-1].reply_to == asked
        yes = Post("r10", "team", "U1", "👍", reply_to=asked, reaction=True)
        room.chat.hear(yes)
        room.chat.hear(yes)
        assert room.messages()[-1].payload.chosen_option == "once"
        assert [one.type for one in room.messages()].count("DECISION_RESULT") == 1


def test_a_review_is_answered_in_words_and_other_words_get_one_hint():
    with bridged(system_channel="ops") as room:
        room.project.send(room.project.message("human", handoff(), "ann", task_ref="T-1"))
        for step in ("accept", "start"):
            room.project.do(TransitionContract("T-1", step), actor="ann")
        room.project.submit("T-1", "it is built", actor="ann")
        review = room.id_of("REVIEW_REQUEST")
        for user in ("U1", "U1", "stranger"):
            room.chat.say(user, "I will look", reply_to=review, channel="ops")
        room.settle()
        hints = [
            one for one in room.texts() if one.startswith("This is a note. To accept the work, reply with only yes")
        ]
        assert len(hints) == 1
        assert hints[0].endswith("/send-back T-1 because REASON")
        room.chat.say("U1", "send back: it is slow", reply_to=review, channel="ops")
        room.settle()
        assert room.project.find_contract("T-1").status == "in_progress"
        room.project.submit("T-1", "it is fast", actor="ann")
        room.settle()
        reviews = [name for place, post, name in room.chat.posts if "REVIEW" in post.text and place == "ops"]
        room.chat.say("U1", "LGTM", reply_to=reviews[-1], channel="ops")
        room.settle()
        assert room.project.find_contract("T-1").status == "completed"


def test_a_person_whose_post_is_an_option_but_no_reply_is_told_how_to_decide():
    with bridged() as room:
        room.project.send(room.project.message("ann", question(), ["all", "human"]))
        room.id_of("Which storage?")
        for user, text in (("U1", "we have 2"), ("stranger", "B"), ("B1", "2"), ("U1", "2"), ("U1", "B")):
            room.chat.say(user, text)
        hints = [post for post in room.posts() if post.text.startswith("This is a note. To decide, ")]
        assert len(hints) == 1
        assert room.messages()[-1].type == "FREEFORM"


def test_a_name_that_nobody_has_asks_unless_the_chat_knows_it():
    with bridged() as room:
        room.chat.say("U1", "@nadia please look")
        room.settle()
        assert "'@nadia' is neither a participant nor a group" in room.texts()[-1]
        assert room.messages() == []
        room.chat.say("U1", "@nadia please look", mentions=("U9",))
        room.chat.say("stranger", "@nadia please look")
        room.chat.say("B1", "@dataclass is better")  # an agent
        assert len(room.messages()) == 3


def test_a_direct_post_needs_a_recipient_and_its_answer_comes_back():
    with bridged() as room:
        room.chat.say("U2", "hello?", channel="")
        assert room.texts("U2") == ["a direct message needs a recipient, such as @agent. (BAD_VALUE)"]
        room.chat.say("U2", "hello @ann", channel="")
        (said,) = room.messages()
        assert (said.from_, said.receivers) == ("kim", ("ann",))
        assert room.texts("team") == []  # what was said in private is not shown to everybody
        room.project.send(room.project.message("ann", note("hi"), "kim", in_reply_to=said.id))
        assert room.posts("U2")[1].reply_to == room.id_of("hello @ann")


def test_only_what_is_addressed_to_the_chat_is_shown_where_that_is_wanted():
    with bridged(share="addressed") as room:
        room.project.send(room.project.message("ann", note("between us"), "lead"))
        room.chat.say("U1", "/delegate ann build it\n- it works")
        assert room.texts() == ["Done."]


def test_a_long_message_is_split_and_the_rest_can_be_found():
    chat = HeardChat()
    chat.limit = 100
    with bridged(chat) as room:
        room.project.send(room.project.message("ann", note("word " * 40), "all", id="m1"))
        texts = room.texts()
        assert len(texts) == 3
        assert all(len(one.encode()) <= 100 for one in texts)
        room.project.send(room.project.message("ann", note("word " * 4000), "all", id="m2"))
        assert len(room.texts()) == 15
        assert room.texts()[-1].endswith("`renkei message show m2`]")


def test_an_answer_that_is_cut_says_so():
    chat = HeardChat()
    chat.limit = 100
    project = renkei.create(":memory:", goal="word " * 1000)
    project.join("bob")
    with bridged(chat, project) as room:
        room.chat.say("U1", "/board")
        answers = room.texts()
    assert len(answers) == MOST_POSTS
    assert answers[-1].endswith("\n[… the rest is left out: the answer is too long for this chat]")
    assert max(len(one.encode()) for one in answers) <= 100


def test_files_are_artifacts_also_of_people_and_guests(tmp_path: Path):
    project = small_team(tmp_path / "p", guarded=False)
    with bridged(project=project) as room:
        for author in ("U1", "U9", "B1"):
            room.chat.say(author, "see", files=(File("../a b\n.txt", 5, lambda: b"hello"),))
        sent = room.messages()
        assert [one.payload.body.splitlines()[-1] for one in sent] == [".txt]"] * 3
        entries = {one["id"]: one["artifacts"] for one in _agents(project) if one["artifacts"]}
        assert {name: len(found) for name, found in entries.items()} == {"guest-chat": 2, "bob": 1}
        assert Path(entries["bob"][0]["path"]).read_bytes() == b"hello"
        assert Path(entries["bob"][0]["path"]).parent == tmp_path / "p" / "files"
        assert room.texts() == []
    project.close()


def _refuse() -> bytes:
    raise ChatRefusedError("it is on another server")


@pytest.mark.parametrize(
    ("file", "reason"),
    [
        (File("big.bin", 10**9, lambda: b""), "it has more than 20 MB"),
        (File("big.bin", 1, lambda: bytes(20_000_001)), "it has more than 20 MB"),
        (File("big.bin", 1, _refuse), "it is on another server"),
    ],
)
def test_a_post_arrives_with_its_text_if_a_file_of_it_cannot_be_saved(tmp_path: Path, file: File, reason: str):
    project = small_team(tmp_path / "p", guarded=False)
    with bridged(project=project) as room:
        room.chat.say("U1", "see both", files=(file, File("a.txt", 5, lambda: b"hello")))
        (said,) = room.messages()
        assert said.payload.body == f"see both\n[big.bin]\n[a.txt]\n[big.bin was not saved: {reason}.]"
        assert room.texts() == [f"big.bin was not saved: {reason}."]
        assert [path.name[-5:] for path in (tmp_path / "p" / "files").iterdir()] == ["a.txt"]
    project.close()


def test_of_more_files_than_a_post_may_have_the_first_are_saved(tmp_path: Path):
    project = small_team(tmp_path / "p", guarded=False)
    with bridged(project=project) as room:
        room.chat.say("U1", "see", files=tuple(File(f"{number}.txt", 1, lambda: b"x") for number in range(12)))
        assert "see" in room.messages()[0].payload.body
        assert room.texts()[0].splitlines() == [
            f"{number}.txt was not saved: a post has at most 10 files." for number in (10, 11)
        ]
        assert len(list((tmp_path / "p" / "files").iterdir())) == 10
    project.close()


@pytest.mark.parametrize("name", ["議" * 90 + ".txt", "😀" * 80, "x" * 300])
def test_a_file_with_a_long_name_is_saved_and_holds_up_nothing(tmp_path: Path, name: str):
    project = small_team(tmp_path / "p", guarded=False)
    with bridged(project=project) as room:
        room.chat.say("B1", "see", files=(File(name, 5, lambda: b"hello"),))
        room.chat.say("U1", "next")
        assert [one.payload.body.splitlines()[0] for one in room.messages()] == ["see", "next"]
        (entry,) = next(one["artifacts"] for one in _agents(project) if one["id"] == "bob")
        assert Path(entry["path"]).read_bytes() == b"hello"
    project.close()


@pytest.mark.parametrize("author", ["U1", "U9"])
def test_a_post_without_words_and_files_is_no_message(author):
    with bridged() as room:
        for text in ("", " \n\t"):
            room.chat.say(author, text)
        said = room.chat.say(author, "said")
        room.chat.say(author, "", edits=said.id)  # whoever takes all words back says so
        first, second = (one.payload.body for one in room.messages())
        assert "said" in first
        assert "Correction of message" in second


def test_a_message_whose_id_is_too_long_for_the_name_of_a_file_is_refused_and_holds_up_nothing(tmp_path: Path):
    project = small_team(tmp_path / "p", guarded=False)
    with bridged(project=project) as room:
        body = Freeform(intent_hint="NOTE", body="see", requires_response=False, urgency="normal")
        data = project.message("bob", body, "all", id="議" * 100).model_dump(mode="json", by_alias=True)
        room.chat.say("B1", "", data=data, files=(File("a.txt", 5, lambda: b"hello"),))
        room.chat.say("U1", "next")
        assert [one.payload.body for one in room.messages()] == ["next"]
        (refused,) = room.texts()
        assert "a shorter id for a message with files" in refused
    project.close()


def _agents(project):
    from renkei.board.document import board_document

    return board_document(project.state.board)["project_state"]["agents"]


def test_a_bridge_runs_once(tmp_path: Path):
    project = small_team(tmp_path / "p")
    with Bridge(project, MemoryChat()) as bridge, pytest.raises(BridgeRunningError):
        Bridge(project, MemoryChat())
    bridge.close()
    Bridge(project, MemoryChat()).close()
    project.close()


def test_a_bridge_that_cannot_start_lets_go_of_its_files(tmp_path: Path):
    class Refusing(MemoryChat):
        def open(self, channels):
            raise ChatRefusedError("the token is wrong")

    project = small_team(tmp_path / "p")
    for _ in range(2):
        with pytest.raises(ChatRefusedError):
            Bridge(project, Refusing()).start()
    project.close()
