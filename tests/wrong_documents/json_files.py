"""JSON and JSON Lines."""

import json

from wrong_documents import Case

JSON = """\
{
  "type": "FREEFORM",
  "id": "m-1",
  "from": "ann",
  "to": ["bob"],
  "priority": "low",
  "timestamp": "2026-01-05T09:00:00Z",
  "context_summary": "the port",
  "payload": {"intent_hint": "", "body": "it is 8080", "requires_response": false, "urgency": "low"}
}
"""

LINES = "\n".join(json.dumps(json.loads(JSON) | {"id": id_}) for id_ in ("m-1", "m-2")) + "\n"

# fmt: off
CASES: list[Case] = [
    ("m.json", JSON, '"type"', 'type', "SYNTAX 2:3", 'Look for a missing quote, comma'),
    ("m.json", JSON, '"type"', "'type'", "SYNTAX 2:3", 'Put strings in double quotes.'),
    ("m.json", JSON, '"urgency": "low"}', '"urgency": "low",}', "SYNTAX 9:101", 'Look for an extra or missing'),
    ("m.json", JSON, '"m-1",', '"m-1"', "SYNTAX 4:3", 'Look for a missing comma or quote.'),
    ("m.json", JSON, '"m-1"', '"m-1', "SYNTAX 3:9", 'Close the quote that begins here.'),
    ("m.json", JSON, 'false', 'False', "SYNTAX 9:77", 'Write false.'),
    ("m.json", JSON, 'false', 'None', "SYNTAX 9:77", 'Write null.'),
    ("m.json", JSON, '["bob"]', '[bob]', "SYNTAX 5:10", 'Look for a missing quote, comma'),
    ("m.json", JSON, '{\n', '// c\n{\n', "SYNTAX 1:1", 'JSON has no comments.'),
    ("m.json", JSON, JSON, "[" + JSON.strip() + "]", "UNKNOWN_KIND 1:1", 'Write each on a line of its own'),
    ("m.json", JSON, JSON, JSON * 2, "SYNTAX 11:1", 'Put one document per file, or one'),
    ("m.json", JSON, JSON, '{"a": NaN}', "SYNTAX 1:7", 'JSON has no NaN or Infinity: use'),
    ("m.json", JSON, JSON, '', "EMPTY 1:1", 'Write a document into it.'),
    ("m.json", JSON, JSON, '{', "SYNTAX 1:2", 'Close what is open with }'),
    ("m.json", JSON, '"id"', '"id": "x", "id"', "DUPLICATE_KEY 3:14", 'Keep one of them'),
    ("m.json", JSON, '"m-1"', '"\\x41"', "SYNTAX 3:9", 'Write \\" \\\\ \\n \\t, or \\u and four'),
    ("m.json", JSON, '"m-1"', '"a\tb"', "SYNTAX 3:9", 'Write a tab in a string as \\t.'),
    ("m.json", JSON, '"m-1"', '12345678901234567890', "NUMBER_TOO_LARGE 3:9", 'Quote it if it is an id.'),
    ("m.json", JSON, 'false', 'fales', "SYNTAX 9:77", 'Look for a missing quote, comma'),
    ("m.jsonl", LINES, '\n', '\nnot json\n', "SYNTAX 2:1", 'Look for a missing quote, comma'),
    ("m.jsonl", LINES, 'm-2', 'm 2', "BAD_FORMAT 2:28", 'An id has 1 to 128 visible'),
    ("m.jsonl", LINES, '\n', ',\n', "SYNTAX 1:251", 'Put one document per file, or one'),
    ("m.jsonl", LINES, '"ann"', '7', "WRONG_TYPE 1:43", 'Write it in quotes: "7".'),
    ("m.jsonl", LINES, '\n', '\n[]\n', "UNKNOWN_KIND 2:1", 'Begin with one of `message:`,'),
]
# fmt: on
