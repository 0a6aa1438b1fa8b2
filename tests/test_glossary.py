"""Holds names to docs/glossary.md: modules, classes, functions, fields and options use none of the words to avoid."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
GLOSSARY = ROOT / "docs" / "glossary.md"
SOURCES = sorted((ROOT / "src" / "renkei").rglob("*.py"))

EXCEPTIONS = {
    "_client": "the HTTP library's word for what sends requests",
    "WaitingClient": "the HTTP library's word for what sends requests",
    "_sign_in_again": "the word of servers for giving credentials",
    "history": "the option with the word that people use of a chat",
    "board_lock": "a lock of the operating system on a file",
    "calibration_lock": "a lock of the operating system on a file",
    "people_lock": "a lock of the operating system on a file",
    "tokens_lock": "a lock of the operating system on a file",
    "machine_keys_lock": "a lock of the operating system on a file",
    "sign": "signs a record with a private key",
    "writer_lock": "a lock of the operating system on a file",
    "WriterLock": "a lock of the operating system on a file",
    "file_lock": "a lock of the operating system on a file",
    "try_lock": "takes a lock of the operating system on a file",
    "_renew_locks": "locks between threads",
    "Run": "a run of a criterion's command, an operating system process",
    "run": "runs a criterion's command, an operating system process",
    "mode": "what ACP calls a way in which a coding agent works, such as read-only",
    "modes": "those of a coding agent",
    "socket_mode": "Slack's name for messages over a WebSocket",
    "run_criteria": "runs the commands of criteria, each an operating system process",
    "_print_runs": "prints how the commands of criteria ended",
    "RunLimits": "limits of an operating system process",
    "stop": "what coding agents call the end of a session's work, as in their stop hooks",
    "host": "the address at which a server listens, as command lines call it",
    "offset": "the first line that the tool read_file returns, as coding agents call it",
    "dry-run": "shows what a command would do, as command lines call it",
    "Connection": "settings that connect a program for a directory, for all its sessions",
    "connections": "settings that connect a program for a directory, for all its sessions",
    "find_connection": "settings that connect a program for a directory, for all its sessions",
    "save_connections": "settings that connect a program for a directory, for all its sessions",
    "connection_made": "the method of asyncio.Protocol",
    "connection_lost": "the method of asyncio.Protocol",
    "digest": "SHA-256 of a value of a settings file, or of a token: not of a message's content",
    "waits_in_stop": "waits in the hook that programs call stop",
    "ChildProcess": "an operating system process",
    "kill": "ends an operating system process with SIGKILL",
    "digests": "SHA-256 of hooks, as Codex trusts them",
    "digest_of": "SHA-256 of a value of a settings file",
    "sign_in": "a person signs in to a web page",
    "SignIn": "a person signs in to a web page",
    "SignInNeededError": "a person signs in to a web page",
    "user": "somebody in a chat, by the chat's own id: a participant or a guest",
    "user_of": "the user of a chat that stands for a participant",
    "Digests": "a digest of a channel counts the messages that the channel does not show",
    "digest_minutes": "a digest of a channel counts the messages that the channel does not show",
    "digest-minutes": "a digest of a channel counts the messages that the channel does not show",
    "users_of": "the ids that a participant has in a chat",
    "_channels_and_users": "those to whom a post goes, by the chat's own ids",
    "runs": "a bridge runs, in an operating system process",
    "run_bridges": "runs bridges in an operating system process",
    "MailboxOptions": "options of a chat that consists of mailboxes",
    "MailboxChat": "a chat that consists of mailboxes",
    "MailboxFile": "what a bridge keeps of mailboxes that are not renkei's",
    "mailbox_file": "what a bridge keeps of mailboxes that are not renkei's",
    "move": "takes a project to another location",
    "_move_to_stream": "takes a project to another location",
    "_move_to_directory": "takes a project to another location",
    "_run": "runs SQL statements, or the callbacks of a fork",
}
"""Names that contain a word to avoid and are right all the same, each with the reason."""


def rows() -> Iterator[tuple[str, str]]:
    """Yield each term with the words to avoid."""
    for line in GLOSSARY.read_text(encoding="utf-8").splitlines():
        cells = [cell.strip() for cell in line.removeprefix("|").removesuffix("|").split("|")]
        if line.startswith("| ") and cells[0] != "word":
            assert len(cells) == 3, line
            yield cells[0], cells[2]


@cache
def words_to_avoid() -> dict[str, str]:
    """Return the words to avoid, each with the term to use; a phrase of several words concerns prose alone."""
    found = {word: term for term, words in rows() for word in words.split(", ") if re.fullmatch(r"\w+", word)}
    plurals = {f"{word}s": term for word, term in found.items()}
    singulars = {word.removesuffix("s"): term for word, term in found.items() if not word.endswith("ss")}
    return plurals | singulars | found


def words_of(name: str) -> list[str]:
    """Split snake_case and CamelCase into words."""
    return [word.lower() for word in re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)]


def refused(name: str) -> list[str]:
    """Return what is wrong with a name."""
    words = [word for word in words_of(name) if word in words_to_avoid() and name not in EXCEPTIONS]
    return [f"{name}: say {words_to_avoid()[word]!r}, not {word!r}" for word in words]


def options_in(call: ast.Call) -> Iterator[str]:
    """Yield the options that a call of click declares."""
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
    for one in call.args if name.lower() == "option" else ():
        if isinstance(one, ast.Constant) and isinstance(one.value, str) and one.value.startswith("-"):
            yield one.value.lstrip("-")


def fields_in(node: ast.ClassDef) -> Iterator[str]:
    """Yield the annotated fields of a class."""
    for one in node.body:
        if isinstance(one, ast.AnnAssign) and isinstance(one.target, ast.Name):
            yield one.target.id


def names_in(path: Path) -> Iterator[str]:
    """Yield the names that a module gives."""
    yield path.parent.name if path.stem == "__init__" else path.stem
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef):
            yield node.name
        elif isinstance(node, ast.ClassDef):
            yield node.name
            yield from fields_in(node)
        elif isinstance(node, ast.Call):
            yield from options_in(node)


@pytest.fixture(scope="module")
def names() -> list[tuple[str, str]]:
    """Return each name of the source with the path of its module."""
    return [(path.relative_to(ROOT / "src").as_posix(), name) for path in SOURCES for name in names_in(path)]


def test_no_name_uses_a_word_that_the_glossary_avoids(names: list[tuple[str, str]]) -> None:
    assert [f"{path}: {problem}" for path, name in names for problem in refused(name)] == []


def test_every_exception_is_needed(names: list[tuple[str, str]]) -> None:
    used = {name for _, name in names}
    for name in EXCEPTIONS:
        assert name in used
        assert set(words_of(name)) & set(words_to_avoid())


def test_a_word_has_one_row_and_no_term_is_to_be_avoided() -> None:
    terms = [term for term, _ in rows()]
    assert len(terms) == len(set(terms))
    assert {word for term in terms for word in re.split(r",? ", term)} & set(words_to_avoid()) == set()


def test_identifiers_are_split_into_words() -> None:
    assert words_of("SqliteLog") == ["sqlite", "log"]
    assert words_of("_close_HTTPLetter2") == ["close", "http", "letter"]
    assert refused("unread_messages") == []
    assert refused("unread_letters") == ["unread_letters: say 'message', not 'letters'"]
    assert refused("UnreadLetter") == ["UnreadLetter: say 'message', not 'letter'"]
