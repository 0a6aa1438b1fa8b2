"""TOML is edited as text: only the table that is meant changes, and a text that cannot be edited is refused."""

import tomllib

import pytest

from renkei.documents.source import SourceError
from renkei.edges.coding_agents.toml_text import inline, insert, read, remove

SERVER = {"command": "py", "args": ["-m", "renkei"], "env": {"A.B": 'say "ü"\n'}, "required": True, "timeout": 5}

THEIRS = """# mine
model = "o9"  # the best

[mcp_servers.other]
command = "x"
text = '''
[mcp_servers.renkei]
'''

# about hooks
[[hooks.Stop]]
"""


@pytest.mark.parametrize("text", ["", "a = 1\n", THEIRS, THEIRS.replace("\n", "\r\n")])
def test_what_is_added_and_removed_again_leaves_the_text_as_it_was(text: str) -> None:
    after, made = insert(text, "/mcp_servers/renkei", SERVER)
    assert made == ""
    assert after.startswith(text)
    assert read(after)["mcp_servers"]["renkei"] == SERVER
    assert remove(after, ("mcp_servers", "renkei")) == text


def test_what_stands_around_a_table_stays() -> None:
    after, _ = insert("a = 1", "/mcp_servers/renkei", {"command": "py"})
    after += "\n# next\n[mcp_servers.renkei.env]\nA = 'b'\n\n# last\n[x]\n"
    assert remove(after, ("mcp_servers", "renkei")) == "a = 1\n\n# next\n\n# last\n[x]\n"


def test_a_table_that_is_not_there_is_removed_already() -> None:
    assert remove(THEIRS, ("mcp_servers", "renkei")) == THEIRS
    assert remove(THEIRS, ("others", "renkei")) == THEIRS


@pytest.mark.parametrize(
    "text", ["mcp_servers = {}\n", "mcp_servers = 5\n", "[[mcp_servers]]\n", "[mcp_servers.renkei]\n"]
)
def test_a_table_that_cannot_be_added_is_refused(text: str) -> None:
    with pytest.raises(SourceError, match="cannot be added"):
        insert(text, "/mcp_servers/renkei", SERVER)


@pytest.mark.parametrize("text", ["mcp_servers = { renkei = { a = 1 } }\n", "[mcp_servers]\nrenkei.command = 'x'\n"])
def test_a_table_without_a_header_is_not_removed(text: str) -> None:
    with pytest.raises(SourceError, match="own header"):
        remove(text, ("mcp_servers", "renkei"))


@pytest.mark.parametrize(("text", "place"), [("a = \n", (1, 5)), ("a = 1\n[", (2, 2)), ("x" * 9, (1, 10))])
def test_a_fault_is_located(text: str, place: tuple[int, int]) -> None:
    with pytest.raises(SourceError) as caught:
        read(text)
    found = caught.value.problem
    assert found.code == "SYNTAX"
    assert (found.line, found.column) == place


def test_a_text_that_is_too_deep_is_a_fault() -> None:
    with pytest.raises(SourceError, match="not TOML"):
        read("a = " + "[" * 5000)


def test_a_value_on_one_line_is_read_as_it_was() -> None:
    values = {"/<flags>/config.toml:stop:0:0": {"trusted": "sha256:0"}, "list": [{"a b": [1, 2.5, False]}, "\\ $'\t"]}
    assert tomllib.loads(f"x = {inline(values)}") == {"x": values}
