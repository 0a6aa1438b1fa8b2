"""The base of all errors, and the errors of documents, providers and installations."""

import json
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, ClassVar

from renkei.wording.problem import Problem
from renkei.wording.values import count, fill


class RenkeiError(Exception):
    """Base of all errors: `details` holds the values behind `message` and `hint`; each is also an attribute."""

    code: ClassVar[str] = "ERROR"
    template: ClassVar[str] = "{text}"
    hint_template: ClassVar[str] = ""
    retryable: ClassVar[bool] = False

    def __init__(self, **details: Any) -> None:
        self.details: Mapping[str, Any] = details
        for name, value in details.items():
            setattr(self, name, value)
        self.message = fill(self.template, details)
        self.hint = fill(self.hint_template, details)
        super().__init__(f"{self.message} {self.hint}".strip())

    def __reduce__(self) -> tuple[Any, ...]:
        return partial(type(self), **self.details), ()

    def as_dict(self) -> dict[str, Any]:
        """Return the error as JSON data: code, message, hint, retryable, details."""
        plain = {name: getattr(self, name) for name in ("code", "message", "hint", "retryable")}
        return plain | {"details": json.loads(json.dumps(dict(self.details), default=str))}


class DocumentError(RenkeiError):
    """A document is not valid; `problems` lists each fault, `source` names the document."""

    code = "INVALID_DOCUMENT"
    template = "{problem}{others}"

    def __init__(self, source: str, problems: Sequence[Problem]) -> None:
        self.problems = tuple(problems)
        first = next(
            (one for one in self.problems if one.code != "MISSING_FIELD"), self.problems[0]
        )  # a slip says more
        more = len(self.problems) - 1
        others = f" (and {count(more, 'more problem')})" if more else ""
        super().__init__(source=source, problem=first.located(source), others=others)
        self.details = {"source": source, "problems": [problem.as_dict() for problem in self.problems]}
        self.hint = first.hint
        if self.hint:
            self.args = (f"{self.message}. {self.hint}",)

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.details["source"], self.problems)


class ProviderError(RenkeiError):
    """The provider of a language model cannot be reached, or refused the request."""

    code = "PROVIDER"
    template = "Cannot count tokens for {model!r}: {reason}."
    hint_template = "Set ANTHROPIC_API_KEY, check the model name, or omit --model: the estimate needs no key."
    retryable = True


class ExtraMissingError(RenkeiError):
    """An optional dependency of renkei is not installed."""

    code = "EXTRA_MISSING"
    template = "{what} needs the package {package!r}, which is not installed."
    hint_template = "Install it: python -m pip install 'renkei[{extra}]'"


class TokenRefusedError(RenkeiError):
    """A token names no participant. The reason is withheld: it would tell a stranger which tokens exist."""

    code = "TOKEN_REFUSED"
    template = "The token is not valid."
    hint_template = (
        "Send `Authorization: Bearer TOKEN`. Who runs the project makes one: `renkei token create --for ID`."
    )
