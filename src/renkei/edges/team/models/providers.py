"""Finds the model of a name.

`openai:NAME` is a model on a server with the OpenAI chat API; a name without a provider is a Claude model.
"""

from collections.abc import Callable

from renkei.edges.team.models.model import Model
from renkei.errors import BadValueError
from renkei.wording.values import quote


def _claude(name: str) -> Model:
    from renkei.edges.team.models.claude import ClaudeModel  # the SDK takes a second to import

    return ClaudeModel(name)


def _openai(name: str) -> Model:
    from renkei.edges.team.models.openai_chat import OpenAIChatModel

    return OpenAIChatModel(name)


PROVIDERS: dict[str, Callable[[str], Model]] = {"claude": _claude, "openai": _openai}
"""The function that creates the models of each provider."""


def find_model(name: str) -> Model:
    """Return the model of a name, such as `claude-sonnet-5-5` or `openai:qwen3`.

    Raises BadValueError if letters before a colon are not a provider. `qwen3:8b` is a name without a provider.
    """
    provider, colon, rest = name.partition(":")
    if provider in PROVIDERS and colon:
        return PROVIDERS[provider](rest)
    if colon and provider.isalpha():
        hint = f"Providers: {', '.join(PROVIDERS)}. For a model of Claude's API with this name, write claude:{name}."
        raise BadValueError(path="/model", got=name, problem=f"there is no provider {quote(provider)}", hint=hint)
    return PROVIDERS["claude"](name)
