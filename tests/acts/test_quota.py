"""The quota of a project: a limit that is not given keeps its value, and `none` removes it."""

from typing import Any

import pytest

from act_doors import by_chat, by_cli, by_http, by_library, by_view
from renkei import Project
from renkei.errors import BadValueError
from team import small_team

DOORS = {"library": by_library, "http": by_http, "chat": by_chat, "cli": by_cli}


def limits(project: Project) -> tuple[int | None, int | None]:
    return project.state.quota.turns, project.state.quota.tokens


@pytest.mark.parametrize("door", DOORS)
def test_a_limit_that_is_not_given_keeps_its_value(door: str, tmp_path: Any) -> None:
    with small_team(tmp_path / ".renkei") as project:
        project.set_quota(turns=50, tokens=9000)
        assert DOORS[door](project, "human", "set_quota", {"turns": 60}) is None
        assert limits(project) == (60, 9000)
        assert DOORS[door](project, "human", "set_quota", {"tokens": "none"}) is None
        assert limits(project) == (60, None)
        assert DOORS[door](project, "human", "set_quota", {}) == "BAD_VALUE"
        assert limits(project) == (60, None)


def test_without_a_limit_the_refusal_shows_the_quota() -> None:
    with small_team() as project:
        project.set_quota(turns=50)
        with pytest.raises(BadValueError, match="The quota is now: 50 turns, unlimited tokens") as error:
            project.set_quota()
        assert error.value.hint == "Give one or both; `none` removes a limit."


def test_a_form_shows_both_limits_so_that_an_empty_field_removes_one() -> None:
    with small_team() as project:
        project.set_quota(turns=40, tokens=9000)
        assert by_view(project, "human", "set_quota", {"turns": "50", "tokens": ""}) is None
        assert limits(project) == (50, None)
