"""Contracts and boards."""

from wrong_documents import Case

CONTRACT = """\
task_contract:
  id: TC-1
  delegator: lead
  priority: low
  inputs:
    description: Build it
    constraints:
      - {constraint: fast, hard: true}
  expected_output: {format: code}
  acceptance_criteria:
    - criterion: works
      command: [pytest, -q]
  authority: {must_consult: [the api]}
  failure_handling: {max_retries: 2}
  timeout: {max_steps: 9}
  depends_on: [TC-0]
  paths: [src/api/**]
"""

BOARD = """\
project_state:
  goal: Ship
  current_phase: build
  updated_at: 2026-01-05T09:00:00Z
  agents:
    - {id: ann, role: backend, status: idle, artifacts: [{ref: api, version: 2}]}
    - {id: bob, role: frontend, status: idle}
  pending_decisions:
    - {id: D-1, question: which, owner: ann, status: open}
  blockers:
    - {id: B-1, affected_agents: [ann], created_at: 2026-01-05T09:00:00Z, resolved: false}
"""

# fmt: off
CASES: list[Case] = [
    ("c.yaml", CONTRACT, 'task_contract', 'taskcontract', "UNKNOWN_KIND 1:1", "'task_contract'"),
    ("c.yaml", CONTRACT, 'task_contract', 'contract', "UNKNOWN_KIND 1:1", "'task_contract'"),
    ("c.yaml", CONTRACT, 'delegator: lead', 'delegater: lead', "UNKNOWN_FIELD 3:3", "'delegator'"),
    ("c.yaml", CONTRACT, 'inputs:', 'input:', "UNKNOWN_FIELD 5:3", "'inputs'"),
    ("c.yaml", CONTRACT, 'description: Build it', 'desc: Build it', "UNKNOWN_FIELD 6:5", "'description'"),
    ("c.yaml", CONTRACT, 'hard: true', 'hard: yes', "WRONG_TYPE 8:34", 'Write true, without quotes.'),
    ("c.yaml", CONTRACT, '{constraint: fast, hard: true}',
     'fast', "WRONG_TYPE 8:9", 'Write its fields as `name: value`.'),
    ("c.yaml", CONTRACT, '{format: code}', 'code', "WRONG_TYPE 9:20", 'The result that it should produce.'),
    ("c.yaml", CONTRACT, 'format', 'fromat', "UNKNOWN_FIELD 9:21", "'format'"),
    ("c.yaml", CONTRACT, '    - criterion: works\n      command: [pytest, -q]\n',
     '', "WRONG_TYPE 10:23", 'Conditions for counting as done.'),
    ("c.yaml", CONTRACT, '- criterion: works\n      command: [pytest, -q]',
     '[]', "TOO_FEW 11:5", 'Conditions for counting as done.'),
    ("c.yaml", CONTRACT, 'criterion: works', 'criteria: works', "UNKNOWN_FIELD 11:7", "'criterion'"),
    ("c.yaml", CONTRACT, '[pytest, -q]', 'pytest -q', "WRONG_TYPE 12:16", 'Write a list: ["pytest", "-q"].'),
    ("c.yaml", CONTRACT, '[pytest, -q]',
     "pytest -k 'a or b'", "WRONG_TYPE 12:16", 'Write a list: ["pytest", "-k", "a or b"].'),
    ("c.yaml", CONTRACT, '[pytest, -q]',
     'make && make test', "WRONG_TYPE 12:16", 'Write a list: ["sh", "-c", "make && make test"].'),
    ("c.yaml", CONTRACT, '[pytest, -q]', 'CI=1 make', "WRONG_TYPE 12:16", 'Write a list: ["sh", "-c", "CI=1 make"].'),
    ("c.yaml", CONTRACT, '[pytest, -q]',
     "make don't", "WRONG_TYPE 12:16", 'Write a list: ["sh", "-c", "make don\'t"].'),
    ("c.yaml", CONTRACT, '[pytest, -q]', '[pytest -q]', "BAD_COMMAND 12:16",
     'Write a program and its arguments, such as ["pytest", "-q"], or leave `command` out.'),
    ("c.yaml", CONTRACT, '[pytest, -q]', '[pytest -k, a b]', "BAD_COMMAND 12:16",
     'Write a program and its arguments, such as ["pytest", "-k", "a b"], or leave `command` out.'),
    ("c.yaml", CONTRACT, '[pytest, -q]', '[true]', "WRONG_TYPE 12:17", 'Write it in quotes: "true".'),
    ("c.yaml", CONTRACT, '[pytest, -q]', '[sleep, 5]', "WRONG_TYPE 12:24", 'Write it in quotes: "5".'),
    ("c.yaml", CONTRACT, '[pytest, -q]', '[]', "BAD_COMMAND 12:16", 'Write a program and its'),
    ("c.yaml", CONTRACT, '[pytest, -q]', '[""]', "BAD_COMMAND 12:16", 'Write a program and its'),
    ("c.yaml", CONTRACT, 'src/api/**', '/src', "BAD_PATH 17:11", 'Expected: a path relative to the repository'),
    ("c.yaml", CONTRACT, 'src/api/**', 'docs, ../x', "BAD_PATH 17:17", 'Expected: a path relative to the repository'),
    ("c.yaml", CONTRACT, 'src/api/**', '.git/config', "BAD_PATH 17:11", 'Expected: a path relative to the repository'),
    ("c.yaml", CONTRACT, '[src/api/**]', 'src/api/**', "WRONG_TYPE 17:10", 'Write a list: ["src/api/**"].'),
    ("c.yaml", CONTRACT, 'must_consult', 'must_consutl', "UNKNOWN_FIELD 13:15", "'must_consult'"),
    ("c.yaml", CONTRACT, '2}', '-1}', "OUT_OF_RANGE 14:35", 'How many retries are allowed'),
    ("c.yaml", CONTRACT, '2}', '"2"}', "WRONG_TYPE 14:35", 'Write it without quotes: 2.'),
    ("c.yaml", CONTRACT, '9}', '0}', "OUT_OF_RANGE 15:24", 'How many turns the assignee may'),
    ("c.yaml", CONTRACT, '9}', '9.5}', "WRONG_TYPE 15:24", 'How many turns the assignee may'),
    ("c.yaml", CONTRACT, '9}', 'nine}', "WRONG_TYPE 15:24", 'How many turns the assignee may'),
    ("c.yaml", CONTRACT, 'depends_on: [TC-0]', 'depends_on: TC-0', "WRONG_TYPE 16:15", 'Write a list: ["TC-0"].'),
    ("c.yaml", CONTRACT, 'TC-0', 'TC 0', "BAD_FORMAT 16:16", 'An id has 1 to 128 visible'),
    ("c.yaml", CONTRACT, 'priority: low', 'priority: medium', "NOT_ONE_OF 4:13", 'Allowed: blocking, high, normal,'),
    ("c.yaml", CONTRACT, 'format: code',
     'format: code, schema: {type: strng}', "WRONG_TYPE 9:43", 'Schema of the output, if there is'),
    ("c.yaml", CONTRACT, 'task_contract:\n',
     'task_contract:\n  owner: open\n', "UNKNOWN_FIELD 2:3", 'Allowed: id, delegator, assignee,'),
    ("c.yaml", CONTRACT, 'task_contract:',
     'extra: 1\ntask_contract:', "UNKNOWN_FIELD 1:1", '`task_contract` is the only root'),
    ("c.yaml", CONTRACT, 'id: TC-1', 'id: TC/1', "BAD_FORMAT 2:7", 'An id has 1 to 128 visible'),
    ("c.yaml", CONTRACT, 'task_contract:\n  id: TC-1\n  delegator: lead\n',
     'id: TC-1\n', "SYNTAX 2:11", 'Look for a missing quote, colon'),
    ("b.yaml", BOARD, 'goal', 'gaol', "UNKNOWN_FIELD 2:3", "'goal'"),
    ("b.yaml", BOARD, 'goal: Ship', 'goal: [Ship]', "WRONG_TYPE 2:9", 'The goal of the project.'),
    ("b.yaml", BOARD, 'goal: Ship', 'goal:', "WRONG_TYPE 2:8", 'The goal of the project.'),
    ("b.yaml", BOARD, 'status: idle,', 'status: tired,', "NOT_ONE_OF 6:40", 'Allowed: idle, working, blocked,'),
    ("b.yaml", BOARD, '{id: bob', '{id: ann', "DUPLICATE_ID 7:7", 'Keep one of them'),
    ("b.yaml", BOARD, '[{ref: api', '[{ref: api}, {ref: api', "DUPLICATE_ID 6:70", 'Keep one of them'),
    ("b.yaml", BOARD, 'version: 2', 'version: two', "WRONG_TYPE 6:78", 'Version number'),
    ("b.yaml", BOARD, 'version: 2', 'version: "2"', "WRONG_TYPE 6:78", 'Write it without quotes: 2.'),
    ("b.yaml", BOARD, 'status: open', 'status: opne', "NOT_ONE_OF 9:54", "'open'"),
    ("b.yaml", BOARD, 'question', 'quesiton', "UNKNOWN_FIELD 9:17", "'question'"),
    ("b.yaml", BOARD, 'owner: ann, ', '', "MISSING_FIELD 9:7", 'The participant who decides.'),
    ("b.yaml", BOARD, '{id: B-1, affected_agents: [ann]',
     '{id: B-1, affected_agents: ann', "WRONG_TYPE 11:34", 'Write a list: ["ann"].'),
    ("b.yaml", BOARD, 'resolved: false', 'resolved: no', "WRONG_TYPE 11:85", 'Write false, without quotes.'),
    ("b.yaml", BOARD, '2026-01-05T09:00:00Z\n', 'now\n', "BAD_FORMAT 4:15", 'Write a time as'),
    ("b.yaml", BOARD, 'agents:', 'agnets:', "UNKNOWN_FIELD 5:3", "'agents'"),
    ("b.yaml", BOARD, 'agents:\n', 'agents: none\n  x:\n', "WRONG_TYPE 5:11", 'Write a list: ["none"].'),
    ("b.yaml", BOARD, '    - {id: bob', '   - {id: bob', "SYNTAX 7:4", 'Look for a missing quote, colon'),
    ("b.yaml", BOARD, '    - {id: B-1',
     '    - {id: B-1, created_at: 2026-01-05T09:00:00Z}\n    - {id: B-1', "DUPLICATE_ID 12:7", 'Keep one of them'),
    ("b.yaml", BOARD, 'project_state', 'projectstate', "UNKNOWN_KIND 1:1", "'project_state'"),
]
# fmt: on
