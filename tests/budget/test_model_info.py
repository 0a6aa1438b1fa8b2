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


def test_a_prefix_that_is_cached_fits_its_window_many_times():
    for known in MODELS.values():
        if known.smallest_cacheable is not None:
            assert known.smallest_cacheable.tokens * 20 < known.context_window.tokens


@pytest.mark.parametrize("name", ["claude-haiku-4-5", "claude-haiku-4-5-20251001", "gpt-5-mini-2025-08-07"])
def test_a_model_is_found_with_or_without_its_date(name):
    assert model_info(name) is not None


def test_of_an_unknown_model_nothing_is_known():
    assert model_info("a-model-of-mine") is None
