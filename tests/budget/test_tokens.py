"""The estimate of tokens is never below the exact counts of two real tokenizers for texts that teams write."""

import json
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from renkei.budget.tokens import estimate
from renkei.protocol.yaml_text import to_yaml

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
    """Give the larger of the exact counts."""
    return max(len(encoding.encode(text)) for encoding in ENCODINGS)


@pytest.mark.parametrize("name", SAMPLES)
def test_the_estimate_of_a_sample_is_not_below_the_exact_count(name):
    assert estimate(SAMPLES[name]) >= exact(SAMPLES[name])


@pytest.mark.parametrize("name", SAMPLES)
def test_the_estimate_of_each_line_of_a_sample_is_not_below_the_exact_count(name):
    short = [line for line in SAMPLES[name].splitlines(keepends=True) if estimate(line) < exact(line)]
    assert short == []


@pytest.mark.parametrize("name", SAMPLES)
def test_the_estimate_of_a_sample_is_not_out_of_proportion(name):
    assert estimate(SAMPLES[name]) <= 4 * exact(SAMPLES[name])


@pytest.mark.parametrize("pattern", ["src/**/*.py", "src/**/*.yaml", "src/**/*.json", "examples/**/*.yaml", "*.toml"])
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


@settings(max_examples=300, deadline=None)
@given(SENTENCES)
def test_the_estimate_of_any_sentence_is_not_below_the_exact_count(text):
    assert estimate(text) >= exact(text)


@settings(max_examples=200, deadline=None)
@given(st.lists(ENTRIES, min_size=1, max_size=5), st.sampled_from([None, 2]))
def test_the_estimate_of_any_yaml_or_json_is_not_below_the_exact_count(entries, indent):
    for text in (to_yaml(entries), json.dumps(entries, indent=indent, ensure_ascii=False)):
        assert estimate(text) >= exact(text)


@settings(max_examples=500, deadline=None)
@given(st.text(), st.text())
def test_more_text_never_has_a_lower_estimate(one, other):
    assert 0 <= estimate(one) <= estimate(one + other)


@settings(max_examples=200, deadline=None)
@given(st.lists(SENTENCES, max_size=8))
def test_lines_counted_one_by_one_never_come_to_less_than_their_text(lines):
    assert sum(estimate(line + "\n") for line in lines) >= estimate("".join(line + "\n" for line in lines))


@pytest.mark.parametrize("text", ["", "\x00", "\ud800", "a" * 100_000, " " * 100_000, "\n" * 100_000, "🦊" * 10_000])
def test_any_text_has_an_estimate(text):
    assert (estimate(text) > 0) == bool(text)
