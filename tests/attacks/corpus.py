"""Hostile inputs: what is put in, through which door, and the codes with which it is refused.

A case without codes is neutralised: it is taken, or refused with any error of ours, within the limits. `small` inputs
have to be dealt with in a tenth of a second of CPU.
"""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

M = 10**6
Text = bytes | str


@dataclass(frozen=True)
class Case:
    """One attack. `make` builds the input, so that listing the corpus costs nothing."""

    door: str
    name: str
    make: Callable[[], Text]
    codes: tuple[str, ...] = ()


def _texts(door: str, rows: dict[str, tuple[str | None, Text]]) -> Iterator[Case]:
    for name, (code, text) in rows.items():
        yield Case(door, name, lambda text=text: text, (code,) if code else ())  # type: ignore[misc]


MESSAGE = {
    "id": "m-1",
    "type": "FREEFORM",
    "from": "ann",
    "to": "bob",
    "timestamp": "2026-01-05T09:00:00Z",
    "priority": "normal",
    "context_summary": "",
    "payload": {"intent_hint": "FREEFORM", "body": "x", "requires_response": False, "urgency": "normal"},
}
CONTRACT = {
    "id": "T-1",
    "delegator": "lead",
    "assignee": "ann",
    "created_at": "2026-01-05T09:00:00Z",
    "inputs": {"description": "x"},
    "expected_output": {"format": "code"},
    "acceptance_criteria": [{"criterion": "it works"}],
}
BOARD = {"project_name": "x", "goal": "x", "current_phase": "x", "agents": [{"id": "ann", "role": "r"}]}
RULE = {"event": "e", "trigger": {"field": "/goal"}, "auto_actions": [{"notify": {"filter": "agent"}}]}
DELIVERY = {"tiers": []}
SCENARIO = {"name": "x", "agents": [{"id": "ann"}], "steps": []}
DOCUMENTS: dict[str, object] = {
    "message": MESSAGE,
    "project_state": BOARD,
    "task_contract": CONTRACT,
    "events": [RULE],
    "context_delivery": DELIVERY,
    "scenario": SCENARIO,
}

DEEP = "[" * 5000
BOMB = "a: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n"

YAML: dict[str, tuple[str | None, Text]] = {
    "billion laughs": ("ALIAS", BOMB),
    "recursive alias": ("ALIAS", "&a [*a]"),
    "alias as a key": ("ALIAS", "a: &a x\n*a : 1"),
    "merge key with an alias": ("ALIAS", "a: &a {b: 1}\nc: {<<: *a}"),
    "object tag": ("TAG", "!!python/object/apply:os.system [true]"),
    "binary tag": ("TAG", "!!binary aGk="),
    "set tag": ("TAG", "!!set {a, b}"),
    "own tag": ("TAG", "!mine x"),
    "tag directive": ("TAG", "%TAG ! tag:x,2000:\n---\n!a b"),
    "deep flow lists": ("TOO_DEEP", DEEP),
    "deep block lists": ("TOO_DEEP", "- " * 5000),
    "deep mappings": ("TOO_DEEP", "{a: " * 5000),
    "deep complex keys": ("SYNTAX", "? " * 5000),
    "deep indentation": ("TOO_DEEP", "".join(" " * depth + "a:\n" for depth in range(300))),
    "duplicate key": ("DUPLICATE_KEY", "a: 1\na: 2"),
    "duplicate key, quoted": ("DUPLICATE_KEY", "a: 1\n'a': 2"),
    "duplicate key, escaped": ("DUPLICATE_KEY", 'a: 1\n"\\x61": 2'),
    "list as a key": ("SYNTAX", "[a]: 1"),
    "mapping as a key": ("SYNTAX", "{a: 1}: 1"),
    "long key": ("TOO_LARGE", "? " + "a" * 2000 + "\n: 1"),
    "huge integer": ("NUMBER_TOO_LARGE", "9" * 50_000),
    "huge hexadecimal": ("NUMBER_TOO_LARGE", "0x" + "f" * 50_000),
    "huge octal": ("NUMBER_TOO_LARGE", "0o" + "7" * 50_000),
    "huge negative": ("NUMBER_TOO_LARGE", "-" + "9" * 50_000),
    "integer beyond 2^53": ("NUMBER_TOO_LARGE", str(2**53)),
    "huge exponent": ("NOT_A_NUMBER", "1e999999999"),
    "infinity": ("NOT_A_NUMBER", ".inf"),
    "not a number": ("NOT_A_NUMBER", ".nan"),
    "NUL": ("SYNTAX", "a: \0"),
    "NUL, escaped": (None, 'a: "\\0"'),
    "control character": ("SYNTAX", "a: \x07"),
    "escape sequence": ("SYNTAX", "a: \x1b[31m"),
    "lone surrogate, raw": ("NOT_UTF8", b"a: \xed\xa0\x80"),
    "lone surrogate, escaped": ("SYNTAX", '"\\ud800"'),
    "beyond Unicode": ("SYNTAX", '"\\U7fffffff"'),
    "invalid UTF-8": ("NOT_UTF8", b"a: \xff"),
    "overlong UTF-8": ("NOT_UTF8", b"a: \xc0\x80"),
    "cut UTF-8": ("NOT_UTF8", b"a: \xe2\x80"),
    "UTF-16": ("NOT_UTF8", "a: 1".encode("utf-16")),
    "UTF-16, no BOM": ("SYNTAX", "a: 1".encode("utf-16-le")),
    "UTF-32": ("NOT_UTF8", "a: 1".encode("utf-32")),
    "one BOM": (None, b"\xef\xbb\xbfa: 1"),
    "two BOMs": (None, b"\xef\xbb\xbf\xef\xbb\xbfa: 1"),
    "only a BOM": ("EMPTY", b"\xef\xbb\xbf"),
    "nothing": ("EMPTY", b""),
    "only spaces": ("EMPTY", b" " * 50_000),
    "only comments": ("EMPTY", "#\n" * 5000),
    "line separators": (None, "a: x\u2028b: y\u0085c: z"),
    "open quote": ("SYNTAX", '"' + "a\n\n" * 5000),
    "unclosed list": ("SYNTAX", "[a, b"),
    "tab": ("SYNTAX", "a:\n\tb: 1"),
    "version of YAML": ("SYNTAX", "%YAML 99999999999999999999.1\n--- a"),
    "indentation of a block": ("SYNTAX", "a: |9999999999\n x"),
    "many documents": ("TOO_LARGE", "---\n" * 20_000),
    "scalar": ("UNKNOWN_KIND", "x"),
    "null": ("UNKNOWN_KIND", "~"),
}
JSON: dict[str, tuple[str | None, Text]] = {
    "deep lists": ("TOO_DEEP", DEEP),
    "deep objects": ("TOO_DEEP", '{"a":' * 5000),
    "deep mixed": ("TOO_DEEP", '[{"a":' * 5000),
    "closed deep lists": ("TOO_DEEP", "[" * 5000 + "]" * 5000),
    "duplicate key": ("DUPLICATE_KEY", '{"a": 1, "a": 2}'),
    "duplicate key, escaped": ("DUPLICATE_KEY", '{"a": 1, "\\u0061": 2}'),
    "long key": ("TOO_LARGE", '{"' + "a" * 50_000 + '": 1}'),
    "huge integer": ("NUMBER_TOO_LARGE", "[" + "9" * 50_000 + "]"),
    "huge negative": ("NUMBER_TOO_LARGE", "[-" + "9" * 50_000 + "]"),
    "integer beyond 2^53": ("NUMBER_TOO_LARGE", f"[{2**53}]"),
    "huge exponent": ("NOT_A_NUMBER", "[1e999999]"),
    "NaN": ("SYNTAX", "[NaN]"),
    "Infinity": ("SYNTAX", "[Infinity]"),
    "leading zero": ("SYNTAX", "[01]"),
    "plus": ("SYNTAX", "[+1]"),
    "hexadecimal": ("SYNTAX", "[0x10]"),
    "only minus": ("SYNTAX", "[" + "-" * 50_000),
    "NUL": ("SYNTAX", '["\0"]'),
    "raw control character": ("SYNTAX", '["\x07"]'),
    "lone surrogate, escaped": ("SYNTAX", '["\\ud800"]'),
    "lone surrogate as a key": ("SYNTAX", '{"\\ud800": 1}'),
    "surrogates in the wrong order": ("SYNTAX", '["\\udc00\\ud800"]'),
    "lone surrogate, raw": ("NOT_UTF8", b'["\xed\xa0\x80"]'),
    "invalid UTF-8": ("NOT_UTF8", b'["\xff"]'),
    "overlong UTF-8": ("NOT_UTF8", b'["\xc0\x80"]'),
    "UTF-16": ("NOT_UTF8", '{"a": 1}'.encode("utf-16")),
    "two BOMs": ("SYNTAX", b"\xef\xbb\xbf\xef\xbb\xbf{}"),
    "BOM before an invalid byte": ("NOT_UTF8", b"\xef\xbb\xbf\x00\x80"),
    "bad escape": ("SYNTAX", '["\\x41"]'),
    "cut escape": ("SYNTAX", '["\\u00"]'),
    "many escapes": ("SYNTAX", '["' + "\\" * 50_001),
    "open string": ("SYNTAX", '["' + "a" * 50_000),
    "trailing comma": ("SYNTAX", "[1,]"),
    "comments": ("SYNTAX", "[1 /* x */]"),
    "single quotes": ("SYNTAX", "{'a': 1}"),
    "no quotes": ("SYNTAX", "{a: 1}"),
    "mismatched": ("SYNTAX", "[1}"),
    "two documents": ("SYNTAX", "{} {}"),
    "unclosed": ("SYNTAX", "[" * 59),
    "prototype": ("UNKNOWN_KIND", '{"__proto__": {"a": 1}, "constructor": 1, "__class__": 2}'),
    "no-break space": ("SYNTAX", "[\u00a01]"),
}
LARGE: dict[str, tuple[str | None, Callable[[], Text]]] = {
    "a million items, YAML": ("TOO_LARGE", lambda: "- 1\n" * M),
    "a million items in flow, YAML": ("TOO_LARGE", lambda: "a: [" + "1," * M + "]"),
    "a million keys, YAML": ("TOO_LARGE", lambda: "".join(f"k{number}: 1\n" for number in range(M))),
    "a million documents, YAML": ("TOO_LARGE", lambda: "--- 1\n" * M),
    "a million items, JSON": ("TOO_LARGE", lambda: "[" + "1," * M + "1]"),
    "a million empty lists, JSON": ("TOO_LARGE", lambda: "[" + "[]," * M + "1]"),
    "a million keys, JSON": ("TOO_LARGE", lambda: "{" + ",".join(f'"{number}": 1' for number in range(M)) + "}"),
    "more bytes than are read": ("TOO_LARGE", lambda: b"a" * (17 * M)),
    "a digit 15 MB long": ("NUMBER_TOO_LARGE", lambda: b"1" * (15 * M)),
    "a string 15 MB long": (None, lambda: b'"' + b"a" * (15 * M) + b'"'),
    "blank lines": ("EMPTY", lambda: b"\n" * (15 * M)),
    "a control character at the end": ("SYNTAX", lambda: b"a\n" * (5 * M) + b"\x01"),
    "an invalid byte at the end": ("NOT_UTF8", lambda: b"\n" * (15 * M) + b"\xff"),
    "backslashes": ("SYNTAX", lambda: b'["' + b"\\" * (15 * M)),
    "braces on lines": (None, lambda: b"{\n" * M),
    "many tag directives": (
        None,
        lambda: b"".join(b"%%TAG !e%d! tag:x\n" % number for number in range(5000)) + b"--- a",
    ),
}

STRINGS: dict[str, str] = {
    "empty": "",
    "spaces": "   ",
    "NUL": "a\0b",
    "newline": "a\nb",
    "carriage return": "a\rb",
    "escape sequence": "\x1b[2J",
    "right to left": "\u202egnp.exe",
    "zero width": "a\u200bb",
    "line separator": "a\u2028b",
    "lone surrogate": "\ud800",
    "not a character": "\uffff",
    "byte order mark": "\ufeffann",
    "combining": "a" + "\u0301" * 2000,
    "long": "a" * 100_000,
    "path": "../../../etc/passwd",
    "absolute path": "/etc/passwd",
    "dot": ".",
    "dots": "..",
    "tilde": "~root",
    "wildcard": "*",
    "option": "--help",
    "dash": "-",
    "markup": "<script>alert(1)</script>",
    "rich markup": "[red]a[/red][/x]",
    "template": "{0.__class__.__init__.__globals__}",
    "percent": "%s%n%d",
    "shell": "$(id);`id`|id",
    "SQL": "'; DROP TABLE records; --",
    "quotes": "\"'\"'",
    "backslashes": "\\" * 5000,
    "tag characters": "a\U000e0041",
    "variation selector": "a\ufe0f",
    "hangul filler": "\u3164",
    "digits of another script": "\u0661\u0662",
    "ligature": "\ufb03",
}
TIMES: dict[str, str] = {
    "year 0": "0000-01-01T00:00:00Z",
    "year 9999": "9999-12-31T23:59:59.999999999Z",
    "year 10000": "10000-01-01T00:00:00Z",
    "year 9999 west": "9999-12-31T23:59:59-23:59",
    "year 1 east": "0001-01-01T00:00:00+23:59",
    "leap second": "2026-06-30T23:59:60Z",
    "hour 24": "2026-01-05T24:00:00Z",
    "day 30 of February": "2026-02-30T09:00:00Z",
    "offset of 99 hours": "2026-01-05T09:00:00+99:99",
    "no offset": "2026-01-05T09:00:00",
    "only a date": "2026-01-05",
    "seconds since 1970": "1767603600",
    "negative year": "-2026-01-05T09:00:00Z",
    "digits of another script": "２０２６-01-05T09:00:00Z",
    "ten fractional digits": "2026-01-05T09:00:00.1234567890Z",
    "a fraction without end": "2026-01-05T09:00:00." + "1" * 50_000 + "Z",
    "week date": "2026-W01-1T09:00:00Z",
    "comma": "2026-01-05T09:00:00,5Z",
    "spaces": " 2026-01-05T09:00:00Z ",
    "newline": "2026-01-05T09:00:00Z\n",
    "words": "tomorrow",
}
CONDITIONS: dict[str, tuple[str | None, str]] = {
    "two loops": ("BAD_CONDITION", "[1, 2].all(x, [1, 2].all(y, x == y))"),
    "three loops": ("BAD_CONDITION", "[1].all(x, [1].all(y, [1].all(z, true)))"),
    "two loops, hidden": ("BAD_CONDITION", "[1].// c\nall(x, [1]. all /**/ (y, true))"),
    "copies in a loop": ("BAD_CONDITION", "[1].map(x, [1].map(y, [x, y]))"),
    "deep lists": ("BAD_CONDITION", "[" * 400 + "]" * 400),
    "deep parentheses": ("BAD_CONDITION", "(" * 400 + "1" + ")" * 400),
    "deep ternaries": ("BAD_CONDITION", "true ? " * 100 + "1" + " : 1" * 100),
    "deep negation": (None, "!" * 900 + "true"),
    "deep minus": (None, "-" * 900 + "1 == 1"),
    "long": ("BAD_CONDITION", "true || " * 200 + "true"),
    "sums": ("BAD_CONDITION", "new" + " + new" * 100 + " == ''"),
    "free pattern": ("BAD_CONDITION", "new.matches(old)"),
    "counted pattern": ("BAD_CONDITION", "new.matches('(a{1000}){1000}')"),
    "joined pattern": ("BAD_CONDITION", "new.matches('(a+' + ')+')"),
    "not CEL": ("BAD_CONDITION", "import os; os.system('id')"),
    "dunder": ("UNKNOWN_NAME", "__import__ == 'os'"),
    "attribute": (None, "new.__class__.__mro__ == []"),
    "NUL": ("BAD_CONDITION", "new == \0"),
    "open string": ("BAD_CONDITION", "new == 'a"),
    "empty": ("BAD_CONDITION", ""),
    "huge integer": ("BAD_CONDITION", "1 == " + "9" * 500),
    "huge exponent": ("BAD_CONDITION", "1.0 == 1e999"),
    "lone surrogate": ("BAD_CONDITION", "new == '\\ud800'"),
    "division by zero": (None, "1 / 0 == 1"),
    "overflow": (None, "9223372036854775807 + 1 == 0"),
    "year 9999": (None, "timestamp('9999-12-31T23:59:59Z') + duration('9999999h') == timestamp(new)"),
    "index beyond": (None, "[1][9223372036854775807] == 1"),
}
SCHEMAS: dict[str, tuple[object, object]] = {
    "nested repetition": ({"pattern": "^(a+)+$"}, "a" * 5000 + "!"),
    "nested alternatives": ({"pattern": "^(a|aa)+$"}, "a" * 5000 + "!"),
    "chained repetition": ({"pattern": "a*a*a*a*a*a*b"}, "a" * 5000),
    "back-reference": ({"pattern": r"(a*)\1b"}, "a" * 5000),
    "looking ahead": ({"pattern": "(?=a*)*b"}, "a"),
    "counted": ({"pattern": "((a{100}){100}){100}"}, "a"),
    "broken pattern": ({"pattern": "("}, "a"),
    "long pattern": ({"pattern": "a" * 50_000}, "a"),
    "names that repeat": ({"patternProperties": {"^(a+)+$": {}}}, {"a" * 1000 + "!": 1}),
    "names that chain": ({"patternProperties": {"a*a*a*a*b": {}}, "additionalProperties": False}, {"a" * 1000: 1}),
    "names, not evaluated": ({"patternProperties": {"(a+)+b": {}}, "unevaluatedProperties": False}, {"a" * 1000: 1}),
    "reference to itself": ({"$ref": "#"}, 1),
    "references in a ring": (
        {"$defs": {"a": {"$ref": "#/$defs/b"}, "b": {"$ref": "#/$defs/a"}}, "$ref": "#/$defs/a"},
        1,
    ),
    "references that double": (
        {
            "$defs": {str(n): {"allOf": [{"$ref": f"#/$defs/{n + 1}"}] * 2} for n in range(30)} | {"30": {}},
            "$ref": "#/$defs/0",
        },
        1,
    ),
    "references that double, dynamic": (
        {
            "$defs": {str(n): {"allOf": [{"$dynamicRef": f"#/$defs/{n + 1}"}] * 2} for n in range(30)} | {"30": {}},
            "$ref": "#/$defs/0",
        },
        1,
    ),
    "reference to a file": ({"$ref": "file:///etc/passwd"}, 1),
    "reference to a host": ({"$ref": "http://127.0.0.1:1/schema"}, 1),
    "reference to nothing": ({"$ref": "#/$defs/none"}, 1),
    "broken pointer": ({"$ref": "#/~9"}, 1),
    "dialect of a host": ({"$schema": "http://127.0.0.1:1/schema", "type": "string"}, 1),
    "equal items": ({"uniqueItems": True}, [{"a": number} for number in range(3000)]),
    "many faults": ({"items": {"type": "string"}}, list(range(20_000))),
    "list": ([], 1),
    "true": (True, 1),
    "false": (False, 1),
    "text": ("x", 1),
    "wrong type": ({"type": "nothing"}, 1),
    "multiple of nothing": ({"multipleOf": 0}, 1),
    "multiple of little": ({"multipleOf": 1e-308}, 1e308),
    "huge minimum": ({"minLength": 2**53 - 1}, "a"),
    "deep": (json.loads('{"not":' * 55 + "{}" + "}" * 55), 1),
}
QUERIES = ['"', '" OR "', "AND", "OR OR OR", "NOT", "NEAR(", "a NEAR/9999 b", "*", "a*", "^a", "terms:a", "id:*", "()"]
QUERIES += ["(((((", "-a", "a -b", "{a b}:c", '"a" + "b"', "a\0b", "'", "';--", "\ud800", " ".join("abcdefgh" * 300)]
QUERIES += ["a" * 50_000, "漢" * 20_000, "ß" * 1000, "\u0301" * 1000, "🙂" * 1000, "", " ", "\n", "%", "_", "\\"]
POINTERS = ["", "/", "//", "a", "/~", "/~2", "/~01", "/" * 5000, "/agents", "/agents/", "/agents/*/status"]
POINTERS += ["/agents/../goal", "/agents/ann", "/agents/ann/status/x", "/agents/ann/__class__", "/__class__", "#/goal"]
POINTERS += ["/goal\0", "/goal\n", "/goal/0", "/agents/0/status", "/" + "a" * 100_000, "/agents/ann/artifacts/x/y/z"]
POINTERS += [
    "/\ud800",
    "/changelog/0",
    "/updated_at",
    "/-",
    "/blockers/-",
    "/%2e%2e",
    "/agents/ann/id",
    "/agents/\ufb03/status",
]
LINES: dict[str, tuple[str | None, Text]] = {
    "nothing": (None, b""),
    "not JSON": (None, b"x\n"),
    "deep": (None, b'{"seq":' + b"[" * 100_000 + b"\n"),
    "deep conversation": (None, b'{"id":' + b"[" * 100_000 + b"\n"),
    "huge integer": (None, b'{"seq":' + b"9" * 50_000 + b"}\n"),
    "later format": (None, b'{"seq":1,"format":999}\n'),
    "format as a text": (None, b'{"seq":1,"format":"x"}\n'),
    "format missing": (None, b'{"seq":1}\n'),
    "format negative": (None, b'{"seq":1,"format":-1}\n'),
    "list": (None, b"[]\n"),
    "record as a list": (None, b'{"seq":[]}\n'),
    "NUL": (None, b'{"seq":\0}\n'),
    "lone surrogate": (None, b'{"seq":1,"id":"\\ud800"}\n'),
    "id with a path": (None, b'{"id":"../x","messages":[{"id":1,"from":"a","to":["*"],"text":"x"}]}\n'),
    "id with dots": (None, b'{"id":"..","messages":[{"id":1,"from":"a","to":["*"],"text":"x"}]}\n'),
    "absolute id": (None, b'{"id":"/tmp/x","messages":[{"id":1,"from":"a","to":["*"],"text":"x"}]}\n'),
    "id with NUL": (None, b'{"id":"a\\u0000","messages":[{"id":1,"from":"a","to":["*"],"text":"x"}]}\n'),
    "long id": (None, b'{"id":"' + b"a" * 300 + b'","messages":[{"id":1,"from":"a","to":["*"],"text":"x"}]}\n'),
    "same id twice": (None, b'{"id":"a","messages":[{"id":1,"from":"a","to":["*"],"text":"x"}]}\n' * 2),
    "nobody": (None, b'{"id":"a","messages":[{"id":1,"from":"","to":[],"text":"x"}]}\n'),
    "invalid UTF-8": (None, b'{"id":"\xff"}\n'),
    "UTF-16": (None, '{"id":"a"}\n'.encode("utf-16")),
}


def _with(value: object, path: tuple[str | int, ...], new: object) -> object:
    if not path:
        return new
    copy = dict(value) if isinstance(value, dict) else list(value)  # type: ignore[call-overload]
    copy[path[0]] = _with(copy[path[0]] if not isinstance(copy, dict) or path[0] in copy else {}, path[1:], new)
    return copy


def _documents() -> Iterator[Case]:
    """Every nasty string and time in the places of documents where ids, texts and times stand."""
    places: dict[str, tuple[str | int, ...]] = {
        "message id": ("message", "id"),
        "message recipient": ("message", "to"),
        "contract id": ("task_contract", "id"),
        "contract format": ("task_contract", "expected_output", "format"),
        "agent": ("project_state", "agents", 0, "id"),
        "rule event": ("events", 0, "event"),
        "rule trigger": ("events", 0, "trigger", "field"),
    }
    for place, (kind, *path) in places.items():
        for name, text in STRINGS.items():
            value = _with({kind: DOCUMENTS[str(kind)]}, (kind, *path), text)
            yield Case("validate", f"{place}: {name}", lambda value=value: json.dumps(value))  # type: ignore[misc]
    for name, text in TIMES.items():
        for kind, field in (("message", "timestamp"), ("message", "reply_by"), ("task_contract", "created_at")):
            value = {kind: {**DOCUMENTS[kind], field: text}}  # type: ignore[dict-item]
            yield Case("validate", f"{kind} {field}: {name}", lambda value=value: json.dumps(value))  # type: ignore[misc]
    nasty = {
        "deep": json.loads("[" * 50 + "]" * 50),
        "list": [],
        "number": 2**53 - 1,
        "null": None,
        "huge": ["x"] * 20_000,
    }
    for kind, document in DOCUMENTS.items():
        for name, new in nasty.items():
            yield Case("validate", f"{kind} is {name}", lambda k=kind, n=new: json.dumps({k: n}))  # type: ignore[misc]
            if isinstance(document, dict):
                many = {kind: {**document, "extensions": new, "unknown": new}}
                yield Case("validate", f"{kind} with {name}", lambda m=many: json.dumps(m))  # type: ignore[misc]


def cases() -> Iterator[Case]:
    """Yield the whole corpus."""
    yield from _texts("yaml", YAML)
    yield from _texts("json", JSON)
    yield from _texts("load", {f"YAML, {name}": row for name, row in YAML.items()})
    yield from (Case("large", name, make, (code,) if code else ()) for name, (code, make) in LARGE.items())
    yield from _texts("condition", CONDITIONS)
    yield from _texts("import", LINES)
    yield from _documents()
    for name, pair in SCHEMAS.items():
        yield Case("schema", name, lambda pair=pair: json.dumps(pair))  # type: ignore[misc]
    for number, query in enumerate(QUERIES):
        yield Case("search", f"{number} {query[:12]!a}", lambda query=query: query)  # type: ignore[misc]
    for number, pointer in enumerate(POINTERS):
        yield Case("pointer", f"{number} {pointer[:20]!a}", lambda pointer=pointer: pointer)  # type: ignore[misc]
    for name, text in STRINGS.items():
        for door in ("send", "turn", "board", "argument", "snapshot", "blob"):
            yield Case(door, name, lambda text=text: text)  # type: ignore[misc]
    for name, row in JSON.items():
        for door in ("parse_message", "record", "snapshot"):
            yield Case(door, f"JSON, {name}", lambda row=row: row[1])  # type: ignore[misc]
