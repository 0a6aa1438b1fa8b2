"""A command written as one text is read as the program and the arguments that it means."""

import pytest

from renkei.documents.command_line import arguments_of, fault_of

LINES = {
    "pytest -q tests": ["pytest", "-q", "tests"],
    "grep 'a b' file": ["grep", "a b", "file"],
    "make | tail": ["sh", "-c", "make | tail"],
    "ls *.py": ["sh", "-c", "ls *.py"],
    "CI=1 pytest": ["sh", "-c", "CI=1 pytest"],
    "'my program' -q": ["sh", "-c", "'my program' -q"],
    "echo it's": ["sh", "-c", "echo it's"],
    "": ["sh", "-c", ""],
}


@pytest.mark.parametrize(("line", "arguments"), LINES.items())
def test_a_text_is_its_words_or_a_call_of_the_shell_if_it_needs_one(line, arguments):
    assert arguments_of(line) == arguments


@pytest.mark.parametrize("command", [[], [""], [" "], ["a\0b"], ["pytest", "a\0b"]])
def test_a_command_without_a_program_or_with_a_null_byte_cannot_be_started(command):
    assert fault_of(command) == ("no command that can be started", ("pytest", "-q"))


def test_a_whole_line_as_the_program_is_answered_with_its_words():
    fault = "the first element has spaces, so it is not the name of a program"
    assert fault_of(["pytest -q"]) == (fault, ["pytest", "-q"])
    assert fault_of(["pytest -q", "a b"]) == (fault, ["pytest", "-q", "a b"])
    assert fault_of(["pytest", "a b"]) is None
