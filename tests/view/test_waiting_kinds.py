"""Every kind of thing that waits has what the screen, the status and both languages need."""

from importlib.resources import files
from typing import get_args

import pytest

from renkei.edges.cli.status.triage import FOR_HUMANS
from renkei.edges.view.screens.waiting import DETAILS
from renkei.edges.view.words import words_in
from renkei.engine.views.waiting.entry import Kind
from renkei.texts.catalogue import LOCALES

TEMPLATES = files("renkei.edges.view") / "templates" / "waiting"


@pytest.mark.parametrize("kind", get_args(Kind))
def test_a_kind_has_a_row_in_every_table_a_template_and_words(kind: Kind) -> None:
    assert kind in DETAILS
    assert kind in FOR_HUMANS
    assert (TEMPLATES / f"{kind}.html").is_file()
    for locale in LOCALES:
        say = words_in(locale)
        assert say(f"waiting.kind.{kind}")
        assert say(f"waiting.without.{kind}")
