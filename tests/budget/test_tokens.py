"""The estimate of tokens is never below the exact counts of two real tokenizers for texts that teams write."""

import base64
import gzip
import json
import os
import string
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.tokens.estimate import _PARAGRAPH, _piece, cost, estimate
from renkei.documents.yaml_writer import to_yaml
from thoroughness import examples

with warnings.catch_warnings():
    warnings.simplefilter("ignore", DeprecationWarning)  # of the tokenizers' own making, not ours
    import bpe_openai

    ENCODINGS = [bpe_openai.get_encoding(name) for name in ("cl100k_base", "o200k_base")]

ROOT = Path(__file__).parents[2]
SAMPLES = {
    "English": "The login page is drawn. Please build it by Friday, and keep to the API that we agreed on last week.",
    "figures": "The team closed 3 of 12 tasks on 2026-01-05 at 09:30; 4 are left, 2 of them blocked by D-012.",
    "long words": "Internationalization and authentication notwithstanding, the reimplementation is straightforward.",
    "names": "agent-backend asks agent-designer: does getUserById() throw UserNotFoundError (HTTP 404)?",
    "Japanese": "ログイン画面の設計が完了しました。トークンの有効期限は一時間です。認証APIの実装を開始してください。",
    "Japanese figures": "タスク TC-007 は 3 件中 2 件が完了、残り 1 件は 2026年1月5日 18時 までの予定です。",
    "simplified Chinese": "登录页面的设计已经完成，请按照约定的接口开始实现；令牌的有效期为一小时。",
    "traditional Chinese": "登入頁面的設計已經完成，請按照約定的介面開始實作；權杖的有效期限為一小時。",
    "Korean": "로그인 화면 설계가 끝났습니다. 인증 API 구현을 시작해 주세요.",
    "accents": "La page d'accès est prête ; à vérifier avant l'été. Größe und Länge der Übergabe prüfen.",
    "Python": "def f(most: int = 3) -> int:\n    for n in range(most):\n        if n % 2 == 0:\n            return n\n",
    "TypeScript": "const get = async (id: string): Promise<U> => {\n  return db.find({ id, n: 10 });\n};\n",
    "SQL": "SELECT id, COUNT(*) AS n FROM tasks WHERE status = 'open' AND age > 30 ORDER BY n DESC LIMIT 10;",
    "shell": "$ npm test -- --watch=false\n> 42 passing (3s)\n> 1 failing: expected 200 to equal 201\n$ echo $?\n1\n",
    "YAML": "task_contract:\n  id: TC-007\n  timeout: {max_steps: 5}\n  retries: 3\n  ports: [80, 443, 8080]\n",
    "JSON": '{"id": "M-001", "scores": [0.1, 0.25, 1], "to": ["a", "b"], "n": 12, "open": null, "done": false}',
    "table": "| task | done | left |\n|---|---:|---:|\n| api | 3 | 1 |\n| page | 12 | 0 |\n| tests | 7 | 25 |\n",
    "log": "2026-01-05T09:00:00.123Z INFO  [worker-3] took 12 ms, 5 of 5 ok\n09:00:01.007 WARN  retry 1 of 3\n",
    "hashes": "commit 3f9a1c2e8b7d4f60a9e1c5d2b8f7a6e4d3c2b1a0 (branch 9d2e7fb), 550e8400-e29b-41d4-a716-446655440000",
    "web token": "Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0",
    "list": "1. Draw the page\n2. Build it\n   - 2 fields\n   - 1 button\n3. Test 3 of it\n\nDone: 1/3 ✅ 🚀\n",
    "signs": "a <= b && c != d || !e; x **= 2; f(*args, **kwargs) -> {...}; // ----- #### ===== ~~~~~ 100 %",
}


def exact(text: str) -> int:
    """Return the larger of the exact counts."""
    return max(len(encoding.encode(text)) for encoding in ENCODINGS)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_estimate_of_a_sample_is_not_below_the_exact_count(name):
    assert estimate(SAMPLES[name]) >= exact(SAMPLES[name])


@pytest.mark.parametrize("name", SAMPLES)
def test_the_estimate_of_each_line_of_a_sample_is_not_below_the_exact_count(name):
    short = [line for line in SAMPLES[name].splitlines(keepends=True) if estimate(line) < exact(line)]
    assert short == []


@pytest.mark.parametrize("name", SAMPLES)
def test_the_estimate_of_a_sample_is_at_most_three_quarters_above_the_exact_count(name):
    assert estimate(SAMPLES[name]) <= 1.75 * exact(SAMPLES[name])


@pytest.mark.long
@pytest.mark.parametrize("pattern", ["src/**/*.py", "src/**/*.yaml", "src/**/*.json", "*.toml"])
def test_the_estimate_of_every_file_of_the_project_is_not_below_the_exact_count(pattern):
    texts = {path: path.read_text(encoding="utf-8") for path in ROOT.glob(pattern)}
    assert texts
    assert [str(path) for path, text in texts.items() if estimate(text) < exact(text)] == []


WORDS = ["the", "team", "build", "API", "login_page", "TC-007", "getUser", "src/auth.ts", "3", "12", "2026-01-05"]
WORDS += ["done,", "(v2)", "{id}", "=", "0.5", "完了", "設計を", "接口", "です。", "👍"]
SENTENCES = st.lists(st.sampled_from(WORDS), min_size=15, max_size=40).map(" ".join)
ENTRIES = st.dictionaries(
    st.sampled_from(["id", "status", "task_ref", "progress_summary", "output_artifacts"]),
    SENTENCES | st.integers(0, 10**6) | st.booleans() | st.none() | st.lists(st.integers(0, 99), max_size=9),
    min_size=1,
)


@settings(max_examples=examples(300), deadline=None)
@given(SENTENCES)
def test_the_estimate_of_any_sentence_is_not_below_the_exact_count(text):
    assert estimate(text) >= exact(text)


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(ENTRIES, min_size=1, max_size=5), st.sampled_from([None, 2]))
def test_the_estimate_of_any_yaml_or_json_is_not_below_the_exact_count(entries, indent):
    for text in (to_yaml(entries), json.dumps(entries, indent=indent, ensure_ascii=False)):
        assert estimate(text) >= exact(text)


@settings(max_examples=examples(500), deadline=None)
@given(st.text(), st.text())
def test_another_line_never_lowers_the_estimate(one, other):
    assert 0 <= estimate(one) <= estimate(f"{one}\n{other}")


LETTERS = string.ascii_letters + string.digits
ODD = {
    "any character": st.text(min_size=1),
    "any ASCII character": st.text(st.characters(max_codepoint=126), min_size=1),
    "marks": st.text(string.punctuation + " \n", min_size=1),
    "white space": st.text(" \t\n\r\u3000a", min_size=1),
    "letters and digits as in keys and hashes": st.text(LETTERS, min_size=8).filter(lambda text: not text.islower()),
    "hexadecimal": st.binary(min_size=4).map(bytes.hex),
    "base64": st.binary(min_size=12, max_size=200).map(lambda data: base64.b64encode(data).decode()),
    "Japanese": st.text(st.characters(min_codepoint=0x3041, max_codepoint=0x30FF), min_size=1),
    "Chinese": st.text(st.characters(min_codepoint=0x4E00, max_codepoint=0x9FFF), min_size=1),
    "Korean": st.text(st.characters(min_codepoint=0xAC00, max_codepoint=0xD7A3), min_size=1),
    "Cyrillic": st.text(st.characters(min_codepoint=0x410, max_codepoint=0x44F), min_size=1),
    "Hindi": st.text(st.characters(min_codepoint=0x900, max_codepoint=0x97F), min_size=1),
    "emoji": st.text(st.characters(min_codepoint=0x1F300, max_codepoint=0x1FAFF), min_size=1),
}


@pytest.mark.parametrize("kind", ODD)
def test_the_estimate_of_the_oddest_text_is_not_below_the_exact_count(kind):
    @settings(max_examples=examples(100), deadline=None)
    @given(ODD[kind])
    def check(text):
        assert estimate(text) >= exact(text)

    check()


PATHS = sorted(str(path.relative_to(ROOT)) for path in ROOT.glob("src/**/*.py"))


def test_the_estimate_of_a_list_of_paths_is_neither_below_the_exact_count_nor_far_above():
    text = "\n".join(PATHS)
    assert exact(text) <= estimate(text) <= 1.5 * exact(text)


def test_the_estimate_of_a_single_path_is_not_below_the_exact_count():
    assert [path for path in PATHS if estimate(path) < exact(path)] == []


def corpus():
    """Return real texts by their kind."""
    root = Path(DATA)
    for path in sorted(root.glob("traces/*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            yield path.stem, [one["text"] for line in lines for one in json.loads(line)["messages"] if one["text"]]
    for path in sorted(root.glob("keywords/*.json.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as file:
            yield path.stem, [text for text in strings(json.load(file)) if text]


def strings(value):
    match value:
        case str():
            yield value
        case list():
            for one in value[:500]:
                yield from strings(one)
        case dict():
            for one in value.values():
                yield from strings(one)


DATA = os.environ.get("RENKEI_EVAL_DATA", "")


@pytest.mark.skipif(not DATA, reason="RENKEI_EVAL_DATA does not name a folder with traces/ and keywords/")
def test_the_estimate_of_every_real_text_is_neither_below_the_exact_count_nor_far_above():
    for kind, texts in corpus():
        ratios = [(estimate(text) / exact(text), exact(text)) for text in texts]
        assert (kind, min(ratios)[0] >= 1) == (kind, True)
        assert (kind, max(ratio for ratio, tokens in ratios if tokens >= 10) <= 1.75) == (kind, True)


@settings(max_examples=examples(200), deadline=None)
@given(st.lists(SENTENCES, max_size=8))
def test_lines_counted_one_by_one_never_come_to_less_than_their_text(lines):
    assert sum(estimate(line + "\n") for line in lines) >= estimate("".join(line + "\n" for line in lines))


@pytest.mark.parametrize("text", ["", "\x00", "\ud800", "a" * 100_000, " " * 100_000, "\n" * 100_000, "🦊" * 10_000])
def test_any_text_has_an_estimate(text):
    assert (estimate(text) > 0) == bool(text)


@given(st.text(alphabet="ab Z9_é語\n\r\t\x1c'#.,<-", max_size=60))
def test_a_text_costs_as_much_in_lines_as_in_one_piece(text: str) -> None:
    assert _PARAGRAPH.findall(text) == [] or "".join(_PARAGRAPH.findall(text)) == text
    assert [one for part in _PARAGRAPH.findall(text) for one in _piece().findall(part)] == _piece().findall(text)


def test_the_estimate_does_not_depend_on_what_was_counted_before() -> None:
    lines = "\n".join(SAMPLES.values()) * 3
    first = estimate(lines)
    for line in lines.splitlines(keepends=True):
        estimate(line)
    assert estimate(lines) == first == int(sum(map(cost, _piece().findall(lines))) + 0.999)
