"""What keywords cost: a task against a backlog, and a question about many texts, in Japanese and English."""

import time
from collections.abc import Callable, Iterator

from measure import Row

from renkei.budget.text.keywords import keywords, shared
from renkei.budget.text.ranking import Corpus

BACKLOG = 1000
WORDS = ["schema", "login", "token", "port", "cache", "認証", "実装", "決済", "設計", "検索"]
TASK = "認証のトークンを直す: login token expiry"


def backlog() -> list[tuple[str, bool]]:
    """Give messages, and of each whether it is about the task."""
    found = []
    for n in range(BACKLOG):
        word = WORDS[n % len(WORDS)]
        japanese = f"{word}の確認を{n}回しました。次の作業をお願いします。"
        found.append((japanese if n % 3 else f"The {word} of part {n} is done, see src/x{n}.py", word in TASK))
    return found


def least(work: Callable[[], object], times: int = 20) -> float:
    """Give the shortest time of some, in microseconds."""
    spent = []
    for _ in range(times):
        begin = time.perf_counter()
        work()
        spent.append((time.perf_counter() - begin) * 1e6)
    return min(spent)


def rows() -> Iterator[Row]:
    """Measure."""
    messages = backlog()
    task = keywords(TASK)
    found = [bool(shared(task, text)) for text, _ in messages]
    recall = sum(hit and about for hit, (_, about) in zip(found, messages, strict=True)) / sum(a for _, a in messages)
    spent = least(lambda: [shared(task, text) for text, _ in messages])
    name = f"match a task with {BACKLOG} messages, recall {recall:.2f}"
    yield Row(name, spent, 1000.0, "1 ms", "≤ 1 ms, recall 1", 1000.0 if recall == 1 else 0.0)
    corpus = Corpus()
    for text, _ in messages:
        corpus.add(text)
    corpus.scores(TASK)
    spent = least(lambda: corpus.scores(TASK))
    yield Row(f"search {BACKLOG} texts", spent, 1000.0, "1 ms", "≤ 1 ms", 1000.0)
