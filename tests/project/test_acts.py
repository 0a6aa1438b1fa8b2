"""The methods of acts, as an interactive session shows them."""

import inspect

import pytest

import renkei
from renkei.acts.table import ACTS
from renkei.project.caller import Caller
from team import small_team


def test_dir_lists_every_act() -> None:
    with small_team() as project:
        assert ACTS.keys() <= set(dir(project)) & set(dir(Caller(project, "ann")))
        assert {"state", "accept", "turn"} <= set(dir(project))


def test_a_method_has_the_signature_and_the_help_of_its_act() -> None:
    with small_team() as project:
        accept = project.accept
        assert str(inspect.signature(accept)).startswith("(contract: str, reason: str = '', *, actor: str = 'human')")
        assert str(inspect.signature(project.set_quota)).startswith("(turns: ")
        assert accept.__name__ == "accept"
        assert inspect.getdoc(accept) == (
            f"{ACTS['accept'].description}\n\ncontract: Id of the contract.\nreason: Why."
        )
        assert all(inspect.signature(getattr(project, name)) for name in ACTS)


@pytest.mark.parametrize(("name", "meant"), [("acept", "'accept'"), ("find_contrct", "'find_contract'")])
def test_a_misspelt_act_is_refused_with_the_one_that_is_meant(name: str, meant: str) -> None:
    with small_team() as project, pytest.raises(AttributeError, match=f"{name!r}. Did you mean: {meant}") as error:
        getattr(project, name)
    assert error.value.name == name


def test_a_name_that_resembles_nothing_is_refused_without_a_suggestion() -> None:
    with small_team() as project, pytest.raises(AttributeError, match=r"no attribute 'qqqqqq'$"):
        getattr(project, "qqqqqq")  # noqa: B009 (mypy knows that there is none)
    assert not hasattr(renkei.create(":memory:", name="x"), "_accept")
