"""Exact token counts and summaries by Claude models. Only this module imports the anthropic SDK, and only when used."""

import sqlite3
from contextlib import closing
from pathlib import Path

from renkei.budget.context.message_text import SUMMARY_LIMIT, full
from renkei.budget.context.view import Summarize
from renkei.budget.tokens.estimate import Counter
from renkei.errors import ProviderError
from renkei.log.atomic_write import delete_links
from renkei.log.forks import no_fork
from renkei.project.running.secrets import claude_secret
from renkei.protocol.content_hash import content_hash
from renkei.protocol.messages import AnyMessage

CACHE = "summaries.db"
"""The file of cached summaries by model and message; it may be deleted at any time."""

INSTRUCTION = (
    "Summarize this message of a team of agents for a colleague, in at most two sentences and in its own language. "
    "Keep every id, number, path, URL and name exactly. Answer with the summary alone."
)


def model_counter(model: str) -> Counter:
    """Return a function that counts tokens by a request to the provider; it raises ProviderError."""
    import anthropic

    def count(text: str) -> int:
        try:
            client = anthropic.Anthropic(**claude_secret(), max_retries=1, timeout=10)
            answer = client.messages.count_tokens(model=model, messages=[{"role": "user", "content": text}])
        except (anthropic.AnthropicError, TypeError) as error:
            raise ProviderError(model=model, reason=str(error).splitlines()[0]) from error
        return int(answer.input_tokens)

    return count


def model_summaries(model: str, directory: Path) -> Summarize:
    """Return a function that lets a model summarize messages, and caches the summaries in `directory`.

    It returns None if the request fails or the answer is empty; the message's own text is then shortened.
    """

    def summarize(message: AnyMessage) -> str | None:
        name = f"{model} {message.id} {content_hash(message)}"
        text = _kept(directory, name)
        if not text and (text := _ask(model, message)):
            _keep(directory, name, text)
        return text or None

    return summarize


def _kept(directory: Path, name: str) -> str:
    with no_fork(), closing(_cache(directory)) as cache:
        rows = cache.execute("SELECT text FROM summaries WHERE name = ?", (name,)).fetchall()
    return str(rows[0][0]) if rows else ""


def _keep(directory: Path, name: str, text: str) -> None:
    with no_fork(), closing(_cache(directory)) as cache:
        cache.execute("INSERT OR REPLACE INTO summaries VALUES (?, ?)", (name, text))


def _cache(directory: Path) -> sqlite3.Connection:
    delete_links(directory / CACHE)
    cache = sqlite3.connect(directory / CACHE, isolation_level=None)
    cache.execute("CREATE TABLE IF NOT EXISTS summaries (name TEXT PRIMARY KEY, text TEXT NOT NULL)")
    return cache


def _ask(model: str, message: AnyMessage) -> str:
    import anthropic

    try:
        client = anthropic.Anthropic(**claude_secret(), max_retries=1, timeout=30)
        content = f"{INSTRUCTION}\n\n<message>\n{full(message, 'en')}\n</message>"
        answer = client.messages.create(model=model, max_tokens=300, messages=[{"role": "user", "content": content}])
    except (anthropic.AnthropicError, TypeError):
        return ""
    text = " ".join(block.text for block in answer.content if block.type == "text")
    return " ".join(text.split())[: 2 * SUMMARY_LIMIT]
