"""Finds the kinds of tokens in code, as a program: texts as a line of JSON from stdin, a line for each to stdout.

Lexers are regular expressions, and most of them never finish on some crafted text. So this runs in a separate process,
which ends when a text takes more seconds of CPU time than its argument says, or when nothing is asked for long. It
imports nothing of renkei, because every import delays a page.
"""

import json
import resource
import signal
import sys
from time import process_time

from pygments.lexers import get_lexer_by_name
from pygments.token import Token, _TokenType

IDLE = 300
"""Seconds without a text after which the process ends."""

CLASSES = {
    Token.Comment: "c",
    Token.Keyword: "k",
    Token.Literal.Number: "n",
    Token.Literal.String: "s",
    Token.Name.Attribute: "a",
    Token.Name.Builtin: "b",
    Token.Name.Class: "f",
    Token.Name.Decorator: "a",
    Token.Name.Function: "f",
    Token.Name.Tag: "k",
    Token.Operator.Word: "k",
}
"""The class of the style sheet for a kind of token and all kinds below it."""

Piece = tuple[str, str]
"""A class, or "", and a part of a line."""


def pieces_of(lexer: str, text: str) -> list[list[Piece]]:
    """Return the pieces of each line of a text."""
    found: list[list[Piece]] = [[]]
    for _, kind, value in get_lexer_by_name(lexer).get_tokens_unprocessed(text):
        own = _class(kind)
        first, *others = value.split("\n")
        found[-1].append((own, first))
        found += [[(own, one)] for one in others]
    return found


def _class(kind: _TokenType) -> str:
    return next((CLASSES[one] for one in reversed(kind.split()) if one in CLASSES), "")


if __name__ == "__main__":
    signal.alarm(IDLE)
    for line in sys.stdin:
        signal.alarm(0)
        for lexer, text in json.loads(line):
            resource.setrlimit(
                resource.RLIMIT_CPU, (int(process_time()) + 1 + int(sys.argv[1]), resource.RLIM_INFINITY)
            )
            print(json.dumps(pieces_of(lexer, text)), flush=True)
        signal.alarm(IDLE)
