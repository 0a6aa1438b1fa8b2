"""Conditions of rules: CEL expressions whose cost is bounded before they are evaluated.

Loading a rule tokenizes its conditions and rejects whatever can be slow: a loop inside a loop, repeated concatenation,
a regular expression that is not a short literal. The cost of the rest is bounded by a function of the variables; a
condition whose bound is too high for its variables is not evaluated.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any

from renkei.dispatch.variables import size_of
from renkei.immutable.frozen import frozen

LONGEST_CONDITION = 1000
MOST_LOOPS = 2
MOST_SUMS = 10
MOST_PATTERNS = 2
LONGEST_PATTERN = 100
MOST_STEPS = 20_000_000
"""Highest bound at which a condition is evaluated; this many steps take less than 100 ms (measured)."""

MOST_CHARACTERS = 1_000_000
"""Most text, in characters, that the variables of a condition may hold."""

LOOPS = ("all", "exists", "exists_one", "existsOne", "map", "filter")

# Strings, because `re` compiles them on first use: this module is imported often, but rules are rarely checked.
_LEXEME = (
    r'(?P<comment>//[^\n]*|\s+)|(?P<text>[bB]?[rR][bB]?(?:"""[\s\S]*?"""|\'\'\'[\s\S]*?\'\'\'|"[^"\n]*"|\'[^\'\n]*\')'
    r'|[bB]?(?:"""(?:\\[\s\S]|[^\\])*?"""|\'\'\'(?:\\[\s\S]|[^\\])*?\'\'\'|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'))'
    r"|(?P<name>[A-Za-z_]\w*)|(?P<number>[0-9][\w.]*)|(?P<mark>[\s\S])"
)
_RISKY_PATTERN = r"\{\s*[0-9]|\\[xXuU0-7]"


@frozen
class _Shape:
    """The features of an expression that determine its cost; `fault` is the reason to reject it, or None."""

    tokens: int
    loops: tuple[str, ...]
    bound: frozenset[str]
    fault: str | None


def check_condition(expression: str) -> str | None:
    """Return the fault of a condition, or None."""
    if len(expression) > LONGEST_CONDITION:
        return f"longer than {LONGEST_CONDITION} characters"
    try:
        _program(expression)
    except ValueError as error:
        return str(error).splitlines()[0]
    return _shape(expression).fault


def condition_names(expression: str) -> list[str]:
    """Return the variables that a condition uses, without those bound by its own loops."""
    bound = _shape(expression).bound
    return [name for name in _program(expression).variables() if name not in bound]


def is_boolean(expression: str) -> bool:
    """Return whether a condition without variables yields a boolean; unknown (true) for one with variables."""
    try:
        return isinstance(_program(expression).execute({}), bool)
    except Exception:
        return False


def refusal(expression: str, variables: Mapping[str, Any]) -> str | None:
    """Return why a condition cannot be evaluated with these variables; None when its time and memory are bounded."""
    fault = check_condition(expression)
    if fault is not None:
        return fault
    items, characters = size_of(variables)
    if characters <= MOST_CHARACTERS and _steps(_shape(expression), items, characters) <= MOST_STEPS:
        return None
    return f"too expensive for variables with {items} items and {characters} characters"


def holds(expression: str, variables: Mapping[str, Any]) -> bool:
    """Return whether a CEL condition is true; false if evaluation fails, as for a division by zero."""
    if refusal(expression, variables) is not None:
        return False
    try:
        # cel converts every variable that it receives, so pass only the variables of the condition.
        used = {name: variables[name] for name in _variables(expression) if name in variables}
        return _program(expression).execute(used) is True
    except Exception:
        return False


@lru_cache(maxsize=512)
def _program(expression: str) -> Any:
    from renkei.documents.cel_evaluator import compile_expression  # slow, and most rules have no condition

    return compile_expression(expression)


@lru_cache(maxsize=512)
def _variables(expression: str) -> tuple[str, ...]:
    return tuple(_program(expression).variables())


def _steps(shape: _Shape, items: int, characters: int) -> int:
    """Return an upper bound on the steps: every token may touch everything, in each round of a loop."""
    rounds = items + shape.tokens  # a list in the expression itself has fewer elements than tokens
    size = rounds + characters // 100
    if "map" in shape.loops:
        return shape.tokens * size * rounds**2  # `map` copies its result in every round
    return shape.tokens * size * (rounds if shape.loops else 1)


@lru_cache(maxsize=512)
def _shape(expression: str) -> _Shape:
    tokens = [
        (token.lastgroup or "", token[0]) for token in re.finditer(_LEXEME, expression) if token.lastgroup != "comment"
    ]
    calls = list(_calls(tokens))
    loops = [(start, end) for name, start, end in calls if name in LOOPS]
    bound = frozenset(tokens[start + 1][1] for start, _ in loops if tokens[start + 1][0] == "name")
    fault = next(_faults(tokens, calls, loops), None)
    return _Shape(len(tokens), tuple(name for name, *_ in calls if name in LOOPS), bound, fault)


def _calls(tokens: Sequence[tuple[str, str]]) -> Iterator[tuple[str, int, int]]:
    """Yield the name of each call with the positions of its parentheses."""
    open_: list[int] = []
    for position, (_, text) in enumerate(tokens):
        if text == "(":
            open_.append(position)
        elif text == ")" and open_:
            start = open_.pop()
            if start and tokens[start - 1][0] == "name":
                yield tokens[start - 1][1], start, position


def _faults(
    tokens: Sequence[tuple[str, str]], calls: Sequence[tuple[str, int, int]], loops: Sequence[tuple[int, int]]
) -> Iterator[str]:
    if len(loops) > MOST_LOOPS:
        yield f"more than {MOST_LOOPS} loops ({', '.join(LOOPS)})"
    if any(start < other < end for start, end in loops for other, _ in loops):
        yield f"a loop inside a loop ({', '.join(LOOPS)})"
    if sum(text == "+" for _, text in tokens) > MOST_SUMS:
        yield f"more than {MOST_SUMS} uses of `+`"
    patterns = [(start, end) for name, start, end in calls if name == "matches"]
    if len(patterns) > MOST_PATTERNS:
        yield f"more than {MOST_PATTERNS} uses of `matches`"
    for start, end in patterns:
        if any(first < start < last for first, last in loops):
            yield "`matches` inside a loop"
        before, (kind, text) = tokens[end - 2][1], tokens[end - 1]
        if kind != "text" or before not in "(," or len(text) > LONGEST_PATTERN:
            yield f"`matches` needs a pattern in quotes of at most {LONGEST_PATTERN} characters"
        if re.search(_RISKY_PATTERN, text):
            yield "a pattern with a counted repetition such as {3}, or with a character code"
