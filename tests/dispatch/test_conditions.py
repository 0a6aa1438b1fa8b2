"""A condition is refused when it is loaded, or its cost is bounded before it is evaluated."""

import resource

import pytest

from renkei.dispatch.conditions import (
    LONGEST_CONDITION,
    LOOPS,
    MOST_SUMS,
    check_condition,
    condition_names,
    holds,
    refusal,
)


@pytest.mark.parametrize("condition", ["1/0 == 1", "[1][5] == 1", "{1: 2}[3] == 1", "int(1e300) == 1", "nothing == 1"])
def test_a_condition_that_cannot_be_evaluated_does_not_hold(condition: str) -> None:
    assert holds(condition, {"severity": "critical"}) is False


ALL_LOOPS = ", ".join(LOOPS)


@pytest.mark.parametrize(
    ("condition", "problem"),
    [
        ("x" * (LONGEST_CONDITION + 1), "longer than 1000 characters"),
        ("[1].all(a, [1].map(b, [1].exists (c, true)))", f"more than 2 loops ({ALL_LOOPS})"),
        ("[1].all(a, [1].all(b, a == b))", f"a loop inside a loop ({ALL_LOOPS})"),
        ("[1].all(a, [1]. // hidden\nall(b, a == b))", f"a loop inside a loop ({ALL_LOOPS})"),
        ("[1].all(a, [1].map(b, b) == [')'] && r'\\' == '(')", f"a loop inside a loop ({ALL_LOOPS})"),
        ("[1].existsOne(a, [1].filter(b, true) == [])", f"a loop inside a loop ({ALL_LOOPS})"),
        ("a" + " + a" * (MOST_SUMS + 1) + " == 'x'", "more than 10 uses of `+`"),
        ("a.matches('x') && a.matches('y') && a.matches('z')", "more than 2 uses of `matches`"),
        ("a.all(x, x.matches('y'))", "`matches` inside a loop"),
        ("a.matches(b)", "`matches` needs a pattern in quotes of at most 100 characters"),
        ("a.matches('b' + 'c')", "`matches` needs a pattern in quotes of at most 100 characters"),
        (f"a.matches('{'x' * 100}')", "`matches` needs a pattern in quotes of at most 100 characters"),
        (r"a.matches('\\w{100}')", "a pattern with a counted repetition such as {3}, or with a character code"),
        (r"a.matches('\\w\x7b100}')", "a pattern with a counted repetition such as {3}, or with a character code"),
    ],
)
def test_a_condition_that_could_take_long_is_rejected(condition: str, problem: str) -> None:
    assert check_condition(condition) == problem
    assert holds(condition, {}) is False


@pytest.mark.parametrize("condition", ["(", "1 +", "(" * 400, "[" * 400 + "]" * 400])
def test_a_condition_that_cannot_be_parsed_is_rejected_in_one_line(condition: str) -> None:
    problem = check_condition(condition)
    assert problem
    assert "Syntax error" in problem
    assert "\n" not in problem


@pytest.mark.parametrize(
    "condition",
    [
        "x" * LONGEST_CONDITION,
        "[1].all(a, a > 0) && [2].exists(b, b > 1)",
        "severity == 'x.all(a, b.all(c, d.all(e, f)))'",
        "a.matches('^src/[a-z]+') && matches(b, r'\\.py$')",
        "a + b == 'ab'",
    ],
)
def test_one_within_the_limits_is_accepted(condition: str) -> None:
    assert check_condition(condition) is None


def test_its_variables_are_named_without_those_of_its_loops() -> None:
    found = condition_names("agents.exists(one, one == author) && severity == 'x' && [1].map( two , two)")
    assert sorted(found) == ["agents", "author", "severity"]


@pytest.mark.parametrize(
    ("condition", "items", "refused"),
    [
        ("paths.exists(one, one.startsWith('src/'))", 800, False),
        ("paths.filter(one, one.startsWith('src/')).size() > 1", 800, False),
        ("paths.all(one, paths == paths)", 20_000, True),
        ("paths.map(one, paths).size() == 1", 300, True),
    ],
)
def test_the_size_of_its_variables_decides_whether_it_is_evaluated(condition: str, items: int, refused: bool) -> None:
    assert (refusal(condition, {"paths": ["src/renkei"] * items}) is not None) is refused


WORST = [
    "a.all(x, " + " && ".join(["a == a"] * 30) + ")",
    "a.all(x, " + " && ".join(["x in a"] * 30) + ")",
    "a.map(x, a).size() > 0",
    "a.map(x, [a, a, a, a]).size() > 0",
    "a.map(x, {'k': a}).filter(y, y == y).size() > 0",
    "a.filter(x, true).filter(x, x == x).size() > 0",
    "a.map(x, s + s + s + s).size() > 0",
    "s + s + s + s + s + s + s + s + s + s + s == s",
    "a.exists_one(x, s.contains(s))",
    " && ".join(["s.contains(t)"] * 50),
    " && ".join(["a == a"] * 90),
    r"s.matches('" + r"\\pL" * 24 + "')",
]


@pytest.mark.parametrize("condition", WORST)
def test_what_is_evaluated_takes_less_than_a_tenth_of_a_second(condition: str) -> None:
    assert check_condition(condition) is None

    def variables(items: int) -> dict[str, object]:
        return {"a": ["x" * 20] * items, "s": "a" * (items * 100), "t": "a" * (items * 50) + "b"}

    most = max(2**power for power in range(18) if refusal(condition, variables(2**power)) is None)
    given = variables(most)
    times = []
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_SELF).ru_utime
        holds(condition, given)
        times.append(resource.getrusage(resource.RUSAGE_SELF).ru_utime - before)
    assert min(times) < 0.1
