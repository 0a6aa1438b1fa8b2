"""The file with a person's consents."""

import json
from pathlib import Path

import pytest

from renkei.immutable.replacing import replace
from renkei.store.settings.consents import Consents, Wanted

WANTED = Wanted("command", "p-1", "ann", "sh a.sh b.sh", "/work", {"a.sh": "1", "b.sh": "1"})


@pytest.fixture
def consents(tmp_path: Path) -> Consents:
    return Consents(tmp_path / "consents.json")


def test_scripts_are_compared_with_those_that_were_allowed_last(consents: Consents) -> None:
    assert consents.changed_scripts(WANTED) == []
    consents.allow(WANTED)
    assert consents.changed_scripts(WANTED) == []
    later = replace(WANTED, scripts={"a.sh": "2", "c.sh": "1"})
    assert consents.changed_scripts(later) == ["a.sh", "b.sh", "c.sh"]
    consents.allow(later)
    assert consents.changed_scripts(WANTED) == ["a.sh", "b.sh", "c.sh"]
    assert consents.changed_scripts(later) == []


@pytest.mark.parametrize("field", ["project", "author", "what", "directory", "network"])
def test_another_command_was_not_allowed_before(consents: Consents, field: str) -> None:
    consents.allow(WANTED)
    assert consents.changed_scripts(replace(WANTED, scripts={}, **{field: "other"})) == []


@pytest.mark.parametrize("scripts", [None, ["a.sh"], "a.sh"])
def test_a_damaged_entry_was_not_allowed(consents: Consents, scripts: object) -> None:
    consents.path.write_text(json.dumps({"allowed": {"x": WANTED.as_dict() | {"scripts": scripts}}}))
    assert consents.changed_scripts(WANTED) == []
    assert not consents.is_allowed(WANTED)
