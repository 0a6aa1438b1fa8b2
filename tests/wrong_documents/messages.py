"""Messages in YAML, hand-overs with the terms of a contract, and files that are no documents at all."""

from wrong_documents import Case

MESSAGE = """\
type: FREEFORM
id: m-1
from: ann
to: bob
priority: low
timestamp: 2026-01-05T09:00:00Z
context_summary: the port
payload:
  intent_hint: FREEFORM
  body: it is 8080
  requires_response: false
  urgency: low
"""

HANDOFF = """\
type: TASK_HANDOFF
id: m-2
from: ann
to: bob
priority: low
timestamp: 2026-01-05T09:00:00Z
context_summary: the form
payload:
  task_description: Build it
  input_artifacts: []
  expected_output: {format: code, success_criteria: [works]}
  constraints: []
  authority_scope: names
  fallback_on_failure: say so
extensions:
  task_contract:
    id: TC-1
    inputs: {description: Build it}
    expected_output: {format: code}
    acceptance_criteria:
      - {criterion: works}
"""

# fmt: off
CASES: list[Case] = [
    ("m.yaml", MESSAGE, 'FREEFORM\nid', 'FREEFROM\nid', "NOT_ONE_OF 1:7", "'FREEFORM'"),
    ("m.yaml", MESSAGE, 'type', 'tpye', "MISSING_FIELD 1:1", 'Write `type` instead of `tpye`.'),
    ("m.yaml", MESSAGE, 'priority: low\n', '', "MISSING_FIELD 1:1", '`renkei send` fills it in;'),
    ("m.yaml", MESSAGE, 'type: FREEFORM\n', '', "MISSING_FIELD 1:1", 'Add `type`.'),
    ("m.yaml", MESSAGE, 'id: m-1', 'id: m 1', "BAD_FORMAT 2:5", 'An id has 1 to 128 visible'),
    ("m.yaml", MESSAGE, 'id: m-1', 'id: 12', "WRONG_TYPE 2:5", 'Write it in quotes: "12".'),
    ("m.yaml", MESSAGE, 'id: m-1', 'id:', "WRONG_TYPE 2:4", 'Unique id. Sending the same'),
    ("m.yaml", MESSAGE, 'to: bob', 'to: []', "TOO_FEW 4:5", 'Recipients: ids of agents, humans'),
    ("m.yaml", MESSAGE, 'to: bob', 'too: bob', "UNKNOWN_FIELD 4:1", "'to'"),
    ("m.yaml", MESSAGE, 'to: bob', 'to: bob: ann', "SYNTAX 4:8", 'Look for a missing quote, colon'),
    ("m.yaml", MESSAGE, 'to: bob', 'to: [bob, 5]', "WRONG_TYPE 4:11", 'Write it in quotes: "5".'),
    ("m.yaml", MESSAGE, 'low\nt', 'hgih\nt', "NOT_ONE_OF 5:11", "'high'"),
    ("m.yaml", MESSAGE, 'low\nt', 'LOW\nt', "NOT_ONE_OF 5:11", "'low'"),
    ("m.yaml", MESSAGE, '2026-01-05T09:00:00Z', 'yesterday', "BAD_FORMAT 6:12", 'Write a time as'),
    ("m.yaml", MESSAGE, '2026-01-05T09:00:00Z', '2026-01-05', "BAD_FORMAT 6:12", 'Write a time as'),
    ("m.yaml", MESSAGE, '2026-01-05', '2026-13-05', "BAD_FORMAT 6:12", 'Write a time as'),
    ("m.yaml", MESSAGE, '09:00:00Z', '09:00:00', "BAD_FORMAT 6:12", 'Write a time as'),
    ("m.yaml", MESSAGE, 'payload:',
     'payload: x\nextensions:', "WRONG_TYPE 8:10", 'Write its fields as `name: value`.'),
    ("m.yaml", MESSAGE, 'body:', 'bdoy:', "UNKNOWN_FIELD 10:3", "'body'"),
    ("m.yaml", MESSAGE, 'body: it is 8080', 'body: 8080', "WRONG_TYPE 10:9", 'Write it in quotes: "8080".'),
    ("m.yaml", MESSAGE, 'body: it is 8080', 'body: [a]', "WRONG_TYPE 10:9", 'The text.'),
    ("m.yaml", MESSAGE, 'false', 'no', "WRONG_TYPE 11:22", 'Write false, without quotes.'),
    ("m.yaml", MESSAGE, 'false', '"true"', "WRONG_TYPE 11:22", 'Write true, without quotes.'),
    ("m.yaml", MESSAGE, 'false', 'maybe', "WRONG_TYPE 11:22", 'Write true or false, without'),
    ("m.yaml", MESSAGE, 'low\n', 'urgent\n', "NOT_ONE_OF 5:11", 'Allowed: blocking, high, normal,'),
    ("m.yaml", MESSAGE, '  body', '\tbody', "SYNTAX 10:1", 'Indent with spaces, not tabs.'),
    ("m.yaml", MESSAGE, 'body: it', "body: 'it", "SYNTAX 10:9", 'Close the quote that begins here.'),
    ("m.yaml", MESSAGE, '  body: it is 8080',
     '  body: it is: 8080', "SYNTAX 10:14", 'Look for a missing quote, colon'),
    ("m.yaml", MESSAGE, 'ann\n', '*a\n', "ALIAS 3:7", 'Repeat the value instead.'),
    ("m.yaml", MESSAGE, 'id: m-1', 'id: !!python/object:os.system m-1', "TAG 2:5", 'Remove the tag.'),
    ("m.yaml", MESSAGE, 'id: m-1', 'id: m-1\nid: m-2', "DUPLICATE_KEY 3:1", 'Keep one of them'),
    ("m.yaml", MESSAGE, 'the port', 'the\x07port', "SYNTAX 7:21", 'Remove the control character.'),
    ("m.yaml", MESSAGE, '  body', ' body', "SYNTAX 10:2", 'Look for a missing quote, colon'),
    ("m.yaml", MESSAGE, 'payload', 'payload: {}\npayload', "DUPLICATE_KEY 9:1", 'Keep one of them'),
    ("m.yaml", MESSAGE, MESSAGE, '', "EMPTY 1:1", 'Write a document into it.'),
    ("m.yaml", MESSAGE, MESSAGE, '# only a comment\n', "EMPTY 1:1", 'Write a document into it.'),
    ("m.yaml", MESSAGE, MESSAGE, 'hello', "UNKNOWN_KIND 1:1", 'Begin with one of `message:`,'),
    ("m.yaml", MESSAGE, MESSAGE, '- a\n- b\n', "UNKNOWN_KIND 1:1", 'Begin with one of `message:`,'),
    ("m.yaml", MESSAGE, MESSAGE, '42', "UNKNOWN_KIND 1:1", 'Begin with one of `message:`,'),
    ("m.yaml", MESSAGE, MESSAGE,
     '- {role: user, content: hi}\n', "UNKNOWN_KIND 1:1", 'Write each on a line of its own'),
    ("m.yaml", MESSAGE, MESSAGE, '{}', "UNKNOWN_KIND 1:1", 'Begin with one of `message:`,'),
    ("m.yaml", MESSAGE, 'type', 'message:\n  type: x\ntype', "UNKNOWN_FIELD 1:1", "'timestamp'"),
    ("m.yaml", MESSAGE, 'low\nt', 'low\nreply_by: soon\nt', "BAD_FORMAT 6:11", 'Write a time as'),
    ("m.yaml", MESSAGE, 'low\nt', 'low\nprotocol: 7\nt', "NOT_ONE_OF 6:11", 'Allowed: 1.0.'),
    ("m.yaml", MESSAGE, 'low\nt', 'low\nexpected_response_type: [FREEFROM]\nt', "NOT_ONE_OF 6:26", "'FREEFORM'"),
    ("m.yaml", MESSAGE, 'low\nt',
     'low\nrelated_state_refs: [{type: descision, id: D-1}]\nt', "NOT_ONE_OF 6:29", "'decision'"),
    ("m.yaml", MESSAGE, MESSAGE, b'type: FREEFORM\nid: \xff\n', "NOT_UTF8 2:5", 'Save the file as UTF-8.'),
    ("m.yaml", MESSAGE, MESSAGE, b'\x89PNG\r\n\x1a\n\x00\x00', "NOT_UTF8 1:1", 'Save the file as UTF-8.'),
    ("m.yaml", MESSAGE, MESSAGE, b'\xff\xfet\x00y\x00p\x00e\x00', "NOT_UTF8 1:1", 'Save the file as UTF-8.'),
    ("m.yaml", MESSAGE,
     'the port',
     '[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[',
     "TOO_DEEP 7:77", 'Flatten the document.'),
    ("m.yaml", MESSAGE, 'it is 8080', '99999999999999999999', "NUMBER_TOO_LARGE 10:9", 'Quote it if it is an id.'),
    ("h.yaml", HANDOFF, 'inputs: {', 'inputs: {descr: x, ', "UNKNOWN_FIELD 18:14", "'description'"),
    ("h.yaml", HANDOFF, 'id: TC-1', 'id: T C', "BAD_FORMAT 17:9", 'An id has 1 to 128 visible'),
    ("h.yaml", HANDOFF, '[works]', 'works', "WRONG_TYPE 11:53", 'Write a list: ["works"].'),
    ("h.yaml", HANDOFF, '{criterion: works}',
     '{criterion: works, command: [true]}', "WRONG_TYPE 21:38", 'Write it in quotes: "true".'),
    ("h.yaml", HANDOFF, '{criterion: works}',
     '{criterion: works, command: []}', "BAD_COMMAND 21:37", 'Write a program and its'),
    ("h.yaml", HANDOFF, '      - {criterion: works}', '      []', "TOO_FEW 21:7", 'Conditions for counting as done.'),
    ("h.yaml", HANDOFF, '    expected_output',
     '    priority: hgih\n    expected_output', "NOT_ONE_OF 19:15", "'high'"),
    ("h.yaml", HANDOFF, 'task_contract:\n',
     'task_contract: 5\n  x:\n', "WRONG_TYPE 16:18", 'The terms of the contract.'),
    ("h.yaml", HANDOFF, '    id: TC-1', '    delegatr: ann', "UNKNOWN_FIELD 17:5", "'delegator'"),
    ("h.yaml", HANDOFF, 'input_artifacts: []', 'input_artifacts: api', "WRONG_TYPE 10:20", 'Write a list: ["api"].'),
    ("h.yaml", HANDOFF, 'task_description: Build it\n', '', "SYNTAX 10:3", 'Look for a missing quote, colon'),
]
# fmt: on
