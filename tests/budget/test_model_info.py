"""What is known of models is data, each figure with its source."""

import pytest

from renkei.budget.tokens.model_info import MODELS, model_info


def figures():
    for known in MODELS.values():
        yield known.context_window
        if known.smallest_cacheable is not None:
            yield known.smallest_cacheable


def test_every_figure_names_a_page_of_the_provider():
    for figure in figures():
        assert figure.source.startswith(("https://platform.claude.com/docs/", "https://developers.openai.com/"))


@pytest.mark.parametrize("date", ["", "-20251001", "-2025-08-07"])
def test_each_model_is_found_with_or_without_its_date(date):
    assert {name: model_info(name + date) for name in MODELS} == MODELS


@pytest.mark.parametrize("name", ["a-model-of-mine", "claude-haiku-4", "claude-haiku-4-5-preview", "gpt-5-mini-2025"])
def test_of_an_unknown_model_nothing_is_known(name):
    assert model_info(name) is None
