"""Scenarios."""

from wrong_documents import Case

SCENARIO = """\
scenario:
  name: hello
  goal: say hello
  agents: [{id: ann, lead: true}, {id: bob, role: backend}]
  groups: {team: [ann, bob]}
  rules:
    - event: told
      trigger: {message: FREEFORM}
      auto_actions: [{notify: {to: "role:backend", message_type: FREEFORM, content_template: "{agent}"}}]
  steps:
    - agent: ann
      contracts:
        - {id: TC-1, delegator: ann, inputs: {description: d}, expected_output: {format: f},
           acceptance_criteria: [{criterion: c}]}
      send:
        - type: KNOWLEDGE_SHARE
          to: [bob, team]
          payload: {topic: port, content: it is 8080, relevance_to_recipients: r, actionable: false}
    - wait: 5m
    - agent: bob
      after: 2m
      claim: [TC-1]
      set: {status: working}
      write: {/agents/bob/current_task: TC-1}
      expect:
        board: {/agents/bob/status: working, /goal: say hello}
        contracts: {TC-1: claimed}
        rules: [told]
        unread: {bob: [KNOWLEDGE_SHARE]}
        notices: {ann: [/goal]}
        owes: {ann: []}
        wakes: {bob: null}
        context: {contains: [it is]}
    - agent: bob
      pause: {ann: ill}
      refused: NOT_ALLOWED
"""

# fmt: off
CASES: list[Case] = [
    ("s.yaml", SCENARIO, 'goal: say hello\n', 'gaol: say hello\n', "UNKNOWN_FIELD 3:3", "'goal'"),
    ("s.yaml", SCENARIO, '  goal: say hello\n', '', "MISSING_FIELD 2:3", "The project's goal."),
    ("s.yaml", SCENARIO, 'agents: [{id: ann, lead: true}, {id: bob, role: backend}]',
     'agents: []', "TOO_FEW 4:11", 'The agents. The human `human` is'),
    ("s.yaml", SCENARIO, 'lead: true', 'lead: yes', "WRONG_TYPE 4:28", 'Write true, without quotes.'),
    ("s.yaml", SCENARIO, '[ann, bob]', '[ann, bbo]', "UNKNOWN_NAME 5:24", "'bob'"),
    ("s.yaml", SCENARIO, 'role:backend', 'role:bakend', "UNKNOWN_NAME 9:36", 'Known: all, ann, bob, human,'),
    ("s.yaml", SCENARIO, '"{agent}"', '"{agnt}"', "UNKNOWN_NAME 9:94", "'agent'"),
    ("s.yaml", SCENARIO, 'agent: ann\n', 'agent: annn\n', "UNKNOWN_NAME 11:14", "'ann'"),
    ("s.yaml", SCENARIO, 'agent: ann\n', 'human: ann\n', "UNKNOWN_NAME 11:14", "'human'"),
    ("s.yaml", SCENARIO, '    - agent: ann\n', '    - agent: ann\n      human: human\n',
     "BAD_FORMAT 11:7", 'Give exactly one of agent, human'),
    ("s.yaml", SCENARIO, '    - agent: ann\n', '    - agent: ann\n      by_hand: true\n',
     "BAD_FORMAT 11:7", 'Give `human`, and `in_reply_to`'),
    ("s.yaml", SCENARIO, '- wait: 5m', '- {human: human, by_hand: true, send: [{type: FREEFORM}]}',
     "BAD_FORMAT 19:7", 'Give `human`, and `in_reply_to`'),
    ("s.yaml", SCENARIO, 'KNOWLEDGE_SHARE\n', 'KNOWLEDGE_SHAER\n', "NOT_ONE_OF 16:17", "'KNOWLEDGE_SHARE'"),
    ("s.yaml", SCENARIO, 'to: [bob, team]', 'to: [bob, tema]', "UNKNOWN_NAME 17:21", "'team'"),
    ("s.yaml", SCENARIO, 'to: [bob, team]', 'to: bobb', "UNKNOWN_NAME 17:15", "'bob'"),
    ("s.yaml", SCENARIO, '          to: [bob, team]\n',
     '', "MISSING_FIELD 16:11", 'Recipients: ids of agents, humans'),
    ("s.yaml", SCENARIO, 'topic', 'topc', "UNKNOWN_FIELD 18:21", "'topic'"),
    ("s.yaml", SCENARIO, 'actionable: false', 'actionable: no', "WRONG_TYPE 18:95", 'Write false, without quotes.'),
    ("s.yaml", SCENARIO, '5m', '5 minutes', "BAD_FORMAT 19:13", 'Write a number and a unit: 90s,'),
    ("s.yaml", SCENARIO, '2m', 'soon', "BAD_FORMAT 21:14", 'Write a number and a unit: 90s,'),
    ("s.yaml", SCENARIO, 'claim: [TC-1]', 'claim: [TC-2]', "UNKNOWN_NAME 22:15", "'TC-1'"),
    ("s.yaml", SCENARIO, 'claim: [TC-1]', 'claim: TC-1', "WRONG_TYPE 22:14", 'Write a list: ["TC-1"].'),
    ("s.yaml", SCENARIO, 'claim: [TC-1]', 'clam: [TC-1]', "UNKNOWN_FIELD 22:7", "'claim'"),
    ("s.yaml", SCENARIO, 'set: {status', 'set: {stauts', "UNKNOWN_NAME 23:13", "'status'"),
    ("s.yaml", SCENARIO, '/agents/bob/current_task', '/agents/bob/task', "UNKNOWN_NAME 24:15", "'/agents/ID/status'"),
    ("s.yaml", SCENARIO, '/agents/bob/current_task', '/agents/bbo/current_task', "UNKNOWN_NAME 24:15", "'bob'"),
    ("s.yaml", SCENARIO, '/agents/bob/current_task',
     'agents/bob/current_task', "UNKNOWN_NAME 24:15", "'/agents/ID/current_task'"),
    ("s.yaml", SCENARIO, '/agents/bob/status: working, ',
     '/agents/bobb/status: working, ', "UNKNOWN_NAME 26:17", "'bob'"),
    ("s.yaml", SCENARIO, '/agents/bob/status: working, ',
     '/agents/bob/stats: working, ', "UNKNOWN_NAME 26:17", "'/agents/ID/status'"),
    ("s.yaml", SCENARIO, '/goal: say', '/gaol: say', "UNKNOWN_NAME 26:46", "'/goal'"),
    ("s.yaml", SCENARIO, 'TC-1: claimed', 'TC-9: claimed', "UNKNOWN_NAME 27:21", "'TC-1'"),
    ("s.yaml", SCENARIO, 'TC-1: claimed', 'TC-1: clamed', "UNKNOWN_NAME 27:27", "'claimed'"),
    ("s.yaml", SCENARIO, 'rules: [told]', 'rules: [tld]', "UNKNOWN_NAME 28:17", "'told'"),
    ("s.yaml", SCENARIO, 'rules: [told]', 'rules: told', "WRONG_TYPE 28:16", 'Write a list: ["told"].'),
    ("s.yaml", SCENARIO, '{bob: [KNOW', '{bbo: [KNOW', "UNKNOWN_NAME 29:18", "'bob'"),
    ("s.yaml", SCENARIO, 'bob: [KNOWLEDGE_SHARE]',
     'bob: [KNOWLEDGE_SHAER]', "UNKNOWN_NAME 29:24", "'KNOWLEDGE_SHARE'"),
    ("s.yaml", SCENARIO, '{ann: [/goal]}', '{ann: [/gaol]}', "UNKNOWN_NAME 30:25", "'/goal'"),
    ("s.yaml", SCENARIO, 'owes: {ann', 'owes: {an', "UNKNOWN_NAME 31:16", "'ann'"),
    ("s.yaml", SCENARIO, 'wakes: {bob', 'wakes: {bobb', "UNKNOWN_NAME 32:17", "'bob'"),
    ("s.yaml", SCENARIO, 'contains', 'contians', "UNKNOWN_FIELD 33:19", "'contains'"),
    ("s.yaml", SCENARIO, 'NOT_ALLOWED', 'NOT_ALOWED', "UNKNOWN_NAME 36:16", "'NOT_ALLOWED'"),
    ("s.yaml", SCENARIO, 'NOT_ALLOWED', 'ILEGAL_STEP', "UNKNOWN_NAME 36:16", "'INVALID_STATE'"),
    ("s.yaml", SCENARIO, 'expect:', 'expects:', "UNKNOWN_FIELD 25:7", "'expect'"),
    ("s.yaml", SCENARIO, '- wait: 5m', '- {}', "BAD_FORMAT 19:7", 'Give exactly one of agent, human'),
    ("s.yaml", SCENARIO, '{criterion: c}', '{criterium: c}', "UNKNOWN_FIELD 14:35", "'criterion'"),
    ("s.yaml", SCENARIO, 'trigger: {message: FREEFORM}',
     'trigger: {message: FREFORM}', "NOT_ONE_OF 8:26", "'FREEFORM'"),
    ("s.yaml", SCENARIO, 'acceptance_criteria: [{criterion: c}]',
     'acceptance_criteria: [{criterion: c, command: []}]', "BAD_COMMAND 14:58", 'Write a program and its'),
]
# fmt: on
