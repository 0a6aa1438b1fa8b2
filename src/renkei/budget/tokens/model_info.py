"""Figures of current language models: the context window and the smallest cached prefix, both in tokens.

Every figure is from the provider's documentation and names its page, as read on 2026-11-20. Unconfirmed figures are
omitted, and so are models without any. Claude models since Opus 4.7 count about 30 % more tokens for the same text than
earlier ones (see the page of Haiku 5.5): calibrate the estimate for them.
"""

import re

from renkei.immutable.frozen import frozen

_CLAUDE = "https://platform.claude.com/docs/en"
_WINDOWS = f"{_CLAUDE}/build-with-claude/context-windows"
_CACHING = f"{_CLAUDE}/build-with-claude/prompt-caching#cache-limitations"
_OPENAI = "https://developers.openai.com/api/docs"
_OPENAI_CACHING = f"{_OPENAI}/guides/prompt-caching"
_DATE = re.compile(r"-\d{8}$|-\d{4}-\d{2}-\d{2}$")


@frozen
class Figure:
    """A number of tokens and the page that states it."""

    tokens: int
    source: str


@frozen
class ModelInfo:
    """A model's context window and smallest cached prefix; None if undocumented."""

    context_window: Figure
    smallest_cacheable: Figure | None = None


def _claude(window: int, cacheable: int, page: str = "") -> ModelInfo:
    pages = (f"{_CLAUDE}/models/{page}/overview",) * 2 if page else (_WINDOWS, _CACHING)
    return ModelInfo(Figure(window, pages[0]), Figure(cacheable, pages[1]))


def _openai(window: int, page: str, cacheable: int = 0) -> ModelInfo:
    smallest = Figure(cacheable, _OPENAI_CACHING) if cacheable else None
    return ModelInfo(Figure(window, f"{_OPENAI}/{page}"), smallest)


MODELS: dict[str, ModelInfo] = {
    "claude-haiku-5-5": _claude(1_000_000, 512, "haiku-5-5"),
    "claude-sonnet-5-5": _claude(1_000_000, 512, "sonnet-5-5"),
    "claude-opus-5-5": _claude(1_000_000, 512, "opus-5-5"),
    "claude-fable-5-1": _claude(1_000_000, 512),
    "claude-mythos-5-1": _claude(1_000_000, 512),
    "claude-fable-5": _claude(1_000_000, 512),
    "claude-mythos-5": _claude(1_000_000, 512),
    "claude-opus-5": _claude(1_000_000, 512),
    "claude-sonnet-5": _claude(1_000_000, 1024),
    "claude-opus-4-8": _claude(1_000_000, 1024),
    "claude-opus-4-7": _claude(1_000_000, 2048),
    "claude-opus-4-6": _claude(1_000_000, 4096),
    "claude-sonnet-4-6": _claude(1_000_000, 1024),
    "claude-opus-4-5": _claude(200_000, 4096),
    "claude-sonnet-4-5": _claude(200_000, 1024),
    "claude-haiku-4-5": _claude(200_000, 4096),
    "gpt-6-astra": _openai(1_050_000, "models", 1024),
    "gpt-5.6-sol": _openai(1_050_000, "models", 1024),
    "gpt-5.6-terra": _openai(1_050_000, "models", 1024),
    "gpt-5.6-luna": _openai(1_050_000, "models", 1024),
    "gpt-5.5": _openai(1_050_000, "models/gpt-5.5"),
    "gpt-5.4-mini": _openai(400_000, "models/gpt-5.4-mini"),
    "gpt-5-mini": _openai(400_000, "models/gpt-5-mini"),
}
"""Models by name without date. Before GPT-5.6 the smallest cached prefix depends on a request's settings."""


def model_info(model: str) -> ModelInfo | None:
    """Return the figures of a model by its name, with or without a date; None for an unknown model."""
    return MODELS.get(_DATE.sub("", model))
