"""Event rules."""

from wrong_documents import Case

RULES = """\
events:
  - event: told
    trigger: {message: CONFLICT_REPORT}
    condition: severity == "critical"
    auto_actions:
      - notify:
          filter: agent
          message_type: FREEFORM
          content_template: "{agent} waits"
  - event: moved
    trigger: {field: /agents/*/status, becomes: error}
    auto_actions:
      - pause: {to: lead}
"""

# fmt: off
CASES: list[Case] = [
    ("r.yaml", RULES, 'events', 'event', "UNKNOWN_KIND 1:1", "'events'"),
    ("r.yaml", RULES, 'events', 'rules', "UNKNOWN_KIND 1:1", 'Begin with one of `message:`,'),
    ("r.yaml", RULES, 'event: told', 'evnet: told', "UNKNOWN_FIELD 2:5", "'event'"),
    ("r.yaml", RULES, 'event: told', 'event: to ld', "BAD_FORMAT 2:12", 'An id has 1 to 128 visible'),
    ("r.yaml", RULES, 'message: CONFLICT_REPORT', 'message: CONFLICT', "NOT_ONE_OF 3:24", "'CONFLICT_REPORT'"),
    ("r.yaml", RULES, '{message: CONFLICT_REPORT}',
     'a conflict is reported', "WRONG_TYPE 3:14", 'Write what triggers it as {field:'),
    ("r.yaml", RULES, '{message: CONFLICT_REPORT}', '{}', "BAD_FORMAT 3:14", 'Give exactly one of field, added'),
    ("r.yaml", RULES, '{message: CONFLICT_REPORT}',
     '{message: FREEFORM, field: /goal}', "BAD_FORMAT 3:14", 'Give exactly one of field, added'),
    ("r.yaml", RULES, 'trigger: {m', 'tigger: {m', "UNKNOWN_FIELD 3:5", "'trigger'"),
    ("r.yaml", RULES, 'severity == "critical"',
     'severity == critical', "UNKNOWN_NAME 4:16", 'A text is written in quotes:'),
    ("r.yaml", RULES, 'severity == "critical"', 'severity =', "BAD_CONDITION 4:16", 'Write it as in: severity =='),
    ("r.yaml", RULES, 'severity == "critical"', '1 + 1', "BAD_CONDITION 4:16", 'Write a comparison, as in:'),
    ("r.yaml", RULES, 'severity == "critical"', "'yes'", "UNKNOWN_NAME 4:16", 'A text is written in quotes:'),
    ("r.yaml", RULES, 'severity == "critical"', 'sevrity == "critical"', "UNKNOWN_NAME 4:16", "'severity'"),
    ("r.yaml", RULES, 'notify:', 'nofity:', "NOT_ONE_OF 6:9", "'notify'"),
    ("r.yaml", RULES, 'filter: agent', 'filter: agnet', "NOT_ONE_OF 7:19", "'agent'"),
    ("r.yaml", RULES, 'filter: agent',
     'filter: all agents that wait', "NOT_ONE_OF 7:19", 'Filters: affected_by_decision,'),
    ("r.yaml", RULES, 'message_type: FREEFORM',
     'message_type: TASK_RESULT', "NOT_ONE_OF 8:25", 'Allowed: STATUS_UPDATE,'),
    ("r.yaml", RULES, '{agent} waits', '{agnt} waits', "UNKNOWN_NAME 9:29", "'agent'"),
    ("r.yaml", RULES, '{agent} waits', '{agent waits', "UNKNOWN_NAME 9:29", 'Write {agent}.'),
    ("r.yaml", RULES, 'event: moved', 'event: told', "DUPLICATE_ID 10:12", 'Give each rule a name of its own'),
    ("r.yaml", RULES, 'status, becomes', 'stauts, becomes', "NEVER_FIRES 11:22", 'Allowed: /goal, /current_phase,'),
    ("r.yaml", RULES, 'becomes: error', 'becomes: erorr', "NEVER_FIRES 11:49", "'error'"),
    ("r.yaml", RULES, '{to: lead}', '{to: lead, set: status = idle}',
     "BAD_FORMAT 13:16", 'Write `affected_agents[].FIELD = VALUE`'),
    ("r.yaml", RULES, '{to: lead}', '{to: lead, puase: true}', "UNKNOWN_FIELD 13:27", "'pause'"),
    ("r.yaml", RULES, '- pause: {to: lead}', '[]', "TOO_FEW 13:7", 'The actions in order'),
    ("r.yaml", RULES, '- pause: {to: lead}', '- {pause: {to: lead}, resume: {}}',
     "BAD_FORMAT 13:9", 'Write each under a name of its own'),
    ("r.yaml", RULES, '- pause: {to: lead}', '- pause', "WRONG_TYPE 13:9", 'Write its fields as `name: value`.'),
    ("r.yaml", RULES, 'becomes: error}', 'becoms: error}', "UNKNOWN_FIELD 11:40", "'becomes'"),
    ("r.yaml", RULES,
     '- pause: {to: lead}',
     "- update_state_board: {filter: agent, set: 'affected_agents[].status = error'}",
     "LOOP 10:5", 'Add a condition or a `becomes`'),
    ("r.yaml", RULES,
     '- pause: {to: lead}',
     "- update_state_board: {set: 'affected_agents[].status = error'}",
     "NEVER_FIRES 13:29", 'Add a `filter` or `to` to it or'),
]
# fmt: on
