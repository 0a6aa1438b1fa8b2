"""A transcript within a budget: the newest in full, of the rest what is likely to be needed again."""

import gzip
import importlib.util
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.context.transcript import pack_transcript
from renkei.budget.past_message import PastMessage
from renkei.budget.text.quoting import continued
from renkei.budget.tokens.estimate import estimate
from thoroughness import examples

ADAPTER = Path(__file__).parents[2] / "benchmarks" / "adapters" / "packing.py"
CHATTER = "well, we went on and talked about it for a while, as one does, and it was fine. " * 6
PLAN = PastMessage("m-0", "lead", "Build the login page for shop-42; the address is https://shop.example/login.")
OLD = PastMessage("m-1", "ann", f"{CHATTER} The schema lies in db/schema_v7.sql. {CHATTER}")
TALK = [PastMessage(f"m-{n}", "bob", CHATTER) for n in range(2, 12)]
NEWEST = PastMessage("m-12", "cy", "I have begun with the form and shall be done at 16:30.")
STORY = [PLAN, OLD, *TALK, NEWEST]

MESSAGES = st.lists(
    st.builds(
        lambda author, words: (author, " ".join(words)),
        st.sampled_from(["ann", "bob"]),
        st.lists(st.sampled_from(["TC-007", "the", "so.", "完了。", "src/a.py", "Maria", "\n", "x" * 50]), max_size=80),
    ),
    max_size=30,
).map(lambda pairs: [PastMessage(f"m-{n}", author, text) for n, (author, text) in enumerate(pairs)])


def test_the_newest_message_is_given_in_full_and_older_ones_as_what_they_tell():
    packed = pack_transcript(STORY, "dan", 200)
    assert NEWEST.text in packed.text
    assert "https://shop.example/login" in packed.text
    assert "db/schema_v7.sql" in packed.text
    assert dict(packed.forms)["m-12"] == "full"
    assert dict(packed.forms)["m-1"] == "excerpt"


def test_a_shortened_transcript_says_how_to_get_the_rest():
    assert "fetch any message by id" in pack_transcript(STORY, "dan", 200).text
    assert "id を指定して" in pack_transcript(STORY, "dan", 200, locale="ja").text


def test_a_transcript_that_fits_is_given_whole_and_without_a_note():
    packed = pack_transcript(STORY, "dan", 10_000)
    assert {form for _, form in packed.forms} == {"full"}
    assert packed.text.splitlines()[0] == f"[m-0] lead: {PLAN.text}"


def test_a_token_is_not_paid_for_twice():
    twins = [
        PLAN,
        *(PastMessage(f"m-{n}", "ann", f"The log is /var/log/deploy.log, again. {CHATTER}") for n in range(1, 9)),
    ]
    assert pack_transcript(twins, "dan", 150).text.count("/var/log/deploy.log") == 1


def test_what_others_brought_up_goes_before_what_the_reader_wrote_itself():
    mine = PastMessage("m-1", "dan", f"My draft lies in drafts/of-mine-01.md. {CHATTER}")
    theirs = PastMessage("m-2", "ann", f"Her draft lies in drafts/of-hers-02.md. {CHATTER}")
    chatter = [PastMessage("m-3", "bob", "ok")]
    shown = {reader: pack_transcript([mine, theirs, *chatter], reader, 52).text for reader in ("dan", "ann")}
    assert "of-hers-02" in shown["dan"]
    assert "of-mine-01" not in shown["dan"]
    assert "of-mine-01" in shown["ann"]


def test_a_token_that_several_messages_use_goes_before_one_that_was_used_once():
    once = PastMessage("m-1", "ann", f"It may be case A-10. {CHATTER}")
    often = [PastMessage(f"m-{n}", "ann", f"It may be case B-20. {CHATTER}") for n in range(2, 6)]
    shown = pack_transcript(
        [PastMessage("m-0", "lead", "go on"), *often, once, PastMessage("m-9", "bob", "ok")], "dan", 52
    ).text
    assert "B-20" in shown
    assert "A-10" not in shown


@settings(max_examples=examples(150), deadline=None)
@given(MESSAGES, st.integers(0, 400))
def test_a_transcript_is_never_over_its_budget_and_names_every_message_once(messages, budget):
    packed = pack_transcript(messages, "ann", budget)
    assert packed.tokens == estimate(packed.text) <= budget
    assert [name for name, _ in packed.forms] == [one.id for one in messages]
    full = {name for name, form in packed.forms if form == "full"}
    assert all(continued(one.text) in packed.text for one in messages if one.id in full)


def test_of_a_very_long_transcript_only_the_newest_and_the_first_are_considered():
    long = [PastMessage(f"m-{n}", "ann", f"It is case C-{n}.") for n in range(384)]
    packed = pack_transcript(long, "dan", 200)
    assert {form for _, form in packed.forms[1:-128]} == {"omitted"}
    assert "C-0" in packed.text


def test_the_same_transcript_gives_the_same_text_in_every_process():
    script = (
        "from renkei.budget.context.transcript import pack_transcript\n"
        "from renkei.budget.past_message import PastMessage\n"
        "said = [PastMessage(str(n), 'ab'[n % 2], f'Case A-{n % 7} in src/f{n % 5}.py, Maria {n * 37} ok. ' * 4)"
        " for n in range(60)]\n"
        "print(pack_transcript(said, 'a', 300).text)"
    )
    path = os.pathsep.join(sys.path)
    runs = {
        subprocess.run(
            [sys.executable, "-c", script],
            env={"PYTHONPATH": path, "PYTHONHASHSEED": seed, "PYTHONIOENCODING": "utf-8"},
            capture_output=True,
            check=True,
        ).stdout
        for seed in ("1", "2", "3")
    }
    assert len(runs) == 1


def adapter():
    spec = importlib.util.spec_from_file_location("packing_adapter", ADAPTER)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_the_adapter_packs_plain_messages_by_four_characters_a_token():
    history = [
        {"id": 0, "from": "ann", "to": ["*"], "text": CHATTER * 9},
        {"id": 1, "from": "b", "to": [], "text": "ok"},
    ]
    text = adapter().pack(history, "b", 50)
    assert 0 < len(text) <= 200


DATA = os.environ.get("RENKEI_EVAL_DATA", "")


@pytest.mark.skipif(not DATA, reason="RENKEI_EVAL_DATA does not name a folder with traces/*.jsonl.gz")
@pytest.mark.parametrize("budget", [500, 2000])
@pytest.mark.parametrize("name", ["long", "short"])
def test_no_context_of_a_real_trace_is_over_its_budget_and_the_newest_word_is_in_it(name, budget):
    pack = adapter().pack
    with gzip.open(Path(DATA) / "traces" / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        traces = [json.loads(line)["messages"] for line in lines]
    for trace in traces[:10]:
        for size in range(1, len(trace), 5):
            text = pack(trace[:size], trace[size]["from"], budget)
            assert len(text) <= budget * 4
            assert f"[{trace[size - 1]['id']}] " in text or not trace[size - 1]["text"].strip()


def test_a_token_that_the_reader_only_repeats_counts_as_somebody_elses():
    texts = [("lead", "go on"), ("ann", "case A-10."), ("dan", "case A-10."), ("bob", "case B-20."), ("bob", "ok")]
    messages = [PastMessage(f"m-{n}", sender, f"It may be {text} {CHATTER}") for n, (sender, text) in enumerate(texts)]
    messages[0], messages[-1] = PastMessage("m-0", "lead", "go on"), PastMessage("m-4", "bob", "ok")
    shown = pack_transcript(messages, "dan", 44).text
    assert "A-10" in shown
    assert "B-20" not in shown


def test_of_a_newest_message_that_is_too_long_both_ends_are_shown():
    newest = PastMessage("m-9", "bob", f"so we begin here. {CHATTER} and so it ends here.")
    shown = pack_transcript([PLAN, newest], "dan", 70).text
    assert "so we begin here." in shown
    assert "and so it ends here." in shown


def test_a_sentence_that_stands_in_a_transcript_is_not_repeated():
    old = PastMessage("m-1", "ann", "and so it went on for a while. " * 40)
    shown = pack_transcript([PLAN, old, PastMessage("m-2", "bob", "ok")], "dan", 150).text
    assert shown.count("and so it went on for a while.") == 1


@pytest.mark.parametrize(("more", "omitted"), [(1, 0), (2, 1)])
def test_the_window_is_the_first_message_and_the_newest(more, omitted):
    packed = pack_transcript([PastMessage(f"m-{n}", "ann", "ok") for n in range(128 + more)], "dan", 100_000)
    forms = [form for _, form in packed.forms]
    assert forms == ["full", *["omitted"] * omitted, *["full"] * 128]


def test_a_fragment_loses_the_value_of_tokens_that_another_has_shown():
    texts = ["case A-10, B-20, C-30.", "case A-10, B-20, D-40.", "case E-50, F-60."]
    messages = [PastMessage(f"m-{n}", "ann", f"{text} {CHATTER}") for n, text in enumerate(texts, 1)]
    shown = pack_transcript(
        [PastMessage("m-0", "lead", "go"), *messages, PastMessage("m-9", "bob", "ok")], "dan", 66
    ).text
    assert "F-60" in shown
    assert not ("C-30" in shown and "D-40" in shown)
