"""How readers look things up: the table is the same for every interface."""

from string import Formatter

import pytest

from renkei.texts.look_up import LOOK_UP, look_up


@pytest.mark.parametrize("interface", LOOK_UP)
def test_every_interface_says_how_to_look_up_everything(interface: str) -> None:
    table, default = LOOK_UP[interface], LOOK_UP["command_line"]
    assert list(table) == list(default)
    for what, text in table.items():
        needed, known = ({name for _, name, _, _ in Formatter().parse(one) if name} for one in (text, default[what]))
        assert needed <= known, what


def test_a_call_of_a_tool_keeps_its_braces() -> None:
    assert look_up("tools", "contract", id="TC-1") == 'list_work {"contract": "TC-1"}'
    assert look_up("command_line", "contract", id="TC-1") == "renkei contract show TC-1"
